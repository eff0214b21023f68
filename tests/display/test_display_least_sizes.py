"""Least sizes of type on the 7-inch panel, lying and upright (looks.md section 2): what is read
across the table, when looked for, and incidentally."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pygame
import pytest
from screen_checks import words_of

from display import items as i
from display.samples import scenes
from display.scenes import compose
from display.stage import Scene, ScreenSettings
from display.text import Type

LYING, UPRIGHT = (800, 480), (480, 800)
BOTH = pytest.mark.parametrize("size", [LYING, UPRIGHT], ids=["lying", "upright"])
SAMPLES = scenes()
PLAY = ("to_roll", "moving", "complete", "clock", "clock_low", "fault_line", "typing_instead")


@pytest.fixture(scope="module")
def kind() -> Type:
    pygame.font.init()
    return Type()


def scene(name: str, size: tuple[int, int], **settings: Any) -> Scene:
    shown, hand = SAMPLES[name]
    return compose(shown, replace(ScreenSettings(size=size), **settings), hand)


def sizes(kind: Type, made: Scene) -> dict[str, int]:
    """The size that each text is drawn in."""
    all_words = (words for item in made.items for words in words_of(item))
    return {words.text: kind.rows(words)[0] for words in all_words}


@BOTH
@pytest.mark.parametrize("name", PLAY)
def test_what_is_played_is_read_at_its_distance(
    kind: Type, name: str, size: tuple[int, int]
) -> None:
    made = scene(name, size)
    shown = SAMPLES[name][0]
    drawn = sizes(kind, made)
    scores = [w for item in made.items for w in words_of(item) if w.face == "serif"]
    assert all(kind.rows(words)[0] >= 44 for words in scores)
    assert len(scores) == 2
    assert all(drawn[text] >= 20 for text in shown.names)
    assert all(drawn[str(pips)] >= 21 for pips in shown.pips)
    assert drawn[f"of {shown.match_length}"] == 18
    assert all(item.size >= 24 for item in made.items if isinstance(item, i.Button))
    assert all(item.size >= 37 for item in made.items if isinstance(item, i.ClockFace))


@pytest.mark.parametrize("name", ["to_roll", "moving", "complete", "clock", "typing_instead"])
def test_an_upright_message_has_two_lines_of_26(kind: Type, name: str) -> None:
    message = scene(name, UPRIGHT).items
    said = [w for w in message if isinstance(w, i.Words) and w.lines == 4]

    assert [kind.rows(words)[0] >= 26 for words in said] == [True]


@pytest.mark.parametrize(
    ("name", "text", "least"),
    [
        ("to_roll", "Recording", 17),
        ("clock", "37 saved", 17),
        ("to_roll", "7F3A 91C2", 17),
        ("typing_instead", "Dice from the play", 16),  # on two lines
    ],
)
def test_the_plaques_of_an_upright_board_are_read(
    kind: Type, name: str, text: str, least: int
) -> None:
    assert sizes(kind, scene(name, UPRIGHT))[text] >= least


@BOTH
@pytest.mark.parametrize("name", [name for name in SAMPLES if name.startswith("verify")])
@pytest.mark.parametrize("large_print", [False, True], ids=["print", "large"])
def test_the_page_of_the_dice_is_read_when_looked_for(
    kind: Type, name: str, size: tuple[int, int], large_print: bool
) -> None:
    made = scene(name, size, large_print=large_print)
    small = {text: px for text, px in sizes(kind, made).items() if px < 17 and text}

    assert not small


@BOTH
def test_large_print_keeps_whole_hashes_and_every_row_of_the_dice(size: tuple[int, int]) -> None:
    for name in SAMPLES:
        if name.startswith("verify") and name != "verify_code":
            usual, large = (scene(name, size, large_print=on) for on in (False, True))
            assert _texts(usual) == _texts(large)


def _texts(made: Scene) -> list[str]:
    return [item.text for item in made.items if isinstance(item, i.Words)]


@BOTH
@pytest.mark.parametrize("name", ["clock", "clock_low", "clock_of_the_turn"])
def test_large_print_has_the_clock_at_48_and_the_score_at_60(
    kind: Type, name: str, size: tuple[int, int]
) -> None:
    made = scene(name, size, large_print=True)
    scores = [w for item in made.items for w in words_of(item) if w.face == "serif"]

    assert all(item.size >= 48 for item in made.items if isinstance(item, i.ClockFace))
    assert [kind.rows(words)[0] for words in scores] == [60, 60]
