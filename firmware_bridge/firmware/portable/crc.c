#include "crc.h"

/* Without a table, after the shift-and-xor form in avr-libc's documentation (_crc_xmodem_update
   has the same polynomial): a few operations for eight steps of the division. */
uint16_t crc16_byte(uint16_t crc, uint8_t byte)
{
    crc = (uint16_t)(crc << 8 | crc >> 8);
    crc ^= byte;
    crc ^= (uint8_t)(crc & 0xFF) >> 4;
    crc ^= (uint16_t)(crc << 12);
    crc ^= (uint16_t)((crc & 0xFF) << 5);
    return crc;
}

uint16_t crc16(const uint8_t *data, uint8_t count)
{
    uint16_t crc = CRC_START;
    while (count--)
        crc = crc16_byte(crc, *data++);
    return crc;
}
