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
from display.scene_heads import head, match_row, plaques
from display.scene_last import offer_last
from display.scene_pages import page_scene
from display.scene_panel import large_info, large_seat, small_info, small_seat
from display.scene_setup import setup_panel
from display.scene_small import too_small
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
    if not layout.is_large_enough(settings.size):
        return too_small(stage)
    if stage.hand.page == scene_help.PAGE:
        below = replace(stage.hand, page="", focus=None)
        return scene_help.help_scene(stage, compose(snapshot, settings, below, catalogue))
    return page_scene(stage) or card_scene(stage) or _game(stage)


def _game(stage: Stage) -> Scene:
    settings = stage.settings
    where = layout.game(settings.size, settings.orientation, left_handed=settings.left_handed)
    _buttons(stage, where)
    lay_board(stage, where.board, keypad=True)
    offer_places(stage, where.board)
    if stage.snapshot.phase == "setup":
        setup_panel(stage, where)
    else:
        _seats(stage, where)
    _words(stage, where)
    offer_keys(stage)
    return Scene("game", where.board, tuple(stage.items), tuple(stage.hits))


_SEATS = {"small": small_seat, "large": large_seat, "upright": head}


def _seats(stage: Stage, where: Game) -> None:
    """Both seats, and what is told of the match; a touch on one's own seat opens its page."""
    foot = stage.settings.bottom
    for side, rect in ((foot.other, where.seats[0]), (foot, where.seats[1])):
        _SEATS[where.kind](stage, rect, side, where.u)
        if side in stage.settings.sides and stage.snapshot.interruption is None:
            stage.offer(Hit(rect, Open(GIVE_UP)))
    if where.kind == "upright":
        plaques(stage, where.board, where.u, aids=not where.info.h)
        if where.info.h:
            match_row(stage, where.info, where.u)
    else:
        (small_info if where.kind == "small" else large_info)(stage, where.info, where.u)


# --- strip ------------------------------------------------------------


def _buttons(stage: Stage, where: Game) -> None:
    size = round(24 * where.u)
    places = zip(reversed(where.buttons), reversed(where.button_touch), strict=True)
    for (rect, touched), (label, key, kind, control) in zip(places, _controls(stage), strict=False):
        if not label:
            continue
        text = stage.text(label)
        stage.show(i.Button(rect, text, size, kind, key if where.kind == "large" else ""))
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


def _words(stage: Stage, where: Game) -> None:
    """What is to be done, in the largest type that fits; below it what plays no part for now."""
    snapshot, u, strip = stage.snapshot, where.u, where.strip
    words = where.words_beside(len(_controls(stage)))
    offer_last(stage, words)
    warn = stage.is_mending and snapshot.phase != "setup"
    if where.kind == "large":
        border = "warn" if warn else "hairline"
        stage.items.insert(0, i.Plate(strip, "plate", border, 9 * u, 2 * u if warn else 1.2))
    elif warn:
        stage.items.insert(0, i.Plate(strip._replace(h=max(round(2 * u), 2)), "warn", None, 0))
    if warn:
        side = round(_WARN_SIGN[where.kind] * u)
        sign = Rect(words.x, words.y + (words.h - side) // 2, side, side)
        stage.show(i.Sign(sign, "warn"))
        left = sign.right + round(8 * u)
        words = words._replace(x=left, w=words.right - left)
    fault = stage.catalogue.said(snapshot.fault_line)
    upright = where.kind == "upright"
    if fault:
        upper = round(words.h * (0.70 if upright else 0.64))
        below = words._replace(y=words.y + upper, h=words.h - upper)
        floor = round((10 if upright else 13) * u)
        stage.show(i.Words(below, fault, round(17 * u), "warn", floor=floor))
        words = words._replace(h=upper)
    text = aside(stage) or stage.catalogue.said(snapshot.messages[stage.reader.index])
    usual, floor = _TYPE[where.kind]
    least = round((12 if fault else floor) * u)
    size = round(usual * u * stage.print)
    stage.show(i.Words(words, text, size, floor=least, lines=4 if upright else 2))


_WARN_SIGN = {"small": 38, "large": 34, "upright": 34}
_TYPE = {"small": (28, 14), "large": (26, 16), "upright": (30, 13)}
"""Of the message: its size and the least one, in units; on two lines it is a seventh smaller."""
