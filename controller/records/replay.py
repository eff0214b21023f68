"""A record played through: the position and the cube before every entry."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from controller.errors import RulesError
from controller.match.cube import Cube
from controller.records.model import CubeAct, Entry, GameRecord, PositionSet, Turn
from controller.rules.notation import find_play, literal_board, parse_play
from controller.rules.position import Position, Side


@dataclass(frozen=True, slots=True)
class Moment:
    """An entry and what stood before it. error: why a turn's play is illegal, None if it is not.

    after: the position that the entry leaves; where an illegal play cannot even be made with the
    checkers there, the position before it and `unplayable`.
    """

    entry: Entry
    before: Position
    cube: Cube
    after: Position
    error: str | None = None
    unplayable: bool = False


def replay(game: GameRecord) -> Iterator[Moment]:
    """Every entry in its order. Never stops at an illegal play: the rest is played from where
    its checkers were put."""
    position, cube = game.start, Cube(game.cube)
    for entry in game.entries:
        moment = _moment(entry, position, cube)
        yield moment
        position = moment.after
        cube = cube_after(entry, cube)


def _moment(entry: Entry, position: Position, cube: Cube) -> Moment:
    if isinstance(entry, PositionSet):
        return Moment(entry, position, cube, entry.position)
    if not isinstance(entry, Turn) or (entry.play is None and entry.after is None):
        return Moment(entry, position, cube, position)
    if entry.after is not None:
        return Moment(entry, position, cube, entry.after, _why_standing(entry, position))
    text = entry.as_found if entry.play else ""
    board = position.board(entry.side)
    try:
        after = find_play(board, entry.dice, text).board
    except RulesError as error:
        made = _made_literally(text, position, entry.side)
        return Moment(entry, position, cube, made or position, str(error), made is None)
    return Moment(entry, position, cube, _position(after, position, entry.side))


def _why_standing(entry: Turn, position: Position) -> str | None:
    """An illegal play that was let stand: what was wrong with it."""
    try:
        find_play(position.board(entry.side), entry.dice, entry.as_found)
    except RulesError as error:
        return str(error)
    return "recorded as illegal and let stand"


def _made_literally(text: str, position: Position, side: Side) -> Position | None:
    try:
        movements = parse_play(text)
    except RulesError:
        return None
    board = literal_board(position.board(side), movements)
    return None if board is None else _position(board, position, side)


def _position(board: tuple[int, ...], before: Position, side: Side) -> Position:
    """The position after `side` moved: what left its board was borne off."""
    off = list(before.off)
    off[side.index] += before.on_board(side) - sum(n for n in board if n > 0)
    return Position.from_board(board, side, (off[0], off[1]), before.reserve)


def cube_after(entry: Entry, cube: Cube) -> Cube:
    """The cube once an entry is done: taken, set by hand, or as it was."""
    if isinstance(entry, PositionSet):
        return Cube(entry.cube, entry.owner)
    if isinstance(entry, CubeAct) and entry.act == "beaver":
        return Cube(cube.offered_value, cube.owner)
    if isinstance(entry, CubeAct) and entry.act == "take":
        return cube.take(entry.owner or entry.side)
    return cube
