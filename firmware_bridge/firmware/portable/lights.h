/* A frame of lights as the device holds it, and its bytes on a strip of APA102. */
#ifndef LIGHTS_H
#define LIGHTS_H

#include <stdbool.h>
#include <stdint.h>

#include "wire.h"

/* codes: four bits a light as on the wire, the even light in the low half. */
struct lights {
    uint8_t codes[LIGHTS / 2];
    uint8_t colours[PALETTE_COLOURS][3]; /* red, green, blue */
    uint8_t brightness_pct;
    uint8_t palette; /* number of the one held; 0: the device's own greys */
    uint16_t frame;  /* 0: none of this session */
};

/* Takes one byte for the strip. */
typedef void strip_byte(uint8_t byte);

void lights_begin(struct lights *lights);

/* A session begins: no frame is shown, palette 0 is held; its colours stay until the next frame. */
void lights_begin_session(struct lights *lights);

void lights_take_palette(struct lights *lights, const uint8_t *payload);

/* False if the frame names a palette that is not held: then nothing has changed. */
bool lights_take_frame(struct lights *lights, const uint8_t *payload);

/* Sends the whole strip: what the host wants, or "no host". */
void lights_send(const struct lights *lights, bool no_host, strip_byte *send);

#endif
