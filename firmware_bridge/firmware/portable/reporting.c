#include "reporting.h"

#include <string.h>

#include "crc.h"

uint8_t first_cell_of(uint8_t group)
{
    if (group < POINT_GROUPS)
        return group * CELLS_PER_POINT;
    return POINT_GROUPS * CELLS_PER_POINT + (group - POINT_GROUPS) * CELLS_PER_BAR;
}

uint8_t cell_count_of(uint8_t group)
{
    return group < POINT_GROUPS ? CELLS_PER_POINT : CELLS_PER_BAR;
}

/* 0 to 255: a byte does, and is several times faster than an int here. */
static inline uint8_t distance(int8_t a, int8_t b)
{
    return a < b ? (uint8_t)b - (uint8_t)a : (uint8_t)a - (uint8_t)b;
}

/* Rounds halves up as (sum + 4) >> 3 does, for any count; scans without a reading are left out. */
static __attribute__((noinline)) int8_t mean_with_gaps(const struct cell *cell, uint8_t newest)
{
    int16_t sum = 0, count = 0;
    if (cell->ring[newest] == NO_READING)
        return NO_READING;
    for (uint8_t i = 0; i < MEAN_SCANS; i++) {
        if (cell->ring[i] != NO_READING) {
            sum += cell->ring[i];
            count++;
        }
    }
    int16_t doubled = 2 * sum + count, divisor = 2 * count;
    int16_t quotient = doubled / divisor;
    if (doubled % divisor < 0)
        quotient--;
    return (int8_t)quotient;
}

/* is_whole: no scan of the ring lacks a reading. */
static inline int8_t mean_of(const struct cell *cell, bool is_whole, uint8_t newest)
{
    if (is_whole)
        return (int8_t)((cell->sum + 4) >> 3); /* gcc keeps the sign */
    return mean_with_gaps(cell, newest);
}

/* The least t with t >= SPREADS * sqrt(squares / (2 * block)) / sqrt(MEAN_SCANS), at least DRIFT,
   below JUMP; as what it is beyond DRIFT. */
static uint8_t noise_of(uint32_t squares)
{
    uint8_t threshold = DRIFT;
    uint32_t scaled = squares * (SPREADS * SPREADS / 4);
    while (threshold < JUMP - 1
           && (uint32_t)(2 * SPREAD_BLOCK_SCANS * MEAN_SCANS / 4) * threshold * threshold < scaled)
        threshold++;
    return threshold - DRIFT;
}

static void end_block(struct reporting *rule, uint8_t group)
{
    struct cell *cell = rule->cells + first_cell_of(group);
    for (uint8_t left = cell_count_of(group); left; left--, cell++) {
        if (!rule->jumped[group])
            cell->noise = noise_of(cell->squares);
        cell->squares = 0;
    }
    rule->jumped[group] = false;
}

static void keep(struct reporting *rule, uint8_t group, const int8_t *readings)
{
    struct cell *cell = rule->cells + first_cell_of(group);
    uint8_t at = rule->at, before = rule->newest[group];
    bool measures = rule->has_reported, whole = true;
    for (uint8_t left = cell_count_of(group); left; left--, cell++) {
        int8_t reading = *readings++;
        if (measures) {
            uint16_t step = distance(reading, cell->ring[before]);
            cell->squares += (uint16_t)(step * step); /* 65025 at most */
        }
        cell->sum += reading - cell->ring[at];
        cell->ring[at] = reading;
        whole = whole && reading != NO_READING;
    }
    rule->newest[group] = at;
    if (measures && rule->block_scans == SPREAD_BLOCK_SCANS)
        end_block(rule, group);
    if (!whole)
        rule->whole_scans[group] = 0;
    else if (rule->whole_scans[group] < MEAN_SCANS)
        rule->whole_scans[group]++;
}

static bool may_report(struct pace *pace, uint32_t now_ms)
{
    if (pace->busy && now_ms - pace->stirred_ms >= STILL_MS) {
        pace->busy = false;
        pace->count = 0;
    }
    pace->stirred_ms = now_ms;
    return !pace->busy || now_ms - pace->reported_ms >= BUSY_INTERVAL_MS;
}

