#include "buttons.h"

uint8_t buttons_sample(struct buttons *buttons, uint8_t levels)
{
    uint8_t before = buttons->down;
    for (uint8_t i = 0; i < BUTTONS; i++) {
        uint8_t bit = (uint8_t)(1 << i);
        uint8_t history = (uint8_t)(buttons->history[i] << 1 | (levels >> i & 1));
        buttons->history[i] = history;
        if (history == 0xFF)
            buttons->down |= bit;
        else if (history == 0)
            buttons->down &= (uint8_t)~bit;
    }
    return before ^ buttons->down;
}
