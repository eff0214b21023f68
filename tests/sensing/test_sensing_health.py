"""What is learned of cells from boards that people agreed on."""

from __future__ import annotations

import pytest
from plain_table import PlainTable, start_of

from controller.rules.position import START, Position, Side
from controller.sensing.health import Health
from controller.sensing.means import Means, read_means
from controller.sensing.settings import REFERENCE, Calibration
from controller.sensing.tracker import Tracker
from controller.sensing.verdict import VerdictKind

CELL = start_of(5) + 2  # under the third checker of light's 6-point


def means_of(table: PlainTable) -> Means:
    return read_means(table.readings(), Calibration(), REFERENCE, ())


def with_on_5(count: int) -> tuple[PlainTable, Position]:
    """The start with so many checkers on light's 6-point, its third cell silent."""
    slots = list(START.slots)
    slots[5] = count
    position = Position(tuple(slots))
    table = PlainTable(position)
    table.stuck[CELL] = 0
    return table, position


def test_a_silent_cell_amid_a_stack_is_doubted_at_once_and_broken_the_second_time() -> None:
    health = Health()
    table, position = with_on_5(5)
    health.learn(means_of(table), position, frozenset({5}))
    assert health.doubted == {CELL}
    assert health.broken == ()

    table, position = with_on_5(4)
    health.learn(means_of(table), position, frozenset({5}))
    assert health.broken == (CELL,)


@pytest.mark.parametrize("is_said", [True, False])
def test_where_people_said_that_one_more_lies_there_its_silent_cell_is_doubted(
    is_said: bool,
) -> None:
    """Four weak checkers show, the fifth lies over a dead cell: as read, five are not unlikely."""
    health, last = Health(), start_of(5) + 4
    raw = list(PlainTable(START).readings())
    raw[start_of(5) : last + 1] = [46, 41, 54, 47, 0]
    means = read_means(raw, Calibration(), REFERENCE, ())
    health.learn(means, START, frozenset(), frozenset({5}) if is_said else frozenset())

    assert health.doubted == ({last} if is_said else frozenset())


def test_the_same_board_seen_again_is_no_second_contradiction() -> None:
    health = Health()
    table, position = with_on_5(5)
    for _look in range(4):
        health.learn(means_of(table), position, frozenset({5}))

    assert health.broken == ()


def test_a_doubted_cell_that_shows_its_checker_is_sound_again() -> None:
    health = Health()
    table, position = with_on_5(5)
    health.learn(means_of(table), position, frozenset({5}))
    table.stuck.clear()
    health.learn(means_of(table), position, frozenset())

    assert health.doubted == frozenset()


def test_a_gap_between_checkers_is_no_dead_cell() -> None:
    """Three checkers with a hole between them: the cells show as many as lie there."""
    slots = list(START.slots)
    slots[5] = 0
    table = PlainTable(Position(tuple(slots)))
    for along in (24.0, 72.0, 168.0):
        table.put(Side.LIGHT, 5, along)
    slots[5] = 3
    health = Health()
    health.learn(means_of(table), Position(tuple(slots)), frozenset({5}))

    assert health.doubted == frozenset()


@pytest.mark.parametrize("value", [64, -64, 110])
def test_a_cell_that_shows_a_checker_on_an_empty_point_is_doubted(value: int) -> None:
    table = PlainTable(START)
    table.stuck[start_of(9) + 3] = value
    health = Health()
    health.learn(means_of(table), START, frozenset({9}))

    assert health.doubted == {start_of(9) + 3}


def test_a_position_that_was_only_set_teaches_nothing() -> None:
    tracker = Tracker(REFERENCE, Calibration())
    table = PlainTable(START)
    tracker.agree(START)
    tracker.judge(table.readings(), 0, at_done=False)
    slots = list(START.slots)
    slots[23], slots[20] = 1, 1
    tracker.agree(Position(tuple(slots)))

    verdict = tracker.judge(table.readings(), 500, at_done=False)

    assert verdict.kind is VerdictKind.WRONG
    assert verdict.cells == ()


def test_people_who_insist_teach_which_cell_lies() -> None:
    tracker = Tracker(REFERENCE, Calibration())
    table = PlainTable(START)
    table.stuck[CELL] = 0
    tracker.agree(START)
    assert tracker.judge(table.readings(), 0, at_done=False).kind is not VerdictKind.AGREED

    tracker.confirm()
    verdict = tracker.judge(table.readings(), 500, at_done=False)

    assert verdict.kind is VerdictKind.AGREED
    assert verdict.cells == (CELL,)
