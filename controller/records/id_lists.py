"""A match as one line a decision: XGIDs, or GNUbg position and match IDs.

A decision is a roll to be played, a double that was offered, and its answer. Which way it went is
not in the line; tools that take such lines want to find that out themselves.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from controller.errors import RecordError, RulesError
from controller.records.model import OFFERS, CubeAct, GameRecord, MatchRecord, Turn
from controller.records.replay import Moment, replay
from controller.rules.ids import (
    MAX_CUBE,
    MatchState,
    format_match_id,
    format_position_id,
    format_xgid,
)
from controller.rules.position import Position
from controller.rules.variants import find_variant

NO_CUBE = 1  # the highest value of a cube that is never turned


def format_xgids(record: MatchRecord) -> str:
    """XGIDs, a line each. Raises RecordError for what an XGID cannot hold."""
    return _lines(record, format_xgid)


def format_gnubg_ids(record: MatchRecord) -> str:
    """`position:match` IDs of gnubg, a line each. Raises RecordError for what they cannot hold."""
    return _lines(record, _gnubg_id)


def _gnubg_id(position: Position, state: MatchState) -> str:
    board = position.board(state.decides)
    return f"{format_position_id(board)}:{format_match_id(state)}"


def _lines(record: MatchRecord, format_id: Callable[[Position, MatchState], str]) -> str:
    variant = find_variant(record.variant)
    if variant.reserve:
        raise RecordError(f"no ID holds the reserve of {variant.title}")
    lines = []
    for game in record.games:
        for position, state in decisions(game, record):
            try:
                lines.append(format_id(position, state))
            except RulesError as error:
                raise RecordError(f"game {game.number}: {error}") from error
    return "".join(f"{line}\n" for line in lines)


def decisions(game: GameRecord, record: MatchRecord) -> Iterator[tuple[Position, MatchState]]:
    """Every moment of a game at which somebody had to decide."""
    for moment in replay(game):
        state = _state(moment, game, record)
        if state is not None:
            yield moment.before, state


def _state(moment: Moment, game: GameRecord, record: MatchRecord) -> MatchState | None:
    entry = moment.entry
    if not isinstance(entry, Turn | CubeAct):
        return None
    is_answer = isinstance(entry, CubeAct) and entry.act in ("take", "drop")
    if isinstance(entry, CubeAct) and entry.act in OFFERS[1:]:
        return None  # no ID says that a double may be turned back
    if isinstance(entry, Turn) and not entry.has_known_dice:
        return None
    stakes = record.stakes
    return MatchState(
        on_roll=entry.side.other if is_answer else entry.side,
        dice=entry.dice if isinstance(entry, Turn) else None,
        cube_value=moment.cube.value,
        cube_owner=moment.cube.owner,
        double_offered=is_answer,
        length=record.length,
        score=game.score,
        crawford=game.crawford,
        jacoby=stakes.jacoby and not record.length,
        beavers=bool(stakes.beavers and not record.length),
        cube_limit=MAX_CUBE if stakes.cube and game.variant.cube else NO_CUBE,
    )
