/* The scan: sixteen steps of the select lines, at each a conversion of every multiplexer.
   The interrupts drive it; the main loop reads the cells of the steps that are done. */
#ifndef SCAN_H
#define SCAN_H

#include <stdbool.h>
#include <stdint.h>

#include "wire.h"

enum scan_next { SCAN_SETTLE, SCAN_CONVERT, SCAN_OVER };

/* multiplexers: how many are fitted; fewer than MULTIPLEXERS while the board is being built. */
struct scan {
    volatile uint16_t samples[CHANNELS * MULTIPLEXERS];
    volatile uint8_t step, multiplexer;
    uint8_t multiplexers;
};

/* Begins a scan at step 0. */
void scan_begin(struct scan *scan);

/* Takes one conversion; what comes next: the select lines have to settle at the new step, another
   multiplexer is to be converted, or the scan is over. Inline, for it is most of an interrupt. */
static inline enum scan_next scan_take(struct scan *scan, uint16_t sample)
{
    uint8_t step = scan->step, multiplexer = scan->multiplexer;
    scan->samples[step * MULTIPLEXERS + multiplexer] = sample;
    if (++multiplexer < scan->multiplexers) {
        scan->multiplexer = multiplexer;
        return SCAN_CONVERT;
    }
    scan->multiplexer = 0;
    scan->step = ++step;
    return step < CHANNELS ? SCAN_SETTLE : SCAN_OVER;
}

/* The reading of a converted value: -127..127, NO_READING at either rail. */
int8_t reading_of(uint16_t sample);

/* The readings of a group whose step is done, NO_READING where no multiplexer is fitted. */
void scan_readings(const struct scan *scan, uint8_t group, int8_t *readings);

/* The groups in the order in which a scan is done with them, index 0 to GROUPS - 1. */
uint8_t scan_group(uint8_t index);

/* Whether the cells of a group are all read. */
bool scan_has_group(const struct scan *scan, uint8_t group);

#endif
