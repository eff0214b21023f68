"""What a seat without hands is asked, and what it answers.

A question is complete in itself: the same question may be put again after a crash, or to another
player, and nothing of the game is touched by it. All in it is seen from the side that decides.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, Protocol

from controller.errors import ControllerError, RulesError
from controller.match.cube import Cube, refusal_to_double
from controller.match.score import BACKGAMMON, MONEY, SIZE_NAMES, Score
from controller.rules.plays import LegalPlays, Play, legal_plays
from controller.rules.position import SLOTS, Board, Roll, Side
from controller.rules.variants import STANDARD, find_variant

What = Literal["play", "double", "answer", "resignation", "name"]
Act = Literal["roll", "double", "take", "drop", "accept", "refuse"]
Owner = Literal["own", "other"]

ACTS: dict[What, tuple[Act, ...]] = {
    "play": (),
    "double": ("roll", "double"),
    "answer": ("take", "drop"),
    "resignation": ("accept", "refuse"),
    "name": (),
}
PIPS = range(1, 7)


class PlayerFailed(ControllerError):
    """A player gave no usable answer, however often it was asked; the text says why.

    The caller puts the same question to another player.
    """


@dataclass(frozen=True, slots=True)
class Question:
    """What a side has to decide.

    what: "play" this roll; "double" or roll, before the roll; "answer" the other side's double;
    answer the other side's "resignation" of `size` (1-3) games; "name" a double (acey-deucey).
    board: 26 ints from the side that is asked. roll: for a play only.
    cube: what the cube shows (before the offer, for an answer); cube_owner: None while centred.
    off, reserve, score: (own, other). length 0: money, without beavers. variant: its id.
    largest_win: of this game as it stands, 1 single (a variant's, or Jacoby's before anybody
    doubled), 2 gammon, 3 backgammon.
    """

    what: What
    board: Board
    roll: Roll | None = None
    off: tuple[int, int] = (0, 0)
    cube: int = 1
    cube_owner: Owner | None = None
    score: tuple[int, int] = (0, 0)
    length: int = MONEY
    crawford: bool = False
    size: int = 0
    largest_win: int = BACKGAMMON
    variant: str = STANDARD.id
    reserve: tuple[int, int] = (0, 0)

    def __post_init__(self) -> None:
        if len(self.board) != SLOTS:
            raise RulesError(f"a board has {SLOTS} numbers, not {len(self.board)}")
        if (self.roll is None) == (self.what == "play"):
            raise RulesError(f"a roll belongs to a play, not to {self.what!r}")
        if self.roll and not all(1 <= die <= 6 for die in self.roll):
            raise RulesError(f"dice show 1-6, not {self.roll}")
        if (self.size in SIZE_NAMES) != (self.what == "resignation"):
            raise RulesError(f"a resignation, and nothing else, is worth 1-3 games: {self.size}")
        _ = self.cube_now, self.score_now  # raise where they cannot be

    @property
    def cube_now(self) -> Cube:
        """The cube, the asked side being light."""
        return Cube(self.cube, _SIDES[self.cube_owner])

    @property
    def score_now(self) -> Score:
        """The score, the asked side being light."""
        return Score(self.length, self.score)

    @property
    def may_double(self) -> bool:
        """May the asked side double at all, by cube, score and Crawford?"""
        refusal = refusal_to_double(
            self.cube_now, Side.LIGHT, self.score_now, crawford=self.crawford
        )
        return refusal is None


@dataclass(frozen=True, slots=True)
class Choice:
    """The answer: `play` is the board after the play (unchanged: a dance), or else an `act`, or
    the `double` that is named (1-6)."""

    play: Board | None = None
    act: Act | None = None
    double: int | None = None

    def __post_init__(self) -> None:
        if [self.play, self.act, self.double].count(None) != 2:
            raise RulesError("a choice is a play, an act or a double")


class Player(Protocol):
    """Decides for a side. `name` is what people read, level included."""

    @property
    def name(self) -> str: ...

    def choose(self, question: Question) -> Choice:
        """A legal answer; blocks while thinking. Raises PlayerFailed, also after `close`."""
        ...

    def close(self) -> None:
        """End at once, from any thread, and a `choose` under way with it. Idempotent."""
        ...


def plays_for(question: Question) -> tuple[Play, ...]:
    """The legal plays of a question about a play; () is a dance."""
    assert question.roll is not None
    return plays_with(question, question.roll).plays


def plays_with(question: Question, roll: Roll) -> LegalPlays:
    """The legal plays if these dice are to be played on the question's board."""
    return legal_plays(question.board, roll, find_variant(question.variant), question.reserve[0])


def forced_choice(question: Question) -> Choice | None:
    """The only answer there is (a dance, a single play, no right to double), else None."""
    if question.what == "play":
        plays = plays_for(question)
        if not plays:
            return Choice(play=question.board)
        return Choice(play=plays[0].board) if len(plays) == 1 else None
    if question.what == "double" and not question.may_double:
        return Choice(act="roll")
    return None


def is_legal(question: Question, choice: Choice) -> bool:
    """Is this an answer to that question?"""
    if question.what == "name":
        return choice.double in PIPS
    if question.what != "play":
        return choice.act in ACTS[question.what]
    if choice.play is None:
        return False
    finals = {play.board for play in plays_for(question)} or {question.board}
    return choice.play in finals


_SIDES: dict[Owner | None, Side | None] = {None: None, "own": Side.LIGHT, "other": Side.DARK}
