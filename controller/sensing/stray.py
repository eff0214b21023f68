"""A magnet that is no checker: a phone, a loudspeaker, a tool laid on the table.

Its field is wider than any checker's: it moves the cells of several neighbouring points one way,
smoothly, those over which nothing lies as much as those under checkers that kept still. Checkers
cannot do that: one shows over a cell or two, and a cell's neighbours across feel next to nothing.
So what no checkers explain is held against every place on the table where such a thing may lie;
it is named where one place explains nearly all that cells over a wide area show.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
import numpy.typing as npt

from controller.rules.position import SLOTS, Position
from controller.sensing.change import EMPTY_UNITS, Reference
from controller.sensing.geometry import (
    POINT_PITCH_MM,
    Grid,
    column_of,
    is_far,
    slot_starts,
    slots_of_cells,
)
from controller.sensing.means import Means
from controller.sensing.verdict import Stray, Verdict, VerdictKind

Series = npt.NDArray[np.float64]
Mask = npt.NDArray[np.bool_]

DEPTH_MM = 560.0  # from the near rail to the far one
_DOUBTFUL = (VerdictKind.WRONG, VerdictKind.UNSURE, VerdictKind.IN_HAND)
_REACHES_MM = (100.0, 150.0, 220.0)
_STEP_MM = 27.0  # places that are tried lie so far apart: half a point
_MOST = 2  # such things at a time
_LEAST_UNITS = 9.0  # over its middle; less hardly ever hides what checkers do
_FELT_UNITS = 3.0  # where the field is weaker a cell says nothing
_OFF_UNITS = 9.0  # a cell that is off by more shows a checker that came or went, too
_OFF_SHARE = 0.25  # of the field: no field is exactly the one that is tried
_COMERS_SHARE = 0.35  # of the cells within reach that may show such checkers
_EXPLAINED = 0.75  # of what the other cells within reach show
_CELLS, _SLOTS = 6, 3  # that must feel it though nothing came or went there; free cells, slots
_TRIED = 24  # places that are looked at closely


def find_strays(now: Means, reference: Reference | None, agreed: Position) -> tuple[Stray, ...]:
    """The strays that a settled reading shows, the strongest first; () where there is none, or
    cells cannot feel one. reference: the agreed reading of the agreed checkers, if known."""
    if not now.model.signed:
        return ()
    field = _Field.of(now, reference, agreed)
    found = []
    for _ in range(_MOST):
        stray = field.strongest()
        if stray is None:
            break
        found.append(stray)
    return tuple(found)


def without_strays(
    verdict: Verdict, now: Means, reference: Reference | None, agreed: Position
) -> Verdict:
    """The verdict on a settled reading; if it is a doubtful one and strays lie there, that."""
    if verdict.kind not in _DOUBTFUL:
        return verdict
    strays = find_strays(now, reference, agreed)
    if not strays:
        return verdict
    return Verdict(VerdictKind.WRONG, strays=strays, cells=verdict.cells, sensed=verdict.sensed)


@dataclass(slots=True)
class _Field:
    """What cells show that checkers which kept still do not explain.

    shown: (cells,) units; usable: (cells,) cells that tell something; free: (cells,) those over
    which nothing lies.
    """

    grid: Grid
    shown: Series
    usable: Mask
    free: Mask

    @classmethod
    def of(cls, now: Means, reference: Reference | None, agreed: Position) -> _Field:
        grid = now.model.grid
        empty = _by_cell(np.array(agreed.slots) == 0, grid)
        usable, free = (now.weight > 0) & empty, empty
        shown = now.values.astype(np.float64)
        if reference is not None:
            before = reference.means
            known = _by_cell(reference.known, grid)
            shown = np.where(known, shown - before.values, shown)
            usable = np.where(known, (now.weight > 0) & (before.weight > 0), usable)
            free = np.where(known, np.abs(before.values) < EMPTY_UNITS, free)
        return cls(grid, shown, usable, free & usable)

    def strongest(self) -> Stray | None:
        """The stray that explains most, taken off what is shown."""
        if not self._is_felt_widely(self.usable):
            return None
        places = _places_tried(self.grid)
        bounded = np.clip(self.shown, -_CLIP, _CLIP) * self.usable
        felt = places.shapes @ bounded
        units = felt / np.maximum(places.squares @ self.usable.astype(np.float64), 1e-9)
        gain = units * felt
        best: tuple[float, int, float] | None = None
        for nth in np.argsort(-gain)[:_TRIED]:
            fitted = self._fit(places.shapes[nth], float(units[nth]))
            if fitted is not None and (best is None or fitted[1] > best[0]):
                best = fitted[1], int(nth), fitted[0]
        if best is None:
            return None
        gain_of, nth, strength = best
        field = strength * places.shapes[nth]
        self.shown = self.shown - field
        return Stray(self._slots(places, nth), strength, gain_of)

    def _fit(self, shape: Series, units: float) -> tuple[float, float] | None:
        """(units, what it explains) of a stray of this shape; None where none is."""
        for _ in range(3):
            field = units * shape
            within = self.usable & (np.abs(field) >= _FELT_UNITS)
            off = np.abs(self.shown - field) > _OFF_UNITS + _OFF_SHARE * np.abs(field)
            steady = within & ~off
            if steady.sum() < _CELLS:
                return None
            units = float(self.shown[steady] @ shape[steady] / (shape[steady] @ shape[steady]))
        if abs(units) < _LEAST_UNITS or (within & off).sum() > _COMERS_SHARE * within.sum():
            return None
        shown, left = self.shown[steady], self.shown[steady] - units * shape[steady]
        before, after = float((shown**2).sum()), float((left**2).sum())
        if not self._is_felt_widely(steady) or after > (1 - _EXPLAINED) * before:
            return None
        return units, before - after

    def _is_felt_widely(self, among: Mask) -> bool:
        """Whether enough of these cells show something, over enough slots."""
        felt = among & (np.abs(self.shown) >= _FELT_UNITS)
        slots = np.add.reduceat(felt.astype(np.intp), slot_starts(self.grid)) >= 2
        return bool((felt & self.free).sum() >= _CELLS and slots.sum() >= _SLOTS)

    def _slots(self, places: _Places, nth: int) -> tuple[int, ...]:
        """The slots nearest to its middle, the nearest first: those that it may be said to lie
        near."""
        apart = np.hypot(*(places.cells - places.middles[nth]).T)
        nearest = np.minimum.reduceat(apart, slot_starts(self.grid))
        order = np.argsort(nearest, kind="stable")
        close = nearest[order] <= nearest[order[0]] + POINT_PITCH_MM / 2
        return tuple(int(slot) for slot in order[close][:2])


_CLIP = 45.0  # units: a cell that shows more says no more: there a checker came or went


@dataclass(frozen=True, slots=True)
class _Places:
    """cells: (cells, 2) where they lie, mm. middles: (P, 2) where strays are tried; shapes: (P,
    cells) what each cell feels of one, as a share of its units; squares: of these."""

    cells: Series
    middles: Series
    shapes: Series
    squares: Series


def cell_places(grid: Grid) -> Series:
    """(cells, 2) x, y of each cell in mm, from the left end of the near rail; a number without a
    cell lies far away."""
    places = np.full((grid.cells, 2), -1e6)
    for slot in range(SLOTS):
        first = grid.first_cell(slot)
        for number, along in enumerate(grid.along(slot)):
            y = DEPTH_MM - along if is_far(slot) else along
            places[first + number] = column_of(slot) * POINT_PITCH_MM, y
    return places


def cone(places: Series, middle: Series, reach_mm: float = 150.0) -> Series:
    """(cells,) how much of a stray over `middle` each cell feels, as a share of its units."""
    apart = np.hypot(*(places - middle).T)
    return np.asarray(np.maximum(1 - apart / reach_mm, 0.0))


@lru_cache(maxsize=4)
def _places_tried(grid: Grid) -> _Places:
    cells = cell_places(grid)
    across = np.arange(-POINT_PITCH_MM / 2, 12.6 * POINT_PITCH_MM, _STEP_MM)
    deep = np.arange(0.0, DEPTH_MM + 1, _STEP_MM)
    middles = np.array([(x, y) for _reach in _REACHES_MM for x in across for y in deep])
    reaches = np.repeat(_REACHES_MM, len(across) * len(deep))
    shapes = np.array([cone(cells, *one) for one in zip(middles, reaches, strict=True)])
    return _Places(cells, middles, shapes, shapes**2)


def _by_cell(by_slot: Mask, grid: Grid) -> Mask:
    """(cells,) of (26,)."""
    return np.asarray(by_slot[slots_of_cells(grid)])
