/* A sensor board around a simulated ATmega2560: libsimavr 1.6 with its defects worked around, the
   multiplexers with their settling, the strip's wire, the buttons and the line to the host.

   Copyright (C) the gammonboard authors. This program links libsimavr and is, as that is, free
   software under the GNU General Public License, version 3 or (at your option) any later version.

   Time is counted in cycles of 16 MHz since the chip was made; a reset does not begin it anew. */
#ifndef CHIP_H
#define CHIP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { CHIP_MULTIPLEXERS = 8, CHIP_CHANNELS = 16, CHIP_EEPROM_BYTES = 4096 };

struct chip;

/* What happened so far. cpu_state: 2 running, 3 sleeping; anything above has ended. */
struct chip_counters {
    uint32_t resets;        /* by the watchdog or asked for, the first start left out */
    uint32_t conversions;   /* of the ADC */
    uint32_t unsettled;     /* samples that were half a step or more away from where they went */
    uint32_t rx_overruns;   /* bytes that found the receiver's two places full */
    uint32_t rx_deaf;       /* bytes that came while the receiver was off */
    uint32_t complaints;    /* warnings and errors of the simulator */
    uint32_t cpu_state;
};

/* A chip that has just got its power. eeprom: its content, CHIP_EEPROM_BYTES; NULL: as the ELF has
   it. tau_ns: the time constant of a multiplexer's output. NULL if the ELF cannot be loaded. */
struct chip *chip_new(const char *elf, const uint8_t *eeprom, uint32_t tau_ns);
void chip_free(struct chip *chip);

/* Runs to a cycle, or until it has put a byte on the line where `until_byte`; false if the CPU has
   ended: sleeping without interrupts, crashed. */
bool chip_run(struct chip *chip, uint64_t until, bool until_byte);
uint64_t chip_cycle(const struct chip *chip);

/* The cycles that the CPU did not sleep through. */
uint64_t chip_awake(const struct chip *chip);

/* The longest time without sleep since the last call. */
uint64_t chip_take_longest_awake(struct chip *chip);

/* The voltages of all cells, in mV, by [multiplexer][channel]. */
void chip_set_levels(struct chip *chip, const float *levels_mv);

/* The level of an input pin from now on, through resets. */
void chip_set_pin(struct chip *chip, char port, uint8_t bit, bool level);
uint8_t chip_port(const struct chip *chip, char port);

/* Bytes from the host: each takes its time on the line. */
void chip_send(struct chip *chip, const uint8_t *bytes, size_t count);
size_t chip_unsent(const struct chip *chip);

/* Bytes for the host whose last bit is out, and when it was. At most `room`; how many. */
size_t chip_take_line(struct chip *chip, uint8_t *bytes, uint64_t *cycles, size_t room);

/* Bytes that went to the strip, and when the last bit of each was out. */
size_t chip_take_strip(struct chip *chip, uint8_t *bytes, uint64_t *cycles, size_t room);

/* Writes a register or a byte of RAM behind the program's back, without the effects of a write. */
void chip_poke(struct chip *chip, uint16_t address, uint8_t value);

/* Pulls the reset line. RAM and EEPROM keep what they hold. */
void chip_reset(struct chip *chip);

void chip_read_eeprom(struct chip *chip, uint8_t *out);
void chip_counters(const struct chip *chip, struct chip_counters *out);

/* The simulator's last warning or error in words. */
const char *chip_last_complaint(void);

#endif
