"""A match that a file tells, as facts of the journal: what `import` writes.

Nobody sat at this table for it, so its seats are empty; real or not, its dice count as typed. What
our own facts cannot tell (a play that cannot be made, a game whose middle is missing) is left out
and said with game and move, never mended in silence.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator
from dataclasses import dataclass

from controller.errors import ControllerError, RecordError
from controller.journal.journal import NOBODY
from controller.match.score import SIZE_NAMES, Ending, Score, game_size, winner_by_bearoff
from controller.records.mat import mat_view
from controller.records.model import (
    OFFERS,
    CubeAct,
    Entry,
    GameRecord,
    MatchRecord,
    PositionSet,
    RecordedResult,
    Resignation,
    Turn,
)
from controller.records.replay import Moment, cube_at_end, replay
from controller.rules.position import Position, Side
from controller.rules.variants import Opening
from controller.table import facts as f
from controller.table.phases import Phase
from controller.table.state import MatchState, fold_one

_IMPORT = "import-"
_DATE = re.compile(r"\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])")


@dataclass(frozen=True, slots=True)
class Told:
    """A match as facts. left_out: what of the record they do not tell and why, in words."""

    facts: tuple[f.AnyFact, ...]
    left_out: tuple[str, ...] = ()


def to_facts(record: MatchRecord, match: int, source: str) -> Told:
    """The facts of match number `match`, in their order.

    source: the file's name. A game's first entry that facts cannot tell ends what is told of that
    game (its result is kept); a game that nobody is said to have won ends the match (FIL-23).
    Raises RecordError where nothing would be left.
    """
    facts: list[f.AnyFact] = [_card(record, match, source)]
    content = content_id(record)
    left_out: list[str] = []
    for at, game in enumerate(record.games, 1):
        teller = _Teller(game, game_id(content, at), facts[0])
        facts += teller.tell()
        left_out += teller.left_out
        if game.result is None and at < len(record.games):
            left_out.append(
                f"game {game.number}: nobody is said to have won it; what follows is left out"
            )
            break
    else:
        if record.winner is not None:
            facts.append(f.MatchEnded(record.winner.value, record.score))
    if not any(isinstance(fact, f.Played | f.Doubled | f.GameEnded) for fact in facts):
        raise RecordError(left_out[0] if left_out else "there is no game in it")
    return Told(tuple(facts), tuple(left_out))


def content_id(record: MatchRecord) -> str:
    """Says which match this is, in whatever file it comes: names, dice, plays, results (hex)."""
    view = mat_view(record)
    text = repr((view.players, view.length, view.variant, view.games))
    return hashlib.sha256(text.encode()).hexdigest()[:32]


def game_id(content: str, game: int) -> str:
    """The id of the match's n-th game."""
    return f"{_IMPORT}{content}/G{game}"


def is_content_id(gid: str) -> bool:
    """Whether a game's id tells what is in it, so that equal ids are equal matches."""
    return gid.startswith(_IMPORT)


def _card(record: MatchRecord, match: int, source: str) -> f.MatchStarted:
    light, dark = (" ".join(name.split()) for name in record.players)
    return f.MatchStarted(
        match=match,
        variant=record.variant,
        length=record.length,
        light=light or "Light",
        dark=dark or "Dark",
        seats=NOBODY,
        dice="typed",
        event=record.event,
        round=record.round,
        table=record.place,
        date=record.date if record.date and _DATE.fullmatch(record.date) else None,
        product=record.product,
        stakes=record.stakes,
        source=source or "a file",
    )


