"""The sentences of the four rule sheets that speak of boards and plays."""

from __future__ import annotations

import pytest
from point_boards import Points, board_of, texts

from controller.errors import IllegalPlay
from controller.match.score import winner_by_bearoff
from controller.rules.notation import find_play, format_play, parse_play
from controller.rules.plays import apply_steps, legal_plays, legal_ways
from controller.rules.position import (
    DARK_BAR_SLOT,
    LIGHT_BAR_SLOT,
    OFF,
    POINTS,
    START,
    START_BOARD,
    Position,
    Roll,
    Side,
    pip_count,
    slot_of,
)
from controller.rules.variants import find_variant

LIGHT, DARK = Side.LIGHT, Side.DARK
ACEY = find_variant("acey-deucey")
HU = find_variant("hu")


# -- the board --------------------------------------------------------------------------------


def test_pt_04_hu_01_there_are_two_sides() -> None:
    assert [side.value for side in Side] == ["light", "dark"]
    assert LIGHT.other is DARK
    assert DARK.other is LIGHT


def test_pt_07_pt_09_hu_05_points_are_counted_1_to_24_from_each_side_s_home() -> None:
    assert [slot_of(LIGHT, point) for point in range(1, POINTS + 1)] == list(range(24))
    assert [slot_of(DARK, point) for point in range(1, POINTS + 1)] == list(range(23, -1, -1))


def test_hu_06_no_02_dark_moves_exactly_opposite_to_light() -> None:
    for point in range(1, POINTS + 1):
        assert slot_of(DARK, point) == slot_of(LIGHT, 25 - point)


def test_pt_10_captured_checkers_lie_on_the_bar_half_of_their_side() -> None:
    board = board_of({24: 1, 1: 14}, {18: 1, 12: 2})
    hit = find_play(board, (6, 4), "24/18*/14").steps
    assert apply_steps(Position.from_board(board, LIGHT), LIGHT, hit).slots[DARK_BAR_SLOT] == -1
    assert apply_steps(Position.from_board(board, DARK), DARK, hit).slots[LIGHT_BAR_SLOT] == 1


# -- moving -----------------------------------------------------------------------------------


def test_pt_16_pt_18_br_04_hu_08_one_checker_by_both_dice_or_two_by_one_each() -> None:
    plays = texts({13: 2}, {}, (4, 2))
    assert plays == {"13/11 11/7", "13/11 13/9"}


@pytest.mark.parametrize(
    ("theirs", "plays"),
    [
        pytest.param({9: 2}, {"13/11 11/7"}, id="by the open one"),
        pytest.param({9: 2, 11: 2}, set(), id="both closed"),
    ],
)
def test_pt_17_hu_10_each_die_is_a_movement_of_its_own_and_lands(
    theirs: Points, plays: set[str]
) -> None:
    assert texts({13: 1}, theirs, (4, 2)) == plays


@pytest.mark.parametrize("text", ["8/13", "5/6 8/5"])
def test_pt_19_br_02_checkers_move_one_way(text: str) -> None:
    with pytest.raises(ValueError, match="wrong way"):
        parse_play(text)
    for play in legal_plays(START_BOARD, (5, 3)).plays:
        assert all(step.to < step.source for step in play.steps)
        after = Position.from_board(play.board, LIGHT)
        assert pip_count(after, LIGHT) == pip_count(START, LIGHT) - 8


@pytest.mark.parametrize(
    ("mine", "theirs", "is_open"),
    [
        pytest.param({}, {}, True, id="empty"),
        pytest.param({9: 3}, {}, True, id="own"),
        pytest.param({}, {9: 1}, True, id="one of the other's"),
        pytest.param({}, {9: 2}, False, id="two"),
        pytest.param({}, {9: 5}, False, id="five"),
    ],
)
def test_pt_20_pt_21_br_06_br_07_hu_11_where_a_checker_may_stop(
    mine: Points, theirs: Points, is_open: bool
) -> None:
    steps = legal_ways(board_of({13: 1, **mine}, theirs), (4, 1)).next_steps(
        board_of({13: 1, **mine}, theirs)
    )
    assert any((each.step.source, each.step.to) == (13, 9) for each in steps) is is_open


