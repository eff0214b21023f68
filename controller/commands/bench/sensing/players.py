"""Players for benches of sensing: who plays what, and how hands carry it out.

Plays are chosen by a plain heuristic with some chance in it, so that games go on, contact and
race, hits, stacks and bear-offs occur. Hands are those of the design: `careful` lifts one checker
after the other, `fast` slides, moves two at once, passes over a landing and nudges neighbours,
`clumsy` does it more, misplaces and bumps, and puts it right.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np

from controller.commands.bench.sensing.rig import Rig
from controller.rules.plays import Step, Ways
from controller.rules.position import BAR, OFF, Board, Side, slot_of

_HAND_MS = (120, 450)  # a checker in the air
_BUMP_MS = 100
_PAUSE_MS = (40, 350)  # between two movements


@dataclass(frozen=True, slots=True)
class Skill:
    """Shares of steps that are slid, of pairs moved at once, of landings passed over, of turns that
    nudge neighbours by so many mm, of steps that end on the next point first, of turns in which a
    sleeve drags a checker along and it is put back."""

    name: str
    slide: float = 0.0
    together: float = 0.0
    passing: float = 0.0
    nudge: float = 0.0
    nudge_mm: float = 3.0
    misplace: float = 0.0
    bump: float = 0.0


CAREFUL = Skill("careful")
FAST = Skill("fast", slide=0.4, together=0.2, passing=0.5, nudge=0.10)
CLUMSY = replace(FAST, name="clumsy", nudge=0.30, nudge_mm=6.0, misplace=0.08, bump=0.08)
STACK = 4  # more checkers on a point are better used elsewhere
SKILLS = {skill.name: skill for skill in (CAREFUL, FAST, CLUMSY)}


def choose(ways: Ways, rng: np.random.Generator) -> Board:
    """One of the finals: few blots, hits, made points, no tall stacks, and some whim.

    Without a dislike of stacks a point of more than five checkers changed in 14 % of turns; in
    10,000 turns of recorded human games it did in 4 %, here now in 5 %.
    """
    finals = sorted(ways.finals)
    boards = np.array(finals)
    own = boards[:, 1:BAR]
    blots = (own == 1).sum(axis=1)
    points = (own >= 2).sum(axis=1)
    stacked = np.maximum(own - STACK, 0).sum(axis=1)
    whim = rng.normal(0.0, 1.5, len(finals))
    value = -1.0 * blots + 0.8 * points - 2.0 * boards[:, 0] - 1.5 * stacked + whim
    return finals[int(value.argmax())]


class Hands:
    """Carries out the steps of a play on a rig's table. `pause` is called wherever a hand might
    rest in mid-turn, with True while it holds a checker."""

    def __init__(
        self,
        rig: Rig,
        skill: Skill,
        rng: np.random.Generator,
        pause: Callable[[bool], None] = lambda _holding: None,
    ) -> None:
        self._rig = rig
        self._skill = skill
        self._rng = rng
        self._pause = pause

    def play(self, side: Side, steps: tuple[Step, ...]) -> None:
        """Make the steps in the order given, in one of the ways that people have."""
        nudged = self._chance(self._skill.nudge)
        moves = self._moves(steps)
        while moves:
            made = moves.pop(0)
            if moves and not made.hits and not moves[0].hits and self._chance(self._skill.together):
                self._both(side, made, moves.pop(0))
            else:
                self._one(side, made)
            if nudged and made.to != OFF:
                self._rig.table.hand.nudge(side.value, made.to, self._skill.nudge_mm)
                nudged = False
            if made.to > 1 and self._chance(self._skill.bump / max(len(steps), 1)):
                self._bump(side, made.to)
            if moves:
                self._wait(_PAUSE_MS)
                self._pause(False)

    def _moves(self, steps: tuple[Step, ...]) -> list[_Move]:
        """Steps, some of them passed over in one movement of the same checker."""
        moves: list[_Move] = []
        for step in steps:
            last = moves[-1] if moves else None
            if last and last.to == step.source and not last.hits and self._passes():
                moves[-1] = _Move(last.source, step.to, step.hit)
            else:
                moves.append(_Move(step.source, step.to, step.hit))
        return moves

    def _one(self, side: Side, move: _Move) -> None:
        hand = self._rig.table.hand
        hits_first = move.hits and self._chance(0.5)
        if hits_first:
            self._hit(side, move.to)
        if self._chance(self._skill.slide) and move.to != OFF and move.source != BAR:
            self._rig.run(hand.slide(side.value, move.source, move.to) + 20)
        else:
            hand.lift(side.value, _place(move.source))
            self._wait(_HAND_MS)
            if move.to > 1 and self._chance(self._skill.misplace):
                hand.put(side.value, move.to - 1)
                self._wait(_PAUSE_MS)
                hand.lift(side.value, move.to - 1)
                self._wait(_HAND_MS)
            self._pause(True)
            hand.put(side.value, _place(move.to))
        if move.hits and not hits_first:
            self._wait(_PAUSE_MS)
            self._hit(side, move.to)

    def _bump(self, side: Side, point: int) -> None:
        """A sleeve drags a checker to the next point; whoever did it puts it back."""
        hand = self._rig.table.hand
        if self._rig.table.board.truth().slots[slot_of(side, point)] * side.sign <= 0:
            return  # it has moved on already
        self._rig.run(hand.slide(side.value, point, point - 1, _BUMP_MS) + 20)
        self._wait(_PAUSE_MS)
        hand.lift(side.value, point - 1)
        self._wait(_HAND_MS)
        hand.put(side.value, point)

    def _both(self, side: Side, first: _Move, second: _Move) -> None:
        hand = self._rig.table.hand
        if second.source == first.to:
            self._one(side, first)
            self._one(side, second)
            return
        hand.lift(side.value, _place(first.source))
        hand.lift(side.value, _place(second.source))
        self._wait(_HAND_MS)
        hand.put(side.value, _place(first.to))
        hand.put(side.value, _place(second.to))

    def _hit(self, side: Side, point: int) -> None:
        hand = self._rig.table.hand
        other = side.other.value
        hand.lift(other, BAR - point)
        self._wait(_HAND_MS)
        hand.put(other, "bar")

    def _passes(self) -> bool:
        return self._chance(self._skill.passing)

    def _chance(self, share: float) -> bool:
        return bool(self._rng.random() < share)

    def _wait(self, span_ms: tuple[int, int]) -> None:
        self._rig.run(int(self._rng.integers(*span_ms)))


@dataclass(frozen=True, slots=True)
class _Move:
    """One movement of one checker, by one or more steps."""

    source: int
    to: int
    hits: bool


def _place(point: int) -> int | str:
    return {BAR: "bar", OFF: "off"}.get(point, point)
