"""What is wrong with a table that is left alone for a while: findings and each cell's margin.

Looked at is the board set up, or empty; of any other board only what cells say by themselves can
be told. Everything comes from means of eight scans, taken several times a second.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from controller.rules.position import SLOTS, START, Side
from controller.sensing.findings import Finding, Kind, ranked
from controller.sensing.geometry import (
    UNIT,
    Floats,
    Grid,
    bleed,
    room_of,
)
from controller.sensing.settings import Calibration, CellLayout
from controller.sensing.stray import cell_places, cone
from controller.sensing.strengths import fit_slot, is_strange
from controller.sensing.wiring import PLUG_WIRES

Series = npt.NDArray[np.float64]
Contents = tuple[int, ...]
EMPTY: Contents = (0,) * SLOTS
BOARDS = {"start": START.slots, "empty": EMPTY}

JUMP_UNITS = 12  # a mean that goes up and down by so much, not once but often, flickers
JUMPS = 4
MEAN_MS = 800  # scans of a table at rest are 100 ms apart: means so far apart are independent
SILENT_MEANS = 80  # so many equal ones: a living cell does that once in 10^6 times
SURPRISE = 5.0  # units: a cell that never stirs and reads so far from what it should
SURPRISE_ANYWAY = 30.0  # the same of a cell whose rest nobody knows
OFF_REST = 8.0  # units off its rest: more than a cell drifts by itself in a day
CREEP_UNITS = 1.0  # in one watch, against all others
CREEP_MS = 45_000  # a shorter one has too few readings to tell
_CAP = 40.0  # units: what one cell may say for or against a board or a wiring
_SWAP_GAIN = 500.0
_LYING_LEFT = 0.35  # of what exchanged plugs explain
_STRAY_UNITS, _STRAY_CELLS, _STRAY_SHARE = 7.0, 8, 0.75
_BOARD_FITS = 12.0  # units, root mean square: else what lies there is not known


@dataclass(frozen=True, slots=True)
class Cell:
    """reads: units over rest; noise: spread of its means; margin: from 1 (as clear as can be) to
    0 (as near to half a checker as to what it should read) and below; None where not read."""

    reads: float | None
    noise: float | None
    margin: float | None


@dataclass(frozen=True, slots=True)
class Checkup:
    """board: "start" or "empty", "unknown" for any other. moved: something moved meanwhile.
    doubts: checkers that may be weak, or only stand off their cells."""

    board: str
    findings: tuple[Finding, ...]
    cells: tuple[Cell, ...]
    moved: bool = False
    doubts: tuple[Finding, ...] = ()


def check_up(
    times_ms: Sequence[int],
    means: Sequence[Sequence[int | None]],
    calibration: Calibration,
    layout: CellLayout,
    *,
    calibrated: bool = True,
) -> Checkup:
    """What a watch shows. calibrated False: nobody knows the cells' rests and gains, so what rests
    on them is left out. Raises ValueError where there are no means to judge.
    """
    if len(means) < 2 * JUMPS:
        raise ValueError("too few readings came to judge the table by")
    return _Look(times_ms, means, calibration, layout, calibrated=calibrated).checkup()


class _Look:
    """One watch; arrays are by cell."""

    def __init__(
        self,
        times_ms: Sequence[int],
        means: Sequence[Sequence[int | None]],
        calibration: Calibration,
        layout: CellLayout,
        *,
        calibrated: bool,
    ) -> None:
        self._calibrated = calibrated
        own = [layout.only_present(calibration.by_cell(m)) for m in means]
        self._raw = np.array([[np.nan if v is None else float(v) for v in row] for row in own])
        self._clock = np.asarray(times_ms, dtype=np.float64)
        self._layout = layout
        self._grid = layout.grid
        self._there = np.asarray(layout.present)
        self._cells_there = [int(cell) for cell in np.flatnonzero(self._there)]
        self._offsets = np.asarray(calibration.offsets)
        self._gains = np.asarray(calibration.gains)
        self._dead = calibration.dead
        self._model = layout.model(calibration.magnet)
        self._surprise = SURPRISE if calibrated else SURPRISE_ANYWAY
        self._findings: list[Finding] = []
        self._doubts: list[Finding] = []
        self._bad: set[int] = set()  # cells that weigh nothing any more

    def checkup(self) -> Checkup:
        if self._layout.signed and self._calibrated:
            self._undo_swaps()
        moved = self._restless()
        values = self._values()
        board = self._board(values)
        contents = BOARDS.get(board)
        self._lifeless(values, contents)
        if contents is not None and self._layout.signed:
            if self._calibrated:
                values = self._without_stray(values, contents)
            self._drifting(values, contents)
            self._checkers(values, contents)
        return Checkup(
            board, ranked(self._findings), self._cells(values, contents), moved, tuple(self._doubts)
        )

    # --- plugs ------------------------------------------------------------------------------------

    def _undo_swaps(self) -> None:
        """Find plugs in each other's place, and read on as if they were not."""
        plugs = self._grid.cells // PLUG_WIRES
        for _ in range(plugs):
            now, _ = self._misfit(self._order(None))
            tried = []
            for pair in itertools.combinations(range(plugs), 2):
                cost, _ = self._misfit(self._order(pair))
                tried.append((cost, pair))
            best, pair = min(tried)
            if now - best < _SWAP_GAIN or best > now * (1 - (1 - _LYING_LEFT) / 2):
                return
            self._raw = self._raw[:, self._order(pair)]
            self._findings.append(Finding(Kind.SWAPPED, plugs=pair, weight=now - best))

    def _order(self, pair: tuple[int, int] | None) -> npt.NDArray[np.intp]:
        order = np.arange(self._grid.cells)
        if pair is not None:
            rows = order.reshape(-1, PLUG_WIRES).copy()
            rows[list(pair)] = rows[list(pair)[::-1]]
            order = rows.ravel()
        return order

    def _misfit(self, order: npt.NDArray[np.intp]) -> tuple[float, str]:
        """How badly the nearest known board explains the cells read in this order."""
        middle = np.nanmedian(np.nan_to_num(self._raw[:, order]), axis=0)
        values = np.where(self._there, (middle - self._offsets) / self._gains, 0.0)
        costs = []
        for name, contents in BOARDS.items():
            apart = np.minimum(np.abs(values - _expected(contents, self._grid)), _CAP)
            costs.append((float((apart**2).sum()), name))
        return min(costs)

    # --- cells by themselves ------------------------------------------------------------------

    def _restless(self) -> bool:
        """Cells that jump or give no reading; whether others moved."""
        moved = False
        for cell in self._cells_there:
            series = self._raw[:, cell]
            read = np.isfinite(series)
            if not read.any():
                self._take(Finding(Kind.SILENT, cell, weight=1.0))
                continue
            if not read.all():
                lost = 1 - float(read.mean())
                self._findings.append(Finding(Kind.DROPOUT, cell, value=lost, weight=lost))
            jumps = _jumps(series[read])
            if jumps >= JUMPS:
                self._take(Finding(Kind.FLICKER, cell, value=float(jumps), weight=float(jumps)))
            elif np.ptp(series[read]) > JUMP_UNITS:
                moved = True
        return moved

    def _lifeless(self, values: Floats, contents: Contents | None) -> None:
        """Cells that never stirred, for too long or far from what they should read."""
        span_ms = float(self._clock[-1] - self._clock[0])
        long_enough = min(span_ms / MEAN_MS, len(self._raw)) >= SILENT_MEANS
        expected = None if contents is None else _expected(contents, self._grid)
        for cell in self._cells_there:
            series = self._raw[:, cell]
            series = series[np.isfinite(series)]
            if cell in self._bad or np.ptp(series) > 0:
                continue
            known = cell in self._dead
            # beside a checker a cell may read anything up to a whole one
            apart = 0.0
            if expected is not None and not self._is_occupied(cell, contents):
                apart = abs(float(values[cell]))
            elif expected is not None and expected[cell]:
                apart = max(0.0, abs(float(values[cell]) - float(expected[cell])) - UNIT / 2)
            surprise = apart >= self._surprise and self._layout.signed
            if long_enough or surprise or known:
                if not self._layout.signed and not known:
                    continue  # on or off: a living one does not stir either
                kind = Kind.STUCK if series[0] else Kind.DEAD
                weight = apart + (SILENT_MEANS if long_enough else 0.0)
                self._take(Finding(kind, cell, value=float(series[0]), weight=weight))

    def _drifting(self, values: Floats, contents: Contents) -> None:
        """Cells that move by themselves, or stand off their rest."""
        third = max(len(self._raw) // 3, 1)
        creep = _middle(self._raw[-third:]) - _middle(self._raw[:third])
        creep -= np.nanmedian(creep)
        if self._clock[-1] - self._clock[0] < CREEP_MS:
            creep[:] = 0.0
        hours = (self._clock[-1] - self._clock[0]) * (2 / 3) / 3_600_000
        for cell in self._cells_there:
            if cell in self._bad:
                continue
            off = 0.0 if self._is_occupied(cell, contents) else float(values[cell])
            if abs(off) >= UNIT / 3:
                continue  # something lies there
            if abs(creep[cell]) >= CREEP_UNITS:
                rate = float(creep[cell]) / hours
                self._take(Finding(Kind.DRIFT, cell, value=rate, weight=abs(rate)))
            elif abs(off) >= OFF_REST and self._calibrated:
                self._take(Finding(Kind.DRIFT, cell, value=off, weight=abs(off)))

    def _take(self, finding: Finding) -> None:
        self._findings.append(finding)
        if finding.cell is not None:
            self._bad.add(finding.cell)

    # --- the board ------------------------------------------------------------------------------

    def _values(self) -> Floats:
        """Calibrated means, free of common drift and of neighbours' tails."""
        middle = _middle(self._raw)
        values = np.where(np.isnan(middle), 0.0, (middle - self._offsets) / self._gains)
        values[[*self._bad]] = 0.0
        if not self._layout.signed:
            return values.astype(np.float32)
        quiet = values[self._there & (np.abs(values) < UNIT / 3)]
        values -= float(np.median(quiet)) if len(quiet) else 0.0
        lying = np.where(np.abs(values) > UNIT / 3, values, 0.0)
        return np.where(self._there, values - bleed(self._grid) @ lying, 0.0).astype(np.float32)

    def _board(self, values: Floats) -> str:
        """Which board lies there, if it is a known one."""
        fits = []
        usable = self._there.copy()
        usable[[*self._bad]] = False
        for name, contents in BOARDS.items():
            expected = _expected(contents, self._grid)
            if not self._layout.signed:
                expected = np.abs(expected)
            apart = np.minimum(np.abs(values - expected), _CAP)[usable]
            fits.append((float(np.sqrt(np.mean(apart**2))), name))
        rms, name = min(fits)
        return name if rms <= _BOARD_FITS else "unknown"

    def _is_occupied(self, cell: int, contents: Contents | None) -> bool:
        return contents is not None and contents[self._grid.slot_of_cell(cell)] != 0

    def _without_stray(self, values: Floats, contents: Contents) -> Floats:
        """The same without a magnet that is no checker, if one lies there."""
        free = [
            cell
            for cell in self._cells_there
            if cell not in self._bad and not self._is_occupied(cell, contents)
        ]
        place = cell_places(self._grid)
        seen = values[free].astype(np.float64)
        tried = []
        for cell in self._cells_there:
            near = cone(place, place[cell])[free]
            reached = near > 0
            if int(reached.sum()) < _STRAY_CELLS:
                continue
            units = float(near @ seen / (near @ near))
            left = float(((seen - units * near)[reached] ** 2).sum())
            before = float((seen[reached] ** 2).sum())
            tried.append((before - left, units, left, before, cell))
        if not tried:
            return values
        gain, units, left, before, cell = max(tried)
        if abs(units) < _STRAY_UNITS or left > (1 - _STRAY_SHARE) * before:
            return values
        slot = self._grid.slot_of_cell(cell)
        self._findings.append(Finding(Kind.STRAY, slot=slot, value=units, weight=gain))
        return (values - units * cone(place, place[cell])).astype(np.float32)

    def _checkers(self, values: Floats, contents: Contents) -> None:
        """Weak checkers, and those upside down."""
        for slot, count in enumerate(contents):
            if not 0 < abs(count) <= room_of(slot):
                continue
            side = Side.LIGHT if count > 0 else Side.DARK
            cells = self._grid.span(slot)
            weight = np.array(
                [float(cell not in self._bad) for cell in range(cells.start, cells.stop)]
            )
            fit = fit_slot(
                values[cells] * side.sign,
                weight.astype(np.float32),
                abs(count),
                self._model.strip(slot),
            )
            if is_strange(fit, weight.astype(np.float32)):
                continue
            if fit.doubtful is not None and self._calibrated:
                self._doubts.append(
                    Finding(Kind.WEAK, slot=slot, side=side, place=fit.doubtful + 1)
                )
            for place in fit.faulty:
                strength = fit.strengths[place]
                kind = Kind.WEAK if strength > 0 else Kind.FLIPPED
                if kind is Kind.WEAK and not self._calibrated:
                    continue
                self._findings.append(
                    Finding(
                        kind, slot=slot, side=side, place=place + 1, value=strength,
                        weight=abs(1 - strength),
                    )
                )  # fmt: skip

    def _cells(self, values: Floats, contents: Contents | None) -> tuple[Cell, ...]:
        cells = []
        for cell in range(self._grid.cells):
            series = self._raw[:, cell]
            series = series[np.isfinite(series)]
            if not self._there[cell] or not len(series):
                cells.append(Cell(None, None, None))
                continue
            reads, noise = float(values[cell]), float(series.std())
            if cell in self._bad:
                cells.append(Cell(round(float(series.mean()), 1), round(noise, 2), 0.0))
                continue
            half = UNIT / 2
            clear = abs(abs(reads) - half) / half - 3 * noise / half
            margin = min(clear, 1.0)
            if contents is not None and not self._is_occupied(cell, contents):
                margin = 1 - abs(reads) / half - 3 * noise / half
            cells.append(Cell(round(reads, 1), round(noise, 2), round(margin, 2)))
        return tuple(cells)


def _middle(rows: Series) -> Series:
    """By cell the mean of its readings in these samples; NaN where there are none."""
    middle = np.full(rows.shape[1], np.nan)
    read = np.isfinite(rows).any(axis=0)
    middle[read] = np.nanmean(rows[:, read], axis=0)
    return middle


def _expected(contents: Contents, grid: Grid) -> Floats:
    """(cells,) units of a board whose checkers lie tidily from the rail."""
    expected = np.zeros(grid.cells, dtype=np.float32)
    for slot, count in enumerate(contents):
        cells = grid.span(slot)
        length = min(abs(count) * grid.cells_in(slot) / room_of(slot), grid.cells_in(slot))
        expected[cells.start : cells.start + int(length)] = UNIT * np.sign(count)
    return expected


def _jumps(series: Series) -> int:
    """How often a cell went up and down again."""
    jumps, rising, base = 0, None, float(series[0])
    for value in series[1:]:
        if abs(value - base) >= JUMP_UNITS:
            now = bool(value > base)
            jumps += now is not rising
            rising, base = now, float(value)
        elif rising is not None and (value > base) is rising:
            base = float(value)
    return jumps
