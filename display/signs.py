"""Icons and marks drawn from distances: shield, lamp, cable, arrows, dashed circles. No pygame."""

from __future__ import annotations

import math
from collections.abc import Callable
from itertools import pairwise

import numpy as np

from display import material as m
from display.layout import Point
from display.theme import Theme

ARROW_THICK, DASH, APART = 0.16, 0.60, 0.23
"""Of a checker: an arrow's stroke, from one of its dashes to the next, what parts two."""


def sign(kind: str, width: int, height: int, theme: Theme) -> m.Pixels:
    """An icon that fills this box; KeyError for a kind there is none of."""
    canvas = m.Canvas(height, width)
    _SIGNS[kind](canvas, theme)
    return canvas.pixels()


def _unit(canvas: m.Canvas) -> tuple[m.Array, m.Array, float]:
    """Coordinates from -1 to 1 over the shorter side, and pixels a unit."""
    height, width = canvas.alpha.shape
    scale = min(width, height) / 2
    return (canvas.x - width / 2) / scale, (canvas.y - height / 2) / scale, scale


def _stroke(
    canvas: m.Canvas, points: list[Point], half: float, colour: m.Array, *, closed: bool = False
) -> None:
    """A line through points in units, `half` of a unit to each side."""
    x, y, scale = _unit(canvas)
    ends = points[1:] + points[:1] if closed else points[1:]
    away = np.full(canvas.alpha.shape, 1e9, dtype=np.float32)
    for a, b in zip(points, ends, strict=False):
        away = np.minimum(away, m.segment(x, y, a, b))
    canvas.over(colour, m.cover((away - half) * scale))


def _box(
    canvas: m.Canvas, rect: tuple[float, float, float, float], radius: float, colour: m.Array
) -> None:
    x, y, scale = _unit(canvas)
    canvas.over(colour, m.cover(m.box(x, y, rect, radius) * scale))


def _recording(canvas: m.Canvas, theme: Theme) -> None:
    x, y, scale = _unit(canvas)
    away = np.hypot(x, y)
    red = m.albedo(theme.ink.recording)
    canvas.over(red, m.cover((away - 0.58) * scale))
    if theme.is_plain:
        return
    canvas.over(red, m.soft((away - 0.62) * scale, 0.36 * scale) * 0.35 * (away > 0.58))
    glint = np.hypot(x + 0.18, y + 0.2) - 0.16
    canvas.over(np.ones(3, dtype=np.float32), m.cover(glint * scale) * 0.45)


def _idle(canvas: m.Canvas, theme: Theme) -> None:
    x, y, scale = _unit(canvas)
    away = np.abs(np.hypot(x, y) - 0.5) - 0.1
    canvas.over(m.albedo(theme.ink.faint), m.cover(away * scale))


def _shield(canvas: m.Canvas, theme: Theme) -> None:
    x, y, scale = _unit(canvas)
    # two arcs meet in a point below; the upper edge dips towards its corners
    arcs = np.maximum(np.hypot(x - 0.62, y + 0.35), np.hypot(x + 0.62, y + 0.35)) - 1.44
    away = np.maximum(arcs, -0.80 - 0.16 * (1 - np.abs(x)) - y)
    canvas.over(m.albedo(theme.ink.good), m.cover(away * scale))
    tick = [(-0.4, -0.08), (-0.1, 0.24), (0.42, -0.4)]
    _stroke(canvas, tick, 0.13, m.albedo(theme.ink.plate))


def _aids(canvas: m.Canvas, theme: Theme) -> None:
    x, y, scale = _unit(canvas)
    away = np.abs(np.hypot(x, y) - 0.72) - 0.16
    canvas.over(m.albedo(theme.ink.accent), m.cover(away * scale))


def _no_aids(canvas: m.Canvas, theme: Theme) -> None:
    x, y, scale = _unit(canvas)
    grey = m.albedo(theme.ink.dim)
    canvas.over(grey, m.cover((np.abs(np.hypot(x, y) - 0.68) - 0.13) * scale))
    _stroke(canvas, [(-0.72, 0.72), (0.72, -0.72)], 0.13, grey)


def _dice(canvas: m.Canvas, theme: Theme) -> None:
    _box(canvas, (-0.75, -0.75, 1.5, 1.5), 0.3, m.albedo(theme.light.die))
    x, y, scale = _unit(canvas)
    for at in ((-0.36, -0.36), (0, 0), (0.36, 0.36)):
        away = np.hypot(x - at[0], y - at[1]) - 0.15
        canvas.over(m.albedo(theme.light.pip), m.cover(away * scale))