def test_hu_11_a_wall_may_be_jumped_over() -> None:
    assert texts({13: 1}, {12: 2, 10: 2, 9: 2, 8: 2}, (6, 2)) == {"13/11 11/5"}


@pytest.mark.parametrize("die", range(1, 7))
def test_pt_22_br_05_hu_09_no_10_a_double_is_played_four_times(die: int) -> None:
    legal = legal_plays(board_of({24: 4}), (die, die))
    assert legal.dice_used == 4
    assert f"24/{24 - die} " * 3 + f"24/{24 - die}" in {format_play(p.steps) for p in legal.plays}


def test_pt_23_pt_24_br_06_hu_12_no_15_a_lone_checker_is_hit_and_goes_to_the_bar() -> None:
    board = board_of({8: 1, 6: 1}, {5: 1})
    play = find_play(board, (3, 1), "8/5* 6/5")
    assert (board[OFF], play.board[OFF], play.board[5]) == (0, -1, 2)


@pytest.mark.parametrize("variant", ["standard", "hu", "acey-deucey"])
def test_pt_25_br_08_hu_13_no_16_the_bar_comes_first(variant: str) -> None:
    found = texts({25: 1, 13: 3, 8: 2}, {19: 2}, (6, 2), find_variant(variant))
    assert found == {"bar/23 23/17", "bar/23 13/7", "bar/23 8/2"}


def test_br_09_who_cannot_enter_has_no_play() -> None:
    assert texts({25: 1, 13: 3}, {19: 2, 23: 2}, (6, 2)) == set()


@pytest.mark.parametrize("variant", ["standard", "pt", "pt-br", "hu", "tavla", "acey-deucey"])
def test_br_10_both_numbers_are_used_if_there_is_any_way(variant: str) -> None:
    board = {24: 1, 7: 1, 1: 13}
    assert texts(board, {18: 2, 13: 2}, (6, 5), find_variant(variant)) == {"24/19 7/1"}


def test_br_11_hu_17_if_only_one_number_can_be_used_it_is() -> None:
    for variant in ("standard", "hu"):
        found = texts({24: 1, 1: 14}, {18: 2, 13: 2}, (6, 5), find_variant(variant))
        assert found == {"24/19"}  # what cannot be played is passed, not the whole roll


@pytest.mark.parametrize("variant", ["standard", "pt", "hu", "portes", "acey-deucey"])
def test_br_12_if_either_number_but_not_both_the_larger_is_used(variant: str) -> None:
    board = {24: 1, 1: 14}
    assert texts(board, {13: 2}, (6, 5), find_variant(variant)) == {"24/18"}


@pytest.mark.parametrize(
    ("theirs", "used"), [({4: 2}, 3), ({9: 2}, 2), ({14: 2}, 1), ({19: 2}, 0), ({}, 4)]
)
def test_br_13_of_a_double_as_many_as_can_be(theirs: Points, used: int) -> None:
    assert legal_plays(board_of({24: 1, 1: 14}, theirs), (5, 5)).dice_used == used


# -- bearing off ------------------------------------------------------------------------------


@pytest.mark.parametrize("outside", [7, 13, 24, 25])
def test_pt_26_br_14_hu_14_no_17_nobody_bears_off_before_all_are_home(outside: int) -> None:
    for variant in ("standard", "hu", "acey-deucey"):
        found = texts({outside: 1, 6: 5, 2: 5}, {}, (6, 2), find_variant(variant))
        off_first = {text for text in found if "off" in text and not text.startswith("7/")}
        assert off_first == set()


def test_pt_26_a_3_those_still_on_the_board_must_be_home() -> None:
    assert "6/off 5/off" in texts({6: 1, 5: 1}, {}, (6, 5))  # thirteen are off already


