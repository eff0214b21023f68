"""Where the cells lie and how a checker's field falls off: the decoder's own picture of a table.

Seen from above the slots stand in two rows of thirteen columns, 54 mm apart, the bar in the
middle. A point is 240 mm long, room for five checkers; its cells divide it evenly (48 mm apart on
the reference table), a bar half has four of 48 mm. The rows are so far apart that nothing of one
is felt in the other. Every number is that of the reference table (deploy/HARDWARE.md); one checker
centred over a cell reads `UNIT`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache, lru_cache
from typing import Any, Concatenate, ParamSpec, TypeVar

import numpy as np
import numpy.typing as npt

from controller.rules.position import DARK_BAR_SLOT, LIGHT_BAR_SLOT, SLOTS

Floats = npt.NDArray[np.float32]
P = ParamSpec("P")
R = TypeVar("R")

UNIT = 64.0
STOP = 127
POINTS = 24
CELLS_PER_BAR = 4
POINT_ROOM = 5
BAR_ROOM = 4
POINT_PITCH_MM = 54.0
CHECKER_MM = 48.0
RAIL_MM = 24.0  # rail to the middle of a checker that touches it
_TAIL_MM = (0.0, 24.0, 42.0, 54.0, 72.0, 120.0)
_TAIL = (0.0, 0.01, 0.03, 0.03, 0.015, 0.0)


@dataclass(frozen=True, slots=True)
class Grid:
    """How many cells a point has, and how they are numbered.

    per_point: cells of a point. stride: numbers that a point takes up (the wire gives each point
    five, used or not). Slot s begins at s * stride; the bar halves follow the points.
    """

    per_point: int = 5
    stride: int = 5

    @property
    def cells(self) -> int:
        """Numbers in use, one past the last cell."""
        return POINTS * self.stride + 2 * CELLS_PER_BAR

    def first_cell(self, slot: int) -> int:
        """Index of the cell at the rail of a slot (0-25)."""
        return min(slot, POINTS) * self.stride + max(slot - POINTS, 0) * CELLS_PER_BAR

    def cells_in(self, slot: int) -> int:
        """How many cells a slot has."""
        return CELLS_PER_BAR if _is_bar(slot) else self.per_point

    def span(self, slot: int) -> slice:
        """The cells of a slot."""
        start = self.first_cell(slot)
        return slice(start, start + self.cells_in(slot))

    def slot_of_cell(self, cell: int) -> int:
        """The slot (0-25) that a cell index belongs to."""
        points = POINTS * self.stride
        return cell // self.stride if cell < points else POINTS + (cell - points) // CELLS_PER_BAR

    def along(self, slot: int) -> tuple[float, ...]:
        """Distance in mm of each of a slot's cells from its rail."""
        count = self.cells_in(slot)
        pitch_mm = CHECKER_MM * room_of(slot) / count
        return tuple(pitch_mm * (number + 0.5) for number in range(count))


REFERENCE_GRID = Grid()
CELLS = REFERENCE_GRID.cells
CELLS_PER_POINT = REFERENCE_GRID.per_point


@dataclass(frozen=True, slots=True)
class Magnet:
    """The field of this table's checkers, as calibration found it.

    sigma_mm: distance across at which it has fallen to 1/e. layers: strength of a checker on the
    wood, on one other, on two others.
    """

    sigma_mm: float = 18.0
    layers: tuple[float, float, float] = (1.0, 0.39, 0.19)

    def __post_init__(self) -> None:
        if not 8.0 <= self.sigma_mm <= 40.0:
            raise ValueError(f"a field {self.sigma_mm} mm wide cannot be told: 8 to 40")
        if not 1.0 == self.layers[0] > self.layers[1] > self.layers[2] > 0.0:
            raise ValueError(f"layers {self.layers} do not fall from 1 towards 0")


REFERENCE_MAGNET = Magnet()


