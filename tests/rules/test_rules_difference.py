"""The text of an illegal play that stood, from the boards before and after it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller.rules.difference import steps_between
from controller.rules.notation import format_play, literal_board, parse_play
from controller.rules.plays import legal_plays
from controller.rules.position import START_BOARD, Board, Roll


def between(text: str, roll: Roll, before: Board = START_BOARD) -> str | None:
    after = literal_board(before, parse_play(text))
    assert after is not None
    steps = steps_between(before, after, roll)
    return None if steps is None else format_play(steps)


@pytest.mark.parametrize(
    ("text", "roll"),
    [
        ("8/5 6/4", (3, 1)),  # a 2 for a 1: "8/4 6/5" leaves the same board and fits less
        ("13/11 13/8", (6, 5)),
        ("8/5", (3, 1)),  # half a roll
        ("24/18 24/18 13/7 13/7", (6, 5)),
        ("6/off", (6, 5)),  # borne off too early
        ("24/14", (6, 5)),
    ],
)
def test_an_illegal_play_is_told_by_what_moved(text: str, roll: Roll) -> None:
    assert between(text, roll) == format_play(parse_play(text))


def test_steps_are_paired_by_the_roll_where_it_helps() -> None:
    assert between("13/5 8/7", (3, 1)) == "13/7 8/5"
    assert between("13/5 8/7", (6, 1)) == "13/7 8/5"
    assert between("13/5 8/7", (6, 6)) == "13/7 8/5"
    assert between("13/5 8/7", (1, 2)) == "13/5 8/7"


def test_a_hit_is_marked_where_a_checker_landed_on_a_blot() -> None:
    board = list(START_BOARD)
    board[12], board[20], board[24] = -2, 0, 2
    board[1], board[5] = -1, -1
    before = tuple(board)
    assert between("8/5*", (6, 1), before) == "8/5*"


def test_backward_moves_and_moved_enemies_have_no_text() -> None:
    backward, enemy = list(START_BOARD), list(START_BOARD)
    backward[6], backward[8] = 4, 4
    enemy[12], enemy[11] = -4, -1
    assert steps_between(START_BOARD, tuple(backward), (2, 1)) is None
    assert steps_between(START_BOARD, tuple(enemy), (2, 1)) is None


@given(st.tuples(st.integers(1, 6), st.integers(1, 6)), st.data())
def test_every_play_of_the_opening_is_found_again(roll: Roll, data: st.DataObject) -> None:
    play = data.draw(st.sampled_from(legal_plays(START_BOARD, roll).plays))
    steps = steps_between(START_BOARD, play.board, roll)
    assert steps is not None
    assert literal_board(START_BOARD, steps) == play.board
