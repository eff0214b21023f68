"""One board in one place: the only module that turns it.

It is thought of as lying: `a` runs along the points from the frame at the outer end to that at the
trays, `b` across from the far rail to the near one, where the side sits that the orientation names.
Standing upright it is turned clockwise: points are rows, the trays lie at the foot, the near side
sits at the left. Places are the table's: slots 0-25, tray of light 26, of dark 27, the cube 28,
reserve of light 29, of dark 30.
"""

from __future__ import annotations

from dataclasses import dataclass

from controller.rules.position import (
    DARK_BAR_SLOT,
    LIGHT_BAR_SLOT,
    POINTS,
    Side,
    point_of,
)
from display.geometry import Point, Rect, around

LIGHT_TRAY, DARK_TRAY, CUBE_PLACE = 26, 27, 28
TRAYS = {Side.LIGHT: LIGHT_TRAY, Side.DARK: DARK_TRAY}
RESERVES = {Side.LIGHT: 29, Side.DARK: 30}
PLACES = range(28)

GAP = 1.16  # of a checker between facing columns: room for dice
WIDEST_GAP = 1.9  # upright, where the columns are as long as they may be
LEAST_STEP = 0.62  # of a checker between stacked ones
HIT, HIT_UPRIGHT = (0.95, 0.92, 4), (0.80, 0.62, 3)
"""Hit checkers: of the first from the middle, from one to the next, both in checkers; how many are
drawn. Upright they lie closer, as plaques stand beyond them."""
FINGER = 0.66  # of a checker to each side of the middle: a finger's room in the gap


@dataclass(frozen=True, slots=True)
class Orientation:
    """Which side sits at the foot, and on which hand it bears off ("right" or "left").

    Of an upright board: at its left, and "right" is below.
    """

    bottom: Side = Side.LIGHT
    home: str = "right"


