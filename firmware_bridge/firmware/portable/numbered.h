/* Reports and button events on their way: numbered, in a window, re-sent until acknowledged. */
#ifndef NUMBERED_H
#define NUMBERED_H

#include <stdbool.h>
#include <stdint.h>

#include "wire.h"

#define NUMBERED_BODY_BYTES (POINT_REPORT_BYTES - POINT_REPORT_AT_GROUP) /* behind the number */

struct numbered_message {
    uint8_t kind;
    uint8_t body[NUMBERED_BODY_BYTES];
};

/* Zeroed but for wait_ms, it is new: see numbered_begin. */
struct numbered {
    struct numbered_message queue[QUEUE_LIMIT]; /* a ring */
    uint32_t last_number;
    uint32_t sent_ms, due_ms;
    uint16_t wait_ms;
    uint8_t first, length, under_way;
    bool is_due; /* due_ms means something */
};

/* Puts one message on the line. */
typedef void numbered_send(void *owner, const uint8_t *payload, uint8_t count);

void numbered_begin(struct numbered *queue);

/* The next message; `body` is what follows its number. The caller knows that there is room. */
void numbered_put(struct numbered *queue, uint8_t kind, const uint8_t *body);

/* Sends what the window has room for. */
void numbered_send_fresh(struct numbered *queue, uint32_t now_ms, numbered_send *send, void *owner);

/* Sends all that is under way again, the oldest first; the next repetition is later. */
void numbered_resend(struct numbered *queue, uint32_t now_ms, numbered_send *send, void *owner);

/* Takes an ack; true if it shows that the host waits for something lost. */
bool numbered_acked(struct numbered *queue, uint32_t number, uint32_t now_ms);

#endif
