"""Colours as data; knows no game. A theme with a missing or unknown token does not load.

The values are those of the visual language's palettes; a test measures their contrasts.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from typing import Any

Colour = tuple[int, int, int]
Grain = tuple[Colour, Colour, Colour]
"""Light, middle and dark of a material's grain."""


@dataclass(frozen=True, slots=True)
class Board:
    """The box: wood, leather, inlay."""

    room_centre: Colour
    room_edge: Colour
    frame: Grain
    field: Colour
    pale: Grain
    dark: Grain
    string_on_dark: Colour
    string_on_pale: Colour
    tray: Colour
    number: Colour
    end_leather: Colour


@dataclass(frozen=True, slots=True)
class Pieces:
    """One side's checker and die."""

    body: Colour
    outline: Colour
    inner: Colour
    ink: Colour
    die: Colour
    pip: Colour
    die_edge: Colour


@dataclass(frozen=True, slots=True)
class Ink:
    """Plates, words and signs. brass: dark to glint; brass always means "you may".

    button_top, primary_top: where a plain and a primary button's colour begins, running down to
    plate and brass. off, off_edge: word and edge of a button that does nothing now. engraved:
    round a number cut into the frame.
    """

    cube: Colour
    cube_digit: Colour
    cube_edge: Colour
    brass: tuple[Colour, Colour, Colour, Colour, Colour]
    enamel: Colour
    enamel_digit: Colour
    plate: Colour
    raised: Colour
    hairline: Colour
    ink: Colour
    dim: Colour
    faint: Colour
    accent: Colour
    on_accent: Colour
    warn: Colour
    danger: Colour
    good: Colour
    recording: Colour
    button_top: Colour
    primary_top: Colour
    off: Colour
    off_edge: Colour
    engraved: Colour


FINISHES = ("turned", "plain")


@dataclass(frozen=True, slots=True)
class Theme:
    """Everything that a picture's colours come from.

    finish: "turned": textures, bevels and shadows under one lamp; "plain": fills and outlines,
    rings and dots that tell the sides apart without colour.
    """

    name: str
    finish: str
    board: Board
    light: Pieces
    dark: Pieces
    ink: Ink

    @property
    def is_plain(self) -> bool:
        return self.finish == "plain"


def parse_theme(name: str, tokens: Mapping[str, str]) -> Theme:
    """A theme of tokens such as {"board.field": "#406159"}; several colours stand in a row.

    Raises ValueError naming the first token that is missing, unknown or no colour.
    """
    left = dict(tokens)
    finish = left.pop("finish", "turned")
    if finish not in FINISHES:
        raise ValueError(f"theme {name}: finish is none of {', '.join(FINISHES)}: {finish}")
    groups = {}
    for group, kind in (("board", Board), ("light", Pieces), ("dark", Pieces), ("ink", Ink)):
        values = {}
        for field in fields(kind):
            token = f"{group}.{field.name}"
            if token not in left:
                raise ValueError(f"theme {name}: {token} is missing")
            values[field.name] = _parse_value(name, token, left.pop(token), _COUNTS.get(token, 1))
        groups[group] = kind(**values)  # type: ignore[arg-type]
    if left:
        raise ValueError(f"theme {name}: {min(left)} is not a token")
    return Theme(name, finish, **groups)  # type: ignore[arg-type]


_COUNTS = {"board.frame": 3, "board.pale": 3, "board.dark": 3, "ink.brass": 5}
"""How many colours a token holds, where it is more than one."""


def _parse_value(name: str, token: str, text: str, count: int) -> Colour | tuple[Colour, ...]:
    try:
        colours = tuple(_parse_colour(word) for word in text.split())
    except ValueError:
        raise ValueError(f"theme {name}: {token} is no colour: {text}") from None
    if len(colours) != count:
        raise ValueError(f"theme {name}: {token} takes {count} colours, not {len(colours)}")
    return colours[0] if count == 1 else colours


