"""Which cells can be believed, learned from boards that people agreed on.

A cell contradicts a board when its slot's content is hardly possible with what it reads, and
likely without. One contradiction makes it doubted: it weighs nothing, and where only it could tell
a whole play from an unfinished one the table asks. Two, on different contents, make it broken. A
doubted cell that shows what lies there is sound again.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

import numpy as np

from controller.rules.position import Position
from controller.sensing import likelihood
from controller.sensing.geometry import UNIT
from controller.sensing.likelihood import SlotReading
from controller.sensing.means import Means, slot_of_means
from controller.sensing.templates import CONTENT

FITS = 5.0  # nats below the best content that a slot's agreed one may be
GAIN = 8.0
"""Nats that leaving one cell out must gain: a checker that lies oddly costs some four, a cell that
lies the floor of eighteen."""

SAID_GAIN = 2.0
"""The same where people, asked, said that more or less lies there than was read."""

CLEAR = 2.0  # nats by which one cell must explain a slot better than any other
SHOWS = 0.45 * UNIT  # a cell that reads so much has a checker over it
SILENT = 12.0  # units: a cell that reads less has none
CERTAIN = 2  # contradictions, on different contents


@dataclass(slots=True)
class _Suspicion:
    count: int = 0
    content: int | None = None  # of its slot when it was last contradicted


@dataclass(slots=True)
class Health:
    """What has been learned of one table's cells. Changes in place; copies are its owner's."""

    _suspected: dict[int, _Suspicion] = field(default_factory=dict)

    @property
    def doubted(self) -> frozenset[int]:
        """Cells that weigh nothing: doubted or broken."""
        return frozenset(self._suspected)

    @property
    def broken(self) -> tuple[int, ...]:
        """Cells that contradicted what lay there more than once."""
        return tuple(sorted(c for c, s in self._suspected.items() if s.count >= CERTAIN))

    def learn(
        self,
        means: Means,
        agreed: Position,
        slots: frozenset[int],
        overruled: frozenset[int] = frozenset(),
    ) -> None:
        """Take what a settled reading, doubted cells included, says over an agreed position.

        slots: those whose reading spoke against their content; doubted cells are looked at anyway.
        overruled: those that people, asked, said to hold something else than was read: there a
        cell is doubted on less.
        """
        grid = means.model.grid
        looked_at = slots | overruled | {grid.slot_of_cell(cell) for cell in self._suspected}
        for slot in sorted(looked_at):
            content = agreed.slots[slot]
            reading = slot_of_means(means, slot)
            first = grid.first_cell(slot)
            own = [cell for cell in self._suspected if grid.slot_of_cell(cell) == slot]
            fits = _fits(reading, content)
            is_against = slot in slots or slot in overruled or not fits
            gain = SAID_GAIN if slot in overruled else GAIN
            suspect = _liar(reading, content, gain) if is_against else None
            if suspect is not None:
                self._contradict(first + suspect, content)
            elif fits:
                for cell in own:
                    if abs(reading.values[cell - first]) >= SHOWS or content == 0:
                        self._clear(cell, content)

    def _clear(self, cell: int, content: int) -> None:
        """A cell showed what lies there; nothing over an empty slot proves only that it is not
        stuck."""
        if content or self._suspected[cell].content == 0:
            del self._suspected[cell]

    def _contradict(self, cell: int, content: int) -> None:
        suspicion = self._suspected.setdefault(cell, _Suspicion())
        if suspicion.content != content:
            suspicion.content = content
            suspicion.count += 1


def _fits(reading: SlotReading, content: int) -> bool:
    scores = likelihood.absolute(reading)
    return bool(scores.max() - scores[content + CONTENT] <= FITS)


def _liar(reading: SlotReading, content: int, gain: float) -> int | None:
    """The one cell of a slot without which its content is likelier by `gain` nats, if it is
    clearly that one."""
    whole = float(likelihood.absolute(reading)[content + CONTENT])
    found: list[tuple[float, int]] = []
    for cell in np.flatnonzero(reading.weight):
        weight = reading.weight.copy()
        weight[cell] = 0.0
        rest = replace(reading, weight=weight)
        scores = likelihood.absolute(rest)
        here = float(scores[content + CONTENT])
        fits = float(scores.max()) - here <= FITS and here - whole >= gain
        if fits and _says_wrong(rest, int(cell), content):
            found.append((here, int(cell)))
    found.sort(reverse=True)
    if not found or (len(found) > 1 and found[0][0] - found[1][0] < CLEAR):
        return None
    return found[0][1]


def _says_wrong(rest: SlotReading, cell: int, content: int) -> bool:
    """A silent cell hides a checker only where the others show fewer than lie there; one that
    reads something lies where they show them all."""
    shown = float(np.abs(rest.values * rest.weight).sum()) / UNIT
    if abs(rest.values[cell]) < SILENT:
        return shown < abs(content) - 0.4 or abs(content) > rest.strip.room
    return True