@pytest.mark.parametrize("die", range(1, 7))
def test_pt_27_br_14_hu_15_no_18_a_number_takes_off_from_its_point(die: int) -> None:
    home = dict.fromkeys(range(1, 7), 1)
    assert f"{die}/off" in {
        format_play(each.steps).split()[-1]
        for each in legal_plays(board_of(home), (die, 6 if die < 6 else 5)).plays
    } | {"6/off"}
    ways = legal_ways(board_of(home), (die, die))
    assert any(
        (each.step.source, each.step.to) == (die, OFF) for each in ways.next_steps(board_of(home))
    )


def test_br_15_no_18_with_none_there_a_higher_one_must_move() -> None:
    for variant in ("standard", "acey-deucey"):
        found = texts({6: 1, 4: 2}, {}, (5, 1), find_variant(variant))
        assert found == {"6/1 4/3", "6/5 5/off"}


def test_br_16_hu_16_no_18_with_none_higher_the_highest_is_taken_off() -> None:
    for variant in ("standard", "hu", "acey-deucey"):
        assert texts({4: 2, 3: 1}, {}, (6, 5), find_variant(variant)) == {"4/off 4/off"}


def test_bearing_off_hits_nobody_though_one_lies_on_the_bar() -> None:
    assert texts({2: 1, 1: 1}, {0: 1}, (6, 5)) == {"2/off 1/off"}


def test_br_17_a_hit_checker_comes_home_before_bearing_off_goes_on() -> None:
    board = {25: 1, 6: 2, 5: 2, 4: 2}
    found = texts(board, {19: 1, 20: 1, 24: 1}, (6, 5))
    assert found == {"bar/20* 20/14", "bar/19* 19/14", "bar/19* 6/1"}


def test_pt_01_pt_02_pt_03_hu_02_hu_18_no_19_who_has_borne_off_all_has_won() -> None:
    for side in Side:
        off = (13, 4) if side is LIGHT else (4, 13)
        position = Position.from_board(board_of({2: 1, 1: 1}, {20: 11}), side, off)
        assert winner_by_bearoff(position) is None
        play = find_play(position.board(side), (6, 5), "2/off 1/off")
        assert winner_by_bearoff(apply_steps(position, side, play.steps)) is side


# -- acey-deucey ------------------------------------------------------------------------------


def acey(mine: Points, theirs: Points, roll: Roll, reserve: int) -> set[str]:
    return texts(mine, theirs, roll, ACEY, reserve)


@pytest.mark.parametrize("die", range(1, 7))
def test_no_05_no_06_a_checker_enters_on_the_point_of_its_number(die: int) -> None:
    other = 6 if die != 6 else 5
    assert f"in/{25 - min(die, other)} in/{25 - max(die, other)}" in acey({}, {}, (die, other), 15)


def test_no_05_not_where_the_other_holds_the_point() -> None:
    assert acey({}, {19: 2, 22: 2}, (6, 3), 15) == set()


@pytest.mark.parametrize("die", range(2, 7))
def test_no_05_a_wall_beside_the_entry_point_does_not_matter(die: int) -> None:
    found = acey({}, {26 - die: 2}, (die, die), 15)
    assert any(text.startswith(f"in/{25 - die} in/{25 - die}") for text in found)


def test_ad_03_no_08_what_entered_with_one_die_may_go_on_with_the_other() -> None:
    assert acey({}, {19: 2}, (6, 3), 15) == {"in/22 22/16"}
    assert acey({}, {19: 2, 16: 2}, (6, 3), 15) == {"in/22"}


def test_ad_04_no_07_others_move_while_some_are_still_to_enter() -> None:
    found = acey({22: 1}, {}, (5, 1), 14)
    assert {"22/21 21/16", "in/24 22/17", "in/20 22/21", "in/24 in/20", "in/24 24/19"} <= found


def test_no_08_one_checker_by_both_dice_needs_one_of_them_to_land() -> None:
    assert acey({22: 1}, {21: 2, 17: 2}, (5, 1), 0) == set()


def test_no_09_a_checker_stops_where_the_other_has_at_most_one() -> None:
    assert acey({22: 1}, {16: 2, 17: 1}, (6, 5), 0) == {"22/17* 17/11"}


