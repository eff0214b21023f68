"""`gammonboard plays`: JSON lines in, the legal plays as JSON lines out.

One line is one question; a bad one is answered with {"error": ...} and the run goes on. Keys that
the command does not know are passed over, so that test corpora can be piped in as they are.
"""

from __future__ import annotations

import io
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TextIO

from controller.errors import RulesError
from controller.rules.notation import format_play
from controller.rules.plays import LegalPlays, legal_plays
from controller.rules.position import BAR, OFF, SLOTS, Board, Roll
from controller.rules.variants import Variant, find_variant

SIDES = ("mover", "other")
Pair = tuple[int, int]
"""Counts of the mover and the other."""


@dataclass(frozen=True, slots=True)
class PlaysQuestion:
    """One line as meant. roll: a named double as two equal dice. reserve: the mover's."""

    variant: Variant
    board: Board
    roll: Roll
    reserve: int


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
        asked = parse_question(line)
    except RulesError as error:
        return _dump({"error": str(error)})
    legal = legal_plays(asked.board, asked.roll, asked.variant, asked.reserve)
    return _dump(_answer(legal, finals))


def parse_question(line: str) -> PlaysQuestion:
    """The question of one line (DESIGN `plays`); raises RulesError in words."""
    try:
        question = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise RulesError(f"not JSON: {error}") from error
    if not isinstance(question, dict):
        raise RulesError("not a JSON object")
    name = question.get("variant", "standard")
    if not isinstance(name, str):
        raise RulesError("variant is not a text")
    variant = find_variant(name)
    board = parse_board(question.get("board"), variant)
    _off, reserve = parse_counts(question, board, variant)
    return PlaysQuestion(variant, board, parse_roll(question, variant), reserve[0])


def parse_board(value: Any, variant: Variant) -> Board:
    """A board as 26 ints from the mover's side; raises RulesError saying what is wrong with it."""
    numbers = _ints(value, "board", SLOTS)
    if numbers[BAR] < 0:
        raise RulesError(f"board[{BAR}] is the mover's bar and cannot be {numbers[BAR]}")
    if numbers[OFF] > 0:
        raise RulesError(f"board[0] is the other's bar and cannot be {numbers[OFF]}: it is <= 0")
    for name, sign in zip(SIDES, (1, -1), strict=True):
        count = _on_board(numbers, sign)
        if count > variant.checkers:
            raise RulesError(
                f"the {name} has {count} checkers on the board; there are {variant.checkers}"
            )
    return tuple(numbers)


def parse_roll(question: Mapping[str, Any], variant: Variant) -> Roll:
    """The dice, or the double named instead of them; raises RulesError."""
    named = question.get("named_double")
    if named is None:
        return parse_dice(question.get("dice"))
    if not variant.acey_deucey:
        raise RulesError("named_double belongs to acey-deucey")
    return parse_dice([named, named], "named_double")


def parse_dice(value: Any, key: str = "dice") -> Roll:
    """Two dice 1-6; raises RulesError."""
    dice = _ints(value, key, 2)
    for die in dice:
        if not 1 <= die <= 6:
            raise RulesError(f"{key}: {die} is not 1-6")
    return dice[0], dice[1]


def parse_counts(question: Mapping[str, Any], board: Board, variant: Variant) -> tuple[Pair, Pair]:
    """`off` and `reserve`; raises RulesError where they contradict the board.

    What is left out is what is missing on the board: off, or in a game with a reserve that while
    nothing is off. Given counts may leave a side short: a wrong set-up may stand (tournament 6.2).
    """
    given_off, given_reserve = (_counts(question, key, variant) for key in ("off", "reserve"))
    if given_reserve and any(given_reserve) and not variant.reserve:
        raise RulesError("reserve belongs to acey-deucey")
    off, reserve = [], []
    for at, (name, sign) in enumerate(zip(SIDES, (1, -1), strict=True)):
        missing = variant.checkers - _on_board(board, sign)
        gone = given_off[at] if given_off else 0
        waiting = given_reserve[at] if given_reserve else 0
        if gone + waiting > missing:
            where = "on the board, off and in reserve" if waiting else "on the board and off"
            count = variant.checkers - missing + gone + waiting
            raise RulesError(
                f"the {name} has {count} checkers, {where}; there are {variant.checkers}"
            )
        if gone and waiting:
            raise RulesError(f"the {name} has checkers off while {waiting} are still to enter")
        if variant.reserve and not given_reserve and not gone:
            waiting = missing
        elif not given_off:
            gone = missing - waiting
        off.append(gone)
        reserve.append(waiting)
    return (off[0], off[1]), (reserve[0], reserve[1])


def _on_board(board: Sequence[int], sign: int) -> int:
    return sum(n * sign for n in board if n * sign > 0)


def _counts(question: Mapping[str, Any], key: str, variant: Variant) -> Sequence[int] | None:
    if question.get(key) is None:
        return None
    counts = _ints(question[key], key, 2)
    if min(counts) < 0 or max(counts) > variant.checkers:
        raise RulesError(f"{key}: {counts} are no counts of checkers (0-{variant.checkers})")
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
