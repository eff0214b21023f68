/* Contacts on input pins, which no write to a port and no reset may change. */
#include "parts.h"

static avr_ioport_t *port_of(const struct chip *chip, char port)
{
    return chip_module((struct chip *)chip, "port", offsetof(avr_ioport_t, name), port);
}

static void apply(struct chip *chip, char port)
{
    uint8_t mask = chip->pins.mask[port - 'A'], value = chip->pins.value[port - 'A'];
    avr_ioport_external_t external = { .name = port, .mask = mask, .value = value };
    avr_ioport_t *module = port_of(chip, port);
    /* or any write to the port raises pulled-up inputs to 1 (defect 8) */
    avr_ioctl(chip->avr, AVR_IOCTL_IOPORT_SET_EXTERNAL(port), &external);
    for (uint8_t bit = 0; bit < 8; bit++)
        if (mask >> bit & 1)
            avr_raise_irq(module->io.irq + bit, value >> bit & 1);
    /* or a reset leaves 0 there, which a raise to the old value does not mend (defect 9) */
    chip->avr->data[module->r_pin] = (uint8_t)((chip->avr->data[module->r_pin] & ~mask) | value);
}

void pins_after_reset(struct chip *chip)
{
    for (char port = 'A'; port <= 'L'; port++)
        if (chip->pins.mask[port - 'A'])
            apply(chip, port);
}

void chip_set_pin(struct chip *chip, char port, uint8_t bit, bool level)
{
    uint8_t *mask = &chip->pins.mask[port - 'A'], *value = &chip->pins.value[port - 'A'];
    *mask |= (uint8_t)(1u << bit);
    *value = (uint8_t)((*value & ~(1u << bit)) | (unsigned)level << bit);
    apply(chip, port);
}

uint8_t chip_port(const struct chip *chip, char port)
{
    return chip->avr->data[port_of(chip, port)->r_port];
}
