"""Delay, reserve, increment and turn timer: pure functions of monotonic milliseconds.

Simple delay (tournament 6.1, USC13): each turn begins with a delay that costs nothing; what is
left of it at the press is lost, never banked. Then the reserve runs down. An increment is added
after a completed turn only (MAT-17). A turn timer is a delay without a reserve. Every `now_ms` is
given; one earlier than another already told counts as that one.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from controller.errors import RulesError
from controller.match.score import Score
from controller.rules.position import Side

SECOND_MS, MINUTE_MS = 1000, 60_000
SINGLES_DELAY_MS = 12 * SECOND_MS  # USC13 2.1
RESERVE_A_POINT_MS = 2 * MINUTE_MS
LESS_A_POINT_SCORED_MS = MINUTE_MS


@dataclass(frozen=True, slots=True)
class TimeRule:
    """Times in ms. is_turn_timer: running out costs no match, the next turn begins anew."""

    reserve_ms: int = 0
    delay_ms: int = 0
    increment_ms: int = 0
    is_turn_timer: bool = False

    def __post_init__(self) -> None:
        if min(self.reserve_ms, self.delay_ms, self.increment_ms) < 0:
            raise RulesError("a clock has no negative times")
        if self.reserve_ms + self.delay_ms == 0:
            raise RulesError("a clock without reserve and delay leaves no time at all")


def singles_rule(score: Score) -> TimeRule:
    """12 s delay, 2 min a match point less 1 min a point already scored by either (USC13 2.1).

    Raises RulesError for money play, which has no length to reckon from.
    """
    if score.is_money:
        raise RulesError("money play has no reserve of its own: set one")
    reserve_ms = RESERVE_A_POINT_MS * score.length - LESS_A_POINT_SCORED_MS * sum(score.points)
    return TimeRule(max(0, reserve_ms), SINGLES_DELAY_MS)


def turn_timer(turn_ms: int) -> TimeRule:
    """So much for each turn, and for each answer to a cube (BU-11, A-11)."""
    return TimeRule(delay_ms=turn_ms, is_turn_timer=True)


@dataclass(frozen=True, slots=True)
class Clock:
    """Both sides' time at one moment. Make one with `new_clock`.

    reserves: (light, dark) at `since_ms`. turn: whose time it is. since_ms: from when it runs,
    None while it stands. delay_ms: left of this turn's delay at `since_ms`. fallen: whose flag is
    down, for good. is_timed False: the players went on without time.
    """

    rule: TimeRule
    reserves: tuple[int, int]
    turn: Side | None = None
    since_ms: int | None = None
    delay_ms: int = 0
    fallen: Side | None = None
    is_timed: bool = True

    @property
    def is_running(self) -> bool:
        return self.since_ms is not None

    # -- readings ---------------------------------------------------------------------------------

    def reserve(self, side: Side, now_ms: int) -> int:
        """What a side has left besides this turn's delay; never less than 0."""
        held = self.reserves[side.index]
        if side is not self.turn:
            return held
        return max(0, held - max(0, self._elapsed(now_ms) - self.delay_ms))

    def delay_left(self, now_ms: int) -> int:
        """What is left of the delay of the side whose turn it is."""
        return max(0, self.delay_ms - self._elapsed(now_ms))

    def flag(self, now_ms: int) -> Side | None:
        """Whose time has run out: down at 0.000, still up at 0.001 (MAT-18)."""
        if self.fallen is not None:
            return self.fallen
        due_ms = self.due_ms()
        return self.turn if due_ms is not None and now_ms >= due_ms else None

    def due_ms(self) -> int | None:
        """When the flag will fall if nobody presses; None: it will not."""
        if self.since_ms is None or self.turn is None or not self.is_timed or self.fallen:
            return None
        return self.since_ms + self.delay_ms + self.reserves[self.turn.index]

    # -- what happens to it -----------------------------------------------------------------------

    def begin(self, side: Side, now_ms: int) -> Clock:
        """A turn of `side` begins with the whole delay: after the opening, and after each press."""
        stopped = self.stop(now_ms)
        if not stopped.is_timed or stopped.fallen is not None:
            return stopped
        return replace(stopped, turn=side, since_ms=now_ms, delay_ms=self.rule.delay_ms)

    def press(self, now_ms: int, *, then_ms: int | None = None, is_turn_over: bool = True) -> Clock:
        """The side whose time it is ends it; the other's begins, at `then_ms` where that is later.

        is_turn_over: False for a double and its answer, which earn no increment. After a flag fell
        nothing begins: there is one result only.
        """
        stopped = self.stop(now_ms)
        side = stopped.turn
        if side is None or not stopped.is_timed or stopped.fallen is not None:
            return stopped
        reserves = list(stopped.reserves)
        reserves[side.index] += self.rule.increment_ms if is_turn_over else 0
        done = replace(stopped, reserves=(reserves[0], reserves[1]))
        return done.begin(side.other, now_ms if then_ms is None else then_ms)

    def stop(self, now_ms: int) -> Clock:
        """Nobody's time runs: a pause, a dispute, the end of a game. What is left of the delay
        stays for `go_on`."""
        if self.turn is None or self.since_ms is None:
            return self
        reserves = list(self.reserves)
        reserves[self.turn.index] = self.reserve(self.turn, now_ms)
        fallen = None if self.rule.is_turn_timer else self.flag(now_ms)
        return replace(
            self,
            reserves=(reserves[0], reserves[1]),
            since_ms=None,
            delay_ms=self.delay_left(now_ms),
            fallen=fallen,
        )

    def go_on(self, now_ms: int) -> Clock:
        """After a pause: the same side's time runs on where it stood."""
        if self.is_running or self.turn is None or not self.is_timed or self.fallen is not None:
            return self
        return replace(self, since_ms=now_ms)

    def go_on_untimed(self, now_ms: int) -> Clock:
        """After a flag fell the players agree to play on: nothing runs any more (MAT-20)."""
        return replace(self.stop(now_ms), is_timed=False)

    def _elapsed(self, now_ms: int) -> int:
        if self.since_ms is None or not self.is_timed:
            return 0
        return max(0, now_ms - self.since_ms)


def new_clock(rule: TimeRule) -> Clock:
    """Both sides with the whole reserve, nobody's time running."""
    return Clock(rule, (rule.reserve_ms, rule.reserve_ms))


def seconds_shown(left_ms: int) -> int:
    """Whole seconds for a display: 0 only when the time is up, and never counting up (MAT-19)."""
    return -(-max(0, left_ms) // SECOND_MS)
