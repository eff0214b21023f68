"""The still picture under everything: room, walnut box, leather, inlay, hinges. No pygame.

Two versions: `paint` is the textured one (half a second at 1920x1080, so it is made in a thread of
its own), `flat` says the same in plain fills for the very first picture.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from controller.rules.position import POINTS, Side
from display import material as m
from display.layout import DARK_TRAY, LIGHT_TRAY, Board, Point, Rect
from display.theme import Colour, Theme

Picture = NDArray[np.uint8]
"""RGB, (height, width, 3)."""
Box = tuple[float, float, float, float]


class Ground:
    """An opaque picture that regions are painted on; floats live for one region only."""

    def __init__(self, size: tuple[int, int]) -> None:
        width, height = size
        self.picture: Picture = np.zeros((height, width, 3), dtype=np.uint8)

    def lay(self, rect: Rect, colour: m.Array, coverage: m.Array | float = 1.0) -> None:
        """colour: (3,) or (rect.h, rect.w, 3); coverage for each pixel of the rect."""
        region = self.picture[rect.y : rect.bottom, rect.x : rect.right]
        cover = np.asarray(coverage, dtype=np.float32)
        cover = cover[:, :, None] if cover.ndim == 2 else cover
        mixed = region * (1 - cover) + np.clip(colour, 0, 1) * 255 * cover
        region[:] = (mixed + 0.5).astype(np.uint8)

    def shade(self, rect: Rect, coverage: m.Array | float) -> None:
        """Black of this strength."""
        self.lay(rect, np.zeros(3, dtype=np.float32), coverage)

    def clip(self, x0: float, y0: float, x1: float, y1: float) -> Rect:
        """The pixels touched by these edges, inside the picture."""
        height, width, _ = self.picture.shape
        left, top = max(int(np.floor(x0)), 0), max(int(np.floor(y0)), 0)
        right, bottom = min(int(np.ceil(x1)), width), min(int(np.ceil(y1)), height)
        return Rect(left, top, max(right - left, 0), max(bottom - top, 0))


def mesh(rect: Rect) -> tuple[m.Array, m.Array]:
    """Pixel centres of a region in the picture's coordinates."""
    x, y = m.mesh(rect.h, rect.w)
    return x + np.float32(rect.x), y + np.float32(rect.y)


def unit(size: tuple[int, int]) -> float:
    """What textures and lines are sized by."""
    return max(min(size) / 1080, 0.42)


def paint(
    size: tuple[int, int], boards: Sequence[Board], theme: Theme, *, rail: int = 0
) -> Picture:
    """The textured picture; the same for ever for the same arguments. rail: thickness of the wood
    round a tray of leather that the boards stand on; 0: they stand in a dark room."""
    ground, u = Ground(size), unit(size)
    if rail:
        _leather_tray(ground, rail, theme, u)
    else:
        room(ground, theme)
    for board in boards:
        _board(ground, board, theme, u)
    return ground.picture


def _board(ground: Ground, board: Board, theme: Theme, u: float) -> None:
    _box(ground, board, theme, u)
    for half in (0, 1):
        _field(ground, board, theme, half, u)
    for place in recesses(board):
        _recess(ground, place, theme, 8 * u, u)
    _bar(ground, board, theme, u)


def room(ground: Ground, theme: Theme) -> None:
    """The dark room that the box stands in."""
    height, width, _ = ground.picture.shape
    rect = Rect(0, 0, width, height)
    x, y = mesh(rect)
    away = np.hypot((x - width / 2) / width, (y - height / 2) / height) * 1.5
    share = np.clip(away, 0, 1)[:, :, None]
    centre, edge = m.albedo(theme.board.room_centre), m.albedo(theme.board.room_edge)
    ground.lay(rect, centre * (1 - share) + edge * share)


def _leather_tray(ground: Ground, rail: int, theme: Theme, u: float) -> None:
    """Leather in a walnut frame, as large as the picture."""
    height, width, _ = ground.picture.shape
    whole = Rect(0, 0, width, height)
    frame(ground, whole, (rail, rail), theme, u)
    inner = whole.inset(rail)
    _lip(ground, inner, theme, u)
    ground.lay(inner, m.leather(inner.h, inner.w, theme.board.end_leather, u, 71))
    _inner_shadow(ground, inner, 15 * u)


def _plank(ground: Ground, rect: Rect, theme: Theme, u: float, seed: int, *, upright: bool) -> None:
    if upright:
        grain = np.swapaxes(m.wood(rect.w, rect.h, theme.board.frame, u, seed), 0, 1)
    else:
        grain = m.wood(rect.h, rect.w, theme.board.frame, u, seed)
    ground.lay(rect, grain)


