"""Play stands still: the table is not seen, or somebody paused the match."""

from __future__ import annotations

from controller.rules.position import Side
from controller.view.intents import Carry, Press
from controller.view.snapshot import LineQuality
from display import items as i
from display.always import offer_keys
from display.asides import aside
from display.card_parts import begin, choice, decision, end, in_object, paragraph, say
from display.layout import Decision, Rect
from display.layout_pages import split
from display.scene_board import lay_board
from display.scene_last import offer_last
from display.stage import Scene, Stage


def fault_scene(stage: Stage) -> Scene:
    """The last board that is known, without colour; what is wrong, since when, what to do."""
    where = decision(stage)
    u = where.u
    lay_board(stage, where.board)
    stage.show(
        i.Drain(where.board.rect),
        i.Plate(where.card, "plate", "warn", 11 * u, 2.4 * max(u, 1), "raised"),
        i.Sign(where.object, "cable"),
    )
    _line(stage, where)
    say(stage, where, stage.text("The table has gone quiet"), [])
    text = stage.catalogue.said(stage.snapshot.messages[stage.reader.index])
    lines = where.lines[0]._replace(h=where.lines[1].bottom - where.lines[0].y)
    stage.show(i.Words(lines, text, round(19 * u), "warn", "regular", "left", round(13 * u), 3))
    steps = (
        stage.text("Push in the cable, at both ends."),
        stage.text("Look for the lamp on the board."),
        stage.text("Play goes on when it answers."),
    )
    y = lines.bottom + round(16 * u)
    for nth, step in enumerate(steps, start=1):
        disc = Rect(where.title.x, y, round(28 * u), round(28 * u))
        left = disc.right + round(10 * u)
        box = Rect(left, y, where.title.right - left, disc.h).inset(0, -round(5 * u))
        stage.show(
            i.Plate(disc, "plate", "accent", disc.h / 2, 1.6 * u),
            i.Words(disc, str(nth), round(18 * u), "accent", "bold", "centre"),
            i.Words(box, step, round(20 * u), "ink", "regular", floor=round(13 * u), lines=2),
        )
        y += round(40 * u)
    _saved(stage, where)
    offer_keys(stage)
    return end(stage, where, "fault")


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


def _line(stage: Stage, where: Decision) -> None:
    """In the seats' place: what the board shows, how long it has been quiet, how good the line was;
    beside each other, upright below each other."""
    u, first, last = where.u, *where.seats
    left, right = min(first.x, last.x), max(first.right, last.right)
    upright = where.board.upright
    foot = where.corner.y - round(10 * u) if upright else where.note.bottom
    plate = Rect(left, first.y, right - left, foot - first.y)
    stage.show(i.Plate(plate, "plate", "hairline", 9 * u, 1.2, "raised"))
    inner = plate.inset(round(12 * u), round(6 * u))
    head, figures = split(inner, (1, 1.9), round(4 * u), down=True)
    shown, since = split(head, (1.15, 1), round((2 if upright else 8) * u), down=upright)
    known = aside(stage) or stage.text("Last board both of us know")
    offer_last(stage, where.beside_corner(plate))
    floor, lines, align = round(13 * u), 2 if upright else 1, "left" if upright else "right"
    stage.show(
        i.Words(shown, known, round(19 * u), "ink", floor=floor, lines=lines),
        i.Words(since, _since(stage), round(19 * u), "warn", "regular", align, floor, lines),
    )
    line = stage.snapshot.line
    if line is None:
        return
    for rect, (label, value) in zip(
        split(figures, (1, 1, 1), round(8 * u), down=upright), _figures(stage, line), strict=True
    ):
        number, words = split(rect, (1, 1.6) if upright else (1.25, 1), 0, down=not upright)
        stage.show(
            i.Words(number, value, round(30 * u), "ink", "semibold", "left", floor),
            i.Words(words, label, round(16 * u), "dim", "regular", "left", floor, 3),
        )


def _figures(stage: Stage, line: LineQuality) -> tuple[tuple[str, str], ...]:
    """Of the line, until it was lost."""
    return (
        (stage.text("messages a second before"), str(line.messages_per_s)),
        (stage.text("sent again"), str(line.resent)),
        (stage.text("damaged"), str(line.damaged)),
    )


def _since(stage: Stage) -> str:
    """How long it has not been heard."""
    snapshot = stage.snapshot
    if snapshot.fault_ms is None:
        return ""
    return stage.text("quiet for {time}", time=_long(stage, snapshot.fault_ms))


def paused_scene(stage: Stage) -> Scene:
    """Who stopped the match, for how long, and the way on; the board dim behind it."""
    where = begin(stage)
    paused = stage.snapshot.paused
    stage.show(i.Veil(where.board.rect, 0.60), i.Sign(in_object(where), "pause"))
    lines = []
    if paused is not None:
        name = stage.name(Side(paused.by))
        lines = [
            (stage.text("{name} paused the match,", name=name), "dim"),
            (stage.text("for {time} by now.", time=_long(stage, paused.since_ms)), "ink"),
        ]
        if stage.snapshot.clock is not None:
            lines.append((stage.text("The clocks stand still."), "dim"))
    say(stage, where, stage.text("Paused"), lines)
    if paused is None:
        text = stage.catalogue.said(stage.snapshot.messages[stage.reader.index])
        paragraph(stage, where, text, 4)
    if stage.settings.sides:
        side = stage.reader.value
        label, under = stage.text("Give up the match"), stage.text("hold, or press X twice")
        stop = Carry(side, on=False)
        choice(stage, where, 0, label, under, stop, keys=("X",), kind="danger", deliberate=True)
        act, label = Press(side, "go_on"), stage.text("Go on")
        choice(stage, where, 1, label, "", act, keys=("P", "D"), kind="primary")
    return end(stage, where)


def _long(stage: Stage, since_ms: int) -> str:
    """From a moment of the core until now, in words."""
    seconds = max(stage.snapshot.at_ms + stage.hand.age_ms - since_ms, 0) // 1000
    minutes, rest = divmod(seconds, 60)
    hours, minutes = divmod(minutes, 60)
    if hours:
        return stage.text("{hours} h {minutes} min", hours=hours, minutes=minutes)
    if minutes:
        return stage.text("{minutes} min {seconds} s", minutes=minutes, seconds=rest)
    return stage.text("{seconds} s", seconds=rest)
