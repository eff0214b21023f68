"""Who fills a bot's seat: gnubg where it is installed, with the built-in player behind it."""

from __future__ import annotations

import sys

from controller.errors import UsageError
from controller.rules.position import Side
from controller.seats.builtin import BuiltinPlayer
from controller.seats.gnubg import LEVELS, Gnubg, find_gnubg
from controller.seats.player import Player
from controller.seats.spare import WithSpare

SEATS = ("person", "hands", "bot")
GNUBG_PLAYS = ("standard", "pt", "pt-br", "hu", "nackgammon", "long-gammon", "hypergammon")
"""Variants whose plays are standard ones, so that each is a position for gnubg."""


def make_player(level: str, variant: str = "standard") -> Player:
    """A bot of this level. The built-in player, which has no strong ones, sits where gnubg is
    missing or does not know the variant."""
    if level not in LEVELS:
        raise UsageError(f"--level {level!r} is not one of {', '.join(LEVELS)}")
    program = find_gnubg()
    if program is not None and variant not in GNUBG_PLAYS:
        _say(f"gnubg does not play {variant}; the built-in player sits")
        program = None
    if program is None:
        return BuiltinPlayer(level)
    return WithSpare(Gnubg([program], level), BuiltinPlayer(level), _told)


def seats_of(
    light: str, dark: str, level: str, variant: str = "standard"
) -> tuple[tuple[str, str], dict[Side, Player]]:
    """The seats as facts name them, and the players of the bots among them.

    A bot is marked as one wherever its seat is named. Raises UsageError.
    """
    named: list[str] = []
    players: dict[Side, Player] = {}
    for side, seat in zip(Side, (light, dark), strict=True):
        if seat not in SEATS:
            raise UsageError(f"--{side.value} {seat!r} is not one of {', '.join(SEATS)}")
        if seat == "bot":
            players[side] = make_player(level, variant)
            seat = f"bot {players[side].name}"
        named.append(seat)
    return (named[0], named[1]), players


def _told(why: str) -> None:
    """Who plays must be known: the match goes on with another player than it began with."""
    _say(f"{why}; the built-in player goes on")


def _say(what: str) -> None:
    print(f"gammonboard: {what}", file=sys.stderr, flush=True)
