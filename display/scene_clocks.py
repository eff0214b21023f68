"""Clock plates: the reserve in digits, the delay as their edge, what is low in warn."""

from __future__ import annotations

from controller.rules.position import Side
from display import items as i
from display.clocks import RING_STEPS, Face, face
from display.layout import Rect
from display.stage import Stage

LARGER = 1.08  # digits of a clock that is low


def has_clock(stage: Stage) -> bool:
    return stage.snapshot.clock is not None


def clock(stage: Stage, rect: Rect, side: Side, size: int, under: Rect | None = None) -> None:
    """A side's plate, if the match has time. size: of the digits in pixels; under: where the
    running delay, else what each turn adds, stands in words, None for nowhere.
    """
    shown = face(stage.snapshot, side, stage.hand.age_ms)
    if shown is None:
        return
    stage.show(_plate(stage, rect, shown, size))
    text = _below(stage, shown)
    if under is not None and text:
        colour = "accent" if shown.is_running and shown.delay_s is not None else "dim"
        high = round(under.h * 0.9)
        stage.show(i.Words(under, text, high, colour, "semibold", "centre", 10))


def _below(stage: Stage, shown: Face) -> str:
    if shown.delay_s is not None:
        return stage.text("delay {seconds} s", seconds=shown.delay_s)
    clock = stage.snapshot.clock
    if clock is None or not clock.increment_ms:
        return ""
    return stage.text("+{seconds} s a turn", seconds=clock.increment_ms // 1000)


def _plate(stage: Stage, rect: Rect, shown: Face, size: int) -> i.ClockFace:
    text = shown.digits or stage.text("time")
    if shown.is_low:
        ring = shown.ring or RING_STEPS
        larger = round(size * LARGER)
        return i.ClockFace(rect, text, larger, ring, "warn", "warn", warns=True)
    if not shown.is_turn:
        return i.ClockFace(rect, text, size, 0, "hairline", "dim" if shown.digits else "warn")
    colour, ink = ("accent", "ink") if shown.is_running else ("dim", "dim")
    return i.ClockFace(rect, text, size, shown.ring, colour, ink)


def answer_clock(stage: Stage, where: Rect, u: float) -> None:
    """On a card, at the right of its object: what is left to answer."""
    side = stage.answerer
    shown = face(stage.snapshot, side, stage.hand.age_ms) if side is not None else None
    if shown is None or not shown.is_turn:
        return
    high = round(46 * u)
    rect = Rect(where.right - round(106 * u), where.y + round(14 * u), round(106 * u), high)
    label = Rect(rect.x, rect.bottom + round(4 * u), rect.w, round(22 * u))
    stage.show(
        _plate(stage, rect, shown, round(34 * u)),
        i.Words(label, stage.text("to answer"), round(17 * u), "dim", "regular", "centre", 10),
    )
