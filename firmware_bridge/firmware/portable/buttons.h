/* Debounce: a button has changed when it read the same for DEBOUNCE_MS samples, one a millisecond.
   Up and down count alike, so no press is swallowed that lasts as long. */
#ifndef BUTTONS_H
#define BUTTONS_H

#include <stdint.h>

#include "wire.h"

#define DEBOUNCE_MS 8

struct buttons {
    uint8_t history[BUTTONS]; /* the last eight samples of each, the newest in bit 0 */
    uint8_t down;             /* a bit for each button */
};

/* levels: a bit for each button, 1 while its contact is closed. The bits that changed. */
uint8_t buttons_sample(struct buttons *buttons, uint8_t levels);

#endif
