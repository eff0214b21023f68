"""How a game of a file ended, where the file says it badly or not at all.

Shared by the readers. What is mended is told; a game that nothing ends stays unfinished.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from controller.match.score import SIZE_NAMES, Ending, game_size, winner_by_bearoff
from controller.records.model import CubeAct, Entry, GameRecord, RecordedResult, Turn
from controller.records.replay import cube_at_end, replay
from controller.rules.position import Side


def settle_results(games: Sequence[GameRecord], length: int) -> tuple[list[GameRecord], list[str]]:
    """The games with results that can be, and what was mended, in words (FIL-03).

    A missing result follows from the last checker borne off or from the next game's score.
    Points that no game is worth are taken from the next score, else cut to the nearest worth.
    """
    settled, told = [], []
    for at, game in enumerate(games):
        following = games[at + 1] if at + 1 < len(games) else None
        gain = _gain(game, following)
        result = game.result
        if result is None:
            result = _by_last_checker(game) or gain
            if result is not None:
                told.append(f"game {game.number} has no winner's line: {_words(result)}")
        elif not _is_possible(result, game, length):
            cube = cube_at_end(game)
            odd = _points(result)
            result = gain or replace(result, points=_nearest_worth(result.points, cube))
            told.append(f"game {game.number}: {odd} with the cube at {cube}: {_words(result)}")
        settled.append(replace(game, result=result))
    return settled, told


def uncapped(result: RecordedResult, game: GameRecord, length: int) -> RecordedResult:
    """What a game was worth where only what the winner needed is written (G-10).

    how and size are said, too: borne off by the last board, else resigned.
    """
    *_, final = [game.start, *(moment.after for moment in replay(game))]
    winner, cube = result.winner, cube_at_end(game)
    last = game.entries[-1] if game.entries else None
    if isinstance(last, CubeAct) and last.act == "drop":
        return RecordedResult(winner, result.points, Ending.DROP, _size(result.points, cube))
    is_borne_off = winner_by_bearoff(final) is winner
    how = result.how or (Ending.BEAROFF if is_borne_off else Ending.RESIGN)
    points = result.points
    if length and points == length - game.score[winner.index]:
        worth = game_size(final, winner) * cube if how is Ending.BEAROFF else 0
        points = max(worth, _nearest_worth(points, cube))
    return RecordedResult(winner, points, how, _size(points, cube))


def _size(points: int, cube: int) -> int | None:
    size, rest = divmod(points, cube)
    return size if size in SIZE_NAMES and not rest else None


def last_roll_unplayed(entries: Sequence[Entry], result: RecordedResult | None) -> list[Entry]:
    """A last roll with nothing behind it: rolled, then resigned (FIL-01)."""
    last = entries[-1] if entries else None
    if isinstance(last, Turn) and last.play == "" and result and result.winner is not last.side:
        return [*entries[:-1], replace(last, play=None)]
    return list(entries)


def _gain(game: GameRecord, following: GameRecord | None) -> RecordedResult | None:
    """Who won what by the score that the next game starts at."""
    if following is None:
        return None
    gains = [after - before for before, after in zip(game.score, following.score, strict=True)]
    if min(gains) != 0 or max(gains) <= 0:
        return None
    return RecordedResult(Side.LIGHT if gains[0] else Side.DARK, max(gains))


def _by_last_checker(game: GameRecord) -> RecordedResult | None:
    moments = list(replay(game))
    winner = winner_by_bearoff(moments[-1].after) if moments else None
    if winner is None:
        return None
    size = game_size(moments[-1].after, winner)
    return RecordedResult(winner, size * cube_at_end(game), Ending.BEAROFF, size)


def _is_possible(result: RecordedResult, game: GameRecord, length: int) -> bool:
    cube = cube_at_end(game)
    lacking = length - game.score[result.winner.index]
    is_capped = lacking == result.points < max(SIZE_NAMES) * cube  # some sites write no more
    return is_capped or result.points in [size * cube for size in SIZE_NAMES]


def _nearest_worth(points: int, cube: int) -> int:
    """The least that a game is worth which is not less than told, else the most."""
    worth = [size * cube for size in SIZE_NAMES]
    return next((value for value in worth if value >= points), worth[-1])


def _points(result: RecordedResult) -> str:
    return "1 point" if result.points == 1 else f"{result.points} points"


def _words(result: RecordedResult) -> str:
    side = "left" if result.winner is Side.LIGHT else "right"
    return f"{_points(result)} for {side} counted"
