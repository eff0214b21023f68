#include "chip.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "parts.h"

enum { RUN_CYCLES = 64 }; /* between two looks at timers; 1, the default, is half as fast */

/* simavr's log knows no chip: these are of all chips of this process. */
static uint32_t complaints;
static char last_complaint[256];

static void quiet_log(avr_t *avr, const int level, const char *format, va_list arguments)
{
    (void)avr;
    if (level != LOG_ERROR && level != LOG_WARNING)
        return;
    complaints++;
    vsnprintf(last_complaint, sizeof last_complaint, format, arguments);
}

const char *chip_last_complaint(void) { return last_complaint; }

/* Our driver paces, by absolute cycles; here sleep is only counted. */
static void no_sleep(avr_t *avr, avr_cycle_count_t cycles)
{
    struct chip *chip = avr->custom.data;
    uint64_t span = chip_cycle(chip) - chip->woke;
    if (span > chip->longest_awake)
        chip->longest_awake = span;
    chip->asleep += 1 + cycles;
    chip->woke = chip_cycle(chip) + 1 + cycles;
}

void *chip_module(struct chip *chip, const char *kind, size_t name_at, char name)
{
    for (avr_io_t *io = chip->avr->io_port; io; io = io->next)
        if (!strcmp(io->kind, kind) && (!name || ((char *)io)[name_at] == name))
            return io;
    abort();
}

uint64_t chip_cycle(const struct chip *chip) { return chip->base + chip->avr->cycle; }

uint64_t chip_awake(const struct chip *chip) { return chip_cycle(chip) - chip->asleep; }

uint64_t chip_take_longest_awake(struct chip *chip)
{
    uint64_t longest = chip->longest_awake;
    chip->longest_awake = 0;
    return longest;
}

/* simavr resets more than a chip does (defects 9 and 10); called before its modules' own resets. */
static void after_reset(avr_io_t *io)
{
    struct chip *chip = (struct chip *)((char *)io - offsetof(struct chip, reset_hook));
    chip->avr->run_cycle_limit = RUN_CYCLES;
    if (!chip->is_new)
        chip->counters.resets++;
    pins_after_reset(chip);
    line_after_reset(chip);
}

static bool begin(struct chip *chip, const uint8_t *eeprom, uint32_t tau_ns)
{
    avr_t *avr = avr_make_mcu_by_name("atmega2560");
    if (!avr)
        return false;
    chip->avr = avr;
    avr_init(avr);
    avr_load_firmware(avr, &chip->elf);
    avr->frequency = FREQUENCY; /* else 1 MHz and no voltages (defect 17) */
    avr->vcc = avr->avcc = 5000;
    avr->aref = AREF_MV;
    avr->sleep = no_sleep;
    avr->custom.data = chip;
    avr->run_cycle_limit = RUN_CYCLES;
    avr->log = LOG_WARNING;
    if (eeprom) {
        avr_eeprom_desc_t content = { (uint8_t *)eeprom, 0, CHIP_EEPROM_BYTES };
        avr_ioctl(avr, AVR_IOCTL_EEPROM_SET, &content);
    }
    analog_begin(chip, tau_ns);
    line_begin(chip);
    strip_begin(chip);
    chip->reset_hook.kind = "gammonboard";
    chip->reset_hook.reset = after_reset;
    avr_register_io(avr, &chip->reset_hook);
    return true;
}

struct chip *chip_new(const char *elf, const uint8_t *eeprom, uint32_t tau_ns)
{
    struct chip *chip = calloc(1, sizeof *chip);
    avr_global_logger_set(quiet_log);
    if (!chip)
        return NULL;
    chip->is_new = true;
    if (elf_read_firmware(elf, &chip->elf) != 0 || !begin(chip, eeprom, tau_ns)) {
        free(chip);
        return NULL;
    }
    chip->is_new = false;
    return chip;
}

void chip_free(struct chip *chip)
{
    /* avr_terminate frees what avr_init made; the reset hook is ours and leaves the list first */
    chip->avr->io_port = chip->reset_hook.next;
    avr_terminate(chip->avr);
    free(chip->avr);
    free(chip->elf.flash); /* simavr has copied both */
    free(chip->elf.eeprom);
    queue_free(&chip->line.to_chip);
    queue_free(&chip->line.to_host);
    queue_free(&chip->strip.bytes);
    free(chip);
}

static avr_cycle_count_t stop_here(avr_t *avr, avr_cycle_count_t when, void *param)
{
    (void)avr, (void)when, (void)param;
    return 0;
}

bool chip_run(struct chip *chip, uint64_t until, bool until_byte)
{
    avr_t *avr = chip->avr;
    size_t said = chip->line.to_host.count;
    uint64_t now = chip_cycle(chip);
    if (now < until) /* so that a sleeping chip does not sleep past it */
        avr_cycle_timer_register(avr, until - now, stop_here, chip);
    while (chip_cycle(chip) < until && avr->state < cpu_Done) {
        avr_cycle_count_t before = avr->cycle;
        avr_run(avr);
        if (avr->cycle < before) /* a reset may begin its count anew */
            chip->base += before;
        if (until_byte && chip->line.to_host.count > said)
            break;
    }
    avr_cycle_timer_cancel(avr, stop_here, chip);
    return avr->state < cpu_Done;
}

void chip_reset(struct chip *chip)
{
    avr_cycle_count_t before = chip->avr->cycle;
    avr_reset(chip->avr);
    if (chip->avr->cycle < before)
        chip->base += before;
}

void chip_poke(struct chip *chip, uint16_t address, uint8_t value)
{
    chip->avr->data[address] = value;
}

void chip_read_eeprom(struct chip *chip, uint8_t *out)
{
    avr_eeprom_desc_t content = { out, 0, CHIP_EEPROM_BYTES };
    avr_ioctl(chip->avr, AVR_IOCTL_EEPROM_GET, &content); /* says -1 though it copied (defect 15) */
}

void chip_counters(const struct chip *chip, struct chip_counters *out)
{
    *out = chip->counters;
    out->complaints = complaints;
    out->cpu_state = (uint32_t)chip->avr->state;
}
