"""One settled reading of the whole board, in units, without what all cells have in common."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import cache

import numpy as np
import numpy.typing as npt

from controller.sensing.geometry import STOP, Floats, Model, bleed
from controller.sensing.likelihood import SlotReading
from controller.sensing.settings import Calibration, CellLayout

Mask = npt.NDArray[np.bool_]

_QUIET = 25.0  # units: a cell that reads less has no checker above it, at most a neighbour's tail
_QUIET_CELLS = 40  # fewer say too little of the table's warmth; a whole board leaves about ninety


@dataclass(frozen=True, slots=True, eq=False)
class Means:
    """Settled readings of the board. raw: as the device sent them, (cells,), 0 where none.

    values: the same in units of one checker = 64, free of what all cells drifted together and of
    the tails of other slots' checkers; weight: (cells,) 1 where read, else 0. model: the kind of
    table that they are of; there: (cells,) numbers that have a cell.
    """

    raw: Floats
    values: Floats
    weight: Floats
    model: Model
    there: Mask


def read_means(
    raw: Sequence[int | None],
    calibration: Calibration,
    layout: CellLayout,
    ignored: Collection[int],
) -> Means:
    """Calibrated means of a snapshot; cells in `ignored` weigh as little as those not read.

    Raises ValueError when readings, calibration and layout are not of one table.
    """
    if not len(raw) == layout.cells == len(calibration.offsets):
        raise ValueError(
            f"{len(raw)} readings and a calibration of {len(calibration.offsets)} cells, but "
            f"layout {layout.name} has {layout.cells}"
        )
    model = layout.model(calibration.magnet)
    there = np.asarray(layout.present)
    read = np.array([value is not None for value in raw]) & there
    if ignored:
        read[list(ignored)] = False
    plain = np.array([0 if value is None else value for value in raw], dtype=np.float32)
    values = (plain - _array(calibration.offsets)) / _array(calibration.gains)
    weight = read.astype(np.float32)
    if not layout.signed:  # on or off: neither warmth nor a neighbour's tail shows
        return Means(plain, np.where(read, values, 0.0).astype(np.float32), weight, model, there)
    values = np.where(read, values - _common_drift(values[read]), 0.0).astype(np.float32)
    return Means(plain, values - bleed(layout.grid) @ values, weight, model, there)


def _common_drift(values: Floats) -> float:
    """What all cells moved by since calibration, as a table does that grew warm.

    Seen in the cells without a checker. It is in every reading alike, so a comparison with the
    agreed one does not need it; a set-up has no agreed one.
    """
    quiet = values[np.abs(values) < _QUIET]
    if len(quiet) < _QUIET_CELLS:
        return 0.0
    below, above = (len(quiet) - 1) // 2, len(quiet) // 2
    middle = np.partition(quiet, (below, above))
    return float((middle[below] + middle[above]) / 2)  # np.median takes five times as long


def slot_of_means(means: Means, slot: int) -> SlotReading:
    """What one slot reads."""
    cells = means.model.grid.span(slot)
    return SlotReading(
        means.values[cells],
        means.weight[cells],
        means.raw[cells] >= STOP,
        means.raw[cells] <= -STOP,
        means.model.strip(slot),
    )


@cache
def _array(values: tuple[float, ...]) -> Floats:
    return np.asarray(values, dtype=np.float32)
