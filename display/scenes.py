"""One scene for each state of the core: a pure function of the snapshot."""

from __future__ import annotations

from controller.rules.position import Side
from controller.view.intents import Press
from controller.view.snapshot import Snapshot
from display import items as i
from display import layout
from display.layout import Game, Rect
from display.locale import Catalogue
from display.scene_board import lay_board, offer_places
from display.scene_cards import card_scene
from display.stage import Hand, Hit, Open, Scene, ScreenSettings, Stage

ENGLISH = Catalogue()


def compose(
    snapshot: Snapshot,
    settings: ScreenSettings,
    hand: Hand | None = None,
    catalogue: Catalogue = ENGLISH,
) -> Scene:
    """The picture of a snapshot, and what can be touched in it."""
    stage = Stage(snapshot, settings, catalogue, hand or Hand())
    card = card_scene(stage)
    return card if card is not None else _game(stage)


def _game(stage: Stage) -> Scene:
    where = layout.game(stage.settings.size, stage.settings.orientation)
    small = layout.is_small(stage.settings.size)
    _buttons(stage, where)
    lay_board(stage, where.board)
    offer_places(stage, where.board)
    foot = stage.settings.bottom
    if stage.snapshot.phase == "setup":
        _setup_panel(stage, where, small=small)
    else:
        seat = small_seat if small else large_seat
        for side, rect in ((foot.other, where.seats[0]), (foot, where.seats[1])):
            seat(stage, rect, side, where.u)
            if side in stage.settings.sides and stage.snapshot.interruption is None:
                stage.offer(Hit(rect, Open("resign")))
        (_small_info if small else _large_info)(stage, where.info, where.u)
    _words(stage, where, small=small)
    return Scene("game", where.board, tuple(stage.items), tuple(stage.hits))


# --- strip ------------------------------------------------------------


def _buttons(stage: Stage, where: Game) -> None:
    size = round(24 * where.u)
    for rect, (label, key, kind, control) in zip(
        reversed(where.buttons), _controls(stage), strict=False
    ):
        text = stage.text(label)
        shown_key = "" if layout.is_small(stage.settings.size) else key
        stage.show(i.Button(rect, text, size, kind, shown_key))
        touched = _to_the_edge(rect, where, stage.settings.size)
        side = stage.actor or stage.reader
        hit = Hit(touched, Press(side.value, control), (key,))
        stage.offer(hit)
        if stage.hand.focus is not None and stage.hand.focus.act == hit.act:
            stage.show(i.Focus(rect.inset(-round(3 * where.u)), is_round=False))


def _controls(stage: Stage) -> list[tuple[str, str, str, str]]:
    """(label, key, kind, control), the weightiest first."""
    snapshot = stage.snapshot
    if snapshot.phase == "opening" and stage.settings.sides:
        return [("Roll", "R", "primary", "done")]
    if stage.actor is None:
        return []
    if snapshot.phase == "to_roll":
        roll = ("Roll", "R", "off" if stage.is_mending else "primary", "done")
        double = ("Double", "O", "off" if stage.is_mending else "plain", "double")
        return [roll, double] if snapshot.can_double else [roll]
    if snapshot.phase in ("moving", "naming"):
        done = snapshot.verdict == "complete"
        undo = bool(snapshot.steps) and not stage.is_mending
        return [
            ("Done", "D", "primary" if done else "off", "done"),
            ("Undo", "U", "plain" if undo else "off", "undo"),
        ]
    return []


def _to_the_edge(rect: Rect, where: Game, size: tuple[int, int]) -> Rect:
    """Buttons own the pixels down to the foot, the last one those to the corner."""
    right = size[0] if rect == where.buttons[1] else rect.right
    return Rect(rect.x, where.strip.y, right - rect.x, size[1] - where.strip.y)


