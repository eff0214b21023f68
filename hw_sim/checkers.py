"""What lies on a table: checkers with their magnets, and the names of the places they lie in."""

from __future__ import annotations

import enum
from dataclasses import dataclass, field

from hw_sim.geometry import DARK_BAR, LIGHT_BAR, RADIUS_MM


class Colour(enum.StrEnum):
    """Light's magnets point north down (positive readings), dark's south."""

    LIGHT = "light"
    DARK = "dark"

    @property
    def sign(self) -> int:
        return 1 if self is Colour.LIGHT else -1

    @property
    def number(self) -> int:
        """0 for light, 1 for dark: a colour's place in pairs."""
        return 0 if self is Colour.LIGHT else 1

    @property
    def other(self) -> Colour:
        return Colour.DARK if self is Colour.LIGHT else Colour.LIGHT

    @property
    def bar(self) -> int:
        """The slot where this colour's hit checkers belong."""
        return LIGHT_BAR if self is Colour.LIGHT else DARK_BAR


class Area(enum.StrEnum):
    """Places without cells. HAND includes a checker that slides over the board just now."""

    OFF = "off"
    RESERVE = "reserve"
    BESIDE = "table"
    HAND = "hand"


Place = int | Area
"""A slot (0-25) or a place without cells."""

START = (-2, 0, 0, 0, 0, 5, 0, 3, 0, 0, 0, -5, 5, 0, 0, 0, -3, 0, -5, 0, 0, 0, 0, 2, 0, 0)
"""The standard set-up as signed counts by slot, light positive."""


def parse_place(colour: Colour, text: int | str) -> Place:
    """The place that a side calls so: its point 1-24, `bar` (its own half), `bar.light`,
    `bar.dark`, `off`, `reserve` or `table` (beside the board).

    Raises ValueError naming what was said and what could be said.
    """
    word = str(text)
    if word == "bar":
        return colour.bar
    if word in ("bar.light", "bar.dark"):
        return Colour(word.removeprefix("bar.")).bar
    if word in (Area.OFF, Area.RESERVE, Area.BESIDE):
        return Area(word)
    if word.isdecimal() and 1 <= int(word) <= 24:
        return int(word) - 1 if colour is Colour.LIGHT else 24 - int(word)
    raise ValueError(f"no place {word!r}: 1-24, bar, bar.light, bar.dark, off, reserve or table")


def format_place(colour: Colour, place: Place) -> int | str:
    """What a side calls a place; `parse_place` reads it back."""
    if isinstance(place, Area):
        return place.value
    if place in (LIGHT_BAR, DARK_BAR):
        return "bar.light" if place == LIGHT_BAR else "bar.dark"
    return place + 1 if colour is Colour.LIGHT else 24 - place


@dataclass(slots=True, eq=False)
class Checker:
    """One checker. strength: its magnet against the nominal one; below 0 it lies upside down.

    along, across (mm) and layer tell where on its slot it lies; support is the checker below.
    """

    number: int
    colour: Colour
    strength: float = 1.0
    along: float = RADIUS_MM
    across: float = 0.0
    layer: int = 0
    support: Checker | None = field(default=None, repr=False)

    @property
    def magnet(self) -> float:
        """Signed strength of what a cell below sees."""
        return self.strength * self.colour.sign
