"""A hand that points: which slot's checkers were stirred, and no others, since somebody asked."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from controller.sensing.geometry import Grid

STIRRED_RAW = 7
"""A cell that differs less has only noise, and the tails of what was stirred beside it: two units
for each checker."""

MEANT_RAW = 16
"""A checker lifted, or pushed by ten millimetres, changes a cell by more, in the second layer yet;
a sleeve that moves a stack by three changes none by so much."""


class Watch:
    """The board as it lay when a question was put, and what has been stirred since."""

    def __init__(self, grid: Grid, raw: Sequence[int | None]) -> None:
        self._grid = grid
        self._raw = tuple(raw)
        self._most: dict[int, int] = {}  # by slot: the largest difference seen since

    def feed(self, readings: Iterable[tuple[int, int | None]], ignored: Collection[int]) -> None:
        """Take reported values. ignored: cells that say nothing to go by."""
        for cell, value in readings:
            before = self._raw[cell]
            if value is None or before is None or cell in ignored:
                continue
            differs = abs(value - before)
            if differs >= STIRRED_RAW:
                slot = self._grid.slot_of_cell(cell)
                self._most[slot] = max(differs, self._most.get(slot, 0))

    @property
    def pointed_at(self) -> int | None:
        """The slot where a hand stirred something on purpose; None: none, or more than one."""
        if len(self._most) != 1:
            return None
        ((slot, most),) = self._most.items()
        return slot if most >= MEANT_RAW else None