def _parse_colour(word: str) -> Colour:
    """#rrggbb; no sign and no space inside, which int() would take."""
    if not re.fullmatch("#[0-9a-fA-F]{6}", word):
        raise ValueError(word)
    return int(word[1:3], 16), int(word[3:5], 16), int(word[5:7], 16)


WOOD = parse_theme(
    "wood",
    {
        "board.room_centre": "#2a211b",
        "board.room_edge": "#120d0a",
        "board.frame": "#a87448 #7d4b2b #472817",
        "board.field": "#406159",
        "board.pale": "#ecd6ab #dcbf8b #c09a62",
        "board.dark": "#964c29 #78371b #582611",
        "board.string_on_dark": "#f0d79b",
        "board.string_on_pale": "#8a5c2c",
        "board.tray": "#22342f",
        "board.number": "#f0dcb4",
        "board.end_leather": "#2c4640",
        "light.body": "#efdfbe",
        "light.outline": "#4a361f",
        "light.inner": "#fff8e6",
        "light.ink": "#3a2a18",
        "light.die": "#f3e6c9",
        "light.pip": "#241a14",
        "light.die_edge": "#6a5136",
        "dark.body": "#2a2320",
        "dark.outline": "#050403",
        "dark.inner": "#d2b89c",
        "dark.ink": "#f6e7cb",
        "dark.die": "#2b2421",
        "dark.pip": "#f6ead2",
        "dark.die_edge": "#8b745c",
        "ink.cube": "#efe0c2",
        "ink.cube_digit": "#541a10",
        "ink.cube_edge": "#6a5136",
        "ink.brass": "#3f2c0a #7d5a1c #c2953f #efd184 #fff8df",
        "ink.enamel": "#14100a",
        "ink.enamel_digit": "#ffe9b0",
        "ink.plate": "#1e1814",
        "ink.raised": "#2a221c",
        "ink.hairline": "#5b4a39",
        "ink.ink": "#f7edda",
        "ink.dim": "#c3b097",
        "ink.faint": "#8f7d68",
        "ink.accent": "#e6b958",
        "ink.on_accent": "#241704",
        "ink.warn": "#ff9d3c",
        "ink.danger": "#ff7a5c",
        "ink.good": "#7cc7a2",
        "ink.recording": "#ff5a4a",
        "ink.button_top": "#382e26",
        "ink.primary_top": "#f6cf6e",
        "ink.off": "#8f7d68",
        "ink.off_edge": "#3c3128",
        "ink.engraved": "#140a04",
    },
)

DARK = parse_theme(
    "dark",
    {
        "board.room_centre": "#14171b",
        "board.room_edge": "#08090b",
        "board.frame": "#3a3f47 #2a2e35 #1b1e23",
        "board.field": "#14181d",
        "board.pale": "#5c6672 #505a66 #434c57",
        "board.dark": "#333b45 #2a313a #212730",
        "board.string_on_dark": "#8795a5",
        "board.string_on_pale": "#8795a5",
        "board.tray": "#0e1114",
        "board.number": "#aab4c0",
        "board.end_leather": "#1a1e24",
        "light.body": "#e4dccb",
        "light.outline": "#20242a",
        "light.inner": "#fffdf5",
        "light.ink": "#23272d",
        "light.die": "#e4dccb",
        "light.pip": "#171a1e",
        "light.die_edge": "#5a6068",
        "dark.body": "#35566f",
        "dark.outline": "#04080c",
        "dark.inner": "#9cc3dd",
        "dark.ink": "#f2f7fb",
        "dark.die": "#35566f",
        "dark.pip": "#f2f7fb",
        "dark.die_edge": "#8fb4cc",
        "ink.cube": "#cfc8b8",
        "ink.cube_digit": "#1c2026",
        "ink.cube_edge": "#5a6068",
        "ink.brass": "#3f2c0a #7d5a1c #c2953f #efd184 #fff8df",
        "ink.enamel": "#14100a",
        "ink.enamel_digit": "#ffe9b0",
        "ink.plate": "#101317",
        "ink.raised": "#1a1e24",
        "ink.hairline": "#3c444e",
        "ink.ink": "#eef1f4",
        "ink.dim": "#aeb8c2",
        "ink.faint": "#7d8894",
        "ink.accent": "#e0b65c",
        "ink.on_accent": "#1b1405",
        "ink.warn": "#ffa24a",
        "ink.danger": "#ff8468",
        "ink.good": "#74c6a6",
        "ink.recording": "#ff5f52",
        "ink.button_top": "#262c34",
        "ink.primary_top": "#f6cf6e",
        "ink.off": "#7d8894",
        "ink.off_edge": "#2a3038",
        "ink.engraved": "#06080a",
    },
)

