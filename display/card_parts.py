"""What cards beside the board are made of: who plays, what is said, what may be chosen."""

from __future__ import annotations

from controller.rules.position import Side
from display import items as i
from display import layout
from display.always import offer_keys
from display.asides import aside
from display.layout import Decision, Rect
from display.scene_board import lay_board
from display.scene_clocks import answer_clock
from display.scene_last import offer_last
from display.scene_panel import offer_settings
from display.stage import Act, Hit, Scene, Stage


def decision(stage: Stage, *, wide_card: bool = False) -> Decision:
    """Where things lie, as this screen is set."""
    settings = stage.settings
    return layout.decision(
        settings.size,
        settings.orientation,
        left_handed=settings.left_handed,
        wide_card=wide_card,
    )


def begin(stage: Stage, *, dice: bool = True, speaks: bool = False) -> Decision:
    """Board, seats and note on the left, an empty card on the right. speaks: the card is going to
    show the table's words."""
    where = decision(stage)
    lay_board(stage, where.board, dice=dice)
    foot = stage.settings.bottom
    for side, rect in ((foot, where.seats[0]), (foot.other, where.seats[1])):
        seat(stage, rect, side, where.u)
    width = 1.2 * max(where.u, 1)
    stage.show(i.Plate(where.card, "plate", "hairline", 11 * where.u, width, "raised"))
    answer_clock(stage, where.object, where.u)
    recording = stage.snapshot.recording
    kept = stage.text("Recording. What was played is saved.")
    kept = kept if recording else stage.text("Not recording")
    note(stage, where, "recording" if recording else "idle", aside(stage, speaks=speaks) or kept)
    offer_last(stage, where.beside_corner(where.note).inset(0, -round(4 * where.u)))
    offer_keys(stage)
    return where


def seat(stage: Stage, rect: Rect, side: Side, u: float) -> None:
    snapshot = stage.snapshot
    asked = side is (stage.answerer or stage.turn)
    border = "accent" if asked else "hairline"
    stage.show(i.Plate(rect, "plate", border, 9 * u, (2 if asked else 1.2) * max(u, 1), "raised"))
    inner = rect.inset(round(8 * u), round(7 * u))
    is_narrow = rect.w < 200 * u  # then the name has a row of its own
    name = inner._replace(h=round(32 * u))
    if is_narrow:
        score = inner._replace(y=name.bottom, h=inner.bottom - name.bottom)
        score = score._replace(x=inner.right - round(54 * u), w=round(54 * u))
    else:
        score = rect._replace(x=rect.right - round(60 * u), w=round(50 * u))
        name = name._replace(w=score.x - rect.x - round(10 * u))
    stage.show(
        i.Name(name, side, stage.name(side), round(21 * u * stage.print), stage.bot_mark(side)),
        i.Words(score, str(snapshot.score[side.index]), round(44 * u), "ink", "serif", "centre"),
    )
    if snapshot.aids != "none" and not stage.settings.large_print:
        pips = Rect(name.x + round(36 * u), name.bottom, 0, inner.bottom - name.bottom)
        pips = pips._replace(
            w=score.x - pips.x, h=min(pips.h, round((44 if is_narrow else 26) * u))
        )
        text = stage.text("pips {pips}", pips=snapshot.pips[side.index])
        stage.show(i.Words(pips, text, round(18 * u), "dim", "regular"))


def note(stage: Stage, where: Decision, sign: str, text: str) -> None:
    side = round(18 * where.u)
    box = Rect(where.note.x, where.note.y + (where.note.h - side) // 2, side, side)
    left = box.right + round(8 * where.u)
    words = where.beside_corner(where.note)
    words = words._replace(x=left, w=words.right - left)
    size = round((21 if where.board.upright else 19) * where.u)
    lines = int(where.note.h / (17 * where.u))
    stage.show(
        i.Sign(box, sign),
        i.Words(words, text, size, "dim", "regular", floor=round(11 * where.u), lines=lines),
    )


def say(
    stage: Stage,
    where: Decision,
    title: str,
    texts: list[tuple[str, str]],
    foot: int | None = None,
) -> None:
    """Title and texts (text, colour) of the card, each in one row or, where it is long, in two;
    all above `foot`, which is the first button's top unless it is given."""
    u, top = where.u, where.lines[0].y
    size, floor = round(32 * u * stage.print), round(15 * u)
    stage.show(i.Words(where.title, title, size, "ink", "serif", floor=floor))
    if not texts:
        return
    room = (where.buttons[0].y - round(2 * u) if foot is None else foot) - top
    most = {1: 54, 2: 34}.get(len(texts), 30)
    high = min(room // len(texts), round(most * u))
    size, floor = round(21 * u * stage.print), round(13 * u)
    for nth, (text, colour) in enumerate(texts):
        box = where.lines[0]._replace(y=top + nth * high, h=high)
        stage.show(i.Words(box, text, size, colour, "regular", "left", floor, 2, from_top=True))


def choice(
    stage: Stage,
    where: Decision,
    nth: int,
    label: str,
    under: str,
    act: Act,
    *,
    keys: tuple[str, ...],
    kind: str = "plain",
    deliberate: bool = False,
) -> None:
    rect = (*where.buttons, where.hint)[nth]  # a third, rare answer stands in the hint's place
    hit = Hit(rect, act, keys, deliberate)
    held = stage.hand.held is not None and stage.hand.held.act == act
    filled = stage.hand.filled if held else 0
    size = round((30 if under else 26) * where.u)
    stage.show(i.Button(rect, label, size, kind, "", under, filled))
    stage.offer(hit)
    if stage.hand.focus is not None and stage.hand.focus.act == act:
        stage.show(i.Focus(rect.inset(-round(3 * where.u)), is_round=False))


def hint(stage: Stage, where: Decision, text: str) -> None:
    size = round(18 * where.u * stage.print)
    stage.show(i.Words(where.hint, text, size, "dim", "regular", "centre", round(13 * where.u), 2))


def end(stage: Stage, where: Decision, ground: str = "decision") -> Scene:
    offer_settings(stage, where.corner, where.gear)
    return Scene(ground, where.board, tuple(stage.items), tuple(stage.hits))


def paragraph(stage: Stage, where: Decision, text: str, lines: int) -> None:
    box = where.lines[0]._replace(h=where.lines[0].h * lines)
    size, floor = round(20 * where.u * stage.print), round(14 * where.u)
    stage.show(i.Words(box, text, size, "dim", "regular", "left", floor, lines, from_top=True))


def in_object(where: Decision) -> Rect:
    side = where.object.h - round(16 * where.u)
    return Rect(where.object.x, where.object.y + round(8 * where.u), side, side)


def how_long(stage: Stage, since_ms: int) -> str:
    """From a moment of the core until now, in words."""
    seconds = max(stage.snapshot.at_ms + stage.hand.age_ms - since_ms, 0) // 1000
    minutes, rest = divmod(seconds, 60)
    hours, minutes = divmod(minutes, 60)
    if hours:
        return stage.text("{hours} h {minutes} min", hours=hours, minutes=minutes)
    if minutes:
        return stage.text("{minutes} min {seconds} s", minutes=minutes, seconds=rest)
    return stage.text("{seconds} s", seconds=rest)
