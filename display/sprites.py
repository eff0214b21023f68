"""Drawn things as surfaces, each made once for a size and theme and kept."""

from __future__ import annotations

from collections.abc import Callable, Hashable

import numpy as np
import pygame

from controller.rules.position import Side
from display import material as m
from display import plain
from display.kept import Kept
from display.layout import Rect
from display.theme import Colour, Pieces, Theme

KEPT = 24_000_000  # bytes: a scene at 1920x1080 shows some 8 MB of them
PIPS = {
    0: (),  # of a die that is not thrown yet
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
}
PIP_AT = 0.255  # of the side, from the middle


def surface(pixels: m.Pixels) -> pygame.Surface:
    """RGBA pixels as a surface ready to be laid on a window."""
    height, width, _ = pixels.shape
    made = pygame.image.frombuffer(np.ascontiguousarray(pixels).tobytes(), (width, height), "RGBA")
    return made.convert_alpha() if pygame.display.get_surface() else made


class Sprites:
    """See the module."""

    def __init__(self, theme: Theme) -> None:
        self.theme = theme
        self.kept = Kept(KEPT)

    def keep_surface(self, key: Hashable, make: Callable[[], pygame.Surface]) -> pygame.Surface:
        """As `keep`, of something put together from surfaces."""
        return self.kept.of(key, make)

    def keep(self, key: Hashable, make: Callable[[], m.Pixels]) -> pygame.Surface:
        """The surface of this key, made if it is not there."""
        return self.kept.of(key, lambda: surface(make()))

    def pieces(self, side: Side) -> Pieces:
        """A side's colours."""
        return self.theme.light if side is Side.LIGHT else self.theme.dark

    def checker(self, side: Side, d: float, seed: int, *, lifted: bool) -> pygame.Surface:
        own, brass = self.pieces(side), self.theme.ink.brass
        if self.theme.is_plain:
            return self.keep(
                ("checker", side, round(d, 1), lifted),
                lambda: plain.checker(
                    d, own.body, own.outline, own.inner, dotted=side is Side.DARK,
                    lifted=lifted, halo=brass[3] if lifted else None,
                ),
            )  # fmt: skip
        return self.keep(
            ("checker", side, round(d, 1), seed, lifted),
            lambda: m.checker(
                d, own.body, own.outline, own.inner,
                glint=0.30 if side is Side.LIGHT else 0.42, seed=seed * 7 + 1, lifted=lifted,
                halo=brass[3] if lifted else None,
            ),
        )  # fmt: skip

    def die(self, side: Side, size: float, value: int, degrees: float) -> pygame.Surface:
        own = self.pieces(side)
        pips = tuple((x * PIP_AT, y * PIP_AT) for x, y in PIPS[value])
        if self.theme.is_plain:
            return self.keep(
                ("die", side, round(size, 1), value),
                lambda: plain.block(size, own.die, own.die_edge, pips=pips, pip=own.pip),
            )
        return self.keep(
            ("die", side, round(size, 1), value, degrees),
            lambda: m.block(size, own.die, own.die_edge, degrees=degrees, pips=pips, pip=own.pip),
        )

    def cube(self, size: float, degrees: float) -> pygame.Surface:
        ink = self.theme.ink
        if self.theme.is_plain:
            return self.keep(
                ("cube", round(size, 1)),
                lambda: plain.block(size, ink.cube, ink.cube_edge, corner=0.17),
            )
        return self.keep(
            ("cube", round(size, 1), degrees),
            lambda: m.block(
                size, ink.cube, ink.cube_edge, degrees=degrees, corner=0.17, bevel=0.13
            ),
        )

    def ring(self, d: float, width: float, *, enamel: bool) -> pygame.Surface:
        ink = self.theme.ink
        return self.keep(
            ("ring", round(d, 1), round(width, 1), enamel),
            lambda: m.ring(d, width, ink.brass, ink.enamel if enamel else None),
        )

    def disc(self, d: float, body: Colour, edge: Colour, edge_px: float = 1.0) -> pygame.Surface:
        return self.keep(
            ("disc", round(d, 1), body, edge, edge_px),
            lambda: m.disc(d, body, edge, edge_px=edge_px),
        )

    def plate(
        self,
        rect: Rect,
        radius: float,
        fill: Colour,
        border: Colour | None,
        border_px: float,
        top: Colour | None = None,
    ) -> pygame.Surface:
        key = ("plate", rect.w, rect.h, radius, fill, border, border_px, top)
        return self.keep(
            key,
            lambda: m.plate(rect.w, rect.h, radius, fill, border, border_px, top=top),
        )

    def slab(self, rect: Rect, side: Side) -> pygame.Surface:
        """A checker edge on: rounded above, in shade below."""
        own = self.pieces(side)
        body = m.albedo(own.body)
        if self.theme.is_plain:
            return self.keep(
                ("slab", rect.w, rect.h, side),
                lambda: m.plate(rect.w, max(rect.h, 3), 0.2 * rect.h, own.body, own.outline, 1.2),
            )
        bright = 2.2 if max(body) < 0.25 else 1.06  # ebony shows its edge only where light falls
        lit = tuple(int(min(v * bright, 1) * 255) for v in body)
        corner = 0.22 * min(rect.w, rect.h)
        low = tuple(int(v * 0.72 * 255) for v in body)
        return self.keep(
            ("slab", rect.w, rect.h, side),
            lambda: m.plate(
                rect.w, max(rect.h, 3), corner, (low[0], low[1], low[2]), own.outline,
                1.0, top=(lit[0], lit[1], lit[2]),
            ),
        )  # fmt: skip
