/* Defect 11 stays: a poll of ADIF is wrong in simavr, so firmware polls ADSC or uses the interrupt.
   Sends sixteen results of channel 3 by ADSC. */
#include "selftest.h"

int main(void)
{
    line_begin();
    ADMUX = 3;
    ADCSRA = _BV(ADEN) | _BV(ADPS2) | _BV(ADPS1);
    for (uint8_t i = 0; i < 16; i++) {
        ADCSRA |= _BV(ADSC);
        while (ADCSRA & _BV(ADSC))
            ;
        put_word(ADC);
    }
    stay();
}
