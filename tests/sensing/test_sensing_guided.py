"""Who makes the first hand movement that is asked for, again and again, is soon there."""

from __future__ import annotations

import random

import pytest
from plain_table import PlainTable

from controller.rules.position import START, Position, Side
from controller.sensing.settings import REFERENCE, Calibration
from controller.sensing.tracker import Tracker
from controller.sensing.verdict import Fix, VerdictKind

HANDFUL = 3


class Knocked:
    """A table that agreed on START, and what lies there since it was knocked."""

    def __init__(self, chance: random.Random, checkers: int) -> None:
        self.table = PlainTable(START)
        self.tracker = Tracker(REFERENCE, Calibration())
        self.tracker.agree(START)
        self.now_ms = 0
        self.slots = list(START.slots)
        assert self.look()[0] is VerdictKind.AGREED
        for _ in range(checkers):
            sources = [slot for slot, count in enumerate(self.slots) if count]
            source = chance.choice(sources)
            side = Side.LIGHT if self.slots[source] > 0 else Side.DARK
            free = [s for s in range(24) if 0 <= self.slots[s] * side.sign < 5 and s != source]
            beside = chance.random() < 0.2
            self.make(Fix(side, source, None if beside else chance.choice(free)))

    def make(self, fix: Fix) -> None:
        if fix.source is not None:
            self.table.lift(fix.source)
            self.slots[fix.source] -= fix.side.sign
        if fix.to is not None:
            self.table.put(fix.side, fix.to)
            self.slots[fix.to] += fix.side.sign

    def look(self) -> tuple[VerdictKind, tuple[Fix, ...]]:
        self.now_ms += 1_000
        verdict = self.tracker.judge(self.table.readings(), self.now_ms, at_done=False)
        return verdict.kind, verdict.fix

    def fewest(self) -> int:
        """Hand movements back to START that cannot be saved."""
        needed = 0
        for side in Side:
            changes = [
                max(want * side.sign, 0) - max(have * side.sign, 0)
                for want, have in zip(START.slots, self.slots, strict=True)
            ]
            needed += max(sum(c for c in changes if c > 0), -sum(c for c in changes if c < 0))
        return needed


@pytest.mark.parametrize("seed", range(40))
def test_the_first_movement_asked_for_leads_back_in_the_fewest(seed: int) -> None:
    chance = random.Random(seed)
    knocked = Knocked(chance, 1 + seed % HANDFUL)
    for _ in range(knocked.fewest()):
        kind, moves = knocked.look()
        assert kind in (VerdictKind.WRONG, VerdictKind.IN_HAND)
        assert len(moves) == knocked.fewest()
        knocked.make(moves[0])

    assert Position(tuple(knocked.slots)) == START
    assert knocked.look()[0] is VerdictKind.AGREED
