"""`gammonboard plays`: JSON lines in, the legal plays as JSON lines out.

One line is one question; a bad one is answered with {"error": ...} and the run goes on. Keys that
the command does not know are passed over, so that test corpora can be piped in as they are.
"""

from __future__ import annotations

import io
import json
from collections.abc import Mapping, Sequence
from typing import Any, TextIO

from controller.errors import RulesError
from controller.rules.notation import format_play
from controller.rules.plays import LegalPlays, legal_plays
from controller.rules.position import BAR, CHECKERS, OFF, SLOTS, Board, Roll
from controller.rules.variants import find_variant

SIDES = ("mover", "other")


def run(stdin: TextIO, stdout: TextIO, *, finals: bool = False) -> int:
    """Answer every non-blank line of `stdin` with one line; returns the exit code, always 0."""
    if isinstance(stdin, io.TextIOWrapper):
        stdin.reconfigure(errors="replace")  # bytes that are no text are a bad line, no more
    for line in stdin:
        if line.strip():
            stdout.write(answer_line(line, finals) + "\n")
    return 0


def answer_line(line: str, finals: bool) -> str:
    """The answer to one line, without its end. finals: boards only, no steps or notation."""
    try:
        board, roll = parse_question(line)
    except RulesError as error:
        return _dump({"error": str(error)})
    return _dump(_answer(legal_plays(board, roll), finals))


def parse_question(line: str) -> tuple[Board, Roll]:
    """The board and roll of one line (DESIGN `plays`); raises RulesError in words."""
    try:
        question = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise RulesError(f"not JSON: {error}") from error
    if not isinstance(question, dict):
        raise RulesError("not a JSON object")
    variant = question.get("variant", "standard")
    if not isinstance(variant, str):
        raise RulesError("variant is not a text")
    find_variant(variant)
    board = parse_board(question.get("board"))
    check_counts(question, board)
    if question.get("named_double") is not None:
        raise RulesError("named_double belongs to acey-deucey")
    return board, parse_dice(question.get("dice"))


def parse_board(value: Any) -> Board:
    """A board as 26 ints from the mover's side; raises RulesError saying what is wrong with it."""
    numbers = _ints(value, "board", SLOTS)
    if numbers[BAR] < 0:
        raise RulesError(f"board[{BAR}] is the mover's bar and cannot be {numbers[BAR]}")
    if numbers[OFF] > 0:
        raise RulesError(f"board[0] is the other's bar and cannot be {numbers[OFF]}: it is <= 0")
    for name, sign in zip(SIDES, (1, -1), strict=True):
        count = sum(n * sign for n in numbers if n * sign > 0)
        if count > CHECKERS:
            raise RulesError(f"the {name} has {count} checkers on the board; there are {CHECKERS}")
    return tuple(numbers)


def parse_dice(value: Any) -> Roll:
    """Two dice 1-6; raises RulesError."""
    dice = _ints(value, "dice", 2)
    for die in dice:
        if not 1 <= die <= 6:
            raise RulesError(f"dice: {die} is not 1-6")
    return dice[0], dice[1]


def check_counts(question: Mapping[str, Any], board: Board) -> None:
    """Raises RulesError where `off` or `reserve` contradict the board.

    Fewer than 15 checkers of a side are let through: a wrong set-up may stand (tournament 6.2).
    """
    off = _counts(question, "off")
    if any(_counts(question, "reserve")):
        raise RulesError("reserve belongs to acey-deucey")
    for name, sign, gone in zip(SIDES, (1, -1), off, strict=True):
        count = sum(n * sign for n in board if n * sign > 0) + gone
        if count > CHECKERS:
            raise RulesError(
                f"the {name} has {count} checkers, on the board and off; there are {CHECKERS}"
            )


def _counts(question: Mapping[str, Any], key: str) -> Sequence[int]:
    if question.get(key) is None:
        return (0, 0)
    counts = _ints(question[key], key, 2)
    if min(counts) < 0 or max(counts) > CHECKERS:
        raise RulesError(f"{key}: {counts} are no counts of checkers (0-{CHECKERS})")
    return counts


def _ints(value: Any, key: str, length: int) -> list[int]:
    if value is None:
        raise RulesError(f"{key} is missing")
    if not isinstance(value, list) or len(value) != length:
        raise RulesError(f"{key} is not a list of {length} whole numbers")
    for number in value:
        if not isinstance(number, int) or isinstance(number, bool):
            raise RulesError(f"{key}: {json.dumps(number)} is not a whole number")
    return value


def _answer(legal: LegalPlays, finals: bool) -> dict[str, Any]:
    plays: list[dict[str, Any]] = []
    for play in legal.plays:
        entry: dict[str, Any] = {}
        if not finals:
            entry["notation"] = format_play(play.steps)
            entry["steps"] = [[step.source, step.to] for step in play.steps]
        entry["board"] = play.board
        plays.append(entry)
    return {"plays": plays, "dice_used": legal.dice_used}


def _dump(answer: Mapping[str, Any]) -> str:
    return json.dumps(answer, ensure_ascii=False, separators=(",", ":"))