def _warn(canvas: m.Canvas, theme: Theme) -> None:
    x, y, scale = _unit(canvas)
    orange, dark = m.albedo(theme.ink.warn), m.albedo(theme.ink.on_accent)
    corners = [(0.0, -0.78), (0.86, 0.74), (-0.86, 0.74)]
    canvas.over(orange, m.cover((m.triangle(x, y, corners) - 0.12) * scale))
    _stroke(canvas, [(0, -0.3), (0, 0.24)], 0.10, dark)
    canvas.over(dark, m.cover((np.hypot(x, y - 0.52) - 0.11) * scale))


def _flag(canvas: m.Canvas, theme: Theme) -> None:
    ink = m.albedo(theme.ink.ink)
    _stroke(canvas, [(-0.5, -0.8), (-0.5, 0.85)], 0.06, m.albedo(theme.ink.dim))
    _box(canvas, (-0.45, -0.78, 1.1, 0.72), 0.06, ink)


def _ask(canvas: m.Canvas, theme: Theme) -> None:
    x, y, scale = _unit(canvas)
    brass = m.albedo(theme.ink.accent)
    canvas.over(brass, m.cover((np.abs(np.hypot(x, y) - 0.84) - 0.06) * scale))
    turns = np.linspace(-np.pi, 0.35 * np.pi, 14)
    hook = [(0.28 * math.cos(t), -0.22 + 0.28 * math.sin(t)) for t in turns]
    _stroke(canvas, [*hook, (0.0, 0.16), (0.0, 0.28)], 0.075, brass)
    canvas.over(brass, m.cover((np.hypot(x, y - 0.52) - 0.10) * scale))


def _pause(canvas: m.Canvas, theme: Theme) -> None:
    for left in (-0.5, 0.14):
        _box(canvas, (left, -0.7, 0.36, 1.4), 0.08, m.albedo(theme.ink.ink))


def _cup(canvas: m.Canvas, theme: Theme) -> None:
    brass = m.albedo(theme.ink.accent)
    _box(canvas, (-0.5, -0.8, 1.0, 0.9), 0.3, brass)
    _box(canvas, (-0.1, 0.0, 0.2, 0.6), 0.02, brass)
    _box(canvas, (-0.45, 0.56, 0.9, 0.24), 0.06, brass)
    _stroke(canvas, [(-0.5, -0.6), (-0.85, -0.5), (-0.7, -0.1), (-0.45, -0.1)], 0.06, brass)
    _stroke(canvas, [(0.5, -0.6), (0.85, -0.5), (0.7, -0.1), (0.45, -0.1)], 0.06, brass)


def _cable(canvas: m.Canvas, theme: Theme) -> None:
    """A plug drawn out of its socket, with sparks between."""
    height, width = canvas.alpha.shape
    ink, wire = m.albedo(theme.ink.ink), m.albedo(theme.ink.dim)
    reach = width / min(width, height)
    _stroke(canvas, [(-reach, 0.28), (-1.15, 0.28), (-0.75, 0.02)], 0.055, wire)
    _stroke(canvas, [(0.95, 0.02), (reach, 0.02)], 0.055, wire)
    _box(canvas, (-0.95, -0.30, 0.75, 0.64), 0.14, ink)
    _box(canvas, (-0.22, -0.20, 0.34, 0.44), 0.03, wire)
    for top in (-0.10, 0.08):
        _box(canvas, (-0.06, top, 0.12, 0.09), 0.01, m.albedo(theme.ink.plate))
    _box(canvas, (0.62, -0.44, 0.74, 0.92), 0.12, ink)
    _box(canvas, (0.56, -0.20, 0.30, 0.44), 0.03, m.albedo(theme.ink.raised))
    orange = m.albedo(theme.ink.warn)
    for x0, y0, x1, y1 in (
        (0.36, -0.34, 0.36, -0.62),
        (0.24, -0.30, 0.14, -0.52),
        (0.48, -0.30, 0.58, -0.52),
        (0.36, 0.38, 0.36, 0.66),
        (0.24, 0.34, 0.14, 0.56),
        (0.48, 0.34, 0.58, 0.56),
    ):
        _stroke(canvas, [(x0, y0), (x1, y1)], 0.035, orange)


