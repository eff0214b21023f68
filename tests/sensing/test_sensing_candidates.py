"""The code book of a turn."""

from __future__ import annotations

import numpy as np
import pytest

from controller.rules.plays import legal_ways
from controller.rules.position import START, Board, Position, Roll, Side
from controller.rules.variants import find_variant
from controller.sensing.candidates import (
    BLOT_FIRST,
    FINAL,
    HIT_DUE,
    IN_HAND,
    PARTIAL,
    Book,
    book_of_position,
    book_of_ways,
)

BEAR_OFF: Board = (0, 0, 0, 0, 1, 0, 2, *([0] * 12), -5, *([0] * 6))
HIT: Board = (0, -2, 0, 0, 0, -1, 5, 0, 3, 0, 0, 0, -4, 5, 0, 0, 0, -3, 0, -5, 0, 0, 0, 0, 2, 0)


def book_of(board: Board, side: Side, roll: Roll) -> Book:
    return book_of_ways(Position.from_board(board, side), side, legal_ways(board, roll))


@pytest.mark.parametrize("side", list(Side))
@pytest.mark.parametrize("roll", [(3, 1), (6, 5), (2, 2)])
def test_every_board_on_the_way_has_a_row_with_its_position(side: Side, roll: Roll) -> None:
    ways = legal_ways(START.board(side), roll)
    book = book_of_ways(START, side, ways)
    plain = {tuple(row): number for number, row in enumerate(book.rows.tolist())}

    for board, steps in ways.boards.items():
        row = plain[Position.from_board(board, side).slots]
        way = book.way(row)
        assert way.steps == steps
        assert way.position.board(side) == board
        assert way.complete == (board in ways.finals)
        assert book.story[row] == (FINAL if board in ways.finals else PARTIAL)


def test_pictures_are_distinct() -> None:
    book = book_of(HIT, Side.LIGHT, (4, 1))

    assert len(np.unique(book.rows, axis=0)) == len(book.rows)


def test_a_whole_play_is_told_before_a_checker_in_the_hand() -> None:
    book = book_of(BEAR_OFF, Side.LIGHT, (6, 4))
    for row, lying in enumerate(book.rows[:, :6].tolist()):
        if lying == [0, 0, 0, 0, 0, 1]:
            assert book.story[row] == FINAL
            assert book.way(row).position.off == (2, 0)


def test_a_hit_checker_may_still_be_on_its_way_to_the_bar() -> None:
    book = book_of(HIT, Side.LIGHT, (4, 1))
    due = np.flatnonzero(book.story == HIT_DUE)

    assert len(due)
    for row in due:
        assert book.hit_due_of(int(row)) == (Side.DARK,)
        assert book.lifted_of(int(row)) == ()
        assert book.rows[row][25] == 0
        assert book.way(int(row)).position.slots[25] == -1


def test_every_lifted_checker_is_missing_from_its_way() -> None:
    book = book_of(HIT, Side.LIGHT, (4, 1))
    for row in np.flatnonzero(book.story == IN_HAND):
        whole = list(book.way(int(row)).position.slots)
        for side, slot in book.lifted_of(int(row)):
            whole[slot] -= side.sign
        for side in book.hit_due_of(int(row)):
            whole[25 if side is Side.DARK else 24] -= side.sign
        if book.rows[row][25] < whole[25]:  # the blot went ahead to its bar
            whole[4], whole[25] = whole[4] + 1, whole[25] - 1
        assert tuple(whole) == tuple(book.rows[row].tolist())


def test_no_picture_has_more_checkers_than_the_agreed_position() -> None:
    book = book_of(HIT, Side.LIGHT, (4, 1))
    light, dark = np.maximum(book.rows, 0).sum(axis=1), np.maximum(-book.rows, 0).sum(axis=1)

    assert light.max() == 15
    assert dark.max() == 15


def test_of_a_board_that_nobody_may_change_only_lifting_is_known() -> None:
    book = book_of_position(START)

    assert tuple(book.rows[0].tolist()) == START.slots
    assert len(book.rows) == 1 + sum(1 for count in START.slots if count)
    assert set(book.story.tolist()) == {PARTIAL, IN_HAND}


def test_no_05_checkers_that_enter_appear_from_nowhere_and_leave_the_reserve() -> None:
    variant = find_variant("acey-deucey")
    agreed = Position((0,) * 26, reserve=(15, 15))
    ways = legal_ways(agreed.board(Side.LIGHT), (6, 3), variant, 15)
    book = book_of_ways(agreed, Side.LIGHT, ways)
    by_steps = {len(steps): number for number, steps in enumerate(book.steps)}

    assert set(by_steps) == {0, 1, 2}
    for steps, number in by_steps.items():
        way = book.way_of_board(number)
        entered = sum(step.source == 26 for step in way.steps)
        assert way.position.owned(Side.LIGHT) == 15
        assert way.position.reserve == (15 - entered, 15)
        assert way.position.off == (0, 0)
        assert way.complete == (steps == 2)


def test_after_a_whole_play_no_blot_waits_on_its_bar_for_a_hitter() -> None:
    agreed = Position(tuple(
        {0: -1, 3: -1, 5: 1, 12: 5, 23: -13}.get(slot, 0) for slot in range(26)
    ))  # fmt: skip
    ways = legal_ways(agreed.board(Side.LIGHT), (2, 1), find_variant("tavla"))
    book = book_of_ways(agreed, Side.LIGHT, ways)
    first = book.story == BLOT_FIRST

    assert first.any()
    assert not book.final[book.board[first]].any()
