"""The corner cases of moving, entering, bearing off and hitting (rules 2.1 to 2.3)."""

from __future__ import annotations

import pytest
from point_boards import Points, board_of, texts

from controller.errors import IllegalPlay
from controller.rules.notation import find_play, format_play
from controller.rules.plays import legal_plays
from controller.rules.position import START_BOARD, Roll

MOVING = [
    pytest.param({24: 1, 1: 14}, {18: 2, 12: 2}, (6, 4), {"24/20 20/14"}, id="T02"),
    pytest.param({24: 1, 1: 14}, {13: 2}, (6, 5), {"24/18"}, id="T03"),
    pytest.param({24: 1, 1: 14}, {18: 2, 13: 2}, (6, 5), {"24/19"}, id="T04"),
    pytest.param({24: 1, 7: 1, 1: 13}, {18: 2, 13: 2}, (6, 5), {"24/19 7/1"}, id="T05"),
    pytest.param({25: 2, 13: 5, 6: 5, 8: 3}, {19: 2, 12: 3}, (6, 3), {"bar/22"}, id="T06"),
    pytest.param(
        {25: 1, 13: 2, 6: 5, 8: 2}, {19: 2, 12: 3}, (6, 3),
        {"bar/22 22/16", "bar/22 13/7", "bar/22 8/2"}, id="T07",
    ),
    pytest.param({25: 1, 1: 14}, {16: 2}, (6, 3), {"bar/19"}, id="T08"),
    pytest.param({25: 1, 10: 1, 1: 13}, {16: 2, 4: 2}, (6, 3), {"bar/19 10/7"}, id="T09"),
    pytest.param({25: 1, 13: 5, 8: 3, 6: 5}, {19: 2, 22: 2}, (6, 3), set(), id="T10"),
    pytest.param({24: 1, 1: 14}, {4: 2}, (5, 5), {"24/19 19/14 14/9"}, id="T11"),
    pytest.param({25: 2, 1: 13}, {13: 2}, (6, 6), {"bar/19 bar/19"}, id="T12"),
    pytest.param({24: 1, 1: 14}, {18: 2, 19: 2}, (6, 5), set(), id="T13"),
    pytest.param(
        {25: 2, 13: 2, 6: 2, 1: 9}, {12: 2}, (3, 3),
        {f"bar/22 bar/22 {rest}" for rest in (
            "22/19 22/19", "22/19 19/16", "22/19 13/10", "13/10 13/10", "13/10 10/7",
            "22/19 6/3", "13/10 6/3", "6/3 6/3",
        )}, id="T14",
    ),
    pytest.param({8: 1, 1: 14}, {3: 2, 13: 2}, (5, 4), {"8/4 4/off"}, id="T15"),
    pytest.param({20: 1, 1: 14}, {9: 2}, (6, 5), {"20/14"}, id="T16"),
]  # fmt: skip
BEARING_OFF = [
    pytest.param(
        {6: 2, 4: 2, 1: 1}, {24: 2}, (4, 1),
        {"4/off 1/off", "6/2 1/off", "6/5 4/off", "4/3 4/off", "6/5 6/2", "6/2 4/3", "6/5 5/1"},
        id="T20",
    ),
    pytest.param({6: 1, 4: 2}, {24: 2}, (5, 1), {"6/1 4/3", "6/5 5/off"}, id="T21"),
    pytest.param({4: 2, 3: 1}, {24: 2}, (6, 5), {"4/off 4/off"}, id="T22"),
    pytest.param({6: 2, 2: 2}, {3: 2}, (3, 3), set(), id="T23"),
    pytest.param({6: 1, 5: 1, 3: 1}, {2: 2, 1: 2}, (4, 4), set(), id="T23 two blocked"),
    pytest.param({7: 1, 6: 2, 1: 2}, {24: 2}, (6, 1), {"7/6 6/off", "7/1 6/5"}, id="T24"),
    pytest.param({7: 1, 5: 1, 2: 1}, {24: 2}, (6, 5), {"7/2 5/off", "7/1 5/off"}, id="T24 65"),
    pytest.param(
        {8: 1, 6: 1, 4: 1}, {24: 2}, (6, 2), {"8/6 6/off", "8/2 6/4", "8/2 4/2"}, id="T24 62"
    ),
    pytest.param(
        {25: 1, 6: 2, 5: 2, 4: 2}, {19: 1, 20: 1, 24: 1}, (6, 5),
        {"bar/20* 20/14", "bar/19* 19/14", "bar/19* 6/1"}, id="T25",
    ),
    pytest.param({9: 1, 6: 1, 3: 2}, {20: 2}, (6, 2), {"9/3 6/4", "9/7 7/1"}, id="T26"),
    pytest.param({3: 1}, {24: 2}, (6, 1), {"3/2 2/off"}, id="T27"),
    pytest.param({5: 1, 1: 1}, {24: 2}, (6, 1), {"5/off 1/off", "5/4 4/off"}, id="T28"),
    pytest.param(
        {6: 1, 5: 1, 4: 1, 2: 1}, {24: 2}, (4, 4), {"6/2 5/1 4/off 2/off"}, id="T29"
    ),
    pytest.param(
        {6: 1, 1: 1}, {24: 2}, (1, 1), {"6/5 5/4 4/3 1/off", "6/5 5/4 4/3 3/2"}, id="T30"
    ),
]  # fmt: skip
HITTING = [
    pytest.param(
        {24: 1, 1: 14}, {18: 1, 20: 1, 12: 2}, (6, 4), {"24/20* 20/14", "24/18* 18/14"}, id="T31"
    ),
    pytest.param(
        {24: 1, 1: 14}, {18: 1, 12: 2}, (6, 4), {"24/18* 18/14", "24/20 20/14"}, id="T32"
    ),
    pytest.param(
        {13: 1, 1: 14}, {10: 1, 7: 1, 12: 2}, (3, 3), {"13/10* 10/7* 7/4 4/1"}, id="T33"
    ),
    pytest.param(
        {13: 1, 6: 1, 1: 13}, {4: 1, 12: 2}, (2, 1),
        {"6/4* 4/3", "6/5 5/3", "13/11 11/10", "13/11 6/5"}, id="T34",
    ),
    pytest.param(
        {25: 1, 6: 2, 1: 12}, {4: 1}, (2, 1), {"bar/24 6/4*", "bar/24 24/22", "bar/23 6/5"},
        id="T35",
    ),
    pytest.param(
        {13: 2, 8: 2, 1: 11}, {7: 1, 4: 1, 12: 2}, (6, 4),
        {"13/7* 8/4*", "13/9 13/7*", "13/7* 7/3", "8/4* 8/2", "13/9 9/3", "13/9 8/2"}, id="T36",
    ),
]  # fmt: skip


