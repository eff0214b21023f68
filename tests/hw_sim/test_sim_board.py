"""Checkers in millimetres: none is lost, none overlaps, whatever hands do."""

from __future__ import annotations

import math
from itertools import combinations, pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hw_sim.board import Board, NothingThereError, Truth
from hw_sim.checkers import START, Area, Colour, Place, parse_place
from hw_sim.geometry import CHECKER_MM, RADIUS_MM, cell_positions, neighbours_of
from hw_sim.placement import HARSH, QUIET, REALISTIC, Placement

TOLERANCE_MM = 1e-6


def board_with(placement: Placement = QUIET, seed: int = 1) -> Board:
    board = Board(placement, np.random.default_rng(seed))
    board.lay()
    return board


def total(truth: Truth, colour: Colour) -> int:
    on_slots = sum(truth.light if colour is Colour.LIGHT else truth.dark)
    areas = (truth.off, truth.reserve, truth.beside, truth.in_hand)
    return on_slots + sum(pair[colour.number] for pair in areas)


def assert_nothing_overlaps(board: Board) -> None:
    resting = {c for slot in range(26) for c in board.checkers_on(slot)}
    lying = {c: m for c, m in board.magnets().items() if c in resting}
    assert len(lying) == len(resting)
    for (x, y, layer, _), (x2, y2, layer2, _) in combinations(lying.values(), 2):
        if layer == layer2:
            assert math.dist((x, y), (x2, y2)) >= CHECKER_MM - TOLERANCE_MM


PLACES: st.SearchStrategy[Place] = st.one_of(
    st.integers(0, 25), st.sampled_from([Area.OFF, Area.RESERVE, Area.BESIDE])
)
CROWDED: st.SearchStrategy[Place] = st.sampled_from([4, 5, 6, 24])
ACT = st.tuples(
    st.sampled_from(["lift", "put", "put on top", "slide", "nudge", "wait"]),
    st.sampled_from(list(Colour)),
    st.one_of(CROWDED, PLACES),
    st.one_of(CROWDED, PLACES),
)


@settings(max_examples=150)
@given(
    acts=st.lists(ACT, max_size=60),
    placement=st.sampled_from([QUIET, REALISTIC, HARSH]),
    seed=st.integers(0, 2**16),
)
def test_no_act_loses_a_checker_or_makes_two_overlap(
    acts: list[tuple[str, Colour, Place, Place]], placement: Placement, seed: int
) -> None:
    board = board_with(placement, seed)
    now_ms = 0
    for kind, colour, place, to in acts:
        try:
            if kind == "lift":
                board.lift(colour, place)
            elif kind.startswith("put"):
                board.put(colour, place, on_top=kind == "put on top")
            elif kind == "slide":
                board.slide(colour, place, to, now_ms, 300)
            elif kind == "nudge" and isinstance(place, int):
                board.nudge(s for s in (place, *neighbours_of(place)) if s is not None)
            else:
                now_ms += 100
                board.advance(now_ms)
        except NothingThereError:
            continue
        assert_nothing_overlaps(board)
    truth = board.truth()
    assert [total(truth, colour) for colour in Colour] == [15, 15]


