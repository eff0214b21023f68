"""What the 128 cells of a table read: field of every magnet, electronics, faults.

Units are those of the wire: one nominal checker centred over a cell = 64. Every number below is a
datasheet's, a formula's or a guess, with its reason beside it; a bench measurement replaces it.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Collection
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from firmware_bridge.layout import CELLS, REFERENCE, Layout, cells_of
from hw_sim.board import Board
from hw_sim.checkers import Checker
from hw_sim.faults import STRAY_REACH_MM, STRAY_UNITS, CellFaults, RowDropouts
from hw_sim.geometry import XY, cell_positions

Cells = npt.NDArray[np.float64]
Readings = npt.NDArray[np.int16]

CHECKER_UNITS = 64.0  # half the scale, so that a sixth checker on top is not hidden by the stop
STOP = 127
NO_READING = -128
SIGMA_MM = 18.0  # ferrite Y30 30 x 3 mm seen from 20 mm: half-width 15.5 mm
LAYERS = (1.0, 0.39, 0.19)  # the same magnet 11 and 22 mm farther away, by formula
LAYER_FALL = 0.5  # each further layer
ANY_SIGMA_MM = (14.0, 23.0)  # of magnets that nobody chose: small discs near, large ones far below
ANY_LAYER = (0.2, 0.5)  # their second layer
ANY_FALL = (0.4, 0.55)  # their third layer, of the second
TAIL_MM = (0.0, 24.0, 42.0, 54.0, 72.0, 120.0)
TAIL = (0.0, 0.01, 0.03, 0.03, 0.015, 0.0)
"""Share of a checker by which the field turns over beside a disc magnet: -3 % at 48 and 54 mm,
-1.5 % at 72, nothing beyond 120 (charge-sheet formula); linear in between."""

GAIN_SPREAD = 0.03  # DRV5055A1, cell to cell, with the magnet's distance
OFFSET_SPREAD = 0.08 * CHECKER_UNITS  # DRV5055A1 null of +-0.7 mT against 7.2 mT of a checker
CALIBRATED_GAIN = 0.02  # left after one reference checker was slid over each cell
CALIBRATED_OFFSET = 0.5  # left after the empty board was read
NOISE = 1.0  # a scan, sensor and ADC together; arithmetic says 0.5
DRIFT_PERIOD_MS = 12 * 3_600_000
DRIFT_COMMON = 2.0 * 12 / math.tau
"""Amplitude of a swing whose steepest slope is 2 units an hour: a room warms and cools, and a
drift without a turning point would leave any real table's range within days."""
DRIFT_EACH = 1.0 * 12 / math.tau
DRIFT_STEP_MS = 60_000
PRESENCE_UNITS = (29.0, 35.0)
"""Presence-only tables say 0 or 64: a Hall switch lets go below half a checker, takes above."""

_TABLE_STEP_MM = 0.25
_NOISE_ROWS = 64


@dataclass(frozen=True, slots=True)
class Magnet:
    """The field of one table's checkers. sigma_mm: distance across at which it has fallen to 1/e.

    layers: how strongly checkers are seen that lie on the felt, on one other, on two others.
    """

    sigma_mm: float = SIGMA_MM
    layers: tuple[float, float, float] = LAYERS

    @classmethod
    def any(cls, rng: np.random.Generator) -> Magnet:
        """Discs that nobody chose for this table: from small ones near to large ones far below."""
        second = float(rng.uniform(*ANY_LAYER))
        third = second * float(rng.uniform(*ANY_FALL))
        return cls(float(rng.uniform(*ANY_SIGMA_MM)), (1.0, second, third))

    def found(self, rng: np.random.Generator) -> Magnet:
        """What a good calibration finds of it."""
        errors = 1.0 + rng.normal(0.0, CALIBRATED_GAIN, 3)
        layers = (1.0, self.layers[1] * errors[1], self.layers[2] * errors[2])
        return Magnet(float(self.sigma_mm * errors[0]), layers)

    def kernel(self, distance_mm: npt.ArrayLike) -> Cells:
        """Field of one checker at a distance across, as a share of its centre."""
        d = np.asarray(distance_mm, dtype=np.float64)
        gauss = np.exp(-((d / self.sigma_mm) ** 2))
        return np.asarray(np.where(d < TAIL_MM[-1], gauss - np.interp(d, TAIL_MM, TAIL), 0.0))

    def layer_gain(self, layer: int) -> float:
        """How strongly a checker of this layer (0: on the felt) is seen."""
        if layer < len(self.layers):
            return self.layers[layer]
        return self.layers[-1] * LAYER_FALL ** (layer - len(self.layers) + 1)


