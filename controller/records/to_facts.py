"""A match that a file tells, as facts of the journal: what `import` writes.

Nobody sat at this table for it, so its seats are empty; real or not, its dice count as typed. A
match that our own facts cannot tell (a play that cannot be made, a game whose middle is missing)
is refused with game and move, never mended in silence.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from controller.errors import ControllerError, RecordError
from controller.journal.journal import NOBODY
from controller.match.score import SIZE_NAMES, Ending, Score, game_size, winner_by_bearoff
from controller.records.model import (
    CubeAct,
    GameRecord,
    MatchRecord,
    PositionSet,
    RecordedResult,
    Resignation,
    Turn,
)
from controller.records.names import tag_text
from controller.records.replay import Moment, cube_after, replay
from controller.rules.position import Position, Side
from controller.table import facts as f
from controller.table.state import MatchState, fold_one

LONGEST_NAME = 40
_DATE = re.compile(r"\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])")


def to_facts(record: MatchRecord, match: int, digest: str, source: str) -> list[f.AnyFact]:
    """The facts of match number `match`, in their order.

    digest: of the file, hex; makes the games' ids, so that a second import is known. source: the
    file's name, told as the event where the record names none. Raises RecordError naming game
    and move where the facts would not be a match.
    """
    facts: list[f.AnyFact] = [_card(record, match, source)]
    for at, game in enumerate(record.games):
        following = record.games[at + 1] if at + 1 < len(record.games) else None
        told = replace(game, result=game.result or _result_by_next_score(game, following))
        if following and told.result is None:
            raise RecordError(f"game {game.number}: nobody is said to have won it")
        facts += _Teller(told, game_id(digest, at + 1), facts[0]).tell()
    if record.winner is not None:
        facts.append(f.MatchEnded(record.winner.value, record.score))
    return facts


def game_id(digest: str, game: int) -> str:
    """The id of the file's n-th game."""
    return f"import-{digest[:32]}/G{game}"


def _card(record: MatchRecord, match: int, source: str) -> f.MatchStarted:
    light, dark = (tag_text(name)[:LONGEST_NAME].strip() for name in record.players)
    return f.MatchStarted(
        match=match,
        variant=record.variant,
        length=record.length,
        light=light or "Light",
        dark=dark or "Dark",
        seats=NOBODY,
        dice="typed",
        event=tag_text(record.event or source),
        round=tag_text(record.round),
        table=tag_text(record.place),
        date=record.date if record.date and _DATE.fullmatch(record.date) else None,
        product=tag_text(record.product),
    )


def _result_by_next_score(game: GameRecord, following: GameRecord | None) -> RecordedResult | None:
    """Who won a game without a Wins line, by the score that the next one starts at."""
    if following is None:
        return None
    gains = [after - before for before, after in zip(game.score, following.score, strict=True)]
    if sorted(gains)[0] != 0 or max(gains) <= 0:
        return None
    return RecordedResult(Side.LIGHT if gains[0] else Side.DARK, max(gains))


class _Teller:
    """One game's facts, each tried on the core's own fold before it is kept."""

    def __init__(self, game: GameRecord, gid: str, card: f.AnyFact) -> None:
        self._game = game
        self._gid = gid
        self._state = fold_one(MatchState(), card)
        self._facts: list[f.AnyFact] = []

    def tell(self) -> list[f.AnyFact]:
        game = self._game
        start = game.start
        self._add(
            f.GameStarted(
                game.number, self._gid, game.score, game.crawford, None, start.slots, start.off
            )
        )
        moment = None
        for moment in replay(game):
            try:
                for fact in self._facts_of(moment):
                    self._add(fact)
            except ControllerError as error:
                raise RecordError(f"game {game.number}{_row(moment)}: {error}") from error
        if game.result is not None:
            try:
                self._end(game.result, moment)
            except ControllerError as error:
                raise RecordError(f"game {game.number}: its end: {error}") from error
        return self._facts

    def _add(self, fact: f.AnyFact) -> None:
        self._state = fold_one(self._state, fact)
        self._facts.append(fact)

    def _facts_of(self, moment: Moment) -> Iterator[f.AnyFact]:
        entry = moment.entry
        match entry:
            case Turn():
                yield from self._turn(entry, moment)
            case CubeAct(side=side, act="double", value=value):
                yield from self._put_on_roll(side, moment)
                yield f.Doubled(side.value, value)
            case CubeAct(side=side, act="take", value=value):
                yield f.Taken(side.value, value)
            case CubeAct(side=side):
                yield f.Dropped(side.value)
            case Resignation(side=side, size=size, accepted=accepted):
                yield f.ResignOffered(side.value, size)
                yield f.ResignAnswered(side.other.value, accepted)
            case PositionSet(position=position, turn=turn, cube=cube, owner=owner):
                yield _board_set(position, turn, cube, owner)

    def _turn(self, entry: Turn, moment: Moment) -> Iterator[f.AnyFact]:
        is_last = entry is self._game.entries[-1]
        if moment.unplayable:
            raise RecordError(f"{moment.error}; it cannot be made at all")
        if entry.play is None and entry.after is None and not is_last:
            raise RecordError("its play is not written, so nobody knows what follows")
        yield from self._roll(entry, moment)
        if entry.play is None and entry.after is None:
            return  # rolled, and then the game ended
        after = moment.after
        illegal = moment.error is not None
        notation = entry.play or ""
        yield f.Played(
            entry.side.value, entry.dice, notation, after.slots, after.off, illegal=illegal
        )

    def _roll(self, entry: Turn, moment: Moment) -> Iterator[f.AnyFact]:
        high, low = entry.dice
        if self._state.game.turn is None and high != low:
            dice = (high, low) if entry.side is Side.LIGHT else (low, high)
            yield f.Rolled("O", self._state.game.rolled["O"], dice)
            return
        yield from self._put_on_roll(entry.side, moment)
        yield f.Rolled("R", self._state.game.rolled["R"], entry.dice, entry.side.value)

    def _put_on_roll(self, side: Side, moment: Moment) -> Iterator[f.AnyFact]:
        """Nothing where `side` is on roll anyway; else the record says so by what it does."""
        if self._state.game.turn is not side:
            yield _board_set(moment.before, side, moment.cube.value, moment.cube.owner)

    def _end(self, result: RecordedResult, last: Moment | None) -> None:
        final = last.after if last else self._game.start
        cube = cube_after(last.entry, last.cube).value if last else 1
        winner = result.winner
        how, size = result.how, result.size
        if how is None:
            how = Ending.BEAROFF if winner_by_bearoff(final) is winner else Ending.RESIGN
        if size is None:
            worth = result.points // cube
            by_board = game_size(final, winner) if how is Ending.BEAROFF else 1
            size = worth if worth in SIZE_NAMES else by_board
        if how is Ending.RESIGN and not (last and isinstance(last.entry, Resignation)):
            self._add(f.ResignOffered(winner.other.value, size))
            self._add(f.ResignAnswered(winner.value, True))
        score = Score(0, self._game.score).with_win(winner, result.points).points
        self._add(f.GameEnded(winner.value, how.value, size, result.points, score))


def _board_set(position: Position, turn: Side | None, cube: int, owner: Side | None) -> f.BoardSet:
    return f.BoardSet(
        position.slots,
        position.off,
        turn=turn.value if turn else None,
        cube=cube,
        owner=owner.value if owner else None,
    )


def _row(moment: Moment) -> str:
    entry = moment.entry
    return f", move {entry.move}" if isinstance(entry, Turn | CubeAct) else ""
