/* The analog side: select lines, settling, conversions, all by interrupt. */
#ifndef SAMPLING_H
#define SAMPLING_H

#include "scan.h"

extern struct scan sampling_scan;

void sampling_begin(uint8_t multiplexers);

/* Begins a scan; sampling_scan.step tells how far it is. The last one has to be over. */
void sampling_start(void);

#endif
