#include "uart.h"

#include <avr/interrupt.h>
#include <avr/io.h>
#include <util/atomic.h>

enum { RX_BYTES = 256, TX_BYTES = 512 }; /* 10 and 20 ms of the line */

static volatile uint8_t rx[RX_BYTES];
static volatile uint8_t rx_head, rx_tail; /* written by the interrupt; by the main loop */
static volatile uint8_t tx[TX_BYTES];
static volatile uint16_t tx_head, tx_tail; /* written by the main loop; by the interrupt */
static volatile uint16_t overruns;

ISR(USART0_RX_vect)
{
    bool lost = UCSR0A & _BV(DOR0);
    uint8_t byte = UDR0;
    uint8_t next = rx_head + 1;
    if (next == rx_tail) {
        lost = true;
    } else {
        rx[rx_head] = byte;
        rx_head = next;
    }
    if (lost)
        overruns++;
}

ISR(USART0_UDRE_vect)
{
    uint16_t tail = tx_tail;
    UDR0 = tx[tail];
    tail = (tail + 1) % TX_BYTES;
    tx_tail = tail;
    if (tail == tx_head)
        UCSR0B &= (uint8_t)~_BV(UDRIE0);
}

void uart_begin(void)
{
    UCSR0A = _BV(U2X0);
    UBRR0 = F_CPU / 8 / 250000 - 1;
    UCSR0C = _BV(UCSZ01) | _BV(UCSZ00);
    UCSR0B = _BV(RXEN0) | _BV(TXEN0) | _BV(RXCIE0);
}

bool uart_take(uint8_t *byte)
{
    uint8_t tail = rx_tail;
    if (tail == rx_head)
        return false;
    *byte = rx[tail];
    rx_tail = tail + 1;
    return true;
}

bool uart_has_bytes(void) { return rx_tail != rx_head; }

bool uart_send(const uint8_t *bytes, uint8_t count)
{
    uint16_t head = tx_head, tail;
    ATOMIC_BLOCK(ATOMIC_RESTORESTATE) { tail = tx_tail; }
    if ((uint16_t)(tail - head - 1) % TX_BYTES < count)
        return false;
    while (count--) {
        tx[head] = *bytes++;
        head = (head + 1) % TX_BYTES;
    }
    ATOMIC_BLOCK(ATOMIC_RESTORESTATE)
    {
        tx_head = head;
        UCSR0B |= _BV(UDRIE0);
    }
    return true;
}

uint16_t uart_overruns(void)
{
    uint16_t count;
    ATOMIC_BLOCK(ATOMIC_RESTORESTATE) { count = overruns; }
    return count;
}
