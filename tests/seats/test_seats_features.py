"""Shots, races and trapped checkers are counted as people count them."""

from __future__ import annotations

import pytest
from random_questions import mirror, random_questions

from controller.rules.plays import legal_ways
from controller.rules.position import BAR, OFF, START_BOARD, Board
from controller.seats.features import exposure, is_race, look, pips, race_pips


def board_of(mine: dict[int, int], theirs: dict[int, int]) -> Board:
    return tuple(mine.get(point, 0) - theirs.get(point, 0) for point in range(BAR + 1))


@pytest.mark.parametrize(
    ("mine", "theirs", "shots"),
    [
        ({7: 1}, {6: 1}, 11),  # one away
        ({7: 1}, {1: 1}, 17),  # six away, nothing between
        ({9: 1}, {1: 1}, 6),  # eight away: 6-2, 5-3, 4-4, 2-2
        ({13: 1}, {1: 1}, 3),  # twelve away: 6-6, 4-4, 3-3
        ({20: 1}, {1: 1}, 0),  # nineteen away: no roll
        ({7: 1, 5: 2, 3: 2}, {1: 1}, 14),  # six away, 4-2 and 2-2 blocked
        ({7: 1}, {8: 1}, 0),  # already past
        ({5: 1}, {0: 1}, 15),  # from the bar: direct fives, 4-1, 3-2
        ({5: 1, 12: 1}, {0: 2, 11: 1}, 14),  # two on the bar: fives, 1-1, 4-4, 6-6
        ({7: 2}, {6: 1}, 0),
    ],
)
def test_shots_are_counted_as_by_hand(
    mine: dict[int, int], theirs: dict[int, int], shots: int
) -> None:
    chance, _ = exposure(board_of(mine, theirs))
    assert round(chance * 36) == shots


def test_shots_are_those_of_the_legal_plays() -> None:
    """Against the rules themselves, in positions where no die is wasted: a shot counted is a hit
    that the other side can make. The look counts landings, so it may count a few too many."""
    more = same = 0
    for question in random_questions(90, seed=21):
        board = question.board
        hits = 0
        for high in range(1, 7):
            for low in range(1, high + 1):
                ways = legal_ways(mirror(board), (high, low))
                can_hit = any(after[OFF] < -board[BAR] for after in ways.boards)
                hits += (1 + (high != low)) * can_hit
        counted = round(exposure(board)[0] * 36)
        assert counted >= hits
        more += counted > hits
        same += counted == hits
    assert same > 9 * more


def test_a_hit_far_along_costs_more() -> None:
    near = exposure(board_of({3: 1}, {2: 1}))[1]
    far = exposure(board_of({20: 1}, {19: 1}))[1]
    assert near == pytest.approx(22 * far / 5)


def test_checkers_behind_a_long_row_are_trapped() -> None:
    prime = dict.fromkeys(range(4, 9), 2)
    assert look(board_of(prime, {2: 2, 20: 3})).trapped == 2 * 2
    assert look(board_of(prime, {20: 3})).trapped == 0
    assert look(board_of({4: 2, 5: 2, 6: 2}, {2: 2})).trapped == 0
    assert look(board_of(prime, {OFF: 1, 2: 1})).trapped == 2 * 2


def test_a_race_begins_when_the_last_ones_have_passed() -> None:
    assert not is_race(START_BOARD)
    assert is_race(board_of({6: 2}, {7: 2}))
    assert not is_race(board_of({8: 2}, {7: 2}))
    assert not is_race(board_of({BAR: 1}, {7: 2}))
    assert not is_race(board_of({6: 1}, {OFF: 1}))


def test_pips_of_the_set_up_and_what_a_race_wastes() -> None:
    assert pips(START_BOARD) == pips(mirror(START_BOARD)) == 167
    spread = board_of({6: 2, 5: 2, 4: 2}, {})
    piled = board_of({5: 6}, {})
    assert pips(spread) == pips(piled)
    assert pips(spread) < race_pips(spread) < race_pips(piled)


def test_both_halves_of_a_look_are_the_same_look() -> None:
    assert look(START_BOARD) == look(mirror(START_BOARD))
