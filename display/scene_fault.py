"""The table is not seen: what is wrong, since when, what to do, and how its line was."""

from __future__ import annotations

from controller.view.snapshot import LineQuality
from display import items as i
from display import line_minute
from display.always import offer_keys
from display.asides import aside
from display.card_parts import decision, end, how_long, say
from display.layout import Decision, Rect
from display.layout_pages import split
from display.scene_board import lay_board
from display.scene_last import offer_last
from display.stage import Scene, Stage

Spans = tuple[line_minute.Span | None, ...]


def fault_scene(stage: Stage) -> Scene:
    """The last board that is known, without colour; beside it the card of what to do."""
    where = decision(stage, wide_card=True)
    u = where.u
    lay_board(stage, where.board)
    stage.show(
        i.Drain(where.board.rect),
        i.Plate(where.card, "plate", "warn", 11 * u, 2.4 * max(u, 1), "raised"),
        i.Sign(where.object, "cable"),
    )
    spans = _spans(stage)
    _below_board(stage, where, spans)
    is_heard = line_minute.is_heard(spans)
    title = stage.text("The table has gone quiet")
    if is_heard:
        title = stage.text("The table cannot be used")
    say(stage, where, title, [])
    text = stage.catalogue.said(stage.snapshot.messages[stage.reader.index])
    lines = where.lines[0]._replace(h=where.lines[1].bottom - where.lines[0].y)
    stage.show(i.Words(lines, text, round(23 * u), "warn", "regular", "left", round(15 * u), 3))
    _steps(stage, where, lines.bottom + round(16 * u), is_heard=is_heard)
    _saved(stage, where)
    offer_keys(stage)
    return end(stage, where, "fault")


def _steps(stage: Stage, where: Decision, y: int, *, is_heard: bool) -> None:
    """What to do, one below the other. is_heard: the cable is in, its table is not one to use."""
    u = where.u
    steps = [stage.text("Play goes on when it answers.")]
    if is_heard:
        steps.insert(0, stage.text("Put right what is said above."))
    else:
        steps.insert(0, stage.text("Look for the lamp on the board."))
        steps.insert(0, stage.text("Push in the cable, at both ends."))
    for nth, step in enumerate(steps, start=1):
        disc = Rect(where.title.x, y, round(28 * u), round(28 * u))
        left = disc.right + round(10 * u)
        box = Rect(left, y, where.title.right - left, disc.h).inset(0, -round(5 * u))
        stage.show(
            i.Plate(disc, "plate", "accent", disc.h / 2, 1.6 * u),
            i.Words(disc, str(nth), round(18 * u), "accent", "bold", "centre"),
            i.Words(box, step, round(21 * u), "ink", "regular", floor=round(15 * u), lines=2),
        )
        y += round(40 * u)


def _saved(stage: Stage, where: Decision) -> None:
    """What nobody need fear for."""
    u, snapshot = where.u, stage.snapshot
    text = stage.text("Not recorded. Clocks are stopped.")
    if snapshot.recording:
        text = stage.text("All is saved. Clocks are stopped.")
        if snapshot.plays:
            text = "{plays} plays are saved. Clocks are stopped."
            text = stage.text(text, plays=snapshot.plays)
    icon, colour = ("shield", "good") if snapshot.recording else ("warn", "warn")
    side = round(26 * u)
    shield = Rect(where.hint.x, where.hint.y + (where.hint.h - side) // 2, side, side)
    left = shield.right + round(8 * u)
    words = Rect(left, where.hint.y, where.hint.right - left, where.hint.h)
    stage.show(
        i.Sign(shield, icon),
        i.Words(words, text, round(18 * u), colour, floor=round(14 * u), lines=2),
    )


def _spans(stage: Stage) -> Spans:
    """Of the line's last minute; none where no line is known."""
    line, now_ms = stage.snapshot.line, stage.snapshot.at_ms + stage.hand.age_ms
    return () if line is None else line_minute.spans(line.minute, now_ms)


def _below_board(stage: Stage, where: Decision, spans: tuple[line_minute.Span | None, ...]) -> None:
    """In the seats' place, beside an upright board: what the board shows, and the line's minute."""
    u, first, last = where.u, *where.seats
    left, right = min(first.x, last.x), max(first.right, last.right)
    upright = where.board.upright
    top, foot = where.board.rect.bottom + round(10 * u), where.note.bottom
    if upright:
        top, foot = first.y, where.corner.y - round(10 * u)
    room = Rect(left, top, right - left, foot - top)
    shown = room._replace(h=round((48 if upright else 26) * u))
    offer_last(stage, where.beside_corner(room))
    known = aside(stage, speaks=True) or stage.text("Last board both of us know")
    lines = 2 if upright else 1
    stage.show(i.Words(shown, known, round(20 * u), "dim", floor=round(15 * u), lines=lines))
    if stage.snapshot.line is not None:
        top = shown.bottom + round(8 * u)
        _minute(stage, where, room._replace(y=top, h=foot - top), stage.snapshot.line, spans)


def _minute(stage: Stage, where: Decision, plate: Rect, line: LineQuality, spans: Spans) -> None:
    """A plate with since when it is quiet, a bar for each span, and figures in words."""
    u, upright, floor = where.u, where.board.upright, round(15 * where.u)
    stage.show(i.Plate(plate, "plate", "hairline", 9 * u, 1.2, "raised"))
    inner = plate.inset(round(12 * u), round(8 * u))
    head = inner._replace(h=round((52 if upright else 26) * u))
    title, since = split(head, (1, 1.15), 0 if upright else round(8 * u), down=upright)
    align = "left" if upright else "right"
    stage.show(
        i.Words(title, _title(stage, spans), round(20 * u), "ink", floor=floor),
        i.Words(since, _since(stage, spans), round(20 * u), "warn", "regular", align, floor),
    )
    below = inner._replace(h=round((66 if upright else 40) * u))
    below = where.beside_corner(below._replace(y=inner.bottom - below.h))
    y = head.bottom + round(8 * u)
    graph = inner._replace(y=y, h=below.y - round(6 * u) - y)
    size, lines = (20, 3) if upright else (17, 2)
    text = stage.text(
        "Messages a second: {rate}, sent again: {resent}, damaged: {damaged}",
        rate=line.messages_per_s, resent=line.resent, damaged=line.damaged,
    )  # fmt: skip
    stage.show(
        i.Bars(graph, line_minute.bars(spans)),
        i.Words(below, text, round(size * u), "dim", "regular", "left", round(13 * u), lines),
    )


def _title(stage: Stage, spans: Spans) -> str:
    """Of how long the bars tell: right after a start it is less than a minute."""
    seconds = line_minute.watched_s(spans)
    if seconds < line_minute.SPAN_S * line_minute.SPANS:
        return stage.text("Link, last {seconds} s", seconds=seconds)
    return stage.text("Link, last minute")


def _since(stage: Stage, spans: Spans) -> str:
    """How long it has not been heard, or not been understood."""
    snapshot = stage.snapshot
    if snapshot.fault_ms is None:
        return ""
    time = how_long(stage, snapshot.fault_ms)
    if line_minute.is_heard(spans):
        return stage.text("for {time}", time=time)
    return stage.text("quiet for {time}", time=time)
