/* Multiplexers, their settling, and the ADC's sample-and-hold. */
#include <math.h>
#include <string.h>

#include "parts.h"

#define STEPS 1024
#define HALF_STEP_MV (AREF_MV / (2.0f * STEPS))

static uint8_t select_lines(const struct chip *chip) { return chip_port(chip, 'A') & 0x0F; }

/* An output goes from where it was to the selected cell's level through some ohms and nanofarads. */
static float output_mv(const struct analog *analog, uint8_t multiplexer, uint64_t cycle)
{
    float level = analog->levels_mv[multiplexer][analog->select];
    float away = analog->from_mv[multiplexer] - level;
    return level + away * expf(-(float)(cycle - analog->select_cycle) / analog->tau_cycles);
}

static void select_changed(avr_irq_t *irq, uint32_t value, void *param)
{
    struct chip *chip = param;
    struct analog *analog = &chip->analog;
    (void)irq;
    if ((value & 0x0F) == analog->select)
        return;
    for (uint8_t i = 0; i < CHIP_MULTIPLEXERS; i++)
        analog->from_mv[i] = output_mv(analog, i, chip_cycle(chip));
    analog->select = value & 0x0F;
    analog->select_cycle = chip_cycle(chip);
}

/* The sample is taken 1.5 ADC clocks after the start; simavr 1.6 takes it when ADCL is read, from
   the channel that ADMUX names then (defect 2). */
static avr_cycle_count_t hold(avr_t *avr, avr_cycle_count_t when, void *param)
{
    struct chip *chip = param;
    struct analog *analog = &chip->analog;
    float level = analog->levels_mv[analog->multiplexer][analog->select];
    float sample = output_mv(analog, analog->multiplexer, chip_cycle(chip));
    int step = (int)floorf(sample * STEPS / AREF_MV);
    (void)avr;
    (void)when;
    step = step < 0 ? 0 : step >= STEPS ? STEPS - 1 : step;
    analog->latched = (uint16_t)((step * AREF_MV + STEPS - 2) / (STEPS - 1)); /* simavr scales by 1023 */
    chip->counters.conversions++;
    if (fabsf(sample - level) >= HALF_STEP_MV)
        chip->counters.unsettled++;
    return 0;
}

static void conversion_starts(avr_irq_t *irq, uint32_t value, void *param)
{
    struct chip *chip = param;
    union {
        uint32_t value;
        avr_adc_mux_t mux;
    } trigger = { .value = value };
    uint32_t prescaler = chip->avr->data[chip->analog.adc->r_adcsra] & 7;
    (void)irq;
    chip->analog.multiplexer = trigger.mux.src % CHIP_MULTIPLEXERS;
    avr_cycle_timer_register(chip->avr, (3u << (prescaler ? prescaler : 1)) / 2, hold, chip);
}

/* The conversion is over: whatever ADMUX says by now, this was sampled. */
static void conversion_ends(avr_irq_t *irq, uint32_t value, void *param)
{
    struct chip *chip = param;
    (void)irq;
    if (!value)
        return;
    for (uint8_t i = 0; i < 8; i++)
        chip->analog.adc->adc_values[i] = chip->analog.latched;
}

void analog_begin(struct chip *chip, uint32_t tau_ns)
{
    avr_t *avr = chip->avr;
    struct analog *analog = &chip->analog;
    analog->adc = chip_module(chip, "adc", 0, 0);
    analog->tau_cycles = tau_ns * (FREQUENCY / 1e9f);
    analog->select = select_lines(chip);
    avr_irq_register_notify(avr_io_getirq(avr, AVR_IOCTL_IOPORT_GETIRQ('A'), IOPORT_IRQ_REG_PORT),
                            select_changed, chip);
    avr_irq_register_notify(avr_io_getirq(avr, AVR_IOCTL_ADC_GETIRQ, ADC_IRQ_OUT_TRIGGER),
                            conversion_starts, chip);
    avr_irq_register_notify(&analog->adc->adc.irq[AVR_INT_IRQ_PENDING], conversion_ends, chip);
}

void chip_set_levels(struct chip *chip, const float *levels_mv)
{
    struct analog *analog = &chip->analog;
    memcpy(analog->levels_mv, levels_mv, sizeof analog->levels_mv);
    if (chip_cycle(chip) == 0) /* the sensors had their power before the chip ran */
        for (uint8_t i = 0; i < CHIP_MULTIPLEXERS; i++)
            analog->from_mv[i] = analog->levels_mv[i][analog->select];
}
