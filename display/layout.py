"""Where everything lies: pure numbers from a size and an orientation, without pygame.

The only module that turns the board. Places are the table's: slots 0-25, tray of light 26, of
dark 27, the cube 28, reserve of light 29, of dark 30. Pixels count from the top left; `Rect`s are
whole pixels, centres are floats.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple

from controller.rules.position import (
    DARK_BAR_SLOT,
    LIGHT_BAR_SLOT,
    POINTS,
    Side,
    point_of,
)

LIGHT_TRAY, DARK_TRAY, CUBE_PLACE = 26, 27, 28
TRAYS = {Side.LIGHT: LIGHT_TRAY, Side.DARK: DARK_TRAY}
RESERVES = {Side.LIGHT: 29, Side.DARK: 30}
PLACES = range(28)

SMALL = 600  # up to this height the frame is thin and the panel narrow
GAP = 1.16  # of a checker between facing columns: room for dice
TALLEST, WIDEST = 1.25, 2.4  # the picture's proportions; what is left over stays dark

Point = tuple[float, float]


class Rect(NamedTuple):
    """Whole pixels."""

    x: int
    y: int
    w: int
    h: int

    @property
    def right(self) -> int:
        return self.x + self.w

    @property
    def bottom(self) -> int:
        return self.y + self.h

    @property
    def centre(self) -> Point:
        return self.x + self.w / 2, self.y + self.h / 2

    def contains(self, at: Point) -> bool:
        """Whether a point lies inside."""
        return self.x <= at[0] < self.right and self.y <= at[1] < self.bottom

    def meets(self, other: Rect) -> bool:
        """Whether two have a pixel in common."""
        return (
            self.x < other.right
            and other.x < self.right
            and self.y < other.bottom
            and other.y < self.bottom
        )

    def holds(self, other: Rect) -> bool:
        """Whether the other lies wholly inside."""
        return (
            self.x <= other.x
            and self.y <= other.y
            and self.right >= other.right
            and self.bottom >= other.bottom
        )

    def within(self, other: Rect) -> Rect:
        """The part that both have; only for two that meet."""
        x, y = max(self.x, other.x), max(self.y, other.y)
        return Rect(x, y, min(self.right, other.right) - x, min(self.bottom, other.bottom) - y)

    def inset(self, across: int, down: int | None = None) -> Rect:
        """Smaller by this much on each side (larger if negative)."""
        down = across if down is None else down
        return Rect(self.x + across, self.y + down, self.w - 2 * across, self.h - 2 * down)


def around(x0: float, y0: float, x1: float, y1: float) -> Rect:
    """The whole pixels nearest to these edges: neighbours share an edge, never a pixel."""
    left, top = round(x0), round(y0)
    return Rect(left, top, round(x1) - left, round(y1) - top)


def square(at: Point, size: float) -> Rect:
    """The pixels of a square round a centre, none cut."""
    half = size / 2
    left, top = int(at[0] - half), int(at[1] - half)
    return Rect(left, top, int(at[0] + half) + 2 - left, int(at[1] + half) + 2 - top)


@dataclass(frozen=True, slots=True)
class Orientation:
    """Which side sits at the foot, and on which hand it bears off ("right" or "left")."""

    bottom: Side = Side.LIGHT
    home: str = "right"


@dataclass(frozen=True, slots=True)
class Board:
    """One board in one place. p: width of a point; d: checker; step: between stacked checkers.

    rail_x, rail_y: thickness of the frame; divider: wood between field and trays.
    """

    rect: Rect
    orientation: Orientation
    p: float
    d: float
    step: float
    rail_x: float
    rail_y: float
    divider: float

    # -- the box --------------------------------------------------------------------------------

    @property
    def top(self) -> float:
        """Of the field."""
        return self.rect.y + self.rail_y

    @property
    def bottom(self) -> float:
        return self.rect.bottom - self.rail_y

    @property
    def middle(self) -> float:
        return (self.top + self.bottom) / 2

    @property
    def reach(self) -> float:
        """Length of a point: five checkers; the fifth just covers the tip."""
        return self.d + 4 * self.step

    def span(self, a0: float, a1: float) -> tuple[float, float]:
        """(left, right) in pixels of a stretch along the board, mirrored where home is left."""
        if self.orientation.home == "left":
            return self.rect.right - a1, self.rect.right - a0
        return self.rect.x + a0, self.rect.x + a1

    def field(self, half: int) -> Rect:
        """The leather of the outer (0) or home (1) half."""
        a0 = self.rail_x + half * 7 * self.p
        x0, x1 = self.span(a0, a0 + 6 * self.p)
        return around(x0, self.top, x1, self.bottom)

    @property
    def bar(self) -> Rect:
        """The wood between the halves."""
        x0, x1 = self.span(self.rail_x + 6 * self.p, self.rail_x + 7 * self.p)
        return around(x0, self.top, x1, self.bottom)

    @property
    def tray_column(self) -> Rect:
        a0 = self.rail_x + 13 * self.p + self.divider
        x0, x1 = self.span(a0, a0 + self.p)
        return around(x0, self.top, x1, self.bottom)

    # -- places ---------------------------------------------------------------------------------

    def is_top(self, place: int) -> bool:
        """Whether a slot or tray lies in the upper half."""
        foot = self.orientation.bottom
        if place >= POINTS:
            return place != (LIGHT_BAR_SLOT if foot is Side.LIGHT else DARK_BAR_SLOT) and (
                place != TRAYS[foot]
            )
        return point_of(foot, place) > 12

    def column_x(self, slot: int) -> float:
        """The middle of a slot's column."""
        x0, x1 = self._column_span(slot)
        return (x0 + x1) / 2

    def _column_span(self, slot: int) -> tuple[float, float]:
        """A column's edges; neighbours have the same number for the edge that they share."""
        column = 6 if slot >= POINTS else self._column(slot)
        return self.span(self.rail_x + column * self.p, self.rail_x + (column + 1) * self.p)

    def _column(self, slot: int) -> int:
        point = point_of(self.orientation.bottom, slot)
        column = point - 13 if point > 12 else 12 - point
        return column + (column >= 6)

    def checker(self, slot: int, nth: int) -> Point:
        """Centre of the nth checker (from 0) of a point or bar half; the fifth carries the rest."""
        x, top = self.column_x(slot), self.is_top(slot)
        off: float
        if slot >= POINTS:
            off = (0.95 + 0.92 * min(nth, 3)) * self.d
            return x, self.middle - off if top else self.middle + off
        off = self.d / 2 + min(nth, 4) * self.step
        return x, self.top + off if top else self.bottom - off

    def mark(self, slot: int, count: int) -> Point:
        """Centre of a ring on a place that holds `count` checkers: the next one's place."""
        if slot >= POINTS or count < 5:
            return self.checker(slot, count)
        x, y = self.checker(slot, 4)
        return x, y + (0.80 if self.is_top(slot) else -0.80) * self.d

    def point(self, slot: int) -> tuple[Point, Point, Point]:
        """The inlay: two corners at the rail, then the tip."""
        x, half = self.column_x(slot), 0.455 * self.p
        base, tip = self.top, self.top + self.reach
        if not self.is_top(slot):
            base, tip = self.bottom, self.bottom - self.reach
        return (x - half, base), (x + half, base), (x, tip)

    def number(self, slot: int) -> Rect:
        """Where a point's number stands on the rail."""
        x0, x1 = self._column_span(slot)
        y0 = self.rect.y if self.is_top(slot) else self.bottom
        return around(x0, y0, x1, y0 + self.rail_y)

    def touch(self, place: int) -> Rect:
        """The half column that answers for a place: point, bar half or tray."""
        if place in (LIGHT_TRAY, DARK_TRAY):
            tray, slot = self.tray(place), self.cube_slot(self._owner(place))
            head, foot = min(tray.y, slot.bottom), max(tray.bottom, slot.y)
            return around(tray.x, head, tray.right, foot)
        x0, x1 = self._column_span(place)
        y0, y1 = (self.top, self.middle) if self.is_top(place) else (self.middle, self.bottom)
        return around(x0, y0, x1, y1)

    # -- trays, cube, dice -----------------------------------------------------------------------

    def cube_slot(self, owner: Side | None) -> Rect:
        """The recess of a cube that `owner` holds, or that is centred."""
        column = self.tray_column
        if owner is None:
            return around(
                column.x, self.middle - self.p / 2, column.right, self.middle + self.p / 2
            )
        if self.is_top(TRAYS[owner]):
            return around(column.x, column.y, column.right, column.y + self.p)
        return around(column.x, column.bottom - self.p, column.right, column.bottom)

    def reserve(self, side: Side) -> Rect:
        """Where a side's checkers wait to enter: beside the other's home (NO-01), in the recess of
        the cube, which no game with a reserve has."""
        return self.cube_slot(side.other)

    def tray(self, place: int) -> Rect:
        """The recess where a side's borne-off checkers lie."""
        column, gap = self.tray_column, 0.10 * self.p
        half = self.p / 2
        if self.is_top(place):
            return around(column.x, column.y + self.p + gap, column.right, self.middle - half - gap)
        return around(
            column.x, self.middle + half + gap, column.right, column.bottom - self.p - gap
        )

    def slab(self, place: int, nth: int) -> Rect:
        """The nth checker (from 0) in a tray, edge on, from the owner's end."""
        tray = self.tray(place).inset(round(0.06 * self.p), 2)
        high = tray.h / 15
        x0 = tray.x + (tray.w - 0.80 * self.p) / 2
        y0 = tray.y + nth * high if self.is_top(place) else tray.bottom - (nth + 1) * high
        return around(x0, y0, x0 + 0.80 * self.p, y0 + high)

    def dice(self, side: Side, count: int) -> tuple[Point, ...]:
        """Centres of a roll: on the roller's right hand, in the gap between the columns."""
        right = (side is self.orientation.bottom) != (self.orientation.home == "left")
        field = self.field(1 if right else 0)
        apart = 1.32 * self.d
        first = field.centre[0] - apart * (count - 1) / 2
        return tuple((first + apart * nth, self.middle) for nth in range(count))

    def naming(self, side: Side) -> tuple[Rect, ...]:
        """Six squares, each as wide as a point, in the gap where the side's dice lie."""
        right = (side is self.orientation.bottom) != (self.orientation.home == "left")
        field, half = self.field(1 if right else 0), GAP * self.d / 2
        edges = [round(field.x + nth * self.p) for nth in range(7)]
        return tuple(
            around(left, self.middle - half, beyond, self.middle + half)
            for left, beyond in pairwise(edges)
        )

    def opening_die(self, side: Side) -> Point:
        """Each side's one die of the opening, in its own half."""
        return self.dice(side, 1)[0]

    def _owner(self, place: int) -> Side:
        return Side.LIGHT if place == LIGHT_TRAY else Side.DARK


