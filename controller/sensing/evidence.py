"""From the readings of a whole board to one table: how much each content of each slot gains.

`Means` is one snapshot, calibrated, with the tails of other slots' checkers taken off. `weigh`
compares it with the agreed position: 0 for what is agreed, above 0 for what explains the readings
better, in nats.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import cache

import numpy as np
import numpy.typing as npt

from controller.rules.position import SLOTS, Position
from controller.sensing import likelihood
from controller.sensing.geometry import (
    CELLS,
    STOP,
    Floats,
    bleed,
    cells_in,
    first_cell,
    slot_starts,
)
from controller.sensing.likelihood import CONTENTS, NEVER, SlotReading
from controller.sensing.settings import Calibration, CellLayout
from controller.sensing.templates import CONTENT

Mask = npt.NDArray[np.bool_]

Wanted = tuple[tuple[int, ...], ...]

MOVED_UNITS = 3.5  # a cell that differs less from the agreed reading has only noise
_CLEAR_NET = 20.0  # units: a slot that gained so much lost nothing
KNOWN_WITHIN = 5.0
"""Nats that a reading may speak against a slot's agreed content and still be taken for it: less
than the weakest checker, one in the third layer, would say."""
_TWO_NET = 30.0  # units: two checkers between cells show more
_QUIET = 25.0  # units: a cell that reads less has no checker above it, at most a neighbour's tail
_QUIET_CELLS = 40  # fewer say too little of the table's warmth; a whole board leaves about ninety


@dataclass(frozen=True, slots=True)
class Means:
    """Settled readings of the board. raw: as the device sent them, (128,), 0 where none.

    values: the same in units of one checker = 64, free of what all cells drifted together and of
    the tails of other slots' checkers; weight: (128,) 1 where read, else 0.
    """

    raw: Floats
    values: Floats
    weight: Floats


def read_means(
    raw: Sequence[int | None],
    calibration: Calibration,
    layout: CellLayout,
    ignored: Collection[int],
) -> Means:
    """Calibrated means of a snapshot; cells in `ignored` weigh as little as those not read."""
    read = np.array([value is not None for value in raw]) & np.asarray(layout.present)
    if ignored:
        read[list(ignored)] = False
    plain = np.array([0 if value is None else value for value in raw], dtype=np.float32)
    values = (plain - _array(calibration.offsets)) / _array(calibration.gains)
    values = np.where(read, values - _common_drift(values[read]), 0.0).astype(np.float32)
    return Means(plain, values - bleed() @ values, read.astype(np.float32))


def _common_drift(values: Floats) -> float:
    """What all cells moved by since calibration, as a table does that grew warm.

    Seen in the cells without a checker. It is in every reading alike, so a comparison with the
    agreed one does not need it; a set-up has no agreed one.
    """
    quiet = values[np.abs(values) < _QUIET]
    return float(np.median(quiet)) if len(quiet) >= _QUIET_CELLS else 0.0


def slot_of_means(means: Means, slot: int) -> SlotReading:
    """What one slot reads."""
    cells = _cells(slot)
    return SlotReading(
        means.values[cells],
        means.weight[cells],
        means.raw[cells] >= STOP,
        means.raw[cells] <= -STOP,
    )


def slot_of_change(now: Means, before: Means, slot: int) -> SlotReading:
    """How a slot's reading differs from the agreed one."""
    cells = _cells(slot)
    up, down = now.raw[cells] >= STOP, now.raw[cells] <= -STOP
    was_up, was_down = before.raw[cells] >= STOP, before.raw[cells] <= -STOP
    return SlotReading(
        now.values[cells] - before.values[cells],
        now.weight[cells] * before.weight[cells],
        up | was_down,
        down | was_up,
    )


@dataclass(frozen=True, slots=True)
class Reference:
    """A reading of agreed checkers. known: (26,) slots that it is one of; none: nothing known."""

    means: Means
    known: Mask


@dataclass(frozen=True, slots=True)
class Evidence:
    """What readings say of each slot, in nats over its agreed content.

    gains: (26, 31) of content n at index n + 15; strange: (26,) of "something that no content
    explains", as two colours on a point are, or a hand that rests on it.
    """

    gains: Floats
    strange: Floats

    @property
    def best(self) -> Floats:
        """(26,) nats of the best explanation of each slot."""
        return np.asarray(np.maximum(self.gains.max(axis=1), self.strange), dtype=np.float32)


