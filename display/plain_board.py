"""The still picture in the plain finish: fills and white outlines, no texture, no shadow."""

from __future__ import annotations

from collections.abc import Sequence

from controller.rules.position import POINTS
from display import material as m
from display.layout import Board, Rect
from display.tabletop import Ground, Picture, clockwise, mesh, recesses, unit
from display.theme import Colour, Theme

OUTLINE = 2.8  # pixels at 1080, of points and recesses


def paint(
    size: tuple[int, int], boards: Sequence[Board], theme: Theme, *, rail: int = 0
) -> Picture:
    """See `tabletop.paint`."""
    ground, u = Ground(size), unit(size)
    whole = Rect(0, 0, *size)
    line = max(OUTLINE * u, 1.6)
    ground.lay(whole, m.albedo(theme.board.room_edge))
    if rail:
        ground.lay(whole, m.albedo(theme.board.frame[1]))
        _outlined(ground, whole.inset(rail), theme.board.end_leather, theme, line)
    for board in boards:
        _board(ground, board, theme, line)
    return ground.picture


def _board(ground: Ground, board: Board, theme: Theme, line: float) -> None:
    _filled(ground, board.rect, theme.board.frame[1])
    for half in (0, 1):
        _outlined(ground, board.field(half), theme.board.field, theme, line, corner=0)
    for slot in range(POINTS):
        _point(ground, board, theme, slot, line)
    for place in recesses(board):
        _outlined(ground, place, theme.board.tray, theme, line)


def _filled(ground: Ground, rect: Rect, colour: Colour) -> None:
    around = ground.clip(rect.x, rect.y, rect.right, rect.bottom)
    x, y = mesh(around)
    ground.lay(around, m.albedo(colour), m.cover(m.box(x, y, (*rect,), 4)))


def _outlined(
    ground: Ground, rect: Rect, colour: Colour, theme: Theme, line: float, corner: float = 4
) -> None:
    """The outline lies inside, so that nothing is drawn on a neighbour."""
    around = ground.clip(rect.x, rect.y, rect.right, rect.bottom)
    x, y = mesh(around)
    away = m.box(x, y, (*rect,), corner)
    ground.lay(around, m.albedo(theme.ink.hairline), m.cover(away))
    ground.lay(around, m.albedo(colour), m.cover(away + line))


def _point(ground: Ground, board: Board, theme: Theme, slot: int, line: float) -> None:
    corners = list(board.point(slot))
    xs, ys = [c[0] for c in corners], [c[1] for c in corners]
    rect = ground.clip(min(xs) - 2, min(ys) - 2, max(xs) + 2, max(ys) + 2)
    x, y = mesh(rect)
    away = m.triangle(x, y, clockwise(corners))
    pale = board.is_pale(slot)
    string = theme.board.string_on_pale if pale else theme.board.string_on_dark
    ground.lay(rect, m.albedo(string), m.cover(away))
    body = (theme.board.pale if pale else theme.board.dark)[1]
    ground.lay(rect, m.albedo(body), m.cover(away + line))
