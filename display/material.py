"""Procedural wood, leather, ivory, brass: numpy noise under one lamp. Knows no game, no pygame.

All pictures are arrays indexed [row, column]; colours are 0-1 floats inside, uint8 at the door.
The same size and seed give the same picture for ever, which the golden tests rely on.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

Array: TypeAlias = NDArray[Any]  # of floats; which width is numpy's business
Pixels = NDArray[np.uint8]
"""Straight RGBA, (height, width, 4)."""
Colour = tuple[int, int, int]

_LAMP = np.array([-0.45, -0.62, 0.64], dtype=np.float32)
LAMP = _LAMP / np.linalg.norm(_LAMP)
"""Towards the light: right, down, to the eye. Diffuse light is divided by a flat surface's."""
_HALF = (LAMP + np.array([0, 0, 1], dtype=np.float32)) / np.linalg.norm(
    LAMP + np.array([0, 0, 1], dtype=np.float32)
)


def albedo(colour: Colour) -> Array:
    """A colour as three floats."""
    floats: Array = np.array(colour, dtype=np.float32) / 255
    return floats


def noise(height: int, width: int, down: float, across: float, seed: int) -> Array:
    """Value noise 0-1; `down` and `across` are the sizes of its cells in pixels."""
    rows, row_at, row_share = _steps(height, down)
    columns, column_at, column_share = _steps(width, across)
    grid = np.random.default_rng(seed).random((rows, columns), dtype=np.float32)
    wide = grid[:, column_at] * (1 - column_share) + grid[:, column_at + 1] * column_share
    share = row_share[:, None]
    values: Array = wide[row_at] * (1 - share) + wide[row_at + 1] * share
    return values


def _steps(length: int, cell: float) -> tuple[int, NDArray[np.intp], Array]:
    at = np.arange(length, dtype=np.float32) / np.float32(max(cell, 1e-3))
    whole = at.astype(np.intp)
    share = at - whole
    return int(whole[-1]) + 2, whole, (share * share * (3 - 2 * share)).astype(np.float32)


def wood(height: int, width: int, grain: tuple[Colour, ...], u: float, seed: int) -> Array:
    """A plank whose grain runs along its width. u: pixels a unit (short side / 1080)."""

    def layer(down: float, across: float, salt: int) -> Array:
        return noise(height, width, down * u, across * u, seed * 97 + salt)

    across = np.arange(height, dtype=np.float32)[:, None] / (15 * u)
    rings = across + 3.4 * (0.7 * layer(120, 900, 1) + 0.3 * layer(60, 450, 2))
    rings = (rings + 0.5 * layer(26, 300, 3)) % 1
    early = np.where(rings < 0.82, rings / 0.82, (1 - rings) / 0.18)
    tone = 0.46 * early * early * (3 - 2 * early) + 0.34 * layer(160, 700, 4)
    tone += 0.30 * layer(max(1.6, 1.1 / u), 46, 5) + 0.16 * layer(max(1.0, 1.0 / u), 18, 6)
    pores = np.where(layer(max(1.5, 1.1 / u), 22, 7) > 0.8, np.float32(0.84), np.float32(1))
    table = _ramp(grain, 256)
    picked = table[np.clip((tone / 1.26) * 255, 0, 255).astype(np.intp)]
    tinted: Array = picked * pores[:, :, None]
    return tinted


def _ramp(colours: tuple[Colour, ...], steps: int) -> Array:
    """From light to dark of the grain, or along a brass ramp: evenly spaced colours."""
    stops = np.array(colours, dtype=np.float32) / 255
    at = np.linspace(0, 1, len(colours))
    wanted = np.linspace(0, 1, steps)
    channels = [np.interp(wanted, at, stops[:, channel]) for channel in range(3)]
    table: Array = np.stack(channels, axis=1).astype(np.float32)
    return table


def leather(height: int, width: int, colour: Colour, u: float, seed: int) -> Array:
    """Pebbled leather, a little darker towards the lower right."""
    fine = max(1.0, u)
    pebbles = 0.6 * noise(height, width, 3.2 * fine, 3.2 * fine, seed)
    pebbles += 0.4 * noise(height, width, 1.5 * fine, 1.5 * fine, seed + 1)
    relief = np.zeros_like(pebbles)
    relief[1:, 1:] = pebbles[1:, 1:] - pebbles[:-1, :-1]
    mottle = noise(height, width, 130 * u, 130 * u, seed + 2) - 0.5
    down = np.linspace(0, 1, height, dtype=np.float32)[:, None]
    right = np.linspace(0, 1, width, dtype=np.float32)[None, :]
    shade = 1.08 - 0.24 * (down + right) / 2 + 0.24 * relief + 0.10 * mottle
    return albedo(colour) * shade[:, :, None]


