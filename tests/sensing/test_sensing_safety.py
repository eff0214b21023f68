"""The property above all others: no play is read that the hands did not make.

Random positions and rolls on a plain table, with ideal readings; hands make a play, part of one,
or anything at all. What is read as complete must be what lies there.
"""

from __future__ import annotations

import random

import pytest
from plain_table import PlainTable

from controller.rules.plays import Ways, legal_ways
from controller.rules.position import START, Position, Roll, Side
from controller.sensing.settings import REFERENCE, Calibration
from controller.sensing.tracker import Tracker
from controller.sensing.verdict import Verdict, VerdictKind


class Hands:
    """A game played on by chance, and the table that shows it."""

    def __init__(self, seed: int) -> None:
        self.chance = random.Random(seed)
        self.position, self.side = START, Side.LIGHT
        for _turn in range(self.chance.randrange(60)):
            self.turn()
        self.roll = self.dice()
        self.ways = legal_ways(self.position.board(self.side), self.roll)
        self.table = PlainTable(self.position)
        self.lying = list(self.position.slots)
        self.tracker = Tracker(REFERENCE, Calibration())
        self.tracker.agree(self.position)
        self.tracker.judge(self.table.readings(), 0, at_done=False)
        self.tracker.expect(self.side, self.ways)

    def dice(self) -> Roll:
        return self.chance.randint(1, 6), self.chance.randint(1, 6)

    def turn(self) -> None:
        ways = legal_ways(self.position.board(self.side), self.dice())
        final = self.chance.choice(sorted(ways.finals))
        after = Position.from_board(final, self.side)
        if after.on_board(self.side):
            gone = [15 - after.on_board(side) for side in Side]
            self.position = Position(after.slots, (gone[0], gone[1]))
        self.side = self.side.other

    def show(self, wanted: tuple[int, ...]) -> None:
        """Bring the table to these contents: take away what is too much, then add."""
        for slot, count in enumerate(wanted):
            while self.lying[slot] * count < 0 or abs(self.lying[slot]) > abs(count):
                self.take(slot)
        for slot, count in enumerate(wanted):
            while self.lying[slot] != count:
                self.add(Side.LIGHT if count > 0 else Side.DARK, slot)

    def take(self, slot: int) -> Side:
        side = Side.LIGHT if self.lying[slot] > 0 else Side.DARK
        self.table.lift(slot)
        self.lying[slot] -= side.sign
        return side

    def add(self, side: Side, slot: int) -> None:
        self.table.put(side, slot)
        self.lying[slot] += side.sign

    def done(self) -> Verdict:
        return self.tracker.judge(self.table.readings(), 5_000, at_done=True)


def contents(board: tuple[int, ...], side: Side) -> tuple[int, ...]:
    return Position.from_board(board, side).slots


def assert_true(verdict: Verdict, lying: list[int], ways: Ways, side: Side) -> None:
    if verdict.kind is VerdictKind.COMPLETE:
        assert verdict.way is not None
        assert verdict.way.position.slots == tuple(lying)
        assert verdict.way.position.board(side) in ways.finals


@pytest.mark.parametrize("seed", range(60))
def test_a_whole_play_is_read_as_what_it_is(seed: int) -> None:
    hands = Hands(seed)
    final = hands.chance.choice(sorted(hands.ways.finals))
    hands.show(contents(final, hands.side))

    verdict = hands.done()

    assert verdict.kind in (VerdictKind.COMPLETE, VerdictKind.UNSURE)
    assert_true(verdict, hands.lying, hands.ways, hands.side)


@pytest.mark.parametrize("seed", range(60))
def test_an_unfinished_play_is_never_complete(seed: int) -> None:
    hands = Hands(1_000 + seed)
    boards = [board for board in hands.ways.boards if board not in hands.ways.finals]
    if not boards:
        return
    hands.show(contents(hands.chance.choice(boards), hands.side))

    assert_true(hands.done(), hands.lying, hands.ways, hands.side)


@pytest.mark.parametrize("seed", range(150))
def test_whatever_else_hands_do_is_never_read_as_a_play(seed: int) -> None:
    hands = Hands(2_000 + seed)
    final = hands.chance.choice(sorted(hands.ways.finals))
    hands.show(contents(final, hands.side))
    for _movement in range(hands.chance.choice((1, 1, 2))):
        source = hands.chance.choice([slot for slot in range(24) if hands.lying[slot]])
        side = hands.take(source)
        near = [source - 1, source + 1, *range(24)]
        to = hands.chance.choice(near[:2] if hands.chance.random() < 0.5 else near)
        if 0 <= to < 24 and hands.lying[to] * side.sign >= 0 and hands.chance.random() < 0.9:
            hands.add(side, to)

    verdict = hands.done()

    assert_true(verdict, hands.lying, hands.ways, hands.side)
    if verdict.clear:  # it could be let stand: then it is what lies there
        assert verdict.sensed == tuple(hands.lying)
