/* Defect 7: looks away for a millisecond after each byte that it receives, then sends it back. */
#include <util/delay.h>

#include "selftest.h"

int main(void)
{
    line_begin();
    for (;;) {
        while (!(UCSR0A & _BV(RXC0)))
            ;
        put(UDR0);
        _delay_ms(1);
    }
}
