"""Where everything lies, in millimetres. Nothing else in the simulator knows the picture.

Seen from above with light at the near (lower) rail, bearing off to the right:

    far rail   y = 560
      slots   12 13 14 15 16 17 | 25 | 18 19 20 21 22 23       cell 1 at the far rail
      column   0  1  2  3  4  5 |  6 |  7  8  9 10 11 12       x = 54 x column
      slots   11 10  9  8  7  6 | 24 |  5  4  3  2  1  0       cell 1 at the near rail
    near rail  y = 0

The bar is one column in the middle, between the 6- and 7-points: light's half (slot 24) at the
near rail, dark's (slot 25) at the far one. A place on a slot is told by `along`, the distance of
a centre from the slot's own rail, and `across`, its distance from the slot's middle line, growing
to the right in both rows.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from firmware_bridge.layout import (
    CELLS,
    CELLS_PER_BAR,
    GROUPS,
    POINT_GROUPS,
    REFERENCE,
    Layout,
    cells_of,
)

CELL_PITCH_MM = 48.0
POINT_PITCH_MM = 54.0
CHECKER_MM = 48.0
RADIUS_MM = CHECKER_MM / 2
DEPTH_MM = 560.0  # two points of five checkers and an alley of 80 mm between them
ACROSS_MAX_MM = POINT_PITCH_MM - CHECKER_MM
"""A checker this far off its line still leaves room for a neighbour on its own line."""

BAR_COLUMN = 6
COLUMNS = 13
LIGHT_BAR = 24
DARK_BAR = 25

XY = tuple[float, float]


def is_far(slot: int) -> bool:
    """Whether a slot starts at the far rail."""
    return 12 <= slot <= 23 or slot == DARK_BAR


def column_of(slot: int) -> int:
    """The column (0-12, from the left) that a slot lies in."""
    if slot in (LIGHT_BAR, DARK_BAR):
        return BAR_COLUMN
    if not 0 <= slot <= 23:
        raise ValueError(f"slot {slot} is not 0-25")
    place = slot - 12 if slot >= 12 else 11 - slot
    return place if place < BAR_COLUMN else place + 1


def neighbours_of(slot: int) -> tuple[int | None, int | None]:
    """The slots left and right of a slot in its own row, None at the frame."""
    return _NEIGHBOURS[slot]


def position(slot: int, along: float, across: float = 0.0) -> XY:
    """x, y in mm of a place on a slot."""
    y = DEPTH_MM - along if is_far(slot) else along
    return column_of(slot) * POINT_PITCH_MM + across, y


def along_of_cell(cell_number: int) -> float:
    """Distance of a cell's centre from its rail, on the reference table; cells of a slot count
    from 1. Checkers of a tidy stack lie there whatever cells a table has."""
    return RADIUS_MM + (cell_number - 1) * CELL_PITCH_MM


def capacity_of(slot: int) -> int:
    """How many checkers lie side by side along a slot: one for each place on the reference one."""
    return len(cells_of(slot))


def cell_positions(layout: Layout = REFERENCE) -> npt.NDArray[np.float64]:
    """x, y in mm of every cell, shape (128, 2), by cell index; of absent ones a place nearby."""
    places = np.zeros((CELLS, 2))
    for slot in range(GROUPS):
        room_mm = capacity_of(slot) * CHECKER_MM
        count = layout.point_cells if slot < POINT_GROUPS else CELLS_PER_BAR
        for number, cell in enumerate(cells_of(slot)):
            places[cell] = position(slot, (min(number, count) + 0.5) * room_mm / count)
    return places


def _row_neighbours() -> tuple[tuple[int | None, int | None], ...]:
    at = {(is_far(slot), column_of(slot)): slot for slot in range(GROUPS)}
    return tuple(
        (
            at.get((is_far(slot), column_of(slot) - 1)),
            at.get((is_far(slot), column_of(slot) + 1)),
        )
        for slot in range(GROUPS)
    )


_NEIGHBOURS = _row_neighbours()