REFERENCE_MAGNET = Magnet()


@dataclass(frozen=True, slots=True)
class Calibration:
    """reading = gain x field + offset; both by cell, shape (128,); the field is of this magnet."""

    offsets: Cells = field(default_factory=lambda: np.zeros(CELLS))
    gains: Cells = field(default_factory=lambda: np.ones(CELLS))
    magnet: Magnet = REFERENCE_MAGNET


class Electronics:
    """The cells' own gains and offsets, and what a good calibration found of them.

    signed False: cells that switch at a threshold; nothing of them can be calibrated.
    """

    def __init__(
        self,
        rng: np.random.Generator,
        magnet: Magnet = REFERENCE_MAGNET,
        *,
        signed: bool = True,
    ) -> None:
        self.true = Calibration(
            rng.normal(0.0, OFFSET_SPREAD, CELLS),
            1.0 + rng.normal(0.0, GAIN_SPREAD, CELLS),
            magnet,
        )
        offsets = self.true.offsets + rng.normal(0.0, CALIBRATED_OFFSET, CELLS)
        gains = self.true.gains * (1.0 + rng.normal(0.0, CALIBRATED_GAIN, CELLS))
        found = magnet if magnet is REFERENCE_MAGNET else magnet.found(rng.spawn(1)[0])
        self.found = Calibration(offsets, gains, found) if signed else Calibration(magnet=found)
        sign = 1.0 if rng.random() < 0.5 else -1.0
        self._swing = sign * DRIFT_COMMON + rng.normal(0.0, DRIFT_EACH, CELLS)

    def drift(self, age_ms: int) -> Cells:
        """Units to add to every cell, so long after the table was calibrated."""
        return self._swing * math.sin(math.tau * age_ms / DRIFT_PERIOD_MS)


