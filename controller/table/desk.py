"""What the core holds between two inputs, and the few ways to change it.

The match is `state`, the fold of facts, and only `record` moves it (but for the board seen to be
ready). Everything else here is about the present moment and is lost, harmlessly, with the power.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import msgspec

from controller.config import Config
from controller.guidance.scene import Question
from controller.match import cube as cubes
from controller.match.score import Score
from controller.match.stakes import Stakes
from controller.rules.any_roll import AnyRoll
from controller.rules.missed import MissedTurn
from controller.rules.position import Position, Roll, Side
from controller.rules.variants import Variant
from controller.sensing.verdict import Verdict, Way
from controller.table.buttons import Buttons
from controller.table.effects import AnyEffect, Record
from controller.table.eye import Eye, Sight
from controller.table.facts import AnyFact, BoardSet, ClockRead, MatchStarted
from controller.table.phases import Interruption, Phase
from controller.table.state import MatchState, fold_one
from controller.table.timing import Timing
from controller.view.lobby import Lobby
from controller.view.seats import is_bot
from controller.view.snapshot import Kept, LineMinute, LineQuality, Message

UNSEEN: Message = ("The table cannot be seen: nothing can be done now.", {})
NOTICE_MS = 4000  # a refusal stays readable for this long, then the state speaks again


@dataclass(frozen=True, slots=True)
class Found:
    """A whole play that lies there, the rolls that explain it where none is known, and
    the way of the first of them; no rolls: it is none after all."""

    way: Way
    rolls: tuple[Roll, ...]


@dataclass(frozen=True, slots=True)
class DoneHeld:
    """A Done that waits for a still board: whose, and until when.

    look_ms: when what moved before the press must have been reported; then a fresh request
    decides (None: not asked yet). lifted: what was off its place by then; a lift after it takes
    the press back.
    """

    side: Side
    until_ms: int
    look_ms: int
    request: int | None = None
    lifted: tuple[tuple[Side, int], ...] = ()
    by_itself: bool = False  # nobody pressed: a board that is not ready is no news
    accepting: tuple[Side, ...] = ()  # no Done: these sides accept the board as it lies
    shown: Found | None = None  # the play and rolls that people read when they pressed
    pressed_ms: int = 0


@dataclass(frozen=True, slots=True)
class Notice:
    """Words that stand before what the state says, for one side. of: the board they speak of."""

    message: Message
    until_ms: int
    of: Verdict | None = None


@dataclass(frozen=True, slots=True)
class Standing:
    """A board that one side lets stand as it lies; the other's acceptance makes it a fact.

    play: its text, "" where there is none. lifted: what seemed off its place by then.
    """

    position: Position
    play: str
    accepted: Side
    lifted: tuple[tuple[Side, int], ...] = ()


@dataclass(frozen=True, slots=True)
class Restoring:
    """A position that the hands bring to the board while the match is paused. by: who asked.

    setting: what it becomes once it lies there and both sides want it; None: it is the agreed one.
    """

    position: Position
    by: Side
    setting: BoardSet | None = None


@dataclass(frozen=True, slots=True)
class Blind:
    """Blind time has passed, and no board of this turn was seen since: turns may have been missed.

    readings: what the board may show, the likeliest first, as it was judged last. asked: sequences
    of turns that would explain it, not answered yet; the first is asked about. turns: of how many
    turns sequences were looked for. refused: how many were said no to. many: there are too many.
    """

    readings: tuple[tuple[int, ...], ...] = ()
    asked: tuple[tuple[MissedTurn, ...], ...] = ()
    turns: int = 0
    refused: int = 0
    many: bool = False
    ahead: bool = False  # no blind time: both sides have played on before Done

    @property
    def question(self) -> Question | None:
        return Question("missed", None, turns=self.asked[0]) if self.asked else None


@dataclass(slots=True)
class Moment:
    """The present turn's passing things; a new one at every recorded fact that moves the game."""

    done: DoneHeld | None = None
    question: Question | None = None
    undo_to: Way | None = None
    trail: tuple[Way, ...] = ()  # the ways seen this turn, in order
    auto_ms: int | None = None  # when the complete play ends by itself
    throw_ms: int | None = None  # when the table throws by itself: after a tie, or always
    naming: int = 0  # the double pointed at (acey-deucey); 0: none yet
    awaiting: str | None = None  # "roll", "seed", "reveal", "choice" or "match"
    request: int = 0  # number of the choice that is awaited
    engine_ms: int | None = None  # until when an engine is waited for, for a side out of time
    giving: tuple[Side | str, ...] = ()  # what of the dice's entropy is on its way
    rolls: bool = False  # the bot on roll has decided not to double
    done_refused: bool = False  # Done was pressed on this board, which is not a whole play
    standing: Standing | None = None
    untyped: bool = False  # a whole play lies there, made with real dice that nobody typed
    # while no roll is known (deduced dice)
    starter: Side | None = None  # who says that the opening throw is his
    prepare_ms: int | None = None  # when the plays of all rolls are to be made ready
    rested: tuple[Way, ...] = ()  # the boards that settled beyond doubt, in order
    found: Found | None = None


