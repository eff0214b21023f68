/* Defect 8: sends what a pulled-up pin of port A reads, before and after writes to other bits of that
   port, for ever. */
#include <util/delay.h>

#include "selftest.h"

int main(void)
{
    line_begin();
    DDRA = 0x0F;
    PORTA = 0x30;
    for (;;) {
        for (uint8_t i = 0; i < 16; i++)
            PORTA = 0x30 | i;
        put(PINA & 0x30);
        _delay_ms(1);
    }
}