def _less(canvas: m.Canvas, theme: Theme) -> None:
    _stroke(canvas, [(0.34, -0.7), (-0.36, 0), (0.34, 0.7)], 0.12, m.albedo(theme.ink.accent))


def _more(canvas: m.Canvas, theme: Theme) -> None:
    _stroke(canvas, [(-0.34, -0.7), (0.36, 0), (-0.34, 0.7)], 0.12, m.albedo(theme.ink.accent))


def _gear(canvas: m.Canvas, theme: Theme) -> None:
    """Eight teeth round a ring."""
    x, y, scale = _unit(canvas)
    ink, radius = m.albedo(theme.ink.dim), np.hypot(x, y)
    tooth = np.abs(((np.arctan2(y, x) * 8 / (2 * np.pi)) % 1) - 0.5) * 2 * np.pi * radius / 8
    canvas.over(ink, m.cover(np.maximum(tooth - 0.15, np.abs(radius - 0.72) - 0.2) * scale))
    canvas.over(ink, m.cover((np.abs(radius - 0.48) - 0.17) * scale))


def _lock(canvas: m.Canvas, theme: Theme) -> None:
    x, y, scale = _unit(canvas)
    ink = m.albedo(theme.ink.dim)
    bow = np.maximum(np.abs(np.hypot(x, y + 0.28) - 0.4) - 0.1, y + 0.28)
    canvas.over(ink, m.cover(bow * scale))
    for side in (-0.4, 0.4):
        _stroke(canvas, [(side, -0.28), (side, 0.0)], 0.1, ink)
    _box(canvas, (-0.64, -0.06, 1.28, 0.9), 0.14, ink)
    canvas.over(m.albedo(theme.ink.plate), m.cover((np.hypot(x, y - 0.34) - 0.15) * scale))


def _pen(canvas: m.Canvas, theme: Theme) -> None:
    ink = m.albedo(theme.ink.accent)
    _stroke(canvas, [(-0.36, 0.36), (0.5, -0.5)], 0.22, ink)
    x, y, scale = _unit(canvas)
    corners = [(-0.84, 0.84), (-0.56, 0.16), (-0.16, 0.56)]
    canvas.over(ink, m.cover(m.triangle(x, y, corners) * scale))


_SIGNS: dict[str, Callable[[m.Canvas, Theme], None]] = {
    "recording": _recording,
    "idle": _idle,
    "shield": _shield,
    "aids": _aids,
    "no_aids": _no_aids,
    "dice": _dice,
    "warn": _warn,
    "flag": _flag,
    "ask": _ask,
    "pause": _pause,
    "cup": _cup,
    "cable": _cable,
    "less": _less,
    "more": _more,
    "gear": _gear,
    "lock": _lock,
    "pen": _pen,
}
KINDS = frozenset(_SIGNS)


# --- clocks ------------------------------------------------------------

CLOCK_CORNER, CLOCK_BORDER = 0.26, 0.062  # of the plate's height


def clock_plate(width: int, height: int, theme: Theme, *, is_turn: bool) -> m.Pixels:
    """What the digits stand on, with the unlit edge."""
    edge = theme.ink.hairline if is_turn else theme.ink.off_edge
    border = max(CLOCK_BORDER * height, 2)
    return m.plate(
        width, height, CLOCK_CORNER * height, theme.board.room_edge, edge, border_px=border
    )


def clock_ring(width: int, height: int, share: float, colour: m.Colour) -> m.Pixels:
    """The lit part of the edge: the last `share` of its length, clockwise from the top middle."""
    canvas = m.Canvas(height, width)
    radius, border = CLOCK_CORNER * height, max(CLOCK_BORDER * height, 2)
    away = m.box(canvas.x, canvas.y, (0, 0, width, height), radius)
    along, length = _along_the_edge(canvas, radius)
    # the cut is as soft as the edge itself: a pixel of the length
    lit = np.clip((along - (1 - share) * length) + 0.5, 0, 1) if share < 1 else 1.0
    canvas.over(m.albedo(colour), m.cover(np.abs(away + border / 2) - border / 2) * lit)
    return canvas.pixels()


