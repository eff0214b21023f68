"""The checkers on one slot: they touch, push each other, leave gaps and ride on one another.

Within a layer the centres of neighbours along the slot are at least one checker apart, so
nothing overlaps whatever the offsets across. Layer 0 holds as many as the slot has cells; what
comes after lies on top. A layer is kept in order of `along`, from the rail.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from hw_sim.checkers import Checker, Colour
from hw_sim.geometry import CHECKER_MM, RADIUS_MM, along_of_cell, capacity_of
from hw_sim.placement import GAP_MM, OFF_RIM_MM, Placement

END_SLACK_MM = 12.0
"""How far beyond its last cell a stack may reach before a hand pushes it back."""


class Stack:
    """One slot's checkers. Chance comes from the generator handed in."""

    def __init__(self, slot: int, placement: Placement, rng: np.random.Generator) -> None:
        self.slot = slot
        self.capacity = capacity_of(slot)
        self._placement = placement
        self._rng = rng
        self._layers: list[list[Checker]] = [[]]
        self._limit = along_of_cell(self.capacity) + END_SLACK_MM

    def __iter__(self) -> Iterator[Checker]:
        for layer in self._layers:
            yield from layer

    def __len__(self) -> int:
        return sum(len(layer) for layer in self._layers)

    def count(self, colour: Colour) -> int:
        return sum(checker.colour is colour for checker in self)

    @property
    def reach(self) -> float:
        """Distance from the rail of the outermost centre; below 0 on an empty slot."""
        return max((layer[-1].along for layer in self._layers if layer), default=-CHECKER_MM)

    def choose(self, colour: Colour, along_mm: float | None = None) -> Checker | None:
        """The checker of a colour that a hand takes: the top one, else mostly the outermost.

        With along_mm the one nearest to it, of those that nothing lies on.
        """
        if along_mm is not None:
            return self._nearest(colour, along_mm)
        for layer in reversed(self._layers[1:]):
            own = [checker for checker in layer if checker.colour is colour]
            if own:
                return own[-1]
        own = [checker for checker in self._layers[0] if checker.colour is colour]
        covered = {checker.support for checker in self}
        free = [checker for checker in own if checker not in covered] or own
        if not free:
            return None
        if len(free) > 1 and self._rng.random() < self._placement.inside:
            return free[int(self._rng.integers(len(free) - 1))]
        return free[-1]

    def take(self, checker: Checker) -> None:
        """Remove a checker; what lay on it drops into its place."""
        self._layers[checker.layer].remove(checker)
        for rider in [other for other in self if other.support is checker]:
            self._drop(rider, checker.support)
        checker.support = None
        while len(self._layers) > 1 and not self._layers[-1]:
            self._layers.pop()

    def land(
        self, checker: Checker, *, on_top: bool = False, along_mm: float | None = None
    ) -> None:
        """Put a checker down: at the stack's end, in a gap, or on top where no room is left.

        along_mm: the hand aims there, and what lies in the way is pushed.
        """
        base = self._layers[0]
        if len(base) < self.capacity and not (on_top and base):
            checker.layer, checker.support = 0, None
            aimed = None if along_mm is None else min(max(along_mm, RADIUS_MM), self._limit)
            checker.along = self._along_in_base() if aimed is None else aimed
            self._insert(checker)
            return
        support = self._support_on_top()
        checker.layer, checker.support = support.layer + 1, support
        if checker.layer == len(self._layers):
            self._layers.append([])
        checker.along = support.along + self._rng.normal(0.0, self._placement.ride_mm)
        self._insert(checker)

    def shove(self, along: float) -> None:
        """Move the whole stack by `along` mm as far as rail and end allow."""
        base = self._layers[0]
        if not base:
            return
        room_in, room_out = base[0].along - RADIUS_MM, max(self._limit - base[-1].along, 0.0)
        shift = min(max(along, -room_in), room_out)
        for checker in base:
            self._carry(checker, shift)
        for number in range(1, len(self._layers)):
            self._spread(number, 0)

    def _nearest(self, colour: Colour, along_mm: float) -> Checker | None:
        covered = {checker.support for checker in self}
        own = [checker for checker in self if checker.colour is colour]
        free = [checker for checker in own if checker not in covered] or own
        return min(free, key=lambda checker: abs(checker.along - along_mm), default=None)

    def _along_in_base(self) -> float:
        base, level = self._layers[0], self._placement
        slip = abs(self._rng.normal(0.0, level.along_mm)) / 2
        if not base:
            if self._rng.random() < level.anywhere:
                return float(self._rng.uniform(RADIUS_MM, along_of_cell(self.capacity)))
            off = self._rng.random() < level.off_rim
            return RADIUS_MM + slip + (float(self._rng.uniform(0, OFF_RIM_MM)) if off else 0.0)
        room = self._room_inside()
        beyond = base[-1].along + CHECKER_MM
        if room and (beyond > self._limit or self._rng.random() < level.refill):
            low, high = room
            return min(low + slip, high)
        if self._rng.random() < level.gap:
            slip += float(self._rng.uniform(*GAP_MM))
        return beyond + slip

    def _room_inside(self) -> tuple[float, float] | None:
        """Lowest and highest `along` of the first gap that takes a checker without pushing."""
        before = -RADIUS_MM
        for checker in self._layers[0]:
            if checker.along - before >= 2 * CHECKER_MM:
                return before + CHECKER_MM, checker.along - CHECKER_MM
            before = checker.along
        return None

    def _support_on_top(self) -> Checker:
        """The checker to lie on, in the lowest layer that has one free: mostly nearest the rail."""
        covered = {checker.support for checker in self}
        free = [checker for checker in self if checker not in covered]
        lowest = min(checker.layer for checker in free)
        free = [checker for checker in free if checker.layer == lowest]
        if len(free) > 1 and self._rng.random() < self._placement.perch:
            return free[int(self._rng.integers(len(free)))]
        return free[0]

    def _insert(self, checker: Checker) -> None:
        layer = self._layers[checker.layer]
        place = sum(other.along <= checker.along for other in layer)
        layer.insert(place, checker)
        self._spread(checker.layer, place)

    def _drop(self, rider: Checker, support: Checker | None) -> None:
        """Let a checker, with all that lies on it, fall one layer."""
        falling = [rider]
        while upper := next((other for other in self if other.support is falling[-1]), None):
            falling.append(upper)
        for checker in falling:
            self._layers[checker.layer].remove(checker)
        rider.support = support
        for checker in falling:
            checker.layer -= 1
            self._insert(checker)

    def _spread(self, number: int, anchor: int) -> None:
        """Make one layer free of overlaps, the checker at `anchor` keeping its place if it can.

        A full base is pushed to the rim, as the hand that adds the last checker does.
        """
        layer = self._layers[number]
        if not layer:
            return
        places = [checker.along for checker in layer]
        full = number == 0 and len(layer) == self.capacity
        end = along_of_cell(self.capacity) + (
            self._placement.along_mm / 2 if full else END_SLACK_MM
        )
        for i in range(anchor - 1, -1, -1):
            places[i] = min(places[i], places[i + 1] - CHECKER_MM)
        places[0] = max(places[0], RADIUS_MM)
        for i in range(1, len(places)):
            places[i] = max(places[i], places[i - 1] + CHECKER_MM)
        places[-1] = min(places[-1], end)
        for i in range(len(places) - 2, -1, -1):
            places[i] = min(places[i], places[i + 1] - CHECKER_MM)
        for checker, along in zip(layer, places, strict=True):
            self._carry(checker, along - checker.along)
        if number + 1 < len(self._layers):
            self._spread(number + 1, 0)

    def _carry(self, checker: Checker, shift: float) -> None:
        """Move a checker along with everything that rides on it."""
        if not shift:
            return
        checker.along += shift
        for rider in self:
            if rider.support is checker:
                self._carry(rider, shift)
