"""A table with checkers in millimetres: on slots, sliding, in hands, beside, off, in reserve.

The board knows no rules and refuses nothing that hands can do; the only error is to take a checker
from where none lies. Time enters through `advance` alone.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from firmware_bridge.layout import GROUPS
from hw_sim.checkers import START, Area, Checker, Colour, Place
from hw_sim.geometry import (
    ACROSS_MAX_MM,
    CHECKER_MM,
    COLUMNS,
    DEPTH_MM,
    POINT_PITCH_MM,
    RADIUS_MM,
    XY,
    column_of,
    is_far,
    neighbours_of,
    position,
)
from hw_sim.placement import QUIET, Placement
from hw_sim.stack import Stack

CHECKERS = 15
MAGNET_SPREAD = 0.05
"""Ferrite discs of one batch differ by some percent in remanence and thickness."""
MAGNET_LIMIT = 0.15  # what an incoming check would throw out
OUTSIDE_MM = 150.0  # beyond the reach of any cell


class NothingThereError(ValueError):
    """A hand reached for a checker where none lies."""


@dataclass(frozen=True, slots=True)
class Truth:
    """Where all checkers are. light, dark: 26 counts by slot; pairs are (light, dark).

    in_hand counts checkers that slide, too.
    """

    light: tuple[int, ...]
    dark: tuple[int, ...]
    off: tuple[int, int]
    reserve: tuple[int, int]
    beside: tuple[int, int]
    in_hand: tuple[int, int]

    @property
    def slots(self) -> tuple[int, ...]:
        """26 signed counts, light positive; what a slot of two colours says is their difference."""
        return tuple(n - m for n, m in zip(self.light, self.dark, strict=True))

    @property
    def mixed(self) -> tuple[int, ...]:
        """Slots where both colours lie."""
        return tuple(s for s in range(GROUPS) if self.light[s] and self.dark[s])


@dataclass(frozen=True, slots=True)
class _Slide:
    checker: Checker
    path: tuple[XY, ...]
    start_ms: int
    end_ms: int
    to: Place

    def at(self, now_ms: int) -> XY:
        """Where the checker is, moving evenly along its path."""
        share = min((now_ms - self.start_ms) / max(self.end_ms - self.start_ms, 1), 1.0)
        legs = [math.dist(a, b) for a, b in zip(self.path, self.path[1:], strict=False)]
        left = share * sum(legs)
        for (ax, ay), (bx, by), leg in zip(self.path, self.path[1:], legs, strict=False):
            if left <= leg and leg > 0:
                return ax + (bx - ax) * left / leg, ay + (by - ay) * left / leg
            left -= leg
        return self.path[-1]


class Board:
    """Thirty checkers and what hands do to them.

    rng places checkers; magnets (default: the same) decides their strengths once.
    """

    def __init__(
        self,
        placement: Placement = QUIET,
        rng: np.random.Generator | None = None,
        magnets: np.random.Generator | None = None,
    ) -> None:
        self._rng = rng or np.random.default_rng(0)
        self._magnets = magnets or self._rng
        self.placement = placement
        self._stacks = [Stack(slot, placement, self._rng) for slot in range(GROUPS)]
        self._areas: dict[Area, list[Checker]] = {area: [] for area in Area}
        self._slides: list[_Slide] = []
        self._seen: dict[Checker, tuple[float, float, int, float]] = {}
        self._changed: dict[Checker, None] = {}
        self._spoilt: dict[Checker, float] = {}
        self._made = 0
        for colour in Colour:
            self._areas[Area.BESIDE] += [self._make(colour) for _ in range(CHECKERS)]

    # --- what hands do -----------------------------------------------------------------------

    def lay(
        self,
        slots: Sequence[int] = START,
        off: tuple[int, int] = (0, 0),
        reserve: tuple[int, int] = (0, 0),
        *,
        missing: Area = Area.BESIDE,
    ) -> None:
        """Take up everything and set up these signed counts by slot; the rest lies at `missing`.

        Raises ValueError where more checkers are asked for than there are.
        """
        self._gather()
        for colour in Colour:
            stock = [c for c in self._areas[Area.BESIDE] if c.colour is colour]
            wanted = sum(max(n * colour.sign, 0) for n in slots)
            wanted += off[colour.number] + reserve[colour.number]
            if wanted > len(stock):
                raise ValueError(f"{wanted} {colour} checkers wanted, {len(stock)} there")
            places: list[Place] = [Area.OFF] * off[colour.number]
            places += [Area.RESERVE] * reserve[colour.number]
            for slot, count in enumerate(slots):
                places += [slot] * max(count * colour.sign, 0)
            places += [missing] * (len(stock) - wanted)
            for checker, place in zip(stock, places, strict=True):
                self._areas[Area.BESIDE].remove(checker)
                self._settle(checker, place)

    def lift(self, colour: Colour, place: Place, along_mm: float | None = None) -> Checker:
        """Take a checker of this colour into the hand: the one nearest to along_mm from its rail,
        else the one that a hand takes. Raises NothingThereError."""
        checker = self._take(colour, place, along_mm)
        self._areas[Area.HAND].append(checker)
        return checker

    def put(
        self,
        colour: Colour,
        place: Place,
        *,
        on_top: bool = False,
        along_mm: float | None = None,
    ) -> Checker:
        """Put down the checker of this colour lifted last, as near to along_mm from its rail as
        its neighbours let it. Empty hands: NothingThereError."""
        checker = self._held_last(colour)
        self._areas[Area.HAND].remove(checker)
        self._settle(checker, place, on_top=on_top, along_mm=along_mm)
        return checker

    def drag(self, colour: Colour, where: XY) -> Checker:
        """The hand pushes the checker lifted last over the felt: it is held and yet sensed.

        Empty hands: NothingThereError.
        """
        checker = self._held_last(colour)
        self._see(checker, where)
        return checker

    def slide(
        self, colour: Colour, source: Place, to: Place, start_ms: int, duration_ms: int
    ) -> Checker:
        """Push a checker over the felt; it lands when `advance` reaches the end."""
        outside = source if isinstance(source, Area) else None
        checker = self._take(colour, source)
        start = self._way_off(outside, colour) if outside else self._where(checker, source)
        path = self._path(start, source, to, colour)
        self._slides.append(_Slide(checker, path, start_ms, start_ms + duration_ms, to))
        self._see(checker, start)
        return checker

    def add(self, colour: Colour, place: Place) -> Checker:
        """A checker out of nowhere."""
        checker = self._make(colour)
        self._settle(checker, place)
        return checker

    def remove(self, colour: Colour, place: Place) -> Checker:
        """A checker vanishes. Raises NothingThereError."""
        return self._take(colour, place)

    def nudge(self, slots: Iterable[int], along_mm: float = 3.0, across_mm: float = 1.0) -> None:
        """A sleeve moves whole stacks along, and each of their checkers a little across."""
        for slot in slots:
            self._stacks[slot].shove(float(self._rng.normal(0.0, along_mm)))
            for checker in self._stacks[slot]:
                checker.across += float(self._rng.normal(0.0, across_mm))
            self._arrange(slot)

    def spoil(
        self,
        colour: Colour,
        place: Place,
        strength_factor: float,
        along_mm: float | None = None,
    ) -> Checker:
        """Multiply one checker's magnet (below 0: upside down). Raises NothingThereError."""
        checker = self._find(colour, place, along_mm)
        self._spoilt.setdefault(checker, checker.strength)
        checker.strength *= strength_factor
        if isinstance(place, int):
            self._arrange(place)
        return checker

    def heal(self) -> None:
        """Undo every `spoil`."""
        for checker, strength in self._spoilt.items():
            checker.strength = strength
        self._spoilt.clear()
        for slot in range(GROUPS):
            self._arrange(slot)

    # --- what is so ----------------------------------------------------------------------------

    def truth(self) -> Truth:
        """Where all checkers really are."""

        def pair(checkers: Iterable[Checker]) -> tuple[int, int]:
            colours = [checker.colour for checker in checkers]
            return colours.count(Colour.LIGHT), colours.count(Colour.DARK)

        return Truth(
            light=tuple(stack.count(Colour.LIGHT) for stack in self._stacks),
            dark=tuple(stack.count(Colour.DARK) for stack in self._stacks),
            off=pair(self._areas[Area.OFF]),
            reserve=pair(self._areas[Area.RESERVE]),
            beside=pair(self._areas[Area.BESIDE]),
            in_hand=pair([*self._areas[Area.HAND], *(slide.checker for slide in self._slides)]),
        )

    def checkers_on(self, slot: int) -> tuple[Checker, ...]:
        """The checkers of a slot, layer by layer, each from the rail."""
        return tuple(self._stacks[slot])

    def checkers_in(self, area: Area) -> tuple[Checker, ...]:
        """The checkers of a place without cells, in the order in which they came.

        Those that slide by themselves lie in none; `magnets` says where they are.
        """
        return tuple(self._areas[area])

    def magnets(self) -> dict[Checker, tuple[float, float, int, float]]:
        """x, y (mm), layer and signed strength of every checker that a cell could see."""
        return dict(self._seen)

    # --- time ----------------------------------------------------------------------------------

    @property
    def in_motion(self) -> bool:
        """Whether a checker slides, or something changed since `take_changes`."""
        return bool(self._slides or self._changed)

    def next_due_ms(self) -> int | None:
        """When the next slide ends."""
        return min((slide.end_ms for slide in self._slides), default=None)

    def advance(self, now_ms: int) -> None:
        """Move what slides to where it is at `now_ms`; what has arrived lands, oldest first."""
        if not self._slides:
            return
        arrived = [slide for slide in self._slides if slide.end_ms <= now_ms]
        self._slides = [slide for slide in self._slides if slide.end_ms > now_ms]
        for slide in sorted(arrived, key=lambda slide: slide.end_ms):
            self._settle(slide.checker, slide.to)
        for slide in self._slides:
            self._see(slide.checker, slide.at(now_ms))

    def take_changes(self) -> dict[Checker, tuple[float, float, int, float] | None]:
        """What cells see otherwise than at the last call: as `magnets`, None for gone.

        Has one reader: the sensors.
        """
        changed, self._changed = self._changed, {}
        return {checker: self._seen.get(checker) for checker in changed}

    # --- inside ----------------------------------------------------------------------------------

    def _make(self, colour: Colour) -> Checker:
        offset = self._magnets.normal(0.0, MAGNET_SPREAD)
        self._made += 1
        strength = 1.0 + float(np.clip(offset, -MAGNET_LIMIT, MAGNET_LIMIT))
        return Checker(self._made, colour, strength)

    def _gather(self) -> None:
        """Everything beside the table."""
        everything = [slide.checker for slide in self._slides]
        self._slides = []
        for stack in self._stacks:
            for checker in list(stack):
                stack.take(checker)
                everything.append(checker)
        for area in Area:
            everything += self._areas[area]
            self._areas[area] = []
        self._areas[Area.BESIDE] = sorted(everything, key=lambda checker: checker.number)
        for checker in everything:
            self._forget(checker)

    def _held_last(self, colour: Colour) -> Checker:
        held = [c for c in self._areas[Area.HAND] if c.colour is colour]
        if not held:
            raise NothingThereError(f"no {colour} checker is in a hand")
        return held[-1]

    def _find(self, colour: Colour, place: Place, along_mm: float | None = None) -> Checker:
        if isinstance(place, Area):
            found = next((c for c in reversed(self._areas[place]) if c.colour is colour), None)
        else:
            found = self._stacks[place].choose(colour, along_mm)
        if found is None:
            raise NothingThereError(f"no {colour} checker lies on {_name(colour, place)}")
        return found

    def _take(self, colour: Colour, place: Place, along_mm: float | None = None) -> Checker:
        checker = self._find(colour, place, along_mm)
        if isinstance(place, Area):
            self._areas[place].remove(checker)
        else:
            self._stacks[place].take(checker)
            self._arrange(place)
        self._forget(checker)
        return checker

    def _settle(
        self,
        checker: Checker,
        place: Place,
        *,
        on_top: bool = False,
        along_mm: float | None = None,
    ) -> None:
        if isinstance(place, Area):
            self._areas[place].append(checker)
            self._forget(checker)
            return
        self._stacks[place].land(checker, on_top=on_top, along_mm=along_mm)
        checker.across = float(self._rng.normal(0.0, self.placement.across_mm))
        self._arrange(place)

    def _arrange(self, slot: int) -> None:
        """After anything on a slot moved: nobody overlaps a neighbour, and the cells hear of it."""
        for checker in self._stacks[slot]:
            low, high = self._room_across(checker, slot)
            checker.across = min(max(checker.across, low), high)
            self._see(checker, position(slot, checker.along, checker.across))

    def _room_across(self, checker: Checker, slot: int) -> tuple[float, float]:
        """Least and greatest offset across that leaves the neighbouring points' checkers alone.

        Never empty: on the middle line there is always room, since nobody is farther off his
        own than ACROSS_MAX_MM.
        """
        low, high = -ACROSS_MAX_MM, ACROSS_MAX_MM
        left, right = neighbours_of(slot)
        for side, neighbour in ((-1, left), (1, right)):
            for other in self._stacks[neighbour] if neighbour is not None else ():
                apart = abs(other.along - checker.along)
                if other.layer != checker.layer or apart >= CHECKER_MM:
                    continue
                room = POINT_PITCH_MM - math.sqrt(CHECKER_MM**2 - apart**2)
                if side < 0:
                    low = max(low, other.across - room)
                else:
                    high = min(high, other.across + room)
        return low, high

    def _see(self, checker: Checker, where: XY) -> None:
        magnet = (*where, checker.layer, checker.magnet)
        if self._seen.get(checker) != magnet:
            self._seen[checker] = magnet
            self._changed[checker] = None

    def _forget(self, checker: Checker) -> None:
        checker.layer, checker.support = 0, None
        if self._seen.pop(checker, None) is not None:
            self._changed[checker] = None

    def _where(self, checker: Checker, slot: Place) -> XY:
        assert isinstance(slot, int)
        return position(slot, checker.along, checker.across)

    def _way_off(self, area: Area, colour: Colour) -> XY:
        """Where a checker leaves the board towards a place without cells."""
        y = DEPTH_MM * (0.25 if colour is Colour.LIGHT else 0.75)
        x = COLUMNS * POINT_PITCH_MM if area is Area.OFF else -POINT_PITCH_MM
        return (x + math.copysign(OUTSIDE_MM, x), y)

    def _path(self, start: XY, source: Place, to: Place, colour: Colour) -> tuple[XY, ...]:
        """Out to a lane that no checker lies in, along it, and in to the landing place.

        The lane runs at the inner end of the stacks passed, in the middle between both rows
        where the slide changes the row: so a sliding checker is sensed by every point with room.
        """
        if isinstance(to, Area):
            end = self._way_off(to, colour)
        else:
            end = position(to, max(self._stacks[to].reach + CHECKER_MM, RADIUS_MM))
        lane = DEPTH_MM / 2
        if isinstance(source, int) and isinstance(to, int) and is_far(source) == is_far(to):
            left, right = sorted((column_of(source), column_of(to)))
            passed = [
                stack.reach
                for stack in self._stacks
                if is_far(stack.slot) == is_far(to) and left <= column_of(stack.slot) <= right
            ]
            along = min(max(*passed, -RADIUS_MM) + CHECKER_MM, DEPTH_MM / 2)
            lane = DEPTH_MM - along if is_far(to) else along
        return (start, (start[0], lane), (end[0], lane), end)


def _name(colour: Colour, place: Place) -> str:
    """A place as its side calls it."""
    if isinstance(place, Area):
        return place.value
    if place > 23:
        return "its own bar half" if place == colour.bar else "the other's bar half"
    return f"its {place + 1 if colour is Colour.LIGHT else 24 - place}-point"
