"""Where things lie on the screen's own pages: a tray of leather with rows and grids of plates.

Pure numbers. Type and margins are sized for 800x480, or for 480x800 where the window is upright.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

from display.layout import Rect

RAIL = 0.031  # of the shorter side: the wood round the leather
FINGER = 52  # least height of what is touched, in units
WIDEST = 2.2  # a page is not drawn wider than this many heights


@dataclass(frozen=True, slots=True)
class PageLayout:
    """body: all the room there is; title: its head, left of `corner`, the place of a small button;
    main: between head and foot; foot: the row of buttons, the weightiest last."""

    body: Rect
    title: Rect
    corner: Rect
    main: Rect
    foot: Rect
    u: float
    tall: bool


def page(size: tuple[int, int], corner_w: int = 56) -> PageLayout:
    """See `PageLayout`. corner_w: how wide the corner's button is, in units."""
    width, height = size
    tall = height > width
    u = min(width / 480, height / 800) if tall else min(width / 800, height / 480)
    rail = leather_rail(size)
    wide = min(width - 2 * rail, round(height * WIDEST))
    margin = round(10 * u)
    body = Rect((width - wide) // 2 + margin, rail + margin, wide - 2 * margin, 0)
    body = body._replace(h=height - 2 * (rail + margin))
    finger, gap = round(FINGER * u), round(10 * u)
    corner = Rect(body.right - round(corner_w * u), body.y, round(corner_w * u), finger)
    title = Rect(body.x, body.y, corner.x - gap - body.x, finger)
    foot_h = round(58 * u)
    foot = body._replace(y=body.bottom - foot_h, h=foot_h)
    main = body._replace(y=title.bottom + gap, h=foot.y - title.bottom - 2 * gap)
    return PageLayout(body, title, corner, main, foot, u, tall)


def leather_rail(size: tuple[int, int]) -> int:
    """Pixels of wood on each side of the leather."""
    return round(RAIL * min(size))


def split(area: Rect, shares: tuple[float, ...], gap: int, *, down: bool = False) -> list[Rect]:
    """Beside each other (or one below the other) by these shares, a gap between each two."""
    start, whole = (area.y, area.h) if down else (area.x, area.w)
    room, total = whole - gap * (len(shares) - 1), sum(shares)
    edges = [0.0]
    for share in shares:
        edges.append(edges[-1] + room * share / total)
    made = []
    for nth, (a, b) in enumerate(pairwise(round(edge) for edge in edges)):
        at, long = start + a + nth * gap, b - a
        made.append(area._replace(y=at, h=long) if down else area._replace(x=at, w=long))
    return made


def grid(area: Rect, columns: int, rows: int, gap: int) -> list[Rect]:
    """Row by row, from the left."""
    lines = split(area, (1,) * rows, gap, down=True)
    return [cell for line in lines for cell in split(line, (1,) * columns, gap)]
