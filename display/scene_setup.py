"""What is told while a board is being set up: how much stands right, what lacks, what is over."""

from __future__ import annotations

from collections.abc import Sequence

from controller.rules.position import Side
from controller.view.snapshot import Snapshot
from display import items as i
from display.layout import Game, Rect
from display.layout_pages import FINGER
from display.scene_panel import at_its_end, offer_settings
from display.stage import Stage

List = tuple[str, str, list[tuple[str, int]]]
"""Title (msgid), its colour, and (side, place) of each checker."""


def setup_panel(stage: Stage, where: Game) -> None:
    """In the place of the seats: beside the board, or upright above it."""
    top, foot = where.seats
    panel = Rect(min(top.x, foot.x), min(top.y, foot.y), 0, 0)
    panel = panel._replace(
        w=max(top.right, foot.right) - panel.x, h=max(top.bottom, foot.bottom) - panel.y
    )
    stage.show(i.Plate(panel, "plate", "hairline", 9 * where.u, 1.2, "raised"))
    if where.kind == "upright":
        _lying(stage, panel, where.u)
    else:
        _standing(stage, panel, where.u, small=where.kind == "small")


def _lists(snapshot: Snapshot) -> list[List]:
    lacks = [(fix.side, fix.to) for fix in snapshot.fixes if fix.to is not None]
    over = [(fix.side, fix.source) for fix in snapshot.fixes if fix.source is not None]
    both: list[List] = [("Missing", "ink", lacks), ("Too many", "warn", over)]
    return [each for each in both if each[2]]


def _ring(stage: Stage, rect: Rect, size: int) -> None:
    snapshot = stage.snapshot
    count = sum(map(abs, snapshot.slots)) + sum(snapshot.reserve)
    right, under = max(count - len(snapshot.fixes), 0), stage.text("of {count}", count=count)
    stage.show(i.Progress(rect, right, count, size, under))


def _rows(stage: Stage, places: list[tuple[str, int]]) -> list[tuple[Side, str]]:
    """Whose, and how many on which point."""
    reader = stage.reader
    return [
        (
            Side(side),
            stage.text(
                "{count} on {place}",
                count=places.count((side, place)),
                place=stage.number(place, reader),
            ),
        )
        for side, place in sorted(set(places))
    ]


def _standing(stage: Stage, panel: Rect, u: float, *, small: bool) -> None:
    """The ring above, the lists below each other."""
    side = round((88 if small else 150) * u)
    ring = Rect(panel.x + (panel.w - side) // 2, panel.y + round(14 * u), side, side)
    _ring(stage, ring, round((30 if small else 46) * u))
    row_h, size = round((30 if small else 40) * u), round((18 if small else 23) * u)
    row = panel.inset(round(8 * u), 0)._replace(y=ring.bottom + round(8 * u), h=row_h)
    gear = row._replace(y=panel.bottom - round(30 * u), h=round(26 * u))
    touched = panel._replace(y=panel.bottom - round(FINGER * u), h=round(FINGER * u))
    offer_settings(stage, touched, at_its_end(gear, round(20 * u)))
    lists = [
        (title, colour, _rows(stage, places)) for title, colour, places in _lists(stage.snapshot)
    ]
    rooms = _shares((gear.y - row.y) // row_h, [1 + len(rows) for *_title, rows in lists])
    for (title, colour, rows), room in zip(lists, rooms, strict=True):
        stage.show(i.Words(row, stage.text(title), size, colour))
        shown = rows if len(rows) < room else rows[: room - 2]
        for whose, text in shown:
            row = row._replace(y=row.bottom)
            stage.show(i.Name(row, whose, text, size))
        if len(shown) < len(rows):
            row = row._replace(y=row.bottom)
            more = stage.text("and {count} more", count=len(rows) - len(shown))
            stage.show(i.Words(row, more, size, "dim", "regular"))
        row = row._replace(y=row.bottom)


def _shares(room: int, wanted: Sequence[int]) -> list[int]:
    """How many rows each list gets: what it wants, else half of the room or what is left of it."""
    if sum(wanted) <= room or len(wanted) == 1:
        return [min(rows, room) for rows in wanted]
    first, second = wanted
    half = min(first, max(room // 2, room - second))
    return [half, room - half]


def _lying(stage: Stage, panel: Rect, u: float) -> None:
    """The ring at the left, the lists beside each other."""
    ring = Rect(panel.x + round(8 * u), panel.y + round(3 * u), panel.h - round(6 * u), 0)
    ring = ring._replace(h=ring.w)
    _ring(stage, ring, round(22 * u))
    wide = round(FINGER * u)
    gear = panel._replace(x=panel.right - wide, w=wide)
    side = round(20 * u)
    offer_settings(stage, gear, at_its_end(gear._replace(w=wide - round(16 * u)), side))
    width = (gear.x - ring.right - round(16 * u)) // 2
    row_h, size = (panel.h - round(4 * u)) // 3, round(17 * u)
    for nth, (title, colour, places) in enumerate(_lists(stage.snapshot)):
        row = Rect(ring.right + round(8 * u) + nth * width, panel.y + round(2 * u), width, row_h)
        row = row._replace(w=width - round(6 * u))
        stage.show(i.Words(row, stage.text(title), size, colour, floor=round(12 * u)))
        for whose, text in _rows(stage, places)[:2]:
            row = row._replace(y=row.bottom)
            stage.show(i.Name(row, whose, text, size))
