"""Hands that throw real dice: what they threw this turn, and which roll they tell when asked."""

from __future__ import annotations

import numpy as np

from controller.rules.position import Roll, Side
from controller.rules.variants import Opening, find_variant
from controller.view.snapshot import Snapshot
from hw_sim.hands.reading import Turn, turn_of

DEDUCED = "deduced"
TYPED = "typed"


def is_played_unasked(seen: Snapshot) -> bool:
    """Whoever is on turn throws and plays, telling the table nothing."""
    return seen.dice_source == DEDUCED and seen.phase in ("opening", "to_roll")


def is_typed(seen: Snapshot) -> bool:
    """Dice are due that somebody throws and types in; for a bot whoever sits there does."""
    if seen.interruption is not None or seen.dice_source not in (TYPED, DEDUCED):
        return False
    bots = [seat.startswith("bot") for seat in seen.seats]
    if seen.phase == "opening" and seen.turn is None:
        return seen.dice_source == TYPED or any(bots)
    if seen.phase != "to_roll" or seen.turn is None:
        return False
    return seen.dice_source == TYPED or bots[Side(seen.turn).index]


class Cup:
    """Two dice and the hand that throws them, once a turn."""

    def __init__(self, rng: np.random.Generator) -> None:
        self._rng = rng
        self._thrown: tuple[Turn, Roll] | None = None

    def roll(self, seen: Snapshot) -> Roll:
        """This turn's dice, light's first in an opening that they decide."""
        if self._thrown is None or self._thrown[0] != turn_of(seen):
            self._thrown = turn_of(seen), self._throw(seen)
        return self._thrown[1]

    def starter(self, seen: Snapshot) -> Side:
        """Who has won the opening throw."""
        light, dark = self.roll(seen)
        if find_variant(seen.variant).opening is Opening.DIE_EACH:
            return Side.LIGHT if light > dark else Side.DARK
        return Side.LIGHT if (light + dark) % 2 else Side.DARK  # thrown before, with other dice

    def press(self, seen: Snapshot) -> str:
        """The button that leads to the roll that was thrown, or takes it; a roll that is no
        candidate cannot be told by buttons, and the first one is taken."""
        assert seen.question is not None
        candidates = seen.question.rolls
        thrown = (max(self.roll(seen)), min(self.roll(seen)))
        wanted = thrown if thrown in candidates else candidates[0]
        if seen.question.pointed == wanted:
            return "done"
        pointed, count = seen.question.pointed, len(candidates)
        at = candidates.index(pointed) if pointed is not None else -1
        ahead = candidates.index(wanted) - at
        if pointed is None:
            return "double" if 2 * ahead <= count + 1 else "undo"
        return "double" if 2 * (ahead % count) <= count else "undo"

    def _throw(self, seen: Snapshot) -> Roll:
        dice = tuple(int(die) for die in self._rng.integers(1, 7, 2))
        is_decided = find_variant(seen.variant).opening is Opening.DIE_EACH
        while seen.phase == "opening" and is_decided and dice[0] == dice[1]:
            dice = tuple(int(die) for die in self._rng.integers(1, 7, 2))
        return dice[0], dice[1]
