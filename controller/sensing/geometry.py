"""Where the cells lie and how a checker's field falls off: the decoder's own picture of a table.

Seen from above the slots stand in two rows of thirteen columns, 54 mm apart, the bar in the
middle; along a slot the cells are 48 mm apart, the first 24 mm from the rail. The rows are so far
apart that nothing of one is felt in the other. Every number is that of the reference table
(deploy/HARDWARE.md); one checker centred over a cell reads `UNIT`.
"""

from __future__ import annotations

from functools import cache

import numpy as np
import numpy.typing as npt

from controller.rules.position import DARK_BAR_SLOT, LIGHT_BAR_SLOT, SLOTS

Floats = npt.NDArray[np.float32]

UNIT = 64.0
STOP = 127
CELLS = 128
CELLS_PER_POINT = 5
CELLS_PER_BAR = 4
CELL_PITCH_MM = 48.0
POINT_PITCH_MM = 54.0
CHECKER_MM = 48.0
RAIL_MM = 24.0  # rail to the first cell: half a checker
LAYERS = (1.0, 0.39, 0.19)  # strength of a checker on the wood, on one, on two others
FIELD_MM = 18.0
_TAIL_MM = (0.0, 24.0, 42.0, 54.0, 72.0, 120.0)
_TAIL = (0.0, 0.01, 0.03, 0.03, 0.015, 0.0)


def first_cell(slot: int) -> int:
    """Index of the cell at the rail of a slot (0-25)."""
    return slot * CELLS_PER_POINT - max(slot - LIGHT_BAR_SLOT, 0)


def cells_in(slot: int) -> int:
    """How many cells a slot has: also how many checkers lie side by side on it."""
    return CELLS_PER_BAR if slot in (LIGHT_BAR_SLOT, DARK_BAR_SLOT) else CELLS_PER_POINT


def slot_of_cell(cell: int) -> int:
    """The slot (0-25) that a cell index (0-127) belongs to."""
    points = LIGHT_BAR_SLOT * CELLS_PER_POINT
    if cell < points:
        return cell // CELLS_PER_POINT
    return LIGHT_BAR_SLOT + (cell - points) // CELLS_PER_BAR


@cache
def slot_starts() -> npt.NDArray[np.intp]:
    """(26,) first cell of each slot, for sums over slots by `reduceat`."""
    return np.array([first_cell(slot) for slot in range(SLOTS)], dtype=np.intp)


def capacity_layer(slot_cells: int, number: int) -> int:
    """The layer (0-2) of the `number`-th checker (from 0) on a slot of so many cells."""
    return min(number // slot_cells, len(LAYERS) - 1)


def tail(distance_mm: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    """The far side of the field, turned against the near one; share of a centred checker."""
    return np.interp(distance_mm, _TAIL_MM, _TAIL)


def field(distance_mm: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    """What a cell sees of a checker so far away, as a share of a centred one."""
    return np.exp(-((distance_mm / FIELD_MM) ** 2)) - tail(distance_mm)


def neighbours(slot: int) -> tuple[int, ...]:
    """The slots beside this one in its row."""
    row = next(row for row in _ROWS if slot in row)
    place = row.index(slot)
    return tuple(row[i] for i in (place - 1, place + 1) if 0 <= i < len(row))


@cache
def bleed() -> Floats:
    """(128, 128): what cell i reads for each unit that cell j of another slot reads.

    Only the tail: it is linear in the magnets, so the readings themselves tell it.
    """
    place = np.array([_place(cell) for cell in range(CELLS)])
    apart = np.hypot(*(place[:, None, :] - place[None, :, :]).transpose(2, 0, 1))
    slot = np.array([slot_of_cell(cell) for cell in range(CELLS)])
    far = np.where(slot[:, None] == slot[None, :], 0.0, -tail(apart))
    far[apart > _TAIL_MM[-1]] = 0.0
    return far.astype(np.float32)


_ROWS = (
    (11, 10, 9, 8, 7, 6, LIGHT_BAR_SLOT, 5, 4, 3, 2, 1, 0),
    (12, 13, 14, 15, 16, 17, DARK_BAR_SLOT, 18, 19, 20, 21, 22, 23),
)
_ALLEY_MM = 1000.0  # far enough: in truth 128 mm between the innermost cells, still nothing felt


def _place(cell: int) -> tuple[float, float]:
    slot = slot_of_cell(cell)
    row = 0 if slot in _ROWS[0] else 1
    along = RAIL_MM + CELL_PITCH_MM * (cell - first_cell(slot))
    return _ROWS[row].index(slot) * POINT_PITCH_MM, along + row * _ALLEY_MM


assert first_cell(SLOTS - 1) + CELLS_PER_BAR == CELLS
