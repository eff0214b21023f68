/* Inside of a chip, shared by its parts: analog, line, strip, pins. */
#ifndef PARTS_H
#define PARTS_H

#include "chip.h"
#include "queue.h"

#include <avr_adc.h>
#include <avr_eeprom.h>
#include <avr_ioport.h>
#include <avr_spi.h>
#include <avr_uart.h>
#include <sim_avr.h>
#include <sim_elf.h>
#include <sim_io.h>

/* The work-arounds reach into structures of exactly this version: a newer one has to be looked at,
   not believed. Debian 12 and 13 have 1.6+dfsg-3. */
_Static_assert(sizeof(((avr_adc_t *)0)->adc_values) == 8 * sizeof(uint16_t), "simavr is not 1.6");
_Static_assert(sizeof(((avr_uart_t *)0)->input.buffer) == 64 * sizeof(uint16_t), "simavr is not 1.6");
_Static_assert(offsetof(avr_cycle_timer_slot_t, param) == 3 * sizeof(void *), "simavr is not 1.6");
_Static_assert(MAX_CYCLE_TIMERS == 64 && MAX_IOs == 280, "simavr is not 1.6");

#define FREQUENCY 16000000u
#define AREF_MV 3300

struct analog {
    avr_adc_t *adc;
    float levels_mv[CHIP_MULTIPLEXERS][CHIP_CHANNELS];
    float from_mv[CHIP_MULTIPLEXERS]; /* where an output was when the select lines changed */
    uint64_t select_cycle;
    float tau_cycles;
    uint8_t select, multiplexer;
    uint16_t latched; /* in the unit of adc_values */
};

struct line {
    avr_uart_t *uart;
    struct queue to_chip, to_host;
    uint64_t out_free; /* when the shift register is done with the last byte */
};

struct strip_wire {
    avr_spi_t *spi;
    struct queue bytes;
};

struct pins {
    uint8_t mask['L' - 'A' + 1], value['L' - 'A' + 1];
};

struct chip {
    avr_t *avr;
    avr_io_t reset_hook; /* simavr calls it at each reset */
    elf_firmware_t elf;
    struct analog analog;
    struct line line;
    struct strip_wire strip;
    struct pins pins;
    struct chip_counters counters;
    uint64_t base;  /* cycles before the last reset */
    uint64_t woke, longest_awake;
    uint64_t asleep; /* cycles that the CPU slept through */
    bool is_new;
};

/* The module of the chip with this kind ("uart") and, where there are several, name; aborts. */
void *chip_module(struct chip *chip, const char *kind, size_t name_at, char name);

void analog_begin(struct chip *chip, uint32_t tau_ns);
void line_begin(struct chip *chip);
void line_after_reset(struct chip *chip);
void strip_begin(struct chip *chip);
void pins_after_reset(struct chip *chip);

#endif
