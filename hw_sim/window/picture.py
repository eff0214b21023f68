"""Paints the table as a person sees it: checkers, lamps, buttons, and what the window says.

`Picture` is all that a frame shows, as a value: equal pictures look the same.
"""

from __future__ import annotations

from dataclasses import dataclass

import pygame

from display import material
from display.theme import WOOD
from hw_sim.checkers import Colour
from hw_sim.geometry import CHECKER_MM, XY
from hw_sim.window.layout import CONTROLS, SLAB_MM, TRAY_MM, Box, Layout
from hw_sim.window.menu import Menu
from hw_sim.window.paint import paint_numbers, paint_table, rect, surface_of
from hw_sim.window.typeface import Face, Type

HINTS = (
    "Drag: lift and put down",
    "Right or Ctrl: slide it",
    "Shift: take two, or one more",
    "Click: keep it in the hand",
    "Esc: put everything back",
)
KEYS_FROM_SCALE = 0.8  # in smaller windows a key's name would touch the button's
_FELT = (70, 84, 74)
_LABELS = {"done": ("Done", "D"), "double": ("Double", "O"), "undo": ("Undo", "U")}
_RIDE_PX = (-0.09, -0.15)
"""How far up and left a checker that lies on another is painted, in diameters."""


@dataclass(frozen=True, slots=True)
class Drawn:
    """One checker at x, y (mm). count: a number on it, 0 for none."""

    colour: Colour
    x: float
    y: float
    layer: int = 0
    is_lifted: bool = False
    is_flipped: bool = False
    is_slab: bool = False
    count: int = 0


@dataclass(frozen=True, slots=True)
class Status:
    """What the window says. has_host: somebody has spoken to the table within 3 s."""

    port: str
    has_host: bool
    is_plugged: bool
    broken: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Picture:
    """A frame. lamps: the colour that each of the 28 burns in, black for dark."""

    checkers: tuple[Drawn, ...]
    lamps: tuple[tuple[int, int, int], ...]
    down: frozenset[tuple[Colour, str]]
    status: Status
    menu: Menu | None = None
    pointer: XY | None = None  # where a menu's choice is lit (px); None without a menu


