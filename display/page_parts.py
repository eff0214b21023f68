"""What pages are made of: title, tiles with a value to choose, buttons; the keyboard's mark."""

from __future__ import annotations

from dataclasses import dataclass

from controller.view.snapshot import Message
from display import items as i
from display import layout
from display.draft import REFUSED
from display.layout import Board, Rect
from display.layout_pages import FINGER, PageLayout, page
from display.stage import Act, Hit, Open, Scene, Stage

LARGER = 1.2  # of the type of tiles, in large print


def begin_page(stage: Stage, title: str, corner_w: int = 56) -> PageLayout:
    """A title on the leather. corner_w: of the button beside it, in units."""
    where = page(stage.settings.size, corner_w)
    size, floor = round(34 * where.u), round(18 * where.u)
    stage.show(i.Words(where.title, title, size, "ink", "serif", floor=floor, lines=2))
    return where


def end_page(stage: Stage, small: tuple[Board, ...] = (), *, takes_text: bool = False) -> Scene:
    """The page as a scene, with the mark of the keyboard."""
    focus = stage.hand.focus
    at = next((hit for hit in stage.hits if focus is not None and hit.act == focus.act), None)
    if at is not None:
        rim = max(round(3 * page(stage.settings.size).u), 2)
        whole = Rect(0, 0, *stage.settings.size)
        stage.show(i.Focus(at.rect.inset(-rim).within(whole), is_round=False))
    board = layout.decision(stage.settings.size, stage.settings.orientation).board
    items, hits = tuple(stage.items), tuple(stage.hits)
    return Scene("leather", board, items, hits, small, takes_text)


def button(
    stage: Stage,
    rect: Rect,
    label: str,
    act: Act | None,
    size: int,
    *,
    keys: tuple[str, ...] = (),
    kind: str = "plain",
    under: str = "",
    deliberate: bool = False,
) -> None:
    """act: None for one that cannot be pressed now."""
    held = stage.hand.held is not None and stage.hand.held.act == act
    filled = stage.hand.filled if held else 0
    stage.show(
        i.Button(rect, label, size, kind if act is not None else "off", "", under, filled),
    )
    if act is not None:
        stage.offer(Hit(rect, act, keys, deliberate, tabbed=True))


def back_button(stage: Stage, where: PageLayout, rect: Rect) -> None:
    """To what the page was opened from."""
    label, size = stage.text("Back"), round(24 * where.u)
    button(stage, rect, label, Open(""), size, keys=("Escape",))


def gear_button(stage: Stage, rect: Rect, u: float) -> None:
    """To the settings."""
    stage.show(i.Plate(rect, "plate", "hairline", 11 * u, 1.4, "raised"))
    side = round(28 * u)
    x, y = rect.centre
    stage.show(i.Sign(Rect(round(x - side / 2), round(y - side / 2), side, side), "gear"))
    stage.offer(Hit(rect, Open("settings"), ("S",)))


@dataclass(frozen=True, slots=True)
class Tile:
    """One value with its name. less, more: the values beside it, None at an end; pick: opened by a
    touch on the value; lock: it cannot be changed."""

    label: str
    value: str
    less: Act | None = None
    more: Act | None = None
    pick: Act | None = None
    lock: bool = False


def tile(stage: Stage, rect: Rect, what: Tile, u: float) -> None:
    """Name above value, between two arrows; every part of it is as large as a finger."""
    stage.show(i.Plate(rect, "plate", "hairline", 11 * u, 1.4, "raised"))
    arrow = round(FINGER * u)
    ends = (rect._replace(w=arrow), rect._replace(x=rect.right - arrow, w=arrow))
    middle = Rect(rect.x + arrow, rect.y, rect.w - 2 * arrow, rect.h)
    parts = (ends[0], what.less, "less"), (middle, what.pick, ""), (ends[1], what.more, "more")
    for part, act, sign in parts:  # as Tab goes through them
        if act is not None:
            stage.offer(Hit(part, act, tabbed=True))
        if act is not None and sign:
            side = round(20 * u)
            x, y = part.centre
            stage.show(i.Sign(Rect(round(x - side / 2), round(y - side / 2), side, side), sign))
    if what.lock:
        side = round(22 * u)
        x, y = ends[1].centre
        stage.show(i.Sign(Rect(round(x - side / 2), round(y - side / 2), side, side), "lock"))
    upper, larger = round(rect.h * 0.42), u * (LARGER if stage.settings.large_print else 1)
    pad = round(3 * u)
    label = Rect(middle.x, rect.y + pad, middle.w, upper - pad)
    value = Rect(middle.x, rect.y + upper, middle.w, rect.h - upper - pad)
    stage.show(
        i.Words(label, what.label, round(17 * larger), "dim", "regular", "centre", round(13 * u)),
        i.Words(value, what.value, round(22 * larger), "ink", "semibold", "centre", round(14 * u)),
    )


def refusal(stage: Stage) -> str:
    """Why a button just did nothing, or a wish of this screen was refused, until the next one."""
    snapshot, told = stage.snapshot, stage.notice()
    is_news = stage.hand.draft.note(REFUSED, snapshot.refused) != snapshot.refused
    if told or not is_news:
        return told
    return stage.catalogue.said(snapshot.messages[stage.reader.index])


def remark(
    stage: Stage, rect: Rect, u: float, message: Message | None, *, is_wrong: bool = False
) -> None:
    """The one line of plain words; before it goes why the table refused what this page asked."""
    why = refusal(stage)
    said = why or stage.catalogue.said(message)
    is_wrong = is_wrong or bool(why)
    if said:
        colour = "warn" if is_wrong else "ink"
        floor, larger = round(14 * u), u * (LARGER if stage.settings.large_print else 1)
        stage.show(i.Words(rect, said, round(22 * larger), colour, floor=floor, lines=3))
