"""Properties of legal plays, and the plain reference generator on random boards."""

from __future__ import annotations

from itertools import pairwise
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from plain_reference import reference_ways

from controller.rules.notation import format_play
from controller.rules.plays import (
    Step,
    apply_steps,
    canonical_steps,
    legal_plays,
    legal_ways,
    single_steps,
)
from controller.rules.position import BAR, OFF, START, START_BOARD, Board, Position, Roll, Side
from controller.rules.variants import Variant, find_variant

DICE = st.tuples(st.integers(1, 6), st.integers(1, 6))


@st.composite
def boards(draw: st.DrawFn) -> Board:
    """Any board of up to 15 checkers a side: crowded homes, bars and races included."""
    board = [0] * 26
    low = draw(st.sampled_from((1, 1, 1, 7)))
    high = draw(st.sampled_from((6, 24, 24, 24)))
    points = st.integers(min(low, high), max(low, high))
    for point in draw(st.lists(points, max_size=draw(st.sampled_from((2, 5, 15))))):
        board[point] += 1
    for point in draw(st.lists(st.integers(1, 24), max_size=15)):
        if board[point] <= 0:
            board[point] -= 1
    mine = sum(n for n in board if n > 0)
    theirs = -sum(n for n in board if n < 0)
    board[BAR] = draw(st.integers(0, min(3, 15 - mine)))
    board[OFF] = -draw(st.integers(0, min(2, 15 - theirs)))
    return tuple(board)


GAMES = st.sampled_from(("standard", "tavla", "acey-deucey")).map(find_variant)


@st.composite
def questions(draw: st.DrawFn) -> tuple[Board, Roll, Variant, int]:
    """A board, a roll, a game, and how many are still to enter where the game has a reserve."""
    board, roll, variant = draw(boards()), draw(DICE), draw(GAMES)
    on_board = sum(n for n in board if n > 0)
    reserve = draw(st.integers(0, 15 - on_board)) if variant.reserve else 0
    return board, roll, variant, reserve


@settings(max_examples=150)
@given(questions())
def test_finals_are_those_of_the_plain_reference(
    question: tuple[Board, Roll, Variant, int],
) -> None:
    board, roll, variant, reserve = question
    paths = reference_ways(board, roll, reserve=reserve, hit_and_run=variant.hit_and_run)
    legal = legal_plays(board, roll, variant, reserve)
    assert ({play.board for play in legal.plays} or {board}) == {path[-1] for path in paths}
    boards_found = [play.board for play in legal.plays]
    assert boards_found == sorted(set(boards_found))
    assert all(len(play.steps) == legal.dice_used for play in legal.plays)


@settings(max_examples=150)
@given(questions())
def test_ways_are_exactly_the_boards_that_legal_turns_pass(
    question: tuple[Board, Roll, Variant, int],
) -> None:
    board, roll, variant, reserve = question
    paths = reference_ways(board, roll, reserve=reserve, hit_and_run=variant.hit_and_run)
    ways = legal_ways(board, roll, variant, reserve)
    assert next(iter(ways.boards)) == board
    assert set(ways.boards) == {passed for path in paths for passed in path}
    assert ways.finals == {path[-1] for path in paths}
    assert ways.boards[board] == ()
    reference = {pair for path in paths for pair in pairwise(path)}
    ours = {(each, step.board) for each in ways.boards for step in ways.next_steps(each)}
    assert ours == reference


@settings(max_examples=150)
@given(questions(), st.randoms(use_true_random=False))
def test_ways_to_one_final_are_those_of_the_turns_that_end_there(
    question: tuple[Board, Roll, Variant, int], chance: Random
) -> None:
    board, roll, variant, reserve = question
    paths = reference_ways(board, roll, reserve=reserve, hit_and_run=variant.hit_and_run)
    final = chance.choice(sorted({path[-1] for path in paths}))
    ways = legal_ways(board, roll, variant, reserve, to=final)
    assert set(ways.boards) == {passed for path in paths if path[-1] == final for passed in path}
    assert ways.finals == {final}
    assert all(step.board in ways.boards for each in ways.boards for step in ways.next_steps(each))


@settings(max_examples=150)
@given(questions())
def test_each_next_step_says_its_die_and_leads_where_it_says(
    question: tuple[Board, Roll, Variant, int],
) -> None:
    board, roll, variant, reserve = question
    ways = legal_ways(board, roll, variant, reserve)
    for each in ways.boards:
        entered = max(sum(n for n in each if n > 0) - sum(n for n in board if n > 0), 0)
        left = reserve - entered
        for step, die, after in ways.next_steps(each):
            assert (step, after) in set(single_steps(each, die, left))


@settings(max_examples=150)
@given(boards(), DICE)
def test_checkers_are_conserved_and_steps_lead_to_the_board(board: Board, roll: Roll) -> None:
    position = Position.from_board(board, Side.DARK)
    before = {side: position.owned(side) for side in Side}
    for play in legal_plays(board, roll).plays:
        after = apply_steps(position, Side.DARK, play.steps)
        assert after.board(Side.DARK) == play.board
        assert {side: after.owned(side) for side in Side} == before
        assert after.off[Side.LIGHT.index] == 0


