"""Themes as data: complete or refused; contrasts that the visual language asks for."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields

import pytest

from display.theme import DARK, HIGH_CONTRAST, THEMES, WOOD, Colour, Theme, find_theme, parse_theme

TOKENS = {
    "board.field": "#406159",
}
EVERY = pytest.mark.parametrize("theme", THEMES.values(), ids=lambda theme: theme.name)


def tokens(theme: Theme) -> dict[str, str]:
    """A theme as its tokens again."""

    def text(value: object) -> str:
        colours = value if isinstance(value[0], tuple) else (value,)  # type: ignore[index]
        return " ".join("#{:02x}{:02x}{:02x}".format(*colour) for colour in colours)  # type: ignore[attr-defined]

    told = {"finish": theme.finish}
    for group in ("board", "light", "dark", "ink"):
        values = getattr(theme, group)
        told |= {f"{group}.{f.name}": text(getattr(values, f.name)) for f in fields(values)}
    return told


def luminance(colour: Colour) -> float:
    """WCAG 2.1's relative luminance."""
    linear = [v / 255 / 12.92 if v <= 10 else ((v / 255 + 0.055) / 1.055) ** 2.4 for v in colour]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: Colour, other: Colour) -> float:
    high, low = sorted((luminance(one), luminance(other)), reverse=True)
    return (high + 0.05) / (low + 0.05)


# --- data ------------------------------------------------------------


def test_a_theme_without_a_token_names_it() -> None:
    with pytest.raises(ValueError, match=r"theme mine: board\.room_centre is missing"):
        parse_theme("mine", TOKENS)


@pytest.mark.parametrize("token", sorted(tokens(WOOD).keys() - {"finish"}))
def test_each_colour_of_a_theme_is_missed_where_it_is_missing(token: str) -> None:
    kept = tokens(WOOD)
    del kept[token]
    with pytest.raises(ValueError, match=f"theme mine: {token} is missing"):
        parse_theme("mine", kept)


@pytest.mark.parametrize("word", ["green", "#12345", "#1234567", "#+12345", "406159", ""])
def test_a_theme_with_a_word_that_is_no_colour_names_the_token(word: str) -> None:
    with pytest.raises(ValueError, match=r"theme mine: board\.field (is no colour|takes 1)"):
        parse_theme("mine", {**tokens(WOOD), "board.field": word})


def test_a_grain_takes_three_colours() -> None:
    with pytest.raises(ValueError, match=r"board\.frame takes 3 colours, not 1"):
        parse_theme("mine", {**tokens(WOOD), "board.frame": "#406159"})


def test_a_token_that_no_theme_has_is_named() -> None:
    with pytest.raises(ValueError, match=r"theme mine: ink\.glow is not a token"):
        parse_theme("mine", {**tokens(WOOD), "ink.glow": "#406159"})


def test_a_finish_that_there_is_none_of_is_named() -> None:
    with pytest.raises(ValueError, match="finish is none of turned, plain: glossy"):
        parse_theme("mine", {**tokens(WOOD), "finish": "glossy"})


def test_an_unknown_theme_is_refused_with_the_names_of_those_there_are() -> None:
    with pytest.raises(ValueError, match="no theme oak; there are wood, dark, high-contrast"):
        find_theme("oak")


@EVERY
def test_a_theme_is_found_by_its_name_and_says_the_same_as_its_tokens(theme: Theme) -> None:
    assert find_theme(theme.name) == parse_theme(theme.name, tokens(theme)) == theme


# --- contrasts (looks.md section 3) ------------------------------------------------------------


def over(top: Colour, share: float, below: Colour) -> Colour:
    """A colour laid on another with this share."""
    mixed = [round(t * share + b * (1 - share)) for t, b in zip(top, below, strict=True)]
    return mixed[0], mixed[1], mixed[2]


Pair = Callable[[Theme], tuple[Colour, Colour]]
ROWS: dict[str, tuple[Pair, float]] = {
    "light : dark checker": (lambda t: (t.light.body, t.dark.body), 4.5),
    "light checker : field": (lambda t: (t.light.body, t.board.field), 3),
    "dark inner line : its body": (lambda t: (t.dark.inner, t.dark.body), 3),
    "dark inner line : field": (lambda t: (t.dark.inner, t.board.field), 3),
    "dark inner line : dark point": (lambda t: (t.dark.inner, t.board.dark[1]), 3),
    "pale point : field": (lambda t: (t.board.pale[1], t.board.field), 2),
    "ring digit : enamel": (lambda t: (t.ink.enamel_digit, t.ink.enamel), 7),
    "ring digit : enamel on pale point": (
        lambda t: (t.ink.enamel_digit, over(t.ink.enamel, 0.84, t.board.pale[0])), 7,
    ),
    "hit digit : brass chip": (lambda t: (t.ink.on_accent, t.ink.brass[3]), 7),
    "ink : plate": (lambda t: (t.ink.ink, t.ink.plate), 7),
    "ink : raised plate": (lambda t: (t.ink.ink, t.ink.raised), 7),
    "ink : button": (lambda t: (t.ink.ink, t.ink.button_top), 7),
    "dim : plate": (lambda t: (t.ink.dim, t.ink.plate), 4.5),
    "dim : raised plate": (lambda t: (t.ink.dim, t.ink.raised), 4.5),
    "faint : plate, disabled only": (lambda t: (t.ink.faint, t.ink.plate), 3),
    "word of a button that is off : plate": (lambda t: (t.ink.off, t.ink.plate), 3),
    "brass : plate": (lambda t: (t.ink.accent, t.ink.plate), 4.5),
    "warn : plate": (lambda t: (t.ink.warn, t.ink.plate), 4.5),
    "danger : plate": (lambda t: (t.ink.danger, t.ink.plate), 4.5),
    "good : plate": (lambda t: (t.ink.good, t.ink.plate), 4.5),
    "recording : plate": (lambda t: (t.ink.recording, t.ink.plate), 4.5),
    "ink on brass button, its upper edge": (lambda t: (t.ink.on_accent, t.ink.primary_top), 7),
    "ink on brass accent": (lambda t: (t.ink.on_accent, t.ink.accent), 7),
    "frame number : frame": (lambda t: (t.board.number, t.board.frame[1]), 4.5),
    "pips : die of light": (lambda t: (t.light.pip, t.light.die), 7),
    "digit : cube": (lambda t: (t.ink.cube_digit, t.ink.cube), 7),
    "count digit on light checker": (lambda t: (t.light.ink, t.light.body), 4.5),
    "count digit on dark checker": (lambda t: (t.dark.ink, t.dark.body), 4.5),
    "dim text on the leather of the end": (lambda t: (t.ink.dim, t.board.end_leather), 4.5),
}  # fmt: skip
CELLS = [(theme, row) for theme in THEMES.values() for row in ROWS]