def _words(stage: Stage, where: Game, *, small: bool) -> None:
    snapshot, u = stage.snapshot, where.u
    strip, words = where.strip, where.words
    used = len(_controls(stage))
    if used < 2:
        edge = where.buttons[2 - used].x - round(6 * u) if used else strip.right - round(11 * u)
        words = words._replace(w=edge - words.x)
    warn = stage.is_mending and snapshot.phase != "setup"
    if not small:
        border = "warn" if warn else "hairline"
        stage.items.insert(0, i.Plate(strip, "plate", border, 9 * u, 2 * u if warn else 1.2))
    elif warn:
        stage.items.insert(0, i.Plate(strip._replace(h=max(round(2 * u), 2)), "warn", None, 0))
    if warn:
        side = round((38 if small else 34) * u)
        sign = Rect(words.x, words.y + (words.h - side) // 2, side, side)
        stage.show(i.Sign(sign, "warn"))
        words = Rect(
            sign.right + round(8 * u), words.y, words.right - sign.right - round(8 * u), words.h
        )
    size = round((28 if small else 26) * u)
    text = stage.catalogue.said(snapshot.messages[stage.reader.index])
    fault = stage.catalogue.said(snapshot.fault_line)
    if fault:
        upper = round(words.h * 0.56)
        stage.show(
            i.Words(
                words._replace(y=words.y + upper, h=words.h - upper), fault, round(17 * u), "warn"
            )
        )
        words = words._replace(h=upper)
    floor, lines = round((20 if small else 19) * u), 1 if fault else 2
    stage.show(i.Words(words, text, size, floor=floor, lines=lines))


# --- seats ------------------------------------------------------------


def name_of(stage: Stage, side: Side) -> str:
    """As the match names it."""
    return stage.snapshot.names[side.index]


def is_bot(stage: Stage, side: Side) -> bool:
    """Whether a bot sits there: it is marked as one wherever its name stands."""
    return stage.snapshot.seats[side.index].startswith("bot")


def seat_plate(stage: Stage, rect: Rect, side: Side, u: float) -> None:
    """Raised, edged with brass for the side to move."""
    border = "accent" if side is stage.turn else "hairline"
    stage.show(
        i.Plate(
            rect, "plate", border, 9 * u, (2 if side is stage.turn else 1.2) * max(u, 1), "raised"
        )
    )


def small_seat(stage: Stage, rect: Rect, side: Side, u: float) -> None:
    """Name; score with what it leads to; whether on turn; pips."""
    snapshot = stage.snapshot
    seat_plate(stage, rect, side, u)

    def box(x: float, y: float, w: float, h: float) -> Rect:
        return Rect(rect.x + round(x * u), rect.y + round(y * u), round(w * u), round(h * u))

    stage.show(
        i.Name(
            box(5, 4, 107, 28),
            side,
            name_of(stage, side),
            round(20 * u),
            is_bot(stage, side),
            False,
        ),
        i.Words(
            box(4, 36, 54, 78),
            str(snapshot.score[side.index]),
            round(62 * u),
            "ink",
            "serif",
            "centre",
        ),
    )
    if side is stage.turn:
        text = stage.text("to move") if not is_bot(stage, side) else stage.text("moves")
        stage.show(
            i.Words(box(56, 78, 55, 22), text, round(16 * u), "accent", "semibold", "right", 12)
        )
    if is_bot(stage, side):
        stage.show(i.Badge(box(56, 36, 55, 22), stage.text("BOT"), round(15 * u)))
    if snapshot.match_length:
        text = stage.text("of {length}", length=snapshot.match_length)
        stage.show(i.Words(box(56, 57, 55, 22), text, round(18 * u), "dim", "regular", "right"))
    stage.show(i.Line(box(8, 117, 100, 1)))
    if snapshot.aids != "none":
        stage.show(
            i.Words(box(8, 124, 50, 28), stage.text("pips"), round(18 * u), "dim", "regular"),
            i.Words(
                box(50, 124, 61, 28),
                str(snapshot.pips[side.index]),
                round(21 * u),
                "ink",
                "semibold",
                "right",
            ),
        )


def large_seat(stage: Stage, rect: Rect, side: Side, u: float) -> None:
    """Name; a large score; pips and whose turn on the last line."""
    snapshot = stage.snapshot
    seat_plate(stage, rect, side, u)
    inner = rect.inset(round(15 * u), round(12 * u))
    name = inner._replace(h=round(40 * u))
    foot = inner._replace(y=inner.bottom - round(32 * u), h=round(32 * u))
    line = Rect(inner.x, foot.y - round(8 * u), inner.w, 1)
    middle = Rect(inner.x, name.bottom, inner.w, line.y - name.bottom)
    stage.show(
        i.Name(name, side, name_of(stage, side), round(28 * u), is_bot(stage, side)),
        i.Words(
            middle._replace(w=inner.w // 2),
            str(snapshot.score[side.index]),
            round(92 * u),
            "ink",
            "serif",
            "centre",
        ),
        i.Line(line),
    )
    if snapshot.match_length:
        text = stage.text("of {length}", length=snapshot.match_length)
        box = Rect(inner.x + inner.w // 2, middle.y, inner.w // 2, middle.h)
        stage.show(i.Words(box, text, round(25 * u), "dim", "regular"))
    if snapshot.aids != "none":
        label = foot._replace(w=round(52 * u))
        stage.show(
            i.Words(label, stage.text("Pips"), round(18 * u), "dim", "regular"),
            i.Words(
                Rect(label.right, foot.y, round(60 * u), foot.h),
                str(snapshot.pips[side.index]),
                round(25 * u),
            ),
        )
    if side is stage.turn:
        text = stage.text("moves" if is_bot(stage, side) else "to move")
        box = Rect(foot.x + foot.w // 2, foot.y, foot.w - foot.w // 2, foot.h)
        stage.show(i.Words(box, text, round(18 * u), "accent", "semibold", "right"))


# --- match ------------------------------------------------------------


def dice_line(stage: Stage) -> tuple[str, str]:
    """What the dice come from, and the fingerprint of their seed if they have one."""
    snapshot = stage.snapshot
    if snapshot.commitment:
        mark = snapshot.commitment[:8].upper()
        kind = "Fair dice" if snapshot.dice_source == "fair" else "Seeded dice"
        return stage.text(kind), f"{mark[:4]} {mark[4:]}"
    if snapshot.dice_source == "typed":
        return stage.text("Typed dice"), ""
    return stage.text("Dice from the table"), ""


def record_line(stage: Stage) -> tuple[str, str]:
    """(icon, words) of whether what is played is kept."""
    if stage.snapshot.recording:
        return "recording", stage.text("Recording")
    return "idle", stage.text("Not recording")


def match_line(stage: Stage) -> str:
    """To how many points, and Crawford's game by name."""
    snapshot = stage.snapshot
    if not snapshot.match_length:
        return stage.text("Money game")
    if snapshot.crawford:
        return stage.text("Crawford game")
    return stage.text("Match to {length}", length=snapshot.match_length)


def _small_info(stage: Stage, rect: Rect, u: float) -> None:
    high = rect.h // 3
    rows = [rect._replace(y=rect.y + n * high, h=high) for n in range(3)]
    snapshot = stage.snapshot
    if snapshot.crawford:
        text = stage.text("Crawford · {game}", game=snapshot.game)
    elif snapshot.match_length:
        text = stage.text(
            "to {length} · game {game}", length=snapshot.match_length, game=snapshot.game
        )
    else:
        text = stage.text("money · game {game}", game=snapshot.game)
    stage.show(i.Words(rows[0], text, round(18 * u), "dim", "semibold", "centre", 13))
    icon, words = record_line(stage)
    source, mark = dice_line(stage)
    side = round(18 * u)
    lines = [(rows[1], icon, words, "dim")]
    if snapshot.aids == "full":
        lines.append((rows[2], "shield" if mark else "dice", mark or source, "ink"))
    else:
        lines.append(
            (rows[2], "no_aids", stage.text("Aids {level}", level=stage.text(snapshot.aids)), "ink")
        )
    for row, sign, text, colour in lines:
        box = Rect(row.x + round(4 * u), row.y + (row.h - side) // 2, side, side)
        left = box.right + round(5 * u)
        stage.show(
            i.Sign(box, sign),
            i.Words(
                Rect(left, row.y, row.right - left, row.h),
                text,
                round(17 * u),
                colour,
                "regular",
                floor=11,
            ),
        )


def _large_info(stage: Stage, rect: Rect, u: float) -> None:
    snapshot = stage.snapshot
    head = rect._replace(h=round(42 * u))
    game = stage.text("game {game}", game=snapshot.game)
    stage.show(
        i.Words(head._replace(w=rect.w * 2 // 3), match_line(stage), round(25 * u), "ink", "serif"),
        i.Words(
            Rect(rect.x + rect.w * 2 // 3, head.y, rect.w - rect.w * 2 // 3, head.h),
            game, round(19 * u), "dim", "regular", "right",
        ),
        i.Line(Rect(rect.x, head.bottom, rect.w, 1)),
    )  # fmt: skip
    icon, words = record_line(stage)
    source, mark = dice_line(stage)
    aids = stage.text(snapshot.aids)
    rows = [
        (icon, words, ""),
        ("shield" if mark else "dice", source, mark),
        ("aids" if snapshot.aids == "full" else "no_aids", stage.text("Aids"), aids),
    ]
    high = min((rect.bottom - head.bottom - round(6 * u)) // 3, round(34 * u))
    side = round(20 * u)
    for nth, (sign, left, right) in enumerate(rows):
        row = Rect(rect.x, head.bottom + round(6 * u) + nth * high, rect.w, high)
        box = Rect(row.x, row.y + (row.h - side) // 2, side, side)
        text = Rect(box.right + round(8 * u), row.y, rect.w // 2, row.h)
        stage.show(i.Sign(box, sign), i.Words(text, left, round(19 * u), "ink", "regular"))
        if right:
            half = Rect(rect.x + rect.w // 2, row.y, rect.w - rect.w // 2, row.h)
            stage.show(i.Words(half, right, round(19 * u), "dim", "semibold", "right"))


# --- setting up ------------------------------------------------------------


def _setup_panel(stage: Stage, where: Game, *, small: bool) -> None:
    """How much stands right, and what is missing or too much, by points."""
    snapshot, u = stage.snapshot, where.u
    top, foot = where.seats[0], where.seats[1]
    panel = Rect(top.x, top.y, top.w, foot.bottom - top.y)
    stage.show(i.Plate(panel, "plate", "hairline", 9 * u, 1.2, "raised"))
    wrong = len(snapshot.fixes)
    side = round((88 if small else 150) * u)
    ring = Rect(panel.x + (panel.w - side) // 2, panel.y + round(14 * u), side, side)
    under = stage.text("of {count}", count=30)
    stage.show(i.Progress(ring, max(30 - wrong, 0), 30, round((30 if small else 46) * u), under))
    y = ring.bottom + round(8 * u)
    row_h = round((30 if small else 40) * u)
    size = round((18 if small else 23) * u)
    lists = (
        (
            stage.text("Missing"),
            "ink",
            [(f.side, f.to) for f in snapshot.fixes if f.to is not None],
        ),
        (
            stage.text("Too many"),
            "warn",
            [(f.side, f.source) for f in snapshot.fixes if f.source is not None],
        ),
    )
    for title, colour, places in lists:
        if not places or y + 2 * row_h > panel.bottom:
            continue
        stage.show(
            i.Words(
                Rect(panel.x + round(8 * u), y, panel.w - round(16 * u), row_h),
                title,
                size,
                colour,
            )
        )
        y += row_h
        for side_name, place in sorted(set(places)):
            if y + row_h > panel.bottom - round(4 * u):
                break
            count = places.count((side_name, place))
            text = stage.text(
                "{count} on {place}", count=count, place=stage.number(place, stage.reader)
            )
            row = Rect(panel.x + round(8 * u), y, panel.w - round(16 * u), row_h)
            stage.show(i.Name(row, Side(side_name), text, size, False))
            y += row_h