static void count_report(struct pace *pace, uint32_t now_ms)
{
    if (pace->count == 0 || now_ms - pace->window_ms >= BUSY_WINDOW_MS) {
        pace->window_ms = now_ms;
        pace->count = 0;
    }
    if (pace->count < BUSY_REPORTS)
        pace->count++;
    pace->reported_ms = now_ms;
    pace->busy = pace->busy || pace->count >= BUSY_REPORTS;
}

static inline bool is_jump(int8_t reading, int8_t reported)
{
    if (reading == NO_READING || reported == NO_READING)
        return reading != reported;
    return distance(reading, reported) >= JUMP;
}

/* The group's means into `values`; whether a cell jumped, drifted. */
static void compare(const struct reporting *rule, uint8_t group, const int8_t *readings,
                    int8_t *values, bool *jump, bool *drift)
{
    const struct cell *cell = rule->cells + first_cell_of(group);
    bool is_whole = rule->whole_scans[group] == MEAN_SCANS;
    *jump = *drift = false;
    for (uint8_t left = cell_count_of(group); left; left--, cell++) {
        int8_t mean = mean_of(cell, is_whole, rule->at);
        *values++ = mean;
        if (is_jump(*readings++, cell->reported))
            *jump = true;
        if (distance(mean, cell->reported) >= (uint8_t)(DRIFT + cell->noise))
            *drift = true;
    }
}

/* What is reported is from now on the value last reported. After a jump all kept scans of the
   group's cells become this one, or each of the next seven would look like a drift. */
static void take_as_reported(struct reporting *rule, uint8_t group, const int8_t *values, bool jump)
{
    struct cell *cell = rule->cells + first_cell_of(group);
    for (uint8_t left = cell_count_of(group); left; left--, cell++) {
        cell->reported = *values++;
        if (jump) {
            memset(cell->ring, cell->reported, MEAN_SCANS);
            cell->sum = cell->reported * MEAN_SCANS;
        }
    }
    rule->jumped[group] = rule->jumped[group] || jump;
}

void reporting_begin_scan(struct reporting *rule)
{
    if (rule->has_reported)
        rule->block_scans++;
}

bool reporting_take_group(struct reporting *rule, uint8_t group, const int8_t *readings,
                          uint32_t now_ms, bool has_room, struct group_report *report)
{
    bool jump, drift;
    keep(rule, group, readings);
    if (!rule->has_reported)
        return false;
    report->values[CELLS_PER_POINT - 1] = NO_READING; /* of a bar half */
    compare(rule, group, readings, report->values, &jump, &drift);
    if (!jump && !drift)
        return false;
    if (!may_report(&rule->paces[group], now_ms) || !has_room)
        return false;
    count_report(&rule->paces[group], now_ms);
    report->busy = rule->paces[group].busy;
    if (jump)
        memcpy(report->values, readings, cell_count_of(group));
    take_as_reported(rule, group, report->values, jump);
    return true;
}

void reporting_end_scan(struct reporting *rule)
{
    rule->at = (rule->at + 1) % MEAN_SCANS;
    if (rule->kept < MEAN_SCANS)
        rule->kept++;
    if (rule->block_scans == SPREAD_BLOCK_SCANS)
        rule->block_scans = 0;
}

void reporting_snapshot(struct reporting *rule, uint8_t *means)
{
    struct cell *cell = rule->cells;
    for (uint8_t group = 0; group < GROUPS; group++) {
        bool is_whole = rule->whole_scans[group] == MEAN_SCANS;
        for (uint8_t left = cell_count_of(group); left; left--, cell++) {
            cell->reported = mean_of(cell, is_whole, rule->newest[group]);
            *means++ = (uint8_t)cell->reported;
        }
    }
    rule->has_reported = true;
}

uint16_t reporting_hash(const struct reporting *rule)
{
    uint16_t crc = CRC_START;
    for (uint8_t cell = 0; cell < CELLS; cell++)
        crc = crc16_byte(crc, (uint8_t)rule->cells[cell].reported);
    return crc;
}

void reporting_forget_reported(struct reporting *rule)
{
    rule->has_reported = false;
    for (uint8_t cell = 0; cell < CELLS; cell++)
        rule->cells[cell].reported = NO_READING;
}
