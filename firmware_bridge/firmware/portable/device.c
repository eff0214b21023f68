#include "device.h"

#include <string.h>

#include "bytes.h"
#include "host_message.h"

static const char firmware_text[TEXT_BYTES] = "0.1.0";
static const char layout_text[TEXT_BYTES] = "reference";

static void say(void *owner, const uint8_t *payload, uint8_t count)
{
    struct device *device = owner;
    uint8_t frame[MAX_FRAME_BYTES];
    if (!device->hardware.send(frame, frame_encode(payload, count, frame)))
        device->counters.sends_dropped++;
}

static void send_fresh(struct device *device, uint32_t now_ms)
{
    numbered_send_fresh(&device->numbered, now_ms, say, device);
}

static void resend(struct device *device, uint32_t now_ms)
{
    device->counters.resent += device->numbered.under_way;
    numbered_resend(&device->numbered, now_ms, say, device);
}

static void send_strip(struct device *device, uint32_t now_ms)
{
    device->strip_is_old = false;
    device->strip_ms = now_ms;
    lights_send(&device->lights, device->shows_no_host, device->hardware.strip);
}

static void say_identity(struct device *device)
{
    uint8_t payload[IDENTITY_BYTES] = { KIND_IDENTITY };
    put_u16(payload + IDENTITY_AT_SESSION, device->session);
    payload[IDENTITY_AT_PROTOCOL_MIN] = PROTOCOL_VERSION;
    payload[IDENTITY_AT_PROTOCOL_MAX] = PROTOCOL_VERSION;
    payload[IDENTITY_AT_JUMP_THRESHOLD] = JUMP;
    payload[IDENTITY_AT_DRIFT_THRESHOLD] = DRIFT;
    put_u16(payload + IDENTITY_AT_BOOT_COUNTER, device->identity.boot_counter);
    put_u32(payload + IDENTITY_AT_BOARD_ID, device->identity.board_id);
    memcpy(payload + IDENTITY_AT_FIRMWARE, firmware_text, TEXT_BYTES);
    memcpy(payload + IDENTITY_AT_LAYOUT, layout_text, TEXT_BYTES);
    memcpy(payload + IDENTITY_AT_BUILD, device->identity.build, TEXT_BYTES);
    say(device, payload, sizeof payload);
}

static void say_snapshot(struct device *device, uint16_t request)
{
    uint8_t payload[SNAPSHOT_BYTES] = { KIND_SNAPSHOT };
    put_u16(payload + SNAPSHOT_AT_REQUEST, request);
    put_u32(payload + SNAPSHOT_AT_LAST_REPORT, device->numbered.last_number);
    reporting_snapshot(&device->rule, payload + SNAPSHOT_AT_READINGS);
    say(device, payload, sizeof payload);
}

static void say_heartbeat(struct device *device, uint32_t now_ms)
{
    uint8_t payload[HEARTBEAT_BYTES] = { KIND_HEARTBEAT };
    put_u16(payload + HEARTBEAT_AT_SESSION, device->session);
    put_u32(payload + HEARTBEAT_AT_LAST_REPORT, device->numbered.last_number);
    put_u16(payload + HEARTBEAT_AT_VALUES_HASH, reporting_hash(&device->rule));
    put_u32(payload + HEARTBEAT_AT_UPTIME_MS, now_ms);
    put_u16(payload + HEARTBEAT_AT_LIGHTS_FRAME, device->lights.frame);
    say(device, payload, sizeof payload);
}

static void show_frame(struct device *device, const uint8_t *message)
{
    uint8_t payload[LIGHTS_SHOWN_BYTES] = { KIND_LIGHTS_SHOWN };
    if (!lights_take_frame(&device->lights, message)) {
        device->counters.frames_refused++;
        return;
    }
    device->strip_is_old = true; /* the next tick sends it */
    put_u16(payload + LIGHTS_SHOWN_AT_FRAME, device->lights.frame);
    say(device, payload, sizeof payload);
}

static void begin_session(struct device *device, uint16_t session)
{
    device->session = session;
    numbered_begin(&device->numbered);
    reporting_forget_reported(&device->rule);
    lights_begin_session(&device->lights);
}

static void take_ack(struct device *device, uint32_t number, uint32_t now_ms)
{
    if (numbered_acked(&device->numbered, number, now_ms))
        resend(device, now_ms);
    send_fresh(device, now_ms);
}

