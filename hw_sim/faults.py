"""What goes wrong with cells, by name. Faulty checkers are the board's business (`Board.spoil`)."""

from __future__ import annotations

import enum

import numpy as np
import numpy.typing as npt

from firmware_bridge.layout import CELLS

FLICKER_UNITS = 50  # nearly a checker: a loose solder joint on the supply
HOUR_MS = 3_600_000
FLICKER_MS = (80, 250)
"""How long a flickering cell stays up or down: well over 5 changes in 2 s."""


class CellFault(enum.StrEnum):
    """dead: reads 0 without noise. stuck: reads one value. flicker: jumps up and down. drift:
    wanders off, so many units an hour."""

    DEAD = "dead"
    STUCK = "stuck"
    FLICKER = "flicker"
    DRIFT = "drift"


STRAY_UNITS = 30.0  # a phone's case or a loudspeaker: the commonest real trouble
STRAY_REACH_MM = 150.0
ROW_CELLS = 16  # one multiplexer
ROW_OUT_MS = 300
ROW_EVERY_MS = 60_000  # on average; "now and then"


class CheckerFault(enum.StrEnum):
    """weak: a cracked magnet. flipped: upside down, so that it reads as the other side."""

    WEAK = "weak"
    FLIPPED = "flipped"

    @property
    def factor(self) -> float:
        """What becomes of the magnet's strength."""
        return 0.5 if self is CheckerFault.WEAK else -1.0


class CellFaults:
    """The faults of one table's cells; chance decides only when a cell flickers."""

    def __init__(self, rng: np.random.Generator) -> None:
        self._rng = rng
        self._fixed: dict[int, int] = {}
        self._flickering: dict[int, tuple[bool, int]] = {}
        self._drifting: dict[int, tuple[int, int | None]] = {}  # units an hour, since
        self._wiring: npt.NDArray[np.intp] | None = None  # the cell that each number really shows
        self._changed = False

    @property
    def restless(self) -> bool:
        """Whether readings change though no checker moves."""
        return bool(self._flickering or self._drifting) or self._changed

    @property
    def cells(self) -> dict[int, CellFault]:
        """The broken cells and what they do; one stuck at 0 counts as dead."""
        fixed = {
            cell: CellFault.STUCK if value else CellFault.DEAD
            for cell, value in self._fixed.items()
        }
        moving = dict.fromkeys(self._flickering, CellFault.FLICKER)
        return fixed | moving | dict.fromkeys(self._drifting, CellFault.DRIFT)

    @property
    def swapped(self) -> tuple[int, ...]:
        """Numbers that show another cell than their own."""
        if self._wiring is None:
            return ()
        return tuple(int(cell) for cell in np.flatnonzero(self._wiring != np.arange(CELLS)))

    def set(self, cell: int, fault: CellFault, value: int = 0) -> None:
        """Break one cell; `value` is what a stuck one reads, or how many units an hour a drifting
        one wanders. A later fault replaces it.

        Raises ValueError for a cell or value that does not exist.
        """
        if not 0 <= cell < CELLS:
            raise ValueError(f"cell {cell} is not 0-{CELLS - 1}")
        if not -127 <= value <= 127:
            raise ValueError(f"a cell cannot be stuck at {value}, or drift so: -127 to 127")
        self._fixed.pop(cell, None)
        self._flickering.pop(cell, None)
        self._drifting.pop(cell, None)
        if fault is CellFault.FLICKER:
            self._flickering[cell] = (False, 0)
        elif fault is CellFault.DRIFT:
            self._drifting[cell] = (value, None)
        else:
            self._fixed[cell] = value if fault is CellFault.STUCK else 0
        self._changed = True

    def swap_rows(self, first: int, second: int) -> None:
        """The plugs of two multiplexers (rows 0-7) are exchanged: each shows the other's cells.

        Raises ValueError for a row that does not exist.
        """
        for row in (first, second):
            if not 0 <= row < CELLS // ROW_CELLS:
                raise ValueError(f"row {row} is not 0-{CELLS // ROW_CELLS - 1}")
        wiring = np.arange(CELLS) if self._wiring is None else self._wiring
        rows = wiring.reshape(-1, ROW_CELLS).copy()
        rows[[first, second]] = rows[[second, first]]
        self._wiring = rows.ravel()
        self._changed = True

    def clear(self) -> None:
        """All cells work again, and every plug sits in its place."""
        self._fixed.clear()
        self._flickering.clear()
        self._drifting.clear()
        self._wiring = None
        self._changed = True

    def apply(self, readings: npt.NDArray[np.int16], now_ms: int) -> None:
        """Change one scan's readings, by cell, in place."""
        self._changed = False
        for cell, (rate, since_ms) in self._drifting.items():
            if since_ms is None:
                since_ms = now_ms
                self._drifting[cell] = (rate, now_ms)
            wandered = rate * (now_ms - since_ms) / HOUR_MS
            readings[cell] = max(-127, min(127, round(int(readings[cell]) + wandered)))
        for cell, value in self._fixed.items():
            readings[cell] = value
        for cell, (up, until_ms) in self._flickering.items():
            if now_ms >= until_ms:
                up = not up
                until_ms = now_ms + int(self._rng.integers(*FLICKER_MS))
                self._flickering[cell] = (up, until_ms)
            if up:
                readings[cell] = max(-127, min(127, int(readings[cell]) + FLICKER_UNITS))

    def plug(self, readings: npt.NDArray[np.int16]) -> None:
        """Exchange in place, in the order of wires, what exchanged plugs show."""
        if self._wiring is not None:
            readings[:] = readings[self._wiring]


class RowDropouts:
    """A bad connector: now and then one multiplexer's cells give no reading for a moment."""

    def __init__(self, rng: np.random.Generator) -> None:
        self._rng = rng
        self._next_ms: int | None = None
        self._until_ms = 0
        self._row = 0

    def out(self, now_ms: int) -> slice | None:
        """The cells that are out at this scan."""
        if self._next_ms is None:
            self._next_ms = now_ms + self._gap()
        elif now_ms >= self._next_ms:
            self._row = int(self._rng.integers(CELLS // ROW_CELLS)) * ROW_CELLS
            self._until_ms = now_ms + ROW_OUT_MS
            self._next_ms = self._until_ms + self._gap()
        return slice(self._row, self._row + ROW_CELLS) if now_ms < self._until_ms else None

    def is_out(self, now_ms: int) -> bool:
        """Whether cells are out now, by the last scan's knowledge."""
        return now_ms <= self._until_ms and self._until_ms > 0

    def _gap(self) -> int:
        return 1 + int(self._rng.exponential(ROW_EVERY_MS))
