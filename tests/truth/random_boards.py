"""Random boards with rolls for the truth: from random games, and built to be awkward.

Which corner of the rules a question belongs to is told by our own engine; it only chooses what is
asked and has no part in the answer.
"""

from __future__ import annotations

import random
from collections.abc import Iterator

from controller.rules.plays import legal_plays, legal_ways, single_steps
from controller.rules.position import BAR, OFF, Board, Roll
from controller.rules.variants import find_variant

STRATA = (
    "must-play-both", "larger-die", "one-die", "partial-1", "partial-2", "partial-3", "bar-1",
    "bar-2", "bar-3", "no-move", "overshoot", "bear-off-contact", "bear-off-race",
    "last-checkers", "double", "plain",
)  # fmt: skip
"""The rarest first: a question counts for the first that it fits."""

_SET_UPS = tuple(
    find_variant(name).start for name in ("standard", "nackgammon", "long-gammon", "hypergammon")
)


def random_questions_of_rules(chance: random.Random) -> Iterator[tuple[Board, Roll]]:
    """Without end, both sides having a checker left: random games and built boards in turn."""
    games = _games(chance)
    while True:
        yield next(games)
        board = _built(chance)
        if any(n > 0 for n in board) and any(n < 0 for n in board):
            yield board, _roll(chance)


def stratum_of(board: Board, roll: Roll) -> str:
    """The first of STRATA that a question fits."""
    fits = set(_fitting(board, roll))
    return next(name for name in STRATA if name in fits)


def _fitting(board: Board, roll: Roll) -> Iterator[str]:
    legal = legal_plays(board, roll)
    is_double = roll[0] == roll[1]
    own = [point for point, n in enumerate(board) if n > 0]
    yield "double" if is_double else "plain"
    if sum(max(n, 0) for n in board) <= 3:
        yield "last-checkers"
    if board[BAR]:
        yield f"bar-{min(board[BAR], 3)}"
    if not legal.dice_used:
        yield "no-move"
    elif is_double and legal.dice_used < 4:
        yield f"partial-{legal.dice_used}"
    elif legal.dice_used == 1:
        either = all(any(True for _ in single_steps(board, die)) for die in roll)
        yield "larger-die" if either else "one-die"
    elif _wastes_a_die(board, roll):
        yield "must-play-both"
    if own and max(own) <= 6:
        lowest = min((point for point, n in enumerate(board[:25]) if n < 0), default=25)
        yield "bear-off-contact" if board[OFF] or lowest < max(own) else "bear-off-race"
    if any(
        step.to == OFF and step.source < min(roll) for play in legal.plays for step in play.steps
    ):
        yield "overshoot"


def _wastes_a_die(board: Board, roll: Roll) -> bool:
    """Is there a first step after which the other die cannot be played, though both can?"""
    allowed = {step.board for step in legal_ways(board, roll).next_steps(board)}
    return any(after not in allowed for die in roll for _step, after in single_steps(board, die))


def _games(chance: random.Random) -> Iterator[tuple[Board, Roll]]:
    """The moments of random games, one after another, from several set-ups."""
    while True:
        board = chance.choice(_SET_UPS)
        while any(n > 0 for n in board) and any(n < 0 for n in board):
            roll = _roll(chance)
            yield board, roll
            plays = legal_plays(board, roll).plays
            board = tuple(-n for n in reversed(chance.choice(plays).board if plays else board))


def _built(chance: random.Random) -> Board:
    """A board of points made and blots, crowded where the mover goes, with checkers on bars."""
    board = [0] * 26
    others = chance.randint(1, 15)
    low, high = chance.choice(((1, 24), (1, 24), (13, 24), (1, 12), (1, 6), (19, 24)))
    while others:
        point = chance.randint(low, high) if chance.random() < 0.8 else chance.randint(1, 24)
        count = min(others, chance.choice((1, 2, 2, 2, 3)))
        board[point] -= count
        others -= count
    if chance.random() < 0.15:
        board[OFF] = -min(chance.randint(1, 2), 15 + sum(board))
    mine = chance.choice((1, 2, 3, *range(4, 16)))
    board[BAR] = min(mine, chance.choice((0, 0, 0, 0, 1, 1, 2, 3, 4)))
    low, high = chance.choice(((1, 24), (1, 24), (1, 6), (1, 6), (1, 12)))
    free = [point for point in range(low, high + 1) if not board[point]] or [
        point for point in range(1, 25) if not board[point]
    ]
    stacks = chance.sample(free, min(len(free), chance.randint(1, 8)))
    for _ in range(mine - board[BAR]):
        board[chance.choice(stacks)] += 1
    return tuple(board)


def _roll(chance: random.Random) -> Roll:
    die = chance.randint(1, 6)
    return die, die if chance.random() < 0.25 else chance.randint(1, 6)
