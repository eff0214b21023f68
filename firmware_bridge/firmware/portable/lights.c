#include "lights.h"

#include <string.h>

#include "bytes.h"

#define FIRST_TRAY (LIGHTS - 2)
#define FULL_CURRENT 0xFF /* three set bits and the strip's own brightness, 31 of 31 */
/* Four zeros begin a frame. After the last light the data needs half a clock for each light to
   reach it, and strips of the SK9822 kind latch with the next four zeros only. */
#define START_BYTES 4
#define END_BYTES (4 + (LIGHTS + 15) / 16)

void lights_begin(struct lights *lights)
{
    memset(lights, 0, sizeof *lights);
    lights->brightness_pct = 100;
    for (uint8_t code = 0; code < PALETTE_COLOURS; code++)
        memset(lights->colours[code], GREY_STEP * code, 3);
}

void lights_begin_session(struct lights *lights)
{
    lights->frame = 0;
    lights->palette = 0;
}

void lights_take_palette(struct lights *lights, const uint8_t *payload)
{
    lights->palette = payload[PALETTE_AT_NUMBER];
    memcpy(lights->colours, payload + PALETTE_AT_COLOURS, sizeof lights->colours);
}

bool lights_take_frame(struct lights *lights, const uint8_t *payload)
{
    if (payload[LIGHTS_AT_PALETTE] != lights->palette)
        return false;
    memcpy(lights->codes, payload + LIGHTS_AT_CODES, sizeof lights->codes);
    lights->brightness_pct = payload[LIGHTS_AT_BRIGHTNESS_PCT];
    lights->frame = get_u16(payload + LIGHTS_AT_FRAME);
    return true;
}

/* scale: 256 is the whole colour. */
static uint8_t dimmed(uint8_t channel, uint16_t scale) { return (channel * scale + 128) >> 8; }

void lights_send(const struct lights *lights, bool no_host, strip_byte *send)
{
    static const uint8_t dark[3];
    static const uint8_t grey[3] = {
        GREY_STEP * NO_HOST_CODE, GREY_STEP * NO_HOST_CODE, GREY_STEP * NO_HOST_CODE
    };
    uint16_t scale = (uint16_t)(lights->brightness_pct * 256 + 50) / 100;
    for (uint8_t i = 0; i < START_BYTES; i++)
        send(0);
    for (uint8_t light = 0; light < LIGHTS; light++) {
        uint8_t code = lights->codes[light / 2] >> (light % 2 ? 4 : 0) & 0x0F;
        const uint8_t *colour = lights->colours[code];
        if (no_host)
            colour = light < FIRST_TRAY ? dark : grey;
        send(FULL_CURRENT);
        for (uint8_t channel = 3; channel--;) /* blue, green, red */
            send(dimmed(colour[channel], scale));
    }
    for (uint8_t i = 0; i < END_BYTES; i++)
        send(0);
}
