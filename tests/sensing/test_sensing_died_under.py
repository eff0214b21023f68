"""A cell that dies under a checker is told from a checker that went (`doubt.died_under`)."""

from __future__ import annotations

import pytest
from plain_table import PlainTable, size_of, start_of

from controller.rules.any_roll import ways_of_any_roll
from controller.rules.plays import legal_ways
from controller.rules.position import START, Side
from controller.sensing.settings import REFERENCE, Calibration
from controller.sensing.tracker import Tracker
from controller.sensing.verdict import Verdict, VerdictKind

LIGHT = Side.LIGHT
UNDER = [
    (slot, place)
    for slot in range(24)
    if START.slots[slot] > 0
    for place in range(min(START.slots[slot], size_of(slot)))
]


def judged(before: PlainTable, now: PlainTable, *, deduced: bool) -> Verdict:
    tracker = Tracker(REFERENCE, Calibration())
    tracker.agree(START)
    tracker.judge(before.readings(), 1_000, at_done=False)
    board = START.board(LIGHT)
    tracker.expect(LIGHT, ways_of_any_roll(board).ways if deduced else legal_ways(board, (6, 5)))
    return tracker.judge(now.readings(), 2_000, at_done=True)


@pytest.mark.parametrize("deduced", [True, False])
@pytest.mark.parametrize(("slot", "place"), UNDER)
def test_no_play_is_asked_about(slot: int, place: int, deduced: bool) -> None:
    table = PlainTable(START)
    table.stuck[start_of(slot) + place] = 0

    verdict = judged(PlainTable(START), table, deduced=deduced)

    assert verdict.kind is VerdictKind.IN_HAND
    assert verdict.lifted == ((LIGHT, slot),)
    assert not verdict.choices
    assert verdict.is_near(START)  # a second Done asks whether the board stands


def test_a_checker_that_went_to_a_dead_cell_is_told_from_one_that_stayed() -> None:
    before, now = PlainTable(START), PlainTable(START)
    for table in (before, now):
        table.stuck[start_of(17)] = 0  # where a checker comes to
    now.move(LIGHT, 23, 17)
    now.move(LIGHT, 12, 7)

    verdict = judged(before, now, deduced=False)

    assert verdict.kind is VerdictKind.UNSURE
    assert [step.to for step in verdict.choices[0].steps] == [18, 8]