# --- shapes as signed distances, negative inside ------------------------------------------------


def mesh(height: int, width: int) -> tuple[Array, Array]:
    """(x, y) of pixel centres, broadcastable to (height, width)."""
    x = np.arange(width, dtype=np.float32)[None, :] + 0.5
    y = np.arange(height, dtype=np.float32)[:, None] + 0.5
    return x, y


def box(x: Array, y: Array, rect: tuple[float, float, float, float], radius: float = 0) -> Array:
    """Distance from a rounded box (left, top, width, height)."""
    left, top, width, height = rect
    qx = np.abs(x - (left + width / 2)) - (width / 2 - radius)
    qy = np.abs(y - (top + height / 2)) - (height / 2 - radius)
    outside = np.hypot(np.maximum(qx, 0), np.maximum(qy, 0))
    return outside + np.minimum(np.maximum(qx, qy), 0) - radius


def triangle(x: Array, y: Array, corners: list[tuple[float, float]]) -> Array:
    """Distance from a convex polygon given clockwise (exact inside)."""
    inside = np.full(np.broadcast_shapes(x.shape, y.shape), -1e9, dtype=np.float32)
    for (ax, ay), (bx, by) in zip(corners, corners[1:] + corners[:1], strict=True):
        length = float(np.hypot(bx - ax, by - ay))
        inside = np.maximum(inside, ((by - ay) * (x - ax) - (bx - ax) * (y - ay)) / length)
    return inside


def segment(x: Array, y: Array, a: tuple[float, float], b: tuple[float, float]) -> Array:
    """Distance from a line between two points."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    share = np.clip(((x - a[0]) * dx + (y - a[1]) * dy) / max(dx * dx + dy * dy, 1e-6), 0, 1)
    return np.hypot(x - a[0] - share * dx, y - a[1] - share * dy)


def cover(distance: Array) -> Array:
    """How much of a pixel a shape covers."""
    return np.clip(0.5 - distance, 0, 1)


def soft(distance: Array, blur: float) -> Array:
    """A shape's soft shadow: full inside, none `blur` outside, without any filter."""
    share = np.clip(0.5 - distance / (2 * max(blur, 0.5)), 0, 1)
    return share * share * (3 - 2 * share)


class Canvas:
    """Layers on a transparent ground, each laid over what is there."""

    def __init__(self, height: int, width: int) -> None:
        self.rgb = np.zeros((height, width, 3), dtype=np.float32)  # premultiplied
        self.alpha = np.zeros((height, width), dtype=np.float32)
        self.x, self.y = mesh(height, width)

    def over(self, colour: Array, coverage: Array) -> None:
        """colour: (3,) or (height, width, 3)."""
        coverage = coverage.astype(np.float32)
        kept = 1 - coverage
        self.rgb *= kept[:, :, None]
        self.rgb += np.clip(colour, 0, 1) * coverage[:, :, None]
        self.alpha *= kept
        self.alpha += coverage

    def shade(self, coverage: Array) -> None:
        """Black, of this strength."""
        self.over(np.zeros(3, dtype=np.float32), coverage)

    def pixels(self) -> Pixels:
        """Straight RGBA."""
        alpha = np.maximum(self.alpha, 1e-6)[:, :, None]
        straight = np.concatenate([self.rgb / alpha, self.alpha[:, :, None]], axis=2)
        pixels: Pixels = (np.clip(straight, 0, 1) * 255 + 0.5).astype(np.uint8)
        return pixels


# --- pieces ---------------------------------------------------------------------------------------


def light_on(slope_x: Array, slope_y: Array, glint: float, strength: float) -> tuple[Array, Array]:
    """(diffuse over a flat surface's, glint) of a surface whose height falls by these slopes."""
    length = np.sqrt(slope_x**2 + slope_y**2 + 1)
    nx, ny, nz = slope_x / length, slope_y / length, 1 / length
    diffuse = np.maximum(nx * LAMP[0] + ny * LAMP[1] + nz * LAMP[2], 0) / LAMP[2]
    shine = np.maximum(nx * _HALF[0] + ny * _HALF[1] + nz * _HALF[2], 0)
    return diffuse, strength * shine**glint


def _centred_noise(size: int, cell: float, seed: int) -> Array:
    return noise(size, size, cell, cell, seed) - 0.5