@dataclass(slots=True)
class Room:
    """What is about the match and not of it. is_open: none was played yet, and people choose the
    first. lobby: between two matches what they may choose, once it was asked for and has come."""

    brightness_pct: int  # of the lights
    is_open: bool = False
    asked: bool = False
    lobby: Lobby | None = None


NOBODY = MatchStarted(0, "standard", 0, "Light", "Dark", ("", ""), "fair")
"""What stands for a match's card before the first one."""


class Desk:
    """See the module. `out` collects the effects of the input being handled."""

    def __init__(self, config: Config, tracker: Sight, last_number: int = 0) -> None:
        self.config = config
        self.eye = Eye(tracker)
        self.state = MatchState()
        self.moment = Moment()
        self.possible: AnyRoll | None = None  # this turn's plays while its roll is not known
        self.buttons = Buttons()
        self.resume_question: Question | None = None
        self.restoring: Restoring | None = None
        self.room = Room(config.lights.brightness_pct)
        self.blind: Blind | None = None
        self.fault: str | None = "not connected yet"
        self.fault_ms: int | None = None  # when the table was lost; None: it was never heard
        self.line: LineQuality | None = None  # of the line that is lost
        self.recording = True
        self.timing: Timing | None = None  # where the match is timed
        self.paused_ms = 0  # since when it stands still
        self.kept: tuple[int, Kept] | None = None  # match, and what became of its files
        self.notices: dict[Side, Notice] = {}
        self.refused = 0
        self.choices = 0  # how many were asked of bots
        self.now_ms = 0
        self.offer_ms = 0  # when the cube offer came to stand
        self.last_number = last_number
        self.committed = last_number
        self.out: list[AnyEffect] = []

    def line_heard(self, minute: LineMinute) -> None:
        """Something came over the line that is lost."""
        if self.line is not None:
            self.line = msgspec.structs.replace(self.line, minute=minute)

    # -- facts ------------------------------------------------------------------------------

    def record(self, fact: AnyFact) -> None:
        """What happened for good: into the state now, into the journal next."""
        before = self.state
        self.state = fold_one(before, fact)
        self.last_number += 1
        self.out.append(Record(self.last_number, fact))
        moved = (self.state.phase, self.state.turn_number) != (before.phase, before.turn_number)
        if moved:
            self.moment = Moment()
            self.notices.clear()
            self.look()
        self._turn_over()

    def _turn_over(self) -> None:
        """A fact may have ended somebody's time; what a match clock shows then is a fact, too."""
        before = self.timing
        if before is None or before.match != self.card.match:
            return
        self.timing = after = before.follow(self.state, self.now_ms)
        reserves, fallen = after.clock.reserves, after.clock.fallen
        if after.span != before.span and reserves != (self.state.reserves or before.whole):
            self.record(ClockRead(reserves, fallen.value if fallen is not None else None))

    def look(self) -> None:
        """Tell the eye what is agreed and what may be played now."""
        game = self.state.game
        if self.restoring is not None:
            self.eye.believe(self.restoring.position, None, None)
            return
        self.possible = None
        if self.state.phase in (Phase.MOVING, Phase.SHOWING):
            self.eye.believe(game.agreed, game.turn, game.ways)
        else:
            self.eye.believe(game.agreed, None, None)
        if self.deducing:  # what has happened is shown first: making ready takes a while
            self.moment.prepare_ms = self.now_ms + 1

    @property
    def card(self) -> MatchStarted:
        """The match's own card, or that of the match that was over last."""
        return self.state.card or NOBODY

    @property
    def is_locked(self) -> bool:
        """Tournament: no aids and no timer, whatever anybody asks for."""
        if self.state.card is None:
            return self.config.match.tournament
        return self.state.card.tournament

    @property
    def aids(self) -> str:
        """Which aids are on."""
        return "none" if self.is_locked else self.state.aids or self.config.aids.level

    @property
    def variant(self) -> Variant:
        """The rules that are played."""
        return self.state.variant

    def is_bot(self, side: Side) -> bool:
        """A bot decides for this side; hands of flesh carry its checkers."""
        return is_bot(self.card.seats[side.index])

    @property
    def throws(self) -> bool:
        """The table throws the dice; else people do, with real ones."""
        return self.card.dice not in ("typed", "deduced")

    @property
    def mover(self) -> Side | None:
        """Whose turn it is; in the opening who says so, where nobody enters the dice."""
        return self.state.game.turn or self.moment.starter

    @property
    def deducing(self) -> bool:
        """The side on turn just plays: its roll is to be found from the play."""
        if self.card.dice != "deduced" or self.mover is None:
            return False
        before_the_roll = self.state.phase in (Phase.OPENING, Phase.TO_ROLL)
        return before_the_roll and not self.is_bot(self.mover)

    @property
    def reveals(self) -> int:
        """The newest fact that is not committed yet; 0 if nothing hangs in the air."""
        return self.last_number if self.last_number > self.committed else 0

    # -- what is played for -------------------------------------------------------------------

    @property
    def score(self) -> Score:
        return Score(self.card.length, self.state.score)

    @property
    def stakes(self) -> Stakes:
        """What was agreed, so far as the variant knows a cube."""
        agreed = self.card.stakes
        return replace(agreed, cube=agreed.cube and self.variant.cube)

    def refusal_to_double(self, side: Side) -> str | None:
        """Why `side`, on roll, may not double; None: he may."""
        game = self.state.game
        return cubes.refusal_to_double(
            game.cube, side, self.score, self.stakes, crawford=game.crawford
        )

    def refusal_to_beaver(self) -> str | None:
        """Why the offer that stands may not be turned back; None: it may."""
        return cubes.refusal_to_beaver(self.score, self.stakes, self.state.game.turned_back)

    def largest_win(self) -> int:
        """The size of the largest game that can be won now."""
        return cubes.largest_win(
            self.state.game.cube, self.score, self.stakes, self.variant.largest_win
        )

    # -- people -----------------------------------------------------------------------------

    def refuse(self, side: Side, message: Message, of: Verdict | None = None) -> None:
        """Say to one side why nothing happened; of: the board that was not fit for it."""
        self.refused += 1
        self.notices[side] = Notice(message, self.now_ms + NOTICE_MS, of)

    def notify(self, message: Message, for_ms: int) -> None:
        """Say something to both sides that is no refusal."""
        for side in Side:
            self.notices[side] = Notice(message, self.now_ms + for_ms)

    def see_board(self, verdict: Verdict) -> None:
        """What was said of another board no longer holds: its advice may have been followed."""
        for side, notice in list(self.notices.items()):
            of = notice.of
            if of is not None and of.advice != verdict.advice:
                del self.notices[side]

    def interruption(self) -> Interruption | None:
        """The topmost one."""
        if self.fault is not None:
            return Interruption.FAULT
        if self.restoring is not None or self.state.paused_by is not None:
            return Interruption.PAUSED
        if self.state.game.resign is not None:
            return Interruption.RESIGN_OFFERED
        if self.question is not None:
            return Interruption.QUESTION
        return None

    @property
    def question(self) -> Question | None:
        missed = self.blind.question if self.blind is not None else None
        return missed or self.resume_question or self.moment.question

    @property
    def way(self) -> Way | None:
        """What of this turn's play lies on the board already, as far as it is known."""
        verdict = self.eye.verdict
        if self.moment.found is not None:
            return self.moment.found.way
        is_played = self.state.phase in (Phase.MOVING, Phase.SHOWING) or self.deducing
        return verdict.way if is_played and verdict is not None else None

    def believed(self) -> Position:
        """Agreed plus the steps and hits under way; what is being restored, or what missed turns
        would have left."""
        if self.restoring is not None:
            return self.restoring.position
        if self.state.phase is Phase.START:
            return self._lying()
        if self.blind is not None and self.blind.asked:
            return self.blind.asked[0][-1].after
        way = self.way
        return self.state.game.agreed if way is None else way.position

    def _lying(self) -> Position:
        """What is seen, where nothing is agreed."""
        verdict = self.eye.verdict
        if verdict is None or not verdict.sensed:
            return self.state.game.agreed
        *points, light_bar, dark_bar = verdict.sensed
        lying = Position((*points, max(0, light_bar), min(0, dark_bar)))
        light, dark = (max(0, self.variant.checkers - lying.on_board(side)) for side in Side)
        return replace(lying, off=(light, dark))

    def due_ms(self) -> int | None:
        """When the core wants to be woken at the latest."""
        moment = self.moment
        wishes = [
            self.eye.due_ms(),
            self.buttons.due_ms(),
            _done_due_ms(moment.done),
            moment.auto_ms,
            moment.throw_ms,
            moment.prepare_ms,
            self.timing.due_ms(self.now_ms) if self.timing is not None else None,
            moment.engine_ms if (moment.engine_ms or 0) > self.now_ms else None,
            *(notice.until_ms for notice in self.notices.values()),
        ]
        return min((wish for wish in wishes if wish is not None), default=None)


def _done_due_ms(done: DoneHeld | None) -> int | None:
    if done is None:
        return None
    return done.until_ms if done.request is not None else done.look_ms
