"""The table of variants."""

from __future__ import annotations

import pytest

from controller.errors import RulesError
from controller.rules.position import START, Side
from controller.rules.variants import VARIANTS, Opening, find_variant


def counts(variant_id: str) -> dict[int, int]:
    """Where a side's checkers stand at the start, by its own points."""
    board = find_variant(variant_id).start
    return {point: count for point, count in enumerate(board) if count > 0}


def test_pt_11_br_01_hu_03_standard_is_the_set_up_of_the_sheets() -> None:
    for name in ("standard", "pt", "pt-br", "hu", "tavla", "portes"):
        assert counts(name) == {24: 2, 13: 5, 8: 3, 6: 5}
        assert find_variant(name).start_position == START


@pytest.mark.parametrize("name", VARIANTS)
def test_pt_12_the_set_up_is_the_mirror_image_for_the_other_side(name: str) -> None:
    position = find_variant(name).start_position
    assert position.board(Side.LIGHT) == position.board(Side.DARK) == find_variant(name).start


@pytest.mark.parametrize("name", VARIANTS)
def test_pt_05_pt_06_each_side_owns_its_checkers(name: str) -> None:
    variant = find_variant(name)
    assert variant.checkers == (3 if name == "hypergammon" else 15)
    assert all(variant.start_position.owned(side) == variant.checkers for side in Side)


def test_no_01_acey_deucey_starts_beside_an_empty_board() -> None:
    variant = find_variant("acey-deucey")
    assert not any(variant.start)
    assert variant.start_position.reserve == (15, 15)


def test_the_set_ups_of_the_other_variants() -> None:
    assert counts("nackgammon") == {24: 2, 23: 2, 13: 4, 8: 3, 6: 4}
    assert counts("long-gammon") == {24: 15}
    assert counts("hypergammon") == {24: 1, 23: 1, 22: 1}


@pytest.mark.parametrize(
    ("opening", "names"),
    [
        pytest.param(
            Opening.DIE_EACH,
            {"standard", "pt", "pt-br", "nackgammon", "long-gammon", "hypergammon"},
            id="PT-13 BR-03",
        ),
        pytest.param(
            Opening.DIE_EACH_REROLL, {"acey-deucey", "tavla", "portes"}, id="NO-03 NO-04 AD-01"
        ),
        pytest.param(Opening.LIGHT_STARTS, {"hu"}, id="HU-04"),
    ],
)
def test_each_opening_mode_has_its_games(opening: Opening, names: set[str]) -> None:
    assert {row.id for row in VARIANTS.values() if row.opening is opening} == names


def test_what_each_row_says_differently() -> None:
    def where(field: str, value: object) -> set[str]:
        return {row.id for row in VARIANTS.values() if getattr(row, field) == value}

    assert where("cube", False) == {"pt", "hu", "acey-deucey", "tavla", "portes"}
    assert where("largest_win", 1) == {"pt", "hu", "acey-deucey"}
    assert where("largest_win", 2) == {"tavla", "portes"}
    assert where("hit_and_run", False) == {"tavla", "portes"}
    assert where("winner_starts", True) == {"portes"}
    assert where("auto_roll", True) == where("explicit_pass", True) == {"hu"}  # HU-07, HU-17
    assert where("acey_deucey", True) == {"acey-deucey"}


def test_an_unknown_id_is_answered_with_the_known_ones() -> None:
    with pytest.raises(RulesError, match=r"no variant 'chess'; ids are standard, pt, .*portes"):
        find_variant("chess")