@pytest.mark.parametrize(("theme", "row"), CELLS, ids=[f"{t.name}: {r}" for t, r in CELLS])
def test_pairs_that_must_be_told_apart_have_contrast(theme: Theme, row: str) -> None:
    pair, least = ROWS[row]
    assert contrast(*pair(theme)) >= least


@EVERY
def test_a_light_checker_has_an_edge_on_a_pale_point(theme: Theme) -> None:
    """One of the two edges of its outline is at least 3."""
    outline = theme.light.outline
    edges = [contrast(outline, ground) for ground in (theme.board.pale[1], theme.light.body)]
    assert max(edges) >= 3


@EVERY
@pytest.mark.parametrize("ground", ["pale", "dark", "field"])
def test_a_ring_has_an_edge_everywhere(theme: Theme, ground: str) -> None:
    """Brass against its enamel, or the dark line against what lies round it."""
    below = theme.board.field if ground == "field" else getattr(theme.board, ground)[1]
    enamel = contrast(theme.ink.brass[2], theme.ink.enamel)
    line = contrast((0, 0, 0), below)
    assert max(enamel, line) >= 3


@EVERY
def test_pips_of_dark_dice_are_read(theme: Theme) -> None:
    """Big discs: text's 4.5 holds for them; the dark theme's blue gives more, black wood 13."""
    assert contrast(theme.dark.pip, theme.dark.die) >= 4.5


@pytest.mark.parametrize(
    ("theme", "pair", "measured"),
    [
        (WOOD, lambda t: (t.light.body, t.dark.body), 11.7),
        (WOOD, lambda t: (t.board.dark[1], t.board.field), 1.3),
        (WOOD, lambda t: (t.dark.body, t.board.field), 2.3),
        (DARK, lambda t: (t.light.body, t.dark.body), 5.7),
        (DARK, lambda t: (t.board.pale[1], t.board.field), 2.5),
        (DARK, lambda t: (t.ink.ink, t.ink.raised), 14.8),
        (HIGH_CONTRAST, lambda t: (t.light.body, t.dark.body), 5.9),
        (HIGH_CONTRAST, lambda t: (t.board.dark[1], t.board.field), 1.8),
        (HIGH_CONTRAST, lambda t: (t.ink.accent, t.ink.plate), 14.9),
    ],
)
def test_the_palette_is_the_one_that_was_measured(
    theme: Theme, pair: Pair, measured: float
) -> None:
    """Single cells of looks.md's table, to its rounding."""
    assert contrast(*pair(theme)) == pytest.approx(measured, abs=0.06)


# --- colour vision ------------------------------------------------------------

# Machado, Oliveira, Fernandes 2009, "A physiologically-based model for simulation of color vision
# deficiency", full severity, on linear RGB.
PROTAN = ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216),
          (-0.003882, -0.048116, 1.051998))  # fmt: skip
DEUTAN = ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413),
          (-0.011820, 0.042940, 0.968881))  # fmt: skip
TRITAN = ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602),
          (0.004733, 0.691367, 0.303900))  # fmt: skip
EYES = {"protan": PROTAN, "deutan": DEUTAN, "tritan": TRITAN}


def seen(colour: Colour, matrix: tuple[tuple[float, ...], ...]) -> Colour:
    linear = [v / 255 / 12.92 if v <= 10 else ((v / 255 + 0.055) / 1.055) ** 2.4 for v in colour]
    mixed = [sum(k * v for k, v in zip(row, linear, strict=True)) for row in matrix]
    back = [
        12.92 * v if v <= 0.0031308 else 1.055 * v ** (1 / 2.4) - 0.055
        for v in (min(max(v, 0), 1) for v in mixed)
    ]
    return round(back[0] * 255), round(back[1] * 255), round(back[2] * 255)


@EVERY
@pytest.mark.parametrize("eye", EYES)
def test_the_sides_are_told_apart_by_every_eye(theme: Theme, eye: str) -> None:
    light, dark = (seen(p.body, EYES[eye]) for p in (theme.light, theme.dark))
    assert contrast(light, dark) >= 4.5


@EVERY
def test_in_grey_the_sides_are_told_apart(theme: Theme) -> None:
    assert abs(luminance(theme.light.body) - luminance(theme.dark.body)) > 0.4
