"""The page on which a text is written: names used before, a field, and the keys."""

from __future__ import annotations

from display import items as i
from display.draft import Key, Named, Write, written
from display.keyboard import Typing, keys, shown
from display.layout import Rect
from display.layout_pages import FINGER, PageLayout, split
from display.page_parts import back_button, begin_page, button, end_page
from display.stage import Hit, Scene, Stage

MOST_NAMES = 4  # offered at once


def keyboard_scene(stage: Stage) -> Scene | None:
    """A real keyboard writes too; Enter is Done, Escape leads back."""
    draft = stage.hand.draft
    if draft.writes is None:
        return None
    where = begin_page(stage, stage.text(draft.writes.title), 112)
    u, gap = where.u, round(6 * where.u)
    back_button(stage, where, where.corner)
    left = where.body._replace(y=where.title.bottom + gap)
    field = left._replace(h=round(FINGER * u))
    field, done = split(field, (1, 0.26 if where.tall else 0.17), gap)
    stage.show(i.Plate(field, "plate", "accent", 11 * u, 2 * max(u, 1)))
    inner, typing = field.inset(round(14 * u), 0), draft.typing
    stage.show(i.Field(inner, typing.text, round(26 * u), typing.marked))
    button(
        stage, done, stage.text("Done"), written(draft), round(24 * u), keys=("Enter",),
        kind="primary",
    )  # fmt: skip
    row = Rect(left.x, field.bottom + gap, left.w, round(FINGER * u))
    _middle(stage, row, draft.writes, draft.typing, where)
    _keys(stage, where, row.bottom + gap, draft.typing)
    return end_page(stage, takes_text=True)


def _middle(stage: Stage, row: Rect, writes: Write, typing: Typing, where: PageLayout) -> None:
    """Why the last key did nothing; else names to choose from."""
    u = where.u
    if typing.refused:
        text = stage.text("There is room for {most} characters.", most=typing.most)
        if typing.refused == "unprintable":
            text = stage.text("This character cannot be shown.")
        stage.show(i.Words(row, text, round(22 * u), "warn", floor=round(15 * u)))
        return
    into = writes.into
    if not isinstance(into, Named):
        return
    most = MOST_NAMES - 1 if where.tall else MOST_NAMES
    begun = "" if typing.marked else typing.text.casefold()
    fitting = [name for name in writes.names if name.casefold().startswith(begun)]
    names = [name for name in fitting or writes.names if name != typing.text][:most]
    for name, rect in zip(names, split(row, (1,) * most, round(8 * u)), strict=False):
        button(stage, rect, name, Named(into.side, name), round(20 * u))


def _keys(stage: Stage, where: PageLayout, top: int, typing: Typing) -> None:
    u, pad = where.u, max(round(3 * where.u), 2)
    area = Rect(where.body.x - pad, top, where.body.w + 2 * pad, where.body.bottom + pad - top)
    if where.tall:  # keys no higher than they are useful, at the foot
        high = min(area.h, round(7 * 66 * u))
        area = area._replace(y=area.bottom - high, h=high)
    words = {
        " ": stage.text("space"),
        "erase": stage.text("delete"),
        "shift": stage.text("shift"),
        "layer": "áéő" if typing.layer == "letters" else "abc",
    }
    for name, rect in keys(area, typing, tall=where.tall):
        label = words.get(name) or shown(name, shift=typing.shift)
        size = round((20 if name in words else 25) * u)
        kind = "chosen" if name == "shift" and typing.shift else "plain"
        stage.show(i.Button(rect.inset(pad), label, size, kind))
        real = ("Backspace",) if name == "erase" else ()
        stage.offer(Hit(rect, Key(name), real, tabbed=True))
