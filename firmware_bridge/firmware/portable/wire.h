/* Written by `python -m firmware_bridge.firmware_header`; do not edit. */

#ifndef WIRE_H
#define WIRE_H

/* The line: PROTOCOL.md sections 2 and 3. */
#define PROTOCOL_VERSION 1
#define CELLS 128
#define GROUPS 26
#define POINT_GROUPS 24
#define CELLS_PER_POINT 5
#define CELLS_PER_BAR 4
#define LIGHTS 28
#define BUTTONS 6
#define NO_READING (-128)
#define MAX_READING 127
#define TEXT_BYTES 16
#define PALETTE_COLOURS 16
#define MAX_FRAME_BYTES 200
#define MAX_PAYLOAD_BYTES 195
#define CRC_BYTES 2

/* Conduct: PROTOCOL.md sections 5 and 6. */
#define SCAN_MS 10
#define HEARTBEAT_MS 1000
#define NO_HOST_MS 3000
#define WINDOW 8
#define QUEUE_REPORTS 24
#define QUEUE_LIMIT 32
#define FIRST_RESEND_MS 50
#define LAST_RESEND_MS 800
#define RESEND_SPACING_MS 10
#define MEAN_SCANS 8
#define JUMP 16
#define DRIFT 4
#define SPREADS 6
#define SPREAD_BLOCK_SCANS 64
#define BUSY_REPORTS 20
#define BUSY_WINDOW_MS 1000
#define BUSY_INTERVAL_MS 200
#define STILL_MS 1000
#define NO_HOST_CODE 8
#define GREY_STEP 17

/* Identity: kind, length of the payload, where its fields begin. */
#define KIND_IDENTITY 0x01
#define IDENTITY_BYTES 61
#define IDENTITY_AT_SESSION 1
#define IDENTITY_AT_PROTOCOL_MIN 3
#define IDENTITY_AT_PROTOCOL_MAX 4
#define IDENTITY_AT_JUMP_THRESHOLD 5
#define IDENTITY_AT_DRIFT_THRESHOLD 6
#define IDENTITY_AT_BOOT_COUNTER 7
#define IDENTITY_AT_BOARD_ID 9
#define IDENTITY_AT_FIRMWARE 13
#define IDENTITY_AT_LAYOUT 29
#define IDENTITY_AT_BUILD 45

/* PointReport: kind, length of the payload, where its fields begin. */
#define KIND_POINT_REPORT 0x02
#define POINT_REPORT_BYTES 12
#define POINT_REPORT_AT_NUMBER 1
#define POINT_REPORT_AT_GROUP 5
#define POINT_REPORT_AT_BUSY 6
#define POINT_REPORT_AT_READINGS 7

/* Snapshot: kind, length of the payload, where its fields begin. */
#define KIND_SNAPSHOT 0x03
#define SNAPSHOT_BYTES 135
#define SNAPSHOT_AT_REQUEST 1
#define SNAPSHOT_AT_LAST_REPORT 3
#define SNAPSHOT_AT_READINGS 7

/* Heartbeat: kind, length of the payload, where its fields begin. */
#define KIND_HEARTBEAT 0x04
#define HEARTBEAT_BYTES 15
#define HEARTBEAT_AT_SESSION 1
#define HEARTBEAT_AT_LAST_REPORT 3
#define HEARTBEAT_AT_VALUES_HASH 7
#define HEARTBEAT_AT_UPTIME_MS 9
#define HEARTBEAT_AT_LIGHTS_FRAME 13

/* ButtonEvent: kind, length of the payload, where its fields begin. */
#define KIND_BUTTON_EVENT 0x05
#define BUTTON_EVENT_BYTES 7
#define BUTTON_EVENT_AT_NUMBER 1
#define BUTTON_EVENT_AT_BUTTON 5
#define BUTTON_EVENT_AT_PRESSED 6

/* LightsShown: kind, length of the payload, where its fields begin. */
#define KIND_LIGHTS_SHOWN 0x06
#define LIGHTS_SHOWN_BYTES 3
#define LIGHTS_SHOWN_AT_FRAME 1

/* Hello: kind, length of the payload, where its fields begin. */
#define KIND_HELLO 0x81
#define HELLO_BYTES 3
#define HELLO_AT_SESSION 1

/* Ack: kind, length of the payload, where its fields begin. */
#define KIND_ACK 0x82
#define ACK_BYTES 5
#define ACK_AT_NUMBER 1

/* SnapshotRequest: kind, length of the payload, where its fields begin. */
#define KIND_SNAPSHOT_REQUEST 0x83
#define SNAPSHOT_REQUEST_BYTES 3
#define SNAPSHOT_REQUEST_AT_REQUEST 1

/* Lights: kind, length of the payload, where its fields begin. */
#define KIND_LIGHTS 0x84
#define LIGHTS_BYTES 19
#define LIGHTS_AT_FRAME 1
#define LIGHTS_AT_BRIGHTNESS_PCT 3
#define LIGHTS_AT_PALETTE 4
#define LIGHTS_AT_CODES 5

/* Palette: kind, length of the payload, where its fields begin. */
#define KIND_PALETTE 0x85
#define PALETTE_BYTES 50
#define PALETTE_AT_NUMBER 1
#define PALETTE_AT_COLOURS 2

/* Alive: kind, length of the payload, where its fields begin. */
#define KIND_ALIVE 0x86
#define ALIVE_BYTES 1

/* The sensor board: pins.py. */
#define MULTIPLEXERS 8
#define CHANNELS 16
#define QUADRANT_MULTIPLEXERS 2
#define ADC_STOP_HALVES 533
#define ADC_RAIL 31
#define ADC_TOP 1023
#define READING_SCALE_256 61
#define LIGHT_LOWERS 1

/* Where a scan puts the sample of each cell: step * MULTIPLEXERS + output. */
#define SAMPLE_OF { \
    0, 8, 16, 24, 32, 40, 48, 56, 64, 72, 80, 88, 96, 104, 112, 1, \
    9, 17, 25, 33, 41, 49, 57, 65, 73, 81, 89, 97, 105, 113, 2, 10, \
    18, 26, 34, 42, 50, 58, 66, 74, 82, 90, 98, 106, 114, 3, 11, 19, \
    27, 35, 43, 51, 59, 67, 75, 83, 91, 99, 107, 115, 4, 12, 20, 28, \
    36, 44, 52, 60, 68, 76, 84, 92, 100, 108, 116, 5, 13, 21, 29, 37, \
    45, 53, 61, 69, 77, 85, 93, 101, 109, 117, 6, 14, 22, 30, 38, 46, \
    54, 62, 70, 78, 86, 94, 102, 110, 118, 7, 15, 23, 31, 39, 47, 55, \
    63, 71, 79, 87, 95, 103, 111, 119, 120, 121, 122, 123, 124, 125, 126, 127 \
}

/* The step after which the cells of each group are all read. */
#define GROUP_DONE_AT { \
    4, 9, 14, 4, 9, 14, 4, 9, 14, 4, 9, 14, 4, 9, 14, 4, \
    9, 14, 4, 9, 14, 4, 9, 14, 15, 15 \
}

/* The groups in the order in which a scan is done with them. */
#define GROUP_ORDER { \
    0, 3, 6, 9, 12, 15, 18, 21, 1, 4, 7, 10, 13, 16, 19, 22, \
    2, 5, 8, 11, 14, 17, 20, 23, 24, 25 \
}

#endif