@dataclass(slots=True, eq=False)
class Strip:
    """One slot as its cells see it: room for so many checkers side by side, cells at these
    distances from the rail, this magnet, with or without its sign."""

    room: int
    along: tuple[float, ...]
    magnet: Magnet
    signed: bool
    kept: dict[Any, Any] = field(default_factory=dict, repr=False)

    def __deepcopy__(self, memo: object) -> Strip:
        """A strip never changes but for what it keeps: copies of a table share it."""
        return self

    @property
    def cells(self) -> int:
        return len(self.along)

    @property
    def pitch_mm(self) -> float:
        return self.along[1] - self.along[0]

    def layer(self, number: int) -> int:
        """The layer (0-2) of the `number`-th checker (from 0)."""
        return min(number // self.room, len(self.magnet.layers) - 1)


def kept_by_strip(
    make: Callable[Concatenate[Strip, P], R],
) -> Callable[Concatenate[Strip, P], R]:
    """Keep what a function makes for a strip as long as the strip."""

    def find(strip: Strip, /, *args: P.args, **named: P.kwargs) -> R:
        key = (make, args, *named.items())
        found: R
        if key in strip.kept:
            found = strip.kept[key]
        else:
            found = strip.kept[key] = make(strip, *args, **named)
        return found

    return find


@dataclass(frozen=True, slots=True, eq=False)
class Model:
    """A kind of table with its magnets: all that templates are made of."""

    grid: Grid
    magnet: Magnet
    signed: bool
    point: Strip
    bar: Strip

    def __deepcopy__(self, memo: object) -> Model:
        return self

    def strip(self, slot: int) -> Strip:
        """What a slot looks like to its cells."""
        return self.bar if _is_bar(slot) else self.point


@lru_cache(maxsize=4)
def model_of(grid: Grid, magnet: Magnet, signed: bool) -> Model:
    """The one model of this kind; a table keeps its own alive."""
    point = Strip(POINT_ROOM, grid.along(0), magnet, signed)
    bar = Strip(BAR_ROOM, grid.along(LIGHT_BAR_SLOT), magnet, signed)
    return Model(grid, magnet, signed, point, bar)


def room_of(slot: int) -> int:
    """How many checkers lie side by side on a slot; more lie on top."""
    return BAR_ROOM if _is_bar(slot) else POINT_ROOM


@cache
def slot_starts(grid: Grid = REFERENCE_GRID) -> npt.NDArray[np.intp]:
    """(26,) first cell of each slot, for sums over slots by `reduceat`."""
    return np.array([grid.first_cell(slot) for slot in range(SLOTS)], dtype=np.intp)


@lru_cache(maxsize=8)
def slots_of_cells(grid: Grid) -> npt.NDArray[np.intp]:
    """(cells,) the slot of each cell."""
    return np.repeat(np.arange(SLOTS), np.diff([*slot_starts(grid), grid.cells]))


def tail(distance_mm: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    """The far side of the field, turned against the near one; share of a centred checker."""
    return np.interp(distance_mm, _TAIL_MM, _TAIL)


def field_at(
    distance_mm: npt.NDArray[np.float64], magnet: Magnet = REFERENCE_MAGNET
) -> npt.NDArray[np.float64]:
    """What a cell sees of a checker so far away, as a share of a centred one."""
    return np.exp(-((distance_mm / magnet.sigma_mm) ** 2)) - tail(distance_mm)


def neighbours(slot: int) -> tuple[int, ...]:
    """The slots beside this one in its row."""
    row = next(row for row in _ROWS if slot in row)
    place = row.index(slot)
    return tuple(row[i] for i in (place - 1, place + 1) if 0 <= i < len(row))


def is_far(slot: int) -> bool:
    """Whether a slot lies in the row with light's 13-point."""
    return slot in _ROWS[1]


def column_of(slot: int) -> int:
    """The column (0-12) that a slot lies in."""
    return _ROWS[is_far(slot)].index(slot)


@cache
def bleed(grid: Grid = REFERENCE_GRID) -> Floats:
    """(cells, cells): what cell i reads for each unit that cell j of another slot reads.

    Only the tail: it is linear in the magnets, so the readings themselves tell it.
    """
    return np.where(_one_slot(grid), np.float32(0.0), _tails(grid))


@cache
def own_tails(grid: Grid = REFERENCE_GRID) -> Floats:
    """(cells, cells): the same of the other cells of cell i's own slot."""
    return np.where(_one_slot(grid) & ~np.eye(grid.cells, dtype=np.bool_), _tails(grid), 0.0)


@cache
def _tails(grid: Grid) -> Floats:
    place = np.array([_place(grid, cell) for cell in range(grid.cells)])
    apart = np.hypot(*(place[:, None, :] - place[None, :, :]).transpose(2, 0, 1))
    return np.where(apart > _TAIL_MM[-1], 0.0, -tail(apart)).astype(np.float32)


@cache
def _one_slot(grid: Grid) -> npt.NDArray[np.bool_]:
    slot = np.array([grid.slot_of_cell(cell) for cell in range(grid.cells)])
    return np.asarray(slot[:, None] == slot[None, :])


_ROWS = (
    (11, 10, 9, 8, 7, 6, LIGHT_BAR_SLOT, 5, 4, 3, 2, 1, 0),
    (12, 13, 14, 15, 16, 17, DARK_BAR_SLOT, 18, 19, 20, 21, 22, 23),
)
_ALLEY_MM = 1000.0  # far enough: in truth 128 mm between the innermost cells, still nothing felt


def _place(grid: Grid, cell: int) -> tuple[float, float]:
    slot = grid.slot_of_cell(cell)
    row = 0 if slot in _ROWS[0] else 1
    number = cell - grid.first_cell(slot)
    along = grid.along(slot)
    if number >= len(along):  # a number without a cell: nothing is felt there
        return -_ALLEY_MM * (2 + cell), 0.0
    return _ROWS[row].index(slot) * POINT_PITCH_MM, along[number] + row * _ALLEY_MM


def _is_bar(slot: int) -> bool:
    return slot in (LIGHT_BAR_SLOT, DARK_BAR_SLOT)
