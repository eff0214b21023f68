#include "sampling.h"

#include <avr/interrupt.h>
#include <avr/io.h>

/* After a step of the select lines an output goes through 100 ohms of multiplexer and the sensor's
   own resistance into some nanofarads of filter: 20 us are more than six time constants of 3 us. */
enum { SETTLE_US = 20 };

struct scan sampling_scan;

static void settle(void)
{
    PORTA = sampling_scan.step; /* the upper half has no pins in use */
    ADMUX = 0;                  /* AREF, the first multiplexer */
    TCNT2 = 0;
    TIFR2 = _BV(OCF2A);
    TCCR2B = _BV(CS21); /* 2 MHz */
}

ISR(TIMER2_COMPA_vect)
{
    TCCR2B = 0;
    ADCSRA |= _BV(ADSC);
}

ISR(ADC_vect)
{
    switch (scan_take(&sampling_scan, ADC)) {
    case SCAN_CONVERT:
        ADMUX = sampling_scan.multiplexer;
        ADCSRA |= _BV(ADSC);
        break;
    case SCAN_SETTLE:
        settle();
        break;
    case SCAN_OVER:
        break;
    }
}

/* 500 kHz gives some nine bits of the ten: a unit of the wire is two steps, so nothing is lost, and
   a point is read in 1.3 ms. */
void sampling_begin(uint8_t multiplexers)
{
    sampling_scan.multiplexers = multiplexers;
    DDRA = 0x0F;
    DIDR0 = 0xFF;
    TCCR2A = _BV(WGM21);
    OCR2A = SETTLE_US * 2 - 1;
    TIMSK2 = _BV(OCIE2A);
    ADCSRA = _BV(ADEN) | _BV(ADIE) | _BV(ADPS2) | _BV(ADPS0); /* 26 us a conversion */
}

void sampling_start(void)
{
    scan_begin(&sampling_scan);
    settle();
}
