"""Who may double, and what an answer makes of the cube (C- of the rules, MAT- of the cases)."""

from __future__ import annotations

import pytest

from controller.errors import RulesError
from controller.match import cube as words
from controller.match.cube import (
    CENTRED,
    Cube,
    automatic_double,
    refusal_arguments,
    refusal_of_moment,
    refusal_to_beaver,
    refusal_to_double,
)
from controller.match.score import MONEY, Score
from controller.match.stakes import Stakes
from controller.rules.position import Side

LIGHT, DARK = Side.LIGHT, Side.DARK


def test_c01_mat10_no_double_after_rolling() -> None:
    assert refusal_of_moment(LIGHT, LIGHT, rolled=True) == words.ALREADY_ROLLED
    assert refusal_of_moment(LIGHT, LIGHT, rolled=False) is None


def test_mat10_no_double_in_the_others_turn() -> None:
    assert refusal_of_moment(DARK, LIGHT, rolled=False) == words.NOT_YOUR_TURN
    assert refusal_of_moment(DARK, LIGHT, rolled=True) == words.NOT_YOUR_TURN


def test_mat10_c07_the_opening_dice_are_already_rolled() -> None:
    """The winner of the opening has his dice at once, so he cannot double in that turn (A-8)."""
    assert refusal_of_moment(DARK, DARK, rolled=True) == words.ALREADY_ROLLED


def test_mat03_an_offer_is_not_made_twice() -> None:
    assert refusal_of_moment(LIGHT, LIGHT, rolled=False, offered=True) == words.ALREADY_OFFERED


def test_c02_mat02_the_owner_alone_may_redouble() -> None:
    cube = CENTRED.take(DARK)  # light doubled
    score = Score(7)
    assert cube == Cube(2, DARK)
    assert refusal_to_double(cube, LIGHT, score) == words.NOT_YOUR_CUBE
    assert refusal_to_double(cube, DARK, score) is None


def test_c03_a_centred_cube_is_open_to_both() -> None:
    for side in Side:
        assert refusal_to_double(CENTRED, side, Score(5, (1, 2))) is None


def test_c04_mat03_a_take_doubles_once_and_gives_the_cube_to_the_taker() -> None:
    assert CENTRED.offered_value == 2
    assert CENTRED.take(LIGHT) == Cube(2, LIGHT)
    assert CENTRED.take(LIGHT).take(DARK) == Cube(4, DARK)


def test_c06_mat06_nobody_doubles_in_the_crawford_game() -> None:
    for side in Side:
        refusal = refusal_to_double(CENTRED, side, Score(5, (4, 1)), crawford=True)
        assert refusal == words.CRAWFORD


def test_c07_after_crawford_the_trailer_may_double() -> None:
    score = Score(5, (4, 2))
    assert refusal_to_double(CENTRED, DARK, score) is None


def test_c08_after_crawford_the_leaders_cube_is_dead() -> None:
    refusal = refusal_to_double(CENTRED, LIGHT, Score(5, (4, 2)))
    assert refusal == words.DEAD_CUBE
    assert refusal.format(**refusal_arguments(CENTRED)) == (
        "The cube is dead: its 1 already wins the match for you."
    )


@pytest.mark.parametrize(
    ("cube", "length", "points", "dead"),
    [
        (Cube(4, LIGHT), 5, (1, 1), True),  # C-09: needs 4, cube 4
        (Cube(2, LIGHT), 5, (1, 1), False),
        (Cube(2, LIGHT), 5, (3, 0), True),  # MAT-08: leader with a cube at 2
        (Cube(2, LIGHT), 5, (0, 3), False),  # MAT-08: the other, if he owned it
        (Cube(8, LIGHT), 9, (1, 0), True),
        (Cube(8, LIGHT), 9, (0, 0), False),
    ],
)
def test_c09_mat08_a_cube_that_wins_the_match_is_dead(
    cube: Cube, length: int, points: tuple[int, int], dead: bool
) -> None:
    refusal = refusal_to_double(cube, LIGHT, Score(length, points))
    assert refusal == (words.DEAD_CUBE if dead else None)


def test_c12_a_match_stops_at_64_unless_told_otherwise() -> None:
    score = Score(64)
    cube = Cube(32, LIGHT)
    assert refusal_to_double(cube, LIGHT, score) is None
    assert refusal_to_double(cube, LIGHT, score, Stakes(cube_limit=32)) == words.AT_LIMIT
    text = words.AT_LIMIT.format(**refusal_arguments(cube))
    assert text == "The cube is at its highest value, 32."


def test_c12_mat09_money_play_has_no_limit_and_no_dead_cube() -> None:
    cube = Cube(1 << 20, DARK)
    assert refusal_to_double(cube, DARK, Score(MONEY, (500, 3))) is None
    assert cube.take(LIGHT) == Cube(1 << 21, LIGHT)
    assert refusal_to_double(cube, LIGHT, Score(MONEY)) == words.NOT_YOUR_CUBE


def test_c16_mat05_no_double_in_a_one_point_match() -> None:
    for side in Side:
        assert refusal_to_double(CENTRED, side, Score(1)) == words.DEAD_CUBE


def test_br_21_a_game_without_a_cube_refuses_doubling_in_words() -> None:
    refusal = refusal_to_double(CENTRED, LIGHT, Score(5), Stakes(cube=False))
    assert refusal == "This game is played without a cube."


def test_c10_no_beavers_in_a_match() -> None:
    assert refusal_to_beaver(Score(5), Stakes(beavers=2), 0) == words.NO_BEAVERS_IN_MATCHES


def test_c11_beavers_and_raccoons_only_where_agreed() -> None:
    money = Score(MONEY)
    assert refusal_to_beaver(money, Stakes(), 0) == words.NO_BEAVERS
    assert refusal_to_beaver(money, Stakes(beavers=1), 0) is None
    assert refusal_to_beaver(money, Stakes(beavers=1), 1) == words.ENOUGH_BEAVERS
    assert refusal_to_beaver(money, Stakes(beavers=2), 1) is None


def test_c13_ties_of_the_opening_turn_the_cube_so_often_as_agreed() -> None:
    stakes, money = Stakes(automatic_doubles=2), Score(MONEY)
    once = automatic_double(CENTRED, money, stakes)
    assert once == Cube(2)
    twice = automatic_double(once, money, stakes)
    assert twice == Cube(4)
    assert automatic_double(twice, money, stakes) is None


def test_c13_automatic_doubles_are_for_money_and_off_unless_agreed() -> None:
    assert automatic_double(CENTRED, Score(MONEY), Stakes()) is None
    assert automatic_double(CENTRED, Score(5), Stakes(automatic_doubles=3)) is None


@pytest.mark.parametrize("value", [0, 3, -2, 6])
def test_a_cube_shows_powers_of_two(value: int) -> None:
    with pytest.raises(RulesError, match="power of two"):
        Cube(value)
