"""The bot of a level on this machine."""

from __future__ import annotations

from collections.abc import Callable

from controller.seats.builtin import BuiltinPlayer
from controller.seats.gnubg import Gnubg, find_gnubg
from controller.seats.player import Player
from controller.seats.spare import WithSpare


def bot(
    level: str = "expert",
    gnubg: str | None = None,
    switched: Callable[[str], None] = lambda _why: None,
) -> Player:
    """gnubg with the built-in player behind it; the built-in player alone where gnubg is missing.

    gnubg: the program's path, by default where `find_gnubg` finds it. switched: see `WithSpare`.
    Raises RulesError for a level that is none.
    """
    path = gnubg or find_gnubg()
    if path is None:
        return BuiltinPlayer()
    return WithSpare(Gnubg([path], level), BuiltinPlayer(), switched)
