"""From a play to movements of hands: in which order, lifted or pushed, with one hand or two."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from controller.rules.plays import Play, Step
from controller.rules.position import BAR, Roll, Side
from hw_sim.acts import Act, Lift, Nudge, Put, Slide, slide_ms
from hw_sim.checkers import Colour
from hw_sim.hands.looking import HELD, Transfer, Where, where_of
from hw_sim.hands.skill import Range, Skill

BUMP_MS = 100


@dataclass(frozen=True, slots=True)
class TypeDice:
    """Tells the screen what was thrown with real dice; the table itself feels nothing of it."""

    side: Side
    dice: Roll


@dataclass(frozen=True, slots=True)
class Gesture:
    """An act, and how long the hand takes before it."""

    wait_ms: int
    act: Act | TypeDice


@dataclass(frozen=True, slots=True)
class Movement:
    """One checker from here to there in the mover's points; hits: where it takes up a blot."""

    source: int
    to: int
    hits: tuple[int, ...] = ()


class Choreography:
    """Turns plays of one side into gestures, as this skill and this chance have it."""

    def __init__(self, side: Side, skill: Skill, rng: np.random.Generator) -> None:
        self._own = Colour(side.value)
        self._other = Colour(side.other.value)
        self._skill = skill
        self._rng = rng
        self._done: list[Gesture] = []
        self._beside = 0
        self._extra_ms = 0  # a slide under way

    def play(self, play: Play, closing: Act, alternatives: Sequence[Play] = ()) -> list[Gesture]:
        """All gestures of a play, `closing` last; an alternative may be begun and taken back."""
        if alternatives and self._happens(self._skill.doubt):
            other = alternatives[int(self._rng.integers(len(alternatives)))]
            self._change_mind(other)
        movements = self._ordered(self._chained(play.steps))
        if len(movements) >= 2 and _independent(movements[:2]) and self._happens(self._skill.both):
            self._both(movements[0], movements[1])
            movements = movements[2:]
        for movement in movements:
            self._move(movement)
        if movements and self._skill.bump and self._happens(self._skill.bump):
            self._bump(movements[-1].to)
        for _ in range(self._beside):
            self._carry(self._other, "table", "bar")
        if self._done and self._happens(self._skill.nudge):
            points = [step.to or step.source for step in play.steps]
            place = where_of(points[int(self._rng.integers(len(points)))])
            at = int(self._rng.integers(1, len(self._done) + 1))
            self._done.insert(at, Gesture(0, Nudge(self._own, place, self._skill.nudge_mm)))
        self._add(self._skill.finish_ms, closing)
        return self._done

    # --- one checker ---------------------------------------------------------------------------

    def _move(self, movement: Movement) -> None:
        for point in movement.hits[: -1 if movement.hits[-1:] == (movement.to,) else None]:
            self._clear_blot(point)  # hit in passing
        if movement.to not in movement.hits:
            self._bring(movement)
            return
        style = self._skill.hits[int(self._rng.integers(len(self._skill.hits)))]
        if style == "blot first":
            self._clear_blot(movement.to)
            self._bring(movement)
        elif style == "swap":
            self._add(self._skill.pause_ms, Lift(self._own, where_of(movement.source)))
            self._add(self._skill.carry_ms, Lift(self._other, BAR - movement.to))
            self._add(self._skill.pause_ms, Put(self._own, where_of(movement.to)))
            self._add(self._skill.carry_ms, Put(self._other, "bar"))
        else:
            self._bring(movement, on_top=style == "on top")
            self._clear_blot(movement.to)

    def _bring(self, movement: Movement, *, on_top: bool = False) -> None:
        source, to = where_of(movement.source), where_of(movement.to)
        if not on_top and self._happens(self._skill.slide):
            slide = Slide(self._own, source, to)
            self._add(self._skill.pause_ms, slide)
            self._extra_ms = slide_ms(slide)
        else:
            if self._skill.misplace and movement.to > 1 and self._happens(self._skill.misplace):
                self._carry(self._own, source, movement.to - 1)
                source = movement.to - 1
            self._carry(self._own, source, to, on_top=on_top)

    def _clear_blot(self, point: int) -> None:
        """The blot on the mover's `point` goes to its bar half, or beside the board for now."""
        aside = self._happens(self._skill.beside)
        self._beside += aside
        self._carry(self._other, BAR - point, "table" if aside else "bar")

    def _both(self, first: Movement, second: Movement) -> None:
        for movement in (first, second):
            for point in movement.hits:
                self._clear_blot(point)
        self._add(self._skill.pause_ms, Lift(self._own, where_of(first.source)))
        self._add((0, 80), Lift(self._own, where_of(second.source)))
        self._add(self._skill.carry_ms, Put(self._own, where_of(second.to)))
        self._add((0, 80), Put(self._own, where_of(first.to)))

    def _change_mind(self, other: Play) -> None:
        step = other.steps[0]
        source, to = where_of(step.source), where_of(step.to)
        self._carry(self._own, source, to)
        back = Lift(self._own, to)
        self._add(self._skill.think_ms, back)
        self._add(self._skill.carry_ms, Put(self._own, source))

    def _bump(self, point: int) -> None:
        """The sleeve drags a checker just laid down to the next point; it is seen and put back."""
        if not 1 < point < BAR:
            return
        self._add(self._skill.pause_ms, Slide(self._own, point, point - 1, BUMP_MS))
        self._extra_ms = BUMP_MS
        self._carry(self._own, point - 1, point)

    def _carry(self, colour: Colour, source: Where, to: Where, *, on_top: bool = False) -> None:
        self._add(self._skill.pause_ms, Lift(colour, source))
        self._add(self._skill.carry_ms, Put(colour, to, on_top))

    def _add(self, wait_ms: Range, act: Act) -> None:
        drawn = int(self._rng.integers(wait_ms[0], wait_ms[1] + 1))
        self._done.append(Gesture(drawn + self._extra_ms, act))
        self._extra_ms = 0

    # --- order -----------------------------------------------------------------------------------

    def _chained(self, steps: Sequence[Step]) -> list[Movement]:
        """Steps as movements, some of those that one checker can make in a row joined."""
        movements: list[Movement] = []
        for step in steps:
            movement = Movement(step.source, step.to, (step.to,) if step.hit else ())
            before = next((m for m in movements if m.to == step.source), None)
            if before is not None and self._happens(self._skill.chain):
                joined = Movement(before.source, step.to, before.hits + movement.hits)
                movements[movements.index(before)] = joined
            else:
                movements.append(movement)
        return movements

    def _ordered(self, movements: list[Movement]) -> list[Movement]:
        """Any order where no movement goes on from another's end, else from the back forward."""
        if not _independent(movements):
            return movements
        return [movements[int(n)] for n in self._rng.permutation(len(movements))]

    def _happens(self, share: float) -> bool:
        return bool(self._rng.random() < share)


