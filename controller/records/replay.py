"""A record played through: the position and the cube before every entry, plays in our own text."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from controller.errors import RulesError
from controller.match.cube import Cube
from controller.records.model import CubeAct, Entry, GameRecord, PositionSet, Turn
from controller.rules.notation import find_play, format_play, literal_board, parse_play
from controller.rules.plays import Play, apply_steps, legal_plays
from controller.rules.position import Board, Position, Roll, Side
from controller.rules.variants import Variant

LET_STAND = "recorded as illegal and let stand"


@dataclass(frozen=True, slots=True)
class Moment:
    """An entry and what stood before it. error: why a turn's play is illegal, None if it is not.

    after: the position that the entry leaves; where an illegal play cannot even be made with the
    checkers there, the position before it and `unplayable`. play: a legal play's canonical text;
    others: what its text may mean as well.
    """

    entry: Entry
    before: Position
    cube: Cube
    after: Position
    error: str | None = None
    unplayable: bool = False
    play: str | None = None
    others: tuple[str, ...] = ()


def replay(game: GameRecord) -> Iterator[Moment]:
    """Every entry in its order. Never stops at an illegal play: the rest is played from where
    its checkers were put."""
    position, cube = game.start, Cube(game.cube)
    for entry in game.entries:
        moment = _moment(entry, position, cube, game.variant)
        yield moment
        position = moment.after
        cube = cube_after(entry, cube)


def canonical(game: GameRecord) -> GameRecord:
    """The game with every legal play in canonical text: a step an entry, each hit said."""
    entries = tuple(
        replace(moment.entry, play=moment.play, text="")
        if isinstance(moment.entry, Turn) and moment.play is not None
        else moment.entry
        for moment in replay(game)
    )
    return replace(game, entries=entries)


def _moment(entry: Entry, position: Position, cube: Cube, variant: Variant) -> Moment:
    if isinstance(entry, PositionSet):
        return Moment(entry, position, cube, entry.position)
    if not isinstance(entry, Turn) or (entry.play is None and entry.after is None):
        return Moment(entry, position, cube, position)
    if entry.after is not None:
        why = _why_standing(entry, position, variant)
        return Moment(entry, position, cube, entry.after, why)
    text = entry.as_found if entry.play else ""
    board, reserve = position.board(entry.side), position.reserve[entry.side.index]
    try:
        meant = [find_play(board, entry.dice, text, variant, reserve)]
    except RulesError as error:
        meant = _with_hits_unsaid(text, board, entry.dice, variant, reserve)
        if not meant:
            made = _made_literally(text, position, entry.side)
            return Moment(entry, position, cube, made or position, str(error), made is None)
    play, *others = (format_play(each.steps) for each in meant)
    after = apply_steps(position, entry.side, meant[0].steps)
    return Moment(entry, position, cube, after, play=play, others=tuple(others))


def _with_hits_unsaid(
    text: str, board: Board, roll: Roll, variant: Variant, reserve: int
) -> list[Play]:
    """The legal plays that a text without its hits may mean, the fewest hits first (FIL-08)."""
    try:
        after = literal_board(board, parse_play(text), reserve)
    except RulesError:
        return []
    if after is None:
        return []
    plays = legal_plays(board, roll, variant, reserve).plays
    meant = [play for play in plays if _own(play.board) == _own(after)]
    return sorted(meant, key=lambda play: sum(step.hit for step in play.steps))


def _own(board: Board) -> tuple[int, ...]:
    return tuple(max(count, 0) for count in board[1:])


def _why_standing(entry: Turn, position: Position, variant: Variant) -> str | None:
    """An illegal play that was let stand: what was wrong with it."""
    if not entry.as_found:
        return LET_STAND  # only its board is known
    board, reserve = position.board(entry.side), position.reserve[entry.side.index]
    try:
        find_play(board, entry.dice, entry.as_found, variant, reserve)
    except RulesError as error:
        return str(error)
    return LET_STAND


def _made_literally(text: str, position: Position, side: Side) -> Position | None:
    try:
        movements = parse_play(text)
    except RulesError:
        return None
    board = literal_board(position.board(side), movements, position.reserve[side.index])
    return None if board is None else apply_steps(position, side, movements)


def cube_after(entry: Entry, cube: Cube) -> Cube:
    """The cube once an entry is done: taken, set by hand, or as it was."""
    if isinstance(entry, PositionSet):
        return Cube(entry.cube, entry.owner)
    if not isinstance(entry, CubeAct):
        return cube
    match entry.act:
        case "take":
            return Cube(entry.value, entry.side)
        case "beaver":
            return Cube(entry.value, entry.side)
        case "raccoon":  # whoever beavered keeps the cube
            return Cube(entry.value, entry.side.other)
        case _:
            return cube


def cube_at_end(game: GameRecord) -> int:
    """What the cube counts when the game is over; an offer that is dropped does not."""
    last = game.entries[-1] if game.entries else None
    if isinstance(last, CubeAct) and last.act == "drop":
        return last.value // 2
    cube = Cube(game.cube)
    for entry in game.entries:
        cube = cube_after(entry, cube)
    return cube.value