static void take_in_session(struct device *device, const uint8_t *message, uint32_t now_ms)
{
    switch (message[0]) {
    case KIND_ACK:
        take_ack(device, get_u32(message + ACK_AT_NUMBER), now_ms);
        break;
    case KIND_SNAPSHOT_REQUEST:
        say_snapshot(device, get_u16(message + SNAPSHOT_REQUEST_AT_REQUEST));
        break;
    case KIND_LIGHTS:
        show_frame(device, message);
        break;
    case KIND_PALETTE:
        lights_take_palette(&device->lights, message);
        break;
    default: /* Alive: it was heard */
        break;
    }
}

static void hear(struct device *device, uint32_t now_ms)
{
    device->heard_ms = now_ms;
    if (device->shows_no_host) {
        device->shows_no_host = false;
        device->strip_is_old = true;
    }
}

static void take(struct device *device, const uint8_t *message, uint8_t count, uint32_t now_ms)
{
    if (!host_message_is_whole(message, count)) {
        device->counters.violations++;
        return;
    }
    hear(device, now_ms);
    if (message[0] == KIND_HELLO) {
        uint16_t session = get_u16(message + HELLO_AT_SESSION);
        if (session != device->session)
            begin_session(device, session);
        say_identity(device);
    } else if (device->session) {
        take_in_session(device, message, now_ms);
    }
}

void device_begin(struct device *device, const struct identity *identity,
                  const struct hardware *hardware, uint32_t now_ms)
{
    device->identity = *identity;
    device->hardware = *hardware;
    device->heard_ms = now_ms;
    device->heartbeat_ms = now_ms + HEARTBEAT_MS;
    lights_begin(&device->lights);
    begin_session(device, 0);
    send_strip(device, now_ms);
    send_strip(device, now_ms);
}

void device_receive(struct device *device, uint8_t byte, uint32_t now_ms)
{
    uint8_t count = framer_feed(&device->framer, byte);
    if (count)
        take(device, device->framer.bytes, count, now_ms);
}

void device_tick(struct device *device, uint32_t now_ms)
{
    if ((int32_t)(now_ms - device->heartbeat_ms) >= 0) {
        device->heartbeat_ms = now_ms + HEARTBEAT_MS;
        say_heartbeat(device, now_ms);
    }
    if (device->numbered.is_due && (int32_t)(now_ms - device->numbered.due_ms) >= 0)
        resend(device, now_ms);
    if (!device->shows_no_host && now_ms - device->heard_ms >= NO_HOST_MS) {
        device->shows_no_host = true;
        device->strip_is_old = true;
    }
    if (device->strip_is_old && now_ms - device->strip_ms >= STRIP_SPACING_MS)
        send_strip(device, now_ms);
}

void device_begin_scan(struct device *device) { reporting_begin_scan(&device->rule); }

void device_take_group(struct device *device, uint8_t group, const int8_t *readings,
                       uint32_t now_ms)
{
    struct group_report report;
    uint8_t body[NUMBERED_BODY_BYTES];
    bool has_room = device->numbered.length < QUEUE_REPORTS;
    if (!reporting_take_group(&device->rule, group, readings, now_ms, has_room, &report))
        return;
    body[0] = group;
    body[POINT_REPORT_AT_BUSY - POINT_REPORT_AT_GROUP] = report.busy;
    memcpy(body + POINT_REPORT_AT_READINGS - POINT_REPORT_AT_GROUP, report.values, CELLS_PER_POINT);
    numbered_put(&device->numbered, KIND_POINT_REPORT, body);
    send_fresh(device, now_ms);
}

void device_end_scan(struct device *device) { reporting_end_scan(&device->rule); }

void device_press(struct device *device, uint8_t button, bool pressed, uint32_t now_ms)
{
    uint8_t body[BUTTON_EVENT_BYTES - BUTTON_EVENT_AT_BUTTON];
    if (!device->session)
        return;
    if (device->numbered.length == QUEUE_LIMIT) {
        device->counters.buttons_dropped++;
        return;
    }
    body[0] = button;
    body[BUTTON_EVENT_AT_PRESSED - BUTTON_EVENT_AT_BUTTON] = pressed;
    numbered_put(&device->numbered, KIND_BUTTON_EVENT, body);
    send_fresh(device, now_ms);
}
