"""Boards written as {point: count}, both sides in the mover's numbering, and their plays."""

from __future__ import annotations

from collections.abc import Mapping

from controller.rules.notation import format_play
from controller.rules.plays import legal_plays
from controller.rules.position import Board, Roll
from controller.rules.variants import STANDARD, Variant

Points = Mapping[int, int]


def board_of(mine: Points, theirs: Points | None = None) -> Board:
    """26 ints; 25 is the mover's bar, 0 the other's."""
    board = [0] * 26
    for point, count in mine.items():
        board[point] += count
    for point, count in (theirs or {}).items():
        board[point] -= count
    return tuple(board)


def texts(
    mine: Points,
    theirs: Points,
    roll: Roll,
    variant: Variant = STANDARD,
    reserve: int = 0,
) -> set[str]:
    """The legal plays as text; {} where nothing can be played."""
    plays = legal_plays(board_of(mine, theirs), roll, variant, reserve).plays
    return {format_play(play.steps) for play in plays}
