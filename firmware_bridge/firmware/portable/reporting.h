/* What is worth reporting: the rule of PROTOCOL.md section 6, a group at a time. */
#ifndef REPORTING_H
#define REPORTING_H

#include <stdbool.h>
#include <stdint.h>

#include "wire.h"

/* How often one group was reported of late. */
struct pace {
    uint32_t window_ms, reported_ms, stirred_ms;
    uint8_t count;
    bool busy;
};

/* One cell. Its members lie close to its beginning, where an AVR reaches them in one step. */
struct cell {
    int8_t ring[MEAN_SCANS]; /* the last scans */
    uint32_t squares;        /* of steps from scan to scan, in this block */
    int16_t sum;             /* of the ring, "no reading" included */
    int8_t reported;         /* the value last reported */
    uint8_t noise;           /* its slow threshold, beyond DRIFT */
};

/* Zeroed, it is new. */
struct reporting {
    struct cell cells[CELLS];
    uint8_t whole_scans[GROUPS]; /* since one of its cells had no reading; MEAN_SCANS at most */
    uint8_t newest[GROUPS];      /* where in the rings the newest scan is */
    bool jumped[GROUPS];         /* in this block: not at rest */
    struct pace paces[GROUPS];
    uint8_t at; /* where in the rings this scan goes */
    uint8_t kept;
    uint8_t block_scans;
    bool has_reported; /* a snapshot was sent in this session */
};

/* A group to report: its values, "no reading" where a bar half has no fifth cell. */
struct group_report {
    int8_t values[CELLS_PER_POINT];
    bool busy;
};

uint8_t first_cell_of(uint8_t group);
uint8_t cell_count_of(uint8_t group);

/* One scan: begin, then each group once in any order, then end. */
void reporting_begin_scan(struct reporting *rule);
bool reporting_take_group(struct reporting *rule, uint8_t group, const int8_t *readings,
                          uint32_t now_ms, bool has_room, struct group_report *report);
void reporting_end_scan(struct reporting *rule);

/* Eight scans were taken; before that there is nothing to say. */
static inline bool reporting_has_means(const struct reporting *rule)
{
    return rule->kept == MEAN_SCANS;
}

/* Writes the rounded means of all cells; they become the values last reported. */
void reporting_snapshot(struct reporting *rule, uint8_t *means);

/* The CRC over the values last reported. */
uint16_t reporting_hash(const struct reporting *rule);

/* A session begins: nothing is reported before its first snapshot. */
void reporting_forget_reported(struct reporting *rule);

#endif
