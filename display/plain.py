"""Pieces in the plain finish: fills and outlines. Knows no game, no pygame.

The sides differ without their colours: a thin ring is on light's checkers, a dot on dark's. Sizes
and centres are those of `material`, so that a sprite of either finish lies in the same place.
"""

from __future__ import annotations

import numpy as np

from display import material as m
from display.material import Colour, Pixels

RING_AT, RING_HALF = 0.46, 0.045  # of the radius
DOT = 0.20


def checker(
    d: float,
    body: Colour,
    outline: Colour,
    inner: Colour,
    *,
    dotted: bool,
    lifted: bool = False,
    halo: Colour | None = None,
) -> Pixels:
    """See `material.checker`. dotted: the mark is a dot and a line at the edge, else a ring."""
    size = int(np.ceil(d * (2.2 if lifted else 1.8))) | 1
    canvas = m.Canvas(size, size)
    middle = size / 2
    r_px = d / 2 * (1.10 if lifted else 1)
    dx, dy = canvas.x - middle, canvas.y - (middle - (0.06 * d if lifted else 0))
    radius = np.hypot(dx, dy)
    line = max(1.2, 0.035 * d)
    canvas.shade(m.soft(np.hypot(dx, dy - 0.05 * d) - r_px, 0.06 * d) * 0.6)
    canvas.over(m.albedo(outline), m.cover(radius - r_px))
    canvas.over(m.albedo(body), m.cover(radius - (r_px - line)))
    mark = m.albedo(inner)
    if dotted:
        canvas.over(mark, m.cover(np.abs(radius - (r_px - 1.5 * line)) - line / 2))
        canvas.over(mark, m.cover(radius - DOT * r_px))
    else:
        half = max(RING_HALF * r_px, 0.8)
        canvas.over(mark, m.cover(np.abs(radius - RING_AT * r_px) - half))
    if halo is not None:
        canvas.over(m.albedo(halo), m.cover(np.abs(radius - 0.61 * d) - max(1.2, 0.03 * d)))
    return canvas.pixels()


def block(
    side: float,
    body: Colour,
    edge: Colour,
    *,
    corner: float = 0.21,
    pips: tuple[tuple[float, float], ...] = (),
    pip: Colour = (0, 0, 0),
) -> Pixels:
    """A die or cube that lies straight; see `material.block`."""
    size = int(np.ceil(side * 1.9)) | 1
    canvas = m.Canvas(size, size)
    dx, dy = canvas.x - size / 2, canvas.y - size / 2
    face = (-side / 2, -side / 2, side, side)
    away = m.box(dx, dy, face, corner * side)
    canvas.shade(m.cover(away - max(1.5, 0.04 * side)))
    canvas.over(m.albedo(edge), m.cover(away))
    canvas.over(m.albedo(body), m.cover(away + max(1.2, 0.04 * side)))
    for at_x, at_y in pips:
        canvas.over(
            m.albedo(pip), m.cover(np.hypot(dx - at_x * side, dy - at_y * side) - 0.105 * side)
        )
    return canvas.pixels()