def checker(
    d: float,
    body: Colour,
    outline: Colour,
    inner: Colour,
    *,
    glint: float = 0.30,
    seed: int = 0,
    lifted: bool = False,
    halo: Colour | None = None,
) -> Pixels:
    """A turned checker with its shadow, centred in a square of 1.8 d (2.2 d when lifted)."""
    size = int(np.ceil(d * (2.2 if lifted else 1.8))) | 1
    canvas = Canvas(size, size)
    middle = size / 2
    lift = 0.06 * d if lifted else 0
    r_px = d / 2 * (1.10 if lifted else 1)
    dx, dy = canvas.x - middle, canvas.y - (middle - lift)
    radius = np.hypot(dx, dy)
    wide = (0.13, 0.20, 0.36, 0.42) if lifted else (0.055, 0.085, 0.12, 0.34)
    for right, down, blur, strength in (wide, (0.015, 0.03, 0.035, 0.45)):
        away = np.hypot(dx - right * d, dy - lift - down * d) - r_px
        canvas.shade(soft(away, blur * d) * strength)
    canvas.over(albedo(outline), cover(radius - r_px))
    r = radius / r_px
    slope = -1.25 * np.clip((r - 0.885) / 0.115, 0, 1)
    for at, narrow, depth in ((0.74, 0.0275, 0.62), (0.46, 0.0225, 0.30)):
        half = max(narrow, 1.5 / r_px)  # a groove thinner than pixels would come out dashed
        slope += depth * (narrow / half) ** 0.5 * np.sin(np.clip((r - at) / half, -1, 1) * np.pi)
    slope = np.where(r < 0.46, slope + 0.16 * r, slope)
    ux, uy = dx / np.maximum(radius, 1e-3), dy / np.maximum(radius, 1e-3)
    diffuse, shine = light_on(-slope * ux, -slope * uy, 26, glint)
    fall = 1.02 - 0.15 * np.clip((dx + dy) / (2.8 * r_px) + 0.5, 0, 1)
    cloud = (
        1 + 0.12 * _centred_noise(size, 0.3 * d, seed) + 0.06 * _centred_noise(size, 2, seed + 9)
    )
    tone = (0.34 + 0.60 * np.minimum(diffuse, 1.12)) * fall * cloud / 0.94
    face = albedo(body) * tone[:, :, None] + shine[:, :, None]
    canvas.over(face, cover(radius - (r_px - max(1.0, 0.035 * d))))
    line = max(0.9, 0.022 * d)
    canvas.over(albedo(inner), cover(np.abs(radius - 0.87 * r_px) - line / 2) * 0.72)
    for at in (0.74, 0.46):
        canvas.shade(cover(np.abs(radius - at * r_px) - line / 2) * 0.22)
    if halo is not None:
        reach = np.abs(radius - 0.585 * d * 1.04) - max(1.0, 0.022 * d)
        canvas.over(albedo(halo), cover(reach))
    return canvas.pixels()


def turned(canvas: Canvas, degrees: float) -> tuple[Array, Array]:
    """Coordinates from the canvas's middle, in a frame turned by `degrees` (clockwise)."""
    angle = np.float32(np.deg2rad(degrees))
    height, width = canvas.alpha.shape
    dx, dy = canvas.x - width / 2, canvas.y - height / 2
    return dx * np.cos(angle) + dy * np.sin(angle), -dx * np.sin(angle) + dy * np.cos(angle)


def block(
    side: float,
    body: Colour,
    edge: Colour,
    *,
    degrees: float = 0,
    corner: float = 0.21,
    bevel: float = 0.15,
    pips: tuple[tuple[float, float], ...] = (),
    pip: Colour = (0, 0, 0),
) -> Pixels:
    """A die or cube from above, with its shadow, centred in a square of 1.9 sides."""
    size = int(np.ceil(side * 1.9)) | 1
    canvas = Canvas(size, size)
    tx, ty = turned(canvas, degrees)
    half = (-side / 2, -side / 2, side, side)
    for right, down, blur, strength in ((0.07, 0.11, 0.16, 0.40), (0.02, 0.03, 0.05, 0.50)):
        shadow = Canvas(size, size)
        shadow.x, shadow.y = canvas.x - right * side, canvas.y - down * side
        sx, sy = turned(shadow, degrees)
        canvas.shade(soft(box(sx, sy, half, corner * side), blur * side) * strength)
    away = box(tx, ty, half, corner * side)
    canvas.over(albedo(edge), cover(away))
    gy, gx = np.gradient(away)
    depth = np.clip(1 + away / (bevel * side), 0, 1)
    diffuse, shine = light_on(depth * gx * 0.9, depth * gy * 0.9, 30, 0.25)
    tone = 0.34 + 0.60 * np.minimum(diffuse, 1.12)
    face = albedo(body) * (tone / 0.94)[:, :, None] + shine[:, :, None]
    canvas.over(face, cover(away + max(0.8, 0.02 * side)))
    for at_x, at_y in pips:
        _drill(canvas, tx, ty, (at_x * side, at_y * side), 0.098 * side, pip)
    return canvas.pixels()


