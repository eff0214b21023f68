"""What boards that people agreed on tell of each cell and checker: margins, and what wears out.

Looked at once for each agreed board, with what all its cells read, those included that weigh
nothing. Nothing here changes a verdict: it is what the fault line and the margins are made of.
"""

from __future__ import annotations

import math
from collections.abc import Collection
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from controller.rules.position import SLOTS, Position, Side
from controller.sensing.findings import Finding, Kind, ranked
from controller.sensing.geometry import UNIT, Floats, Grid, Magnet, room_of
from controller.sensing.means import Means

Series = npt.NDArray[np.float64]

SHARE = 0.25  # of a new board in what was learned before
SHOWS = 0.45 * UNIT  # a cell that reads so much has a checker over it
OFF_REST = 8.0  # units off its rest: more than a cell drifts by itself in a day
OFTEN = 4  # empty boards before a cell counts as drifting
SAME_BOARDS = 4  # on which a stuck cell reads exactly the same; half as many with 0 are a dead one
MANY = 6  # cells that drift at once lie near a magnet that is no checker
WEAK_BELOW = 0.58  # of a good checker; a cracked one has half
_BESIDE = 4.0  # units: a cell that reads less tells nothing of a checker between two
_FULL = 0.7 * UNIT


@dataclass(frozen=True, slots=True)
class CellRecord:
    """Of one cell: what it reads on average where nothing lies, and over a checker (units; None:
    not seen yet); margin: 1 as clear as can be, 0 as near to half a checker as to what it should
    read."""

    rest: float | None
    shown: float | None

    @property
    def margin(self) -> float | None:
        parts = []
        if self.rest is not None:
            parts.append(1 - abs(self.rest) / (UNIT / 2))
        if self.shown is not None:
            parts.append(min(self.shown / (UNIT / 2) - 1, 1.0))
        return min(parts, default=None)


