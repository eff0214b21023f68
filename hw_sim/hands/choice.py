"""What hands play and how they treat the cube: simple stated rules with some chance.

They are no strong players. The rules are made so that games end, hits and doubles happen, and
all cube acts occur in most short matches.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from controller.rules.plays import Play, legal_plays
from controller.rules.position import BAR, OFF, Board, Position, Side, pip_count
from controller.rules.variants import Variant

MADE_POINT = 1.5
HOME_POINT = 0.7  # more for a point made at home
BLOT = -1.0
BLOT_AT_HOME = -0.6  # more, when the other has a checker on the bar or behind
HIT = 2.5
BORNE_OFF = 3.0
WHIM = 0.8  # spread of what a person overlooks or likes

DOUBLE_LEAD = (0.08, 0.14)
"""Double at a lead of 8-14 % of one's own pips (the usual rule of a race says 8 %)."""
DROP_LEAD = (0.12, 0.22)
"""Drop behind by more than 12-22 % of the doubler's pips (the rule of a race says 12 %)."""


def choose_play(plays: Sequence[Play], rng: np.random.Generator) -> Play:
    """The play whose board looks best to a person with this whim; plays is not empty."""
    whims = rng.normal(0.0, WHIM, len(plays))
    worth = [worth_of(play.board) + whim for play, whim in zip(plays, whims, strict=True)]
    return plays[int(np.argmax(worth))]


def choose_double(position: Position, side: Side, variant: Variant) -> int:
    """The double to name: the one of which most can be played (all four give another roll), then
    the one that leads to the best board."""
    board, reserve = position.board(side), position.reserve[side.index]

    def worth(die: int) -> tuple[int, float]:
        plays = legal_plays(board, (die, die), variant, reserve)
        return plays.dice_used, max(
            map(worth_of, (play.board for play in plays.plays)), default=0.0
        )

    return max(range(1, 7), key=worth)


def worth_of(board: Board) -> float:
    """Made points and few blots are good, checkers of the other on the bar are, too."""
    last_enemy = max((point for point in range(1, 25) if board[point] < 0), default=0)
    if board[OFF] < 0:
        last_enemy = 24  # he enters behind everything at home
    worth = HIT * -board[OFF] - HIT * board[BAR]
    on_board = board[BAR]
    for point in range(1, 25):
        count = board[point]
        if count <= 0:
            continue
        on_board += count
        if count >= 2:
            worth += MADE_POINT + (HOME_POINT if point <= 6 else 0.0)
        elif any(board[behind] < 0 for behind in range(1, point)) or board[OFF] < 0:
            worth += BLOT + (BLOT_AT_HOME if point <= 6 and last_enemy else 0.0)
    return worth - BORNE_OFF * on_board


def wants_to_double(position: Position, side: Side, rng: np.random.Generator) -> bool:
    """Whether a lead in the race is worth a double today."""
    own, other = pip_count(position, side), pip_count(position, side.other)
    return other - own >= own * rng.uniform(*DOUBLE_LEAD)


def wants_to_take(position: Position, side: Side, rng: np.random.Generator) -> bool:
    """Whether `side`, offered a double, is not too far behind in the race."""
    own, doubler = pip_count(position, side), pip_count(position, side.other)
    return own - doubler <= doubler * rng.uniform(*DROP_LEAD)