def _drill(
    canvas: Canvas, tx: Array, ty: Array, at: tuple[float, float], radius: float, pip: Colour
) -> None:
    """One pip: a bowl, darker towards the light, with a lit crescent at its far edge."""
    dx, dy = tx - at[0], ty - at[1]
    lit = np.hypot(dx - 0.18 * radius, dy - 0.22 * radius) - radius
    canvas.over(np.ones(3, dtype=np.float32), cover(lit) * 0.30)
    away = np.hypot(dx, dy) - radius
    tone = 1 + 0.18 * np.clip((dx + dy) / (2 * radius), -1, 1)
    canvas.over(albedo(pip) * tone[:, :, None], cover(away))


def ring(
    d: float, width: float, ramp: tuple[Colour, ...], enamel: Colour | None, *, thick: float = 0.105
) -> Pixels:
    """A brass torus (a pill if `width` > `d`) round dark enamel (None: round nothing).

    d: outer height of the drawing; the array is larger by half of that for the shadow.
    """
    height = int(np.ceil(d * 1.5)) | 1
    canvas = Canvas(height, int(np.ceil(width + d * 0.5)) | 1)
    rows, columns = canvas.alpha.shape
    frame = (columns / 2 - width / 2, rows / 2 - d / 2, width, d)
    away = box(canvas.x, canvas.y, frame, d / 2)
    drop = box(canvas.x - 0.04 * d, canvas.y - 0.07 * d, frame, d / 2)
    if enamel is not None:
        canvas.shade(soft(drop, 0.12 * d) * 0.5)
        canvas.over(albedo(enamel), cover(away) * 0.88)
    tube = thick * d / 0.9
    line = 0.025 * d
    canvas.shade(cover(np.abs(away + tube / 2 + line) - tube / 2 - line))
    _torus(canvas, away + tube / 2 + line, tube, ramp)
    return canvas.pixels()


def _torus(canvas: Canvas, away: Array, tube: float, ramp: tuple[Colour, ...]) -> None:
    """A half-round bar of brass along where `away` is nought."""
    gy, gx = np.gradient(away)
    share = np.clip(away / (tube / 2), -0.96, 0.96)
    slope = share / np.sqrt(1 - share**2)
    diffuse, shine = light_on(slope * gx, slope * gy, 22, 0.5)
    angle = np.arctan2(gy, gx)
    at = np.clip(0.10 + 0.46 * diffuse + 0.10 * np.sin(3 * angle + 0.7) + shine, 0, 1)
    table = _ramp(ramp, 256)
    canvas.over(table[(at * 255).astype(np.intp)], cover(np.abs(away) - tube / 2))


def disc(d: float, body: Colour, edge: Colour, *, edge_px: float = 1.0) -> Pixels:
    """A flat disc with an edge, for counts and marks."""
    size = int(np.ceil(d)) + 4 | 1
    canvas = Canvas(size, size)
    away = np.hypot(canvas.x - size / 2, canvas.y - size / 2) - d / 2
    canvas.over(albedo(edge), cover(away))
    canvas.over(albedo(body), cover(away + edge_px))
    return canvas.pixels()


def plate(
    width: int,
    height: int,
    radius: float,
    fill: Colour,
    border: Colour | None,
    border_px: float = 1.0,
    *,
    top: Colour | None = None,
) -> Pixels:
    """A rounded plate with an inside border; `top` makes it run from that colour down to `fill`."""
    canvas = Canvas(height, width)
    away = box(canvas.x, canvas.y, (0, 0, width, height), radius)
    down = np.linspace(0, 1, height, dtype=np.float32)[:, None, None]
    body = albedo(top or fill) * (1 - down) + albedo(fill) * down
    body = np.broadcast_to(body, (height, width, 3))
    if border is None:
        canvas.over(body, cover(away))
    else:
        canvas.over(albedo(border), cover(away))
        canvas.over(body, cover(away + border_px))
    return canvas.pixels()


def shape(height: int, width: int, draw: Callable[[Canvas], Any]) -> Pixels:
    """A small drawing: `draw` lays its strokes on a fresh canvas of this size."""
    canvas = Canvas(height, width)
    draw(canvas)
    return canvas.pixels()
