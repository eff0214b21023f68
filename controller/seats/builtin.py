"""The player that needs nothing installed: one look ahead, a sum of what people look at.

Weights were fitted once to gnubg's equities (2,117 contact decisions and 15,000 positions of
mixed play), then rounded; they are a table to read and to argue with, not a secret. Where both
sides have passed each other Kleinman's formula is used instead. Same position, same answer.
"""

from __future__ import annotations

import hashlib
import math

from controller.match.score import BACKGAMMON, GAMMON, SINGLE
from controller.rules.position import BAR, CHECKERS, OFF, Board
from controller.seats.features import HOME_TOP, SideLook, is_race, look, mirror, race_pips
from controller.seats.player import (
    PIPS,
    Choice,
    PlayerFailed,
    Question,
    forced_choice,
    plays_for,
    plays_with,
)

OWN = SideLook(
    pips=-0.548, bar=-0.058, off=-0.001, shot=0.220, lost=-1.631, shot_at_board=-0.123,
    blots=-0.013, home=0.064, five=0.025, bar_point=0.052, shut_in=0.062, trapped=0.012,
    high_anchor=0.027, low_anchor=-0.023, back=-0.020, stacked=-0.032, buried=-0.064,
)  # fmt: skip
OTHERS = SideLook(
    pips=0.416, bar=0.069, off=-0.106, shot=-0.121, lost=-0.063, shot_at_board=0.056,
    blots=0.061, home=-0.081, five=-0.057, bar_point=-0.018, shut_in=-0.060, trapped=-0.043,
    high_anchor=0.052, low_anchor=0.113, back=0.031, stacked=0.016, buried=0.069,
)  # fmt: skip
AFTER_A_PLAY = 0.047

ON_ROLL_PIPS = 5.0  # what being on roll is worth in a race
RACE_SPREAD = 0.6  # how surely a lead wins, against the luck of the dice that are still to come
PIPS_A_ROLL = 49 / 6

# Fitted likewise, to 4,000 cube decisions and 1,500 races.
DOUBLE_FROM = 0.50  # cubeless equity of the side on roll
TOO_GOOD_FROM = 0.80  # with contact: plays on for the gammon
DROP_FROM = 0.60
RACE_DOUBLE_FROM = 0.70  # chance to win of the side on roll
RACE_DROP_FROM = 0.82


NOISE = {"beginner": 0.10, "casual": 0.06}
"""Of the weaker levels, as of gnubg's: the standard deviation of what each board is misjudged by.
The player as it is is a little better than intermediate; it has no better level."""


class BuiltinPlayer:
    """A `Player` that is always there; it never fails but after `close`."""

    def __init__(self, level: str = "") -> None:
        self._level = level if level in NOISE else ""
        self._closed = False

    @property
    def name(self) -> str:
        return f"built-in player {self._level}".rstrip()

    def choose(self, question: Question) -> Choice:
        """The best answer it knows. Raises PlayerFailed after `close`."""
        if self._closed:
            raise PlayerFailed("the built-in player was closed")
        easy = forced_choice(question) or resignation_choice(question)
        if easy is not None:
            return easy
        if question.what == "double":
            return Choice(act="double" if _doubles(question) else "roll")
        if question.what == "answer":
            return Choice(act="take" if _takes(question) else "drop")
        if question.what == "name":
            return Choice(double=_double_to_name(question))
        boards = (play.board for play in plays_for(question))
        return Choice(play=max(boards, key=lambda board: self._seems(_entering(board, question))))

    def close(self) -> None:
        self._closed = True

    def _seems(self, board: Board) -> tuple[float, float, Board]:
        """What a board is worth to this player."""
        worth, pips, _ = _worth(board)
        if self._level:
            worth += NOISE[self._level] * _deviation(board)
        return worth, pips, board


def resignation_choice(question: Question) -> Choice | None:
    """What to say to a resignation; None for any other question.

    Accepted where no more can be won, or no more is to be expected even if the asked side were on
    roll. Every player answers by this: it is no matter of skill but of not letting people wait.
    """
    if question.what != "resignation":
        return None
    size = question.size
    wins_the_match = question.length and question.cube * size >= question.length - question.score[0]
    if wins_the_match or size >= _most(question) or _expected(question) <= size:
        return Choice(act="accept")
    return Choice(act="refuse")


