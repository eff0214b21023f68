"""Could a board be a whole play after all, if a single cell did not tell the truth?

A cell that died where a checker has come to makes a whole play look unfinished or wrong, and no
hand can mend that. So before Done is refused the plays are tried that one silent cell would hide;
if there is exactly one, people are asked whether it is theirs. Nothing is recorded without them.
"""

from __future__ import annotations

import numpy as np

from controller.rules.position import SLOTS
from controller.sensing.candidates import FINAL, Book
from controller.sensing.evidence import Evidence, if_silent, shortfalls
from controller.sensing.geometry import UNIT
from controller.sensing.templates import CONTENT
from controller.sensing.witness import SHOWS_UNITS

FELT = 1.0  # nats by which the neighbours of a cell must speak for a checker that it hides
STAYED = 0.5
"""Nats by which they must speak for a checker that did not go: without one a living cell hardly
ever reads exactly 0."""

HIDES = 5.0
"""Nats: where a whole play differs by more from what a slot shows, a cell of it lies; and without
that cell it may differ by no more."""


def hidden_play(book: Book, evidence: Evidence, closeness: float) -> tuple[int, int] | None:
    """(row, cell): the only whole play that fits if one cell is not believed; None: none does.

    closeness: nats that all other slots together may fit worse than the best guess.
    """
    change = evidence.change
    if change is None:
        return None
    finals = np.flatnonzero(book.story == FINAL)
    rows = book.rows[finals]
    short = evidence.best - evidence.gains[np.arange(SLOTS), rows + CONTENT]
    worst = short.argmax(axis=1)
    most = short[np.arange(len(finals)), worst]
    fits = (most > HIDES) & (short.sum(axis=1) - most <= closeness)
    found: tuple[int, int] | None = None
    for number in np.flatnonzero(fits):
        row, slot = int(finals[number]), int(worst[number])
        cell = _liar(book, evidence, slot, int(book.rows[row, slot]))
        if cell is None:
            continue
        if found is not None:
            return None
        found = row, cell
    return found


def died_under(book: Book, evidence: Evidence, closeness: float) -> int | None:
    """The slot that a checker seems to be missing from, though it lies there still and the cell
    over it died: the board is the untouched one but for that cell, which reads 0 as dead ones do,
    and its neighbours felt no checker go. None: no such thing.

    closeness: nats that all other slots together may fit worse than the best guess.
    """
    change = evidence.change
    if change is None:
        return None
    agreed = np.array(book.agreed.slots)
    short = shortfalls(evidence, book.agreed.slots)
    slot = int(short.argmax())
    if short[slot] <= HIDES or float(short.sum() - short[slot]) > closeness or not agreed[slot]:
        return None
    sign = np.sign(agreed[slot])
    cells = change.now.model.grid.span(slot)
    dead = (change.now.raw[cells] == 0) & (change.now.weight[cells] > 0)
    dead &= change.before.values[cells] * sign > SHOWS_UNITS
    for cell in cells.start + np.flatnonzero(dead):
        (value,), (spread,) = change.told([int(cell)])
        was = float(change.before.values[cell])
        leaning = was * (was + 2 * value) / (2 * spread**2)  # nats for what was there against none
        stays = if_silent(evidence, slot, int(cell), book.agreed, int(agreed[slot]))
        if leaning >= STAYED and stays <= HIDES:
            return slot
    return None


def _liar(book: Book, evidence: Evidence, slot: int, to: int) -> int | None:
    """The cell of a slot that shows nothing though its neighbours feel a checker there, and without
    which this content fits best."""
    change = evidence.change
    assert change is not None
    cells = change.now.model.grid.span(slot)
    silent = (np.abs(change.now.raw[cells]) < SHOWS_UNITS) & (change.now.weight[cells] > 0)
    sign = np.sign(to - book.agreed.slots[slot])
    short = []
    for cell in cells.start + np.flatnonzero(silent):
        (value,), (spread,) = change.told([int(cell)])
        leaning = UNIT * (2 * sign * value - UNIT) / (2 * spread**2)  # nats for a checker over it
        if leaning >= FELT:
            short.append((if_silent(evidence, slot, int(cell), book.agreed, to), int(cell)))
    best = min(short, default=(np.inf, -1))
    return best[1] if best[0] <= HIDES else None