@pytest.mark.parametrize(("mine", "theirs", "roll", "plays"), MOVING + BEARING_OFF + HITTING)
def test_the_legal_plays_of_a_corner_case(
    mine: Points, theirs: Points, roll: Roll, plays: set[str]
) -> None:
    assert texts(mine, theirs, roll) == plays
    assert texts(mine, theirs, (roll[1], roll[0])) == plays


def test_t01_the_opening_position_has_16_plays_with_3_1() -> None:
    assert len(legal_plays(START_BOARD, (3, 1)).plays) == 16


@pytest.mark.parametrize(
    ("mine", "theirs", "roll", "text"),
    [
        pytest.param({24: 1, 1: 14}, {13: 2}, (6, 5), "24/19", id="T03 the smaller die"),
        pytest.param({24: 1, 7: 1, 1: 13}, {18: 2, 13: 2}, (6, 5), "7/2", id="T05 wastes the 6"),
        pytest.param({24: 1, 7: 1, 1: 13}, {18: 2, 13: 2}, (6, 5), "24/19", id="T05 the 5 alone"),
        pytest.param({25: 1, 1: 14}, {16: 2}, (6, 3), "bar/22", id="T08 enters with the 3"),
        pytest.param({6: 1, 4: 2}, {24: 2}, (5, 1), "4/off 4/3", id="T21 over a higher checker"),
        pytest.param({6: 2, 2: 2}, {3: 2}, (3, 3), "2/off", id="T23 a blocked higher checker"),
        pytest.param({24: 1, 1: 14}, {18: 1, 20: 1, 12: 2}, (6, 4), "", id="T31 not at all"),
    ],
)
def test_what_a_corner_case_forbids(mine: Points, theirs: Points, roll: Roll, text: str) -> None:
    with pytest.raises(IllegalPlay):
        find_play(board_of(mine, theirs), roll, text)


def test_t27_the_last_checker_is_off_however_it_is_written() -> None:
    board = board_of({3: 1}, {24: 2})
    direct = find_play(board, (6, 1), "3/off")
    assert direct == find_play(board, (6, 1), "3/2 2/off")
    assert format_play(direct.steps) == "3/2 2/off"


def test_t32_hit_or_pass_are_two_boards_that_differ_in_the_bar() -> None:
    board = board_of({24: 1, 1: 14}, {18: 1, 12: 2})
    hit, passed = (find_play(board, (6, 4), text).board for text in ("24/18*/14", "24/20/14"))
    assert (hit[0], passed[0]) == (-1, 0)
    assert (hit[18], passed[18]) == (0, -1)


def test_with_one_checker_left_and_two_usable_dice_both_are_used_even_if_that_hits() -> None:
    """As gnubg does (engines 5): 4/off with the 4 alone would leave the blot on the 3."""
    assert texts({4: 1}, {3: 1, 2: 2}, (4, 1)) == {"4/3* 3/off"}
