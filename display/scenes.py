"""One scene for each state of the core: a pure function of the snapshot."""

from __future__ import annotations

from dataclasses import replace

from controller.rules.position import Side
from controller.view.intents import Press, Restore
from controller.view.snapshot import Snapshot
from display import items as i
from display import layout, scene_dice, scene_double, scene_help
from display.always import GIVE_UP, offer_keys
from display.asides import aside
from display.layout import Game, Rect
from display.locale import Catalogue
from display.scene_board import lay_board, offer_places
from display.scene_cards import card_scene
from display.scene_dice import lay_keypad
from display.scene_last import offer_last
from display.scene_pages import page_scene
from display.scene_panel import large_info, large_seat, small_info, small_seat
from display.stage import Act, Hand, Hit, Open, Scene, ScreenSettings, Stage

ENGLISH = Catalogue()
AS_SET = ("agreed", "set")  # verdict, restoring: both sides are to say that play goes on from here


def compose(
    snapshot: Snapshot,
    settings: ScreenSettings,
    hand: Hand | None = None,
    catalogue: Catalogue = ENGLISH,
) -> Scene:
    """The picture of a snapshot, and what can be touched in it."""
    stage = Stage(snapshot, settings, catalogue, hand or Hand())
    if stage.hand.page == scene_help.PAGE:
        below = replace(stage.hand, page="", focus=None)
        return scene_help.help_scene(stage, compose(snapshot, settings, below, catalogue))
    return page_scene(stage) or card_scene(stage) or _game(stage)


def _game(stage: Stage) -> Scene:
    where = layout.game(stage.settings.size, stage.settings.orientation)
    small = layout.is_small(stage.settings.size)
    _buttons(stage, where)
    lay_board(stage, where.board)
    lay_keypad(stage, where.board)
    offer_places(stage, where.board)
    foot = stage.settings.bottom
    if stage.snapshot.phase == "setup":
        _setup_panel(stage, where, small=small)
    else:
        seat = small_seat if small else large_seat
        for side, rect in ((foot.other, where.seats[0]), (foot, where.seats[1])):
            seat(stage, rect, side, where.u)
            if side in stage.settings.sides and stage.snapshot.interruption is None:
                stage.offer(Hit(rect, Open(GIVE_UP)))
        (small_info if small else large_info)(stage, where.info, where.u)
    _words(stage, where, small=small)
    offer_keys(stage)
    return Scene("game", where.board, tuple(stage.items), tuple(stage.hits))


# --- strip ------------------------------------------------------------


def _buttons(stage: Stage, where: Game) -> None:
    size = round(24 * where.u)
    for rect, (label, key, kind, control) in zip(
        reversed(where.buttons), _controls(stage), strict=False
    ):
        if not label:
            continue
        text = stage.text(label)
        shown_key = "" if layout.is_small(stage.settings.size) else key
        stage.show(i.Button(rect, text, size, kind, shown_key))
        touched = _to_the_edge(rect, where, stage.settings.size)
        hit = Hit(touched, _act(stage, control, kind), (key,))
        stage.offer(hit)
        if stage.hand.focus is not None and stage.hand.focus.act == hit.act:
            stage.show(i.Focus(rect.inset(-round(3 * where.u)), is_round=False))


def _act(stage: Stage, control: str, kind: str) -> Act:
    side = stage.actor or stage.reader
    if control == "stand" or (control == scene_double.PAGE and kind != "off"):
        return Open(control)
    if control == "back":
        return Open("")
    if control in _STARTS:
        return Press(_STARTS[control], "done")
    return Restore(side.value) if control == "restore" else Press(side.value, control)


_STARTS = {f"{side.value} starts": side.value for side in Side}
"""What is said on the screen after an opening throw with real dice, and by whom."""


def _played_unasked(stage: Stage) -> list[tuple[str, str, str, str]]:
    """Real dice that nobody enters: who starts, then Done; the cube before anything is moved."""
    snapshot = stage.snapshot
    if snapshot.turn is None:
        marks = [(control, side) for control, side in _STARTS.items() if stage.settings.sides]
        return [
            (control.capitalize(), side[0].upper(), "plain", control) for control, side in marks
        ]
    if stage.actor is None:
        return []
    lies = snapshot.verdict in ("complete", "agreed", "unsure")
    done = ("Done", "D", "primary" if lies else "off", "done")
    double = ("Double", "O", "plain", "double")
    undo = ("Undo", "U", "plain", "undo")
    if snapshot.steps:
        return [done, undo]
    return [done, double] if snapshot.can_double else [done]


