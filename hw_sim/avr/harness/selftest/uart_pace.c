/* Defects 4 and 5: sends fifty bytes at 250 000 baud, U2X set after the divisor; then fifty at half
   the pace, U2X alone taken back. */
#include "selftest.h"

static void fifty(void)
{
    for (uint8_t i = 0; i < 50; i++)
        put(i);
}

int main(void)
{
    UBRR0 = UBRR_250K;
    UCSR0A = _BV(U2X0);
    UCSR0B = _BV(TXEN0);
    fifty();
    UCSR0A = 0;
    fifty();
    stay();
}
