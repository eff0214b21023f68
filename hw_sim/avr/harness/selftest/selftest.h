/* Help for the tiny firmwares that show whether a defect of simavr is worked around. */
#ifndef SELFTEST_H
#define SELFTEST_H

#include <avr/interrupt.h>
#include <avr/io.h>
#include <avr/sleep.h>

#define UBRR_250K (F_CPU / 8 / 250000 - 1)

static inline void line_begin(void)
{
    UCSR0A = _BV(U2X0);
    UBRR0 = UBRR_250K;
    UCSR0B = _BV(RXEN0) | _BV(TXEN0);
}

static inline void put(uint8_t byte)
{
    while (!(UCSR0A & _BV(UDRE0)))
        ;
    UDR0 = byte;
}

static inline void put_word(uint16_t word)
{
    put(word >> 8);
    put(word & 0xFF);
}

/* Sleeps for ever, with interrupts on, so that the CPU does not end. */
static inline void stay(void)
{
    sei();
    for (;;)
        sleep_mode();
}

#endif
