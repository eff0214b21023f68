"""From the readings of a whole board to one table: how much each content of each slot gains.

`weigh` compares a settled reading with the agreed position: 0 for what is agreed, above 0 for what
explains the readings better, in nats.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from controller.rules.position import SLOTS, Position
from controller.sensing import likelihood, presence, steps
from controller.sensing.change import Change, Reference, change_of, moved_slots, without
from controller.sensing.geometry import STOP, Floats, Model, Strip, kept_by_strip, slot_starts
from controller.sensing.likelihood import CONTENTS, NEVER, SlotReading
from controller.sensing.means import Means, slot_of_means
from controller.sensing.templates import CONTENT

Wanted = tuple[tuple[int, ...], ...]

_OTHER_SIDE = 3.0  # nats: of a play of one side only its own checkers come to a point
_ANYTHING = -math.log(254)
"""Nats of what a cell would read now that is not read: its neighbours tell of changes only, so what
explains a slot anew says nothing of it."""

_CLEAR_NET = 20.0  # units: a slot that gained so much lost nothing
KNOWN_WITHIN = 5.0
"""Nats that a reading may speak against a slot's agreed content and still be taken for it: less
than the weakest checker, one in the third layer, would say."""
_TWO_NET = 30.0  # units: two checkers between cells show more
_LATELY = 64  # pictures of one turn: the way and doubts ask about the same ones again


@dataclass(frozen=True, slots=True)
class Evidence:
    """What readings say of each slot, in nats over its agreed content.

    gains: (26, 31) of content n at index n + 15; strange: (26,) of "something that no content
    explains", as two colours on a point are, or a hand that rests on it.
    """

    gains: Floats
    strange: Floats
    model: Model
    change: Change | None = None  # from the agreed reading, where there is one

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
        known, change = np.zeros(SLOTS, dtype=np.bool_), change_of(now, now)
    else:
        known, change = reference.known, change_of(now, reference.means)
    read = np.add.reduceat(change.weight * (change.noise == 0), slot_starts(now.model.grid))
    same = _same(change)
    still = np.logaddexp.reduce(same, axis=0)
    for slot, content in enumerate(agreed.slots):
        if not known[slot]:
            row = _alone(now, slot)
            unexplained = likelihood.STRANGE_ALONE * read[slot]
        elif not now.model.signed:
            row = _switched(change, slot, content, wanted[slot])
            unexplained = likelihood.STRANGE_CHANGE * read[slot] if change.moved[slot] else NEVER
        elif change.moved[slot]:
            row = _compared(change, slot, content, _others(wanted[slot], content), same[:, slot])
            unexplained = likelihood.STRANGE_CHANGE * read[slot] + _ANYTHING * change.untold(slot)
        else:
            if others := _others(wanted[slot], content):
                told = _without_trace(change, slot, content, others)
                gains[slot, np.array(others) + CONTENT] = told - still[slot]
            gains[slot, content + CONTENT] = 0.0
            continue
        if not now.model.signed:
            row = _with_side(row, content, wanted[slot])
        gains[slot] = row - row[content + CONTENT]
        strange[slot] = unexplained - row[content + CONTENT]
    return Evidence(gains, strange, now.model, change if known.any() else None)


def if_silent(evidence: Evidence, slot: int, cell: int, agreed: Position, to: int) -> float:
    """Nats from the best explanation of a slot to content `to` as if this cell of it had not been
    read; only where there is an agreed reading."""
    assert evidence.change is not None
    change = without(evidence.change, cell)
    content = agreed.slots[slot]
    row = _compared(change, slot, content, _near(content, 4), _same(change)[:, slot])
    return float(row.max() - row[to + CONTENT])


class Transition:
    """One movement of one slot, from rest to rest: what it says of each content before it."""

    def __init__(self, change: Change, slot: int) -> None:
        self._change = change
        self._slot = slot
        self._same = _same(change)[:, slot]
        self._rows: dict[int, Floats] = {}

    @property
    def same(self) -> float:
        """Log-likelihood that nothing came or went."""
        return likelihood.log_sum(*self._same)

    @property
    def strange(self) -> float:
        """Log-likelihood of a movement that no content explains."""
        cells = self._change.now.model.grid.span(self._slot)
        read = self._change.weight[cells] * (self._change.noise[cells] == 0)
        return likelihood.STRANGE_CHANGE * float(read.sum())

    def row(self, content: int) -> Floats:
        """(31,) log-likelihood of each content after it if this one lay there before."""
        if content not in self._rows:
            self._rows[content] = _compared(
                self._change, self._slot, content, _near(content, 2), self._same
            )
        return self._rows[content]


@lru_cache(maxsize=_LATELY)
def _same(change: Change) -> Floats:
    """(ways, 26) log-likelihood that nothing came or went."""
    grid = change.now.model.grid
    return likelihood.unchanged(
        change.values, change.before.values, change.weight, change.noise, grid
    )


def reference_of(
    means: Means,
    evidence: Evidence,
    agreed: Position,
    earlier: tuple[Reference, Position] | None = None,
) -> Reference:
    """What a settled reading tells of checkers that people now agree on.

    A slot's reading counts unless it speaks against the content; even then if people agreed on
    the same content before, over the same reading (earlier, its known slots those that they spoke
    of): they lie in a way that no template knows. evidence: of this reading.
    """
    known = shortfalls(evidence, agreed.slots) <= KNOWN_WITHIN
    if earlier is not None:
        reference, position = earlier
        weight = means.weight * reference.means.weight
        shift = (means.values - reference.means.values) * weight
        moved = moved_slots(means, reference.means, shift)
        same = np.array(position.slots) == np.array(agreed.slots)
        known |= reference.known & ~moved & same
    return Reference(means, known)


def contradicted(evidence: Evidence, agreed: Position) -> frozenset[int]:
    """Slots whose reading speaks against these contents."""
    against = shortfalls(evidence, agreed.slots) > KNOWN_WITHIN
    return frozenset(int(slot) for slot in np.flatnonzero(against))


def shortfalls(evidence: Evidence, slots: Sequence[int]) -> Floats:
    """(26,) nats from the best explanation of each slot to these contents."""
    contents = np.array(slots) + CONTENT
    return np.asarray(evidence.best - evidence.gains[np.arange(SLOTS), contents])


def read_reference(means: Means, agreed: Position) -> Reference:
    """What a reading tells that is said to be of agreed checkers."""
    return reference_of(means, weigh(means, None, agreed, ((),) * SLOTS), agreed)


def prepare(model: Model, agreed: Position, wanted: Wanted) -> None:
    """Work that `weigh` would do again and again, done once at the roll: templates are made for
    all that a candidate or a free guess may ask of a slot."""
    if not model.signed:
        for slot, content in enumerate(agreed.slots):
            for each in {content, *wanted[slot]}:
                presence.make_ways(model.strip(slot), content, each)
        return
    for strip in (model.point, model.bar):
        likelihood.make_templates(strip)
    for slot, content in enumerate(agreed.slots):
        strip = model.strip(slot)
        weights = np.ones(strip.cells, dtype=np.float32).tobytes()
        others = _others(wanted[slot], content)
        if others:
            _traceless(strip, content, others, weights)
        for most, is_more in itertools.product((1, 2), (True, False)):
            to = _asked(content, _near(content, most).union(others), is_more)
            steps.make_ways(strip, content, to)


def _others(wanted: tuple[int, ...], content: int) -> tuple[int, ...]:
    """The contents besides the agreed one that a candidate asks for."""
    return tuple(to for to in wanted if to != content)


def _near(content: int, most: int) -> set[int]:
    """Contents that differ by at most so many checkers."""
    near = range(max(content - most, -CONTENT), min(content + most, CONTENT) + 1)
    return set(near) - {content}


def _compared(
    change: Change,
    slot: int,
    content: int,
    wanted: Collection[int],
    same: Floats,
) -> Floats:
    """(31,) log-likelihood of the contents of a slot where something moved.

    same: log-likelihood of each way in which nothing came or went.
    """
    shift = change.slot(slot)
    alone = _alone(change.now, slot) + np.float32(_ANYTHING * change.untold(slot))
    row = alone + np.float32(likelihood.ANEW)
    row[content + CONTENT] = likelihood.log_sum(*same, float(row[content + CONTENT]))
    net = float(shift.values @ shift.weight)
    free = _near(content, 2 if abs(net) > _TWO_NET else 1)
    to = _asked(content, free.union(wanted), None if abs(net) < _CLEAR_NET else net > 0)
    if to:
        at = np.array(to) + CONTENT
        row[at] = steps.changed(slot_of_means(change.before, slot), shift, content, to, alone[at])
    return row


def _switched(change: Change, slot: int, content: int, wanted: Collection[int]) -> Floats:
    """(31,) the same of a slot whose cells only switch."""
    has_moved = bool(change.moved[slot])
    to = {content, *wanted, *(_near(content, 2) if has_moved else ())}
    before, now = slot_of_means(change.before, slot), slot_of_means(change.now, slot)
    return presence.compared(before, now, content, to, others=has_moved)


def _asked(content: int, to: Collection[int], is_more: bool | None) -> tuple[int, ...]:
    """Of some contents those with more of light's checkers, or less of them; None: all."""
    return tuple(sorted(each for each in to if is_more is None or (each > content) == is_more))