def frame(ground: Ground, rect: Rect, rails: tuple[float, float], theme: Theme, u: float) -> None:
    """Four planks, mitred, with a chamfered outer edge and their shadow on the room."""
    reach = 42 * u
    around = ground.clip(rect.x - reach, rect.y - reach, rect.right + reach, rect.bottom + reach)
    x, y = mesh(around)
    drop = m.box(x - 8 * u, y - 14 * u, (rect.x, rect.y, rect.w, rect.h), 4 * u)
    ground.shade(around, m.soft(drop, 28 * u) * 0.75)
    wide, high = round(rails[0]), round(rails[1])
    _plank(ground, rect._replace(h=high), theme, u, 11, upright=False)
    _plank(ground, Rect(rect.x, rect.bottom - high, rect.w, high), theme, u, 12, upright=False)
    for seed, left in ((13, rect.x), (14, rect.right - wide)):
        _plank(
            ground, Rect(left, rect.y + high, wide, rect.h - 2 * high), theme, u, seed, upright=True
        )
    for cx, cy, sx, sy in (
        (rect.x, rect.y, 1, 1),
        (rect.right, rect.y, -1, 1),
        (rect.x, rect.bottom, 1, -1),
        (rect.right, rect.bottom, -1, -1),
    ):
        corner = ground.clip(
            min(cx, cx + sx * wide), min(cy, cy + sy * high),
            max(cx, cx + sx * wide), max(cy, cy + sy * high),
        )  # fmt: skip
        px, py = mesh(corner)
        mitre = m.segment(px, py, (cx, cy), (cx + sx * wide, cy + sy * high)) - 0.8 * u
        ground.shade(corner, m.cover(mitre) * 0.38)
    _chamfer(ground, rect, u)


def _chamfer(ground: Ground, rect: Rect, u: float) -> None:
    """Lit along the upper and left outer edge, dark along the others."""
    x, y = mesh(rect)
    inside = -m.box(x, y, (rect.x, rect.y, rect.w, rect.h), 3 * u)
    edge = np.clip(1 - inside / (7 * u), 0, 1)
    near = np.minimum(x - rect.x, y - rect.y) < np.minimum(rect.right - x, rect.bottom - y)
    ground.lay(rect, np.ones(3, dtype=np.float32), np.where(near, edge * 0.16, 0))
    ground.shade(rect, np.where(near, 0, edge * 0.34))


def _box(ground: Ground, board: Board, theme: Theme, u: float) -> None:
    """The trays' planks and the bar's run across the board."""
    frame(ground, board.rect, board.rails, theme, u)
    _plank(ground, board.tray_wood, theme, u, 17, upright=not board.upright)
    _plank(ground, board.bar, theme, u, 19, upright=not board.upright)


def recesses(board: Board) -> Iterator[Rect]:
    """Slots of the cube and trays, as they are sunk into the wood."""
    for owner in (Side.LIGHT, Side.DARK, None):
        yield board.cube_slot(owner).inset(round(0.04 * board.p))
    for place in (LIGHT_TRAY, DARK_TRAY):
        yield board.tray(place).inset(round(0.03 * board.p), 0)


def _lip(ground: Ground, rect: Rect, theme: Theme, u: float) -> None:
    """The sawn edge of a recess: dark all round, lit outside on the lower and right."""
    wide = max(1.6 * u, 1)
    reach = 4 * wide
    outer = ground.clip(rect.x - reach, rect.y - reach, rect.right + reach, rect.bottom + reach)
    x, y = mesh(outer)
    away = m.box(x, y, (rect.x, rect.y, rect.w, rect.h), 2 * u)
    lit = (x > rect.right - 1) | (y > rect.bottom - 1)
    wood = m.albedo(theme.board.frame[0])
    glint = (wood / wood.max() + 1) / 2
    ground.lay(outer, glint, np.where(lit, m.cover(np.abs(away - 1.6 * wide) - wide / 2) * 0.38, 0))
    ground.shade(outer, m.cover(np.abs(away) - wide) * 0.62)


def _inner_shadow(ground: Ground, rect: Rect, depth: float) -> None:
    """What the rail throws into a recess, from the top and the left."""
    x, y = mesh(rect)
    box = (rect.x + 0.55 * depth, rect.y + 0.85 * depth, rect.w * 2.0, rect.h * 2.0)
    ground.shade(rect, (1 - m.soft(m.box(x, y, box, 0), depth)) * 0.62)


def _recess(ground: Ground, rect: Rect, theme: Theme, depth: float, u: float) -> None:
    _lip(ground, rect, theme, u)
    ground.lay(rect, m.leather(rect.h, rect.w, theme.board.tray, u, 31 + rect.y))
    _inner_shadow(ground, rect, depth)


def _field(ground: Ground, board: Board, theme: Theme, half: int, u: float) -> None:
    rect = board.field(half)
    _lip(ground, rect, theme, u)
    whole = m.leather(rect.h, rect.w, theme.board.field, u, 41 + half)
    ground.lay(rect, whole)
    for slot in range(POINTS):
        if board.half_of(slot) == half:
            _inlay(ground, board, theme, slot, u)
    _inner_shadow(ground, rect, 15 * u)


