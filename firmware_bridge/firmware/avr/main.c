/* The reference board: an ATmega2560 at 16 MHz. Wires: firmware_bridge/pins.py.

   The interrupts sample, receive and send; everything else happens here, in one loop that sleeps
   while there is nothing to do. Nothing here waits longer than a strip of lights takes (0.5 ms). */
#include <avr/eeprom.h>
#include <avr/interrupt.h>
#include <avr/io.h>
#include <avr/sleep.h>
#include <avr/wdt.h>
#include <string.h>
#include <util/atomic.h>

#include "buttons.h"
#include "device.h"
#include "sampling.h"
#include "uart.h"

#define BUTTON_MASK ((uint8_t)((1 << BUTTONS) - 1))
#define BYTES_AT_ONCE 8 /* a host that never stops must not stop the scan */
#define JUMPER_ONE_MULTIPLEXER _BV(0)
#define JUMPER_ONE_QUADRANT _BV(1)

/* `make board-id` writes the first, each start counts up the second. */
struct kept {
    uint32_t board_id;
    uint16_t boot_counter;
};
static struct kept kept EEMEM = { 1, 0 };

static struct device device;
static struct buttons buttons;
static volatile uint32_t ticks_ms;

/* After a restart by the watchdog it still runs, with its shortest time: stop it before anything. */
void stop_watchdog(void) __attribute__((naked, used, section(".init3")));
void stop_watchdog(void)
{
    MCUSR = 0;
    wdt_disable();
}

/* Contacts are looked at here, for the loop may be late by some milliseconds. */
ISR(TIMER1_COMPA_vect)
{
    ticks_ms++;
    buttons_sample(&buttons, (uint8_t)~PINC & BUTTON_MASK);
}

static uint32_t now_ms(void)
{
    uint32_t now;
    ATOMIC_BLOCK(ATOMIC_RESTORESTATE) { now = ticks_ms; }
    return now;
}

static void clock_begin(void)
{
    TCCR1B = _BV(WGM12) | _BV(CS11) | _BV(CS10); /* 250 kHz */
    OCR1A = F_CPU / 64 / 1000 - 1;
    TIMSK1 = _BV(OCIE1A);
}

static void strip_begin(void)
{
    DDRB = _BV(PB0) | _BV(PB1) | _BV(PB2);
    SPSR = _BV(SPI2X);
    SPCR = _BV(SPE) | _BV(MSTR) | _BV(SPR0); /* 2 MHz */
}

static void strip(uint8_t byte)
{
    SPDR = byte;
    while (!(SPSR & _BV(SPIF)))
        ;
}

static void inputs_begin(void)
{
    PORTC = BUTTON_MASK; /* contacts to ground */
    PORTL = JUMPER_ONE_MULTIPLEXER | JUMPER_ONE_QUADRANT;
}

/* A board that is being built has its jumper set: the cells that are not there have no reading. */
static uint8_t fitted_multiplexers(struct identity *identity)
{
    uint8_t open = PINL;
    if (!(open & JUMPER_ONE_MULTIPLEXER)) {
        strncpy(identity->build, "bring-up 1 mux", TEXT_BYTES);
        return 1;
    }
    if (!(open & JUMPER_ONE_QUADRANT)) {
        strncpy(identity->build, "bring-up 2 muxes", TEXT_BYTES);
        return QUADRANT_MULTIPLEXERS;
    }
    strncpy(identity->build, BUILD_TEXT, TEXT_BYTES);
    return MULTIPLEXERS;
}

static uint16_t count_boot(void)
{
    uint16_t counter = eeprom_read_word(&kept.boot_counter) + 1;
    eeprom_update_word(&kept.boot_counter, counter);
    return counter;
}

static void begin(void)
{
    static const struct hardware hardware = { uart_send, strip };
    struct identity identity = { .board_id = eeprom_read_dword(&kept.board_id) };
    inputs_begin();
    strip_begin();
    clock_begin();
    uart_begin();
    identity.boot_counter = count_boot();
    sampling_begin(fitted_multiplexers(&identity));
    device_begin(&device, &identity, &hardware, 0);
    set_sleep_mode(SLEEP_MODE_IDLE);
    wdt_enable(WDTO_250MS); /* only a finished scan resets it */
    sei();
}

static void tell_buttons(uint32_t now)
{
    static uint8_t told;
    uint8_t down = *(volatile uint8_t *)&buttons.down;
    uint8_t changed = told ^ down;
    told = down;
    for (uint8_t button = 0; changed; button++, changed >>= 1)
        if (changed & 1)
            device_press(&device, button, down >> button & 1, now);
}

/* A scan under way: its beginning, and how many of its groups were taken. */
struct progress {
    uint32_t scan_ms, next_scan_ms;
    uint8_t taken;
};

static bool has_next_group(const struct progress *progress)
{
    return progress->taken < GROUPS && scan_has_group(&sampling_scan, scan_group(progress->taken));
}

static void start_scan(struct progress *progress, uint32_t now)
{
    if (now - progress->next_scan_ms >= SCAN_MS)
        progress->next_scan_ms = now; /* the first, or one that was late */
    progress->next_scan_ms += SCAN_MS;
    progress->scan_ms = now;
    progress->taken = 0;
    device_begin_scan(&device);
    sampling_start();
}

/* Takes one group at most, so that the line and the clock are looked at between two. */
static void follow_scan(struct progress *progress, uint32_t now)
{
    if (has_next_group(progress)) {
        int8_t readings[CELLS_PER_POINT];
        uint8_t group = scan_group(progress->taken++);
        scan_readings(&sampling_scan, group, readings);
        device_take_group(&device, group, readings, progress->scan_ms);
        if (progress->taken == GROUPS) {
            device_end_scan(&device);
            wdt_reset();
        }
    } else if (progress->taken == GROUPS) {
        bool is_time = (int32_t)(now - progress->next_scan_ms) >= 0;
        if (is_time || !reporting_has_means(&device.rule))
            start_scan(progress, now);
    }
}

/* Sleeps until an interrupt has brought something for the loop: most only go on with the scan. */
static void rest(uint32_t seen_ms, const struct progress *progress)
{
    cli();
    while (ticks_ms == seen_ms && !uart_has_bytes() && !has_next_group(progress)) {
        sleep_enable();
        sei();
        sleep_cpu();
        sleep_disable();
        cli();
    }
    sei();
}

int main(void)
{
    struct progress progress = { .taken = GROUPS };
    uint32_t seen_ms = 0;
    begin();
    while (!reporting_has_means(&device.rule)) { /* before that there is nothing to say */
        follow_scan(&progress, now_ms());
        rest(now_ms(), &progress);
    }
    for (;;) {
        uint32_t now = now_ms();
        uint8_t byte;
        follow_scan(&progress, now);
        for (uint8_t left = BYTES_AT_ONCE; left && uart_take(&byte); left--)
            device_receive(&device, byte, now);
        if (now != seen_ms) {
            seen_ms = now;
            tell_buttons(now);
            device_tick(&device, now);
        }
        rest(seen_ms, &progress);
    }
}
