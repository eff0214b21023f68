/* The line to the host: UART 0 at 250 000 baud, interrupts and two rings. */
#ifndef UART_H
#define UART_H

#include <stdbool.h>
#include <stdint.h>

void uart_begin(void);

/* Takes the oldest byte that has come; false if there is none. */
bool uart_take(uint8_t *byte);

/* Whether there is one to take. */
bool uart_has_bytes(void);

/* Puts all these bytes on the line, or none. */
bool uart_send(const uint8_t *bytes, uint8_t count);

/* Bytes that came while nobody had time or room for them. */
uint16_t uart_overruns(void);

#endif