def _inlay(ground: Ground, board: Board, theme: Theme, slot: int, u: float) -> None:
    """One point, cut from its own place of a small plank, with seam and stringing."""
    corners = list(board.point(slot))
    xs, ys = [c[0] for c in corners], [c[1] for c in corners]
    rect = ground.clip(min(xs) - 3, min(ys) - 3, max(xs) + 3, max(ys) + 3)
    field = board.field(board.half_of(slot))
    if board.upright:
        rect = rect.within(Rect(field.x, rect.y, field.w, rect.h))
    else:
        rect = rect.within(Rect(rect.x, field.y, rect.w, field.h))
    x, y = mesh(rect)
    away = m.triangle(x, y, clockwise(corners))
    pale = board.is_pale(slot)
    grain = theme.board.pale if pale else theme.board.dark
    if board.upright:
        tone = m.wood(rect.h, rect.w, grain, u, 60 + slot)
    else:
        tone = np.swapaxes(m.wood(rect.w, rect.h, grain, u, 60 + slot), 0, 1)
    if slot % 3 == 0:
        tone = tone[::-1]
    ground.lay(rect, tone, m.cover(away))
    ground.shade(rect, m.cover(np.abs(away) - max(1.5 * u, 0.9)) * 0.42)
    string = theme.board.string_on_pale if pale else theme.board.string_on_dark
    line = m.cover(np.abs(away + 0.085 * board.p) - max(0.75 * u, 0.5))
    ground.lay(rect, m.albedo(string), line * 0.5)


def clockwise(corners: list[Point]) -> list[Point]:
    """The same triangle, so ordered that its inside is negative for `material.triangle`."""
    (ax, ay), (bx, by), (cx, cy) = corners
    turn = (bx - ax) * (cy - ay) - (by - ay) * (cx - ax)
    return corners if turn > 0 else corners[::-1]


def _bar(ground: Ground, board: Board, theme: Theme, u: float) -> None:
    """Rounded wood, a seam where the box folds, two hinges; none upright, where plaques lie."""
    bar, (cx, cy) = board.bar, board.bar.centre
    x, y = mesh(bar)
    off = np.abs(y - cy) / (bar.h / 2) if board.upright else np.abs(x - cx) / (bar.w / 2)
    ground.shade(bar, off**5 * 0.30)
    if board.upright:
        seam = Rect(board.rect.x, bar.y, board.rect.w, bar.h)
        _, along = mesh(seam)
        ground.shade(seam, m.cover(np.abs(along - cy) - max(u, 0.7)) * 0.5)
        return
    seam = Rect(bar.x, board.rect.y, bar.w, board.rect.h)
    along, _ = mesh(seam)
    ground.shade(seam, m.cover(np.abs(along - cx) - max(u, 0.7)) * 0.5)
    for share in (0.16, 0.84):
        _hinge(ground, (cx, bar.y + bar.h * share), board.p, theme)


def _hinge(ground: Ground, at: Point, p: float, theme: Theme) -> None:
    wide, high = 0.40 * p, 0.68 * p
    plate = (at[0] - wide / 2, at[1] - high / 2, wide, high)
    rect = ground.clip(plate[0] - 6, plate[1] - 6, plate[0] + wide + 9, plate[1] + high + 9)
    x, y = mesh(rect)
    ground.shade(rect, m.soft(m.box(x - 2, y - 3, plate, 2), 4) * 0.5)
    away = m.box(x, y, plate, 2)
    brass = [m.albedo(colour) for colour in theme.ink.brass]
    across = np.clip((x - plate[0]) / wide, 0, 1)[:, :, None]
    brushed = 1 + 0.10 * (m.noise(rect.h, rect.w, 1.3, 40, 5)[:, :, None] - 0.5)
    body = (brass[2] * (1 - across) + brass[1] * across * 1.15) * brushed
    ground.lay(rect, brass[0], m.cover(away))
    ground.lay(rect, body, m.cover(away + 1))
    ground.shade(rect, m.cover(np.abs(x - at[0]) - 0.035 * p) * 0.45 * m.cover(away + 1))
    bright = m.cover(np.abs(x - at[0] + 0.05 * p) - 0.4) * m.cover(away + 1) * 0.5
    ground.lay(rect, brass[3], bright)
    for sx in (-1, 1):
        for sy in (-1, 1):
            screw = np.hypot(x - at[0] - sx * 0.31 * wide, y - at[1] - sy * 0.36 * high) - 0.035 * p
            ground.shade(rect, m.cover(screw) * 0.55)


# --- the first picture ----------------------------------------------------------------------------


Fill = tuple[Colour, Rect | tuple[Point, Point, Point]]


def flat(board: Board, theme: Theme) -> Iterator[Fill]:
    """The same picture as plain fills, rectangles and triangles, in drawing order."""
    yield theme.board.frame[1], board.rect
    for half in (0, 1):
        yield theme.board.field, board.field(half)
    for slot in range(POINTS):
        grain = theme.board.pale if board.is_pale(slot) else theme.board.dark
        yield grain[1], board.point(slot)
    for place in recesses(board):
        yield theme.board.tray, place
