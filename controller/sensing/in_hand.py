"""A checker in the hand: from which board it was lifted, where several would look alike.

Whoever made a step and lifts the same checker again leaves the picture of a checker lifted from
where it stood at first. The board that was seen whole just before says which of both it was: from
there the checker goes on. Wherever it is put then, that board is judged by itself again.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from controller.sensing.candidates import Book
from controller.sensing.verdict import Way


@dataclass(frozen=True, slots=True)
class SeenWhole:
    """The last board of this turn with nothing in a hand. slots: what lay there; that is more than
    `way` says where a blot lay on its bar before its hitter came."""

    way: Way
    slots: tuple[int, ...]


def lifted_from(book: Book, row: int, seen: SeenWhole | None) -> int | None:
    """The slot of the mover's one checker that a picture lacks against the board seen before; None
    where more differs, or nothing was seen."""
    if seen is None or book.side is None:
        return None
    differs = np.array(seen.slots) - book.rows[row]
    (slots,) = np.nonzero(differs)
    if len(slots) != 1 or differs[slots[0]] != book.side.sign:
        return None
    slot = int(slots[0])
    return slot if seen.slots[slot] * book.side.sign > 0 else None
