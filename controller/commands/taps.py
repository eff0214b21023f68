"""Taps on the screen as hands on a simulated table: lift, then put down where it was tapped next.

On a real table a tap moves nothing; there the screen only shows targets.
"""

from __future__ import annotations

from controller.rules.position import LIGHT_BAR_SLOT, POINTS, Side, point_of
from controller.view.snapshot import Snapshot
from hw_sim.acts import Act, Lift, Put, Where
from hw_sim.checkers import Colour

TRAYS = (26, 27)


class Taps:
    """What one person holds by tapping. Each tap gives the acts that hands carry out."""

    def __init__(self) -> None:
        self._held: tuple[Side, int] | None = None

    def tap(self, seen: Snapshot, side: Side, place: int) -> list[Act]:
        """place: slot 0-25 or tray 26-27. An empty list: nothing there that could be meant."""
        if self._held is None:
            return self._lift(seen, side, place)
        held_side, source = self._held
        self._held = None
        to = place
        if place == source and len(seen.targets) == 1:
            to = seen.targets[0]  # the only place it can go (BU-04)
        acts: list[Act] = []
        if to < POINTS and seen.slots[to] == -held_side.sign:
            blot = Colour(held_side.other.value)
            acts += [Lift(blot, _name(held_side.other, to)), Put(blot, "bar")]
        return [*acts, Put(Colour(held_side.value), _name(held_side, to))]

    def forget(self) -> None:
        """Nothing is held any more: another turn."""
        self._held = None

    def _lift(self, seen: Snapshot, side: Side, place: int) -> list[Act]:
        if place in TRAYS:
            return []
        if seen.slots[place] * side.sign <= 0:
            return []
        self._held = (side, place)
        return [Lift(Colour(side.value), _name(side, place))]


def _name(side: Side, place: int) -> Where:
    """The place as its side calls it on the hand port."""
    if place in TRAYS:
        return "off"
    if place >= POINTS:
        return "bar.light" if place == LIGHT_BAR_SLOT else "bar.dark"
    return point_of(side, place)