def test_ad_11_no_16_the_bar_enters_before_the_reserve() -> None:
    found = acey({25: 1, 10: 1}, {}, (6, 4), 10)
    assert found == {"bar/21 21/15", "in/21 bar/19", "bar/19 10/6", "bar/21 10/4"}
    first = legal_ways(board_of({25: 1, 10: 1}), (6, 4), ACEY, 10)
    assert {s.step.source for s in first.next_steps(board_of({25: 1, 10: 1}))} == {25}


def test_ad_11_with_one_point_open_only_the_bar_checker_enters() -> None:
    assert "in/21" not in " ".join(acey({25: 1}, {19: 2, 15: 2}, (6, 4), 10))


def test_ad_12_no_17_nobody_bears_off_while_one_is_in_reserve() -> None:
    found = acey({6: 7, 5: 7}, {19: 2}, (6, 6), 1)
    assert found == set()
    assert all("off" not in text for text in acey({6: 7, 5: 7}, {}, (6, 4), 1))
    with pytest.raises(IllegalPlay, match="not all checkers are home: some have not entered yet"):
        find_play(board_of({6: 7, 5: 7}), (6, 4), "6/off", ACEY, 1)


def test_ad_13_no_18_bearing_off_with_larger_dice() -> None:
    assert acey({4: 2}, {}, (6, 5), 0) == {"4/off 4/off"}


def test_ad_15_no_15_a_hit_checker_goes_to_the_bar_and_not_to_the_reserve() -> None:
    position = Position.from_board(board_of({24: 1}, {23: 1}), LIGHT, reserve=(14, 12))
    play = find_play(position.board(LIGHT), (1, 3), "24/23* in/22", ACEY, 14)
    after = apply_steps(position, LIGHT, play.steps)
    assert after.board(DARK)[25] == 1
    assert after.reserve == (13, 12)
    assert after.owned(DARK) == position.owned(DARK)


def test_ad_09_three_of_four_named_sixes_can_be_played() -> None:
    legal = legal_plays(board_of({24: 3}, {12: 2}), (6, 6), ACEY)
    assert legal.dice_used == 3


def test_a_turn_that_enters_never_bears_off() -> None:
    """What makes the reserve after a play follow from the board: home is too far away."""
    for die in range(1, 7):
        for text in acey({1: 14}, {}, (die, die), 1):
            assert "off" not in text


# -- tavla, portes ----------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["tavla", "portes"])
def test_a_checker_that_hit_in_its_own_home_stays_there_this_turn(name: str) -> None:
    variant = find_variant(name)
    board, blot = {6: 1, 13: 1, 1: 13}, {4: 1, 12: 2}
    found = texts(board, blot, (2, 1), variant)
    assert found == {"6/5 5/3", "13/11 11/10", "13/11 6/5"}
    with pytest.raises(IllegalPlay, match="hit on point 4 must stay"):
        find_play(board_of(board, blot), (2, 1), "6/4*/3", variant)


def test_a_hitter_stays_in_the_middle_of_a_double_too() -> None:
    tavla = find_variant("tavla")
    assert texts({8: 1}, {6: 1}, (2, 2), tavla) == {"8/6*"}
    ways = legal_ways(board_of({8: 1, 1: 1}, {6: 1}), (2, 1), tavla)
    assert {format_play(ways.boards[each]) for each in ways.finals} == {"8/7 7/5", "8/6* 1/off"}


def test_another_checker_on_the_point_frees_the_one_that_hit() -> None:
    tavla = find_variant("tavla")
    found = texts({8: 1, 6: 1}, {5: 1}, (3, 1), tavla)
    assert "8/5* 6/5" in found
    assert "8/5* 5/4" not in found
    doubled = texts({8: 2}, {5: 1}, (3, 3), tavla)
    assert doubled == {"8/5* 8/5 5/2"}  # the second may go on, the last must stay


def test_outside_the_home_a_hitter_may_go_on() -> None:
    found = texts({13: 1}, {10: 1}, (3, 1), find_variant("tavla"))
    assert "13/10* 10/9" in found
