/* The settling of a multiplexer: steps the select lines from 0 to 1 and converts after 0, 5, 10 and
   20 microseconds. Sends the four results. */
#include <util/delay.h>

#include "selftest.h"

static uint16_t convert(void)
{
    ADCSRA |= _BV(ADSC);
    while (ADCSRA & _BV(ADSC))
        ;
    return ADC;
}

static void from_rest(void)
{
    PORTA = 0;
    _delay_us(200);
    PORTA = 1;
}

int main(void)
{
    line_begin();
    DDRA = 0x0F;
    ADMUX = 0;
    ADCSRA = _BV(ADEN) | _BV(ADPS2);
    convert();
    from_rest();
    put_word(convert());
    from_rest();
    _delay_us(5);
    put_word(convert());
    from_rest();
    _delay_us(10);
    put_word(convert());
    from_rest();
    _delay_us(20);
    put_word(convert());
    stay();
}
