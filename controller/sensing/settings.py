"""Numbers that sensing is run with: times, margins, which cells exist and how they are scaled."""

from __future__ import annotations

from dataclasses import dataclass, field

from controller.sensing.geometry import CELLS


@dataclass(frozen=True, slots=True)
class SensingSettings:
    """settle_ms, limit_ms: a board is judged when still so long, at the latest after `limit_ms`
    though a single cell does not come to rest. margin, closeness: nats; the best candidate must
    beat the second by `margin` and may be `closeness` worse than the unconstrained best guess
    (both found by `bench sensing` on development seeds). blind_cells: more unreadable cells than
    this are no board. dead_cells: known to be dead, they weigh nothing.
    """

    settle_ms: int = 250
    limit_ms: int = 1000
    margin: float = 5.0
    closeness: float = 3.0
    blind_cells: int = 12
    dead_cells: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class CellLayout:
    """Which of the 128 cells exist, and whether they tell light from dark.

    Of presence-only tables (signed False) readings are 0 or more whoever's checker lies there.
    """

    name: str
    signed: bool
    present: tuple[bool, ...] = (True,) * CELLS

    @classmethod
    def from_name(cls, name: str) -> CellLayout:
        """The layout that a device or config names. Raises ValueError listing the known ones."""
        if name not in _LAYOUTS:
            raise ValueError(f"no layout {name!r}: {', '.join(_LAYOUTS)}")
        return _LAYOUTS[name]


_LAYOUTS = {"reference": CellLayout("reference", signed=True)}
REFERENCE = _LAYOUTS["reference"]


@dataclass(frozen=True, slots=True)
class Calibration:
    """Raw value v of cell c is the reading (v - offsets[c]) / gains[c]; offsets in raw units."""

    offsets: tuple[float, ...] = field(default=(0.0,) * CELLS)
    gains: tuple[float, ...] = field(default=(1.0,) * CELLS)

    def __post_init__(self) -> None:
        if len(self.offsets) != CELLS or len(self.gains) != CELLS:
            raise ValueError(f"a calibration has {CELLS} offsets and {CELLS} gains")
        if not all(0.2 <= gain <= 5.0 for gain in self.gains):
            raise ValueError("gains must lie between 0.2 and 5")
        if not all(-STOP_OFFSET <= offset <= STOP_OFFSET for offset in self.offsets):
            raise ValueError(f"offsets must lie between -{STOP_OFFSET} and {STOP_OFFSET}")


STOP_OFFSET = 100
"""A cell that rests further from 0 than this leaves no room for a checker."""


def parse_calibration(data: object) -> Calibration:
    """A calibration from plain data {"offsets": [128], "gains": [128]}; None is the identity.

    Raises ValueError saying what is wrong.
    """
    if data is None:
        return Calibration()
    if not isinstance(data, dict) or set(data) != {"offsets", "gains"}:
        raise ValueError('a calibration is {"offsets": [...], "gains": [...]}')
    return Calibration(_numbers(data["offsets"], "offsets"), _numbers(data["gains"], "gains"))


def format_calibration(calibration: Calibration) -> dict[str, list[float]]:
    """The plain data that `parse_calibration` reads."""
    return {"offsets": list(calibration.offsets), "gains": list(calibration.gains)}


def _numbers(values: object, name: str) -> tuple[float, ...]:
    if not isinstance(values, list) or not all(
        isinstance(value, int | float) and not isinstance(value, bool) for value in values
    ):
        raise ValueError(f"{name} must be a list of {CELLS} numbers")
    return tuple(float(value) for value in values)
