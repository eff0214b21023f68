"""What cards beside the board are made of: who plays, what is said, what may be chosen."""

from __future__ import annotations

from controller.rules.position import Side
from display import items as i
from display import layout
from display.always import offer_keys
from display.asides import aside
from display.layout import Decision, Rect
from display.scene_board import lay_board
from display.scene_last import offer_last
from display.scene_panel import offer_settings
from display.stage import Act, Hit, Scene, Stage

CORNER = 56  # units of the button in the corner below the board


def begin(stage: Stage, *, dice: bool = True, border: str = "hairline") -> Decision:
    """Board, seats and note on the left, an empty card on the right."""
    where = layout.decision(stage.settings.size, stage.settings.orientation)
    lay_board(stage, where.board, dice=dice)
    foot = stage.settings.bottom
    for side, rect in ((foot, where.seats[0]), (foot.other, where.seats[1])):
        seat(stage, rect, side, where.u)
    width = 2.4 if border != "hairline" else 1.2
    stage.show(
        i.Plate(where.card, "plate", border, 11 * where.u, width * max(where.u, 1), "raised")
    )
    recording = stage.snapshot.recording
    kept = stage.text("Recording. What was played is saved.")
    kept = kept if recording else stage.text("Not recording")
    note(stage, where, "recording" if recording else "idle", aside(stage) or kept)
    offer_last(stage, beside_corner(where, where.note).inset(0, -round(4 * where.u)))
    offer_keys(stage)
    return where


def beside_corner(where: Decision, rect: Rect) -> Rect:
    """What of a box at the foot is left beside the button in its corner."""
    return rect._replace(w=where.note.right - round((CORNER + 6) * where.u) - rect.x)


def seat(stage: Stage, rect: Rect, side: Side, u: float) -> None:
    snapshot = stage.snapshot
    asked = side is (stage.answerer or stage.turn)
    border = "accent" if asked else "hairline"
    stage.show(i.Plate(rect, "plate", border, 9 * u, (2 if asked else 1.2) * max(u, 1), "raised"))
    score = rect._replace(x=rect.right - round(60 * u), w=round(50 * u))
    name = Rect(
        rect.x + round(8 * u),
        rect.y + round(7 * u),
        score.x - rect.x - round(10 * u),
        round(32 * u),
    )
    stage.show(
        i.Name(name, side, stage.name(side), round(21 * u), stage.bot_mark(side)),
        i.Words(score, str(snapshot.score[side.index]), round(44 * u), "ink", "serif", "centre"),
    )
    if snapshot.aids != "none":
        pips = name._replace(x=name.x + round(36 * u), y=name.bottom, h=round(26 * u))
        text = stage.text("pips {pips}", pips=snapshot.pips[side.index])
        stage.show(i.Words(pips, text, round(18 * u), "dim", "regular"))


def note(stage: Stage, where: Decision, sign: str, text: str) -> None:
    side = round(18 * where.u)
    box = Rect(where.note.x, where.note.y + (where.note.h - side) // 2, side, side)
    left = box.right + round(8 * where.u)
    words = Rect(left, where.note.y, where.note.right - left, where.note.h)
    stage.show(i.Sign(box, sign), i.Words(words, text, round(19 * where.u), "dim", "regular"))


def say(stage: Stage, where: Decision, title: str, lines: list[tuple[str, str]]) -> None:
    """Title and lines (text, colour) of the card."""
    u = where.u
    stage.show(i.Words(where.title, title, round(32 * u), "ink", "serif", floor=round(20 * u)))
    for rect, (text, colour) in zip(where.lines, lines, strict=False):
        stage.show(i.Words(rect, text, round(21 * u), colour, "regular", floor=round(15 * u)))


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
    size = round(18 * where.u)
    stage.show(i.Words(where.hint, text, size, "dim", "regular", "centre", round(13 * where.u), 2))


def end(stage: Stage, where: Decision, ground: str = "decision") -> Scene:
    wide = round(CORNER * where.u)
    corner = Rect(where.note.right - wide, where.note.y, wide, 0)
    corner = corner._replace(h=where.card.bottom + round(10 * where.u) - corner.y)
    offer_settings(
        stage, corner, where.note._replace(w=where.note.w - round(6 * where.u)), round(20 * where.u)
    )
    return Scene(ground, where.board, tuple(stage.items), tuple(stage.hits))


def paragraph(stage: Stage, where: Decision, text: str, lines: int) -> None:
    box = where.lines[0]._replace(h=where.lines[0].h * lines)
    size, floor = round(20 * where.u), round(14 * where.u)
    stage.show(i.Words(box, text, size, "dim", "regular", "left", floor, lines, from_top=True))


def in_object(where: Decision) -> Rect:
    side = where.object.h - round(16 * where.u)
    return Rect(where.object.x, where.object.y + round(8 * where.u), side, side)
