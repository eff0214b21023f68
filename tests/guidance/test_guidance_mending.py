"""What mends a board, in words: the next movement first, then the others, or one cause of all."""

from __future__ import annotations

import pytest

from controller.guidance.likeness import Likeness, image, like
from controller.guidance.mending import mending, set_up, wrong_board
from controller.guidance.words import format_message
from controller.rules.position import DARK_BAR_SLOT, LIGHT_BAR_SLOT, START, Position, Side
from controller.sensing.mending import fixes
from controller.sensing.verdict import Fix

LIGHT, DARK = Side.LIGHT, Side.DARK
EMPTY = (0,) * 26


def changed(*changes: tuple[int, int]) -> tuple[int, ...]:
    """START with counts added to slots."""
    slots = list(START.slots)
    for slot, count in changes:
        slots[slot] += count
    return tuple(slots)


def told(*moves: Fix, reader: Side = LIGHT) -> str:
    return format_message(mending("Wrong.", moves, reader))


def wrong(lying: tuple[int, ...], reader: Side = LIGHT, agreed: Position = START) -> str:
    moves = fixes(lying, agreed.slots)
    return format_message(wrong_board(lying, moves, agreed, reader, ()))


def setting_up(lying: tuple[int, ...], reader: Side = LIGHT) -> str:
    return format_message(set_up(lying, fixes(lying, START.slots), START, reader, ()))


@pytest.mark.parametrize(
    ("move", "says"),
    [
        (Fix(LIGHT, 4, 7), "Move one light checker from 5 to 8."),
        (Fix(DARK, None, DARK_BAR_SLOT), "Put a dark checker on dark's bar."),
        (Fix(LIGHT, LIGHT_BAR_SLOT, 3), "Move one light checker from bar to 4."),
        (Fix(LIGHT, 3, None), "Take one light checker away from 4."),
    ],
)
def test_one_movement_says_whose_checker_from_where_to_where(move: Fix, says: str) -> None:
    assert told(move) == f"Wrong. {says}"


def test_several_of_the_same_are_one_sentence() -> None:
    assert told(*[Fix(LIGHT, 4, 7)] * 2) == "Wrong. Move 2 light checkers from 5 to 8."
    assert told(*[Fix(DARK, None, 0)] * 2) == "Wrong. Put 2 dark checkers on 1."
    assert told(*[Fix(DARK, 0, None)] * 3) == "Wrong. Take 3 dark checkers away from 1."


def test_the_movements_after_the_first_are_listed() -> None:
    moves = (Fix(LIGHT, 4, 7), *[Fix(DARK, 11, 12)] * 2, Fix(LIGHT, None, 5), Fix(DARK, 0, None))

    assert told(*moves) == (
        "Wrong. Move one light checker from 5 to 8. Then 2 dark 12 to 13, light to 6, dark off 1."
    )


def test_a_long_list_ends_with_how_many_are_left() -> None:
    moves = (
        Fix(LIGHT, 4, 7),
        *(Fix(DARK, None, slot) for slot in (0, 1, 2)),
        *[Fix(DARK, None, 9)] * 4,
    )

    assert told(*moves).endswith("Then dark to 1, dark to 2, dark to 3, and 4 more.")


def test_every_movement_is_counted_as_its_reader_counts() -> None:
    moves = (Fix(LIGHT, 4, 7), Fix(DARK, 11, 12))

    assert told(*moves, reader=DARK) == (
        "Wrong. Move one light checker from 20 to 17. Then dark 13 to 12."
    )


def test_a_board_that_only_lies_oddly_names_the_points() -> None:
    said = mending("Wrong.", (), LIGHT, (4, LIGHT_BAR_SLOT))

    assert format_message(said) == "Wrong. Straighten the checkers on 5 and bar."


def test_setting_up_says_how_many_are_missing_by_side_and_what_comes_next() -> None:
    assert setting_up(EMPTY) == (
        "Set up the board: 15 light and 15 dark missing. Put 5 light checkers on 6."
    )
    assert setting_up(changed((5, -1))) == (
        "Set up the board: 1 light missing. Put a light checker on 6."
    )
    assert setting_up(changed((5, -1), (3, 1), (0, 1))) == (
        "Set up the board: 1 dark missing, 1 misplaced. Move one light checker from 4 to 6."
    )
    assert setting_up(changed((5, 1))) == (
        "Set up the board: 1 light too many. Take one light checker away from 6."
    )


def test_two_stacks_in_each_others_place_are_called_swapped() -> None:
    swapped = changed((7, -6), (16, 6))

    assert wrong(swapped) == (
        "The board is not right: the colours on 8 and 17 are swapped. "
        "Move 3 light checkers from 17 to 8. Then 3 dark 8 to 17."
    )
    assert "the colours on 8 and 17 are swapped" in setting_up(swapped)
    assert "the colours on 17 and 8 are swapped" in setting_up(swapped, DARK)


def test_a_checker_on_a_blot_of_the_other_side_is_no_swap() -> None:
    assert "swapped" not in wrong(changed((0, 1), (1, -1), (1, 2), (5, -1)), agreed=START)


def test_one_lacking_of_each_side_may_lie_on_the_other() -> None:
    assert wrong(changed((12, -1), (11, 1))) == (
        "A light checker is missing from 13, a dark one from 12. "
        "Does one lie on the other side's point?"
    )
    assert wrong(changed((12, -1))).endswith("Put a light checker on 13.")


@pytest.mark.parametrize(
    ("kind", "says"),
    [
        (Likeness.SWAPPED, "Light and dark have changed places"),
        (Likeness.TURNED, "The table stands the other way round"),
        (Likeness.MIRRORED, "The homes are at the wrong end"),
    ],
)
def test_a_board_that_is_right_but_for_one_thing_is_told_so(kind: Likeness, says: str) -> None:
    lying = image(START.slots, kind)

    for reader in Side:
        assert setting_up(lying, reader).startswith(says)
        assert wrong(lying, reader).startswith(says)


def test_the_numbers_told_of_a_turned_or_mirrored_table_are_true_for_both_sides() -> None:
    for side in Side:
        board = START.board(side)
        turned = Position(image(START.slots, Likeness.TURNED)).board(side)
        mirrored = Position(image(START.slots, Likeness.MIRRORED)).board(side)
        assert (turned[12], turned[13]) == (board[24], board[1])
        assert (mirrored[12], mirrored[13]) == (board[1], board[24])


@pytest.mark.parametrize("kind", Likeness)
def test_a_likeness_undoes_itself_and_may_lack_a_checker_or_two(kind: Likeness) -> None:
    lying = image(START.slots, kind)

    assert image(lying, kind) == START.slots
    first = next(slot for slot in range(24) if lying[slot])
    fewer = tuple(0 if slot == first and abs(n) == 2 else n for slot, n in enumerate(lying))
    assert like(fewer, START.slots) is kind


def test_what_is_nearly_right_is_like_nothing_else() -> None:
    assert like(START.slots, START.slots) is None
    assert like(changed((5, -2), (4, 2)), START.slots) is None
    assert like(EMPTY, START.slots) is None
