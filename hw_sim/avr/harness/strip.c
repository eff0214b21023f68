/* The SPI's wire to the strip of lights. */
#include "parts.h"

static uint32_t byte_cycles(const struct chip *chip)
{
    static const uint32_t dividers[] = { 4, 16, 64, 128 };
    const avr_spi_t *spi = chip->strip.spi;
    avr_t *avr = chip->avr;
    uint32_t divider = dividers[avr->data[spi->r_spcr] & 3];
    return 8 * (avr->data[spi->r_spsr] & 1 ? divider / 2 : divider);
}

/* simavr 1.6 takes 100 us for every byte (defect 3): its timer is found by its owner and set anew. */
static void byte_written(avr_t *avr, avr_io_addr_t addr, uint8_t value, void *param)
{
    struct chip *chip = param;
    (void)addr, (void)value;
    for (avr_cycle_timer_slot_p slot = avr->cycle_timers.timer; slot; slot = slot->next) {
        if (slot->param == chip->strip.spi) {
            avr_cycle_timer_register(avr, byte_cycles(chip), slot->timer, slot->param);
            return;
        }
    }
}

static void byte_out(avr_irq_t *irq, uint32_t value, void *param)
{
    struct chip *chip = param;
    (void)irq;
    queue_put(&chip->strip.bytes, (uint8_t)value, chip_cycle(chip));
}

void strip_begin(struct chip *chip)
{
    chip->strip.spi = chip_module(chip, "spi", 0, 0);
    avr_register_io_write(chip->avr, chip->strip.spi->r_spdr, byte_written, chip);
    avr_irq_register_notify(avr_io_getirq(chip->avr, AVR_IOCTL_SPI_GETIRQ(0), SPI_IRQ_OUTPUT),
                            byte_out, chip);
}

size_t chip_take_strip(struct chip *chip, uint8_t *bytes, uint64_t *cycles, size_t room)
{
    return queue_take(&chip->strip.bytes, chip_cycle(chip), bytes, cycles, room);
}
