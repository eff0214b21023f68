#include "numbered.h"

#include <string.h>

#include "bytes.h"

static uint8_t body_bytes(uint8_t kind)
{
    return kind == KIND_POINT_REPORT ? NUMBERED_BODY_BYTES
                                     : BUTTON_EVENT_BYTES - BUTTON_EVENT_AT_BUTTON;
}

/* index: from the oldest. Numbers are consecutive, so they need not be kept. */
static void send_one(struct numbered *queue, uint8_t index, numbered_send *send, void *owner)
{
    const struct numbered_message *message = &queue->queue[(queue->first + index) % QUEUE_LIMIT];
    uint8_t payload[POINT_REPORT_BYTES];
    uint8_t count = body_bytes(message->kind);
    payload[0] = message->kind;
    put_u32(payload + 1, queue->last_number - queue->length + 1 + index);
    memcpy(payload + POINT_REPORT_AT_GROUP, message->body, count);
    send(owner, payload, POINT_REPORT_AT_GROUP + count);
}

void numbered_begin(struct numbered *queue)
{
    memset(queue, 0, sizeof *queue);
    queue->wait_ms = FIRST_RESEND_MS;
}

void numbered_put(struct numbered *queue, uint8_t kind, const uint8_t *body)
{
    struct numbered_message *message =
        &queue->queue[(queue->first + queue->length) % QUEUE_LIMIT];
    message->kind = kind;
    memcpy(message->body, body, body_bytes(kind));
    queue->length++;
    queue->last_number++;
}

void numbered_send_fresh(struct numbered *queue, uint32_t now_ms, numbered_send *send, void *owner)
{
    uint8_t end = queue->length < WINDOW ? queue->length : WINDOW;
    if (queue->under_way >= end)
        return;
    for (; queue->under_way < end; queue->under_way++)
        send_one(queue, queue->under_way, send, owner);
    queue->sent_ms = now_ms;
    if (!queue->is_due) {
        queue->is_due = true;
        queue->due_ms = now_ms + queue->wait_ms;
    }
}

void numbered_resend(struct numbered *queue, uint32_t now_ms, numbered_send *send, void *owner)
{
    for (uint8_t index = 0; index < queue->under_way; index++)
        send_one(queue, index, send, owner);
    queue->sent_ms = now_ms;
    queue->wait_ms = queue->wait_ms * 2 < LAST_RESEND_MS ? queue->wait_ms * 2 : LAST_RESEND_MS;
    queue->is_due = true;
    queue->due_ms = now_ms + queue->wait_ms;
}

bool numbered_acked(struct numbered *queue, uint32_t number, uint32_t now_ms)
{
    bool fell = false;
    if (number > queue->last_number)
        return false;
    while (queue->under_way && queue->last_number - queue->length + 1 <= number) {
        queue->first = (queue->first + 1) % QUEUE_LIMIT;
        queue->length--;
        queue->under_way--;
        fell = true;
    }
    if (fell) {
        queue->wait_ms = FIRST_RESEND_MS;
        queue->is_due = queue->under_way > 0;
        queue->due_ms = now_ms + queue->wait_ms;
        return false;
    }
    return queue->under_way > 0 && now_ms - queue->sent_ms >= RESEND_SPACING_MS;
}
