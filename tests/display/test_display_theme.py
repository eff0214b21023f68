"""Themes as data: complete or refused; contrasts that the visual language asks for."""

from __future__ import annotations

import pytest

from display.theme import WOOD, Colour, parse_theme

TOKENS = {
    "board.field": "#406159",
}


def luminance(colour: Colour) -> float:
    linear = [v / 255 / 12.92 if v <= 10 else ((v / 255 + 0.055) / 1.055) ** 2.4 for v in colour]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: Colour, other: Colour) -> float:
    high, low = sorted((luminance(one), luminance(other)), reverse=True)
    return (high + 0.05) / (low + 0.05)


def test_a_theme_without_a_token_names_it() -> None:
    with pytest.raises(ValueError, match=r"theme mine: board\.room_centre is missing"):
        parse_theme("mine", TOKENS)


def test_a_theme_with_a_word_that_is_no_colour_names_the_token() -> None:
    with pytest.raises(ValueError, match=r"board\.room_centre is no colour: green"):
        parse_theme("mine", {"board.room_centre": "green"})


@pytest.mark.parametrize(
    ("one", "other", "least"),
    [
        (WOOD.light.body, WOOD.dark.body, 4.5),
        (WOOD.light.body, WOOD.board.field, 3),
        (WOOD.dark.inner, WOOD.dark.body, 3),
        (WOOD.dark.inner, WOOD.board.field, 3),
        (WOOD.dark.inner, WOOD.board.dark[1], 3),
        (WOOD.light.outline, WOOD.board.pale[1], 3),
        (WOOD.ink.enamel_digit, WOOD.ink.enamel, 7),
        (WOOD.ink.ink, WOOD.ink.plate, 7),
        (WOOD.ink.dim, WOOD.ink.plate, 4.5),
        (WOOD.ink.accent, WOOD.ink.plate, 4.5),
        (WOOD.ink.warn, WOOD.ink.plate, 4.5),
        (WOOD.ink.good, WOOD.ink.plate, 4.5),
        (WOOD.ink.recording, WOOD.ink.plate, 4.5),
        (WOOD.ink.on_accent, WOOD.ink.accent, 7),
        (WOOD.board.number, WOOD.board.frame[1], 4.5),
        (WOOD.light.pip, WOOD.light.die, 7),
        (WOOD.dark.pip, WOOD.dark.die, 7),
        (WOOD.ink.cube_digit, WOOD.ink.cube, 7),
        (WOOD.light.ink, WOOD.light.body, 4.5),
        (WOOD.dark.ink, WOOD.dark.body, 4.5),
    ],
)
def test_pairs_that_must_be_told_apart_have_contrast(
    one: Colour, other: Colour, least: float
) -> None:
    assert contrast(one, other) >= least
