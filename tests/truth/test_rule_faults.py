"""Faults of rules that other programs had (cases kind A): ours must not have them.

`rule_faults.json` holds the positions with all plays, each checked with gnubg.
"""

from __future__ import annotations

import json
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any

import pytest
from random_boards import random_questions_of_rules

from controller.errors import IllegalPlay, RulesError
from controller.match.score import game_size, result_of_bearoff, winner_by_bearoff
from controller.records.check import check_record
from controller.records.files import read_record
from controller.rules.acey import Next, Phase, after_phase
from controller.rules.ids import format_position_id, parse_position_id
from controller.rules.notation import find_play, format_play, format_step, literal_board, parse_play
from controller.rules.plays import apply_steps, legal_finals, legal_plays, legal_ways
from controller.rules.position import (
    START_BOARD,
    Board,
    Position,
    Side,
    pip_count,
)
from controller.rules.variants import find_variant

HERE = Path(__file__).parent
FAULTS: list[dict[str, Any]] = json.loads((HERE / "rule_faults.json").read_text(encoding="ascii"))
BY_ID = {fault["id"]: fault for fault in FAULTS}
ACEY = find_variant("acey-deucey")


def question(name: str) -> tuple[Board, tuple[int, int]]:
    fault = BY_ID[name]
    return tuple(fault["board"]), (fault["dice"][0], fault["dice"][1])


@pytest.mark.parametrize("fault", FAULTS, ids=list(BY_ID))
@pytest.mark.parametrize("swapped", [False, True], ids=["as told", "dice swapped"])
def test_the_plays_of_a_reported_fault(fault: dict[str, Any], swapped: bool) -> None:
    board, dice = question(fault["id"])
    roll = (dice[1], dice[0]) if swapped else dice
    legal = legal_plays(board, roll)
    assert {play.board for play in legal.plays} == {
        literal_board(board, parse_play(text)) for text in fault["results"]
    }
    assert sorted(format_play(play.steps) for play in legal.plays) == fault["results"]
    assert legal.dice_used == fault["dice_used"]
    first = legal_ways(board, roll).next_steps(board)
    assert {format_step(each.step) for each in first} == set(fault["first_steps"])


@pytest.mark.parametrize("fault", FAULTS, ids=list(BY_ID))
def test_the_position_of_a_reported_fault_has_its_id(fault: dict[str, Any]) -> None:
    board = tuple(fault["board"])
    assert format_position_id(board) == fault["position_id"]
    assert parse_position_id(fault["position_id"]) == board


def test_rul_02_a_checker_that_stepped_and_left_is_recorded_with_both_dice() -> None:
    board, roll = question("RUL-02")
    after = (0, 0, 1, *[0] * 21, -2, 0)
    assert format_play(legal_ways(board, roll).boards[after]) == "4/2 2/off"


def test_rul_04_every_order_of_a_double_ends_on_the_same_board_and_none_dead_ends() -> None:
    board, roll = question("RUL-04")
    ways = legal_ways(board, roll)
    assert len(ways.finals) == 1
    assert all(ways.next_steps(each) for each in ways.boards if each not in ways.finals)


def test_rul_06_one_number_is_not_played_twice() -> None:
    board, roll = question("RUL-06")
    with pytest.raises(IllegalPlay, match="dice do not give"):
        find_play(board, roll, "13/8 13/8")


def test_rul_07_a_merged_text_may_waste_pips_when_bearing_off() -> None:
    board, roll = question("RUL-07")
    assert format_play(find_play(board, roll, "9/off").steps) == "9/4 4/off"


def test_rul_08_the_game_may_be_over_before_the_fourth_step_of_a_double() -> None:
    board = (0, 3, *[0] * 20, -2, 0, -6, 0)
    legal = legal_plays(board, (1, 1))
    assert [format_play(play.steps) for play in legal.plays] == ["1/off 1/off 1/off"]
    assert legal.dice_used == 3
    position = Position.from_board(board, Side.DARK, off=(7, 12))
    after = apply_steps(position, Side.DARK, legal.plays[0].steps)
    assert winner_by_bearoff(after) is Side.DARK


@pytest.mark.parametrize("side", Side, ids=["light", "dark"])
def test_rul_10_with_two_on_the_bar_one_enters_and_nothing_else_moves(side: Side) -> None:
    board, roll = question("RUL-10")
    position = Position.from_board(board, side)
    ways = legal_ways(position.board(side), roll)
    assert [format_step(each.step) for each in ways.next_steps(board)] == ["bar/22"]
    (final,) = ways.finals
    assert final[25] == 1
    assert ways.next_steps(final) == ()


def test_rul_11_a_closed_board_leaves_nothing_to_do() -> None:
    board, roll = question("RUL-11")
    ways = legal_ways(board, roll)
    assert ways.finals == {board}
    assert ways.next_steps(board) == ()
    assert find_play(board, roll, "").steps == ()


