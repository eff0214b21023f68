#include "queue.h"

#include <stdlib.h>
#include <string.h>

static void make_room(struct queue *queue)
{
    if (queue->first) {
        memmove(queue->bytes, queue->bytes + queue->first, queue->count);
        memmove(queue->cycles, queue->cycles + queue->first, queue->count * sizeof *queue->cycles);
        queue->first = 0;
    }
    if (queue->count < queue->room)
        return;
    queue->room = queue->room ? 2 * queue->room : 1024;
    queue->bytes = realloc(queue->bytes, queue->room);
    queue->cycles = realloc(queue->cycles, queue->room * sizeof *queue->cycles);
    if (!queue->bytes || !queue->cycles)
        abort();
}

void queue_put(struct queue *queue, uint8_t byte, uint64_t cycle)
{
    if (queue->first + queue->count == queue->room)
        make_room(queue);
    queue->bytes[queue->first + queue->count] = byte;
    queue->cycles[queue->first + queue->count] = cycle;
    queue->count++;
}

size_t queue_take(struct queue *queue, uint64_t now, uint8_t *bytes, uint64_t *cycles, size_t room)
{
    size_t taken = 0;
    while (taken < room && queue->count && queue->cycles[queue->first] <= now) {
        bytes[taken] = queue->bytes[queue->first];
        if (cycles)
            cycles[taken] = queue->cycles[queue->first];
        taken++;
        queue->first++;
        queue->count--;
    }
    return taken;
}

void queue_free(struct queue *queue)
{
    free(queue->bytes);
    free(queue->cycles);
}
