"""What the mouse does to checkers, as acts of a hand. Pure: events in, acts out.

Left: press lifts, moving carries, letting go puts down; a click without a move keeps the checker
in the hand until the next click puts it down. Right: the checker stays on the felt and is slid.
Shift takes two at once, and while something is held shift or right takes one more.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from hw_sim.acts import Act, Drag, Lift, Put
from hw_sim.checkers import Area, Colour, Place, format_place
from hw_sim.geometry import CHECKER_MM, DEPTH_MM, RADIUS_MM, XY
from hw_sim.window.layout import FIELD_LEFT_MM, FIELD_RIGHT_MM, Layout
from hw_sim.window.scene import Lying, found_at, neighbour_of

CLICK_MM = 8.0  # a hand that moved less has clicked
_PUSHES = 8  # enough to come free of any stack; what is left then is a squeeze


@dataclass(frozen=True, slots=True)
class Held:
    """A checker in the mouse's hand. source: where it was taken."""

    number: int
    colour: Colour
    source: Place


class MouseHand:
    """One person's mouse over the table.

    `spots` says where on the cloth checkers were put (mm), by number.
    """

    def __init__(self) -> None:
        self.held: tuple[Held, ...] = ()
        self.at: XY = (0.0, 0.0)
        self.spots: dict[int, XY] = {}
        self._pressed_at: XY | None = None
        self._is_click = False
        self._grip: XY | None = None  # of a checker slid: from the pointer to its centre (mm)
        self._slid_to: XY = (0.0, 0.0)

    @property
    def is_sliding(self) -> bool:
        return self._grip is not None

    def press(
        self, layout: Layout, at: XY, lying: Sequence[Lying], *, right: bool, shift: bool
    ) -> list[Act]:
        """A mouse button went down at `at` (px)."""
        self.at = at
        if self.is_sliding:
            return []
        if self.held and not (right or shift):
            self._pressed_at = None
            return self._put_down(layout, self.held[-1:], lying)
        first = found_at(lying, layout, at)
        if first is None:
            return []
        taken = [first]
        if shift and not right and not self.held:
            second = neighbour_of(lying, first)
            taken += [] if second is None else [second]
        slides = right and not self.held and isinstance(first.place, int)
        if not self.held:
            self._pressed_at, self._is_click = at, True
        acts = [act for one in taken for act in self._take(one)]
        if slides:
            pointer = layout.to_mm(at)
            self._grip = (first.x - pointer[0], first.y - pointer[1])
            self._slid_to = first.where
            acts.append(Drag(first.colour, *first.where))
        return acts

    def move(self, layout: Layout, at: XY, lying: Sequence[Lying]) -> list[Act]:
        """The pointer is at `at` now."""
        self.at = at
        if self._pressed_at is not None and (
            math.dist(at, self._pressed_at) > CLICK_MM * layout.scale
        ):
            self._is_click = False
        if self._grip is None or not self.held:
            return []
        pointer, mine = layout.to_mm(at), self.held[-1]
        others = [one.where for one in lying if one.number != mine.number and not one.layer]
        wanted = pointer[0] + self._grip[0], pointer[1] + self._grip[1]
        self._slid_to = free_place(wanted, others)
        return [Drag(mine.colour, *self._slid_to)]

    def release(self, layout: Layout, at: XY, lying: Sequence[Lying], *, right: bool) -> list[Act]:
        """A mouse button came up. A right one that had taken one more changes nothing."""
        acts = self.move(layout, at, lying)
        if not self.held or self._pressed_at is None or right != self.is_sliding:
            return acts
        self._pressed_at = None
        if self.is_sliding:
            return [*acts, *self._let_lie(layout)]
        return acts if self._is_click else [*acts, *self._put_down(layout, self.held, lying)]

    def give_back(self) -> list[Act]:
        """Everything held goes where it was taken."""
        acts: list[Act] = [
            Put(one.colour, format_place(one.colour, one.source)) for one in reversed(self.held)
        ]
        self._forget()
        return acts

    def reconcile(self, in_hands: set[int]) -> None:
        """Forget what the table says is in no hand any more (numbers): somebody else moved it."""
        held = tuple(one for one in self.held if one.number in in_hands)
        if held != self.held:
            self.held = held
            self._grip = None

    def _take(self, one: Lying) -> list[Act]:
        assert one.place is not None
        self.held += (Held(one.number, one.colour, one.place),)
        self.spots.pop(one.number, None)
        return [Lift(one.colour, format_place(one.colour, one.place), one.along)]

    def _put_down(self, layout: Layout, which: Sequence[Held], lying: Sequence[Lying]) -> list[Act]:
        has_reserve = any(one.place is Area.RESERVE for one in lying)
        place = layout.place_at(self.at, has_reserve=has_reserve)
        x, y = layout.to_mm(self.at)
        for number, one in enumerate(which):
            if place is Area.BESIDE:
                self.spots[one.number] = layout.on_cloth((x + number * CHECKER_MM, y))
        self.held = tuple(one for one in self.held if one not in which)
        return [Put(one.colour, format_place(one.colour, place)) for one in reversed(which)]

    def _let_lie(self, layout: Layout) -> list[Act]:
        """The slid checker stays where it is, or leaves the board with the pointer."""
        one = self.held[-1]
        place = layout.place_at(self.at)
        if isinstance(place, Area):
            self._grip = None
            return self._put_down(layout, (one,), ())
        px = layout.to_px(self._slid_to)
        slot = layout.place_at(px)
        along = layout.along_at(px, slot) if isinstance(slot, int) else None
        self._forget()
        return [Put(one.colour, format_place(one.colour, slot), along_mm=along)]

    def _forget(self) -> None:
        self.held = ()
        self._grip = None
        self._pressed_at = None


def free_place(wanted: XY, others: Sequence[XY]) -> XY:
    """The centre (mm) nearest to `wanted`, about, where a slid checker overlaps no other.

    It is kept within the field and pushed out of the nearest checker a few times: it slides round
    a stack as a real one does. Between checkers too close together it stays squeezed.
    """
    x, y = _within_field(wanted)
    for _ in range(_PUSHES):
        other = min(others, key=lambda one: math.dist(one, (x, y)), default=None)
        apart = CHECKER_MM if other is None else math.dist(other, (x, y))
        if other is None or apart >= CHECKER_MM - 1e-6:
            break
        dx, dy = (x - other[0], y - other[1]) if apart > 1e-6 else (0.0, 1.0)
        length = math.hypot(dx, dy)
        x = other[0] + dx / length * CHECKER_MM
        y = other[1] + dy / length * CHECKER_MM
        x, y = _within_field((x, y))
    return x, y


def _within_field(mm: XY) -> XY:
    return (
        min(max(mm[0], FIELD_LEFT_MM + RADIUS_MM), FIELD_RIGHT_MM - RADIUS_MM),
        min(max(mm[1], RADIUS_MM), DEPTH_MM - RADIUS_MM),
    )
