"""Questions as they come up: random play from the set-up to the last checker, scores and cubes."""

from __future__ import annotations

import random
from collections.abc import Iterator

from controller.rules.plays import legal_plays
from controller.rules.position import START_BOARD, Board
from controller.seats.player import Question


def mirror(board: Board) -> Board:
    return tuple(-n for n in reversed(board))


def random_roll(chance: random.Random) -> tuple[int, int]:
    return chance.randint(1, 6), chance.randint(1, 6)


def off(board: Board) -> tuple[int, int]:
    return 15 - sum(n for n in board if n > 0), 15 + sum(n for n in board if n < 0)


def random_questions(count: int, seed: int) -> Iterator[Question]:
    """All three kinds in turn, over boards of random games."""
    chance = random.Random(seed)
    board = START_BOARD
    for n in range(count):
        roll = random_roll(chance)
        if n % 3 == 0:
            yield Question("play", board, roll, off(board), **standing(chance, answer=False))
        elif n % 3 == 1:
            yield Question("double", board, None, off(board), **standing(chance, answer=False))
        else:
            yield Question("answer", board, None, off(board), **standing(chance, answer=True))
        plays = legal_plays(board, roll).plays
        board = mirror(chance.choice(plays).board if plays else board)
        if not any(n < 0 for n in board):
            board = START_BOARD


def standing(chance: random.Random, *, answer: bool) -> dict[str, object]:
    """Cube, score and match length of a question; an answer's double was allowed."""
    length = chance.choice((0, 0, 1, 3, 5, 7, 13))
    if not length or (length == 1 and answer):
        value = 1 << chance.randint(0, 12)
        owner = chance.choice(("other",) if answer else ("own", "other")) if value > 1 else None
        return {"cube": value, "cube_owner": owner}
    score = chance.randrange(length), chance.randrange(length)
    crawford = not answer and length > 1 and length - 1 in score and chance.random() < 0.5
    value = 1 if crawford else 1 << chance.randint(0, 2)
    if answer and value >= length - score[1]:
        value, score = 1, (score[0], 0)
    owner = chance.choice(("other",) if answer else ("own", "other")) if value > 1 else None
    return {"cube": value, "cube_owner": owner, "score": score, "length": length,
            "crawford": crawford}  # fmt: skip
