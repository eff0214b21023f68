/* The device's side of the conversation: PROTOCOL.md section 5. Knows no hardware; what it needs of
   it comes by `struct hardware`. */
#ifndef DEVICE_H
#define DEVICE_H

#include <stdbool.h>
#include <stdint.h>

#include "frame.h"
#include "lights.h"
#include "numbered.h"
#include "reporting.h"

/* A strip takes 0.5 ms of the loop: a host that sends frame upon frame must not stop the scan. */
#define STRIP_SPACING_MS 4

/* What the device was made of and what its EEPROM remembers. Texts as on the wire. */
struct identity {
    uint32_t board_id;
    uint16_t boot_counter;
    char build[TEXT_BYTES];
};

struct hardware {
    /* Puts a frame on the line; false if there is no room for all of it: then it is lost. */
    bool (*send)(const uint8_t *frame, uint8_t count);
    strip_byte *strip;
};

struct device_counters {
    uint16_t violations, buttons_dropped, sends_dropped, frames_refused, resent;
};

struct device {
    struct framer framer;
    struct reporting rule;
    struct numbered numbered;
    struct lights lights;
    struct identity identity;
    struct hardware hardware;
    struct device_counters counters;
    uint32_t heard_ms, heartbeat_ms, strip_ms;
    uint16_t session; /* 0: nobody has said Hello since the start */
    bool shows_no_host;
    bool strip_is_old; /* something else is to be shown than what was sent last */
};

/* `device` is all zeros. The strip is made dark, twice, for it may be in the middle of a frame. */
void device_begin(struct device *device, const struct identity *identity,
                  const struct hardware *hardware, uint32_t now_ms);

/* A byte from the host; any byte will do. */
void device_receive(struct device *device, uint8_t byte, uint32_t now_ms);

/* Does what is due: heartbeat, repetition, "no host", the strip. To be called each millisecond. */
void device_tick(struct device *device, uint32_t now_ms);

/* One scan: begin, each group once in any order, end. */
void device_begin_scan(struct device *device);
void device_take_group(struct device *device, uint8_t group, const int8_t *readings,
                       uint32_t now_ms);
void device_end_scan(struct device *device);

/* A button goes down or up. Nobody is told where no host has said Hello. */
void device_press(struct device *device, uint8_t button, bool pressed, uint32_t now_ms);

#endif