@dataclass(frozen=True, slots=True)
class Board:
    """One board in one place. p: width of a point; d: checker; step: between stacked checkers.

    rail_a, rail_b: thickness of the frame at its ends and along its points; divider: wood between
    field and trays; upright: turned clockwise.
    """

    rect: Rect
    orientation: Orientation
    p: float
    d: float
    step: float
    rail_a: float
    rail_b: float
    divider: float
    upright: bool = False

    # -- from the board to the picture ------------------------------------------------------------

    def at(self, a: float, b: float) -> Point:
        """In pixels, turned and mirrored."""
        x0, y0, wide, high = self.rect
        if self.orientation.home == "left":
            a = (high if self.upright else wide) - a
        return (x0 + wide - b, y0 + a) if self.upright else (x0 + a, y0 + b)

    def area(self, a0: float, b0: float, a1: float, b1: float) -> Rect:
        """The whole pixels between these edges; neighbours share an edge, never a pixel."""
        (x0, y0), (x1, y1) = self.at(a0, b0), self.at(a1, b1)
        return around(min(x0, x1), min(y0, y1), max(x0, x1), max(y0, y1))

    # -- the box ----------------------------------------------------------------------------------

    @property
    def across(self) -> float:
        """From the outer edge of the far rail to that of the near one."""
        return self.rect.w if self.upright else self.rect.h

    @property
    def middle(self) -> float:
        """Of `across`, where the dice lie."""
        return self.across / 2

    @property
    def reach(self) -> float:
        """Length of a point: five checkers; the fifth just covers the tip."""
        return self.d + 4 * self.step

    @property
    def rails(self) -> tuple[float, float]:
        """Thickness of the frame: of its left and right member, of its upper and lower one."""
        return (self.rail_b, self.rail_a) if self.upright else (self.rail_a, self.rail_b)

    def field(self, half: int) -> Rect:
        """The leather of the outer (0) or home (1) half."""
        start = self._start(half)
        return self.area(start, self.rail_b, start + 6 * self.p, self.across - self.rail_b)

    @property
    def bar(self) -> Rect:
        """The wood between the halves."""
        start = self.rail_a + 6 * self.p
        return self.area(start, self.rail_b, start + self.p, self.across - self.rail_b)

    @property
    def tray_wood(self) -> Rect:
        """What the trays and the recesses of the cube are sunk into."""
        start = self.rail_a + 13 * self.p
        return self.area(start, self.rail_b, self._tray_start + self.p, self.across - self.rail_b)

    def plaques(self) -> tuple[Rect, Rect]:
        """Of an upright board: the ends of the bar that hit checkers leave free, left and right."""
        start, edge = self.rail_a + 6.10 * self.p, self.rail_b + 0.12 * self.p
        beyond = self.middle - self._bar_reach
        right = self.area(start, edge, start + 0.80 * self.p, beyond)
        left = self.area(start, self.across - beyond, start + 0.80 * self.p, self.across - edge)
        return left, right

    def plaque_touch(self) -> tuple[Rect, Rect]:
        """What answers for them: all of the bar's end."""
        start, beyond = self.rail_a + 6 * self.p, self.middle - self._bar_reach
        right = self.area(start, self.rail_b, start + self.p, beyond)
        left = self.area(start, self.across - beyond, start + self.p, self.across - self.rail_b)
        return left, right

    @property
    def _bar_reach(self) -> float:
        """From the middle to beyond the last hit checker that is drawn."""
        first, step, most = self._hit
        return (first + step * (most - 1) + 0.62) * self.d

    def _start(self, half: int) -> float:
        return self.rail_a + half * 7 * self.p

    @property
    def _tray_start(self) -> float:
        return self.rail_a + 13 * self.p + self.divider

    # -- places -----------------------------------------------------------------------------------

    def is_far(self, place: int) -> bool:
        """Whether a slot or tray lies in the half away from the side at the foot."""
        foot = self.orientation.bottom
        if place >= POINTS:
            return place != (LIGHT_BAR_SLOT if foot is Side.LIGHT else DARK_BAR_SLOT) and (
                place != TRAYS[foot]
            )
        return point_of(foot, place) > 12

    def half_of(self, slot: int) -> int:
        """0: the outer half; 1: the one with the homes. Only for points."""
        return int(self._column(slot) > 6)

    def is_pale(self, slot: int) -> bool:
        """Neighbours differ, and so do points that face each other."""
        return (self._column(slot) + self.half_of(slot) + self.is_far(slot)) % 2 == 1

    def _column(self, slot: int) -> int:
        if slot >= POINTS:
            return 6
        point = point_of(self.orientation.bottom, slot)
        column = point - 13 if point > 12 else 12 - point
        return column + (column >= 6)

    def _span(self, slot: int) -> tuple[float, float]:
        """A column's edges along the board; neighbours have the same number for the one they
        share."""
        column = self._column(slot)
        return self.rail_a + column * self.p, self.rail_a + (column + 1) * self.p

    def _from_rail(self, place: int, off: float) -> float:
        """How far across lies what is `off` from its own rail."""
        return self.rail_b + off if self.is_far(place) else self.across - self.rail_b - off

    def _from_middle(self, place: int, off: float) -> float:
        return self.middle - off if self.is_far(place) else self.middle + off

    @property
    def bar_room(self) -> int:
        """Hit checkers of a side that are drawn; the last carries the rest."""
        return self._hit[2]

    @property
    def _hit(self) -> tuple[float, float, int]:
        return HIT_UPRIGHT if self.upright else HIT

    def checker(self, slot: int, nth: int) -> Point:
        """Centre of the nth checker (from 0) of a point or bar half; the fifth carries the rest."""
        a = sum(self._span(slot)) / 2
        if slot >= POINTS:
            first, step, most = self._hit
            off = (first + step * min(nth, most - 1)) * self.d
            return self.at(a, self._from_middle(slot, off))
        return self.at(a, self._from_rail(slot, self.d / 2 + min(nth, 4) * self.step))

    def mark(self, slot: int, count: int) -> Point:
        """Centre of a ring on a place that holds `count` checkers: the next one's place."""
        if slot >= POINTS or count < 5:
            return self.checker(slot, count)
        off = self.d / 2 + 4 * self.step + 0.80 * self.d
        return self.at(sum(self._span(slot)) / 2, self._from_rail(slot, off))

    def inside(self, at: Point, wide: float) -> Point:
        """Moved so far that something this wide does not hang over the box: beside a rail of an
        upright board a pill would."""
        x, half = at[0], wide / 2
        return max(min(x, self.rect.right - half), self.rect.x + half), at[1]

    def point(self, slot: int) -> tuple[Point, Point, Point]:
        """The inlay: two corners at the rail, then the tip."""
        a, half = sum(self._span(slot)) / 2, 0.455 * self.p
        base, tip = self._from_rail(slot, 0), self._from_rail(slot, self.reach)
        return self.at(a - half, base), self.at(a + half, base), self.at(a, tip)

    def number(self, slot: int) -> Rect:
        """Where a point's number stands: on the rail; upright in the gap, at its row's end."""
        a0, a1 = self._span(slot)
        if self.upright:
            near = min(self.middle - self.rail_b - self.reach, 0.7 * self.d)
            return self.area(a0, self.middle, a1, self._from_middle(slot, near))
        return self.area(a0, self._from_rail(slot, 0), a1, self._from_rail(slot, -self.rail_b))

    def touch(self, place: int) -> Rect:
        """What answers for a place: the half column of a point or bar half, a tray, the middle
        recess of the cube."""
        if place == CUBE_PLACE:
            return self.cube_touch(None)
        if place in (LIGHT_TRAY, DARK_TRAY):
            inner, outer = self._tray_ends(place)
            outer = self._from_rail(place, self.p + 0.05 * self.p)
            start = self._tray_start
            return self.area(start, inner, start + self.p, outer)
        a0, a1 = self._span(place)
        if self.upright and place >= POINTS:
            return self.area(a0, self._from_middle(place, self._bar_reach), a1, self.middle)
        return self.area(a0, self._from_rail(place, 0), a1, self.middle)

    def leans_back(self, start: Point, end: Point) -> bool:
        """Whether a bow between two places that is to lean to the middle, where there is room,
        sinks below the straight line (a straight one upright: to its right)."""
        if not self.upright:
            return (start[1] + end[1]) / 2 < self.rect.y + self.middle
        dx, dy = end[0] - start[0], end[1] - start[1]
        rises_left = dx * dy <= 0  # so leans the normal that points up
        is_left = (start[0] + end[0]) / 2 < self.rect.x + self.middle
        return rises_left == is_left and abs(dy) > abs(dx)

    # -- trays, cube, dice ------------------------------------------------------------------------

    def cube_slot(self, owner: Side | None) -> Rect:
        """The recess of a cube that `owner` holds, or that is centred."""
        start, half = self._tray_start, self.p / 2
        if owner is None:
            return self.area(start, self.middle - half, start + self.p, self.middle + half)
        tray = TRAYS[owner]
        return self.area(
            start, self._from_rail(tray, 0), start + self.p, self._from_rail(tray, self.p)
        )

    def cube_touch(self, owner: Side | None) -> Rect:
        """What answers for a recess of the cube: with the frame beside it, for a finger."""
        start, gap = self._tray_start, 0.10 * self.p
        if owner is None:
            half = self.p / 2 + gap
            return self.area(start, self.middle - half, start + self.p, self.middle + half)
        edge = self._from_rail(TRAYS[owner], -self.rail_b)
        inner = self._from_rail(TRAYS[owner], self.p + gap / 2)
        return self.area(start, edge, start + self.p, inner)

    def reserve(self, side: Side) -> Rect:
        """Where a side's checkers wait to enter: beside the other's home (NO-01), in the recess of
        the cube, which no game with a reserve has."""
        return self.cube_slot(side.other)

    def tray(self, place: int) -> Rect:
        """The recess where a side's borne-off checkers lie."""
        start = self._tray_start
        inner, outer = self._tray_ends(place)
        return self.area(start, inner, start + self.p, outer)

    def _tray_ends(self, place: int) -> tuple[float, float]:
        """Across the board: the end near the middle, the owner's end."""
        gap = 0.10 * self.p
        return self._from_middle(place, self.p / 2 + gap), self._from_rail(place, self.p + gap)

    def slab(self, place: int, nth: int) -> Rect:
        """The nth checker (from 0) in a tray, edge on, from the owner's end."""
        tray = self.tray(place)
        length, width = (tray.w, tray.h) if self.upright else (tray.h, tray.w)
        high, aside = (length - 4) / 15, (width - 0.80 * self.p) / 2
        start = tray.x if self.upright else tray.y
        if self.is_far(place) == self.upright:  # its owner's end is the lower or the right one
            near = start + length - 2 - (nth + 1) * high
        else:
            near = start + 2 + nth * high
        if self.upright:
            y0 = tray.y + aside
            return around(near, y0, near + high, y0 + 0.80 * self.p)
        x0 = tray.x + aside
        return around(x0, near, x0 + 0.80 * self.p, near + high)

    def tray_mark(self, place: int, lies: int) -> Point:
        """Beyond the slabs of a tray that holds `lies`, always inside it."""
        inner, outer = self._tray_ends(place)
        sign = 1 if inner > outer else -1
        high, off = (abs(inner - outer) - 4) / 15, 0.55 * self.d
        far = 2 + lies * high + off if lies else off
        far = max(min(far, abs(inner - outer) - off), off)
        return self.at(self._tray_start + self.p / 2, outer + sign * far)

    def _half_of_dice(self, side: Side) -> int:
        """A side throws on its right hand."""
        return int((side is self.orientation.bottom) != (self.orientation.home == "left"))

    def dice(self, side: Side, count: int) -> tuple[Point, ...]:
        """Centres of a roll: on the roller's right hand, in the gap between the columns."""
        apart = 1.32 * self.d
        first = self._start(self._half_of_dice(side)) + 3 * self.p - apart * (count - 1) / 2
        return tuple(sorted(self.at(first + apart * nth, self.middle) for nth in range(count)))

    def naming(self, side: Side) -> tuple[Rect, ...]:
        """Six squares, each as wide as a point, in the gap where the side's dice lie."""
        return self._six(side, GAP / 2 * self.d)

    def naming_touch(self, side: Side) -> tuple[Rect, ...]:
        """What answers for them."""
        return self._six(side, FINGER * self.d)

    def _six(self, side: Side, half: float) -> tuple[Rect, ...]:
        start, middle = self._start(self._half_of_dice(side)), self.middle
        edges = [start + nth * self.p for nth in range(7)]
        return tuple(
            sorted(
                self.area(edges[nth], middle - half, edges[nth + 1], middle + half)
                for nth in range(6)
            )
        )

    def opening_die(self, side: Side) -> Point:
        """Each side's one die of the opening, in its own half."""
        return self.dice(side, 1)[0]


