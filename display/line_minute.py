"""The last minute of the table's line as bars: what came in each two seconds. Pure; times in ms.

Heartbeats come each second: a span of two always holds one while the table is well. Spans begin at
even seconds of the core's clock, so that bars move on and never change on their way. That which is
not over yet is left out.
"""

from __future__ import annotations

from controller.view.snapshot import LineMinute, Snapshot
from display.geometry import Rect

SECOND_MS, SPAN_S, SPANS = 1000, 2, 30
FRESH = 3  # spans within which a table that can be heard says something, and it is told

Span = tuple[int, int]
"""Messages and damaged frames."""
Bar = tuple[float, float]
"""How high it stands, and how much of that is damaged, as shares (0-1)."""
WIDE = 0.62  # of the way from one bar to the next


def spans(minute: LineMinute, now_ms: int) -> tuple[Span | None, ...]:
    """The last 30 at the core's time, the oldest first; None for one in which nobody listened."""
    until_s = minute.until_ms // SECOND_MS
    first_s = until_s - len(minute.heard) + 1
    if not minute.heard:
        return (None,) * SPANS
    counts = dict(enumerate(zip(minute.heard, minute.damaged, strict=True), first_s))
    now_span = now_ms // SECOND_MS // SPAN_S
    found: list[Span | None] = []
    for span in range(now_span - SPANS, now_span):
        seconds = range(span * SPAN_S, (span + 1) * SPAN_S)
        known = [counts.get(second, (0, 0)) for second in seconds if second >= first_s]
        found.append((sum(a for a, _ in known), sum(b for _, b in known)) if known else None)
    return tuple(found)


def bars(found: tuple[Span | None, ...]) -> tuple[Bar | None, ...]:
    """One for each span, by square roots: a heartbeat is seen beside a hundred reports."""
    most = max((sum(span) for span in found if span is not None), default=0)
    made: list[Bar | None] = []
    for span in found:
        if span is None:
            made.append(None)
            continue
        whole = sum(span)
        high = (whole / most) ** 0.5 if whole else 0.0
        made.append((high, high * span[1] / whole if whole else 0.0))
    return tuple(made)


def is_heard(found: tuple[Span | None, ...]) -> bool:
    """Whether messages come in at present."""
    return any(span is not None and span[0] for span in found[-FRESH:])


def watched_s(found: tuple[Span | None, ...]) -> int:
    """For how long the line was listened to, of the minute."""
    return SPAN_S * sum(span is not None for span in found)


def next_span_ms(now_ms: int) -> int:
    """The core's time when the span that runs now is over."""
    span_ms = SPAN_S * SECOND_MS
    return (now_ms // span_ms + 1) * span_ms


def is_moving(snapshot: Snapshot, now_ms: int) -> bool:
    """Whether the picture of the minute changes without another snapshot."""
    if snapshot.line is None or not snapshot.line.minute.heard:
        return False
    minute = snapshot.line.minute
    return now_ms - minute.until_ms < (SPANS + 1) * SPAN_S * SECOND_MS


def columns(rect: Rect, made: tuple[Bar | None, ...]) -> list[tuple[str, Rect]]:
    """What is filled, with the colour's name: sound parts, damaged ones apart upon them, and where
    nothing came a stub, so that shapes alone tell."""
    found = []
    pitch, least = rect.w / max(len(made) - 1 + WIDE, 1), max(round(0.03 * rect.h), 2)
    wide = max(round(WIDE * pitch), 2)
    for nth, bar in enumerate(made):
        if bar is None:
            continue
        column = Rect(rect.x + round(nth * pitch), rect.bottom, wide, 0)
        high, damaged = round(bar[0] * rect.h), round(bar[1] * rect.h)
        if not high:
            found.append(("warn", column._replace(y=rect.bottom - least, h=least)))
            continue
        top = rect.bottom - max(high, 2 * least)
        if damaged:
            damaged = min(max(damaged, least), rect.bottom - top)
            found.append(("warn", column._replace(y=top, h=damaged)))
            top += damaged + least
        if rect.bottom > top and bar[1] < bar[0]:
            found.append(("good", column._replace(y=top, h=rect.bottom - top)))
    return found
