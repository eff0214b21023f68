"""Is a cell that says "nothing here" to be believed, when nothing else would show a checker?

Whatever leaves a point comes to another and shows there; only a checker borne off does not. So a
cell that dies under a checker looks like one that was borne off. Two things tell them apart. A
living cell goes back to its own rest value, a dead one reads 0, noise and all. And the far field
of a checker that lies there makes the cells of the points beside it read some two units less.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, field

import numpy as np

from controller.sensing.candidates import Book
from controller.sensing.change import EMPTY_UNITS, Change, Rest, alone_values
from controller.sensing.geometry import UNIT, bleed

SHOWS_UNITS = 16  # raw: a cell that reads so much may have a checker over it
TOLD = 1.5
"""Nats by which the signs must speak for a hidden checker. A cell hardly ever dies in the very turn
that bears a checker off it, and for one that is gone they speak up to one (62 bear-offs)."""

_OFFSETS = 5.0  # units by which living cells read other than 0 when they are empty
_UNDER_CHECKER = 0.03  # of what a cell reads: a sleeve may have moved what lies over it
NEXT_PLACES = 2  # a checker comes to the first free place of a point, hardly ever beyond the next
FELL_UNITS = 16.0  # a cell that fell so much saw a checker go


@dataclass(slots=True)
class Pulse:
    """Signs of life, followed by raw values: whether a cell has said anything but 0 since it last
    showed a checker. A scan has noise of its own, so a living cell soon does."""

    alive: set[int] = field(default_factory=set)

    def feed(self, readings: Iterable[tuple[int, int | None]]) -> None:
        for cell, value in readings:
            if value is None or abs(value) >= SHOWS_UNITS:
                self.alive.discard(cell)
            elif value:
                self.alive.add(cell)


def unvouched(
    book: Book, change: Change, rest: Rest, alive: Collection[int], row: int
) -> int | None:
    """The first row of the book that a hidden checker would turn `row` into; None: nobody hides.

    row: a whole play that bears checkers off. alive: cells that gave a sign of life since they last
    showed a checker.
    """
    if book.side is None:
        return None
    sign = book.side.sign
    kept = np.maximum(book.rows * sign, 0).sum(axis=1)
    agreed = sum(n * sign for n in book.agreed.slots if n * sign > 0)
    if kept[row] >= agreed:
        return None
    apart = (book.rows - book.rows[row]) * sign
    one_more = (kept == kept[row] + 1) & (np.abs(apart).sum(axis=1) == 1)
    for rival in np.flatnonzero(one_more):
        slot = int(apart[rival].argmax())
        for cell in _places(change, book.agreed.slots[slot], alive, slot, sign):
            if not _is_vouched(change, rest, cell, sign):
                return int(rival)
    return None


def _places(
    change: Change, agreed: int, alive: Collection[int], slot: int, sign: int
) -> Iterator[int]:
    """Cells of a slot that read 0 as dead ones do, with a checker over them perhaps: those that saw
    one go and said nothing since, or where none went the next that are free."""
    cells = change.now.model.grid.span(slot)
    lifeless = (change.now.raw[cells] == 0) & (change.now.weight[cells] > 0)
    fell = change.values[cells] * sign < -FELL_UNITS
    if agreed * sign > 0 and fell.any():
        places = (cells.start + int(n) for n in np.flatnonzero(lifeless & fell))
        yield from (cell for cell in places if cell not in alive)
    else:
        empty = np.flatnonzero(np.abs(change.now.values[cells]) < SHOWS_UNITS)[:NEXT_PLACES]
        yield from (cells.start + int(n) for n in empty if lifeless[n])


def _is_vouched(change: Change, rest: Rest, cell: int, sign: int) -> bool:
    """Whether a cell that reads 0 may be believed: it reads so when it is empty, and its neighbours
    feel no checker there."""
    tails = bleed(change.now.model.grid)[:, cell]
    felt = change.rest
    spread = np.hypot(change.spread, _UNDER_CHECKER * np.abs(change.before.values))
    now = alone_values(change.now)
    own = float(now[cell] - rest.values[cell]) if rest.known[cell] else float(now[cell])
    if abs(own) > EMPTY_UNITS / 2:
        return False
    said = own**2 / 2 * (rest.SPREAD**-2 - _OFFSETS**-2) - math.log(_OFFSETS / rest.SPREAD)
    # a cell that stirred and is empty now is compared with what it read when it was empty before
    empty = np.isinf(spread) & (change.now.weight > 0) & (np.abs(now) < EMPTY_UNITS)
    empty &= rest.known
    felt = np.where(empty, now - rest.values, felt)
    spread = np.where(empty, rest.SPREAD, spread)
    usable = np.isfinite(spread) & (tails != 0)
    expected = tails[usable] * UNIT * sign
    told = (felt[usable] ** 2 - (felt[usable] - expected) ** 2) / (2 * spread[usable] ** 2)
    return bool(said + told.sum() <= TOLD)