def board_in(
    area: Rect,
    orientation: Orientation,
    *,
    small: bool = False,
    u: float = 1,
    upright: bool = False,
) -> Board:
    """The largest board that fits, centred. small: thin rails of fixed size (times u); of an
    upright one they always are."""
    along, across = (area.h, area.w) if upright else (area.w, area.h)
    if upright:
        rail_a = rail_b = 3 * u
        divider, p, share = 0.0, (along - 6 * u) / 14, 0.877
    elif small:
        rail_a, rail_b, divider = 8 * u, 18 * u, 4 * u
        p, share = (along - 2 * rail_a - divider) / 14, 0.875
    else:
        p, share = along / 14.86, 0.885
        rail_a, rail_b, divider = 0.34 * p, 0.36 * p, 0.18 * p
    d = share * p
    least = 2 * rail_b + (GAP + 2 * (1 + 4 * LEAST_STEP)) * d
    if least > across:
        shorter = _centred(area, int(along * across / least), across, upright=upright)
        return board_in(shorter, orientation, small=small, u=u * across / least, upright=upright)
    half = min((across - 2 * rail_b - GAP * d) / 2, 5 * d)
    most = WIDEST_GAP if upright else GAP
    gap = min(across - 2 * rail_b - 2 * half, most * d)
    rect = _centred(area, along, round(2 * rail_b + gap + 2 * half), upright=upright)
    step = (half - d) / 4
    return Board(rect, orientation, p, d, step, rail_a, rail_b, divider, upright)


def _centred(area: Rect, along: int, across: int, *, upright: bool) -> Rect:
    wide, high = (across, along) if upright else (along, across)
    return Rect(area.x + (area.w - wide) // 2, area.y + (area.h - high) // 2, wide, high)