def bring_all(
    moves: Iterable[Transfer], carry_ms: Range, rng: np.random.Generator
) -> list[Gesture]:
    """Gestures that carry checkers one by one; those held already are put down first."""
    gestures = []
    for move in moves:
        colour = Colour(move.side.value)
        half = int(rng.integers(carry_ms[0], carry_ms[1] + 1)) // 2
        if move.source != HELD:
            gestures.append(Gesture(half, Lift(colour, move.source)))
        gestures.append(Gesture(half, Put(colour, move.to)))
    return gestures


def straighten(
    stacks: Iterable[tuple[Side, Where, int]], carry_ms: Range, rng: np.random.Generator
) -> list[Gesture]:
    """Gestures that take up whole stacks (side, place, how many) and lay them down anew."""
    gestures = []
    for side, place, count in stacks:
        colour = Colour(side.value)
        half = int(rng.integers(carry_ms[0], carry_ms[1] + 1)) // 2
        gestures += [Gesture(half, Lift(colour, place))] * count
        gestures += [Gesture(half, Put(colour, place))] * count
    return gestures


def delayed(gestures: list[Gesture], wait_ms: int) -> list[Gesture]:
    """The same gestures, the first one later."""
    if not gestures:
        return gestures
    first = replace(gestures[0], wait_ms=gestures[0].wait_ms + wait_ms)
    return [first, *gestures[1:]]


def _independent(movements: Sequence[Movement]) -> bool:
    ends = {movement.to for movement in movements}
    return not any(movement.source in ends for movement in movements)
