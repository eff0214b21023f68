"""The hitter has come, the blot has not gone: both colours lie on one point.

Every hit passes through this board or its like. A point is read as one colour's, so that it shows
nothing there or the blot alone, and a checker lacking where the hitter came from; taken at its
word that would say to put two checkers back that nobody took.
"""

from __future__ import annotations

import numpy as np

from controller.rules.position import BAR, slot_of
from controller.sensing.candidates import Book
from controller.sensing.evidence import Evidence
from controller.sensing.templates import CONTENT
from controller.sensing.verdict import Fix


def blot_beside_hitter(book: Book, evidence: Evidence, sensed: tuple[int, ...]) -> Fix | None:
    """The hand movement that completes the hit which seems to lie there; None where none does.

    sensed: the best guess of what lies there, which no board on the way explains. It must be, but
    for the blot's point, a board on the way whose hit checker is not on its bar half yet.
    """
    if book.side is None:
        return None
    side, bar = book.side, slot_of(book.side.other, BAR)
    hit = np.flatnonzero(book.boards[:, bar] != book.boards[0, bar])
    pictures = book.boards[hit].astype(np.int16)
    pictures[:, bar] += side.sign  # the blot is on its way: its bar half lacks it
    differs = pictures != np.array(sensed)
    for row in np.flatnonzero(differs.sum(axis=1) == 1):
        point = int(differs[row].argmax())
        is_blot = book.agreed.slots[point] == -side.sign and pictures[row, point] == side.sign
        if is_blot and _shows_both(evidence, point, sensed[point], -side.sign):
            return Fix(side.other, point, bar)
    return None


def _shows_both(evidence: Evidence, point: int, content: int, blot: int) -> bool:
    """Nothing is read on the point (each hides the other), or the blot with something odd."""
    if content == blot:
        return bool(evidence.strange[point] > evidence.gains[point, content + CONTENT])
    return content == 0