def equity(board: Board) -> float:
    """What a game is worth to the side that has just played: -3 lost at worst, 3 won at best.

    Cubeless; the other side is on roll.
    """
    if not any(n > 0 for n in board):
        return 2.0 if -sum(n for n in board if n < 0) == CHECKERS else 1.0
    if is_race(board):
        return 1.0 - 2.0 * race_chance(race_pips(mirror(board)), race_pips(board))
    mine, theirs = look(board), look(mirror(board))
    value = AFTER_A_PLAY
    value += sum(weight * n for weight, n in zip(OWN, mine, strict=True))
    value += sum(weight * n for weight, n in zip(OTHERS, theirs, strict=True))
    return value


def race_chance(on_roll: float, other: float) -> float:
    """Chance to win a race for the side on roll, from both sides' `race_pips` (after Kleinman)."""
    lead = other - on_roll + ON_ROLL_PIPS
    return 0.5 * (1.0 + math.erf(RACE_SPREAD * lead / math.sqrt(max(other + on_roll, 1.0))))


def _entering(board: Board, question: Question) -> Board:
    """The board with what is still to enter on the bars: nearly the same task, so that the same
    weights serve."""
    own, other = question.reserve
    if not own and not other:
        return board
    entered = sum(n for n in board if n > 0) - sum(n for n in question.board if n > 0)
    return (board[OFF] - other, *board[1:BAR], board[BAR] + own - max(entered, 0))


def _double_to_name(question: Question) -> int:
    """The double of which most can be played (all four give another roll), then the best board."""

    def worth(die: int) -> tuple[int, tuple[float, float, Board]]:
        plays = plays_with(question, (die, die))
        boards = [play.board for play in plays.plays] or [question.board]
        return plays.dice_used, max(_worth(_entering(board, question)) for board in boards)

    return max(PIPS, key=worth)


def _worth(board: Board) -> tuple[float, float, Board]:
    """The best play has the highest. Where equities are equal (a race long decided) fewer pips
    count, then the board itself: there is always exactly one best play."""
    return equity(board), -race_pips(board), board


def _deviation(board: Board) -> float:
    """Normal with mean 0 and deviation 1, drawn from the board: the same one is always misjudged
    alike (Box-Muller)."""
    drawn = hashlib.sha256(repr(board).encode()).digest()
    first, second = (int.from_bytes(drawn[at : at + 6]) / 2**48 for at in (0, 6))
    return math.sqrt(-2.0 * math.log(1.0 - first)) * math.cos(2.0 * math.pi * second)


def _most(question: Question) -> int:
    """The largest game that the asked side may still win."""
    if question.off[1]:
        return SINGLE
    left_behind = any(n < 0 for n in question.board[: HOME_TOP + 1])  # in our home or on the bar
    by_board = BACKGAMMON if left_behind or not is_race(question.board) else GAMMON
    return min(by_board, question.largest_win)


def _expected(question: Question) -> float:
    """What the asked side may hope for, as if it were on roll."""
    board = question.board
    if not is_race(board):
        return -equity(mirror(board))
    own_rolls = race_pips(board) / PIPS_A_ROLL
    pips_home = sum(max(point - HOME_TOP, 0) * n for point, n in enumerate(mirror(board)) if n > 0)
    saves_gammon = question.off[1] or pips_home / PIPS_A_ROLL + 1 <= own_rolls
    return SINGLE if saves_gammon else GAMMON


def _doubles(question: Question) -> bool:
    """He may double; should he? After Crawford the trailer always: he has nothing to lose."""
    own, other = question.score
    if question.length and question.length - other == 1:
        return True
    board = question.board
    if is_race(board):
        return race_chance(race_pips(board), race_pips(mirror(board))) >= RACE_DOUBLE_FROM
    worth = -equity(mirror(board))
    gammon_counts = question.largest_win > SINGLE
    gammon_counts &= not question.length or own + question.cube < question.length
    return worth >= DOUBLE_FROM and not (gammon_counts and worth >= TOO_GOOD_FROM)


def _takes(question: Question) -> bool:
    """A take loses twice as much but owns the cube: it needs a fifth to a quarter of the games."""
    board = question.board
    if is_race(board):
        return race_chance(race_pips(mirror(board)), race_pips(board)) < RACE_DROP_FROM
    return equity(board) > -DROP_FROM
