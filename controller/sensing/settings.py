"""Numbers that sensing is run with: times, margins, which cells exist and how they are scaled."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from controller.rules.position import SLOTS
from controller.sensing.geometry import (
    CELLS,
    REFERENCE_GRID,
    REFERENCE_MAGNET,
    Grid,
    Magnet,
    Model,
    model_of,
)
from controller.sensing.wiring import (
    Wires,
    cell_name,
    cell_place,
    check_wires,
    format_wiring,
    parse_wiring,
)


@dataclass(frozen=True, slots=True)
class SensingSettings:
    """settle_ms, limit_ms: a board is judged when still so long, at the latest after `limit_ms`
    though a single cell does not come to rest. margin, closeness: nats; the best candidate must
    beat the second by `margin` and may be `closeness` worse than the unconstrained best guess
    (both found by `bench sensing --derive`; of what it allows the stricter side). tells: nats by
    which pictures on the way may move what the settled reading says of a slot (found so, too;
    0: they are not heard). blind_cells:
    more unreadable cells than this are no board. dead_cells: known to be dead, they weigh nothing.
    """

    settle_ms: int = 250
    limit_ms: int = 1000
    margin: float = 5.0
    closeness: float = 4.0
    tells: float = 4.0
    blind_cells: int = 12
    dead_cells: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class CellLayout:
    """Which cells a table has, and whether they tell light from dark: all its capabilities.

    Of presence-only tables (signed False) readings are 0 or more whoever's checker lies there.
    present: by cell number; a number without a cell is never read. wires: by cell the place in a
    snapshot that shows it, where the table's maker says so; None: its own. device: what the board
    calls its layout when it says hello; "": this name.
    """

    name: str
    signed: bool
    grid: Grid = REFERENCE_GRID
    present: tuple[bool, ...] = (True,) * CELLS
    wires: Wires | None = None
    device: str = ""

    @classmethod
    def of_grid(cls, name: str, grid: Grid, *, signed: bool = True) -> CellLayout:
        """A layout that has every cell of this grid. Raises ValueError if numbers overlap."""
        if grid.per_point > grid.stride:
            raise ValueError(f"{grid.per_point} cells do not fit in {grid.stride} numbers")
        there = [False] * grid.cells
        for slot in range(SLOTS):
            cells = grid.span(slot)
            there[cells] = [True] * grid.cells_in(slot)
        return cls(name, signed, grid, tuple(there))

    @classmethod
    def from_name(cls, name: str) -> CellLayout:
        """The layout that a device or config names. Raises ValueError listing the known ones."""
        if name not in NAMED_LAYOUTS:
            raise ValueError(f"no layout {name!r}: {', '.join(NAMED_LAYOUTS)}")
        return NAMED_LAYOUTS[name]

    @property
    def cells(self) -> int:
        """How many readings a snapshot has."""
        return self.grid.cells

    @property
    def as_built(self) -> Wires:
        """By cell the wire that shows it on a table built as this layout says."""
        return tuple(range(self.cells)) if self.wires is None else self.wires

    def only_present(self, readings: Sequence[int | None]) -> Sequence[int | None]:
        """Readings by cell, None where there is no cell: what a wire to nowhere says is nothing."""
        if all(self.present):
            return readings
        there = zip(readings, self.present, strict=True)
        return [value if is_there else None for value, is_there in there]

    def model(self, magnet: Magnet = REFERENCE_MAGNET) -> Model:
        """What checkers with these magnets look like on this table."""
        return model_of(self.grid, magnet, self.signed)


REFERENCE = CellLayout("reference", signed=True)
NAMED_LAYOUTS = {
    layout.name: layout
    for layout in (
        REFERENCE,
        CellLayout("presence", signed=False),
        CellLayout.of_grid("four", Grid(per_point=4)),
        CellLayout.of_grid("six", Grid(per_point=6, stride=6)),
    )
}
"""`six` has more cells than version 1 of the wire can number: `decode` alone reads it."""


@dataclass(frozen=True, slots=True)
class Calibration:
    """What is known of one table's cells and magnets.

    Raw value v of cell c is the reading (v - offsets[c]) / gains[c]; offsets in raw units.
    wires: by cell the place in a snapshot that shows it; None: its own. dead: cells that say
    nothing; they weigh nothing.
    """

    offsets: tuple[float, ...] = (0.0,) * CELLS
    gains: tuple[float, ...] = (1.0,) * CELLS
    magnet: Magnet = REFERENCE_MAGNET
    wires: Wires | None = None
    dead: frozenset[int] = frozenset()

    def __post_init__(self) -> None:
        if len(self.offsets) != len(self.gains):
            raise ValueError(f"{len(self.offsets)} offsets, but {len(self.gains)} gains")
        if not all(0.2 <= gain <= 5.0 for gain in self.gains):
            raise ValueError("gains must lie between 0.2 and 5")
        if not all(-STOP_OFFSET <= offset <= STOP_OFFSET for offset in self.offsets):
            raise ValueError(f"offsets must lie between -{STOP_OFFSET} and {STOP_OFFSET}")

    @classmethod
    def ideal(cls, layout: CellLayout) -> Calibration:
        """What cells without any error would have."""
        return cls((0.0,) * layout.cells, (1.0,) * layout.cells, wires=layout.wires)

    def by_cell(self, readings: Sequence[int | None]) -> Sequence[int | None]:
        """A snapshot in the order of cells."""
        return readings if self.wires is None else [readings[wire] for wire in self.wires]

    def check(self, layout: CellLayout) -> None:
        """Raises ValueError for values that no table can have: nothing was measured, two cells are
        the same, too many are dead."""
        if self.wires is not None:
            check_wires(self.wires, layout.grid)
        if layout.wires is not None:
            _check_same_wires(self.wires or range(layout.cells), layout)
        if len(self.dead) > DEAD_CELLS:
            names = ", ".join(cell_name(cell, layout.grid) for cell in sorted(self.dead))
            raise ValueError(f"{len(self.dead)} cells are dead, more than {DEAD_CELLS}: {names}")
        if not layout.signed:
            return
        alive = [c for c, there in enumerate(layout.present) if there and c not in self.dead]
        seen: dict[tuple[float, float], int] = {}
        same = [
            (other, cell)
            for cell in alive
            if (other := seen.setdefault((self.offsets[cell], self.gains[cell]), cell)) != cell
        ]
        if len(seen) == 1:
            raise ValueError("all cells are equal: nothing was measured")
        if len(same) > len(alive) * SAME_BY_CHANCE:
            first, second = (cell_name(cell, layout.grid) for cell in same[0])
            raise ValueError(f"cells {first} and {second} are the same, and {len(same) - 1} more")


def _check_same_wires(wires: Sequence[int], layout: CellLayout) -> None:
    """Raises ValueError naming the first cell that was measured on another wire than the layout
    says: what was measured is then of another sensor."""
    for cell, there in enumerate(layout.present):
        if there and wires[cell] != layout.as_built[cell]:
            raise ValueError(
                f"it was measured with {cell_place(cell, layout.grid)}, on wire {wires[cell]}, "
                f"but layout {layout.name} says wire {layout.as_built[cell]}; calibrate again, or "
                "mend the layout file"
            )


DEAD_CELLS = 12  # more are no board
SAME_BY_CHANCE = 0.1  # of the cells: measured values are rounded ones
STOP_OFFSET = 100
"""A cell that rests further from 0 than this leaves no room for a checker."""


def parse_calibration(data: object, layout: CellLayout = REFERENCE) -> Calibration:
    """A calibration from plain data {"offsets": [n], "gains": [n]} and, if known, "sigma_mm" and
    "layers", "wiring" and "dead" (cell numbers); None is that of ideal cells. Raises ValueError
    saying what is wrong.
    """
    if data is None:
        return Calibration.ideal(layout)
    if not isinstance(data, dict) or not {"offsets", "gains"} <= set(data) <= _CALIBRATION_KEYS:
        raise ValueError(
            'a calibration is {"offsets": [...], "gains": [...]}, with "sigma_mm", "layers", '
            '"wiring" and "dead" where they are known'
        )
    return Calibration(
        _numbers(data["offsets"], "offsets", layout.cells),
        _numbers(data["gains"], "gains", layout.cells),
        _magnet(data),
        parse_wiring(data["wiring"], layout.grid) if "wiring" in data else None,
        _dead(data.get("dead", []), layout),
    )


_CALIBRATION_KEYS = {"offsets", "gains", "sigma_mm", "layers", "wiring", "dead"}


def format_calibration(
    calibration: Calibration, layout: CellLayout = REFERENCE
) -> dict[str, object]:
    """The plain data that `parse_calibration` reads."""
    data: dict[str, object] = {
        "offsets": list(calibration.offsets),
        "gains": list(calibration.gains),
        "sigma_mm": calibration.magnet.sigma_mm,
        "layers": list(calibration.magnet.layers),
    }
    if calibration.wires is not None:
        data["wiring"] = format_wiring(calibration.wires, layout.grid)
    if calibration.dead:
        data["dead"] = sorted(calibration.dead)
    return data


def _dead(cells: object, layout: CellLayout) -> frozenset[int]:
    if not isinstance(cells, list) or not all(
        type(cell) is int and 0 <= cell < layout.cells for cell in cells
    ):
        raise ValueError(f"dead must be cell numbers, 0-{layout.cells - 1}")
    return frozenset(cells)


def _magnet(data: dict[str, object]) -> Magnet:
    (sigma_mm,) = _numbers([data.get("sigma_mm", REFERENCE_MAGNET.sigma_mm)], "sigma_mm", 1)
    layers = _numbers(data.get("layers", list(REFERENCE_MAGNET.layers)), "layers", 3)
    return Magnet(sigma_mm, (layers[0], layers[1], layers[2]))


def _numbers(values: object, name: str, count: int) -> tuple[float, ...]:
    if (
        not isinstance(values, list)
        or len(values) != count
        or not all(isinstance(v, int | float) and not isinstance(v, bool) for v in values)
    ):
        raise ValueError(f"{name} must be {count} numbers")
    return tuple(float(value) for value in values)
