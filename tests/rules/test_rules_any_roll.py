"""Which rolls explain a board: against the plain reference generator and the recorded matches."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from plain_reference import reference_ways
from point_boards import board_of

from controller.records.files import read_record
from controller.records.model import Turn
from controller.records.replay import replay
from controller.rules.any_roll import ROLLS, SINGLES, ways_of_any_roll
from controller.rules.plays import legal_plays, legal_ways
from controller.rules.position import START_BOARD, Board, Roll
from controller.rules.variants import find_variant

SAMPLES = sorted((Path(__file__).parents[1] / "data" / "matches").glob("*.txt"))


def test_there_are_21_rolls_and_15_that_open_a_game() -> None:
    assert len(set(ROLLS)) == 21
    assert len(set(SINGLES)) == 15
    assert all(high >= low for high, low in ROLLS)


def boards(count: int, seed: int) -> list[Board]:
    """Boards in the middle of random games."""
    chance, found = Random(seed), []
    for _ in range(count):
        board = START_BOARD
        for _ in range(chance.randrange(60)):
            plays = legal_plays(board, chance.choice(ROLLS)).plays
            board = chance.choice(plays).board if plays else board
            board = tuple(-n for n in reversed(board))
        found.append(board)
    return found


@pytest.mark.parametrize("variant_id", ["standard", "tavla"])
def test_the_rolls_that_explain_a_board_are_those_of_the_plain_reference(variant_id: str) -> None:
    variant = find_variant(variant_id)
    for board in boards(6, 4):
        expected: dict[Board, list[Roll]] = {}
        for roll in ROLLS:
            for path in reference_ways(board, roll, hit_and_run=variant.hit_and_run):
                rolls = expected.setdefault(path[-1], [])
                if roll not in rolls:
                    rolls.append(roll)
        possible = ways_of_any_roll(board, variant)

        assert {final: list(rolls) for final, rolls in possible.rolls.items()} == expected
        assert possible.ways.finals == expected.keys() - {board}
        assert next(iter(possible.ways.boards)) == board


def test_every_board_on_the_way_of_any_roll_is_expected() -> None:
    for board in boards(6, 9):
        possible = ways_of_any_roll(board)
        passed = {each for roll in ROLLS for each in legal_ways(board, roll).boards}

        assert possible.ways.boards.keys() == passed


def _own(board: Board) -> int:
    return sum(count for count in board[1:] if count > 0)


def test_a_board_seen_on_the_way_leaves_the_rolls_that_pass_it() -> None:
    """By the plain reference: of the rolls that explain a board those with a path through it."""
    checked = 0
    for board in boards(5, 5):
        possible = ways_of_any_roll(board)
        through: dict[tuple[Board, Board], set[Roll]] = {}
        for roll in ROLLS:
            for path in reference_ways(board, roll):
                for passed in path[1:-1]:
                    through.setdefault((passed, path[-1]), set()).add(roll)
        for (passed, final), rolls in through.items():
            is_told = passed not in (board, final) and _own(passed) == _own(board)
            if len(possible.rolls[final]) > 1 and final != board and is_told:
                assert set(possible.explain(final, [board, passed])) == rolls
                checked += 1
    assert checked > 100


def test_the_steps_of_a_play_may_have_been_made_in_any_order() -> None:
    """Before bar/20 a 5-4 may not play 8/4; hands that do it first have thrown 5-4 all the same."""
    board = board_of({25: 1, 8: 1, 6: 2}, {24: 2, 22: 2})
    possible = ways_of_any_roll(board)
    half = board_of({25: 1, 4: 1, 6: 2}, {24: 2, 22: 2})
    final = board_of({20: 1, 4: 1, 6: 2}, {24: 2, 22: 2})

    assert (5, 4) in possible.explain(final, [half])


def test_a_checker_that_seems_borne_off_may_be_in_the_hand_and_tells_nothing() -> None:
    """4-2 as 5/1 2/off, the checker from the 5-point held for a while: no sign of 5-1."""
    board = board_of({5: 2, 3: 2, 2: 8, 1: 3}, {24: 2})
    final = board_of({5: 1, 3: 2, 2: 7, 1: 4}, {24: 2})
    held = board_of({5: 1, 3: 2, 2: 8, 1: 3}, {24: 2})
    possible = ways_of_any_roll(board)

    assert (4, 2) in possible.explain(final)
    assert possible.explain(final, [held]) == possible.explain(final)


def test_a_board_that_no_roll_passes_on_its_way_tells_nothing() -> None:
    possible = ways_of_any_roll(START_BOARD)
    final = legal_plays(START_BOARD, (4, 2)).plays[0].board
    odd = board_of({24: 2, 13: 5, 8: 3, 6: 4, 2: 1}, {1: 2, 12: 5, 17: 3, 19: 5})

    assert possible.explain(final, [odd]) == possible.explain(final)


def test_a_roll_that_can_be_played_in_part_explains_that_part() -> None:
    """One checker that only a six moves: 6-1 to 6-5 in part; 6-6 plays two sixes."""
    held = dict.fromkeys((23, 22, 21, 20, 19, 17, 16, 15, 14, 13), 2)
    board = board_of({24: 1}, held)
    after = board_of({18: 1}, held)

    assert ways_of_any_roll(board).explain(after) == ((6, 1), (6, 2), (6, 3), (6, 4), (6, 5))


def test_rolls_of_which_nothing_can_be_played_explain_the_untouched_board() -> None:
    closed = dict.fromkeys((24, 23, 22, 21, 20), 2)
    board = board_of({25: 1, 6: 5}, closed)

    possible = ways_of_any_roll(board)
    assert possible.explain(board) == tuple(roll for roll in ROLLS if 6 not in roll)
    assert board not in possible.ways.finals


def test_from_the_start_nothing_dances() -> None:
    assert ways_of_any_roll(START_BOARD).explain(START_BOARD) == ()


def test_the_true_roll_of_recorded_plays_is_among_the_candidates() -> None:
    """Some of each match; `bench dice` tries them all."""
    tried = 0
    for number, path in enumerate(SAMPLES):
        plays = [
            moment
            for game in read_record(path).games
            for moment in replay(game)
            if isinstance(moment.entry, Turn) and moment.play is not None
        ]
        for moment in plays[number % 7 :: 100]:
            entry = moment.entry
            assert isinstance(entry, Turn)
            possible = ways_of_any_roll(moment.before.board(entry.side))
            rolls = possible.explain(moment.after.board(entry.side))
            assert (max(entry.dice), min(entry.dice)) in rolls
            tried += 1
    assert tried > 80
