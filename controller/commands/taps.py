"""Taps on the screen as hands on a simulated table: lift, then put down where it was tapped next.

On a real table a tap moves nothing; there the screen only shows targets.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import accumulate
from operator import sub

from controller.rules.position import BAR, LIGHT_BAR_SLOT, OFF, POINTS, Side, point_of, slot_of
from controller.view.snapshot import Reach, Snapshot
from display.stage import lying
from hw_sim.acts import Act, Lift, Put, Where
from hw_sim.checkers import Colour

TRAYS = (26, 27)
RESERVES = (29, 30)
"""Light's and dark's, as in snapshots."""


@dataclass(frozen=True, slots=True)
class _Held:
    """A checker in the hand. off: how many its side had borne off when it was lifted.

    reach: from where, and where it could go by then with which dice, as far as the screen shows
    that.
    """

    turn_number: int
    side: Side
    off: int
    reach: Reach

    @property
    def source(self) -> int:
        return self.reach.slot

    def is_borne_off(self, seen: Snapshot) -> bool:
        """The table takes it for borne off already: it cannot see a hand."""
        return self.source not in seen.lifted and seen.off[self.side.index] > self.off


class Taps:
    """What one person holds by tapping. Each tap gives the acts that hands carry out."""

    def __init__(self) -> None:
        self._held: _Held | None = None

    @property
    def held(self) -> Reach | None:
        """What is in the hand: from where, and where it could go when it was lifted."""
        return self._held.reach if self._held is not None else None

    def tap(self, seen: Snapshot, side: Side, place: int) -> list[Act]:
        """place: slot 0-25, tray 26-27 or reserve 29-30. An empty list: nothing there that could
        be meant."""
        if self._held is None:
            return self._lift(seen, side, place)
        held, self._held = self._held, None
        if held.is_borne_off(seen) and place not in (held.source, *held.reach.places):
            lift = self._lift(seen, side, place)
            if lift:
                return [Put(Colour(held.side.value), "off"), *lift]
        to = place
        if place == held.source and len(seen.targets) == 1:
            to = seen.targets[0]  # the only place it can go (BU-04)
        acts: list[Act] = []
        for slot in (*_passed(seen, held, to), to):
            if slot < POINTS and seen.slots[slot] == -held.side.sign:
                blot = Colour(held.side.other.value)
                acts += [Lift(blot, _name(held.side.other, slot)), Put(blot, "bar")]
        return [*acts, Put(Colour(held.side.value), _name(held.side, to))]

    def look(self, seen: Snapshot) -> list[Act]:
        """In another turn what was borne off in the hand is laid down, anything else forgotten."""
        held = self._held
        if held is None or held.turn_number == seen.turn_number:
            return []
        self._held = None
        return [Put(Colour(held.side.value), "off")] if held.is_borne_off(seen) else []

    def forget(self) -> None:
        """The table is gone."""
        self._held = None

    def _lift(self, seen: Snapshot, side: Side, place: int) -> list[Act]:
        if place in TRAYS or not _holds(seen, side, place):
            return []
        found = (reach for reach in seen.reach if reach.slot == place)
        reach = next(found, Reach(place, (), ()))
        self._held = _Held(seen.turn_number, side, seen.off[side.index], reach)
        return [Lift(Colour(side.value), _name(side, place))]


def _passed(seen: Snapshot, held: _Held, to: int) -> list[int]:
    """The slots a sum of dice touches on its way: a blot there is hit in passing.

    Where the table has not seen the last step yet, what it shows is for the checker's place before.
    """
    start = BAR if held.source >= POINTS else point_of(held.side, held.source)
    end = OFF if to in TRAYS else point_of(held.side, to) if to < POINTS else start
    shown = zip(seen.targets, seen.target_dice, strict=False)
    known = zip(held.reach.places, held.reach.dice, strict=True)
    for place, dice in (*shown, *known):
        reached = list(accumulate(dice, sub, initial=start))
        if place == to and max(reached[-1], OFF) == end:
            return [slot_of(held.side, point) for point in reached[1:-1]]
    return []


def _holds(seen: Snapshot, side: Side, place: int) -> bool:
    """Whether a checker of this side lies there."""
    if place in RESERVES:
        return place == RESERVES[side.index] and seen.reserve[side.index] > 0
    return lying(seen)[place] * side.sign > 0


def _name(side: Side, place: int) -> Where:
    """The place as its side calls it on the hand port."""
    if place in TRAYS:
        return "off"
    if place in RESERVES:
        return "reserve"
    if place >= POINTS:
        return "bar.light" if place == LIGHT_BAR_SLOT else "bar.dark"
    return point_of(side, place)