class _Teller:
    """One game's facts, each tried on the core's own fold before it is kept."""

    def __init__(self, game: GameRecord, gid: str, card: f.AnyFact) -> None:
        self._game = game
        self._gid = gid
        self._state = fold_one(MatchState(), card)
        self._facts: list[f.AnyFact] = []
        self.left_out: list[str] = []

    def tell(self) -> list[f.AnyFact]:
        game = self._game
        start = game.start
        self._add(
            f.GameStarted(
                game.number, self._gid, game.score, game.crawford, None, start.slots, start.off
            )
        )
        if game.cube > 1:
            self._add(f.AutomaticDouble(game.cube))
        last = None
        for moment in replay(game):
            try:
                for fact in self._facts_of(moment):
                    self._add(fact)
            except ControllerError as error:
                where = f"game {game.number}{_row(moment)}"
                self.left_out.append(f"{where}: {error}; the rest of the game is left out")
                break
            last = moment
        if game.result is not None:
            self._end(game.result, last)
        return self._facts

    def _add(self, fact: f.AnyFact) -> None:
        self._state = fold_one(self._state, fact)
        self._facts.append(fact)

    def _facts_of(self, moment: Moment) -> Iterator[f.AnyFact]:
        entry = moment.entry
        yield from self._beaver_taken(entry)
        match entry:
            case Turn():
                yield from self._turn(entry, moment)
            case CubeAct(side=side, act="double", value=value):
                yield from self._put_on_roll(side, moment)
                yield f.Doubled(side.value, value)
            case CubeAct(side=side, act="take", value=value):
                yield f.Taken(side.value, value)
            case CubeAct(side=side, act="beaver" | "raccoon", value=value):
                yield f.Beavered(side.value, value)
            case CubeAct(side=side):
                yield f.Dropped(side.value)
            case Resignation(side=side, size=size, accepted=accepted):
                yield f.ResignOffered(side.value, size)
                yield f.ResignAnswered(side.other.value, accepted)
            case PositionSet(position=position, turn=turn, cube=cube, owner=owner):
                yield _board_set(position, turn, cube, owner)

    def _beaver_taken(self, entry: Entry) -> Iterator[f.AnyFact]:
        """A record does not say that a beaver was taken; what follows it does."""
        cube, offered_by = self._state.game.cube, self._state.game.offered_by
        is_answer = isinstance(entry, CubeAct) and entry.act in (*OFFERS, "take", "drop")
        if offered_by is not None and not is_answer and not isinstance(entry, Resignation):
            yield f.Taken(offered_by.other.value, cube.offered_value)

    def _turn(self, entry: Turn, moment: Moment) -> Iterator[f.AnyFact]:
        is_last = entry is self._game.entries[-1]
        yield from self._roll(entry, moment)
        if moment.unplayable:
            raise RecordError(f"{moment.error}; it cannot be made at all")
        if entry.play is None and entry.after is None:
            if is_last:
                return  # rolled, and then the game ended
            raise RecordError("its play is not written, so nobody knows what follows")
        after = moment.after
        illegal = moment.error is not None
        notation = entry.play or "" if moment.play is None else moment.play
        dice = entry.dice if entry.has_known_dice else (0, 0)
        yield f.Played(
            *(entry.side.value, dice, notation, after.slots, after.off),
            illegal=illegal,
            rolls=entry.rolls,
        )

    def _roll(self, entry: Turn, moment: Moment) -> Iterator[f.AnyFact]:
        if entry.rolls:  # nobody saw it thrown
            if self._state.game.turn is not None:
                yield from self._put_on_roll(entry.side, moment)
            return
        high, low = entry.dice
        opens = self._game.variant.opening is Opening.DIE_EACH and high != low
        if self._state.game.turn is None and opens:
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
        cube = cube_at_end(self._game)
        winner = result.winner
        how, size = result.how, result.size
        if how is None:
            how = Ending.BEAROFF if winner_by_bearoff(final) is winner else Ending.RESIGN
        if size is None:
            worth = result.points // cube
            by_board = game_size(final, winner) if how is Ending.BEAROFF else 1
            size = worth if worth in SIZE_NAMES else by_board
        if self._state.phase is Phase.SETUP:  # a game without any entry: the loser gives it up
            start = self._game.start
            self._add(_board_set(start, winner.other, self._game.cube, None))
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
