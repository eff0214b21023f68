"""Where a lifted checker could go, and by which dice."""

from __future__ import annotations

import random

from controller.guidance.reach import Reached, dice_of, reached
from controller.rules.plays import legal_ways
from controller.rules.position import START, Side

LIGHT, DARK = Side.LIGHT, Side.DARK


def test_a_checker_reaches_single_dice_and_their_sums() -> None:
    ways = legal_ways(START.board(LIGHT), (3, 1))

    assert reached(START.board(LIGHT), ways, LIGHT, 8) == (
        Reached(3, (3, 1)), Reached(4, (3,)), Reached(6, (1,)),
    )  # fmt: skip


def test_a_point_that_the_other_side_holds_is_no_target_and_no_landing_on_the_way() -> None:
    ways = legal_ways(START.board(LIGHT), (3, 1))

    assert [to for to, *_ in reached(START.board(LIGHT), ways, LIGHT, 13)] == [8, 9]  # not 12

    ways = legal_ways(START.board(LIGHT), (6, 5))  # 6-5 from 24: over 18, as 19 is held
    assert reached(START.board(LIGHT), ways, LIGHT, 24) == (
        Reached(12, (6, 5)), Reached(17, (6,)),
    )  # fmt: skip


def test_a_9_a_sum_whose_orders_hit_differently_is_made_step_by_step() -> None:
    lying = {24: 1, 1: 14, 18: -1, 12: -2, 19: -12}  # T32
    board = tuple(lying.get(point, 0) for point in range(26))
    ways = legal_ways(board, (6, 4))

    unclear = Reached(13, (6, 4), is_clear=False)
    assert reached(board, ways, LIGHT, 24) == (unclear, Reached(17, (6,)), Reached(19, (4,)))


def test_a_9_a_sum_that_hits_in_passing_whichever_order_is_taken_is_one_place() -> None:
    lying = {24: 1, 1: 14, 18: -1, 20: -2, 19: -12}  # the 4 cannot be played first
    board = tuple(lying.get(point, 0) for point in range(26))
    ways = legal_ways(board, (6, 4))

    assert reached(board, ways, LIGHT, 24) == (Reached(13, (6, 4)), Reached(17, (6,)))


def test_a_point_without_a_checker_of_the_mover_reaches_nothing() -> None:
    ways = legal_ways(START.board(LIGHT), (3, 1))

    assert reached(START.board(LIGHT), ways, LIGHT, 4) == ()


def test_nothing_but_the_bar_moves_while_a_checker_lies_there() -> None:
    entering = {1: -2, 6: 5, 8: 3, 13: 5, 19: -5, 24: 1, 25: 1}
    board = tuple(entering.get(point, 0) for point in range(26))
    ways = legal_ways(board, (3, 1))

    assert [to for to, *_ in reached(board, ways, LIGHT, 25)] == [20, 21, 23]
    assert reached(board, ways, LIGHT, 8) == ()


def test_a_bearing_off_target_is_the_tray() -> None:
    board = (0, 2, 2, 2, 2, 2, 2, *(0,) * 12, -5, -5, -3, 0, 0, 0, 0)
    ways = legal_ways(board, (6, 1))

    assert reached(board, ways, LIGHT, 6) == (Reached(4, (1,)), Reached(26, (6,)))
    assert {to for to, *_ in reached(board, ways, DARK, 6)} == {19, 27}


def test_the_places_are_those_of_the_legal_plays_and_no_others() -> None:
    chance = random.Random(6)
    for _ in range(200):
        roll = (chance.randint(1, 6), chance.randint(1, 6))
        board = START.board(LIGHT)
        ways = legal_ways(board, roll)
        for point in (6, 8, 13, 24):
            made = {
                steps[0].to
                for steps in ways.boards.values()
                if len(steps) == 1 and steps[0].source == point
            }
            one_die = {
                to + 1 for to, dice, _ in reached(board, ways, LIGHT, point) if len(dice) == 1
            }
            assert one_die == made


def test_dice_are_told_by_their_size() -> None:
    assert dice_of((5,), (5, 2)) == "larger"
    assert dice_of((2,), (5, 2)) == "smaller"
    assert dice_of((2, 5), (5, 2)) == "both"
    assert dice_of((4,), (4, 4)) == "larger"