class Painter:
    """Everything for one size of the window. Needs a display mode to be set."""

    def __init__(self, layout: Layout) -> None:
        self._layout = layout
        self._type = Type()
        self._table = paint_table(layout)
        self._d = CHECKER_MM * layout.scale
        self._checkers = {
            (colour, lifted, flipped): self._checker(colour, lifted=lifted, flipped=flipped)
            for colour in Colour
            for lifted in (False, True)
            for flipped in (False, True)
        }
        self._slabs = {colour: self._slab(colour) for colour in Colour}
        self._chips = {colour: self._disc(colour, 0.58 * self._d) for colour in Colour}
        self._dots = {colour: self._dot(colour) for colour in Colour}
        self._glows: dict[tuple[int, int, int], pygame.Surface] = {}

    def paint(self, target: pygame.Surface, picture: Picture) -> None:
        """The whole frame."""
        target.blit(self._table, (0, 0))
        target.set_clip(rect(self._layout.frame))  # a lamp in the rail lights the box, not the room
        for light, rgb in enumerate(picture.lamps):
            if any(rgb):
                self._glow(target, light, rgb)
        target.set_clip(None)
        paint_numbers(target, self._layout, self._type)
        for drawn in picture.checkers:
            self._put(target, drawn)
        for cell in picture.status.broken:
            self._broken(target, cell)
        for colour in Colour:
            for control in CONTROLS:
                self._button(target, colour, control, (colour, control) in picture.down)
        self._panel(target, picture.status)
        if picture.menu is not None:
            self._menu(target, picture.menu, picture.pointer)

    # --- sprites ---------------------------------------------------------------------------------

    def _checker(self, colour: Colour, *, lifted: bool, flipped: bool) -> pygame.Surface:
        pieces = WOOD.light if colour is Colour.LIGHT else WOOD.dark
        return surface_of(
            material.checker(
                self._d,
                _FELT if flipped else pieces.body,
                pieces.outline,
                pieces.inner,
                glint=0.0 if flipped else 0.30 if colour is Colour.LIGHT else 0.42,
                seed=11 + colour.number,
                lifted=lifted,
                halo=WOOD.ink.accent if lifted else None,
            )
        )

    def _slab(self, colour: Colour) -> pygame.Surface:
        """A checker on its edge, in the tray."""
        pieces = WOOD.light if colour is Colour.LIGHT else WOOD.dark
        scale = self._layout.scale
        width, height = round((TRAY_MM - 10) * scale), max(round((SLAB_MM - 1.5) * scale), 3)
        bright = tuple(min(round(part * 1.02 + 12), 255) for part in pieces.body)
        top = (bright[0], bright[1], bright[2])
        low = tuple(round(part * 0.78) for part in pieces.body)
        under = (low[0], low[1], low[2])
        plate = material.plate(width, height, height * 0.28, under, pieces.outline, 1.0, top=top)
        slab = surface_of(plate)
        for share in (0.36, 0.64):
            y = round(height * share)
            groove = pygame.Surface((width - 6, 1), pygame.SRCALPHA)
            groove.fill((*pieces.inner, 70) if colour is Colour.DARK else (*pieces.outline, 60))
            slab.blit(groove, (3, y))
        return slab

    def _disc(self, colour: Colour, d: float) -> pygame.Surface:
        """The chip that a count stands on."""
        pieces = WOOD.light if colour is Colour.LIGHT else WOOD.dark
        return surface_of(material.disc(d, pieces.ink, pieces.outline))

    def _dot(self, colour: Colour) -> pygame.Surface:
        """Whose button it is."""
        pieces, d = WOOD.light if colour is Colour.LIGHT else WOOD.dark, 13 * self._layout.scale
        return surface_of(material.disc(d, pieces.body, pieces.inner, edge_px=max(1.0, d / 9)))

    def _glow_of(self, rgb: tuple[int, int, int]) -> pygame.Surface:
        """Light to add: a white-hot core, a halo, and a wash over the wood around."""
        if rgb not in self._glows:
            size = round(200 * self._layout.scale) | 1
            x, y = material.mesh(size, size)
            r = ((x - size / 2) ** 2 + (y - size / 2) ** 2) ** 0.5 / self._layout.scale
            halo = 0.95 / (1 + (r / 9.0) ** 2.2) * material.soft(r - 56, 30)
            wash = 0.30 * material.soft(r - 36, 60)
            core = material.soft(r - 3.6, 1.6)
            light = material.albedo(rgb)
            colour = (halo + wash)[:, :, None] * light + core[:, :, None] * (0.55 + 0.45 * light)
            pixels = (colour.clip(0, 1) * 255).astype("uint8")
            self._glows[rgb] = pygame.image.frombuffer(
                pixels.tobytes(), (size, size), "RGB"
            ).convert()
        return self._glows[rgb]

    # --- things ----------------------------------------------------------------------------------

    def _glow(self, target: pygame.Surface, light: int, rgb: tuple[int, int, int]) -> None:
        glow = self._glow_of(rgb)
        x, y = self._layout.lamp(light)
        place = glow.get_rect(center=(round(x), round(y)))
        target.blit(glow, place, special_flags=pygame.BLEND_RGB_ADD)

    def _put(self, target: pygame.Surface, drawn: Drawn) -> None:
        x, y = self._layout.to_px((drawn.x, drawn.y))
        if drawn.is_slab:
            sprite = self._slabs[drawn.colour]
        else:
            sprite = self._checkers[drawn.colour, drawn.is_lifted, drawn.is_flipped]
            x += _RIDE_PX[0] * self._d * drawn.layer
            y += _RIDE_PX[1] * self._d * drawn.layer
        target.blit(sprite, sprite.get_rect(center=(round(x), round(y))))
        if drawn.count:
            pieces = WOOD.light if drawn.colour is Colour.LIGHT else WOOD.dark
            chip = self._chips[drawn.colour]
            target.blit(chip, chip.get_rect(center=(round(x), round(y))))
            self._word(target, str(drawn.count), (x, y), "bold", 0.44 * self._d, pieces.body)

    def _broken(self, target: pygame.Surface, cell: int) -> None:
        """A struck ring over a cell that is broken."""
        x, y = self._layout.cell(cell)
        r = 7 * self._layout.scale
        for width, ink in ((4, (20, 10, 6)), (2, WOOD.ink.warn)):
            pygame.draw.circle(target, ink, (x, y), r + 1, width)
            start, end = (x - r * 0.7, y + r * 0.7), (x + r * 0.7, y - r * 0.7)
            pygame.draw.line(target, ink, start, end, width)

    def _button(self, target: pygame.Surface, colour: Colour, control: str, is_down: bool) -> None:
        box = self._layout.button(colour, control)
        scale, ink = self._layout.scale, WOOD.ink
        shift = 2 if is_down else 0
        if not is_down:
            shadow = rect(box).move(2, 4)
            veil = pygame.Surface(shadow.size, pygame.SRCALPHA)
            pygame.draw.rect(veil, (0, 0, 0, 110), veil.get_rect(), border_radius=round(11 * scale))
            target.blit(veil, shadow)
        self._plate(
            target, box._replace(y=box.y + shift), 11, ink.accent if is_down else ink.hairline
        )
        label, key = _LABELS[control]
        x, y = box.centre
        dot = self._dots[colour]
        target.blit(dot, dot.get_rect(center=(round(box.x + 16 * scale), round(y + shift))))
        aside = 2 if colour is Colour.LIGHT else -12
        centre = x + aside * scale, y + shift
        self._word(target, label, centre, "bold", 18 * scale, ink.ink)
        if scale < KEYS_FROM_SCALE:
            return
        mark = key if colour is Colour.LIGHT else f"shift {key}"
        small = self._type.text(mark, "semibold", 12 * scale, ink.faint)
        end = round(box.x + box.width - 11 * scale), round(y + shift)
        target.blit(small, small.get_rect(midright=end))

    def _panel(self, target: pygame.Surface, status: Status) -> None:
        layout, ink = self._layout, WOOD.ink
        panel, scale = layout.panel, layout.scale
        self._plate(target, panel, 12, ink.hairline)
        left, width = panel.x + 16 * scale, panel.width - 32 * scale
        y = panel.y + 14 * scale
        y = self._line(target, "Simulated table", (left, y), "semibold", 20, ink.ink, width)
        y = self._line(target, status.port, (left, y), "regular", 13, ink.dim, width)
        y += 8 * scale
        y = self._sign(target, status, (left, y), width)
        if status.broken:
            count = len(status.broken)
            cells = "1 broken cell" if count == 1 else f"{count} broken cells"
            y = self._line(target, cells, (left, y), "regular", 14, ink.warn, width)
        pygame.draw.line(target, ink.hairline, (left, y + 4), (left + width, y + 4))
        y += 14 * scale
        for hint in HINTS:
            y = self._line(target, hint, (left, y), "regular", 14, ink.dim, width)
        button = layout.faults_button
        self._plate(target, button, 10, ink.hairline)
        self._word(target, "Faults", button.centre, "bold", 17 * scale, ink.ink)
        key = self._type.text("F", "semibold", 11 * scale, ink.faint)
        corner = round(button.x + button.width - 7 * scale), round(button.y + 3 * scale)
        target.blit(key, key.get_rect(topright=corner))

    def _sign(self, target: pygame.Surface, status: Status, at: XY, width: float) -> float:
        """Whether somebody reads the table: good is a disc, wrong a triangle; where it ends."""
        ink, scale, (x, y) = WOOD.ink, self._layout.scale, at
        if status.is_plugged and status.has_host:
            words, colour = "Host connected", ink.good
            pygame.draw.circle(target, colour, (x + 7 * scale, y + 13 * scale), 6 * scale)
        else:
            words = "No host" if status.is_plugged else "Cable is out"
            colour = ink.warn
            corners = ((0, 19), (7, 6), (14, 19))
            pygame.draw.polygon(
                target, colour, [(x + a * scale, y + b * scale) for a, b in corners]
            )
        after = x + 22 * scale
        self._line(target, words, (after, y), "semibold", 17, colour, width)
        return y + 32 * scale

    def _menu(self, target: pygame.Surface, menu: Menu, pointer: XY | None) -> None:
        ink, scale = WOOD.ink, self._layout.scale
        self._plate(target, menu.frame, 10, ink.accent)
        for line, box in zip(menu.lines, menu.boxes, strict=True):
            x, y = box.x + 10 * scale, box.y + 6 * scale
            if line.act is None:
                self._line(target, line.text, (x, y + 3 * scale), "semibold", 13, ink.accent, 400)
                continue
            if pointer is not None and box.contains(pointer):
                pygame.draw.rect(target, ink.hairline, rect(box), border_radius=6)
            self._line(target, line.text, (x + 8 * scale, y), "semibold", 16, ink.ink, 400)

    # --- words and plates ------------------------------------------------------------------------

    def _plate(
        self, target: pygame.Surface, box: Box, radius: float, border: material.Colour
    ) -> None:
        size, ink = rect(box), WOOD.ink
        corner = round(radius * self._layout.scale)
        pygame.draw.rect(target, ink.raised, size, border_radius=corner)
        line = 2 if border == ink.accent else 1
        pygame.draw.rect(target, border, size, width=line, border_radius=corner)

    def _line(
        self,
        target: pygame.Surface,
        words: str,
        at: XY,
        face: Face,
        size: float,
        colour: material.Colour,
        width: float,
    ) -> float:
        """One line of words from its upper left corner; where the next begins."""
        scale = self._layout.scale
        text = self._type.fitting(words, face, size * scale, colour, width)
        target.blit(text, (round(at[0]), round(at[1])))
        return at[1] + size * 1.5 * scale

    def _word(
        self,
        target: pygame.Surface,
        words: str,
        centre: XY,
        face: Face,
        size: float,
        colour: material.Colour,
    ) -> None:
        text = self._type.text(words, face, size, colour)
        target.blit(text, text.get_rect(center=(round(centre[0]), round(centre[1]))))
