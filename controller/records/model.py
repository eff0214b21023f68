"""A match as a record tells it: games of turns and cube acts, whatever file it came from.

The journal's facts are folded into it (`from_facts`), the readers of files build it, the writers
write it, `check` replays it. Left column = light, right column = dark.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from controller.errors import RecordError
from controller.match.cube import Cube
from controller.match.score import Ending, GameResult, Score
from controller.match.stakes import USUAL, Stakes
from controller.rules.position import START, Position, Roll, Side
from controller.rules.variants import STANDARD, Variant, find_variant
from controller.table import facts as f


@dataclass(frozen=True, slots=True)
class Turn:
    """A roll and what was done with it.

    move: the row of the record. play: canonical text (as found where it is none), "" a dance,
    None: rolled and not played, since the game ended there. after: the board that an illegal
    play, let stand, has left. text: the play as a file has it, for words only.

    rolls: of a turn that nobody saw, reconstructed from the boards and confirmed, every roll that
    explains it; `dice` is one of them, and stands in for the others where a form needs dice. () for
    a turn that was seen.
    """

    move: int
    side: Side
    dice: Roll
    play: str | None
    after: Position | None = None
    text: str = field(default="", compare=False, repr=False)
    rolls: tuple[Roll, ...] = ()

    @property
    def has_known_dice(self) -> bool:
        """False where several rolls explain a turn that nobody saw."""
        return len(self.rolls) <= 1

    @property
    def as_found(self) -> str:
        """The play as the file has it, else our own text."""
        return self.text or self.play or ""


@dataclass(frozen=True, slots=True)
class CubeAct:
    """act: "double", "beaver", "raccoon", "take" or "drop"; value: the cube once it is taken.

    A beaver (or raccoon) that is not dropped is taken: no act says so.
    """

    move: int
    side: Side
    act: str
    value: int


OFFERS = ("double", "beaver", "raccoon")
NEXT_OFFER = {"": "double", "double": "beaver", "beaver": "raccoon", "raccoon": "raccoon"}
"""What turning the cube is called after the act before it."""


@dataclass(frozen=True, slots=True)
class Resignation:
    """An offer to resign `size` games and its answer."""

    side: Side
    size: int
    accepted: bool


@dataclass(frozen=True, slots=True)
class PositionSet:
    """A position set by hand or by a director, between turns."""

    position: Position
    turn: Side | None = None
    cube: int = 1
    owner: Side | None = None


Entry = Turn | CubeAct | Resignation | PositionSet


@dataclass(frozen=True, slots=True)
class GameRecord:
    """One game. score: (light, dark) at its start. result: None where the record stops.

    cube: what it shows at the start, in the middle (more than 1 after automatic doubles).
    variant: what its plays are judged by.
    """

    number: int
    score: tuple[int, int]
    crawford: bool = False
    start: Position = START
    entries: tuple[Entry, ...] = ()
    result: RecordedResult | None = None
    cube: int = 1
    variant: Variant = STANDARD


@dataclass(frozen=True, slots=True)
class RecordedResult:
    """What a record says of an ending. how, size: None where the format has no word for it."""

    winner: Side
    points: int
    how: Ending | None = None
    size: int | None = None

    @classmethod
    def from_result(cls, result: GameResult) -> RecordedResult:
        return cls(result.winner, result.points, result.how, result.size)


@dataclass(frozen=True, slots=True)
class MatchRecord:
    """A whole match. length 0: money. seats: "person", "bot ..." or "hands"; dice: their source.

    identity: says which match this is, equal in every export of it. warnings: what is odd in a
    file, unread: what of it could not be read; both in words with line numbers, no part of the
    record's value.
    """

    players: tuple[str, str]
    length: int
    games: tuple[GameRecord, ...] = ()
    winner: Side | None = None
    variant: str = "standard"
    event: str = ""
    round: str = ""
    place: str = ""
    date: str | None = None
    seats: tuple[str, str] = ("", "")
    dice: str = ""
    seed: int | None = None
    product: str = ""
    stakes: Stakes = USUAL
    identity: str = ""
    warnings: tuple[str, ...] = field(default=(), compare=False)
    unread: tuple[str, ...] = field(default=(), compare=False)

    @property
    def score(self) -> tuple[int, int]:
        """(light, dark) after the last game that has a result, else at the last game's start."""
        if not self.games:
            return (0, 0)
        last = self.games[-1]
        if last.result is None:
            return last.score
        light, dark = last.score
        points = last.result.points
        return (
            (light + points, dark) if last.result.winner is Side.LIGHT else (light, dark + points)
        )


def board_alone(position: Position, checkers: int) -> Position:
    """A position as a file shows it: what is not on the board counts as borne off."""
    off = [max(0, checkers - position.on_board(side)) for side in Side]
    return Position(position.slots, (off[0], off[1]))


class RowCounter:
    """Numbers the rows of a two-column record: light opens a row, dark fills it or opens one."""

    def __init__(self) -> None:
        self._row = 0
        self._right_is_free = False

    def place(self, side: Side) -> int:
        """The row of the next cell of `side`."""
        if side is Side.LIGHT or not self._right_is_free:
            self._row += 1
        self._right_is_free = side is Side.LIGHT
        return self._row


def from_facts(facts: Iterable[f.Fact]) -> MatchRecord:
    """The record of one match, whole or under way. Raises RecordError if they are no match."""
    fold = _Fold()
    for number, fact in enumerate(facts, 1):
        try:
            fold.add(fact)
        except ValueError as error:  # a side, ending, score or position that is none
            raise RecordError(f"fact {number} ({type(fact).__name__}): {error}") from error
    return fold.record()


