/* Bytes on the line <-> payloads: COBS between zeros, with a CRC. PROTOCOL.md section 3. */
#ifndef FRAME_H
#define FRAME_H

#include <stdbool.h>
#include <stdint.h>

#include "wire.h"

#define MAX_ENCODED_BYTES (MAX_FRAME_BYTES - 2)

/* What was thrown away, by its reason. */
struct frame_counters {
    uint16_t bad_crc, bad_cobs, too_short, too_long;
};

/* Cuts a stream into payloads; holds one frame and never more. Zeroed, it is new. */
struct framer {
    uint8_t bytes[MAX_ENCODED_BYTES];
    uint8_t count;
    bool skipping; /* too long: nothing counts until the next zero */
    struct frame_counters counters;
};

/* Takes one byte. The length of the payload that it completes, which lies in `bytes` until the
   next call; else 0. */
uint8_t framer_feed(struct framer *framer, uint8_t byte);

/* Writes the whole frame of a payload of 1 to MAX_PAYLOAD_BYTES to `out` (count + 5 bytes);
   its length. */
uint8_t frame_encode(const uint8_t *payload, uint8_t count, uint8_t *out);

#endif
