"""The panel beside the board: both seats, and between them the match."""

from __future__ import annotations

from collections.abc import Callable

from controller.rules.position import Side
from display import items as i
from display.layout import Rect
from display.scene_clocks import clock, has_clock
from display.stage import Hit, Open, Stage


def offer_settings(stage: Stage, touched: Rect, gear: Rect) -> None:
    """A gear; all of `touched` opens the settings."""
    stage.show(i.Sign(gear, "gear"))
    stage.offer(Hit(touched, Open("settings"), ("S",)))


def at_its_end(row: Rect, side: int) -> Rect:
    """A square of this side at the right end of a row."""
    return Rect(row.right - side, round(row.centre[1] - side / 2), side, side)


# --- seats ------------------------------------------------------------


def seat_plate(stage: Stage, rect: Rect, side: Side, u: float) -> None:
    """Raised, edged with brass for the side to move."""
    border = "accent" if side is stage.turn else "hairline"
    stage.show(
        i.Plate(
            rect, "plate", border, 9 * u, (2 if side is stage.turn else 1.2) * max(u, 1), "raised"
        )
    )


def small_seat(stage: Stage, rect: Rect, side: Side, u: float) -> None:
    """Name; the clock where there is time; score with what it leads to; whether on turn; pips."""
    seat_plate(stage, rect, side, u)

    def box(x: float, y: float, w: float, h: float) -> Rect:
        return Rect(rect.x + round(x * u), rect.y + round(y * u), round(w * u), round(h * u))

    if stage.settings.large_print:
        _seat_in_large_print(stage, box, side, u)
        return
    snapshot, timed = stage.snapshot, has_clock(stage)
    stage.show(i.Name(box(5, 4, 107, 28), side, stage.name(side), round(20 * u)))
    clock(stage, box(4, 34, 108, 44), side, round(37 * u))
    size = 44 if timed else 62
    if timed:
        rows = [box(46, top, 65, high) for top, high in ((78, 19), (97, 18), (115, 17))]
    else:
        rows = [box(56, 36 + 21 * nth, 55, 22) for nth in range(3)]
    score = box(4, 80, 46, 52) if timed else box(4, 36, 54, 78)
    points = str(snapshot.score[side.index])
    stage.show(i.Words(score, points, round(size * u), "ink", "serif", "centre"))
    mark = stage.bot_mark(side)
    if side is stage.turn:
        text = stage.text("moves" if mark else "to move")
        stage.show(i.Words(rows[2], text, round(16 * u), "accent", "semibold", "right", 12))
    if mark:
        stage.show(i.Badge(rows[0], mark, round(15 * u)))
    if snapshot.match_length:
        text = stage.text("of {length}", length=snapshot.match_length)
        stage.show(i.Words(rows[1], text, round(18 * u), "dim", "regular", "right"))
    if snapshot.aids != "none":
        y, high = (133, 24) if timed else (124, 28)
        pips = str(snapshot.pips[side.index])
        stage.show(
            i.Line(box(8, 133 if timed else 117, 100, 1)),
            i.Words(box(8, y, 50, high), stage.text("pips"), round(18 * u), "dim", "regular"),
            i.Words(box(50, y, 61, high), pips, round(21 * u), "ink", "semibold", "right"),
        )


def _seat_in_large_print(
    stage: Stage, box: Callable[[float, float, float, float], Rect], side: Side, u: float
) -> None:
    """Name, clock, score, whose turn: no more, but larger. box: of units within the seat."""
    timed, mark = has_clock(stage), stage.bot_mark(side)
    score = box(4, 92, 46, 60) if timed else box(4, 36, 56, 84)
    rows = [box(50, 96, 62, 24), box(50, 124, 62, 24)]
    if not timed:
        rows = [box(60, 50, 52, 26), box(4, 122, 108, 28)]
    points = str(stage.snapshot.score[side.index])
    stage.show(i.Name(box(5, 4, 107, 30), side, stage.name(side), round(22 * u)))
    clock(stage, box(4, 36, 108, 54), side, round(48 * u))
    stage.show(i.Words(score, points, round(60 * u), "ink", "serif", "centre"))
    if mark:
        stage.show(i.Badge(rows[0], mark, round(17 * u)))
    if side is stage.turn:
        text = stage.text("moves" if mark else "to move")
        stage.show(i.Words(rows[1], text, round(19 * u), "accent", "semibold", "right", 11))