class _Fold:
    """Facts in, record out: one match, its finished games and the game under way."""

    def __init__(self) -> None:
        self._match: MatchRecord | None = None
        self._games: list[GameRecord] = []
        self._game: GameRecord | None = None
        self._entries: list[Entry] = []
        self._rows = RowCounter()
        self._rolled: tuple[Side, Roll] | None = None
        self._offer: f.ResignOffered | None = None

    def add(self, fact: f.Fact) -> None:
        match fact:
            case f.MatchStarted():
                self._match = _match_from(fact)
            case f.GameStarted():
                self._close_game(None)
                self._open_game(fact)
            case f.Rolled():
                self._roll(fact)
            case f.RollCorrected():
                self._rolled = (Side(fact.side), fact.dice)
            case f.Played():
                self._play(fact)
            case f.AutomaticDouble(value=value):
                if self._game is not None:
                    self._game = replace(self._game, cube=value)
            case f.Doubled(side=side, value=value):
                self._cube_act(Side(side), "double", value)
            case f.Beavered(side=side, value=value):
                self._cube_act(Side(side), NEXT_OFFER[self._offered().act], value)
            case f.Taken(side=side, value=value):
                if self._offered().act == "double":  # a beaver's take is implied
                    self._cube_act(Side(side), "take", value)
            case f.Dropped(side=side):
                self._cube_act(Side(side), "drop", self._offered().value)
            case f.ResignOffered():
                self._offer = fact
            case f.ResignAnswered(accepted=accepted):
                self._answer_resignation(accepted)
            case f.BoardSet():
                self._set_board(fact)
            case f.GameEnded():
                result = RecordedResult(Side(fact.winner), fact.points, Ending(fact.how), fact.size)
                self._close_game(result)
            case f.MatchEnded(winner=winner):
                self._match = replace(self._started(), winner=Side(winner))
            case _:
                pass  # seeds, questions, refusals, resumption: in the journal and the JSON form

    def record(self) -> MatchRecord:
        record = self._started()
        games = list(self._games)
        if self._game is not None:
            games.append(replace(self._game, entries=tuple(self._entries)))
        return replace(record, games=tuple(games))

    def _started(self) -> MatchRecord:
        if self._match is None:
            raise RecordError("these facts do not begin with the start of a match")
        return self._match

    def _open_game(self, fact: f.GameStarted) -> None:
        record = self._started()
        if not record.identity:
            text = f"{fact.gid} {fact.commitment} {record.seed}"
            self._match = replace(record, identity=text)
        Score(record.length, fact.score)
        start = Position(fact.slots, fact.off, fact.reserve)
        variant = find_variant(record.variant)
        self._game = GameRecord(fact.game, fact.score, fact.crawford, start, variant=variant)
        self._entries = []
        self._rows = RowCounter()
        self._rolled = self._offer = None

    def _close_game(self, result: RecordedResult | None) -> None:
        if self._game is None:
            return
        entries = tuple(self._entries)
        self._games.append(replace(self._game, entries=entries, result=result))
        self._game = None

    def _roll(self, fact: f.Rolled) -> None:
        first, second = fact.dice
        if fact.side is not None:
            self._rolled = (Side(fact.side), fact.dice)
        elif first != second:
            self._rolled = (Side.LIGHT if first > second else Side.DARK, fact.dice)

    def _play(self, fact: f.Played) -> None:
        side = Side(fact.side)
        dice = fact.rolls[0] if len(fact.rolls) > 1 else fact.dice
        if not all(1 <= die <= 6 for die in dice):
            raise RecordError(f"{dice} are no dice")
        after = Position(fact.slots, fact.off, fact.reserve) if fact.illegal else None
        row = self._rows.place(side)
        self._append(Turn(row, side, dice, fact.notation, after, rolls=fact.rolls))
        self._rolled = None

    def _cube_act(self, side: Side, act: str, value: int) -> None:
        self._append(CubeAct(self._rows.place(side), side, act, value))

    def _offered(self) -> CubeAct:
        acts = [e for e in self._entries if isinstance(e, CubeAct)]
        if not acts or acts[-1].act not in OFFERS:
            raise RecordError("a double was answered that nobody offered")
        return acts[-1]

    def _answer_resignation(self, accepted: bool) -> None:
        if self._offer is None:
            raise RecordError("a resignation was answered that nobody offered")
        if accepted and self._rolled is not None:
            side, dice = self._rolled
            self._append(Turn(self._rows.place(side), side, dice, None))
        self._append(Resignation(Side(self._offer.side), self._offer.size, accepted))
        self._offer = None

    def _set_board(self, fact: f.BoardSet) -> None:
        position = Position(fact.slots, fact.off, fact.reserve)
        turn = Side(fact.turn) if fact.turn else None
        cube = Cube(fact.cube, Side(fact.owner) if fact.owner else None)
        self._append(PositionSet(position, turn, cube.value, cube.owner))
        self._rolled = None

    def _append(self, entry: Entry) -> None:
        if self._game is None:
            raise RecordError("something was played before a game had started")
        self._entries.append(entry)


def _match_from(fact: f.MatchStarted) -> MatchRecord:
    return MatchRecord(
        players=(fact.light, fact.dark),
        length=Score(fact.length).length,
        variant=fact.variant,
        event=fact.event,
        round=fact.round,
        place=fact.table,
        date=fact.date,
        seats=fact.seats,
        dice=fact.dice,
        seed=fact.seed,
        product=fact.product,
        stakes=fact.stakes,
    )
