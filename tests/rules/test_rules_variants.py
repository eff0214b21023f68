"""The table of variants."""

from __future__ import annotations

import pytest

from controller.errors import RulesError
from controller.rules.position import START
from controller.rules.variants import NOT_YET, VARIANTS, find_variant


def test_standard_is_the_game_of_the_sheets() -> None:
    standard = find_variant("standard")
    assert standard.start_position == START
    assert standard.checkers == 15
    assert standard.cube
    assert standard.opening_supplies_dice  # PT-13


@pytest.mark.parametrize("name", NOT_YET)
def test_known_variants_say_that_they_are_not_there_yet(name: str) -> None:
    assert name not in VARIANTS
    with pytest.raises(RulesError, match="not there yet"):
        find_variant(name)


def test_an_unknown_id_is_answered_with_the_known_ones() -> None:
    with pytest.raises(RulesError, match=r"no variant 'chess'; ids are standard, pt, .*portes"):
        find_variant("chess")
