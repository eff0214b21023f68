"""The table without anything on it: walnut, leather, inlay, drawn once for a size of the window."""

from __future__ import annotations

import numpy as np
import pygame

from display import material
from display.theme import WOOD
from firmware_bridge.layout import LIGHTS
from hw_sim.checkers import Colour
from hw_sim.geometry import column_of, is_far
from hw_sim.window.layout import DIVIDER_MM, RAIL_MM, SIDE_MM, Box, Layout
from hw_sim.window.typeface import Type

Corners = list[tuple[float, float]]
_FIELD_SHADOW_MM = 13.0
_TRAY_SHADOW_MM = 9.0


def surface_of(pixels: material.Pixels) -> pygame.Surface:
    """RGBA pixels as something to blit."""
    height, width = pixels.shape[:2]
    return pygame.image.frombuffer(pixels.tobytes(), (width, height), "RGBA").convert_alpha()


def opaque(rgb: material.Array) -> pygame.Surface:
    """Floats 0-1, (height, width, 3), as something to blit."""
    data = (np.clip(rgb, 0, 1) * 255 + 0.5).astype(np.uint8)
    height, width = data.shape[:2]
    return pygame.image.frombuffer(data.tobytes(), (width, height), "RGB").convert()


def rect(box: Box) -> pygame.Rect:
    """The whole pixels that a box covers."""
    left, top = round(box.x), round(box.y)
    return pygame.Rect(left, top, round(box.x + box.width) - left, round(box.y + box.height) - top)


def paint_table(layout: Layout) -> pygame.Surface:
    """Room, box, fields, points, trays, lamps unlit."""
    target = opaque(_room(layout))
    _frame(target, layout)
    for half in layout.halves:
        _recess(target, half, WOOD.board.field, _FIELD_SHADOW_MM * layout.scale, 3)
    for slot in range(24):
        _point(target, layout, slot)
    for half in layout.halves:
        _inner_shadow(target, half, _FIELD_SHADOW_MM * layout.scale)
    for colour in Colour:
        tray = layout.tray(colour)
        _recess(target, tray, WOOD.board.tray, _TRAY_SHADOW_MM * layout.scale, 7)
        _inner_shadow(target, tray, _TRAY_SHADOW_MM * layout.scale)
    _bar(target, layout)
    for light in range(LIGHTS):
        _lamp(target, layout, light)
    return target


def _room(layout: Layout) -> material.Array:
    """Evening light on a dark table, the box's shadow on it."""
    x, y = material.mesh(layout.height, layout.width)
    far = np.hypot((x / layout.width - 0.45) * 1.2, y / layout.height - 0.45)
    share = np.clip(far / 0.75, 0, 1)[:, :, None]
    centre = material.albedo(WOOD.board.room_centre) * 1.25
    room = centre * (1 - share) + material.albedo(WOOD.board.room_edge) * share
    grain = material.noise(layout.height, layout.width, 1.6, 1.6, 5) - 0.5
    room = room * (1 + 0.10 * grain[:, :, None])
    u = layout.scale
    frame = layout.frame
    away = material.box(x - 8 * u, y - 13 * u, frame, 8 * u)
    shade: material.Array = room * (1 - 0.72 * material.soft(away, 26 * u)[:, :, None])
    return shade


def _plank(box: Box, u: float, seed: int, *, upright: bool) -> pygame.Surface:
    size = rect(box)
    long, short = (size.height, size.width) if upright else (size.width, size.height)
    wood = material.wood(max(short, 1), max(long, 1), WOOD.board.frame, u, seed)
    return opaque(wood.transpose(1, 0, 2) if upright else wood)


def _frame(target: pygame.Surface, layout: Layout) -> None:
    """Rails, sides, bar and divider, each its own plank; bright and dark edges by the one light."""
    u, frame = layout.scale, layout.frame
    bar, tray = layout.bar, layout.tray(Colour.LIGHT)
    rail, side = RAIL_MM * u, SIDE_MM * u
    right = frame.x + frame.width
    divider = Box(tray.x - DIVIDER_MM * u, frame.y, DIVIDER_MM * u, frame.height)
    grain = u * 0.8
    planks = (
        (Box(frame.x, frame.y, frame.width, rail + 1), False),
        (Box(frame.x, frame.y + frame.height - rail - 1, frame.width, rail + 1), False),
        (Box(tray.x - 1, frame.y + rail, tray.width + 2, frame.height - 2 * rail), True),
        (Box(frame.x, frame.y, side, frame.height), True),
        (Box(right - side, frame.y, side, frame.height), True),
        (Box(bar.x, frame.y, bar.width, frame.height), True),
        (divider, True),
    )
    for seed, (box, upright) in enumerate(planks, start=21):
        target.blit(_plank(box, grain, seed, upright=upright), rect(box))
    whole = rect(frame)
    for inset, light in ((0, 70), (1, 40), (2, 20)):
        _edge(target, whole.inflate(-2 * inset, -2 * inset), light, -light - 20)
    for box, upright in planks[3:]:
        if upright:
            seam = rect(box)
            pygame.draw.line(target, (40, 22, 12), seam.topleft, seam.bottomleft)
            pygame.draw.line(target, (40, 22, 12), seam.topright, seam.bottomright)


