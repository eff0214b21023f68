"""The list beside a board that is being set up leaves nothing out in silence."""

from __future__ import annotations

import re

import msgspec
import pytest

from controller.rules.position import START, Side
from controller.view.snapshot import Fix
from display.items import Name, Words
from display.samples.states import states
from display.scenes import compose
from display.stage import ScreenSettings

SIZES = ((800, 480), (1280, 720), (1920, 1080))
OVER = [(side, slot) for slot in (1, 3, 8, 13, 20, 22) for side in ("light", "dark")]


def listed(size: tuple[int, int], lacking: int, over: int) -> tuple[int, int]:
    """(checkers named, rows only counted) of so many missing and too many."""
    lacks = [
        (side, slot) for side in Side for slot in range(24) if START.slots[slot] * side.sign > 0
    ]
    fixes = tuple(Fix(side.value, None, slot) for side, slot in lacks[:lacking])
    fixes += tuple(Fix(side, slot, None) for side, slot in OVER[:over])
    scene = compose(
        msgspec.structs.replace(states()["setup"], fixes=fixes), ScreenSettings(size=size)
    )
    named = [item for item in scene.items if isinstance(item, Name)]
    words = [item.text for item in scene.items if isinstance(item, Words)]
    more = [int(found[1]) for text in words if (found := re.fullmatch(r"and (\d+) more", text))]
    return len(named), sum(more)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize(
    ("lacking", "over"), [(1, 0), (0, 3), (2, 2), (8, 0), (8, 5), (3, 12), (8, 12)]
)
def test_each_checker_is_named_or_counted(size: tuple[int, int], lacking: int, over: int) -> None:
    named, counted = listed(size, lacking, over)
    assert named + counted == lacking + over


@pytest.mark.parametrize("size", SIZES)
def test_where_both_lists_are_long_some_of_each_are_named(size: tuple[int, int]) -> None:
    named, counted = listed(size, 8, 12)
    assert named >= 4
    assert counted > 0
