"""Items onto a surface. Knows how each kind looks, and nothing of why it is there."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable
from dataclasses import replace
from itertools import pairwise
from typing import Any, cast

import pygame

from display import items as i
from display import material, signs
from display.clocks import RING_STEPS
from display.layout import Point, Rect
from display.lettering import button_words, name_words, progress_words
from display.line_minute import columns
from display.sprites import Sprites
from display.text import Type
from display.theme import Colour, Theme, drained

FADED = 105  # of 255: a die already played, 41 %
CRAWFORD = 90  # the cube that nobody may turn, 35 %
PRINTED: dict[str, Colour] = {
    "paper": (0xF3, 0xEA, 0xD6),
    "print": (0x18, 0x12, 0x0C),
    "print dim": (0x5C, 0x4A, 0x38),
}
"""Ivory and what stands on it: the same in every theme, since cameras read it."""
CUBE_FACE = 0.90  # of the cube's side: as wide as its digits may be


class Painter:
    """Only after pygame.font.init(). Keeps sprites and words, so that a frame is blits."""

    def __init__(self, theme: Theme) -> None:
        self._theme = theme
        self._sprites = Sprites(theme)
        self._type = Type()

    def draw(
        self, target: pygame.Surface, items: Iterable[i.Item], clip: Rect | None = None
    ) -> None:
        """The items in their order; of those with a clip only what lies in it."""
        items = tuple(items)
        drains = [item.rect for item in items if isinstance(item, i.Drain)]
        target.set_clip(pygame.Rect(clip) if clip else None)
        for item in items:
            if clip is None or item.rect.meets(clip):
                is_worn = any(rect.contains(item.rect.centre) for rect in drains)
                _DRAW[type(item)](self._worn if is_worn else self, target, item)
        target.set_clip(None)

    @property
    def made(self) -> int:
        """Surfaces made so far: a scene that is shown again makes none."""
        return self._sprites.kept.made + self._type.kept.made

    @functools.cached_property
    def _worn(self) -> Painter:
        return Painter(drained(self._theme))

    # -- helpers --------------------------------------------------------------------------------

    def _colour(self, name: str) -> Colour:
        if name in PRINTED:
            return PRINTED[name]
        if name == "number":
            return self._theme.board.number
        return cast(Colour, getattr(self._theme.ink, name))

    def _centred(self, target: pygame.Surface, made: pygame.Surface, at: Point) -> None:
        target.blit(
            made, (round(at[0] - made.get_width() / 2), round(at[1] - made.get_height() / 2))
        )

    def _digits(
        self, target: pygame.Surface, at: Point, text: str, face: str, size: float, colour: Colour
    ) -> None:
        """Centred on their ink, not on their line."""
        made = self._type.render(text, face, round(size), colour)
        ink = made.get_bounding_rect()
        target.blit(made, (round(at[0] - ink.centerx), round(at[1] - ink.centery)))

    # -- pieces ---------------------------------------------------------------------------------

    def checker(self, target: pygame.Surface, item: i.Checker) -> None:
        made = self._sprites.checker(item.side, item.d, item.seed, lifted=item.lifted)
        self._centred(target, made, item.at)

    def count(self, target: pygame.Surface, item: i.Count) -> None:
        own = self._sprites.pieces(item.side)
        self._centred(target, self._sprites.disc(item.d, own.ink, own.outline), item.at)
        self._digits(target, item.at, str(item.number), "bold", item.d * 0.80, own.body)

    def slab(self, target: pygame.Surface, item: i.Slab) -> None:
        target.blit(self._sprites.slab(item.rect, item.side), item.rect[:2])

    def die(self, target: pygame.Surface, item: i.Die) -> None:
        made = self._sprites.die(item.side, item.size, item.value, item.degrees)
        if item.faded:
            made = made.copy()
            made.set_alpha(FADED + round((255 - FADED) * item.back))
        if item.spin:
            made = pygame.transform.rotozoom(made, -item.spin, 1)
        self._centred(target, made, item.at)

    def cube(self, target: pygame.Surface, item: i.CubeFace) -> None:
        made = self._sprites.keep_surface(
            ("face", item.size, item.value, item.degrees, item.faded), lambda: self._cube(item)
        )
        self._centred(target, made, item.at)

    def _cube(self, item: i.CubeFace) -> pygame.Surface:
        made = self._sprites.cube(item.size, item.degrees).copy()
        text, ink = str(item.value), self._theme.ink.cube_digit
        share = 0.66 if item.value < 10 else 0.56
        tallest, room = round(item.size * share), round(item.size * CUBE_FACE)
        size, _ = self._type.fit(text, "serif bold", tallest, 8, room)
        digits = self._type.render(text, "serif bold", size, ink)
        digits = digits.subsurface(digits.get_bounding_rect())
        if item.degrees and not self._theme.is_plain:
            digits = pygame.transform.rotozoom(digits, -item.degrees, 1)
        self._centred(made, digits, (made.get_width() / 2, made.get_height() / 2))
        if item.faded:
            made.set_alpha(CRAWFORD)
        return made

    # -- marks ----------------------------------------------------------------------------------

    def ring(self, target: pygame.Surface, item: i.Ring) -> None:
        ink, d = self._theme.ink, item.d
        if item.hit:
            self._centred(target, self._sprites.ring(d, d, enamel=False), item.at)
            edge = ink.enamel if self._theme.is_plain else ink.brass[0]
            chip = self._sprites.disc(0.56 * d, ink.brass[3], edge, 1.4)
            self._centred(target, chip, item.at)
            share = 0.52 if len(item.label) == 1 else 0.30
            self._digits(target, item.at, item.label, "bold", d * share, ink.on_accent)
            return
        self._centred(target, self._sprites.ring(d, item.wide, enamel=True), item.at)
        share = (0.80 if item.large else 0.70) if len(item.label) == 1 else 0.52
        self._digits(target, item.at, item.label, "bold", d * share, ink.enamel_digit)

    def mark(self, target: pygame.Surface, item: i.Mark) -> None:
        made = self._sprites.keep(("mark", item.d), lambda: signs.mark(item.d, self._theme))
        self._centred(target, made, item.at)
        share = 0.46 if len(item.label) == 1 else 0.38
        self._digits(target, item.at, item.label, "bold", item.d * share, self._theme.ink.on_accent)

    def ghost(self, target: pygame.Surface, item: i.Ghost) -> None:
        made = self._sprites.keep(("ghost", item.d), lambda: signs.ghost(item.d, self._theme))
        self._centred(target, made, item.at)
        if item.label:
            self._digits(target, item.at, item.label, "bold", item.d * 0.42, self._theme.ink.ink)

    def arrow(self, target: pygame.Surface, item: i.Arrow) -> None:
        rect = item.rect
        start = item.start[0] - rect.x, item.start[1] - rect.y
        end = item.end[0] - rect.x, item.end[1] - rect.y
        colour = material.albedo(self._colour(item.colour))
        bulge = -item.bulge if item.hangs else item.bulge
        path = signs.arrow_path(start, end, item.d, bulge, item.gap)
        made = self._sprites.keep(
            ("arrow", replace(item, run=None)),
            lambda: signs.arrow((rect.w, rect.h), path, item.d, colour),
        )
        target.blit(made, rect[:2])
        if item.run is not None:
            dark = self._theme.ink.on_accent
            apart = self._sprites.disc(signs.APART * item.d, dark, dark)
            for x, y in signs.gaps(path, item.d, item.run):
                self._centred(target, apart, (rect.x + x, rect.y + y))

    def focus(self, target: pygame.Surface, item: i.Focus) -> None:
        rect = item.rect
        if item.is_round:
            made = self._sprites.keep(
                ("focus", rect.w, item.turn),
                lambda: signs.focus(rect.w - 3, item.turn, self._theme),
            )
            self._centred(target, made, rect.centre)
        else:
            made = self._sprites.keep(
                ("focus", rect.w, rect.h), lambda: signs.focus_box(rect.w, rect.h, self._theme)
            )
            target.blit(made, rect[:2])

    # -- plates and words -----------------------------------------------------------------------

    def words(self, target: pygame.Surface, item: i.Words) -> None:
        colour = self._colour(item.colour)
        size, rows = self._type.rows(item)
        for row, x, y in rows:
            made = self._type.render(row, item.face, size, colour)
            if item.engraved:
                dark = self._type.render(row, item.face, size, self._theme.ink.engraved)
                for dx, dy in ((-1, 0), (1, 0), (0, -1), (0, 1)):
                    target.blit(dark, (round(x) + dx, round(y) + dy))
            target.blit(made, (round(x), round(y)))

    def plate(self, target: pygame.Surface, item: i.Plate) -> None:
        border = self._colour(item.border) if item.border else None
        top = self._colour(item.top) if item.top else None
        made = self._sprites.plate(
            item.rect, item.radius, self._colour(item.fill), border, item.border_px, top
        )
        target.blit(made, item.rect[:2])

    def button(self, target: pygame.Surface, item: i.Button) -> None:
        ink, rect = self._theme.ink, item.rect
        radius = min(0.24 * rect.h, 16)
        fill, top, border, wide, word = _BUTTONS[item.kind](ink)
        made = self._sprites.plate(rect, radius, fill, border, wide, top)
        target.blit(made, rect[:2])
        if item.filled > 0:
            self._hold(target, rect, radius, item.filled)
        if item.kind == "primary":
            x0, x1 = rect.x + radius, rect.right - radius
            pygame.draw.line(target, ink.brass[4], (x0, rect.y + 1), (x1, rect.y + 1))
        for words in button_words(item, word):
            self.words(target, words)

    def _hold(self, target: pygame.Surface, rect: Rect, radius: float, filled: float) -> None:
        """The outline fills clockwise from the top middle while a button is held."""
        path = _outline(rect, radius)
        kept = path[: max(2, round(len(path) * min(filled, 1)))]
        pygame.draw.lines(target, self._theme.ink.accent, False, kept, 5)

    def field(self, target: pygame.Surface, item: i.Field) -> None:
        rect, ink = item.rect, self._theme.ink
        room, text = rect.w - round(item.size * 0.2), item.text
        if self._type.width(text, "semibold", item.size) > room:
            while text and self._type.width("…" + text, "semibold", item.size) > room:
                text = text[1:]
            text = "…" + text
        colour = ink.on_accent if item.marked else ink.ink
        made = self._type.render(text, "semibold", item.size, colour)
        at = (rect.x, round(rect.centre[1] - made.get_height() / 2))
        if item.marked:
            target.fill(ink.accent, (at, made.get_size()))
        target.blit(made, at)
        high, wide = round(item.size * 1.1), max(round(item.size / 12), 2)
        x = rect.x + made.get_width() + wide
        target.fill(ink.accent, (x, round(rect.centre[1] - high / 2), wide, high))

    def name(self, target: pygame.Surface, item: i.Name) -> None:
        rect, size, words = item.rect, item.size, name_words(item)
        at = rect.x + size * 0.62, rect.centre[1]
        self._centred(target, self._sprites.checker(item.side, size * 1.0, 0, lifted=False), at)
        self.words(target, words)
        if item.badge:
            letters, ((row, _x, _y),) = self._type.rows(words)
            wide = self._type.width(row, words.face, letters)
            left, high = words.rect.x + wide + round(size * 0.32), round(size * 0.66)
            box = Rect(left, round(rect.centre[1] - high / 2), round(size * 1.35), high)
            self.badge(target, i.Badge(box, item.badge, round(size * 0.54)))

    def badge(self, target: pygame.Surface, item: i.Badge) -> None:
        ink, size = self._theme.ink, item.size
        wide = self._type.width(item.text, "bold", size) + round(size * 0.8)
        rect = item.rect
        box = Rect(rect.right - wide, round(rect.centre[1] - size * 0.62), wide, round(size * 1.24))
        made = self._sprites.plate(box, 0.3 * size, ink.raised, ink.accent, max(1.2, size / 12))
        target.blit(made, box[:2])
        self._digits(target, box.centre, item.text, "bold", size, ink.accent)

    def sign(self, target: pygame.Surface, item: i.Sign) -> None:
        rect = item.rect
        made = self._sprites.keep(
            ("sign", item.kind, rect.w, rect.h),
            lambda: signs.sign(item.kind, rect.w, rect.h, self._theme),
        )
        target.blit(made, rect[:2])

    def clock(self, target: pygame.Surface, item: i.ClockFace) -> None:
        rect, theme = item.rect, self._theme
        is_turn = item.colour != "hairline"
        base = self._sprites.keep(
            ("clock", rect.w, rect.h, is_turn),
            lambda: signs.clock_plate(rect.w, rect.h, theme, is_turn=is_turn),
        )
        target.blit(base, rect[:2])
        if item.ring:
            colour, share = self._colour(item.colour), item.ring / RING_STEPS
            ring = self._sprites.keep(
                ("clock ring", rect.w, rect.h, item.ring, colour),
                lambda: signs.clock_ring(rect.w, rect.h, share, colour),
            )
            target.blit(ring, rect[:2])
        before = round(item.size * 0.54) if item.warns else 0
        room = rect.w - 2 * round(0.16 * rect.h) - before
        size, rows = self._type.fit(item.text, "bold", item.size, 12, room)
        wide = self._type.width(rows[0], "bold", size)
        left = rect.centre[0] - (wide + before) / 2
        if item.warns:
            side = round(size * 0.48)
            at = Rect(round(left), round(rect.centre[1] - side / 2), side, side)
            self.sign(target, i.Sign(at, "warn"))
        at_x = left + before + wide / 2
        self._digits(target, (at_x, rect.centre[1]), rows[0], "bold", size, self._colour(item.ink))

    def progress(self, target: pygame.Surface, item: i.Progress) -> None:
        rect, ink = item.rect, self._theme.ink
        made = self._sprites.keep(
            ("progress", rect.w, item.done, item.of),
            lambda: signs.progress(rect.w, item.done / item.of, self._theme),
        )
        target.blit(made, rect[:2])
        x, y = rect.centre
        self._digits(target, (x, y - rect.h * 0.06), str(item.done), "bold", item.size, ink.ink)
        self.words(target, progress_words(item))

    def veil(self, target: pygame.Surface, item: i.Veil) -> None:
        dark = pygame.Surface(item.rect[2:])
        dark.set_alpha(round(255 * item.share))
        target.blit(dark, item.rect[:2])

    def drain(self, target: pygame.Surface, item: i.Drain) -> None:
        """Nothing of its own: what lies in it is painted with a theme that is worn out."""

    def paper(self, target: pygame.Surface, item: i.Paper) -> None:
        made = self._sprites.plate(item.rect, item.radius, PRINTED["paper"], None, 0, None)
        target.blit(made, item.rect[:2])

    def qr(self, target: pygame.Surface, item: i.Qr) -> None:
        made = self._sprites.keep_surface(("qr", item.rows, item.px), lambda: _modules(item))
        target.blit(made, item.at)

    def line(self, target: pygame.Surface, item: i.Line) -> None:
        target.fill(self._colour(item.colour), pygame.Rect(item.rect))

    def bars(self, target: pygame.Surface, item: i.Bars) -> None:
        """Whole pixels: edges of neighbours are equally sharp."""
        for colour, rect in columns(item.rect, item.bars):
            target.fill(self._colour(colour), pygame.Rect(rect))


Look = tuple[Colour, Colour | None, Colour, float, str]
_BUTTONS: dict[str, Callable[[Any], Look]] = {
    "primary": lambda ink: (ink.brass[2], ink.primary_top, ink.brass[1], 1.2, "on_accent"),
    "plain": lambda ink: (ink.plate, ink.button_top, ink.hairline, 1.4, "ink"),
    "chosen": lambda ink: (ink.plate, ink.button_top, ink.accent, 2.4, "ink"),
    "danger": lambda ink: (ink.plate, ink.button_top, ink.danger, 2.4, "ink"),
    "off": lambda ink: (ink.plate, ink.raised, ink.off_edge, 1.2, "off"),
}
_DRAW: dict[type, Callable[[Painter, pygame.Surface, Any], None]] = {
    i.Checker: Painter.checker,
    i.Count: Painter.count,
    i.Slab: Painter.slab,
    i.Ring: Painter.ring,
    i.Die: Painter.die,
    i.CubeFace: Painter.cube,
    i.Words: Painter.words,
    i.Plate: Painter.plate,
    i.Button: Painter.button,
    i.Field: Painter.field,
    i.Name: Painter.name,
    i.Badge: Painter.badge,
    i.Sign: Painter.sign,
    i.ClockFace: Painter.clock,
    i.Mark: Painter.mark,
    i.Ghost: Painter.ghost,
    i.Arrow: Painter.arrow,
    i.Progress: Painter.progress,
    i.Focus: Painter.focus,
    i.Veil: Painter.veil,
    i.Drain: Painter.drain,
    i.Line: Painter.line,
    i.Bars: Painter.bars,
    i.Paper: Painter.paper,
    i.Qr: Painter.qr,
}


def _modules(item: i.Qr) -> pygame.Surface:
    """Whole pixels, none blended."""
    small = pygame.Surface((len(item.rows), len(item.rows)))
    for y, row in enumerate(item.rows):
        for x, module in enumerate(row):
            small.set_at((x, y), PRINTED["print" if module == "1" else "paper"])
    return pygame.transform.scale(small, item.rect[2:])


def _outline(rect: Rect, radius: float) -> list[Point]:
    """Points along a button's edge, from the top middle clockwise, evenly spaced."""
    left, top, right, bottom = rect.x + 1.0, rect.y + 1.0, rect.right - 2.0, rect.bottom - 2.0
    middle = (left + right) / 2
    corners = [
        (middle, top),
        (right, top),
        (right, bottom),
        (left, bottom),
        (left, top),
        (middle, top),
    ]
    points: list[Point] = []
    for (ax, ay), (bx, by) in pairwise(corners):
        steps = max(int(max(abs(bx - ax), abs(by - ay)) / 2), 1)
        for step in range(steps):
            x, y = ax + (bx - ax) * step / steps, ay + (by - ay) * step / steps
            points.append(_rounded((x, y), (left, top, right, bottom), radius))
    return points


def _rounded(at: Point, edges: tuple[float, float, float, float], radius: float) -> Point:
    """A point of the square edge, drawn in onto the round corner."""
    left, top, right, bottom = edges
    cx = min(max(at[0], left + radius), right - radius)
    cy = min(max(at[1], top + radius), bottom - radius)
    dx, dy = at[0] - cx, at[1] - cy
    length = max((dx * dx + dy * dy) ** 0.5, 1e-6)
    return (cx + dx / length * radius, cy + dy / length * radius) if dx and dy else at