def weigh(now: Means, reference: Reference | None, agreed: Position, wanted: Wanted) -> Evidence:
    """The evidence of a settled reading.

    wanted: by slot, contents that a candidate asks for; others may be left at NEVER where they
    cannot be the best guess either. reference: the agreed reading of these checkers.
    """
    gains = np.full((SLOTS, CONTENTS), NEVER, dtype=np.float32)
    strange = np.full(SLOTS, NEVER, dtype=np.float32)
    if reference is None:
        known = np.zeros(SLOTS, dtype=np.bool_)
        before = now
    else:
        known, before = reference.known, reference.means
    shift = now.values - before.values
    weight = now.weight * before.weight
    read = np.add.reduceat(weight, slot_starts())
    same = likelihood.unchanged(shift, before.values, weight)
    moved = _moved(now, before, shift * weight)
    for slot, content in enumerate(agreed.slots):
        if not known[slot]:
            row = likelihood.absolute(slot_of_means(now, slot))
            unexplained = likelihood.STRANGE_ALONE * read[slot]
        elif moved[slot]:
            row = _compared(
                now, before, slot, content, _others(wanted[slot], content), same[:, slot]
            )
            unexplained = likelihood.STRANGE_CHANGE * read[slot]
        else:
            still = likelihood.log_sum(*same[:, slot])
            weights = weight[_cells(slot)].tobytes()
            for to in _others(wanted[slot], content):
                gains[slot, to + CONTENT] = _traceless(content, to, weights) - still
            gains[slot, content + CONTENT] = 0.0
            continue
        gains[slot] = row - row[content + CONTENT]
        strange[slot] = unexplained - row[content + CONTENT]
    return Evidence(gains, strange)


def reference_of(
    means: Means,
    evidence: Evidence,
    agreed: Position,
    earlier: tuple[Reference, Position] | None = None,
) -> Reference:
    """What a settled reading tells of checkers that people now agree on.

    A slot's reading counts unless it speaks against the content; even then if people agreed on
    the same content before, over the same reading (earlier): they lie in a way that no template
    knows. evidence: of this reading.
    """
    contents = np.array(agreed.slots) + CONTENT
    shortfall = evidence.best - evidence.gains[np.arange(SLOTS), contents]
    known = shortfall <= KNOWN_WITHIN
    if earlier is not None:
        reference, position = earlier
        weight = means.weight * reference.means.weight
        moved = _moved(means, reference.means, (means.values - reference.means.values) * weight)
        known |= ~moved & (np.array(position.slots) == np.array(agreed.slots))
    return Reference(means, known)


def read_reference(means: Means, agreed: Position) -> Reference:
    """What a reading tells that is said to be of agreed checkers."""
    return reference_of(means, weigh(means, None, agreed, ((),) * SLOTS), agreed)


def prepare(agreed: Position, wanted: Wanted) -> None:
    """Work that `weigh` would do again and again, done once at the roll: templates are made for
    all that a candidate or a free guess may ask of a slot."""
    for slot, content in enumerate(agreed.slots):
        weights = np.ones(cells_in(slot), dtype=np.float32).tobytes()
        for to in {*_others(wanted[slot], content), *_near(content, 2)}:
            _traceless(content, to, weights)


def _moved(now: Means, before: Means, shift: Floats) -> Mask:
    """(26,) slots where a cell differs by more than noise, or is at the stop."""
    stopped = (np.abs(now.raw) >= STOP) | (np.abs(before.raw) >= STOP)
    most = np.maximum.reduceat(np.where(stopped, MOVED_UNITS, np.abs(shift)), slot_starts())
    return np.asarray(most >= MOVED_UNITS)


def _others(wanted: tuple[int, ...], content: int) -> list[int]:
    """The contents besides the agreed one that a candidate asks for."""
    return [to for to in wanted if to != content]


def _near(content: int, most: int) -> set[int]:
    """Contents that differ by at most so many checkers."""
    near = range(max(content - most, -CONTENT), min(content + most, CONTENT) + 1)
    return set(near) - {content}


def _compared(
    now: Means, before: Means, slot: int, content: int, steps: list[int], same: Floats
) -> Floats:
    """(31,) log-likelihood of the contents of a slot where something moved.

    same: (3,) log-likelihood that nothing changed, lying still, nudged or shoved.
    """
    change = slot_of_change(now, before, slot)
    alone = likelihood.absolute(slot_of_means(now, slot))
    row = alone + np.float32(likelihood.ANEW)
    row[content + CONTENT] = likelihood.log_sum(*same, float(row[content + CONTENT]))
    net = float(change.values @ change.weight)
    free = _near(content, 2 if abs(net) > _TWO_NET else 1)
    agreed = slot_of_means(before, slot)
    for to in free.union(steps):
        if abs(net) < _CLEAR_NET or (to > content) == (net > 0):
            row[to + CONTENT] = likelihood.changed(
                agreed, change, content, to, float(alone[to + CONTENT])
            )
    return row


@cache
def _traceless(content: int, to: int, weight: bytes) -> float:
    """Log-likelihood of a change that left no trace in the cells that weigh something.

    The most that bodies could allow, so rather too much than too little.
    """
    weights = np.frombuffer(weight, dtype=np.float32)
    cells = len(weights)
    nothing = np.zeros(cells, dtype=np.float32)
    never = np.zeros(cells, dtype=np.bool_)
    change = SlotReading(nothing, weights, never, never)
    lying = np.full(cells, np.float32(np.sign(content) * STOP))
    room = SlotReading(lying if abs(to) < abs(content) else nothing, weights, never, never)
    return likelihood.changed(room, change, content, to, NEVER)


def _cells(slot: int) -> slice:
    start = first_cell(slot)
    return slice(start, start + cells_in(slot))


@cache
def _array(values: tuple[float, ...]) -> Floats:
    return np.asarray(values, dtype=np.float32)


assert _cells(SLOTS - 1).stop == CELLS
