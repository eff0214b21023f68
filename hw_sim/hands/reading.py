"""What a snapshot tells a person: where the match stands, what lies there, what is pointed at."""

from __future__ import annotations

from collections.abc import Sequence

from controller.errors import InvalidNotation, RulesError
from controller.rules.notation import find_play, literal_board, parse_play
from controller.rules.plays import Play, Step
from controller.rules.position import CHECKERS, OFF, RESERVE, Board, Position, Side
from controller.rules.variants import find_variant
from controller.view.snapshot import Snapshot
from hw_sim.board import Truth
from hw_sim.hands.looking import lies

Turn = tuple[int, int, int]
"""match, game and turn number of a snapshot."""


def gist(seen: Snapshot, has_pressed: bool) -> tuple[object, ...]:
    """What makes a person look up when it changes; after a press only a refusal does."""
    return (seen.refused,) if has_pressed else (seen.refused, seen.verdict, seen.lights)


def stage(seen: Snapshot) -> tuple[object, ...]:
    """Where the match stands; a new stage means that the last act was understood."""
    return (
        seen.match, seen.game, seen.turn_number, seen.phase, seen.interruption, seen.turn,
        seen.roll, seen.opening, seen.cube, seen.score, seen.naming, seen.question,
    )  # fmt: skip


def turn_of(seen: Snapshot) -> Turn:
    return seen.match, seen.game, seen.turn_number


def position_of(seen: Snapshot) -> Position | None:
    """The position a snapshot shows, None where it shows none that could lie there."""
    position = Position(seen.slots, seen.off, seen.reserve)
    return position if all(position.owned(side) <= CHECKERS for side in Side) else None


def lit_slots(seen: Snapshot) -> tuple[int, ...]:
    """Slots whose light says that something is amiss."""
    kinds = ("wrong", "missing", "extra", "question", "bar")
    return tuple(light.place for light in seen.lights if light.kind in kinds and light.place < 26)


def is_shown(truth: Truth, start: Position, side: Side, text: str) -> bool:
    """Whether the board shows the play of this text, made from `start`; "nothing" is no step."""
    try:
        steps = parse_play("" if text == "nothing" else text)
    except InvalidNotation:
        return False
    board = literal_board(start.board(side), steps)
    return board is not None and lies(truth, _after(start, side, board, steps))


def play_shown(start: Position, side: Side, roll: tuple[int, int], seen: Snapshot) -> Play | None:
    """The play that the table asks for, from the board before the turn's first step."""
    if seen.chosen is None:
        return None
    rules = find_variant(seen.variant), start.reserve[side.index]
    try:
        return find_play(start.board(side), roll, seen.chosen, *rules)
    except RulesError:
        return None


def _after(start: Position, side: Side, board: Board, steps: Sequence[Step]) -> Position:
    """The position with this board, which `side` left by these steps."""
    off, reserve = list(start.off), list(start.reserve)
    off[side.index] += sum(step.to == OFF for step in steps)
    reserve[side.index] -= sum(step.source == RESERVE for step in steps)
    return Position.from_board(board, side, (off[0], off[1]), (reserve[0], reserve[1]))
