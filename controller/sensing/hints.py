"""Which checkers seem to be in a hand right now: a hint from reports, never a verdict."""

from __future__ import annotations

import numpy as np

from controller.rules.position import Side
from controller.sensing.geometry import (
    LAYERS,
    UNIT,
    Floats,
    capacity_layer,
    cells_in,
    slot_starts,
)

_SHARE = 0.3
"""A checker between two cells shows a third of what it shows over one."""


def missing_checkers(
    change: Floats, contents: tuple[int, ...]
) -> tuple[tuple[tuple[Side, int], ...], int]:
    """((side, slot) of each checker that left, how many came), from 128 differences in units.

    contents: signed counts by slot before the change.
    """
    net = np.add.reduceat(change, slot_starts())
    left: list[tuple[Side, int]] = []
    came = 0
    for slot in np.flatnonzero(np.abs(net) >= _SHARE * LAYERS[-1] * UNIT):
        content, gain = contents[slot], float(net[slot])
        cells = cells_in(int(slot))
        if content and content * gain < 0:
            side = Side.LIGHT if content > 0 else Side.DARK
            left += [(side, int(slot))] * _departed(abs(content), abs(gain), cells)
        elif abs(gain) >= _SHARE * UNIT * LAYERS[capacity_layer(cells, abs(content))]:
            came += 1
    return tuple(left), came


def _departed(count: int, loss: float, cells: int) -> int:
    """How many of `count` checkers must have left for a slot to lose so many units."""
    departed = 0
    while departed < count:
        strength = UNIT * LAYERS[capacity_layer(cells, count - departed - 1)]
        if loss < _SHARE * strength:
            break
        departed += 1
        loss -= strength
    return departed
