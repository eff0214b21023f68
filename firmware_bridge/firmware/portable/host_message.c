#include "host_message.h"

#include "bytes.h"
#include "wire.h"

bool host_message_is_whole(const uint8_t *payload, uint8_t count)
{
    switch (payload[0]) {
    case KIND_HELLO:
        return count == HELLO_BYTES && get_u16(payload + HELLO_AT_SESSION) != 0;
    case KIND_ACK:
        return count == ACK_BYTES;
    case KIND_SNAPSHOT_REQUEST:
        return count == SNAPSHOT_REQUEST_BYTES;
    case KIND_LIGHTS:
        return count == LIGHTS_BYTES && get_u16(payload + LIGHTS_AT_FRAME) != 0
            && payload[LIGHTS_AT_BRIGHTNESS_PCT] <= 100;
    case KIND_PALETTE:
        return count == PALETTE_BYTES;
    case KIND_ALIVE:
        return count == ALIVE_BYTES;
    default:
        return false;
    }
}
