/* Bytes with the cycle at which they are through; grows as it needs. */
#ifndef QUEUE_H
#define QUEUE_H

#include <stddef.h>
#include <stdint.h>

struct queue {
    uint8_t *bytes;
    uint64_t *cycles;
    size_t first, count, room;
};

void queue_put(struct queue *queue, uint8_t byte, uint64_t cycle);

/* Takes those whose cycle has come; at most `room`, how many. */
size_t queue_take(struct queue *queue, uint64_t now, uint8_t *bytes, uint64_t *cycles, size_t room);
void queue_free(struct queue *queue);

#endif
