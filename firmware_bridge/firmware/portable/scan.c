#include "scan.h"

#include "reporting.h"

static const uint8_t order[GROUPS] = GROUP_ORDER;
static const uint8_t done_at[GROUPS] = GROUP_DONE_AT;
static const uint8_t sample_of[CELLS] = SAMPLE_OF;

void scan_begin(struct scan *scan)
{
    scan->step = 0;
    scan->multiplexer = 0;
}

/* In half steps of the ADC, since a value stands for the middle of its step. */
int8_t reading_of(uint16_t sample)
{
    if (sample < ADC_RAIL || sample > ADC_TOP - ADC_RAIL)
        return NO_READING;
    int16_t halves = (int16_t)(2 * sample) - ADC_TOP;
    bool is_negative = LIGHT_LOWERS ? halves > 0 : halves < 0;
    if (halves < 0)
        halves = -halves;
    int16_t units = MAX_READING;
    if (halves < ADC_STOP_HALVES) /* else beyond the scale, and 16 bits would not do */
        units = (halves * READING_SCALE_256 + 128) / 256;
    return (int8_t)(is_negative ? -units : units);
}

void scan_readings(const struct scan *scan, uint8_t group, int8_t *readings)
{
    uint8_t first = first_cell_of(group), count = cell_count_of(group);
    for (uint8_t i = 0; i < count; i++) {
        uint8_t at = sample_of[first + i];
        bool is_fitted = at % MULTIPLEXERS < scan->multiplexers;
        readings[i] = is_fitted ? reading_of(scan->samples[at]) : NO_READING;
    }
}

uint8_t scan_group(uint8_t index) { return order[index]; }

bool scan_has_group(const struct scan *scan, uint8_t group) { return scan->step > done_at[group]; }