def board_in(area: Rect, orientation: Orientation, *, small: bool = False, u: float = 1) -> Board:
    """The largest board that fits, centred. small: thin rails of fixed size (times u)."""
    if small:
        rail_x, rail_y, divider = 8 * u, 18 * u, 4 * u
        p = (area.w - 2 * rail_x - divider) / 14
        share = 0.875
    else:
        p, share = area.w / 14.86, 0.885
        rail_x, rail_y, divider = 0.34 * p, 0.36 * p, 0.18 * p
    d = share * p
    least = 2 * rail_y + (GAP + 2 * (1 + 4 * 0.62)) * d
    if least > area.h:
        narrower = Rect(area.x, area.y, int(area.w * area.h / least), area.h)
        moved = narrower._replace(x=area.x + (area.w - narrower.w) // 2)
        return board_in(moved, orientation, small=small, u=u * area.h / least)
    half = min((area.h - 2 * rail_y - GAP * d) / 2, 5 * d)
    height = round(2 * rail_y + GAP * d + 2 * half)
    rect = Rect(area.x, area.y + (area.h - height) // 2, area.w, height)
    return Board(rect, orientation, p, d, (half - d) / 4, rail_x, rail_y, divider)


@dataclass(frozen=True, slots=True)
class Game:
    """The scene of play: board, seats (the one at the head first), strip with words and buttons."""

    board: Board
    seats: tuple[Rect, Rect]
    info: Rect
    strip: Rect
    words: Rect
    buttons: tuple[Rect, Rect]  # the first of importance stands last, in the corner
    u: float


@dataclass(frozen=True, slots=True)
class Decision:
    """The scene of a decision, beside the whole board. lines: of text, title first."""

    board: Board
    seats: tuple[Rect, Rect]  # the side at the foot first
    note: Rect
    card: Rect
    object: Rect
    title: Rect
    lines: tuple[Rect, ...]
    buttons: tuple[Rect, Rect]
    hint: Rect
    u: float


def fitted(size: tuple[int, int]) -> Rect:
    """The part of a window that is drawn on: the window, unless it is very tall or very wide."""
    width, height = size
    w, h = min(width, int(height * WIDEST)), min(height, int(width / TALLEST))
    return Rect((width - w) // 2, (height - h) // 2, w, h)


def is_small(size: tuple[int, int]) -> bool:
    """Whether this size is drawn as for a 7-inch panel."""
    return fitted(size).h <= SMALL


def game(size: tuple[int, int], orientation: Orientation) -> Game:
    """See `Game`."""
    whole = fitted(size)
    return _small_game(whole, orientation) if is_small(size) else _large_game(whole, orientation)


def _small_game(whole: Rect, orientation: Orientation) -> Game:
    u = whole.h / 480
    margin, strip_h, panel_w = round(2 * u), round(54 * u), round(120 * u)
    strip = Rect(whole.x, whole.bottom - strip_h, whole.w, strip_h)
    area = Rect(
        whole.x + margin,
        whole.y + margin,
        whole.w - panel_w - margin,
        whole.h - strip_h - 2 * margin,
    )
    panel = Rect(whole.right - panel_w + margin, area.y, panel_w - 2 * margin, area.h)
    seat_h = round(158 * u)
    seats = (panel._replace(h=seat_h), panel._replace(y=panel.bottom - seat_h, h=seat_h))
    gap = round(6 * u)
    info = Rect(panel.x, seats[0].bottom + gap, panel.w, seats[1].y - seats[0].bottom - 2 * gap)
    button = Rect(0, strip.y + round(2 * u), round(92 * u), strip.h - 2 * round(2 * u) + round(u))
    last = button._replace(x=strip.right - round(3 * u) - button.w)
    first = last._replace(x=last.x - gap - button.w)
    left = strip.x + round(11 * u)
    words = Rect(left, strip.y, first.x - gap - left, strip.h)
    board = board_in(area, orientation, small=True, u=u)
    return Game(board, seats, info, strip, words, (first, last), u)


def _large_game(whole: Rect, orientation: Orientation) -> Game:
    u = whole.h / 720
    margin, strip_h, panel_w = round(8 * u), round(66 * u), round(0.225 * whole.w)
    strip = Rect(
        whole.x + margin,
        whole.bottom - strip_h - round(2 * u),
        whole.w - 2 * margin,
        strip_h + round(2 * u) - margin,
    )
    area = Rect(
        whole.x + margin,
        whole.y + margin,
        whole.w - panel_w - 2 * margin,
        strip.y - whole.y - 2 * margin,
    )
    panel = Rect(area.right + margin + round(u), area.y, panel_w - margin - round(u), area.h)
    seat_h = round(0.366 * panel.h)
    seats = (panel._replace(h=seat_h), panel._replace(y=panel.bottom - seat_h, h=seat_h))
    info = Rect(
        panel.x, seats[0].bottom + margin, panel.w, seats[1].y - seats[0].bottom - 2 * margin
    ).inset(round(16 * u), 0)
    button = Rect(0, strip.y + round(6 * u), round(125 * u), strip.h - 2 * round(6 * u))
    gap = round(10 * u)
    last = button._replace(x=strip.right - round(7 * u) - button.w)
    first = last._replace(x=last.x - gap - button.w)
    left = strip.x + round(18 * u)
    words = Rect(left, strip.y, first.x - gap - left, strip.h)
    return Game(board_in(area, orientation), seats, info, strip, words, (first, last), u)


def decision(size: tuple[int, int], orientation: Orientation) -> Decision:
    """See `Decision`."""
    whole = fitted(size)
    u = whole.h / 480
    margin, gap = round(12 * u), round(14 * u)
    card_w = round(0.3475 * whole.w)
    card = Rect(whole.right - margin - card_w, whole.y + margin, card_w, whole.h - 2 * margin)
    left = Rect(whole.x + margin, whole.y + margin, card.x - gap - whole.x - margin, card.h)
    seat_h, note_h = round(72 * u), round(44 * u)
    board_h = left.h - seat_h - note_h - 2 * round(13 * u)
    board = board_in(left._replace(h=board_h), orientation)
    spare = (board_h - board.rect.h) // 2
    board = board_in(left._replace(h=board_h - 2 * spare), orientation)
    seat_y = left.y + board_h - spare + round(13 * u)
    width = (left.w - round(10 * u)) // 2
    seats = (
        Rect(left.x, seat_y, width, seat_h),
        Rect(left.right - width, seat_y, width, seat_h),
    )
    note = Rect(left.x, left.bottom - note_h, left.w, note_h)
    return _card(board, seats, note, card, u)


def _card(board: Board, seats: tuple[Rect, Rect], note: Rect, card: Rect, u: float) -> Decision:
    """Object, title, lines, two buttons 30 units apart and a hint, from the top of the card."""
    inner = card.inset(round(16 * u), round(10 * u))
    object_ = inner._replace(h=round(92 * u))
    title = Rect(inner.x, object_.bottom + round(2 * u), inner.w, round(44 * u))
    line_h = round(27 * u)
    lines = tuple(Rect(inner.x, title.bottom + n * line_h, inner.w, line_h) for n in range(5))
    hint = inner._replace(y=inner.bottom - round(44 * u), h=round(44 * u))
    button_h = round(78 * u)
    second = Rect(inner.x, hint.y - round(4 * u) - button_h, inner.w, button_h)
    first = second._replace(y=second.y - round(30 * u) - button_h)
    return Decision(board, seats, note, card, object_, title, lines, (first, second), hint, u)
