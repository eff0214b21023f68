/* Defect 6: receives by polling and sends each byte back plus one. */
#include "selftest.h"

int main(void)
{
    line_begin();
    for (;;) {
        while (!(UCSR0A & _BV(RXC0)))
            ;
        put(UDR0 + 1);
    }
}