def _typed(stage: Stage) -> list[tuple[str, str, str, str]]:
    """Dice are tapped on the board: the first one can be taken back; before, the cube offered."""
    nothing = ("", "", "", "")
    if stage.hand.page in scene_dice.PAGES:
        return [nothing, ("Undo", "U", "plain", "back")]
    kind = "off" if stage.is_mending else "plain"
    may_double = stage.snapshot.can_double and stage.actor is not None
    return [nothing, ("Double", "O", kind, "double")] if may_double else []


def _controls(stage: Stage) -> list[tuple[str, str, str, str]]:
    """(label, key, kind, control), the weightiest first."""
    snapshot = stage.snapshot
    if snapshot.restoring and stage.settings.sides:
        lies = snapshot.verdict == "unsure" or (snapshot.verdict, snapshot.restoring) == AS_SET
        stop = ("Stop", "U", "plain", "undo")
        return [("Go on", "D", "primary", "done"), stop] if lies else [stop]
    if snapshot.phase == "setup" and snapshot.verdict == "unsure" and stage.settings.sides:
        return [("Done", "D", "primary", "done")]
    if scene_dice.is_keypad(stage):
        return _typed(stage)
    if snapshot.dice_source == "deduced" and snapshot.phase in ("opening", "to_roll"):
        return _played_unasked(stage)
    if snapshot.phase == "opening" and stage.settings.sides:
        return [("Roll", "R", "primary", "done")]
    stand = ("Let stand", "L", "plain", "stand")
    if snapshot.phase == "setup" and stage.settings.sides and snapshot.standing is not None:
        return [stand]
    if stage.actor is None:
        return []
    if snapshot.phase == "to_roll":
        roll = ("Roll", "R", "off" if stage.is_mending else "primary", "done")
        double = ("Double", "O", "off" if stage.is_mending else "plain", "double")
        return [roll, double] if snapshot.can_double else [roll]
    if snapshot.phase == "naming":
        return [("Done", "D", "primary" if snapshot.naming else "off", "done")]
    if snapshot.phase == "moving":
        done = snapshot.verdict == "complete"
        undo = ("Undo", "U", "plain" if snapshot.steps else "off", "undo")
        return [
            stand if snapshot.standing else ("Done", "D", "primary" if done else "off", "done"),
            ("Put back", "B", "plain", "restore") if stage.is_mending else undo,
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
    text = aside(stage) or stage.catalogue.said(snapshot.messages[stage.reader.index])
    fault = stage.catalogue.said(snapshot.fault_line)
    if fault:
        upper = round(words.h * 0.64)
        stage.show(
            i.Words(
                words._replace(y=words.y + upper, h=words.h - upper), fault, round(17 * u), "warn"
            )
        )
        words = words._replace(h=upper)
    floor = round((14 if fault else 20 if small else 19) * u)
    stage.show(i.Words(words, text, size, floor=floor, lines=2))
    offer_last(stage, words)


# --- setting up ------------------------------------------------------------


def _setup_panel(stage: Stage, where: Game, *, small: bool) -> None:
    """How much stands right, and what is missing or too much, by points."""
    snapshot, u = stage.snapshot, where.u
    top, foot = where.seats[0], where.seats[1]
    panel = Rect(top.x, top.y, top.w, foot.bottom - top.y)
    stage.show(i.Plate(panel, "plate", "hairline", 9 * u, 1.2, "raised"))
    wrong, count = len(snapshot.fixes), sum(map(abs, snapshot.slots)) + sum(snapshot.reserve)
    side = round((88 if small else 150) * u)
    ring = Rect(panel.x + (panel.w - side) // 2, panel.y + round(14 * u), side, side)
    under = stage.text("of {count}", count=count)
    stage.show(
        i.Progress(ring, max(count - wrong, 0), count, round((30 if small else 46) * u), under)
    )
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
            stage.show(i.Name(row, Side(side_name), text, size))
            y += row_h
