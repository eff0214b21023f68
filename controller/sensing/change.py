"""How a settled reading differs from the agreed one, and what cells say of their neighbours.

A magnet's far field turns over: a checker that comes to a cell makes those of the points beside it
fall by some three per cent of what it gives, and they rise again when it goes. So what happened
over a cell that is not read, or that may lie, can be told from others, within some twelve units.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import ClassVar

import numpy as np
import numpy.typing as npt

from controller.sensing.geometry import (
    STOP,
    UNIT,
    Floats,
    bleed,
    own_tails,
    slot_starts,
    slots_of_cells,
)
from controller.sensing.likelihood import SlotReading
from controller.sensing.means import Means

Mask = npt.NDArray[np.bool_]

EMPTY_UNITS = 6.0  # a cell that reads less has no checker near it
MOVED_UNITS = 3.5  # a cell that differs less from the agreed reading has only noise
MOVED_SHARE = 0.25  # of the scans of a mean: a presence-only cell that switched for good
_STILL = 0.8  # units: spread of the difference of two means, rounding included
_NEAR_STIRRED = 1.3  # units: the same beside a cell of the slot that a checker came to or left
_NEAR_CHECKER = 0.01  # of what a cell reads: a sleeve may have moved what lies over it, unseen
_TELLS_WITHIN = 40.0  # units: neighbours that tell less exactly say nothing
_ANY_CHANGE = 200.0  # units: more than any cell can change


@dataclass(frozen=True, slots=True)
class Reference:
    """A reading of agreed checkers. known: (26,) slots that it is one of; none: nothing known."""

    means: Means
    known: Mask


@dataclass(frozen=True, slots=True)
class Rest:
    """What cells read when nothing lay over them last. values: (cells,) units without tails of
    their own slot; known: (cells,) whether that was ever seen."""

    values: Floats
    known: Mask
    SPREAD: ClassVar[float] = 0.8  # units, since then

    @classmethod
    def unseen(cls, cells: int) -> Rest:
        return cls(np.zeros(cells, dtype=np.float32), np.zeros(cells, dtype=np.bool_))

    def seen(self, means: Means) -> Rest:
        """The same with what a settled board shows now."""
        now = alone_values(means)
        empty = (np.abs(now) < EMPTY_UNITS) & (means.weight > 0)
        return Rest(np.where(empty, now, self.values), self.known | empty)


def alone_values(means: Means) -> Floats:
    """(cells,) units without the tails of what lies over other cells of the same slot."""
    lying = np.where(np.abs(means.values) >= EMPTY_UNITS, means.values, 0.0).astype(np.float32)
    return np.asarray(means.values - own_tails(means.model.grid) @ lying)


@dataclass(frozen=True, slots=True, eq=False)
class Change:
    """A reading beside the agreed one. values: (cells,) now minus before, units; weight: (cells,)
    1 where both were read or neighbours told, else 0; noise: (cells,) units that a value told by
    neighbours may be off; moved: (26,) slots where a cell differs by more than noise; rest,
    spread: (cells,) units left of values when the tails of what stirred in the same slot are taken
    off, and how far they may be off; without bounds for cells that stirred themselves.
    """

    now: Means
    before: Means
    values: Floats
    weight: Floats
    noise: Floats
    moved: Mask
    rest: Floats
    spread: Floats

    def slot(self, slot: int) -> SlotReading:
        """How one slot's reading differs."""
        cells = self.now.model.grid.span(slot)
        up, down = self.now.raw[cells] >= STOP, self.now.raw[cells] <= -STOP
        was_up, was_down = self.before.raw[cells] >= STOP, self.before.raw[cells] <= -STOP
        noise = self.noise[cells]
        return SlotReading(
            self.values[cells],
            self.weight[cells],
            up | was_down,
            down | was_up,
            self.now.model.strip(slot),
            noise if noise.any() else None,
        )

    def untold(self, slot: int) -> int:
        """How many of a slot's cells are known by what neighbours tell."""
        return int((self.noise[self.now.model.grid.span(slot)] > 0).sum())

    def told(self, cells: Sequence[int]) -> tuple[Floats, Floats]:
        """(values, spreads) in units of these cells' changes as their neighbours tell them; a
        spread without bounds where they cannot. Least squares over all that kept still."""
        tails = bleed(self.now.model.grid)[:, cells]
        usable = (self.spread < np.inf) & tails.any(axis=1) & (self.noise == 0)
        usable[cells] = False
        spread = self.spread[usable]
        near = tails[usable] / spread[:, None]
        precision = near.T @ near + np.eye(len(cells)) * _ANY_CHANGE**-2
        covariance = np.linalg.inv(precision)
        values = covariance @ (near.T @ (self.rest[usable] / spread))
        # their tails were taken off as far as they were read
        values += np.where(self.noise[cells] == 0, self.values[cells] * self.weight[cells], 0.0)
        spreads = np.sqrt(np.diag(covariance))
        spreads[spreads > _TELLS_WITHIN] = np.inf
        return values, spreads


