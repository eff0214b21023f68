"""What mends a board: the fewest hand movements, the shortest of those, each possible in turn."""

from __future__ import annotations

from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller.rules.position import START, Side
from controller.sensing.assignment import assign
from controller.sensing.mending import fixes, hand_way
from controller.sensing.verdict import Fix

LIGHT, DARK = Side.LIGHT, Side.DARK
LIGHT_BAR, DARK_BAR = 24, 25

contents = st.lists(st.integers(-3, 3), min_size=26, max_size=26).map(tuple)


def changed(*changes: tuple[int, int]) -> tuple[int, ...]:
    """START with counts added to slots."""
    slots = list(START.slots)
    for slot, count in changes:
        slots[slot] += count
    return tuple(slots)


def made(shown: tuple[int, ...], moves: tuple[Fix, ...]) -> dict[Side, list[int]]:
    """Each side's counts by slot after these movements."""
    lying = {side: [max(n * side.sign, 0) for n in shown] for side in Side}
    for move in moves:
        if move.source is not None:
            assert lying[move.side][move.source] > 0, "nothing lies there to be taken"
            lying[move.side][move.source] -= 1
        if move.to is not None:
            lying[move.side][move.to] += 1
    return lying


def surplus(more: tuple[int, ...], less: tuple[int, ...], side: Side) -> list[int]:
    """Slots, one entry for each checker that `more` has and `less` has not."""
    gains = [max(a * side.sign, 0) - max(b * side.sign, 0) for a, b in zip(more, less, strict=True)]
    return [slot for slot, gain in enumerate(gains) for _ in range(max(gain, 0))]


def shortest(extra: list[int], missing: list[int]) -> int:
    """The way of the best of all pairings, tried one after the other."""
    few, many = sorted((extra, missing), key=len)
    ways = (
        sum(hand_way(a, b) for a, b in zip(few, chosen, strict=True))
        for chosen in permutations(many, len(few))
    )
    return min(ways)


@given(contents, contents)
def test_the_movements_turn_what_lies_there_into_what_is_wanted(
    shown: tuple[int, ...], wanted: tuple[int, ...]
) -> None:
    assert made(shown, fixes(shown, wanted)) == made(wanted, ())


@given(contents, contents)
def test_no_fewer_movements_would_do(shown: tuple[int, ...], wanted: tuple[int, ...]) -> None:
    for side in Side:
        needed = max(len(surplus(shown, wanted, side)), len(surplus(wanted, shown, side)))
        assert sum(fix.side is side for fix in fixes(shown, wanted)) == needed


moved_few = st.lists(st.tuples(st.integers(0, 25), st.integers(0, 25)), max_size=6)


@given(moved_few, moved_few)
def test_of_as_few_movements_the_hands_way_is_the_shortest(
    some: list[tuple[int, int]], others: list[tuple[int, int]]
) -> None:
    shown = tuple(sum(slot == a for a, _ in some) for slot in range(26))
    wanted = tuple(sum(slot == b for b, _ in others) for slot in range(26))
    moves = fixes(shown, wanted)
    way = sum(hand_way(f.source, f.to) for f in moves if f.source is not None and f.to is not None)

    assert way == shortest(surplus(shown, wanted, LIGHT), surplus(wanted, shown, LIGHT))


@given(st.integers(0, 5), st.integers(0, 2), st.data())
def test_the_assignment_is_the_cheapest_of_all(rows: int, more: int, data: st.DataObject) -> None:
    columns = rows + more
    row = st.lists(st.integers(0, 20), min_size=columns, max_size=columns)
    costs = data.draw(st.lists(row, min_size=rows, max_size=rows))
    chosen = assign(costs)

    assert len(set(chosen)) == rows
    best = min(
        sum(costs[r][c] for r, c in enumerate(chosen))
        for chosen in permutations(range(columns), rows)
    )
    assert sum(costs[r][c] for r, c in enumerate(chosen)) == best


def test_more_rows_than_columns_have_no_assignment() -> None:
    with pytest.raises(ValueError, match="2 rows"):
        assign([[1], [2]])


def test_nothing_to_mend_is_no_fix() -> None:
    assert fixes(START.slots, START.slots) == ()


def test_a_checker_on_the_wrong_slot_is_one_movement() -> None:
    assert fixes(changed((7, -1), (3, 1)), START.slots) == (Fix(LIGHT, 3, 7),)


def test_missing_and_surplus_checkers_are_named_by_side() -> None:
    assert set(fixes(changed((7, -1), (1, -1)), START.slots)) == {
        Fix(LIGHT, None, 7),
        Fix(DARK, 1, None),
    }


def test_the_missing_checker_that_is_far_from_all_others_comes_from_beside_the_table() -> None:
    # one lies too much on slot 6, next to the 8-point; two are missing, the other far away
    assert fixes(changed((7, -1), (6, 1), (23, -1)), START.slots) == (
        Fix(LIGHT, 6, 7),
        Fix(LIGHT, None, 23),
    )


def test_a_hit_checker_on_the_wrong_bar_half_goes_to_its_own_half() -> None:
    wanted = changed((0, 1), (1, -1), (DARK_BAR, -1))
    shown = changed((2, -1), (LIGHT_BAR, -1))

    assert Fix(DARK, LIGHT_BAR, DARK_BAR) in fixes(shown, wanted)


def test_neighbours_across_the_bar_are_near_and_facing_points_are_not() -> None:
    assert hand_way(5, 6) == 2
    assert hand_way(5, LIGHT_BAR) == 1
    assert hand_way(11, 12) > hand_way(11, 8)
    assert hand_way(0, 23) == hand_way(11, 12)


def test_a_point_is_cleared_of_the_other_side_before_its_own_checkers_come() -> None:
    wanted = changed((12, -1), (3, 1))
    shown = changed((12, -1), (3, -1), (0, 1))  # a dark one of slot 0 lies on 3, where a light goes

    assert fixes(shown, wanted)[:1] == (Fix(DARK, 3, 0),)


def test_two_stacks_in_each_others_place_are_moved_all_the_same() -> None:
    shown = changed((7, -6), (16, 6))

    assert len(fixes(shown, START.slots)) == 6


def test_checkers_of_one_stack_follow_one_another() -> None:
    shown = changed((12, -3), (9, 3))

    assert fixes(shown, START.slots) == (Fix(LIGHT, 9, 12),) * 3
