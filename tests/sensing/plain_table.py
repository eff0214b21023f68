"""A table without chance: every checker centred, from the rail outward. Written apart from both
the decoder and the simulator, from the numbers of the field model alone."""

from __future__ import annotations

import itertools
import math

from controller.rules.position import Position, Side
from controller.sensing.geometry import REFERENCE_MAGNET, Magnet

ROWS = (
    (11, 10, 9, 8, 7, 6, 24, 5, 4, 3, 2, 1, 0),
    (12, 13, 14, 15, 16, 17, 25, 18, 19, 20, 21, 22, 23),
)


def start_of(slot: int) -> int:
    """First cell of a slot."""
    return slot * 5 if slot < 24 else 120 + (slot - 24) * 4


def size_of(slot: int) -> int:
    return 5 if slot < 24 else 4


class PlainTable:
    """Checkers by slot: signed strengths, light positive."""

    def __init__(
        self,
        position: Position,
        cells: int = 5,
        stride: int = 5,
        magnet: Magnet = REFERENCE_MAGNET,
    ) -> None:
        self.presence = False  # cells say 0 or 64, half a checker decides
        self._cells = cells
        self._stride = stride
        self._magnet = magnet
        self.dead: set[int] = set()
        self.stuck: dict[int, int] = {}
        self._checkers: list[list[tuple[float, int, float]]] = [[] for _ in range(26)]
        for slot, count in enumerate(position.slots):
            for _ in range(abs(count)):
                self.put(Side.LIGHT if count > 0 else Side.DARK, slot)

    def put(self, side: Side, slot: int, along: float | None = None) -> None:
        """One more checker at the end of a stack, or `along` mm from the rail."""
        stack = self._checkers[slot]
        layer, place = divmod(len(stack), size_of(slot))  # five side by side, whatever the cells
        at = 24.0 + 48.0 * place if along is None else along
        stack.append((at, min(layer, 2), float(side.sign)))

    def lift(self, slot: int) -> None:
        self._checkers[slot].pop()

    def move(self, side: Side, source: int, to: int) -> None:
        self.lift(source)
        self.put(side, to)

    def readings(self) -> list[int | None]:
        """Raw values of all cells, gain 1 and offset 0."""
        values: list[int | None] = []
        for slot in range(26):
            count = self._cells if slot < 24 else 4
            pitch = 48.0 * size_of(slot) / count
            values += [self._value(slot, pitch * (number + 0.5)) for number in range(count)]
            values += [None] * (self._stride - count if slot < 24 else 0)
        for cell, value in self.stuck.items():
            values[cell] = value
        return [None if cell in self.dead else value for cell, value in enumerate(values)]

    def _value(self, slot: int, along: float) -> int:
        row = next(row for row in ROWS if slot in row)
        total = 0.0
        for other in row:
            across = 54.0 * (row.index(other) - row.index(slot))
            if abs(across) > 120.0:
                continue
            for at, layer, sign in self._checkers[other]:
                field = _field(math.hypot(across, at - along), self._magnet.sigma_mm)
                total += 64.0 * sign * self._magnet.layers[layer] * field
        if self.presence:
            return 64 if abs(total) >= 32.0 else 0
        return max(-127, min(127, round(total)))


def _field(distance: float, sigma: float) -> float:
    gauss = math.exp(-((distance / sigma) ** 2))
    if distance >= 120.0:
        return gauss
    knots = ((0.0, 0.0), (24.0, 0.01), (42.0, 0.03), (54.0, 0.03), (72.0, 0.015), (120.0, 0.0))
    for (a, low), (b, high) in itertools.pairwise(knots):
        if distance <= b:
            return gauss - (low + (high - low) * (distance - a) / (b - a))
    return gauss
