/* Defect 3: sends ten bytes at 4 MHz, ten at 2 MHz and ten at 125 kHz. */
#include "selftest.h"

static void ten(void)
{
    for (uint8_t i = 0; i < 10; i++) {
        SPDR = i;
        while (!(SPSR & _BV(SPIF)))
            ;
    }
}

int main(void)
{
    DDRB = _BV(PB0) | _BV(PB1) | _BV(PB2);
    SPCR = _BV(SPE) | _BV(MSTR);
    ten();
    SPSR = _BV(SPI2X);
    SPCR = _BV(SPE) | _BV(MSTR) | _BV(SPR0);
    ten();
    SPSR = 0;
    SPCR = _BV(SPE) | _BV(MSTR) | _BV(SPR1) | _BV(SPR0);
    ten();
    stay();
}
