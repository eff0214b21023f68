"""When is a board worth judging: settled, or at least not waiting for one restless cell."""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping, Sequence
from functools import cache

from controller.sensing.geometry import REFERENCE_GRID, Grid, neighbours

CHANGE_UNITS = 4
"""A reported value that differs less from the last one is noise of a single scan."""

FLICKER_UNITS = 16
"""Changes below this, or in the same direction as the last, are one movement going on: a checker
that slides past a cell makes it rise in several reports, and fall in several."""

FLICKER_CHANGES = 5  # more than so many changes
FLICKER_WINDOW_MS = 2_000  # within so long, while the neighbours are still
_RESTLESS_CHANGES = 2  # more than so many alone: does not hold up judging for ever


class Settling:
    """Follows reported values by cell. Time is a monotonic ms count handed in."""

    def __init__(self, settle_ms: int, limit_ms: int, grid: Grid = REFERENCE_GRID) -> None:
        self._settle_ms = settle_ms
        self._limit_ms = limit_ms
        self._grid = grid
        self._values: list[int | None] = [None] * grid.cells
        self._changes: list[deque[int]] = [
            deque(maxlen=FLICKER_CHANGES + 1) for _ in range(grid.cells)
        ]
        self._rising: list[bool | None] = [None] * grid.cells
        self._flickering: dict[int, int] = {}  # cell -> time of its last change
        self._recent: dict[int, int] = {}  # cells that changed within the window -> last time

    def feed(self, readings: Mapping[int, int | None], now_ms: int) -> bool:
        """Take reported values; whether a cell changed that is not flickering."""
        moved = False
        for cell, value in readings.items():
            before = self._values[cell]
            if not _differs(before, value):
                continue
            self._values[cell] = value
            self._recent[cell] = now_ms
            self._count(cell, before, value, now_ms)
            if cell in self._flickering or self._is_alone(cell, now_ms, FLICKER_CHANGES):
                self._flickering[cell] = now_ms
            else:
                moved = True
        self._drop_old(now_ms)
        return moved

    def prime(self, means: Sequence[int | None], now_ms: int) -> None:
        """Means of a snapshot: what later reports are compared with."""
        self._values = list(means)
        self._drop_old(now_ms)

    @property
    def values(self) -> tuple[int | None, ...]:
        """What each cell said last, in a report or a snapshot."""
        return tuple(self._values)

    def settled_at_ms(self) -> int | None:
        """From when on the board counts as settled if nothing more changes; None: it does now."""
        others = {c: t for c, t in self._recent.items() if c not in self._flickering}
        if not others:
            return None
        latest = max(others.values())
        busy = [t for c, t in others.items() if not self._is_alone(c, t, _RESTLESS_CHANGES)]
        if not busy:
            return latest
        return min(latest + self._settle_ms, max(busy) + self._limit_ms)

    def is_settled(self, now_ms: int) -> bool:
        """Whether a board is worth judging now."""
        at = self.settled_at_ms()
        return at is None or now_ms >= at

    def forget(self) -> None:
        """The cells are out of sight: what they said is no longer known."""
        self._values = [None] * self._grid.cells
        self._recent.clear()

    def flickering(self) -> tuple[int, ...]:
        """Cells left out of settling now."""
        return tuple(sorted(self._flickering))

    def _count(self, cell: int, before: int | None, value: int | None, now_ms: int) -> None:
        """Note a change that could be flicker: a jump the other way than the last one."""
        if before is None or value is None:
            self._rising[cell] = None
        elif abs(value - before) < FLICKER_UNITS or self._rising[cell] is (value > before):
            return
        else:
            self._rising[cell] = value > before
        self._changes[cell].append(now_ms)

    def _is_alone(self, cell: int, now_ms: int, changes: int) -> bool:
        """More than so many changes within the window while all neighbours are still."""
        since = now_ms - FLICKER_WINDOW_MS
        if sum(t > since for t in self._changes[cell]) <= changes:
            return False
        return not any(
            self._recent.get(other, since) > since
            for other in _neighbours(self._grid, cell)
            if other not in self._flickering
        )

    def _drop_old(self, now_ms: int) -> None:
        since = now_ms - FLICKER_WINDOW_MS
        for cell in [c for c, t in self._recent.items() if t <= since]:
            del self._recent[cell]
        for cell in [c for c, t in self._flickering.items() if t <= since]:
            del self._flickering[cell]


@cache
def _neighbours(grid: Grid, cell: int) -> tuple[int, ...]:
    """Cells that a checker near this one would change too: along the slot and beside it."""
    slot = grid.slot_of_cell(cell)
    first, count = grid.first_cell(slot), grid.cells_in(slot)
    place = cell - first
    along = [first + other for other in (place - 1, place + 1) if 0 <= other < count]
    beside = [grid.first_cell(s) + place for s in neighbours(slot) if place < grid.cells_in(s)]
    return (*along, *beside)


def _differs(before: int | None, value: int | None) -> bool:
    if before is None or value is None:
        return before is not value
    return abs(value - before) >= CHANGE_UNITS