class Sensors:
    """The scanner of a simulated table: a device asks it for raw readings.

    What did not change since the last scan is not computed again: each checker's share of the
    field is kept, and noise comes from the generator in blocks.
    """

    def __init__(
        self,
        board: Board,
        rng: np.random.Generator,
        layout: Layout = REFERENCE,
        noise_units: float = NOISE,
        before_scan: Callable[[int], None] | None = None,
        *,
        with_dropouts: bool = False,
        any_magnet: bool = False,
    ) -> None:
        electronics_rng, self._noise_rng, fault_rng, dropout_rng, magnet_rng = rng.spawn(5)
        self._magnet = Magnet.any(magnet_rng) if any_magnet else REFERENCE_MAGNET
        self.faults = CellFaults(fault_rng)
        self._dropouts = RowDropouts(dropout_rng) if with_dropouts else None
        self._stray = np.zeros(CELLS)
        self._has_new_stray = False  # or a hand that came or went
        self._on = np.zeros(CELLS, dtype=np.bool_)
        self._covered = np.zeros(CELLS, dtype=np.bool_)
        self._board = board
        self._before_scan = before_scan or board.advance
        self._electronics = Electronics(electronics_rng, self._magnet, signed=layout.signed)
        self._noise_units = noise_units
        self._absent = ~np.array(layout.present)
        self._signed = layout.signed
        self._wires = None if layout.wires is None else np.array(layout.wires)
        self._xs, self._ys = np.ascontiguousarray(cell_positions(layout).T)
        steps = int(TAIL_MM[-1] / _TABLE_STEP_MM) + 1
        self._kernel = CHECKER_UNITS * self._magnet.kernel(np.arange(steps + 1) * _TABLE_STEP_MM)
        self._shares: dict[Checker, Cells] = {}
        self._field = np.zeros(CELLS)
        self._still = np.zeros(CELLS)
        self._drift_step = -1
        self._calibrated_ms: int | None = None
        self._noise = np.zeros((0, CELLS))
        self._noise_row = 0

    def calibration(self) -> Calibration:
        """What a good `calibrate` would have found on this table."""
        return self._electronics.found

    def true_calibration(self) -> Calibration:
        """What no calibration knows exactly; for benches."""
        return self._electronics.true

    def moving(self, now_ms: int) -> bool:
        """Whether the field changes now, changed since the last scan, or a cell misbehaves."""
        if self._dropouts is not None and self._dropouts.is_out(now_ms):
            return True
        return self._board.in_motion or self.faults.restless or self._has_new_stray

    def place_stray(self, where: XY | None) -> None:
        """Lay one more magnet that is no checker on the table (x, y in mm), or take all away
        (None)."""
        self._has_new_stray = True
        if where is None:
            self._stray = np.zeros(CELLS)
        else:
            distance = np.hypot(self._xs - where[0], self._ys - where[1])
            self._stray += STRAY_UNITS * np.maximum(1 - distance / STRAY_REACH_MM, 0.0)

    def cover(self, slots: Collection[int]) -> None:
        """Hands over these slots (none: taken away), seen by cells that only feel a presence.

        Raises ValueError for hands over a table whose cells feel magnets.
        """
        if self._signed and slots:
            raise ValueError("cover needs a presence-only table")
        self._covered[:] = False
        for slot in slots:
            self._covered[cells_of(slot)] = True
        self._has_new_stray = True

    def field(self) -> Cells:
        """The field at every cell without electronics, shape (128,), in units."""
        self._follow_board()
        return self._field.copy()

    def scan(self, now_ms: int) -> Readings:
        """Raw readings by wire, -127..127, -128 where there is none."""
        self._before_scan(now_ms)
        changed = self._follow_board()
        if self._calibrated_ms is None:  # clocks may start anywhere: a new table does not drift yet
            self._calibrated_ms = now_ms
        drift_step = (now_ms - self._calibrated_ms) // DRIFT_STEP_MS
        if changed or self._has_new_stray or drift_step != self._drift_step:
            self._drift_step = drift_step
            self._has_new_stray = False
            true = self._electronics.true
            drift = self._electronics.drift(drift_step * DRIFT_STEP_MS)
            self._still = true.gains * (self._field + self._stray) + true.offsets + drift
        values = self._still + self._next_noise()
        np.rint(values, out=values)
        np.minimum(values, STOP, out=values)
        np.maximum(values, -STOP, out=values)
        if not self._signed:
            self._on = np.abs(values) >= np.where(self._on, *PRESENCE_UNITS)
            values = np.where(self._on | self._covered, CHECKER_UNITS, 0.0)
        readings = values.astype(np.int16)
        self.faults.apply(readings, now_ms)
        if not self._signed:
            np.clip(readings, 0, int(CHECKER_UNITS), out=readings)
        readings[self._absent] = NO_READING
        if self._wires is not None:
            by_cell = readings
            readings = np.empty_like(by_cell)
            readings[self._wires] = by_cell
        self.faults.plug(readings)
        if self._dropouts is not None and (row := self._dropouts.out(now_ms)) is not None:
            readings[row] = NO_READING
        return readings

    def _next_noise(self) -> Cells:
        if self._noise_row == len(self._noise):
            shape = (_NOISE_ROWS, CELLS)
            self._noise = self._noise_rng.standard_normal(shape) * self._noise_units
            self._noise_row = 0
        self._noise_row += 1
        row: Cells = self._noise[self._noise_row - 1]
        return row

    def _follow_board(self) -> bool:
        """Bring the field up to date; whether it changed."""
        changes = self._board.take_changes()
        for checker, magnet in changes.items():
            before = self._shares.pop(checker, None)
            if before is not None:
                self._field -= before
            if magnet is not None:
                share = self._share(*magnet)
                self._field += share
                self._shares[checker] = share
        return bool(changes)

    def _share(self, x: float, y: float, layer: int, strength: float) -> Cells:
        dx, dy = self._xs - x, self._ys - y
        steps = np.sqrt(dx * dx + dy * dy)
        steps *= 1 / _TABLE_STEP_MM
        steps += 0.5
        index = np.minimum(steps, len(self._kernel) - 1).astype(np.intp)
        share: Cells = self._kernel[index]
        share *= self._magnet.layer_gain(layer) * strength
        return share