class Ledger:
    """Changes in place; copies are its owner's."""

    def __init__(self, grid: Grid) -> None:
        cells = grid.cells
        self._grid = grid
        self._rest = np.full(cells, np.nan)
        self._shown = np.full(cells, np.nan)
        self._empties = np.zeros(cells, dtype=np.intp)
        self._last = np.full(cells, np.nan)  # raw
        self._same = np.zeros(cells, dtype=np.intp)  # boards with exactly this raw value
        self._checkers: tuple[Finding, ...] = ()
        self._strengths: dict[int, float] = {}

    def note(self, means: Means, agreed: Position) -> None:
        """One agreed board. means: with all cells that gave a reading."""
        grid, values = self._grid, means.values
        read = means.weight > 0
        content = np.zeros(grid.cells, dtype=np.intp)
        for slot in range(SLOTS):
            content[grid.span(slot)] = agreed.slots[slot]
        same = read & (means.raw == self._last)
        self._same = np.where(same, self._same + 1, np.where(read, 1, 0))
        self._last = np.where(read, means.raw, np.nan)
        empty = read & (content == 0)
        self._empties += empty
        self._rest = _blend(self._rest, values, empty)
        shows = read & (values * np.sign(content) >= SHOWS)
        self._shown = _blend(self._shown, np.abs(values), shows)
        found: list[Finding] = []
        self._strengths = {}
        if means.model.signed:
            for slot, count in enumerate(agreed.slots):
                if 0 < abs(count) <= room_of(slot) and read[grid.span(slot)].all():
                    found += self._checkers_of(values[grid.span(slot)], slot, count, means)
        self._checkers = tuple(found)

    def records(self) -> tuple[CellRecord, ...]:
        """By cell."""
        return tuple(
            CellRecord(_known(rest), _known(shown))
            for rest, shown in zip(self._rest, self._shown, strict=True)
        )

    def strengths(self) -> dict[int, float]:
        """By slot the strength of a checker that lies alone there now, 1 for a good one."""
        return dict(self._strengths)

    def findings(
        self, dead: Collection[int], broken: Collection[int], flickering: Collection[int]
    ) -> tuple[Finding, ...]:
        """Ranked. dead: known to be; broken: cells that contradicted what lay there, more than
        once; flickering: now."""
        found = [Finding(Kind.FLICKER, cell) for cell in flickering]
        lifeless = sorted({*dead, *broken}.difference(flickering))
        found += [self._lifeless(cell, known=cell in dead) for cell in lifeless]
        out = {*dead, *broken, *flickering}
        drifting = [
            int(cell)
            for cell in np.flatnonzero(self._empties >= OFTEN)
            if abs(self._rest[cell]) >= OFF_REST and int(cell) not in out
        ]
        found += self._off_rest(drifting)
        masked = {self._grid.slot_of_cell(cell) for cell in out}  # there a cell is read wrong
        return ranked([*found, *(f for f in self._checkers if f.slot not in masked)])

    def _lifeless(self, cell: int, *, known: bool) -> Finding:
        value = _known(self._last[cell]) or 0.0
        weight = float(self._same[cell])
        if value and self._same[cell] >= SAME_BOARDS:
            return Finding(Kind.STUCK, cell, value=value, weight=weight)
        if known or (not value and self._same[cell] >= SAME_BOARDS // 2):
            return Finding(Kind.DEAD, cell, weight=weight)
        return Finding(Kind.UNRELIABLE, cell)

    def _off_rest(self, cells: list[int]) -> list[Finding]:
        drifts = [
            Finding(Kind.DRIFT, cell, value=float(self._rest[cell]),
                    weight=abs(float(self._rest[cell])))
            for cell in cells
        ]  # fmt: skip
        if len(cells) < MANY:
            return drifts
        worst = max(drifts, key=lambda finding: finding.weight)
        assert worst.cell is not None
        return [Finding(Kind.STRAY, slot=self._grid.slot_of_cell(worst.cell), value=worst.value)]

    def _checkers_of(self, values: Floats, slot: int, count: int, means: Means) -> list[Finding]:
        side = Side.LIGHT if count > 0 else Side.DARK
        seen = [float(v) * side.sign for v in values]
        found = []
        for place in (n for n, v in enumerate(seen, start=1) if v <= -SHOWS):
            found.append(Finding(Kind.FLIPPED, slot=slot, side=side, place=place, value=-1.0))
        if abs(count) == 1 and not found:
            strength = _strength_alone(seen, means.model.strip(slot).pitch_mm, means.model.magnet)
            if strength is not None:
                self._strengths[slot] = strength
                if strength < WEAK_BELOW:
                    found.append(Finding(Kind.WEAK, slot=slot, side=side, place=1, value=strength))
        for place in range(1, min(abs(count), len(seen)) - 1):
            beside = seen[place - 1], seen[place + 1]
            if min(beside) >= _FULL and seen[place] < WEAK_BELOW * sum(beside) / 2:
                value = max(seen[place], 0.0) / UNIT
                if value > 0.25:
                    found.append(
                        Finding(Kind.WEAK, slot=slot, side=side, place=place + 1, value=value)
                    )
        return found


def _strength_alone(seen: list[float], pitch_mm: float, magnet: Magnet) -> float | None:
    """Of a checker alone on its slot, from the two cells that see it best: their ratio tells where
    between them it lies. None where one alone sees it: then it may be weak, or off that cell."""
    best = max(range(len(seen)), key=seen.__getitem__)
    near = max((n for n in (best - 1, best + 1) if 0 <= n < len(seen)), key=seen.__getitem__)
    if seen[near] < _BESIDE:
        return None
    ratio = math.log(seen[best] / seen[near])
    off_mm = max((pitch_mm - ratio * magnet.sigma_mm**2 / pitch_mm) / 2, 0.0)
    return seen[best] / UNIT / math.exp(-((off_mm / magnet.sigma_mm) ** 2))


def _blend(known: Series, new: Floats, where: npt.NDArray[np.bool_]) -> Series:
    first = where & np.isnan(known)
    mixed = np.where(where, (1 - SHARE) * known + SHARE * new, known)
    return np.asarray(np.where(first, new, mixed))


def _known(value: float) -> float | None:
    return None if math.isnan(value) else float(value)