@pytest.mark.parametrize("placement", [QUIET, REALISTIC, HARSH])
@pytest.mark.parametrize("slot", [5, 24])
def test_fifteen_checkers_fit_on_any_slot_in_layers(placement: Placement, slot: int) -> None:
    board = Board(placement, np.random.default_rng(3))
    board.lay([15 if s == slot else 0 for s in range(26)])
    capacity = 5 if slot < 24 else 4
    layers = [checker.layer for checker in board.checkers_on(slot)]
    assert layers == [n // capacity for n in range(15)]
    assert_nothing_overlaps(board)


def test_the_start_is_laid_as_the_rules_say() -> None:
    truth = board_with().truth()
    assert truth.slots == START
    assert truth.off == truth.beside == truth.in_hand == (0, 0)


def test_laying_more_checkers_than_there_are_is_refused() -> None:
    with pytest.raises(ValueError, match="16 light checkers wanted, 15 there"):
        board_with().lay([16] + [0] * 25)


def test_a_lifted_checker_is_in_the_hand_and_unseen() -> None:
    board = board_with()
    checker = board.lift(Colour.LIGHT, 5)
    assert board.truth().in_hand == (1, 0)
    assert board.truth().slots[5] == 4
    assert checker not in board.magnets()


def test_the_checker_lifted_last_is_put_first() -> None:
    board = board_with()
    board.lift(Colour.LIGHT, 5)
    second = board.lift(Colour.LIGHT, 7)
    assert board.put(Colour.LIGHT, 4) is second


def test_taking_from_an_empty_place_names_it() -> None:
    with pytest.raises(NothingThereError, match="no dark checker lies on its 5-point"):
        board_with().lift(Colour.DARK, parse_place(Colour.DARK, 5))


def test_both_colours_on_a_point_are_told_apart_in_the_truth() -> None:
    board = board_with()
    board.lift(Colour.LIGHT, 5)
    board.put(Colour.LIGHT, 0)
    truth = board.truth()
    assert truth.mixed == (0,)
    assert (truth.light[0], truth.dark[0]) == (1, 2)


def test_a_blot_pulled_from_below_lets_its_rider_down() -> None:
    board = Board(QUIET, np.random.default_rng(1))
    board.lay([-1] + [0] * 25)
    board.lift(Colour.LIGHT, Area.BESIDE)
    rider = board.put(Colour.LIGHT, 0, on_top=True)
    assert rider.layer == 1
    board.lift(Colour.DARK, 0)
    assert rider.layer == 0
    assert board.magnets()[rider][2] == 0


def test_a_sliding_checker_is_on_the_way_in_between_and_lands_at_the_end() -> None:
    board = board_with()
    checker = board.slide(Colour.LIGHT, 12, 6, 1000, 360)
    board.advance(1180)
    assert board.truth().in_hand == (1, 0)
    x, y, layer, _ = board.magnets()[checker]
    assert layer == 0
    assert 0 < x < 6 * 54 + 54
    assert 0 < y < 560
    board.advance(1360)
    assert board.truth().slots[6] == 1
    assert not board.truth().in_hand[0]


def test_a_pushed_stack_keeps_its_order_and_stays_on_the_board() -> None:
    board = board_with(REALISTIC)
    for _ in range(50):
        board.nudge([5], along_mm=30.0)
        alongs = [checker.along for checker in board.checkers_on(5)]
        assert alongs == sorted(alongs)
        assert alongs[0] >= RADIUS_MM
        assert alongs[-1] <= 24 + 4 * 48 + 12.001


def test_realistic_hands_sometimes_leave_gaps_and_take_from_inside() -> None:
    board = board_with(REALISTIC)
    inside = 0
    for _ in range(500):
        outermost = board.checkers_on(5)[-1]
        inside += board.lift(Colour.LIGHT, 5) is not outermost
        board.put(Colour.LIGHT, 5)
    assert 20 <= inside <= 90  # 10 % of 500


def test_quiet_hands_take_the_outermost_and_leave_no_gap() -> None:
    board = board_with(QUIET)
    for _ in range(100):
        outermost = board.checkers_on(5)[-1]
        assert board.lift(Colour.LIGHT, 5) is outermost
        board.put(Colour.LIGHT, 5)
        ends = [checker.along for checker in board.checkers_on(5)]
        assert max(b - a for a, b in pairwise(ends)) < CHECKER_MM + 5


def test_the_same_seed_gives_the_same_millimetres() -> None:
    def places(seed: int) -> list[tuple[float, float, int, float]]:
        board = board_with(REALISTIC, seed)
        for _ in range(10):
            board.lift(Colour.DARK, 11)
            board.put(Colour.DARK, 10)
            board.lift(Colour.DARK, 10)
            board.put(Colour.DARK, 11)
        return list(board.magnets().values())

    assert places(5) == places(5)
    assert places(5) != places(6)


def test_a_spoilt_checker_is_whole_again_after_healing() -> None:
    board = board_with()
    checker = board.spoil(Colour.LIGHT, 5, -1.0)
    assert board.magnets()[checker][3] < 0
    board.heal()
    assert board.magnets()[checker][3] > 0


def test_the_picture_has_light_home_at_the_near_right_and_opposite_rows() -> None:
    cells = cell_positions()
    assert tuple(cells[0]) == (12 * 54, 24)  # light's ace point, at the near rail
    assert tuple(cells[23 * 5]) == (12 * 54, 560 - 24)  # dark's ace point, opposite
    assert tuple(cells[11 * 5 + 4]) == (0, 24 + 4 * 48)
    assert tuple(cells[120]) == (6 * 54, 24)
    assert tuple(cells[124]) == (6 * 54, 560 - 24)
    assert {neighbours_of(5), neighbours_of(24)} == {(24, 4), (6, 5)}


def test_places_are_called_as_their_side_calls_them() -> None:
    assert parse_place(Colour.DARK, 24) == parse_place(Colour.LIGHT, 1) == 0
    assert parse_place(Colour.DARK, "bar") == parse_place(Colour.LIGHT, "bar.dark") == 25
    assert parse_place(Colour.LIGHT, "table") is Area.BESIDE
    for wrong in ("0", 25, "hand", "rail", "-3", ""):
        with pytest.raises(ValueError, match="no place"):
            parse_place(Colour.LIGHT, wrong)