@pytest.mark.parametrize("cube", [1, 2, 4])
@pytest.mark.parametrize("winner", Side, ids=["light wins", "dark wins"])
@pytest.mark.parametrize(
    ("loser", "size"),
    [
        pytest.param({6: 10, 5: 5}, 2, id="a"),
        pytest.param({6: 9, 5: 5, 25: 1}, 3, id="b on the bar"),
        pytest.param({6: 9, 5: 5, 24: 1}, 3, id="c in the winner's home"),
    ],
)
def test_rul_12_gammon_and_backgammon(
    loser: dict[int, int], size: int, winner: Side, cube: int
) -> None:
    board = tuple(loser.get(point, 0) for point in range(26))
    off = (15, 0) if winner is Side.LIGHT else (0, 15)
    position = Position.from_board(board, winner.other, off)
    assert game_size(position, winner) == size
    assert result_of_bearoff(position, winner, cube).points == size * cube


def test_rul_14_a_hit_checker_arrives_on_its_bar() -> None:
    board, roll = question("RUL-14")
    for play in legal_plays(board, roll).plays:
        assert board[0] - play.board[0] == sum(step.hit for step in play.steps)


def test_rul_15_a_1_2_a_named_double_and_another_roll_by_the_same_player() -> None:
    one_two = find_play(START_BOARD, (1, 2), "24/23 13/11", ACEY)
    assert after_phase(ACEY, Phase.ROLL, (1, 2), len(one_two.steps)) is Next.NAMING
    legal = legal_plays(one_two.board, (3, 3), ACEY)
    assert legal.dice_used == 4
    assert after_phase(ACEY, Phase.NAMED, (3, 3), legal.dice_used) is Next.ROLL_AGAIN


def test_rul_16_checkers_that_never_entered_count_for_pips_and_the_win_stays_a_win() -> None:
    board = (0, 1, 2, 3, *[0] * 21, 2)  # 6 on points, 2 on the bar
    position = Position.from_board(board, Side.DARK, off=(15, 4), reserve=(0, 3))
    assert pip_count(position, Side.DARK) == 1 + 4 + 9 + 25 * 2 + 25 * 3
    assert position.owned(Side.DARK) - position.off[Side.DARK.index] == 11
    result = result_of_bearoff(position, Side.LIGHT, 1, largest=ACEY.largest_win)
    assert (result.size, result.points) == (1, 1)  # rules 3.2.10


def test_rul_17_the_last_checker_may_leave_by_either_way() -> None:
    board, roll = question("RUL-17")
    direct, stepping = (find_play(board, roll, text) for text in ("5/off", "5/3 3/off"))
    assert direct == stepping
    position = Position.from_board(board, Side.LIGHT, off=(14, 13))
    assert winner_by_bearoff(apply_steps(position, Side.LIGHT, direct.steps)) is Side.LIGHT


def test_rul_18_position_ids_with_bars_and_malformed_ones() -> None:
    assert format_position_id(START_BOARD) == "4HPwATDgc/ABMA"
    assert format_position_id(question("RUL-10")[0]) == "sOfgAGiwz8EBYA"
    for text in ("4HPwATDgc/ABM", "4HPwATDgc/ABMAA", "/////////////w"):
        with pytest.raises(RulesError):
            parse_position_id(text)
    for board, _roll in islice(random_questions_of_rules(Random(18)), 1000):
        assert parse_position_id(format_position_id(board)) == board


def test_rul_19_a_play_taken_back_leaves_what_was_there() -> None:
    board, roll = question("RUL-14")
    position = Position.from_board(board, Side.DARK)
    for play in legal_plays(board, roll).plays:
        for made in range(len(play.steps) + 1):
            after = apply_steps(position, Side.DARK, play.steps[:made])
            assert all(after.owned(side) == position.owned(side) for side in Side)
    assert position == Position.from_board(board, Side.DARK)


def test_rul_20_3_1_and_1_3_are_the_same_roll() -> None:
    for board, _roll in islice(random_questions_of_rules(Random(20)), 200):
        for low in range(1, 6):
            for high in range(low + 1, 7):
                assert set(legal_finals(board, (low, high))) == set(
                    legal_finals(board, (high, low))
                )


def test_rul_21_recorded_matches_hold_no_illegal_play() -> None:
    """Real matches of strong players: whatever we call illegal there is a fault of ours."""
    samples = sorted((HERE.parent / "data" / "matches").glob("*.txt"))
    assert len(samples) == 56
    findings = [check_record(read_record(path)) for path in samples]
    assert sum(each.plays for each in findings) > 10_000
    assert not any(each.illegal for each in findings)
