"""Dice that people throw: six to tap where the roll will lie, two taps a roll; a double to name.

What was tapped first is a page of the screen's own, "die:4" (in the opening "light:4" or "dark:4"),
so that Undo takes it back as it leaves any page. On a turn with dice that the table deduces from
the play the six come when they are asked for (page "dice").
"""

from __future__ import annotations

from controller.rules.position import Side
from controller.view.intents import NameDouble, Press, TypeDice
from display import items as i
from display.layout import Board, Rect
from display.stage import NOWHERE, Act, Hit, Open, Stage

ALL_FOUR = 4  # steps of a double
FACES = range(1, 7)
ASK = "dice"
"""The page that shows the six dice on a turn whose dice need not be typed."""
PAGES = frozenset({ASK, *(f"{word}:{face}" for word in ("die", "light", "dark") for face in FACES)})


def typist(stage: Stage) -> Side | None:
    """Who may type dice here now: the side on turn, or for a bot and in the opening anybody."""
    snapshot, sides = stage.snapshot, stage.settings.sides
    due = snapshot.phase in ("opening", "to_roll") and snapshot.interruption is None
    if not due or not sides or snapshot.dice_source not in ("typed", "deduced"):
        return None
    mover = stage.turn
    if mover is None or mover in sides:
        return mover or stage.reader
    return stage.reader if stage.bot_mark(mover) else None


def is_keypad(stage: Stage) -> bool:
    """Whether the six dice lie there to be tapped."""
    if typist(stage) is None:
        return False
    mover = stage.turn
    is_bots = mover is not None and bool(stage.bot_mark(mover))  # it cannot play before it is told
    return is_bots or stage.snapshot.dice_source == "typed" or stage.hand.page in PAGES


def typed_first(stage: Stage) -> tuple[str, int] | None:
    """The die tapped so far: whose ("die" where the turn says it), and its face."""
    page = stage.hand.page
    if page == ASK or page not in PAGES or not is_keypad(stage):
        return None
    word, face = page.split(":")
    return word, int(face)


def prompt(stage: Stage) -> str:
    """What is to be tapped next, once one die was; "" before."""
    first = typed_first(stage)
    if first is None:
        return stage.text("Tap the two dice that lie there.") if stage.hand.page == ASK else ""
    word, face = first
    if word == "die":
        return stage.text("{face} and? Tap the other die, or Undo.", face=face)
    name = stage.name(Side(word).other)
    return stage.text("Now the die that {name} threw, or Undo.", name=name)


def lay_keypad(stage: Stage, board: Board) -> None:
    """The six dice of whoever throws, and in the opening of each side; or the way to them."""
    side = typist(stage)
    if side is None:
        return
    if not is_keypad(stage):
        _offer_typing(stage, board)
        return
    mover, first = stage.turn, typed_first(stage)
    if stage.snapshot.dice_source == "typed":  # the table says what is wanted instead
        stage.offer(Hit(NOWHERE, Press(side.value, "done"), ("R", "D")))
    if mover is not None:
        face = first[1] if first else 0
        acts: list[Act] = [
            TypeDice(side.value, (face, last)) if face else Open(f"die:{last}") for last in FACES
        ]
        _offer_row(stage, board, mover, acts, face, has_keys=True)
        return
    for thrower in Side:
        lit = first[1] if first is not None and first[0] == thrower.value else 0
        other = first[1] if first is not None and not lit else 0
        has_keys = thrower is (Side(first[0]).other if first is not None else Side.LIGHT)
        acts = [_of_the_opening(side, thrower, face, other) for face in FACES]
        _offer_row(stage, board, thrower, acts, lit, has_keys=has_keys)


def _of_the_opening(side: Side, thrower: Side, face: int, other: int) -> Act:
    """One die of the opening; with the other side's known, both."""
    if not other:
        return Open(f"{thrower.value}:{face}")
    return TypeDice(side.value, (face, other) if thrower is Side.LIGHT else (other, face))


def _offer_row(
    stage: Stage, board: Board, side: Side, acts: list[Act], lit: int, *, has_keys: bool
) -> None:
    lay_row(stage, board, side, lit, [ALL_FOUR] * 6)
    places = zip(board.naming(side), board.naming_touch(side), strict=True)
    for face, (rect, touched), act in zip(FACES, places, acts, strict=True):
        stage.offer(Hit(touched, act, (str(face),) if has_keys else ()))
        if stage.hand.focus is not None and stage.hand.focus.act == act:
            stage.show(i.Focus(rect, is_round=False))


def _offer_typing(stage: Stage, board: Board) -> None:
    """Dice that the play will tell lie there without pips: who likes touches them and types."""
    mover = stage.turn
    if mover is None:
        return
    if not stage.snapshot.steps:
        for at, degrees in zip(board.dice(mover, 2), (-9.0, 6.0), strict=True):
            stage.show(i.Die(at, 0.94 * board.d, mover, 0, degrees, faded=True))
        squares = board.naming_touch(mover)
        stage.offer(Hit(_across(squares[2], squares[3]), Open(ASK), ("T",)))
    for face in FACES:
        stage.offer(Hit(NOWHERE, Open(f"die:{face}"), (str(face),)))


def _across(first: Rect, last: Rect) -> Rect:
    """From one square of the row to another."""
    left, top = min(first.x, last.x), min(first.y, last.y)
    right, bottom = max(first.right, last.right), max(first.bottom, last.bottom)
    return Rect(left, top, right - left, bottom - top)


# --- naming ------------------------------------------------------------------------------------


def lay_doubles(stage: Stage, board: Board, side: Side) -> None:
    """The six dice that may be named; faint what cannot be played at all, with a number what can
    be played in part only."""
    snapshot = stage.snapshot
    lay_row(stage, board, side, snapshot.naming, snapshot.playable or [ALL_FOUR] * 6)


def offer_doubles(stage: Stage, board: Board, side: Side) -> None:
    """They answer to touch and to their digits."""
    for value, rect in enumerate(board.naming_touch(side), start=1):
        stage.offer(Hit(rect, NameDouble(side.value, value), (str(value),)))


def lay_row(
    stage: Stage, board: Board, side: Side, lit: int, playable: list[int] | tuple[int, ...]
) -> None:
    """Six dice on a plate in the gap, the lit one on brass. playable: steps of each, 0-4."""
    places = board.naming(side)
    plate = _across(places[0], places[-1]).inset(1, round(0.02 * board.d))
    stage.show(i.Plate(plate, "plate", "accent", 0.12 * board.d, max(board.d / 30, 1.2), "raised"))
    for value, rect in enumerate(places, start=1):
        count = playable[value - 1]
        if value == lit:
            brass = rect.inset(round(0.05 * rect.w), round(0.07 * rect.h))
            stage.show(i.Plate(brass, "accent", "accent", 0.16 * board.d, 1.2))
        stage.show(i.Die(rect.centre, 0.74 * board.d, side, value, faded=not count))
        if 0 < count < ALL_FOUR:
            at = (rect.centre[0] + 0.34 * board.d, rect.centre[1] + 0.36 * board.d)
            stage.show(i.Count(at, 0.36 * board.d, side, count))
