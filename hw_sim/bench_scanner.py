"""A scanner whose cells are set by hand: for the contract suite and for trying a firmware out."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from firmware_bridge.codec import MAX_READING, NO_READING
from firmware_bridge.layout import CELLS


class BenchScanner:
    """Shows what was set, with Gaussian noise of `noise` units a scan from one seed."""

    def __init__(self, *, noise: float = 0.0, seed: int = 1) -> None:
        self.noise = noise
        self.misbehaving = False  # as with a cell that flickers: never at rest
        self._field = np.zeros(CELLS, np.int16)
        self._changed = True
        self._rng = np.random.default_rng(seed)

    def set(self, cell: int, value: int | None) -> None:
        """One cell reads this from the next scan on; None: no reading."""
        self._field[cell] = NO_READING if value is None else value
        self._changed = True

    def set_all(self, values: Sequence[int | None]) -> None:
        """All 128 cells at once."""
        self._field[:] = [NO_READING if value is None else value for value in values]
        self._changed = True

    def scan(self, now_ms: int) -> NDArray[np.int16]:
        self._changed = False
        if not self.noise:
            return self._field.copy()
        noisy = np.rint(self._field + self._rng.normal(0.0, self.noise, CELLS))
        bounded = np.clip(noisy, -MAX_READING, MAX_READING).astype(np.int16)
        return np.where(self._field == NO_READING, np.int16(NO_READING), bounded)

    def moving(self, now_ms: int) -> bool:
        return self._changed or self.misbehaving
