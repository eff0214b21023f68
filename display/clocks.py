"""What a clock shows at a moment, and when that changes next: in ms of the core's time.

The table sends a clock with what was left at one moment; the screen counts on from there by
itself, so that a running clock needs no snapshots. Between two changes of a digit or of a step of
the delay's ring nothing is drawn anew.
"""

from __future__ import annotations

from dataclasses import dataclass

from controller.match.clock import SECOND_MS, seconds_shown
from controller.rules.position import Side
from controller.view.snapshot import Clock, Snapshot
from display import line_minute

RING_STEPS = 60
LOW_MS, LOW_TURN_MS = 30 * SECOND_MS, 10 * SECOND_MS
"""Of a reserve, and of a turn's own time: from here on the plate warns."""
LEAST_MS = 100  # between two drawings: 10 a second at most


@dataclass(frozen=True, slots=True)
class Face:
    """One side's clock. digits: "6:42", or "" once its time is up; ring: steps of the delay that
    are left, of `RING_STEPS`; delay_s: the delay's seconds while it runs, None for none.

    is_turn: its time it is; is_running: and that time runs.
    """

    digits: str
    ring: int
    delay_s: int | None
    is_turn: bool
    is_running: bool
    is_low: bool


def elapsed_ms(snapshot: Snapshot, age_ms: int) -> int:
    """How long the running side's time has run. age_ms: since the snapshot came here."""
    clock = snapshot.clock
    if clock is None or clock.since_ms is None:
        return 0
    return max(0, snapshot.at_ms + age_ms - clock.since_ms)


def face(snapshot: Snapshot, side: Side, age_ms: int) -> Face | None:
    """What a side's plate shows; None for a match without time."""
    clock = snapshot.clock
    if clock is None:
        return None
    is_turn = clock.turn == side.value
    spent = elapsed_ms(snapshot, age_ms) if is_turn else 0
    delay = max(0, clock.delay_ms - spent) if is_turn else clock.whole_ms
    left = delay if clock.kind == "turn" else _reserve(clock, side, spent, is_turn=is_turn)
    is_up = clock.fallen == side.value or (is_turn and left == 0 and delay == 0)
    has_reserve = clock.kind == "reserve"
    return Face(
        digits="" if is_up else _digits(seconds_shown(left)),
        ring=_steps(delay, clock.whole_ms) if is_turn else 0,
        delay_s=seconds_shown(delay) if has_reserve and is_turn and delay else None,
        is_turn=is_turn,
        is_running=is_turn and clock.since_ms is not None and clock.fallen is None,
        is_low=is_turn and left <= (LOW_MS if has_reserve else LOW_TURN_MS),
    )


def next_change_ms(snapshot: Snapshot, age_ms: int) -> int | None:
    """The age at which something looks different from how it looks at `age_ms`; None: never."""
    now_ms = snapshot.at_ms + age_ms
    waits = [SECOND_MS - (now_ms - since_ms) % SECOND_MS for since_ms in _standing_since(snapshot)]
    if line_minute.is_moving(snapshot, now_ms):
        waits.append(line_minute.next_span_ms(now_ms) - now_ms)
    clock = snapshot.clock
    if clock is not None:
        waits += _waits(clock, elapsed_ms(snapshot, age_ms))
    # of two moments within a frame the later shows both, and nothing is drawn before its time
    return age_ms + max(min(waits), LEAST_MS) if waits else None


def _standing_since(snapshot: Snapshot) -> list[int]:
    """From when a card counts for how long play stands still."""
    paused = snapshot.paused.since_ms if snapshot.paused is not None else None
    return [since_ms for since_ms in (paused, snapshot.fault_ms) if since_ms is not None]


def _waits(clock: Clock, spent_ms: int) -> list[int]:
    """Until the running side's digits and ring change."""
    if clock.since_ms is None or clock.turn is None or clock.fallen is not None:
        return []
    delay = max(0, clock.delay_ms - spent_ms)
    if delay:
        step = max(clock.whole_ms // RING_STEPS, 1)
        return [_to_next(delay, step), _to_next(delay, SECOND_MS)]
    reserve = _reserve(clock, Side(clock.turn), spent_ms, is_turn=True)
    return [_to_next(reserve, SECOND_MS)] if reserve else []


def _to_next(left_ms: int, step_ms: int) -> int:
    """Until `left_ms` has fallen to a multiple of the step."""
    return left_ms % step_ms or step_ms


def _reserve(clock: Clock, side: Side, spent_ms: int, *, is_turn: bool) -> int:
    held = clock.reserve_ms[side.index]
    return max(0, held - max(0, spent_ms - clock.delay_ms)) if is_turn else held


def _steps(delay_ms: int, whole_ms: int) -> int:
    """Rounded up as seconds are: the last step goes when the delay is over."""
    return min(-(-delay_ms * RING_STEPS // whole_ms), RING_STEPS) if whole_ms else 0


def _digits(seconds: int) -> str:
    minutes, rest = divmod(seconds, 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"


class Ticker:
    """Holds the age of a snapshot still until something that is seen changes."""

    def __init__(self) -> None:
        self._snapshot: Snapshot | None = None
        self._age_ms = 0
        self._due_ms: int | None = None

    def age(self, snapshot: Snapshot, age_ms: int) -> int:
        """The age to draw a snapshot at that came `age_ms` ago."""
        is_due = self._due_ms is not None and age_ms >= self._due_ms
        if snapshot is not self._snapshot or is_due:
            self._snapshot, self._age_ms = snapshot, age_ms
            self._due_ms = next_change_ms(snapshot, age_ms)
        return self._age_ms
