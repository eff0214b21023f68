"""What people may choose between two matches, and what they chose."""

from __future__ import annotations

import msgspec


class Wishes(msgspec.Struct, frozen=True):
    """A match as people ask for it.

    seats: (light, dark), each "person" or "bot"; length: points, 0 for money; timer_s: seconds a
    turn, 0 for none; aids: "full", "wrong-only" or "none"; entropy: the players add chance of their
    own to the dice.
    """

    names: tuple[str, str] = ("Light", "Dark")
    seats: tuple[str, str] = ("person", "bot")
    level: str = "advanced"
    variant: str = "standard"
    length: int = 3
    dice: str = "fair"
    timer_s: int = 0
    aids: str = "full"
    entropy: bool = False


class Stored(msgspec.Struct, frozen=True):
    """A match that was not finished, as the journal holds it. slots: as in a snapshot."""

    match: int
    names: tuple[str, str]
    seats: tuple[str, str]
    variant: str
    length: int
    game: int
    score: tuple[int, int]
    turn: str | None
    slots: tuple[int, ...]
    off: tuple[int, int]
    reserve: tuple[int, int] = (0, 0)


class Lobby(msgspec.Struct, frozen=True):
    """What a start scene offers.

    wishes: those chosen last time, or the config's; names: used before, the newest first.
    variants, levels, dice: what this table can have; stored: to go on with, if there is one.
    """

    wishes: Wishes
    names: tuple[str, ...] = ()
    variants: tuple[str, ...] = ("standard",)
    levels: tuple[str, ...] = ("advanced",)
    dice: tuple[str, ...] = ("fair",)
    stored: Stored | None = None
