/* Defects 9 and 10: sends what the buttons' port reads at the start, and a byte from the host if one
   comes; then lets the watchdog bite. */
#include <avr/wdt.h>
#include <util/delay.h>

#include "selftest.h"

void stop_watchdog(void) __attribute__((naked, used, section(".init3")));
void stop_watchdog(void)
{
    MCUSR = 0;
    wdt_disable();
}

int main(void)
{
    PORTC = 0x3F;
    line_begin();
    _delay_us(10);
    put(PINC);
    wdt_enable(WDTO_15MS);
    for (;;)
        if (UCSR0A & _BV(RXC0))
            put(UDR0);
}
