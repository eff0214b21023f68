"""Turns that nobody saw, in the forms of other programs: which they are, what was thrown perhaps.

Neither `.mat` nor SGF has a word for a roll that is not known. So the move holds one of the rolls
that explain the play, and beside it stands that it is only one of them: in `.mat` in a header tag
of ours (inside a game gnubg takes a comment for a move), in SGF in the move's own comment.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace

from controller.records.model import Entry, GameRecord, MatchRecord, Turn
from controller.rules.position import Roll, Side

RECONSTRUCTED = "Reconstructed"
_COLUMN = {Side.LIGHT: "left", Side.DARK: "right"}
_ROLLS = r"[1-6][1-6](?: or [1-6][1-6])*"
_TURN = re.compile(
    r"game (?P<game>\d{1,9}) move (?P<move>\d{1,9}) (?P<column>left|right): "
    rf"(?P<rolls>{_ROLLS})"
)
_COMMENT = re.compile(rf"{RECONSTRUCTED}: (?P<rolls>{_ROLLS})")

Place = tuple[int, int, Side]
"""Game, row and column."""


def reconstructed_tag(record: MatchRecord) -> tuple[str, str]:
    """As in `game 1 move 12 left: 41 or 32; game 1 move 12 right: 65`."""
    told = [
        f"game {game.number} move {entry.move} {_COLUMN[entry.side]}: {format_rolls(entry.rolls)}"
        for game in record.games
        for entry in game.entries
        if isinstance(entry, Turn) and entry.rolls
    ]
    return RECONSTRUCTED, "; ".join(told)


def format_rolls(rolls: Sequence[Roll]) -> str:
    return " or ".join(f"{high}{low}" for high, low in rolls)


def reconstructed_of(tags: Mapping[str, str]) -> dict[Place, tuple[Roll, ...]]:
    """The rolls of the turns that a header (names in small letters) calls reconstructed."""
    found: dict[Place, tuple[Roll, ...]] = {}
    for told in tags.get(RECONSTRUCTED.lower(), "").split(";"):
        turn = _TURN.fullmatch(told.strip())
        if turn:
            side = next(side for side, name in _COLUMN.items() if name == turn["column"])
            found[int(turn["game"]), int(turn["move"]), side] = _parse_rolls(turn["rolls"])
    return found


def format_comment(rolls: Sequence[Roll]) -> str:
    """As in `Reconstructed: 41 or 32`."""
    return f"{RECONSTRUCTED}: {format_rolls(rolls)}"


def rolls_of_comment(comment: str) -> tuple[Roll, ...]:
    """The rolls of a turn that its comment calls reconstructed; () where it does not."""
    found = _COMMENT.match(comment)
    return _parse_rolls(found["rolls"]) if found else ()


def _parse_rolls(text: str) -> tuple[Roll, ...]:
    return tuple((int(roll[0]), int(roll[1])) for roll in text.split(" or "))


def with_rolls(game: GameRecord, rolls: Mapping[Place, tuple[Roll, ...]]) -> GameRecord:
    """The game with its reconstructed turns marked as such."""

    def marked(entry: Entry) -> Entry:
        if not isinstance(entry, Turn):
            return entry
        return replace(entry, rolls=rolls.get((game.number, entry.move, entry.side), ()))

    return replace(game, entries=tuple(map(marked, game.entries))) if rolls else game
