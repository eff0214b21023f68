"""What a slot's pictures on the way say of its contents, against what the last one says alone."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

import numpy as np

from controller.rules.position import Position
from controller.sensing.change import Change, Reference, change_of
from controller.sensing.evidence import Evidence, Transition
from controller.sensing.geometry import Floats, neighbours
from controller.sensing.likelihood import CONTENTS, NEVER
from controller.sensing.means import Means
from controller.sensing.passage import Movement
from controller.sensing.templates import CONTENT

ODD = 4.0
"""Nats by which something on the way may be stranger than what any contents explain."""

SLEEVED = 0.5
"""Of what the way may tell: a strange reading loses so much where a sleeve explains it, as the
next slot moved with it."""

PLAIN = 5.0  # nats by which a content must beat every other one to be the only one
AT_ONCE_MS = 60  # reports of one movement may be so far apart
CLEAR = 7.0  # nats by which the settled reading of a slot is beyond what the way could change
_UNLIKELY = 8.0  # nats: contents on the way that are so much worse than the best are dropped


@dataclass(frozen=True, slots=True)
class Waypoint:
    """A picture on the way, read. still: slots that had come to rest."""

    means: Means
    still: frozenset[int]


def hear(
    evidence: Evidence,
    reference: Reference,
    waypoints: Sequence[Waypoint],
    movements: Sequence[Movement],
    agreed: Position,
    tells: float,
) -> Evidence:
    """The evidence with what was seen on the way; the same where nothing was.

    tells: nats by which it may move what the settled reading says of a slot.
    """
    if evidence.change is None:
        return evidence
    gains, strange = evidence.gains.copy(), evidence.strange.copy()
    is_odd = reference.known & (strange > gains.max(axis=1))
    for slot in np.flatnonzero(is_odd).tolist():
        if _is_plain(gains[slot]) and is_sleeved(slot, movements):
            strange[slot] -= SLEEVED * tells
    for slot in np.flatnonzero(evidence.change.moved & reference.known).tolist():
        if _is_clear(gains[slot], float(strange[slot])) or _has_silent(evidence.change, slot):
            continue
        end, content = evidence.change.now, agreed.slots[slot]
        told = follow(reference.means, waypoints, end, slot, content)
        if told is None:
            continue
        row, odd = told
        best = max(float(gains[slot].max()), float(strange[slot]))
        shift = np.clip(row - (gains[slot] - best), -tells, tells)
        odd_shift = float(np.clip(odd - (strange[slot] - best), -tells, tells))
        kept = shift[agreed.slots[slot] + CONTENT]
        gains[slot] += shift - kept
        strange[slot] += odd_shift - kept
    return replace(evidence, gains=gains, strange=strange)


def is_sleeved(slot: int, movements: Sequence[Movement]) -> bool:
    """Whether a slot moved once, and together with one beside it, as a sleeve moves them: what lay
    there was not lifted, and nothing came but what came that moment."""
    own = [movement for movement in movements if movement.slot == slot]
    beside = (movement for movement in movements if movement.slot in neighbours(slot))
    return len(own) == 1 and any(_are_together(own[0], other) for other in beside)


def _are_together(one: Movement, other: Movement) -> bool:
    return one.start_ms <= other.end_ms + AT_ONCE_MS and other.start_ms <= one.end_ms + AT_ONCE_MS


def _has_silent(change: Change, slot: int) -> bool:
    """Whether a cell of the slot tells nothing: then what the others show on the way is half."""
    cells = change.now.model.grid.span(slot)
    return bool((change.weight[cells] * (change.noise[cells] == 0) < change.now.there[cells]).any())


def _is_clear(row: Floats, odd: float) -> bool:
    second, best = np.partition(np.append(row, odd), -2)[-2:]
    return bool(best - second >= CLEAR)


def _is_plain(row: Floats) -> bool:
    """Whether only one content could lie there, if any."""
    second, best = np.partition(row, -2)[-2:]
    return bool(best - second >= PLAIN)


def follow(
    start: Means,
    waypoints: Sequence[Waypoint],
    end: Means,
    slot: int,
    content: int,
) -> tuple[Floats, float] | None:
    """(31,) nats of each content of a slot at the end, and of "strange", below the best of them,
    from picture to picture; None where no picture shows it between two movements."""
    changes = _changes(start, waypoints, end, slot)
    if len(changes) < 2:
        return None
    state = _State.of(content)
    for change in changes:
        state = state.after(change, slot)
    best = float(state.contents.max())
    if state.odd > best + ODD:
        return None
    best = max(best, state.odd)
    return state.contents - np.float32(best), state.odd - best


def _changes(
    start: Means, waypoints: Sequence[Waypoint], end: Means, slot: int
) -> Sequence[Change]:
    """The movements of a slot, each from rest to rest."""
    changes, before = [], start
    for means in [*(w.means for w in waypoints if slot in w.still), end]:
        change = _between(means, before)
        if change.moved[slot]:
            changes.append(change)
            before = means
    return changes


@lru_cache(maxsize=64)
def _between(now: Means, before: Means) -> Change:
    """What changed: many slots, and the next verdict, ask about the same two pictures."""
    return change_of(now, before)


@dataclass(frozen=True, slots=True)
class _State:
    """Nats of what may lie on a slot now. contents: (31,); pair: one checker of each side, as
    between a hitter and its blot; odd: that something on the way explains nothing."""

    contents: Floats
    pair: float
    odd: float

    @classmethod
    def of(cls, content: int) -> _State:
        contents = np.full(CONTENTS, NEVER, dtype=np.float32)
        contents[content + CONTENT] = 0.0
        return cls(contents, NEVER, NEVER)

    def after(self, change: Change, slot: int) -> _State:
        """The same after one movement."""
        step = Transition(change, slot)
        best = max(float(self.contents.max()), self.pair)
        contents = np.full(CONTENTS, NEVER, dtype=np.float64)
        pair, top = self.pair + step.same, step.same
        for index in np.flatnonzero(self.contents > best - _UNLIKELY):
            content = int(index) - CONTENT
            row = step.row(content)
            contents = np.logaddexp(contents, self.contents[index] + row)
            top = max(top, float(row.max()))
            if abs(content) == 1:
                pair = np.logaddexp(pair, self.contents[index] + step.row(0)[CONTENT - content])
        for left in (1, -1) if self.pair > best - _UNLIKELY else ():
            gone = self.pair + step.row(-left)[CONTENT]
            contents[CONTENT + left] = np.logaddexp(contents[CONTENT + left], gone)
        odd = max(self.odd + max(top, step.strange), best + step.strange)
        return _State(contents.astype(np.float32), float(pair), odd)