def without(change: Change, cell: int) -> Change:
    """The same as if this cell had not been read: its neighbours must tell what it saw."""
    (value,), (spread,) = change.told([cell])
    values, weight, noise = change.values.copy(), change.weight.copy(), change.noise.copy()
    values[cell], weight[cell], noise[cell] = _as_told(float(value), float(spread))
    return replace(change, values=values, weight=weight, noise=noise)


def change_of(now: Means, before: Means) -> Change:
    """The difference of two readings; cells that are not read are told by their neighbours."""
    weight = now.weight * before.weight
    values = (now.values - before.values) * weight
    nothing = np.zeros_like(values)
    moved = moved_slots(now, before, values)
    rest, spread = _steady(now, before, values, weight)
    change = Change(now, before, values, weight, nothing, moved, rest, spread)
    if not now.model.signed:
        return change
    silent = np.flatnonzero((weight == 0) & now.there)
    if len(silent) == 0 or len(silent) > _SILENT_CELLS:
        return change
    values, weight, noise, moved = values.copy(), weight.copy(), nothing.copy(), moved.copy()
    for cell, value, spread in zip(silent, *change.told(silent.tolist()), strict=True):
        values[cell], weight[cell], noise[cell] = _as_told(value, spread)
        if abs(values[cell]) > 1.5 * noise[cell] > 0:
            moved[now.model.grid.slot_of_cell(int(cell))] = True
    return replace(change, values=values, weight=weight, noise=noise, moved=moved)


_SILENT_CELLS = 12  # more have too few neighbours left


def _steady(now: Means, before: Means, shift: Floats, weight: Floats) -> tuple[Floats, Floats]:
    """What is left of each cell's change when tails of its own slot are taken off, and its spread.

    A cell next to one that stirred may have felt more of that checker than its tail.
    """
    grid = now.model.grid
    stopped = (np.abs(now.raw) >= STOP) | (np.abs(before.raw) >= STOP)
    stirred = (np.abs(shift) >= MOVED_UNITS) | stopped
    rest = shift - own_tails(grid) @ np.where(stirred, shift, 0.0).astype(np.float32)
    slot = slots_of_cells(grid)
    beside = slot[1:] == slot[:-1]
    near = np.zeros_like(stirred)
    near[1:] |= stirred[:-1] & beside
    near[:-1] |= stirred[1:] & beside
    spread = np.hypot(np.where(near, _NEAR_STIRRED, _STILL), _NEAR_CHECKER * before.values)
    return rest, np.where(stirred | (weight == 0), np.inf, spread).astype(np.float32)


def moved_slots(now: Means, before: Means, shift: Floats) -> Mask:
    """(26,) slots where a cell differs by more than noise, or is at the stop."""
    stopped = (np.abs(now.raw) >= STOP) | (np.abs(before.raw) >= STOP)
    least = MOVED_UNITS if now.model.signed else MOVED_SHARE * UNIT
    starts = slot_starts(now.model.grid)
    most = np.maximum.reduceat(np.where(stopped, least, np.abs(shift)), starts)
    return np.asarray(most >= least)


def _as_told(value: float, spread: float) -> tuple[float, float, float]:
    """(value, weight, noise) of a cell that only its neighbours tell of."""
    return (value, 1.0, spread) if np.isfinite(spread) else (0.0, 0.0, 0.0)