def _along_the_edge(canvas: m.Canvas, radius: float) -> tuple[m.Array, float]:
    """Each pixel's place along a rounded edge that fills the canvas, clockwise from the top
    middle, and the length of the whole.

    By length, not by angle: an angle would run faster along the ends than along the long sides.
    """
    height, width = canvas.alpha.shape
    x, y = np.broadcast_arrays(canvas.x, canvas.y)
    wide, high, bend = width - 2 * radius, height - 2 * radius, np.pi * radius / 2
    cx, cy = np.clip(x, radius, width - radius), np.clip(y, radius, height - radius)
    dx, dy = x - cx, y - cy
    angle = np.arctan2(dx, -dy) % (2 * np.pi)  # nought is up, clockwise
    quarter = np.floor(angle / (np.pi / 2))
    in_bend = (angle / (np.pi / 2) - quarter) * bend
    ends = np.array(
        [
            wide / 2,
            wide / 2 + bend + high,
            1.5 * wide + 2 * bend + high,
            1.5 * wide + 3 * bend + 2 * high,
        ],
        dtype=np.float32,
    )  # where each bend begins
    along = ends[np.minimum(quarter, 3).astype(np.intp)] + in_bend
    length = 2 * wide + 2 * high + 4 * bend
    along = np.where((dx == 0) & (dy < 0), (x - width / 2) % length, along)
    along = np.where((dy == 0) & (dx > 0), ends[0] + bend + (y - radius), along)
    along = np.where((dx == 0) & (dy > 0), ends[1] + bend + (width - radius - x), along)
    along = np.where((dy == 0) & (dx < 0), ends[2] + bend + (height - radius - y), along)
    return along, float(length)


# --- marks on the board ------------------------------------------------------------


def ghost(d: float, theme: Theme) -> m.Pixels:
    """Where a checker belongs: darkened, ten dashes round it."""
    canvas, radius, angle = _polar(d * 1.2)
    canvas.shade(m.cover(radius - d / 2) * 0.42)
    dash = (angle * 10 / (2 * np.pi)) % 1 < 0.62
    line = m.cover(np.abs(radius - 0.47 * d) - max(0.03 * d, 1.0))
    wide = m.cover(np.abs(radius - 0.47 * d) - max(0.03 * d, 1.0) - 1)
    canvas.shade(wide * dash * 0.8)
    canvas.over(m.albedo(theme.ink.ink), line * dash)
    return canvas.pixels()


def mark(d: float, theme: Theme) -> m.Pixels:
    """A warn ring round a checker, and the chip that carries its number."""
    canvas, radius, _angle = _polar(d * 1.25)
    orange = m.albedo(theme.ink.warn)
    half = 0.0375 * d
    away = np.abs(radius - 0.53 * d) - half
    canvas.shade(m.cover(away - max(0.02 * d, 1)))
    canvas.over(orange, m.cover(away))
    canvas.shade(m.cover(radius - 0.28 * d - max(0.02 * d, 1)))
    canvas.over(orange, m.cover(radius - 0.28 * d))
    return canvas.pixels()


def focus(d: float, turn: int, theme: Theme) -> m.Pixels:
    """The keyboard's dashed circle, turned clockwise by so many quarters of a dash."""
    canvas, radius, angle = _polar(d)
    dash = (angle * 12 / (2 * np.pi) - turn / 4) % 1 < 0.6
    away = np.abs(radius - d / 2 + max(0.05 * d, 2)) - max(0.03 * d, 1.2)
    canvas.shade(m.cover(away - 1) * dash)
    canvas.over(m.albedo(theme.ink.brass[3]), m.cover(away) * dash)
    return canvas.pixels()


def focus_box(width: int, height: int, theme: Theme) -> m.Pixels:
    """The keyboard's outline of a button: brass, and within it dark, so that it is seen round a
    button of brass too."""
    canvas = m.Canvas(height, width)
    away = m.box(canvas.x, canvas.y, (0, 0, width, height), min(0.24 * height, 18))
    canvas.over(m.albedo(theme.board.room_edge), m.cover(np.abs(away + 4) - 1.5))
    canvas.over(m.albedo(theme.ink.accent), m.cover(np.abs(away + 1.5) - 1.5))
    return canvas.pixels()


def progress(size: int, share: float, theme: Theme) -> m.Pixels:
    """A ring that fills clockwise from the top."""
    canvas = m.Canvas(size, size)
    dx, dy = canvas.x - size / 2, canvas.y - size / 2
    away = np.abs(np.hypot(dx, dy) - 0.44 * size) - 0.045 * size
    canvas.over(m.albedo(theme.ink.hairline), m.cover(away))
    turn = (np.arctan2(dx, -dy) / (2 * np.pi)) % 1
    canvas.over(m.albedo(theme.ink.accent), m.cover(away) * (turn <= share))
    return canvas.pixels()


