"""What a device thinks worth reporting: the rule of PROTOCOL.md section 6, on whole scans.

Pure: scans and times in, reports out. All arrays are int16 of shape (128,), -128 = no reading.
The firmware computes the same with integers; nothing here needs more than it can do.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from firmware_bridge.codec import NO_READING
from firmware_bridge.conduct import (
    BUSY_INTERVAL_MS,
    BUSY_REPORTS,
    BUSY_WINDOW_MS,
    DRIFT,
    JUMP,
    MEAN_SCANS,
    SPREAD_BLOCK_SCANS,
    SPREADS,
    STILL_MS,
)
from firmware_bridge.layout import CELLS, GROUPS, cells_of, group_of

Readings = NDArray[np.int16]

_NOISY = np.arange(DRIFT, JUMP)  # what a slow threshold can be
_NOISIEST_SQUARES = 2 * SPREAD_BLOCK_SCANS * MEAN_SCANS * _NOISY**2 // SPREADS**2
_GROUP_CELLS = tuple(slice(cells_of(g).start, cells_of(g).stop) for g in range(GROUPS))
_GROUP_OF = tuple(group_of(cell) for cell in range(CELLS))


@dataclass(frozen=True, slots=True)
class GroupReport:
    """All cells of one group, about to become the values last reported."""

    group: int
    values: Readings
    busy: bool


@dataclass(slots=True)
class _Pace:
    """How often one group was reported of late."""

    window_ms: int = 0
    count: int = 0
    busy: bool = False
    reported_ms: int = 0
    stirred_ms: int = 0

    def may_report(self, now_ms: int) -> bool:
        """A group that has something to report stirs; a busy one must wait its turn."""
        if self.busy and now_ms - self.stirred_ms >= STILL_MS:
            self.busy = False
            self.count = 0
        self.stirred_ms = now_ms
        return not self.busy or now_ms - self.reported_ms >= BUSY_INTERVAL_MS

    def report(self, now_ms: int) -> None:
        if self.count == 0 or now_ms - self.window_ms >= BUSY_WINDOW_MS:
            self.window_ms = now_ms
            self.count = 0
        self.count += 1
        self.reported_ms = now_ms
        self.busy = self.busy or self.count >= BUSY_REPORTS


class ReportingRule:
    """Keeps the last eight scans and the values last reported; says what to report."""

    def __init__(self) -> None:
        self.quiet_scans = 0  # since anything was worth a report, or the owner knew of a change
        self._ring = np.zeros((MEAN_SCANS, CELLS), np.int16)
        self._sums = np.zeros(CELLS, np.int16)  # of the ring: at most 8 x 128
        self._at = 0
        self._kept = 0
        self._whole_scans = 0  # scans since a cell had no reading
        self._reported: Readings | None = None  # None: nothing yet in this session
        self._reported_whole = True
        self._thresholds = np.full(CELLS, DRIFT, np.int16)
        self._squares = np.zeros(CELLS, np.int32)  # of steps from scan to scan, in this block
        self._jumped = np.zeros(CELLS, np.bool_)  # in this block: not at rest
        self._block_scans = 0
        self._paces = tuple(_Pace() for _ in range(GROUPS))

    @property
    def reported(self) -> Readings | None:
        """The values last reported; None before the first snapshot of a session."""
        return self._reported

    @property
    def has_means(self) -> bool:
        """Eight scans were taken; before that there is nothing to say."""
        return self._kept == MEAN_SCANS

    @property
    def thresholds(self) -> Readings:
        """The slow threshold of each cell: DRIFT, or more where the cell is noisier."""
        return self._thresholds

    def forget_reported(self) -> None:
        """A session begins: nothing is reported before its first snapshot."""
        self._reported = None

    def snapshot(self) -> Readings:
        """The rounded means; from now on they are the values last reported."""
        self._reported = self.means()
        self._reported_whole = bool(self._reported.min() > NO_READING)
        return self._reported

    def means(self) -> Readings:
        """Rounded means of the last eight scans; -128 where the newest has no reading."""
        if self._whole_scans >= MEAN_SCANS:
            return (self._sums + 4) >> 3
        valid = self._ring != NO_READING
        counts = np.maximum(valid.sum(axis=0), 1)
        sums = np.where(valid, self._ring, 0).sum(axis=0)
        means = (2 * sums + counts) // (2 * counts)
        return np.where(valid[self._at - 1], means, NO_READING).astype(np.int16)

    def scan(self, readings: Readings, now_ms: int, room: int) -> list[GroupReport]:
        """The groups to report after this scan, at most `room`; they count as reported.

        A group that finds no room still differs from what was reported: the next scan tells.
        """
        self._keep(readings)
        self.quiet_scans += 1
        if self._reported is None:
            return []
        reports: list[GroupReport] = []
        for group, values, is_jump in self._stirred(readings, self._reported):
            self.quiet_scans = 0
            pace = self._paces[group]
            if not pace.may_report(now_ms) or len(reports) >= room:
                continue
            pace.report(now_ms)
            reports.append(GroupReport(group, values, pace.busy))
            self._take_as_reported(group, values, restart=is_jump)
        return reports

    def _keep(self, readings: Readings) -> None:
        self._kept = min(self._kept + 1, MEAN_SCANS)
        if self._reported is not None:
            self._measure_spread(readings)
        self._sums += readings - self._ring[self._at]
        self._ring[self._at] = readings
        self._at = (self._at + 1) % MEAN_SCANS
        self._whole_scans = self._whole_scans + 1 if readings.min() > NO_READING else 0

    def _stirred(
        self, readings: Readings, reported: Readings
    ) -> Iterator[tuple[int, Readings, bool]]:
        """Group, values to report, and whether a cell jumped (or lost or found its reading)."""
        means = self.means()
        jumps = np.abs(readings - reported) >= JUMP
        drifts = np.abs(means - reported) >= self._thresholds
        if self._whole_scans < MEAN_SCANS or not self._reported_whole:
            lost = readings == NO_READING
            unlike = lost != (reported == NO_READING)
            jumps = np.where(lost, unlike, jumps | unlike)
        stirred = np.flatnonzero(jumps | drifts)
        if not stirred.size:
            return
        for group in sorted({_GROUP_OF[cell] for cell in stirred}):
            cells = _GROUP_CELLS[group]
            is_jump = bool(jumps[cells].any())
            yield group, (readings if is_jump else means)[cells].copy(), is_jump

    def _take_as_reported(self, group: int, values: Readings, *, restart: bool) -> None:
        """After a jump the means begin anew, or each of the next seven would look like a drift."""
        cells = _GROUP_CELLS[group]
        assert self._reported is not None
        self._reported[cells] = values
        if values.min() == NO_READING:
            self._reported_whole = False
        if restart:
            self._ring[:, cells] = values
            self._sums[cells] = values * MEAN_SCANS
            self._jumped[cells] = True

    def _measure_spread(self, readings: Readings) -> None:
        """Spread at rest from steps between scans: their mean square is twice its square."""
        steps = (readings - self._ring[self._at - 1]).astype(np.int32)
        self._squares += steps * steps
        self._block_scans += 1
        if self._block_scans < SPREAD_BLOCK_SCANS:
            return
        # the least t with t >= SPREADS * sqrt(squares / (2 * block)) / sqrt(MEAN_SCANS)
        raised = DRIFT + np.searchsorted(_NOISIEST_SQUARES, self._squares)
        bounded = np.minimum(raised, JUMP - 1).astype(np.int16)
        self._thresholds = np.where(self._jumped, self._thresholds, bounded)
        self._squares[:] = 0
        self._jumped[:] = False
        self._block_scans = 0
