"""Does a record keep the rules? Every play is replayed; what breaks them is listed, with why."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from controller.match.cube import refusal_arguments, refusal_to_double
from controller.match.score import SIZE_NAMES, Score, winner_by_bearoff
from controller.records.model import CubeAct, GameRecord, MatchRecord, Turn
from controller.records.replay import Moment, cube_at_end, replay
from controller.records.unseen import format_rolls
from controller.rules.notation import parse_play
from controller.rules.position import Position, Side


@dataclass(frozen=True, slots=True)
class IllegalFinding:
    """One play against the rules. move: the row; text: as the record has it.

    unplayable: it cannot be made with the checkers there, so what follows may be wrong too.
    """

    game: int
    move: int
    side: Side
    text: str
    why: str
    unplayable: bool = False


@dataclass(frozen=True, slots=True)
class Findings:
    """What replaying a match found. plays: rolls with a play or a dance.

    unread: what the reader could not read and so nobody judged.
    """

    plays: int
    illegal: tuple[IllegalFinding, ...]
    warnings: tuple[str, ...]
    unread: tuple[str, ...] = ()


def check_record(record: MatchRecord) -> Findings:
    """Replay a match. Warnings say what is odd but is no play: cube, score, order, ending."""
    plays = 0
    illegal: list[IllegalFinding] = []
    warnings = list(record.warnings)
    previous: GameRecord | None = None
    for game in record.games:
        warnings += _score_warnings(previous, game)
        final = game.start
        moments = []
        for moment in replay(game):
            moments.append(moment)
            final = moment.after
            entry = moment.entry
            if isinstance(entry, Turn) and (entry.play is not None or entry.after is not None):
                plays += 1
                if moment.error:
                    illegal.append(_illegal(game, entry, moment))
        warnings += _play_warnings(game, moments)
        warnings += _unseen_warnings(game)
        warnings += _order_warnings(game, moments)
        warnings += _cube_warnings(record, game, moments)
        warnings += _ending_warnings(record, game, final)
        previous = game
    return Findings(plays, tuple(illegal), tuple(warnings), record.unread)


def _illegal(game: GameRecord, entry: Turn, moment: Moment) -> IllegalFinding:
    why = moment.error or ""
    if moment.unplayable:
        why += "; it cannot be made at all, so what follows may be wrong too"
    is_unsaid = entry.play is None or (entry.after is not None and not entry.as_found)
    said = "illegal play" if is_unsaid else entry.as_found
    text = f"{entry.dice[0]}{entry.dice[1]}: {said}".rstrip()
    return IllegalFinding(game.number, entry.move, entry.side, text, why, moment.unplayable)


def _score_warnings(previous: GameRecord | None, game: GameRecord) -> list[str]:
    if previous is None or previous.result is None:
        return []
    points = list(previous.score)
    points[previous.result.winner.index] += previous.result.points
    if tuple(points) == game.score:
        return []
    return [
        f"game {game.number}: starts at {game.score[0]}-{game.score[1]}, "
        f"but game {previous.number} ended at {points[0]}-{points[1]}"
    ]


def _play_warnings(game: GameRecord, moments: list[Moment]) -> Iterator[str]:
    """Legal plays that are oddly written: with a hit that is none, or such that two are meant."""
    for moment in moments:
        entry = moment.entry
        if not isinstance(entry, Turn) or moment.play is None:
            continue
        where = f"game {game.number}, move {entry.move}: {column(entry.side)}: {entry.as_found!r}"
        if moment.others:
            may = " or ".join(map(repr, moment.others))
            yield f"{where} may mean {may}; {moment.play!r} was taken"
        elif "*" in entry.as_found and _hits(entry.as_found) - _hits(moment.play):
            yield f"{where} hits nothing there; {moment.play!r} was taken"


def _unseen_warnings(game: GameRecord) -> Iterator[str]:
    """Turns that nobody saw; where several rolls explain one, the dice of the record only stand in
    for them."""
    for entry in game.entries:
        if isinstance(entry, Turn) and entry.rolls:
            where = f"game {game.number}, move {entry.move}: {column(entry.side)}"
            told = "" if entry.has_known_dice else f", its roll may be {format_rolls(entry.rolls)}"
            yield f"{where}: reconstructed{told}"


def _hits(text: str) -> set[int]:
    return {step.to for step in parse_play(text) if step.hit}


def _order_warnings(game: GameRecord, moments: list[Moment]) -> list[str]:
    """Nobody moves twice running (a position set in between may change the turn)."""
    warnings: list[str] = []
    if game.variant.acey_deucey:  # there a side plays what it named, and then throws again
        return warnings
    last: Side | None = None
    for moment in moments:
        entry = moment.entry
        if isinstance(entry, Turn):
            if entry.side is last:
                warnings.append(
                    f"game {game.number}, move {entry.move}: {column(entry.side)} moves twice"
                )
            last = entry.side
        elif not isinstance(entry, CubeAct):
            last = None
    return warnings


def _cube_warnings(record: MatchRecord, game: GameRecord, moments: list[Moment]) -> list[str]:
    warnings = []
    score = Score(record.length, game.score)
    has_cube = record.stakes.cube and game.variant.cube
    stakes = replace(record.stakes, cube=has_cube, cube_limit=0)
    for moment in moments:
        entry = moment.entry
        if isinstance(entry, CubeAct) and entry.act == "double":
            refusal = refusal_to_double(
                moment.cube, entry.side, score, stakes, crawford=game.crawford
            )
            if refusal:
                words = refusal.format(**refusal_arguments(moment.cube))
                warnings.append(
                    f"game {game.number}, move {entry.move}: "
                    f"{column(entry.side)} should not double: {words}"
                )
    return warnings


def _ending_warnings(record: MatchRecord, game: GameRecord, final: Position) -> list[str]:
    result = game.result
    if result is None:
        return []
    cube = cube_at_end(game)
    warnings = []
    worth = [size * cube for size in SIZE_NAMES if size <= game.variant.largest_win]
    lacking = record.length - game.score[result.winner.index]
    capped = lacking == result.points < worth[-1]  # some sites write what was needed, no more
    if result.points not in worth and not capped:
        warnings.append(f"game {game.number}: {result.points} points with the cube at {cube}")
    off = winner_by_bearoff(final)
    if off is not None and off is not result.winner:
        warnings.append(
            f"game {game.number}: {column(off)} has borne off all checkers, "
            f"but {column(result.winner)} is said to win"
        )
    return warnings


def column(side: Side) -> str:
    """Light is the left column of a record, dark the right one."""
    return "left" if side is Side.LIGHT else "right"
