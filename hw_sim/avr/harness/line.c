/* UART 0 and the line to the host, a byte in its time. */
#include "parts.h"

DEFINE_FIFO(uint16_t, uart_fifo);

enum { UNREAD_MAX = 3 }; /* two in the receiver's buffer and one in its shift register */

/* Ten bits a byte, by whatever was written last. simavr 1.6 counts a parity bit (defect 4) and
   looks at U2X only when UBRRL is written (defect 5). */
static void pace(struct chip *chip)
{
    avr_t *avr = chip->avr;
    avr_uart_t *uart = chip->line.uart;
    uint32_t divisor = avr->data[uart->ubrrl.reg] | (avr->data[uart->ubrrh.reg] & 0x0Fu) << 8;
    uart->cycles_per_byte = 10 * (divisor + 1) * (avr_regbit_get(avr, uart->u2x) ? 8 : 16);
}

static void pace_written(avr_t *avr, avr_io_addr_t addr, uint8_t value, void *param)
{
    (void)avr, (void)addr, (void)value;
    pace(param);
}

/* simavr hands a byte out when it is written; its last bit leaves the chip later. */
static void byte_out(avr_irq_t *irq, uint32_t value, void *param)
{
    struct chip *chip = param;
    struct line *line = &chip->line;
    uint64_t now = chip_cycle(chip);
    (void)irq;
    line->out_free = (line->out_free > now ? line->out_free : now) + line->uart->cycles_per_byte;
    queue_put(&line->to_host, (uint8_t)value, line->out_free);
}

static void receive(struct chip *chip, uint8_t byte)
{
    avr_uart_t *uart = chip->line.uart;
    avr_t *avr = chip->avr;
    if (!avr_regbit_get(avr, uart->rxen))
        chip->counters.rx_deaf++;
    else if (uart_fifo_get_read_size(&uart->input) >= UNREAD_MAX)
        chip->counters.rx_overruns++; /* simavr's own buffer holds 64 (defect 7) */
    else
        avr_raise_irq(avr_io_getirq(avr, AVR_IOCTL_UART_GETIRQ('0'), UART_IRQ_INPUT), byte);
}

static avr_cycle_count_t pump(avr_t *avr, avr_cycle_count_t when, void *param)
{
    struct chip *chip = param;
    uint8_t byte;
    (void)avr;
    if (queue_take(&chip->line.to_chip, UINT64_MAX, &byte, NULL, 1))
        receive(chip, byte);
    return chip->line.to_chip.count ? when + chip->line.uart->cycles_per_byte : 0;
}

static void pump_begin(struct chip *chip)
{
    if (chip->line.to_chip.count && !avr_cycle_timer_status(chip->avr, pump, chip))
        avr_cycle_timer_register(chip->avr, 1, pump, chip);
}

void line_begin(struct chip *chip)
{
    avr_t *avr = chip->avr;
    uint32_t flags = 0; /* no usleep where the firmware polls (defect 6), no echo on stdout */
    avr_uart_t *uart = chip_module(chip, "uart", offsetof(avr_uart_t, name), '0');
    chip->line.uart = uart;
    avr_ioctl(avr, AVR_IOCTL_UART_SET_FLAGS('0'), &flags);
    avr_register_io_write(avr, uart->ubrrl.reg, pace_written, chip);
    avr_register_io_write(avr, uart->r_ucsra, pace_written, chip);
    avr_irq_register_notify(avr_io_getirq(avr, AVR_IOCTL_UART_GETIRQ('0'), UART_IRQ_OUTPUT),
                            byte_out, chip);
    pace(chip);
}

/* A reset drops all cycle timers (defect 10). */
void line_after_reset(struct chip *chip)
{
    pace(chip);
    pump_begin(chip);
}

void chip_send(struct chip *chip, const uint8_t *bytes, size_t count)
{
    while (count--)
        queue_put(&chip->line.to_chip, *bytes++, 0);
    pump_begin(chip);
}

size_t chip_unsent(const struct chip *chip) { return chip->line.to_chip.count; }

size_t chip_take_line(struct chip *chip, uint8_t *bytes, uint64_t *cycles, size_t room)
{
    return queue_take(&chip->line.to_host, chip_cycle(chip), bytes, cycles, room);
}