HIGH_CONTRAST = parse_theme(
    "high-contrast",
    {
        "finish": "plain",
        "board.room_centre": "#000000",
        "board.room_edge": "#000000",
        "board.frame": "#1d1d1d #1d1d1d #1d1d1d",
        "board.field": "#000000",
        "board.pale": "#8a8a8a #8a8a8a #8a8a8a",
        "board.dark": "#3a3a3a #3a3a3a #3a3a3a",
        "board.string_on_dark": "#ffffff",
        "board.string_on_pale": "#ffffff",
        "board.tray": "#000000",
        "board.number": "#ffffff",
        "board.end_leather": "#000000",
        "light.body": "#ffffff",
        "light.outline": "#000000",
        "light.inner": "#000000",
        "light.ink": "#000000",
        "light.die": "#ffffff",
        "light.pip": "#000000",
        "light.die_edge": "#ffffff",
        "dark.body": "#0f62c4",
        "dark.outline": "#000000",
        "dark.inner": "#ffffff",
        "dark.ink": "#ffffff",
        "dark.die": "#0f62c4",
        "dark.pip": "#ffffff",
        "dark.die_edge": "#ffffff",
        "ink.cube": "#ffffff",
        "ink.cube_digit": "#000000",
        "ink.cube_edge": "#ffffff",
        "ink.brass": "#ffd60a #ffd60a #ffd60a #ffd60a #ffd60a",
        "ink.enamel": "#000000",
        "ink.enamel_digit": "#ffffff",
        "ink.plate": "#000000",
        "ink.raised": "#000000",
        "ink.hairline": "#ffffff",
        "ink.ink": "#ffffff",
        "ink.dim": "#ffffff",
        "ink.faint": "#d0d0d0",
        "ink.accent": "#ffd60a",
        "ink.on_accent": "#000000",
        "ink.warn": "#ff9d3c",
        "ink.danger": "#ff9d3c",
        "ink.good": "#ffffff",
        "ink.recording": "#ff9d3c",
        "ink.button_top": "#000000",
        "ink.primary_top": "#ffd60a",
        "ink.off": "#8c8c8c",
        "ink.off_edge": "#5c5c5c",
        "ink.engraved": "#000000",
    },
)

DRAINED, DARKENED = 0.85, 0.70


def drained(theme: Theme) -> Theme:
    """The same with little colour left and some of the light gone: what is not known to be so."""

    def worn(part: Any) -> Any:
        return replace(part, **{f.name: _worn(getattr(part, f.name)) for f in fields(part)})

    return replace(
        theme,
        board=worn(theme.board), light=worn(theme.light), dark=worn(theme.dark),
        ink=worn(theme.ink),
    )  # fmt: skip


def _worn(value: Any) -> Any:
    if isinstance(value[0], tuple):
        return tuple(_worn(colour) for colour in value)
    grey = 0.299 * value[0] + 0.587 * value[1] + 0.114 * value[2]
    return tuple(round(DARKENED * (DRAINED * grey + (1 - DRAINED) * v)) for v in value)


THEMES = {theme.name: theme for theme in (WOOD, DARK, HIGH_CONTRAST)}


def find_theme(name: str) -> Theme:
    """Raises ValueError that names the themes there are."""
    if name not in THEMES:
        raise ValueError(f"there is no theme {name}; there are {', '.join(THEMES)}")
    return THEMES[name]
