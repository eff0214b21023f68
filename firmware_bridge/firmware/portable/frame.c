#include "frame.h"

#include "crc.h"

/* COBS in place: the plain bytes are never ahead of the encoded ones. False for a code byte that
   points beyond the frame. */
static bool unstuff(struct framer *framer, uint8_t *plain_count)
{
    uint8_t from = 0, to = 0;
    while (from < framer->count) {
        uint8_t code = framer->bytes[from++];
        if (code - 1 > framer->count - from)
            return false;
        for (uint8_t left = code - 1; left; left--)
            framer->bytes[to++] = framer->bytes[from++];
        if (from < framer->count)
            framer->bytes[to++] = 0;
    }
    *plain_count = to;
    return true;
}

static uint8_t open(struct framer *framer)
{
    uint8_t count;
    if (!unstuff(framer, &count))
        framer->counters.bad_cobs++;
    else if (count <= CRC_BYTES)
        framer->counters.too_short++;
    else if (crc16(framer->bytes, count) != 0) /* over payload and its own CRC it is 0 */
        framer->counters.bad_crc++;
    else
        return count - CRC_BYTES;
    return 0;
}

uint8_t framer_feed(struct framer *framer, uint8_t byte)
{
    if (byte == 0) {
        uint8_t payload = !framer->skipping && framer->count ? open(framer) : 0;
        framer->skipping = false;
        framer->count = 0;
        return payload;
    }
    if (framer->skipping)
        return 0;
    if (framer->count == MAX_ENCODED_BYTES) {
        framer->counters.too_long++;
        framer->skipping = true;
        return 0;
    }
    framer->bytes[framer->count++] = byte;
    return 0;
}

uint8_t frame_encode(const uint8_t *payload, uint8_t count, uint8_t *out)
{
    uint16_t crc = crc16(payload, count);
    uint8_t code_at = 1, to = 2;
    out[0] = 0;
    for (uint8_t i = 0; i < count + CRC_BYTES; i++) {
        uint8_t byte = i < count ? payload[i] : (uint8_t)(i == count ? crc >> 8 : crc);
        if (byte) {
            out[to++] = byte;
        } else {
            out[code_at] = to - code_at;
            code_at = to++;
        }
    }
    out[code_at] = to - code_at;
    out[to++] = 0;
    return to;
}
