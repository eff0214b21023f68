/* The EEPROM outlives a reset: sends byte 7 as it was and adds one to it. */
#include <avr/eeprom.h>

#include "selftest.h"

int main(void)
{
    uint8_t *at = (uint8_t *)7;
    line_begin();
    uint8_t found = eeprom_read_byte(at);
    put(found);
    eeprom_write_byte(at, found + 1);
    stay();
}