@lru_cache(maxsize=4 * _LATELY)
def _alone(now: Means, slot: int) -> Floats:
    """(31,) log-likelihood of each content from this reading alone."""
    reading = slot_of_means(now, slot)
    row = likelihood.absolute(reading) if now.model.signed else presence.absolute(reading)
    row.setflags(write=False)
    return row


def _without_trace(change: Change, slot: int, content: int, to: tuple[int, ...]) -> Floats:
    """(len(to),) log-likelihood of changes of a slot where no cell moved."""
    model = change.now.model
    cells = model.grid.span(slot)
    if not change.noise[cells].any():
        return _traceless(model.strip(slot), content, to, change.weight[cells].tobytes())
    anew = np.full(len(to), NEVER, dtype=np.float32)
    return steps.changed(slot_of_means(change.before, slot), change.slot(slot), content, to, anew)


@kept_by_strip
def _traceless(strip: Strip, content: int, to: tuple[int, ...], weight: bytes) -> Floats:
    """Log-likelihood of changes that left no trace in the cells that weigh something.

    The most that bodies could allow, so rather too much than too little.
    """
    weights = np.frombuffer(weight, dtype=np.float32)
    nothing = np.zeros(strip.cells, dtype=np.float32)
    never = np.zeros(strip.cells, dtype=np.bool_)
    change = SlotReading(nothing, weights, never, never, strip)
    full = np.full(strip.cells, np.float32(np.sign(content) * STOP))
    lying = SlotReading(full, weights, never, never, strip)
    anew = np.full(len(to), NEVER, dtype=np.float32)
    if_gone = steps.changed(lying, change, content, to, anew)
    if_come = steps.changed(change, change, content, to, anew)
    return np.where(np.abs(to) < abs(content), if_gone, if_come)


def _with_side(row: Floats, content: int, wanted: tuple[int, ...]) -> Floats:
    """Cells that cannot tell whose a checker is: what neither lies here nor is expected is less
    likely."""
    sides = {(each > 0) - (each < 0) for each in (content, *wanted)} - {0}
    result = row.copy()
    if 1 not in sides:
        result[CONTENT + 1 :] -= _OTHER_SIDE
    if -1 not in sides:
        result[:CONTENT] -= _OTHER_SIDE
    return result
