"""The settings of this screen, and of the table's lights and aids: each seen at once."""

from __future__ import annotations

from typing import Any

from controller.rules.position import Side
from controller.view.intents import SetAids, SetBrightness
from controller.view.snapshot import Message
from display.layout_pages import grid, split
from display.page_parts import Tile, back_button, begin_page, button, end_page, remark, tile
from display.stage import Act, Adjust, Open, Scene, ScreenSettings, Stage
from display.theme import THEMES

AIDS = ("full", "wrong-only", "none")
PERCENTS = (1, *range(10, 101, 10))
LINKS: tuple[tuple[str, str], ...] = (("Keys, pause, help", "help"), ("The dice", "verify"))
"""Other pages that are reached from here: (what the button says, page)."""
SIZES = ((480, 800), (800, 480), (1024, 600), (1280, 720), (1920, 1080))


def settings_scene(stage: Stage) -> Scene:
    """A tile each; what a tournament locks carries a lock."""
    where = begin_page(stage, stage.text("Settings"))
    gap = round(10 * where.u)
    columns, rows = (2, 6) if where.tall else (3, 4)
    cells = grid(where.main, columns, rows, gap)
    tiles = _tiles(stage)
    for what, rect in zip(tiles, cells, strict=False):
        tile(stage, rect, what, where.u)
    for (label, name), rect in zip(LINKS, cells[len(tiles) :], strict=False):
        button(stage, rect, stage.text(label), Open(name), round(22 * where.u))
    foot = split(where.foot, (1, 2.2), gap)
    back_button(stage, where, foot[0])
    kept: Message = ("This screen keeps what you choose here.", {})
    wrong = stage.hand.remark
    remark(stage, foot[1], where.u, wrong or kept, is_wrong=wrong is not None)
    return end_page(stage)


def _tiles(stage: Stage) -> list[Tile]:
    settings = stage.settings
    tiles = [
        _row(stage, "Colours", "theme", tuple(THEMES), {"high-contrast": "High contrast"}),
        _row(stage, "At the foot", "bottom", ("light", "dark"), {"light": "Light", "dark": "Dark"}),
        _row(stage, "Bears off", "home", ("right", "left"), {"right": "Right", "left": "Left"}),
        _switch(stage, "Large print", "large_print"),
        _switch(stage, "Left-handed", "left_handed"),
        _switch(stage, "Motion", "motion"),
        _row(stage, "Sound", "muted", (False, True), {False: "On", True: "Off"}),
        *_of_the_table(stage),
    ]
    if not settings.fullscreen:
        tiles.append(_size(stage, settings))
    return tiles


def _row(
    stage: Stage, label: str, field: str, values: tuple[Any, ...], words: dict[Any, str]
) -> Tile:
    now = getattr(stage.settings, field)
    now = now.value if isinstance(now, Side) else now
    acts: list[Act] = [Adjust(field, value) for value in values]
    text = stage.text(words.get(now) or str(now).capitalize())
    return _stepped(stage.text(label), text, values, now, acts)


def _switch(stage: Stage, label: str, field: str) -> Tile:
    return _row(stage, label, field, (False, True), {False: "Off", True: "On"})


def _stepped(
    label: str, text: str, values: tuple[Any, ...], now: Any, acts: list[Act], *, lock: bool = False
) -> Tile:
    """The values in a row, `now` the chosen one or between two of them."""
    if lock or len(values) < 2:
        return Tile(label, text, lock=lock)
    at = values.index(now) if now in values else None
    less = acts[at - 1] if at else None
    more = acts[0] if at is None else acts[at + 1] if at + 1 < len(acts) else None
    return Tile(label, text, less, more, more or less if len(values) == 2 else None)


def _of_the_table(stage: Stage) -> list[Tile]:
    """What the table itself is asked for: it may refuse."""
    snapshot, side = stage.snapshot, stage.reader.value
    may = bool(stage.settings.sides)
    words = {"full": "Full", "wrong-only": "Wrong only", "none": "None"}
    text = stage.text(words.get(snapshot.aids, snapshot.aids))
    aids: list[Act] = [SetAids(side, level) for level in AIDS]
    lock = snapshot.locked or not may
    between = snapshot.lobby is not None  # aids are chosen with the match there
    pct = min(PERCENTS, key=lambda each: abs(each - snapshot.brightness_pct))
    steps: list[Act] = [SetBrightness(side, each) for each in PERCENTS]
    percent = stage.text("{percent} %", percent=snapshot.brightness_pct)
    return [
        Tile(stage.text("Aids"), text)
        if between
        else _stepped(stage.text("Aids"), text, AIDS, snapshot.aids, aids, lock=lock),
        _stepped(stage.text("Lights"), percent, PERCENTS, pct, steps, lock=not may),
    ]


def _size(stage: Stage, settings: ScreenSettings) -> Tile:
    width, height = settings.size
    acts: list[Act] = [Adjust("size", size) for size in SIZES]
    text = f"{width} × {height}"
    return _stepped(stage.text("Window"), text, SIZES, settings.size, acts)
