"""Hands that do what a calibration asks: clear the board, slide a checker along, make a pile.

They know no calibration; their owner tells them what is asked now. Everything from one seed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np

from firmware_bridge.layout import GROUPS
from hw_sim.acts import Act, Drag, Hand, Lift, Press, Put, Sweep
from hw_sim.checkers import Colour
from hw_sim.geometry import CELL_PITCH_MM, RADIUS_MM, capacity_of, position

STEP_MM = 3.0
STEP_MS = 30  # about 100 mm a second: two seconds along a point
ACROSS_MM = 1.0  # spread of a slide off the middle line, and of its wavering
LIFT_MS = 400
PAUSE_MS = 1_000
PILE_SLOT = 2
_Timed = tuple[int, Act]


@dataclass(frozen=True, slots=True)
class Asked:
    """What is asked now: clear, slide, pile or done; of which side, and how much is left."""

    stage: str
    side: str | None = None
    left: int = 0


class CalibratingHands:
    """An actor of virtual or real time: `act` when `next_due_ms` has come.

    Slots are slid along in an order of their own; a slide that did not count is made once more,
    then Done is pressed.
    """

    def __init__(self, hand: Hand, asked: Callable[[], Asked], seed: int = 0) -> None:
        self._hand = hand
        self._asked = asked
        self._rng = np.random.default_rng(seed)
        self._script = self._live()
        self._next: tuple[int, Act | None] | None = (0, None)

    def next_due_ms(self) -> int | None:
        return None if self._next is None else self._next[0]

    def act(self, now_ms: int) -> None:
        """Do what is due, and plan the next."""
        if self._next is not None and self._next[1] is not None:
            self._hand.do(self._next[1])
        wait_ms, act = next(self._script)
        self._next = (now_ms + wait_ms, act)

    def _live(self) -> Iterator[tuple[int, Act | None]]:
        handled = ""
        while True:
            asked = self._asked()
            if asked.stage == "clear" and handled != "clear":
                handled = "clear"
                yield 300, Sweep()
                yield 2_000, None
            elif asked.stage == "slide" and asked.side is not None:
                yield from self._slides(Colour(asked.side))
            elif asked.stage == "pile" and asked.side is not None:
                yield from self._pile(Colour(asked.side))
            else:
                yield 1_000, None

    def _slides(self, side: Colour) -> Iterator[tuple[int, Act | None]]:
        for _ in range(2):
            for slot in self._rng.permutation(GROUPS):
                if not self._is_still("slide", side):
                    return
                yield from self._slide(side, int(slot))
            yield PAUSE_MS, None
        if self._is_still("slide", side):
            yield LIFT_MS, Press(side, "done")
            yield PAUSE_MS, None

    def _slide(self, side: Colour, slot: int) -> Iterator[_Timed]:
        end_mm = RADIUS_MM + (capacity_of(slot) - 1) * CELL_PITCH_MM
        across, waver = (float(mm) for mm in self._rng.normal(0.0, ACROSS_MM, 2))
        yield PAUSE_MS, Lift(side, "table")
        steps = round((end_mm - RADIUS_MM) / STEP_MM) + 1
        for number in range(steps):
            along = RADIUS_MM + number * STEP_MM
            x, y = position(slot, along, across + waver * number / steps)
            yield STEP_MS, Drag(side, x, y)
        yield LIFT_MS, Put(side, "table")

    def _pile(self, side: Colour) -> Iterator[tuple[int, Act | None]]:
        for number in range(3):
            yield LIFT_MS, Lift(side, "table")
            yield LIFT_MS, Put(side, PILE_SLOT, number > 0)
            yield 2 * PAUSE_MS, None
        for _ in range(3):
            yield LIFT_MS, Lift(side, PILE_SLOT)
            yield LIFT_MS, Put(side, "table")
        yield PAUSE_MS, None

    def _is_still(self, stage: str, side: Colour) -> bool:
        asked = self._asked()
        return asked.stage == stage and asked.side == side.value
