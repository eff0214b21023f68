"""Which checkers seem to be in a hand right now: a hint from reports, never a verdict."""

from __future__ import annotations

import numpy as np

from controller.rules.position import Side
from controller.sensing.geometry import UNIT, Floats, Model, Strip, slot_starts

_SHARE = 0.3
"""A checker between two cells shows a third of what it shows over one."""


def missing_checkers(
    change: Floats, contents: tuple[int, ...], model: Model
) -> tuple[tuple[tuple[Side, int], ...], int]:
    """((side, slot) of each checker that left, how many came), from differences in units by cell.

    contents: signed counts by slot before the change.
    """
    net = np.add.reduceat(change, slot_starts(model.grid))
    left: list[tuple[Side, int]] = []
    came = 0
    for slot in np.flatnonzero(np.abs(net) >= _SHARE * model.magnet.layers[-1] * UNIT):
        content, gain = contents[slot], float(net[slot])
        strip = model.strip(int(slot))
        if content and content * gain < 0:
            side = Side.LIGHT if content > 0 else Side.DARK
            left += [(side, int(slot))] * _departed(abs(content), abs(gain), strip)
        elif abs(gain) >= _SHARE * _strength(strip, abs(content)):
            came += 1
    return tuple(left), came


def _departed(count: int, loss: float, strip: Strip) -> int:
    """How many of `count` checkers must have left for a slot to lose so many units."""
    departed = 0
    while departed < count:
        strength = _strength(strip, count - departed - 1)
        if loss < _SHARE * strength:
            break
        departed += 1
        loss -= strength
    return departed


def _strength(strip: Strip, number: int) -> float:
    """What the `number`-th checker (from 0) of a slot adds, in units."""
    return UNIT * strip.magnet.layers[strip.layer(number)]
