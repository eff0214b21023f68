"""From the readings of a whole board to one table: how much each content of each slot gains.

`Means` is one snapshot, calibrated, with the tails of other slots' checkers taken off. `gains`
compares it with the agreed position: 0 for what is agreed, above 0 for what explains the readings
better, in nats.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import cache

import numpy as np
import numpy.typing as npt

from controller.rules.position import SLOTS, Position
from controller.sensing import likelihood
from controller.sensing.geometry import CELLS, STOP, Floats, bleed, cells_in, first_cell
from controller.sensing.likelihood import CONTENTS, NEVER, SlotReading
from controller.sensing.settings import Calibration, CellLayout
from controller.sensing.templates import CONTENT

Mask = npt.NDArray[np.bool_]

MOVED_UNITS = 3.5  # a cell that differs less from the agreed reading has only noise
_CLEAR_NET = 20.0  # units: a slot that gained so much lost nothing
_FREE_STEPS = (-2, -1, 1, 2)  # changes that the free best guess may always make


@dataclass(frozen=True, slots=True)
class Means:
    """Settled readings of the board. raw: as the device sent them, (128,), 0 where none.

    values: the same in units of one checker = 64, free of the tails of other slots' checkers;
    weight: (128,) 1 where read, else 0.
    """

    raw: Floats
    values: Floats
    weight: Floats


def read_means(
    raw: Sequence[int | None],
    calibration: Calibration,
    layout: CellLayout,
    ignored: Collection[int],
) -> Means:
    """Calibrated means of a snapshot; cells in `ignored` weigh as little as those not read."""
    read = np.array([value is not None for value in raw]) & np.asarray(layout.present)
    if ignored:
        read[list(ignored)] = False
    plain = np.array([0 if value is None else value for value in raw], dtype=np.float32)
    values = (plain - _array(calibration.offsets)) / _array(calibration.gains)
    values = np.where(read, values, 0.0).astype(np.float32)
    return Means(plain, values - bleed() @ values, read.astype(np.float32))


def slot_of_means(means: Means, slot: int) -> SlotReading:
    """What one slot reads."""
    cells = _cells(slot)
    return SlotReading(
        means.values[cells],
        means.weight[cells],
        means.raw[cells] >= STOP,
        means.raw[cells] <= -STOP,
    )


def slot_of_change(now: Means, before: Means, slot: int) -> SlotReading:
    """How a slot's reading differs from the agreed one."""
    cells = _cells(slot)
    up, down = now.raw[cells] >= STOP, now.raw[cells] <= -STOP
    was_up, was_down = before.raw[cells] >= STOP, before.raw[cells] <= -STOP
    return SlotReading(
        now.values[cells] - before.values[cells],
        now.weight[cells] * before.weight[cells],
        up | was_down,
        down | was_up,
    )


def gains(now: Means, before: Means | None, agreed: Position, wanted: Mask) -> Floats:
    """(26, 31) nats that content n (index n + 15) of a slot gains over the agreed content.

    wanted: (26, 31) contents that a candidate asks for; others may be left at NEVER where they
    cannot be the best guess either. before: the agreed reading of these checkers, if known.
    """
    table = np.full((SLOTS, CONTENTS), NEVER, dtype=np.float32)
    for slot, content in enumerate(agreed.slots):
        if before is None:
            row = likelihood.absolute(slot_of_means(now, slot))
        else:
            row = _compared(now, before, slot, content, wanted[slot])
        table[slot] = row - row[content + CONTENT]
    return table


def _compared(now: Means, before: Means, slot: int, content: int, wanted: Mask) -> Floats:
    """(31,) log-likelihood of a slot's contents, given the agreed reading of `content`."""
    reading = slot_of_means(now, slot)
    change = slot_of_change(now, before, slot)
    row = np.full(CONTENTS, NEVER, dtype=np.float32)
    shift = change.values * change.weight
    steps = {int(index) - CONTENT for index in np.flatnonzero(wanted)} - {content}
    if not reading.at_stop and float(np.max(np.abs(shift), initial=0.0)) < MOVED_UNITS:
        row[content + CONTENT] = likelihood.unchanged(reading, change, NEVER)
        weight = tuple(float(w) for w in change.weight)
        for to in steps:
            row[to + CONTENT] = _still_but_changed(content, to, weight)
        return row
    alone = likelihood.absolute(reading)
    row = alone + np.float32(likelihood.ANEW)
    row[content + CONTENT] = likelihood.unchanged(reading, change, float(alone[content + CONTENT]))
    net = float(shift.sum())
    steps |= {content + step for step in _FREE_STEPS if abs(content + step) <= CONTENT}
    agreed = slot_of_means(before, slot)
    for to in steps:
        if abs(net) < _CLEAR_NET or (to > content) == (net > 0):
            row[to + CONTENT] = likelihood.changed(
                agreed, change, content, to, float(alone[to + CONTENT])
            )
    return row


@cache
def _still_but_changed(content: int, to: int, weight: tuple[float, ...]) -> float:
    """Log-likelihood of a change that left no trace in the cells that weigh something.

    The most that bodies could allow, so rather too much than too little.
    """
    cells = len(weight)
    nothing = np.zeros(cells, dtype=np.float32)
    never = np.zeros(cells, dtype=np.bool_)
    weights = np.asarray(weight, dtype=np.float32)
    change = SlotReading(nothing, weights, never, never)
    lying = np.full(cells, np.float32(np.sign(content) * STOP))
    room = SlotReading(lying if abs(to) < abs(content) else nothing, weights, never, never)
    return likelihood.changed(room, change, content, to, NEVER)


def _cells(slot: int) -> slice:
    start = first_cell(slot)
    return slice(start, start + cells_in(slot))


@cache
def _array(values: tuple[float, ...]) -> Floats:
    return np.asarray(values, dtype=np.float32)


assert _cells(SLOTS - 1).stop == CELLS
