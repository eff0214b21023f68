"""Dice that people type."""

from __future__ import annotations

import pytest

from controller.dice.typed import parse_dice, parse_die
from controller.errors import InvalidNotation


@pytest.mark.parametrize("text", ["31", "3 1", "3-1", " 3 - 1 ", "3,1", "3/1"])
def test_two_dice_in_the_order_typed(text: str) -> None:
    assert parse_dice(text) == (3, 1)


@pytest.mark.parametrize("text", ["", "3", "311", "a1", "3--1", "-31", "3.1"])
def test_what_is_not_two_dice_is_refused_in_words(text: str) -> None:
    with pytest.raises(InvalidNotation, match="not two dice like 31"):
        parse_dice(text)


@pytest.mark.parametrize("text", ["70", "17", "0 1"])
def test_a_die_shows_one_to_six(text: str) -> None:
    with pytest.raises(InvalidNotation, match="a die shows 1-6"):
        parse_dice(text)


def test_one_die_for_the_opening() -> None:
    assert parse_die(" 5 ") == 5
    with pytest.raises(InvalidNotation, match="not one die"):
        parse_die("56")
    with pytest.raises(InvalidNotation, match="1-6"):
        parse_die("7")