def large_seat(stage: Stage, rect: Rect, side: Side, u: float) -> None:
    """Name; the clock where there is time; a large score; pips and whose turn on the last line."""
    snapshot = stage.snapshot
    seat_plate(stage, rect, side, u)
    inner = rect.inset(round(15 * u), round(12 * u))
    name = inner._replace(h=round(40 * u))
    foot = inner._replace(y=inner.bottom - round(32 * u), h=round(32 * u))
    line = Rect(inner.x, foot.y - round(8 * u), inner.w, 1)
    middle = Rect(inner.x, name.bottom, inner.w, line.y - name.bottom)
    mark = stage.bot_mark(side)
    stage.show(i.Name(name, side, stage.name(side), round(28 * u), mark), i.Line(line))
    if has_clock(stage):
        _timed_score(stage, middle, side, u)
    else:
        half = middle._replace(w=inner.w // 2)
        points = str(snapshot.score[side.index])
        stage.show(i.Words(half, points, round(92 * u), "ink", "serif", "centre"))
        if snapshot.match_length:
            text = stage.text("of {length}", length=snapshot.match_length)
            box = half._replace(x=half.right)
            stage.show(i.Words(box, text, round(25 * u), "dim", "regular"))
    if snapshot.aids != "none" and not stage.settings.large_print:
        label = foot._replace(w=round(52 * u))
        pips = Rect(label.right, foot.y, round(60 * u), foot.h)
        stage.show(
            i.Words(label, stage.text("Pips"), round(18 * u), "dim", "regular"),
            i.Words(pips, str(snapshot.pips[side.index]), round(25 * u)),
        )
    if side is stage.turn:
        text = stage.text("moves" if mark else "to move")
        box = Rect(foot.x + foot.w // 2, foot.y, foot.w - foot.w // 2, foot.h)
        stage.show(i.Words(box, text, round(18 * u), "accent", "semibold", "right"))


def _timed_score(stage: Stage, middle: Rect, side: Side, u: float) -> None:
    """The clock with its delay in words below, and beside it the score."""
    snapshot = stage.snapshot
    plate = Rect(middle.x, middle.y + round(4 * u), round(middle.w * 0.61), round(84 * u))
    under = Rect(plate.x, plate.bottom + round(3 * u), plate.w, round(22 * u))
    clock(stage, plate, side, round(57 * u), under)
    beside = Rect(plate.right, plate.y - round(2 * u), middle.right - plate.right, plate.h)
    points = str(snapshot.score[side.index])
    stage.show(i.Words(beside, points, round(78 * u), "ink", "serif", "centre"))
    if snapshot.match_length:
        text = stage.text("of {length}", length=snapshot.match_length)
        low = Rect(beside.x, plate.bottom - round(6 * u), beside.w, round(26 * u))
        stage.show(i.Words(low, text, round(19 * u), "dim", "regular", "centre"))


# --- match ------------------------------------------------------------


def dice_line(stage: Stage) -> tuple[str, str]:
    """What the dice come from, and the fingerprint of their seed if they have one."""
    snapshot = stage.snapshot
    if snapshot.commitment and snapshot.dice_source == "fair":
        return stage.text("Fair dice"), fingerprint(snapshot.commitment)
    return stage.text(_SOURCES.get(snapshot.dice_source, "Fair dice")), ""


_SOURCES = {
    "typed": "Typed dice",
    "deduced": "Dice from the play",
    "seeded": "Seeded dice, not fair",
}


def fingerprint(commitment: str) -> str:
    """The short form of what was committed to: eight digits of its hash."""
    return f"{commitment[:4]} {commitment[4:8]}".upper()


def offer_dice(stage: Stage, info: Rect, border: float, gap: int = 0) -> Rect:
    """All of the panel's middle below `border`, to the seat below it, opens the page of the dice;
    returns what is left above. gap: between it and the seats."""
    top, middle = info.y - gap, round(border)
    low = Rect(info.x, middle, info.w, info.bottom + gap - middle)
    stage.offer(Hit(low, Open("verify"), ("F",)))
    return info._replace(y=top, h=middle - top)


def record_line(stage: Stage, *, short: bool = False) -> tuple[str, str]:
    """(icon, words) of whether what is played is kept, and how much of it."""
    plays = stage.snapshot.plays
    if not stage.snapshot.recording:
        return "idle", stage.text("Not recording")
    if not plays:
        return "recording", stage.text("Recording")
    if short:
        return "recording", stage.text("{plays} saved", plays=plays)
    many = "One play saved" if plays == 1 else "{plays} plays saved"
    return "recording", stage.text(many, plays=plays)


def aids_line(stage: Stage) -> tuple[str, str, str]:
    """(icon, word, level) of what help people get; a lock where a tournament fixed it."""
    snapshot = stage.snapshot
    icon = "lock" if snapshot.locked else "aids" if snapshot.aids == "full" else "no_aids"
    return icon, stage.text("Aids"), stage.text(snapshot.aids)


def match_line(stage: Stage) -> str:
    """To how many points, and Crawford's game by name."""
    snapshot = stage.snapshot
    if not snapshot.match_length:
        return stage.text("Money game")
    if snapshot.crawford:
        return stage.text("Crawford game")
    return stage.text("Match to {length}", length=snapshot.match_length)


def small_info(stage: Stage, rect: Rect, u: float) -> None:
    """Match, recording, dice: a line each; one more for the aids where they are not full."""
    snapshot = stage.snapshot
    if snapshot.crawford:
        head = stage.text("Crawford · {game}", game=snapshot.game)
    elif snapshot.match_length:
        head = stage.text(
            "to {length} · game {game}", length=snapshot.match_length, game=snapshot.game
        )
    else:
        head = stage.text("money · game {game}", game=snapshot.game)
    source, mark = dice_line(stage)
    lines = [
        (*record_line(stage, short=True), "dim"),
        ("shield" if mark else "dice", mark or source, "ink"),
    ]
    if snapshot.aids != "full" or snapshot.locked:
        icon, word, level = aids_line(stage)
        lines.append((icon, f"{word} {level}", "ink"))
    high, side = rect.h // (len(lines) + 1), round(18 * u)
    rows = [rect._replace(y=rect.y + nth * high, h=high) for nth in range(len(lines) + 1)]
    title = Rect(rect.x + round(4 * u), rect.y, rect.w - round(25 * u), high)
    stage.show(i.Words(title, head, round(18 * u), "dim", "semibold", floor=12))
    above = offer_dice(stage, rect, rect.centre[1], round(6 * u))
    offer_settings(stage, above, at_its_end(rows[0], round(16 * u)))
    for row, (sign, text, colour) in zip(rows[1:], lines, strict=True):
        box = Rect(row.x + round(4 * u), row.y + (row.h - side) // 2, side, side)
        left = box.right + round(5 * u)
        words = Rect(left, row.y, row.right - left, row.h)
        stage.show(
            i.Sign(box, sign),
            i.Words(words, text, round(17 * u), colour, "regular", floor=11, lines=2),
        )


def large_info(stage: Stage, rect: Rect, u: float) -> None:
    """Match and game as a heading, then recording, dice and aids."""
    snapshot = stage.snapshot
    head = rect._replace(h=round(42 * u))
    game = stage.text("game {game}", game=snapshot.game)
    stage.show(
        i.Words(
            head._replace(w=rect.w * 2 // 3), match_line(stage), round(25 * u), "ink", "serif",
            floor=round(13 * u),
        ),
        i.Words(
            Rect(rect.x + rect.w * 2 // 3, head.y, rect.w - rect.w * 2 // 3, head.h),
            game, round(19 * u), "dim", "regular", "right",
        ),
        i.Line(Rect(rect.x, head.bottom, rect.w, 1)),
    )  # fmt: skip
    icon, words = record_line(stage)
    source, mark = dice_line(stage)
    rows = [
        (icon, words, ""),
        ("shield" if mark else "dice", source, mark),
        aids_line(stage),
    ]
    high = min((rect.bottom - head.bottom - round(6 * u)) // 3, round(34 * u))
    side = round(20 * u)
    for nth, (sign, left, right) in enumerate(rows):
        row = Rect(rect.x, head.bottom + round(6 * u) + nth * high, rect.w, high)
        box = Rect(row.x, row.y + (row.h - side) // 2, side, side)
        text = Rect(box.right + round(8 * u), row.y, rect.w // 2, row.h)
        if nth and not right:
            text = text._replace(w=rect.right - text.x)
        told = i.Words(text, left, round(19 * u), "ink", "regular", floor=round(11 * u), lines=2)
        stage.show(i.Sign(box, sign), told)
        if not nth:
            above = offer_dice(stage, rect, row.bottom)
            offer_settings(stage, above, at_its_end(row, round(20 * u)))
        if right:
            half = Rect(rect.x + rect.w // 2, row.y, rect.w - rect.w // 2, row.h)
            stage.show(i.Words(half, right, round(19 * u), "dim", "semibold", "right"))
