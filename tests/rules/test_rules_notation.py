"""Reading and writing plays as text."""

from __future__ import annotations

import pytest

from controller.errors import IllegalPlay, InvalidNotation
from controller.rules.notation import find_play, format_play, literal_board, parse_play
from controller.rules.plays import Step
from controller.rules.position import START_BOARD, Board


def board_of(mine: dict[int, int], theirs: dict[int, int] | None = None) -> Board:
    """26 ints from {point: count} of both, all in the mover's numbering."""
    board = [0] * 26
    for point, count in mine.items():
        board[point] += count
    for point, count in (theirs or {}).items():
        board[point] -= count
    return tuple(board)


@pytest.mark.parametrize(
    ("text", "steps"),
    [
        ("", ()),
        ("8/5 6/5", ((8, 5), (6, 5))),
        ("Bar/20 6/Off", ((25, 20), (6, 0))),
        ("25/20 6/0", ((25, 20), (6, 0))),
        ("8/5(2)", ((8, 5), (8, 5))),
        ("24/18/14", ((24, 18), (18, 14))),
        ("in/22", ((26, 22),)),
        ("off", None),
    ],
)
def test_forms_of_other_programs_are_read(
    text: str, steps: tuple[tuple[int, int], ...] | None
) -> None:
    if steps is None:
        with pytest.raises(InvalidNotation, match="no step"):
            parse_play(text)
    else:
        assert tuple((s.source, s.to) for s in parse_play(text)) == steps


@pytest.mark.parametrize(
    "text", ["8", "8/", "8//5", "5/8", "8/8", "27/3", "8/5(0)", "8/5(5)", "8/bar", "x/y", "8/5**"]
)
def test_text_that_is_no_play_is_refused_with_the_text(text: str) -> None:
    with pytest.raises(InvalidNotation) as refused:
        parse_play(text)
    assert text.split("/")[0] in str(refused.value)


def test_more_than_four_steps_are_no_play() -> None:
    with pytest.raises(InvalidNotation, match="at most 4"):
        parse_play("8/7(4) 6/5")


def test_canonical_text_has_one_entry_a_step_descending() -> None:
    steps = (Step(6, 0), Step(25, 22, True), Step(8, 5))
    assert format_play(steps) == "bar/22* 8/5 6/off"
    assert format_play(()) == ""


@pytest.mark.parametrize("text", ["6/5 8/5", "8/5 6/5", "8/5* 6/5*"])
def test_order_and_stars_do_not_matter(text: str) -> None:
    assert format_play(find_play(START_BOARD, (3, 1), text).steps) == "8/5 6/5"


def test_one_entry_may_stand_for_two_dice() -> None:
    assert format_play(find_play(START_BOARD, (6, 5), "24/13").steps) == "24/18 18/13"


def test_a_merged_entry_takes_the_way_without_a_hit() -> None:
    """T32: over the blot or past it are two plays; unsaid, nobody was hit (records 5.1.3)."""
    board = board_of({24: 1, 1: 14}, {18: 1, 12: 2})
    assert format_play(find_play(board, (6, 4), "24/14").steps) == "24/20 20/14"
    assert format_play(find_play(board, (6, 4), "24/18*/14").steps) == "24/18* 18/14"


def test_a_merged_entry_that_must_hit_on_its_way_is_found_if_there_is_one() -> None:
    board = board_of({24: 1, 1: 14}, {18: 1, 20: 2, 12: 2})
    assert format_play(find_play(board, (6, 4), "24/14").steps) == "24/18* 18/14"


def test_a_merged_entry_that_may_hit_either_of_two_is_asked_back() -> None:
    board = board_of({24: 1, 1: 14}, {18: 1, 20: 1, 12: 2})  # T31
    with pytest.raises(IllegalPlay, match="may mean"):
        find_play(board, (6, 4), "24/14")


def test_a_dance_is_the_empty_text() -> None:
    board = board_of({25: 1, 13: 14}, {19: 2, 22: 2})  # T10
    assert find_play(board, (6, 3), "").steps == ()
    with pytest.raises(IllegalPlay, match="a play with both dice is possible"):
        find_play(START_BOARD, (3, 1), "")


def test_the_last_checker_may_be_written_either_way() -> None:
    """T27: the board decides, whichever die is said to have borne it off."""
    board = board_of({3: 1})
    assert find_play(board, (6, 1), "3/off") == find_play(board, (6, 1), "3/2 2/off")


@pytest.mark.parametrize(
    ("mine", "theirs", "roll", "text", "why"),
    [
        ({24: 1, 1: 14}, {13: 2}, (6, 5), "24/19", "the larger one, 6"),  # T03
        ({24: 1, 7: 1, 1: 13}, {18: 2, 13: 2}, (6, 5), "7/2", "both dice can be played"),  # T05
        ({25: 1, 13: 2, 6: 5}, {19: 2}, (6, 3), "13/10", "on the bar must enter first"),
        ({25: 1, 13: 2}, {19: 2, 22: 2}, (6, 3), "bar/19", "held by 2"),
        ({6: 1, 4: 2}, {}, (5, 1), "4/off 6/5", "dice do not give"),  # T21
        ({6: 1, 4: 2}, {}, (3, 1), "6/off 4/3", "no die bears off from point 6"),
        ({8: 1, 6: 1}, {}, (6, 1), "6/off 6/5", "too few checkers on point 6"),
        ({8: 2, 6: 1}, {}, (6, 1), "6/off 8/7", "not all checkers are home: one is on point 8"),
        ({13: 2}, {}, (3, 1), "13/8", "no die gives 13/8"),
        ({25: 1, 13: 2}, {}, (3, 1), "bar/20 13/12", "no die gives bar/20"),
        ({13: 2}, {}, (3, 1), "in/22", "no reserve"),
        ({24: 1, 1: 14}, {18: 2, 19: 2}, (6, 5), "24/13", "nothing can be played"),  # T13
    ],
)
def test_an_illegal_play_says_which_rule(
    mine: dict[int, int], theirs: dict[int, int], roll: tuple[int, int], text: str, why: str
) -> None:
    with pytest.raises(IllegalPlay) as refused:
        find_play(board_of(mine, theirs), roll, text)
    assert why in str(refused.value)
    assert text in str(refused.value)


def test_literal_board_moves_what_is_said_whatever_the_dice() -> None:
    board = board_of({8: 1, 6: 1}, {4: 1, 3: 2})
    after = literal_board(board, parse_play("8/4 6/off"))
    assert after == (-1, 0, 0, -2, 1, *[0] * 21)
    assert literal_board(board, parse_play("8/3")) is None
    assert literal_board(board, parse_play("7/3")) is None
