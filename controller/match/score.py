"""Points, games and matches: what a game is worth, when Crawford applies, who has won.

Texts: BR-18..20, rules 2.4 (G-), 2.5 (C-). All values; the fold of facts in the table's room
calls these.
"""

from __future__ import annotations

import enum
from dataclasses import dataclass

from controller.errors import RulesError
from controller.rules.position import OFF, Position, Side

MONEY = 0
LONGEST_MATCH = 64  # gnubg reads no longer one (records 5.1.3)
HOME_TOP = 6

SINGLE, GAMMON, BACKGAMMON = 1, 2, 3
SIZE_NAMES = {SINGLE: "single game", GAMMON: "gammon", BACKGAMMON: "backgammon"}


class Ending(enum.Enum):
    """How a game ended; the values are those of `GameEnded.how`."""

    BEAROFF = "bearoff"
    DROP = "drop"
    RESIGN = "resign"


@dataclass(frozen=True, slots=True)
class Score:
    """A match of `length` points (0: money) at (light, dark) points.

    A finished match may stand above its length: points are never capped (G-10).
    """

    length: int
    points: tuple[int, int] = (0, 0)

    def __post_init__(self) -> None:
        if not 0 <= self.length <= LONGEST_MATCH:
            raise RulesError(f"a match has 1-{LONGEST_MATCH} points (0: money), not {self.length}")
        if min(self.points) < 0:
            raise RulesError("a score has no negative points")
        if not self.is_money and min(self.points) >= self.length:
            raise RulesError(f"{self.points[0]}-{self.points[1]}: both cannot have won")

    @property
    def is_money(self) -> bool:
        return self.length == MONEY

    @property
    def winner(self) -> Side | None:
        """Who has reached the match's length; nobody ever does in money play."""
        if self.is_money:
            return None
        return next((side for side in Side if self.of(side) >= self.length), None)

    def of(self, side: Side) -> int:
        return self.points[side.index]

    def needs(self, side: Side) -> int:
        """Points that a side still lacks in a match."""
        return self.length - self.of(side)

    def with_win(self, winner: Side, points: int) -> Score:
        """The score after a game: the winner's own points and the new ones (MAT-01)."""
        light, dark = self.points
        won = (light + points, dark) if winner is Side.LIGHT else (light, dark + points)
        return Score(self.length, won)


@dataclass(frozen=True, slots=True)
class GameResult:
    """size 1 single, 2 gammon, 3 backgammon; points = size x the cube that counted."""

    winner: Side
    how: Ending
    size: int
    points: int


def check_start_score(length: int, points: tuple[int, int]) -> Score:
    """The score a match may be set to start or go on from; raises RulesError (MAT-12)."""
    score = Score(length, points)
    if score.winner is not None:
        raise RulesError(
            f"{points[0]}-{points[1]} is no score of a {length}-point match that goes on"
        )
    return score


def is_crawford(score: Score, *, crawford_played: bool) -> bool:
    """Is the next game the Crawford game: one side a point away, for the first time (C-06)?"""
    if score.is_money or crawford_played or score.length == 1:
        return False
    return 1 in (score.needs(Side.LIGHT), score.needs(Side.DARK))


def winner_by_bearoff(position: Position) -> Side | None:
    """Who has borne off every checker he owns; None while both have some left."""
    for side in Side:
        if position.off[side.index] and position.owned(side) == position.off[side.index]:
            return side
    return None


def game_size(position: Position, winner: Side) -> int:
    """1, 2 or 3 from the position when the winner's last checker is off (G-01..06).

    Backgammon: the loser has borne none off and still has one on the bar or in the winner's home.
    """
    loser = winner.other
    if position.off[loser.index]:
        return SINGLE
    board = position.board(winner)
    left_behind = board[OFF] < 0 or any(n < 0 for n in board[1 : HOME_TOP + 1])
    return BACKGAMMON if left_behind else GAMMON


def result_of_bearoff(
    position: Position, winner: Side, cube_value: int, *, largest: int = BACKGAMMON
) -> GameResult:
    """The result of a game played to its end.

    largest: the size of the largest game that can be won (`cube.largest_win`).
    """
    size = min(game_size(position, winner), largest)
    return GameResult(winner, Ending.BEAROFF, size, size * cube_value)


def result_of_drop(doubler: Side, value_before: int) -> GameResult:
    """A refused double: a single game at the value before the offer (C-05)."""
    return GameResult(doubler, Ending.DROP, SINGLE, value_before)


def result_of_resignation(loser: Side, size: int, cube_value: int) -> GameResult:
    """An accepted resignation of 1, 2 or 3 games' worth (C-15); raises RulesError otherwise."""
    if size not in SIZE_NAMES:
        raise RulesError(f"a resignation is worth 1, 2 or 3 games, not {size}")
    return GameResult(loser.other, Ending.RESIGN, size, size * cube_value)
