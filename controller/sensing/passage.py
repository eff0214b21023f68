"""What the hands did on the way: the pictures between two movements, and what they say together.

A settled reading beside the agreed one shows the sum of all that happened to a point: a checker
that came, the nudge that pushed the others, a second one that came later. On the way each of them
was seen alone. So the still moments between movements are kept, from the agreed reading on, and
a slot's contents are followed from one to the next.

Reports are hints: they say single scans, and may be late. So the way is asked only where the
settled reading leaves a question, and counts for so many nats and no more (`transitions`).
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

from controller.rules.position import SLOTS
from controller.sensing.geometry import Grid

STILL_MS = 210
"""A slot that says nothing new for so long lies still: a busy group is reported each 200 ms."""

MOVED_RAW = 4  # a reported value that differs less is noise of a single scan
PICTURES = 40  # more on the way of one turn mean nothing: hands that stir the whole board
MOVEMENTS = 8 * PICTURES  # of all slots together

Raw = tuple[int | None, ...]


@dataclass(frozen=True, slots=True)
class Picture:
    """A moment on the way. raw: what each cell said last; still: slots that had come to rest."""

    raw: Raw
    still: frozenset[int]


@dataclass(frozen=True, slots=True)
class Movement:
    """One slot from rest to rest."""

    slot: int
    start_ms: int
    end_ms: int


class Passage:
    """Keeps the pictures since the last agreed reading. Time is a monotonic ms count handed in."""

    def __init__(self, grid: Grid) -> None:
        self._grid = grid
        self._raw: list[int | None] | None = None  # what each cell said last; None: out of sight
        self._started_ms: dict[int, int] = {}  # by slot: when its last movement began
        self._moved_ms: dict[int, int] = {}  # and when it last said something new
        self._over: list[Movement] = []  # movements before each slot's last
        self._stirred: set[int] = set()  # slots that moved since they were kept
        self._pictures: list[Picture] = []

    @property
    def pictures(self) -> tuple[Picture, ...]:
        """Moments on the way, oldest first; none if they were too many to mean anything."""
        return tuple(self._pictures) if len(self._pictures) <= PICTURES else ()

    @property
    def movements(self) -> tuple[Movement, ...]:
        """All that moved, slot by slot; none if it was too much to mean anything."""
        if len(self._over) > MOVEMENTS:
            return ()
        last = (Movement(s, self._started_ms[s], end) for s, end in self._moved_ms.items())
        return (*self._over, *last)

    def begin(self, raw: Sequence[int | None]) -> None:
        """These readings are agreed: the way starts from them. What was reported since they were
        taken is on it already."""
        later, started_ms, moved_ms = self._raw, self._started_ms, self._moved_ms
        self.forget()
        self._raw = list(raw)
        if later is None:
            return
        for cell, value in enumerate(later):
            slot = self._grid.slot_of_cell(cell)
            if slot in moved_ms and _differs(self._raw[cell], value):
                self._raw[cell] = value
                self._started_ms[slot], self._moved_ms[slot] = started_ms[slot], moved_ms[slot]
                self._stirred.add(slot)

    def forget(self) -> None:
        """The cells are out of sight: nothing is kept before the next agreed reading."""
        self._raw = None
        self._started_ms, self._moved_ms, self._over = {}, {}, []
        self._stirred = set()
        self._pictures = []

    def feed(
        self,
        readings: Iterable[tuple[int, int | None]],
        now_ms: int,
        ignored: Collection[int] = (),
    ) -> None:
        """Take reported values. ignored: cells that say nothing to go by."""
        if self._raw is None:
            return
        new = [(c, v) for c, v in readings if c not in ignored and _differs(self._raw[c], v)]
        moving = {self._grid.slot_of_cell(cell) for cell, _value in new}
        if any(slot in self._stirred and self._is_still(slot, now_ms) for slot in moving):
            self._keep(now_ms)
        for cell, value in new:
            self._raw[cell] = value
        for slot in moving:
            self._move(slot, now_ms)
        self._stirred |= moving

    def see(self, raw: Sequence[int | None], now_ms: int, ignored: Collection[int] = ()) -> None:
        """A snapshot of means: as a report of all cells, and better than any."""
        if self._raw is None:
            return
        self.feed(enumerate(raw), now_ms, ignored)
        self._raw = list(raw)

    def _move(self, slot: int, now_ms: int) -> None:
        if self._is_still(slot, now_ms):
            if slot in self._moved_ms and len(self._over) <= MOVEMENTS:
                self._over.append(Movement(slot, self._started_ms[slot], self._moved_ms[slot]))
            self._started_ms[slot] = now_ms
        self._moved_ms[slot] = now_ms

    def _is_still(self, slot: int, now_ms: int) -> bool:
        moved_ms = self._moved_ms.get(slot)
        return moved_ms is None or now_ms - moved_ms >= STILL_MS

    def _keep(self, now_ms: int) -> None:
        assert self._raw is not None
        still = frozenset(slot for slot in range(SLOTS) if self._is_still(slot, now_ms))
        self._stirred -= still
        if len(self._pictures) <= PICTURES:
            self._pictures.append(Picture(tuple(self._raw), still))


def _differs(before: int | None, value: int | None) -> bool:
    if before is None or value is None:
        return before is not value
    return abs(value - before) >= MOVED_RAW
