/* Defect 2: sets the next multiplexer before it reads the result, as the data sheet allows. Sends the
   eight results of channels 0 to 7. */
#include "selftest.h"

static volatile uint16_t results[8];
static volatile uint8_t done;

ISR(ADC_vect)
{
    uint8_t channel = done;
    ADMUX = (channel + 1) & 7;
    results[channel] = ADC;
    done = channel + 1;
    if (done < 8)
        ADCSRA |= _BV(ADSC);
}

int main(void)
{
    line_begin();
    ADMUX = 0;
    ADCSRA = _BV(ADEN) | _BV(ADIE) | _BV(ADPS2) | _BV(ADPS1);
    sei();
    ADCSRA |= _BV(ADSC);
    while (done < 8)
        ;
    for (uint8_t i = 0; i < 8; i++)
        put_word(results[i]);
    stay();
}
