/* CRC-16/CCITT-FALSE: polynomial 0x1021, start 0xFFFF, not reflected, no final xor. */
#ifndef CRC_H
#define CRC_H

#include <stdint.h>

#define CRC_START 0xFFFFu

uint16_t crc16_byte(uint16_t crc, uint8_t byte);
uint16_t crc16(const uint8_t *data, uint8_t count);

#endif
