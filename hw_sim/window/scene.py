"""Where every checker is, as values that can be hit and painted."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from firmware_bridge.layout import GROUPS
from hw_sim.board import Board
from hw_sim.checkers import Area, Checker, Colour, Place
from hw_sim.geometry import RADIUS_MM, XY, position
from hw_sim.window.layout import SLAB_MM, TRAY_MM, Layout


@dataclass(frozen=True, slots=True)
class Lying:
    """One checker. x, y in mm; place None: it slides by itself and cannot be taken.

    is_covered: another lies on it. is_flipped: its felted underside is up.
    """

    number: int
    colour: Colour
    place: Place | None
    x: float
    y: float
    along: float | None = None
    layer: int = 0
    is_covered: bool = False
    is_flipped: bool = False

    @property
    def where(self) -> XY:
        return self.x, self.y


def checkers_of(board: Board, layout: Layout, spots: Mapping[int, XY]) -> tuple[Lying, ...]:
    """All checkers but those held in the air, from the felt upwards.

    spots: where on the cloth somebody put a checker, by its number.
    """
    found = [lying for slot in range(GROUPS) for lying in _on_slot(board, slot)]
    for area in (Area.OFF, Area.RESERVE, Area.BESIDE):
        count = dict.fromkeys(Colour, 0)
        for checker in board.checkers_in(area):
            colour, number = checker.colour, count[checker.colour]
            count[colour] += 1
            if area is Area.OFF:
                where = layout.slab(colour, number)
            elif area is Area.RESERVE:
                where = layout.reserve(colour, number)
            else:
                where = spots.get(checker.number) or layout.beside(colour, number)
            found.append(Lying(checker.number, colour, area, *where))
    known = {lying.number for lying in found}
    for checker, (x, y, _, _) in board.magnets().items():
        if checker.number not in known:
            found.append(_lying(checker, None, (x, y), None, False))
    return tuple(sorted(found, key=lambda lying: lying.layer))


def found_at(lying: Sequence[Lying], layout: Layout, px: XY) -> Lying | None:
    """The checker that a hand takes here: the upper before the lower, else the nearest."""
    mm = layout.to_mm(px)
    under = [one for one in lying if one.place is not None and _is_over(one, mm)]
    free = [one for one in under if not one.is_covered]
    return min(free, key=lambda one: (-one.layer, math.dist(one.where, mm)), default=None)


def neighbour_of(lying: Sequence[Lying], first: Lying) -> Lying | None:
    """The checker that comes along when two are taken at once: the nearest of its own there."""
    others = [
        one
        for one in lying
        if one is not first
        and one.colour is first.colour
        and one.place == first.place
        and not one.is_covered
    ]
    return min(others, key=lambda one: math.dist(one.where, first.where), default=None)


def _is_over(one: Lying, mm: XY) -> bool:
    if one.place is Area.OFF:
        return abs(mm[0] - one.x) <= TRAY_MM / 2 and abs(mm[1] - one.y) <= SLAB_MM / 2
    return math.dist(one.where, mm) <= RADIUS_MM


def _on_slot(board: Board, slot: int) -> list[Lying]:
    there = board.checkers_on(slot)
    covered = {checker.support for checker in there}
    return [
        _lying(one, slot, position(slot, one.along, one.across), one.along, one in covered)
        for one in there
    ]


def _lying(
    checker: Checker, place: Place | None, where: XY, along: float | None, is_covered: bool
) -> Lying:
    return Lying(
        checker.number,
        checker.colour,
        place,
        *where,
        along,
        checker.layer,
        is_covered,
        checker.strength < 0,
    )