def _polar(size: float) -> tuple[m.Canvas, m.Array, m.Array]:
    side = math.ceil(size) + 3 | 1
    canvas = m.Canvas(side, side)
    dx, dy = canvas.x - side / 2, canvas.y - side / 2
    return canvas, np.hypot(dx, dy), np.arctan2(dy, dx) + np.pi


def arrow_path(start: Point, end: Point, d: float, bulge: float, gap: float) -> list[Point]:
    """Points of an arrow's bow, from the edge of the checker at `start` to `gap` before `end`."""
    return [p for p in bow(start, end, d, bulge) if math.dist(p, end) >= gap]


def gaps(path: list[Point], d: float, run: float) -> list[Point]:
    """The middles of what parts an arrow's stroke into dashes, short of its head, when each dash
    has come so far (0-1) towards where the next one was."""
    thick, step = ARROW_THICK * d, DASH * d
    found: list[Point] = []
    gone, due = 0.0, step * run
    for a, b in pairwise(path):
        length = math.dist(a, b)
        while due < gone + length:
            share = (due - gone) / length
            at = (a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share)
            if math.dist(at, path[-1]) > 2.8 * thick:
                found.append(at)
            due += step
        gone += length
    return found


def arrow(size: tuple[int, int], path: list[Point], d: float, colour: m.Array) -> m.Pixels:
    """A stroke along a path, with a head at its end."""
    canvas = m.Canvas(size[1], size[0])
    thick = ARROW_THICK * d
    tip, before = path[-1], path[-5]
    heading = math.atan2(tip[1] - before[1], tip[0] - before[0])
    neck = (tip[0] - 2.2 * thick * math.cos(heading), tip[1] - 2.2 * thick * math.sin(heading))
    kept = [p for p in path if math.dist(p, tip) > 2.0 * thick]
    body = np.full(canvas.alpha.shape, 1e9, dtype=np.float32)
    for a, b in zip(kept, [*kept[1:], neck], strict=True):
        _near(canvas, body, a, b, 2 * thick)
    side = 1.25 * thick
    across = (-math.sin(heading) * side, math.cos(heading) * side)
    corners = [
        tip,
        (neck[0] + across[0], neck[1] + across[1]),
        (neck[0] - across[0], neck[1] - across[1]),
    ]
    head = m.triangle(canvas.x, canvas.y, corners)
    away = np.minimum(body - thick / 2, head)
    canvas.shade(m.cover(away - max(0.20 * thick, 1.2)))
    canvas.over(colour, m.cover(away))
    return canvas.pixels()


def _near(canvas: m.Canvas, away: m.Array, a: Point, b: Point, reach: float) -> None:
    """Lower `away` to the distance from a stroke, where that is within reach: the rest is far."""
    height, width = away.shape
    x0, x1 = max(int(min(a[0], b[0]) - reach), 0), min(int(max(a[0], b[0]) + reach) + 1, width)
    y0, y1 = max(int(min(a[1], b[1]) - reach), 0), min(int(max(a[1], b[1]) + reach) + 1, height)
    part = away[y0:y1, x0:x1]
    np.minimum(part, m.segment(canvas.x[:, x0:x1], canvas.y[y0:y1], a, b), out=part)


def bow(start: Point, end: Point, d: float, bulge: float) -> list[Point]:
    """Points of the bow, clear of the checker it leaves; it rises (bulge > 0)."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    length = max(math.hypot(dx, dy), 1)
    up = (dy / length, -dx / length)
    if up[1] > 0 or (up[1] == 0 and up[0] > 0):
        up = (-up[0], -up[1])
    middle = (
        (start[0] + end[0]) / 2 + 2 * up[0] * bulge,
        (start[1] + end[1]) / 2 + 2 * up[1] * bulge,
    )
    points = []
    for step in range(41):
        t = step / 40
        a, b, c = (1 - t) ** 2, 2 * t * (1 - t), t * t
        points.append(
            (a * start[0] + b * middle[0] + c * end[0], a * start[1] + b * middle[1] + c * end[1])
        )
    clear = [p for p in points if math.dist(p, start) > 0.50 * d]
    return clear if len(clear) >= 5 else points
