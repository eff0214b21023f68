"""Every scene at every size, orientation, hand and print: nothing overlaps, nothing is cut."""

from __future__ import annotations

from itertools import product

import msgspec
import pygame
import pytest
from screen_checks import (
    BOTH,
    ENGLISH,
    LONG,
    PERSON,
    beyond_the_screen,
    cut_words,
    narrow_hits,
    overlaps,
    pages,
    shared_hits,
)

from controller.rules.position import Side
from display.samples import scenes
from display.stage import ScreenSettings
from display.text import Type

FIRST = [(800, 480), (1280, 720), (480, 800)]
REST = [
    (800, 600), (1024, 600), (1024, 768), (1920, 1080), (2560, 1080), (600, 800), (720, 1280),
    (768, 1024), (1080, 1920),
]  # fmt: skip
SIZES = [*FIRST, *(pytest.param(size, marks=pytest.mark.slow) for size in REST)]
LYING_MM, UPRIGHT_MM = (154.1 / 800, 85.9 / 480), (85.9 / 480, 154.1 / 800)
"""A pixel of the 7-inch panel, lying and turned upright: across, down."""
TURNS = list(product(Side, ("right", "left"), (False, True)))
SAMPLES = scenes()
LONG_WORDS = (
    "I cannot tell 24/18 24/18 13/7 13/7 from 24/18 18/12* 13/7* 13/7. Straighten the checkers,"
    " or press Done.",
    "The board is not right. Take one light checker away from dark's bar.",
    "Too many sensors give no reading (13.1, 13.2, 13.3, 13.4, 13.5, 14.1). Check the cable.",
    "Which was it: 24/18 24/18 13/7 13/7 (Done) or 24/18 18/12* 13/7* 13/7 (Undo)? Or touch a lit"
    " point or nudge its checker.",
)


@pytest.fixture(scope="module")
def kind() -> Type:
    pygame.font.init()
    return Type()


def named(size: tuple[int, int]) -> str:
    return f"{size[0]}x{size[1]}"


@pytest.mark.parametrize("large_print", [False, True], ids=["print", "large"])
@pytest.mark.parametrize("size", SIZES, ids=named)
@pytest.mark.parametrize("name", SAMPLES)
def test_no_words_are_cut_in_english_nor_in_a_longer_language(
    kind: Type, name: str, size: tuple[int, int], large_print: bool
) -> None:
    shown, hand = SAMPLES[name]
    for sides, catalogue in product((PERSON, BOTH), (ENGLISH, LONG)):
        settings = ScreenSettings(size=size, sides=sides, large_print=large_print)
        for page, scene in pages(shown, settings, catalogue, hand):
            assert cut_words(kind, scene) == [], page


@pytest.mark.parametrize("size", SIZES, ids=named)
@pytest.mark.parametrize("name", SAMPLES)
def test_the_longest_words_of_the_table_are_not_cut(
    kind: Type, name: str, size: tuple[int, int]
) -> None:
    shown, hand = SAMPLES[name]
    for text in LONG_WORDS:
        said = {"messages": ((text, {}), (text, {}))}
        saying = msgspec.structs.replace(shown, **said)
        for page, scene in pages(saying, ScreenSettings(size=size, sides=PERSON), hand=hand):
            assert cut_words(kind, scene) == [], page


@pytest.mark.parametrize("size", SIZES, ids=named)
@pytest.mark.parametrize("name", SAMPLES)
def test_nothing_overlaps_or_leaves_the_screen(
    kind: Type, name: str, size: tuple[int, int]
) -> None:
    shown, hand = SAMPLES[name]
    for (bottom, home, left_handed), large_print in product(TURNS, (False, True)):
        settings = ScreenSettings(
            size=size, sides=BOTH, bottom=bottom, home=home, left_handed=left_handed,
            large_print=large_print,
        )  # fmt: skip
        for page, scene in pages(shown, settings, hand=hand):
            assert overlaps(kind, scene) == [], (settings, page)
            assert beyond_the_screen(scene, size) == [], (settings, page)
            assert shared_hits(scene) == [], (settings, page)


@pytest.mark.parametrize("size", SIZES, ids=named)
@pytest.mark.parametrize("name", SAMPLES)
def test_nothing_overlaps_in_a_longer_language(
    kind: Type, name: str, size: tuple[int, int]
) -> None:
    shown, hand = SAMPLES[name]
    settings = ScreenSettings(size=size, sides=BOTH)
    for page, scene in pages(shown, settings, LONG, hand):
        assert overlaps(kind, scene) == [], page


@pytest.mark.parametrize(
    ("size", "mm"), [((800, 480), LYING_MM), ((480, 800), UPRIGHT_MM)], ids=["lying", "upright"]
)
@pytest.mark.parametrize("name", SAMPLES)
def test_fingers_find_every_target_on_the_seven_inch_panel(
    name: str, size: tuple[int, int], mm: tuple[float, float]
) -> None:
    shown, hand = SAMPLES[name]
    for (bottom, home, left_handed), sides in product(TURNS, (PERSON, BOTH)):
        settings = ScreenSettings(
            size=size, sides=sides, bottom=bottom, home=home, left_handed=left_handed
        )
        for page, scene in pages(shown, settings, hand=hand):
            assert narrow_hits(scene, *mm) == [], (settings, page)
