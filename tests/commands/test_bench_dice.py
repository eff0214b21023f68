"""`gammonboard bench dice`: how often a play tells its roll, and that the true one never lacks."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from controller.commands.bench.dice import (
    SEEN_MS,
    Recorded,
    boards_at_rest,
    boards_at_rest_of,
    measure,
    recorded_plays,
    rows_of,
    simulated_plays,
)
from controller.records.files import read_record
from controller.rules.plays import legal_play_to, legal_ways
from controller.rules.position import START_BOARD, Board, Side
from controller.rules.variants import STANDARD
from hw_sim.acts import Lift, Press, Put, Slide
from hw_sim.checkers import Colour
from hw_sim.hands.gestures import Gesture

SAMPLES = sorted((Path(__file__).parents[1] / "data" / "matches").glob("*.txt"))
LIGHT = Colour.LIGHT


def moved(*steps: tuple[int, int]) -> Board:
    board = list(START_BOARD)
    for source, to in steps:
        board[source] -= 1
        board[to] += 1
    return tuple(board)


def test_the_recorded_matches_hold_10355_plays() -> None:
    assert sum(1 for _ in recorded_plays(read_record(path) for path in SAMPLES)) == 10_355


def test_a_board_is_seen_that_lies_still_with_nothing_in_a_hand() -> None:
    gestures = [
        Gesture(0, Lift(LIGHT, 24)),
        Gesture(2000, Put(LIGHT, 20)),
        Gesture(SEEN_MS, Lift(LIGHT, 20)),
        Gesture(100, Put(LIGHT, 18)),
        Gesture(SEEN_MS - 1, Slide(LIGHT, 13, 8)),
        Gesture(SEEN_MS, Press(LIGHT, "done")),
    ]

    assert boards_at_rest(START_BOARD, Side.LIGHT, gestures) == [START_BOARD, moved((24, 20))]


def test_going_back_to_a_board_drops_what_was_seen_since() -> None:
    there_and_back = [
        Gesture(0, Lift(LIGHT, 24)),
        Gesture(100, Put(LIGHT, 20)),
        Gesture(500, Lift(LIGHT, 20)),
        Gesture(100, Put(LIGHT, 24)),
        Gesture(500, Press(LIGHT, "done")),
    ]

    assert boards_at_rest(START_BOARD, Side.LIGHT, there_and_back) == [START_BOARD]


def test_careful_hands_leave_only_boards_of_their_play_at_rest() -> None:
    rng = np.random.default_rng(3)
    final = moved((8, 5), (6, 5))
    play = Recorded(START_BOARD, final, (3, 1), STANDARD)
    boards = legal_ways(START_BOARD, (3, 1), to=final).boards

    for _ in range(20):
        assert set(boards_at_rest_of(play, "careful", rng)) <= boards.keys()


def test_simulated_plays_are_legal_and_repeat_by_seed() -> None:
    plays = list(simulated_plays(150, 4))

    assert plays == list(simulated_plays(150, 4))
    assert all(legal_play_to(play.board, play.roll, play.final) for play in plays)


@pytest.mark.parametrize("skip", [0, 97])
def test_steps_seen_tell_more_and_the_true_roll_is_among_the_candidates(skip: int) -> None:
    plays = list(recorded_plays(read_record(path) for path in SAMPLES[::8]))[skip::20]
    tally = measure(plays, 1)
    rows = {row.name: row for row in rows_of(tally)}

    assert tally.missed == 0
    assert 50 < rows["roll known from the positions alone"].value < 70
    assert tally.narrowed["careful"] > tally.unique * 1.1
    assert tally.unique <= tally.narrowed["fast"] <= tally.narrowed["careful"]
    assert all(row.met is not False for row in rows.values())
