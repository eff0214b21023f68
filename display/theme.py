"""Colours as data; knows no game. A theme with a missing or unknown token does not load."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields

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
    """Plates, words and signs. brass: dark to glint; brass always means "you may"."""

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


@dataclass(frozen=True, slots=True)
class Theme:
    """Everything that a picture's colours come from."""

    name: str
    board: Board
    light: Pieces
    dark: Pieces
    ink: Ink


def parse_theme(name: str, tokens: Mapping[str, str]) -> Theme:
    """A theme of tokens such as {"board.field": "#406159"}; several colours stand in a row.

    Raises ValueError naming the first token that is missing, unknown or no colour.
    """
    left = dict(tokens)
    groups = {}
    for group, kind in (("board", Board), ("light", Pieces), ("dark", Pieces), ("ink", Ink)):
        values = {}
        for field in fields(kind):
            token = f"{group}.{field.name}"
            if token not in left:
                raise ValueError(f"theme {name}: {token} is missing")
            values[field.name] = _parse_value(name, token, left.pop(token))
        groups[group] = kind(**values)  # type: ignore[arg-type]
    if left:
        raise ValueError(f"theme {name}: {min(left)} is not a token")
    return Theme(name, **groups)  # type: ignore[arg-type]


def _parse_value(name: str, token: str, text: str) -> Colour | tuple[Colour, ...]:
    try:
        colours = tuple(_parse_colour(word) for word in text.split())
    except ValueError:
        raise ValueError(f"theme {name}: {token} is no colour: {text}") from None
    return colours[0] if len(colours) == 1 else colours


def _parse_colour(word: str) -> Colour:
    if len(word) != 7 or word[0] != "#":
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
    },
)

THEMES = {WOOD.name: WOOD}
