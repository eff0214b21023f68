/* The portable modules as a library of this machine, for the tests and for long runs: a board whose
   readings, bytes and strip are buffers. Driven by hw_sim/native.py. */
#include <stdlib.h>
#include <string.h>

#include "buttons.h"
#include "device.h"
#include "host_message.h"
#include "scan.h"

enum { LINE_BYTES = 4096, STRIP_BYTES = 1024 };

struct native {
    struct device device;
    struct buttons buttons;
    uint8_t line[LINE_BYTES];
    uint8_t strip[STRIP_BYTES];
    uint16_t line_count, strip_count;
};

/* Whose hardware the two functions below are: calls come from one thread, one board at a time. */
static struct native *at_work;

static bool send(const uint8_t *frame, uint8_t count)
{
    if (at_work->line_count + count > LINE_BYTES)
        return false;
    memcpy(at_work->line + at_work->line_count, frame, count);
    at_work->line_count += count;
    return true;
}

static void strip(uint8_t byte)
{
    if (at_work->strip_count < STRIP_BYTES)
        at_work->strip[at_work->strip_count++] = byte;
}

struct native *native_new(uint32_t board_id, uint16_t boot_counter, uint32_t now_ms)
{
    const struct hardware hardware = { send, strip };
    struct identity identity = { board_id, boot_counter, "native" };
    at_work = calloc(1, sizeof *at_work);
    if (at_work)
        device_begin(&at_work->device, &identity, &hardware, now_ms);
    return at_work;
}

void native_free(struct native *board) { free(board); }

void native_receive(struct native *board, const uint8_t *bytes, uint32_t count, uint32_t now_ms)
{
    at_work = board;
    while (count--)
        device_receive(&board->device, *bytes++, now_ms);
}

void native_tick(struct native *board, uint32_t now_ms)
{
    at_work = board;
    device_tick(&board->device, now_ms);
}

void native_scan(struct native *board, const int8_t *readings, uint32_t now_ms)
{
    at_work = board;
    device_begin_scan(&board->device);
    for (uint8_t group = 0; group < GROUPS; group++)
        device_take_group(&board->device, group, readings + first_cell_of(group), now_ms);
    device_end_scan(&board->device);
}

bool native_has_means(const struct native *board)
{
    return reporting_has_means(&board->device.rule);
}

/* When the next thing is due of itself, scans left out. */
uint32_t native_due_ms(const struct native *board)
{
    const struct device *device = &board->device;
    uint32_t due_ms = device->heartbeat_ms;
    if (device->numbered.is_due && device->numbered.due_ms < due_ms)
        due_ms = device->numbered.due_ms;
    if (device->strip_is_old && device->strip_ms + STRIP_SPACING_MS < due_ms)
        due_ms = device->strip_ms + STRIP_SPACING_MS;
    if (!device->shows_no_host && device->heard_ms + NO_HOST_MS < due_ms)
        due_ms = device->heard_ms + NO_HOST_MS;
    return due_ms;
}

void native_press(struct native *board, uint8_t button, bool pressed, uint32_t now_ms)
{
    at_work = board;
    device_press(&board->device, button, pressed, now_ms);
}

/* A millisecond's sample of the contacts, debounced and told. */
void native_sample_buttons(struct native *board, uint8_t levels, uint32_t now_ms)
{
    uint8_t changed = buttons_sample(&board->buttons, levels);
    for (uint8_t button = 0; button < BUTTONS; button++)
        if (changed >> button & 1)
            native_press(board, button, board->buttons.down >> button & 1, now_ms);
}

/* What was put on the line since the last call; LINE_BYTES at most. */
uint16_t native_take_line(struct native *board, uint8_t *out)
{
    uint16_t count = board->line_count;
    memcpy(out, board->line, count);
    board->line_count = 0;
    return count;
}

/* What the strip was sent since the last call; its first STRIP_BYTES. */
uint16_t native_take_strip(struct native *board, uint8_t *out)
{
    uint16_t count = board->strip_count;
    memcpy(out, board->strip, count);
    board->strip_count = 0;
    return count;
}

void native_thresholds(const struct native *board, uint8_t *out)
{
    for (uint8_t cell = 0; cell < CELLS; cell++)
        out[cell] = DRIFT + board->device.rule.cells[cell].noise;
}

/* violations, buttons dropped, sends dropped, frames refused, resent, then of the framer: bad CRC,
   bad COBS, too short, too long. */
void native_counters(const struct native *board, uint16_t *out)
{
    memcpy(out, &board->device.counters, sizeof board->device.counters);
    memcpy(out + sizeof board->device.counters / sizeof *out, &board->device.framer.counters,
           sizeof board->device.framer.counters);
}

/* The whole messages of a host in `bytes`, each as its length and its payload. The sum of their
   lengths, with the length bytes. */
uint32_t native_host_messages(const uint8_t *bytes, uint32_t count, uint8_t *out)
{
    static struct framer framer;
    uint32_t written = 0;
    memset(&framer, 0, sizeof framer);
    while (count--) {
        uint8_t length = framer_feed(&framer, *bytes++);
        if (length && host_message_is_whole(framer.bytes, length)) {
            out[written++] = length;
            memcpy(out + written, framer.bytes, length);
            written += length;
        }
    }
    return written;
}

uint8_t native_frame(const uint8_t *payload, uint8_t count, uint8_t *out)
{
    return frame_encode(payload, count, out);
}

int8_t native_reading_of(uint16_t sample) { return reading_of(sample); }

/* A whole scan of `multiplexers` by samples[step * MULTIPLEXERS + multiplexer]; all readings. */
void native_scan_samples(const uint16_t *samples, uint8_t multiplexers, int8_t *readings)
{
    static struct scan scan;
    enum scan_next next;
    memset(&scan, 0, sizeof scan);
    scan.multiplexers = multiplexers;
    scan_begin(&scan);
    do
        next = scan_take(&scan, samples[scan.step * MULTIPLEXERS + scan.multiplexer]);
    while (next != SCAN_OVER);
    for (uint8_t group = 0; group < GROUPS; group++)
        scan_readings(&scan, group, readings + first_cell_of(group));
}
