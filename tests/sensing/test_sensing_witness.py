"""Cells that tell of each other: a silent cell's neighbours, a checker that only seems off."""

from __future__ import annotations

import numpy as np
import pytest
from plain_table import PlainTable, start_of

from controller.rules.plays import legal_ways
from controller.rules.position import Position, Side
from controller.sensing.change import Change, Rest, change_of
from controller.sensing.means import Means, read_means
from controller.sensing.settings import REFERENCE, Calibration, SensingSettings
from controller.sensing.tracker import Tracker
from controller.sensing.verdict import Verdict, VerdictKind
from controller.sensing.witness import Pulse

HOME = Position((2, 2, 2, 2, 2, 1, *([0] * 12), -1, -2, -2, -2, -2, -2, 0, 0), (4, 4))
LIGHT = Side.LIGHT


def means_of(table: PlainTable, silent: tuple[int, ...] = ()) -> Means:
    return read_means(table.readings(), Calibration(), REFERENCE, silent)


def change(moves: tuple[tuple[int, int], ...], silent: tuple[int, ...]) -> Change:
    before, now = PlainTable(HOME), PlainTable(HOME)
    for source, to in moves:
        now.move(LIGHT, source, to)
    return change_of(means_of(now, silent), means_of(before, silent))


def test_neighbours_tell_what_came_to_a_cell_that_is_not_read() -> None:
    cell = start_of(3) + 2  # third place of the 4-point, where a third checker goes
    told = change(((5, 3),), (cell,))

    assert told.weight[cell] == 1.0
    assert told.values[cell] == pytest.approx(64.0, abs=2.5 * float(told.noise[cell]))
    assert 0 < told.noise[cell] < 25


def test_neighbours_tell_that_nothing_came_to_it() -> None:
    cell = start_of(3) + 2
    told = change((), (cell,))

    assert told.values[cell] == pytest.approx(0.0, abs=float(told.noise[cell]))
    assert not told.moved[3]


def test_where_too_many_cells_are_silent_nobody_tells() -> None:
    told = change(((5, 3),), tuple(range(13)))

    assert (told.weight[:13] == 0).all()


def test_a_rest_value_is_remembered_from_when_the_cell_was_empty() -> None:
    table = PlainTable(HOME)
    table.stuck[start_of(9)] = 5  # an empty cell with an offset of its own
    rest = Rest.unseen(128).seen(means_of(table))

    assert rest.known[start_of(9)]
    assert rest.values[start_of(9)] == pytest.approx(5.0, abs=0.5)
    assert not rest.known[start_of(0)]  # a checker lies there


def test_a_sign_of_life_counts_from_when_the_checker_went() -> None:
    pulse = Pulse()
    pulse.feed([(1, 2), (2, 64), (3, 0), (4, None)])
    assert pulse.alive == {1}
    pulse.feed([(1, 64), (2, 0)])
    assert not pulse.alive
    pulse.feed([(2, -1)])
    assert pulse.alive == {2}


class BearOff:
    """Light bears off with 6-5; the cells of his home have offsets that calibration knows."""

    def __init__(self, offset: int = 3, home: Position = HOME) -> None:
        self.offsets = tuple(float(offset) if cell < 30 else 0.0 for cell in range(128))
        self.table = PlainTable(home)
        self.dead: set[int] = set()
        self.tracker = Tracker(REFERENCE, Calibration(self.offsets))
        self.tracker.agree(home)
        self.tracker.judge(self.raw(), 0, at_done=False)
        self.tracker.expect(LIGHT, legal_ways(home.board(LIGHT), (6, 5)))

    def raw(self) -> list[int | None]:
        lying = self.table.readings()
        return [
            None if value is None else 0 if cell in self.dead else value + int(self.offsets[cell])
            for cell, value in enumerate(lying)
        ]

    def done(self) -> Verdict:
        return self.tracker.judge(self.raw(), 1_000, at_done=True)


def test_checkers_borne_off_are_read_without_a_question() -> None:
    scene = BearOff()
    scene.table.lift(5)
    scene.table.lift(4)

    assert scene.done().kind is VerdictKind.COMPLETE


@pytest.mark.parametrize("offset", [-9, 9])
def test_a_cell_that_dies_under_a_checker_is_no_checker_borne_off(offset: int) -> None:
    """One checker was borne off; the cell under one on the 5-point has died: it does not go back to
    what it read when it was empty."""
    scene = BearOff(offset)
    scene.table.lift(5)
    scene.dead.add(start_of(4) + 1)

    verdict = scene.done()

    assert verdict.kind is not VerdictKind.COMPLETE
    scene.dead.clear()
    assert scene.done().kind is VerdictKind.UNDER_WAY


@pytest.mark.parametrize(
    "points",
    [
        pytest.param((0, 0, 0, 2, 4, 3), id="neighbours feel it"),
        pytest.param((0, 0, 0, 5, 4, 5), id="amid stacks a living cell reads less than nothing"),
    ],
)
def test_neighbours_tell_of_a_checker_under_which_a_cell_died(points: tuple[int, ...]) -> None:
    away = (0,) * 12
    position = Position((*points, *away, -1, -2, -2, -2, -2, -2, 0, 0), (15 - sum(points), 4))
    scene = BearOff(0, position)
    scene.table.lift(5)
    scene.dead.add(start_of(4) + 3)

    assert scene.done().kind is not VerdictKind.COMPLETE


def test_a_cell_that_dies_where_a_checker_comes_is_asked_about_and_then_known() -> None:
    scene = BearOff()
    cell = start_of(4) + 2  # 6/5 with the ace leaves a third checker on the 5-point
    scene.tracker.expect(LIGHT, legal_ways(HOME.board(LIGHT), (1, 2)))
    scene.table.move(LIGHT, 5, 4)
    scene.table.move(LIGHT, 3, 1)
    scene.dead.add(cell)

    verdict = scene.done()

    assert verdict.kind is VerdictKind.UNSURE
    (choice,) = (choice for choice in verdict.choices if choice.complete)
    assert choice.position.slots[1:6] == (3, 2, 1, 3, 0)
    scene.tracker.agree(choice.position)
    again = scene.tracker.judge(scene.raw(), 2_000, at_done=False)
    assert again.kind is VerdictKind.AGREED
    assert again.cells == (cell,)


def test_a_known_dead_cell_does_not_keep_a_play_from_being_read() -> None:
    cell = start_of(4) + 2
    settings = SensingSettings(dead_cells=frozenset({cell}))
    tracker = Tracker(REFERENCE, Calibration(), settings)
    table = PlainTable(HOME)
    tracker.agree(HOME)
    tracker.judge(table.readings(), 0, at_done=False)
    tracker.expect(LIGHT, legal_ways(HOME.board(LIGHT), (1, 2)))
    table.move(LIGHT, 5, 4)
    table.move(LIGHT, 3, 1)

    verdict = tracker.judge(table.readings(), 1_000, at_done=True)

    assert verdict.kind is VerdictKind.COMPLETE
    assert np.array_equal(verdict.cells, (cell,))
