"""What can be done now, with its keys: each row is also its button, so that a touch is enough."""

from __future__ import annotations

from typing import NamedTuple

from controller.view.intents import Press
from display import items as i
from display.always import GIVE_UP, HELP
from display.layout_pages import grid, split
from display.page_parts import back_button, begin_page, end_page
from display.scene_dice import ASK
from display.scene_last import KEY as LAST_KEY
from display.scene_last import PAGE as LAST
from display.stage import Act, Adjust, Hit, Open, Scene, Stage

PAGE = HELP
MOST = 12
LETTERS = 1  # characters of a key that stands in a button's corner


class Row(NamedTuple):
    """One thing that can be done. deliberate: see `Hit`."""

    label: str
    key: str
    act: Act
    kind: str = "plain"
    deliberate: bool = False


def help_scene(stage: Stage, below: Scene) -> Scene:
    """below: the scene that help was asked for."""
    where = begin_page(stage, stage.text("What you can do now"))
    u, gap = where.u, round(10 * where.u)
    rows = [*_of_the_scene(stage, below), *_always(stage, below)][:MOST]
    columns, high = (2, 6) if where.tall else (3, 4)
    for row, rect in zip(rows, grid(where.main, columns, high, gap), strict=False):
        held = stage.hand.held is not None and stage.hand.held.act == row.act
        filled = stage.hand.filled if held else 0
        size = round(22 * u)
        stage.show(i.Button(rect, row.label, size, row.kind, "", "", filled, row.key))
        stage.offer(Hit(rect, row.act, (row.key,), row.deliberate, tabbed=True))
    foot = split(where.foot, (1, 2.6), gap)
    back_button(stage, where, foot[0])
    text = "Tab goes to a checker and Enter lifts it; arrows choose a place and Enter moves there."
    size, lines = round(19 * u), 4 if where.tall else 2
    stage.show(
        i.Words(foot[1], stage.text(text), size, "ink", "regular", floor=round(12 * u), lines=lines)
    )
    return end_page(stage)


def _of_the_scene(stage: Stage, below: Scene) -> list[Row]:
    """Its buttons that have a key."""
    buttons = [item for item in below.items if isinstance(item, i.Button)]
    rows = []
    for hit in below.hits:
        shown = next((b for b in buttons if hit.rect.w and b.rect.meets(hit.rect)), None)
        key = next((key for key in hit.keys if len(key) == LETTERS), "")
        if shown is not None and key and shown.kind != "off":
            rows.append(Row(shown.label, key, hit.act, "plain", hit.deliberate))
    if any(hit.keys == ("1",) for hit in below.hits):
        rows.append(Row(stage.text("The dice: 1 to 6"), "1", Open("")))
    return rows


def _always(stage: Stage, below: Scene) -> list[Row]:
    """What every scene has, if this one does."""
    acts = {hit.act for hit in below.hits}
    side = stage.reader.value
    muted = stage.settings.muted
    rows = (
        Row(stage.text("Type the dice"), "T", Open(ASK)),
        Row(stage.text("Last play"), LAST_KEY, Open(LAST)),
        Row(stage.text("Pause"), "P", Press(side, "pause")),
        Row(stage.text("Give up"), "G", Open(GIVE_UP)),
        Row(stage.text("Settings"), "S", Open("settings")),
    )
    sound = Row(stage.text("Sound on" if muted else "Mute"), "M", Adjust("muted", not muted))
    return [*(row for row in rows if row.act in acts), sound]