@settings(max_examples=150)
@given(boards(), DICE)
def test_both_dice_are_used_or_else_the_larger(board: Board, roll: Roll) -> None:
    legal = legal_plays(board, roll)
    dice = [roll[0]] * 4 if roll[0] == roll[1] else sorted(roll, reverse=True)
    assert all(len(play.steps) == legal.dice_used for play in legal.plays)
    if legal.dice_used == 1 and roll[0] != roll[1]:
        larger = {after for _, after in single_steps(board, dice[0])}
        if larger:
            assert {play.board for play in legal.plays} == larger
    if legal.dice_used == 0:
        assert not legal.plays
        assert not any(True for die in dice for _ in single_steps(board, die))


@settings(max_examples=150)
@given(boards(), DICE)
def test_canonical_steps_descend_and_replay_in_their_order(board: Board, roll: Roll) -> None:
    for play in legal_plays(board, roll).plays:
        assert play.steps == canonical_steps(play.steps)
        sources = [(step.source, step.to) for step in play.steps]
        assert sources == sorted(sources, reverse=True)
        hits = sum(step.hit for step in play.steps)
        assert hits == board[OFF] - play.board[OFF]


@pytest.mark.parametrize(
    ("mine", "theirs", "roll", "passed"),
    [
        ({24: 1, 1: 14}, {18: 2, 12: 2}, (6, 4), {(), ("24/20",)}),  # T02: the 4 first
        ({24: 1, 1: 14}, {13: 2}, (6, 5), {()}),  # T03: never the 5
        ({24: 1, 7: 1, 1: 13}, {18: 2, 13: 2}, (6, 5), {(), ("24/19",), ("7/1",)}),  # T05
        ({25: 1, 10: 1, 1: 13}, {16: 2, 4: 2}, (6, 3), {(), ("bar/19",)}),  # T09: never bar/22
    ],
)
def test_a_step_that_wastes_a_die_is_on_no_way(
    mine: dict[int, int], theirs: dict[int, int], roll: Roll, passed: set[tuple[str, ...]]
) -> None:
    board = tuple(mine.get(p, 0) - theirs.get(p, 0) for p in range(26))
    ways = legal_ways(board, roll)
    on_the_way = {
        tuple(format_play(steps).split())
        for after, steps in ways.boards.items()
        if after not in ways.finals
    }
    assert on_the_way == passed


@settings(max_examples=200)
@given(questions())
def test_of_all_ways_to_a_board_the_steps_that_sort_first_are_told(
    question: tuple[Board, Roll, Variant, int],
) -> None:
    board, roll, variant, reserve = question
    dice = sorted(roll * 2 if roll[0] == roll[1] else roll)
    legal = legal_plays(board, roll, variant, reserve)
    ways = legal_ways(board, roll, variant, reserve)
    turns: set[tuple[Board, tuple[tuple[int, int], ...], tuple[int, ...]]] = {(board, (), ())}
    for _ in range(legal.dice_used):
        turns = {
            (after, tuple(sorted((*steps, step[:2]), reverse=True)), tuple(sorted((*used, die))))
            for each, steps, used in turns
            for step, die, after in ways.next_steps(each)
            if (*used, die).count(die) <= dice.count(die)
        }
    first = {after: max(s for b, s, _ in turns if b == after) for after, _, _ in turns}
    assert {play.board: tuple(s[:2] for s in play.steps) for play in legal.plays} == {
        play.board: first[play.board] for play in legal.plays
    }
    assert {b: tuple(s[:2] for s in ways.boards[b]) for b in first} == first


def test_of_several_orders_the_text_that_sorts_first_is_canonical() -> None:
    by_text = [format_play(play.steps) for play in legal_plays(START_BOARD, (3, 1)).plays]
    assert "8/7 7/4" in by_text  # and not 8/5 5/4
    assert "8/5 6/5" in by_text
    assert len(by_text) == 16  # T01


def test_a_hit_is_marked_on_the_first_step_that_lands() -> None:
    steps = (Step(6, 4, True), Step(8, 4))
    assert canonical_steps(steps) == (Step(8, 4, True), Step(6, 4))


def test_off_is_counted_for_the_side_that_bears_off() -> None:
    board = (0, 2, *[0] * 24)
    position = Position.from_board(board, Side.LIGHT, off=(13, 0))
    after = apply_steps(position, Side.LIGHT, (Step(1, OFF), Step(1, OFF)))
    assert after.off == (15, 0)
    assert after.on_board(Side.LIGHT) == 0


def test_the_set_up_is_the_same_from_both_sides() -> None:
    assert START.board(Side.LIGHT) == START.board(Side.DARK) == START_BOARD
