"""What sensing makes of a settled board: always a value, never an exception."""

from __future__ import annotations

import enum
from dataclasses import dataclass

from controller.rules.plays import Step
from controller.rules.position import Position, Side


class VerdictKind(enum.Enum):
    """One member for each thing that the table can say about a settled board."""

    AGREED = "agreed"  # the board is the agreed position
    UNDER_WAY = "under_way"  # steps of a legal play are made, more must follow
    COMPLETE = "complete"  # a whole legal play lies there (a dance: nothing moved)
    IN_HAND = "in_hand"  # a checker of a board on the way is missing: in a hand, or beside
    WRONG = "wrong"  # no way of a legal play leads here; `fix` says what to move
    UNSURE = "unsure"  # two boards explain the readings; `choices` holds them
    BLIND = "blind"  # too many cells give no reading; `cells` says which


@dataclass(frozen=True, slots=True)
class Fix:
    """One hand movement that mends a wrong board, by slots (0-25).

    source None: the checker is missing from the table, put it on `to`. to None: one too many.
    """

    side: Side
    source: int | None
    to: int | None


@dataclass(frozen=True, slots=True)
class Stray:
    """A magnet that is no checker lies near these slots (0-25, the nearest first).

    units: over its middle, 64 a checker's. margin: square units, over all cells within reach, that
    it explains and checkers do not.
    """

    slots: tuple[int, ...]
    units: float
    margin: float


@dataclass(frozen=True, slots=True)
class Way:
    """A board on the way of a legal play: the steps made so far (mover's points)."""

    steps: tuple[Step, ...]
    position: Position
    complete: bool


@dataclass(frozen=True, slots=True)
class Verdict:
    """The judgement of one settled board.

    way: the best candidate (None for wrong and blind; for agreed the way without steps).
    lifted: slots that a checker is missing from against `way`, one entry a checker, with its side.
    hit_due: sides whose hit checker is not yet on its bar half though `way` hit it.
    fix: hand movements towards the nearest board on the way (empty unless wrong or in_hand).
    hitting: for wrong or unsure, the movement that completes a hit whose hitter seems to lie beside
    the blot. odd: for wrong, the slots that no picture of checkers fits, their count being right.
    strays: for wrong, magnets that are no checkers, the strongest first; while one lies there no
    checker is told of.
    choices: for unsure, the two likeliest ways, best first. cells: blind or doubted cells.
    sensed: signed count by slot (light positive) of the unconstrained best guess.
    clear: `sensed` is beyond doubt on every slot: a wrong board may be let stand as it was read.
    margin: nats between the best and the second candidate. shortfall: nats by which the
    unconstrained best guess is better than the best candidate.
    """

    kind: VerdictKind
    way: Way | None = None
    lifted: tuple[tuple[Side, int], ...] = ()
    hit_due: tuple[Side, ...] = ()
    fix: tuple[Fix, ...] = ()
    hitting: Fix | None = None
    odd: tuple[int, ...] = ()
    strays: tuple[Stray, ...] = ()
    choices: tuple[Way, ...] = ()
    cells: tuple[int, ...] = ()
    sensed: tuple[int, ...] = ()
    clear: bool = False
    margin: float | None = None
    shortfall: float | None = None

    @property
    def advice(self) -> tuple[object, ...]:
        """What people are told to do about this board depends on these alone."""
        near = tuple(stray.slots for stray in self.strays)
        return self.kind, self.way, self.fix, near

    @property
    def may_be_whole(self) -> bool:
        """Of the ways that look alike one is a whole play: an answer could end the turn."""
        return any(choice.complete for choice in self.choices)

    def is_near(self, position: Position) -> bool:
        """What was read is this position, or differs from it by one checker on one slot: as much as
        one cell that died, or sticks, can hide."""
        if self.strays or not self.sensed:
            return False
        there = position.slots
        return sum(abs(a - b) for a, b in zip(self.sensed, there, strict=True)) <= 1
