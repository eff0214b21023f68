"""Both sides' time as a value: which span runs, and what stops it.

A span is what one side has to do before the other may: its turn (each roll of it, where it has
several), or its answer to a cube. A recorded fact ends it and begins the next; everything in
between only stops the time and lets it run on. After a restart spans begin anew, and what was left
of a match clock is in the facts (`ClockRead`).
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from controller.match.clock import SECOND_MS, Clock, TimeRule, new_clock, turn_timer
from controller.rules.position import Side
from controller.table.facts import MatchStarted
from controller.table.phases import Phase
from controller.table.state import MatchState
from controller.view.snapshot import Clock as Face

Span = tuple[Side | None, int]
"""Who is to act (None: nobody), in which turn of the match."""

NOBODY: Span = (None, 0)


def span_of(state: MatchState) -> Span:
    """Whose time it is by the facts."""
    game = state.game
    match state.phase:
        case Phase.TO_ROLL | Phase.MOVING | Phase.NAMING:
            return game.turn, state.turn_number
        case Phase.CUBE_OFFERED if game.offered_by is not None:
            return game.offered_by.other, state.turn_number
    return None, state.turn_number


@dataclass(frozen=True, slots=True)
class Timing:
    """The time of one match. pressed_ms: when the Done was pressed that is being judged: the time
    stands as it was then, and runs on from there if it was no end of the turn.

    answer: the time for a resignation's answer, while one waits and turns are timed. plays: turns
    of the match that were over when the span began.
    """

    match: int
    clock: Clock
    span: Span = NOBODY
    pressed_ms: int | None = None
    answer: Clock | None = None
    plays: int = 0

    @property
    def rule(self) -> TimeRule:
        return self.clock.rule

    @property
    def whole(self) -> tuple[int, int]:
        """Both sides' reserves at the start of the match."""
        return self.rule.reserve_ms, self.rule.reserve_ms

    # -- what happens to it -----------------------------------------------------------------------

    def follow(self, state: MatchState, now_ms: int) -> Timing:
        """After a fact: the span that it ended is over, and the next begins."""
        span = span_of(state)
        if span == self.span:
            return self
        at_ms = now_ms if self.pressed_ms is None else self.pressed_ms
        side = span[0]
        if side is None:
            clock = self.clock.stop(at_ms)
            if state.phase in (Phase.GAME_OVER, Phase.MATCH_OVER, Phase.SETUP):
                clock = replace(clock, turn=None)
        elif side.other is self.clock.turn:
            is_over = state.plays > self.plays
            clock = self.clock.press(at_ms, then_ms=now_ms, is_turn_over=is_over)
        else:
            clock = self.clock.stop(at_ms).begin(side, now_ms)
        return replace(
            self, clock=clock, span=span, pressed_ms=None, answer=None, plays=state.plays
        )

    def hold(self, pressed_ms: int) -> Timing:
        """A Done is being judged."""
        return replace(self, pressed_ms=pressed_ms)

    def run(self, now_ms: int) -> Timing:
        """Nothing stands in the way of the side that is to act."""
        return replace(self, clock=self.clock.go_on(now_ms), pressed_ms=None)

    def stop(self, now_ms: int) -> Timing:
        """Nobody's time runs, from now or from the press before."""
        at_ms = now_ms if self.pressed_ms is None else self.pressed_ms
        return replace(self, clock=self.clock.stop(at_ms), pressed_ms=None)

    def let_answer(self, side: Side | None, now_ms: int) -> Timing:
        """The side that has a resignation to answer has a time of its own; None: nobody has."""
        if side is None or not self.rule.is_turn_timer:
            return self if self.answer is None else replace(self, answer=None)
        answer = self.answer or new_clock(self.rule).begin(side, now_ms)
        return replace(self, answer=answer.go_on(now_ms))

    def hold_answer(self, now_ms: int) -> Timing:
        """Something else lies on top of the resignation."""
        return self if self.answer is None else replace(self, answer=self.answer.stop(now_ms))

    # -- readings ---------------------------------------------------------------------------------

    def up(self, now_ms: int) -> Side | None:
        """Whose time is up, as far as anybody's runs; a Done that came before counts first."""
        running = self.answer or self.clock
        if self.pressed_ms is not None or not running.is_running:
            return None
        return running.flag(now_ms)

    def due_ms(self, now_ms: int) -> int | None:
        """When somebody's time will be up."""
        running = self.answer or self.clock
        due_ms = running.due_ms() if self.pressed_ms is None else None
        return due_ms if due_ms is not None and due_ms > now_ms else None

    def face(self, now_ms: int, fallen: Side | None = None) -> Face:
        """What people see of it; fallen: whose turn the table plays because time was up."""
        shown = self.answer or self.clock
        if self.pressed_ms is not None:
            shown = shown.stop(self.pressed_ms)
        fallen = shown.fallen or self.up(now_ms) or fallen
        return Face(
            kind="turn" if self.rule.is_turn_timer else "reserve",
            reserve_ms=shown.reserves,
            delay_ms=shown.delay_ms,
            whole_ms=self.rule.delay_ms,
            increment_ms=self.rule.increment_ms,
            turn=shown.turn.value if shown.turn is not None else None,
            since_ms=shown.since_ms,
            fallen=fallen.value if fallen is not None else None,
        )


def rule_of(card: MatchStarted) -> TimeRule | None:
    """The time that was agreed: a match clock goes before a turn timer, which no tournament has;
    None for none."""
    if card.clock is not None:
        return card.clock
    has_timer = card.timer_s and not card.tournament
    return turn_timer(card.timer_s * SECOND_MS) if has_timer else None


def timing_of(state: MatchState) -> Timing | None:
    """The time of a match as its facts tell it; None where none was agreed."""
    card = state.card
    rule = rule_of(card) if card is not None else None
    if card is None or rule is None:
        return None
    clock = new_clock(rule)
    if state.reserves is not None:
        clock = replace(clock, reserves=state.reserves, fallen=state.fallen)
    return Timing(card.match, clock, plays=state.plays)
