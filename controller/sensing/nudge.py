"""A hand that points: which slot's checkers were stirred, and no others, since somebody asked."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from controller.sensing.geometry import Grid

STIRRED_RAW = 4  # a cell that differs less has only noise
MEANT_RAW = 10
"""A checker pushed by half its width, or lifted, changes a cell by so much, in the third layer yet;
what a shaken table moves is less."""


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