def _edge(target: pygame.Surface, box: pygame.Rect, top_left: int, bottom_right: int) -> None:
    """A line round a box that is lighter (or darker, below 0) than what it lies on."""
    last = box.right - 1, box.bottom - 1
    lines = (
        (box.topleft, (last[0], box.top), top_left),
        (box.topleft, (box.left, last[1]), top_left),
        ((box.left, last[1]), last, bottom_right),
        ((last[0], box.top), last, bottom_right),
    )
    for start, end, shade in lines:
        size = abs(end[0] - start[0]) + 1, abs(end[1] - start[1]) + 1
        veil = pygame.Surface(size, pygame.SRCALPHA)
        veil.fill((255, 236, 200, shade) if shade > 0 else (0, 0, 0, -shade))
        target.blit(veil, start)


def _recess(
    target: pygame.Surface, box: Box, colour: material.Colour, depth: float, seed: int
) -> None:
    """Leather sunk into the wood: a dark line all round, a lit lip below and at the right."""
    size = rect(box)
    _edge(target, size.inflate(4, 4), -90, 46)
    _edge(target, size.inflate(2, 2), -150, 70)
    target.blit(opaque(material.leather(size.height, size.width, colour, 1.0, seed)), size)


def _inner_shadow(target: pygame.Surface, box: Box, depth: float) -> None:
    """The rim's shadow, over leather and inlay alike."""
    size = rect(box)
    canvas = material.Canvas(size.height, size.width)
    hole = material.box(
        canvas.x - 0.55 * depth, canvas.y - 0.85 * depth, (0, 0, size.width, size.height)
    )
    canvas.shade((1 - material.soft(hole, depth)) * 0.62)
    target.blit(surface_of(canvas.pixels()), size)


def _point(target: pygame.Surface, layout: Layout, slot: int) -> None:
    """One inlaid point; facing points have opposite colours."""
    corners = layout.point_tips(slot)
    is_dark = (column_of(slot) - (column_of(slot) > 6) + is_far(slot)) % 2 == 0
    left = int(min(x for x, _ in corners)) - 2
    top = int(min(y for _, y in corners)) - 2
    width = int(max(x for x, _ in corners)) + 3 - left
    height = int(max(y for _, y in corners)) + 3 - top
    canvas = material.Canvas(height, width)
    (ax, ay), (tx, ty), (bx, by) = ((x - left, y - top) for x, y in corners)
    base, tip, other = (ax, ay), (tx, ty), (bx, by)
    outline: Corners = [base, other, tip] if is_far(slot) else [base, tip, other]  # clockwise
    away = material.triangle(canvas.x, canvas.y, outline)
    u = layout.scale
    grain = WOOD.board.dark if is_dark else WOOD.board.pale
    wood = material.wood(width, height, grain, u * 0.7, 40 + slot).transpose(1, 0, 2)
    canvas.shade(material.cover(away - 1.2) * 0.42)
    canvas.over(wood[:, :: -1 if slot % 3 == 0 else 1], material.cover(away))
    string = WOOD.board.string_on_dark if is_dark else WOOD.board.string_on_pale
    inset = 4.2 * u
    canvas.over(
        material.albedo(string), material.cover(np.abs(away + inset) - 0.55 * max(u, 0.8)) * 0.5
    )
    target.blit(surface_of(canvas.pixels()), (left, top))


def _bar(target: pygame.Surface, layout: Layout) -> None:
    """Two halves that close on each other: a seam, and four brass hinges."""
    bar = rect(layout.bar)
    frame = rect(layout.frame)
    pygame.draw.line(
        target, (34, 18, 9), (bar.centerx, frame.top + 1), (bar.centerx, frame.bottom - 2)
    )
    _edge(target, pygame.Rect(bar.centerx + 1, frame.top + 1, 1, frame.height - 2), 40, 0)
    brass = WOOD.ink.brass
    u = layout.scale
    width, height = round(20 * u), round(40 * u)
    plate = material.plate(width, height, 2.5 * u, brass[1], brass[0], 1.0, top=brass[3])
    hinge = surface_of(plate)
    pygame.draw.line(hinge, brass[0], (width // 2, 1), (width // 2, height - 2))
    for share in (0.41, 0.59):
        y = bar.top + bar.height * share
        target.blit(hinge, hinge.get_rect(center=(bar.centerx, round(y))))


def _lamp(target: pygame.Surface, layout: Layout, light: int) -> None:
    """An unlit lamp: smoked glass in a thin brass ring."""
    d = 9.0 * layout.scale
    lamp = surface_of(material.disc(d, (36, 30, 26), WOOD.ink.brass[1], edge_px=max(1.0, d / 7)))
    x, y = layout.lamp(light)
    target.blit(lamp, lamp.get_rect(center=(round(x), round(y))))


def paint_numbers(target: pygame.Surface, layout: Layout, type_: Type) -> None:
    """Light's points, engraved into the rails; over the lamps' glow, which would drown them."""
    for slot in range(24):
        x, y = layout.lamp(slot)
        y += (-15.5 if is_far(slot) else 15.5) * layout.scale
        ink = type_.text(str(slot + 1), "bold", 13 * layout.scale, WOOD.board.number)
        cut = type_.text(str(slot + 1), "bold", 13 * layout.scale, (30, 16, 8))
        target.blit(cut, cut.get_rect(center=(round(x) + 1, round(y) + 1)))
        target.blit(ink, ink.get_rect(center=(round(x), round(y))))
