"""The menu of faults: what can be broken under the pointer, and where its lines lie. Pure."""

from __future__ import annotations

from dataclasses import dataclass

from firmware_bridge.layout import cells_of, group_of
from hw_sim.acts import Act, ClearFaults, FaultCell, FaultChecker, Plug, Reset, Unplug
from hw_sim.checkers import Colour, format_place
from hw_sim.faults import CellFault, CheckerFault
from hw_sim.geometry import XY
from hw_sim.window.layout import Box, Layout
from hw_sim.window.scene import Lying

STUCK_AT = 90  # between one checker and two: nothing that lies there explains it
DRIFT_AN_HOUR = 120  # units: two a minute
LINE_MM = 34.0
WIDTH_MM = 250.0
PAD_MM = 8.0
BESIDE_MM = 30.0  # right of what it is about, which stays in sight


@dataclass(frozen=True, slots=True)
class Line:
    """act None: a heading."""

    text: str
    act: Act | None = None


@dataclass(frozen=True, slots=True)
class Menu:
    """An open menu; `frame` and `boxes` are in pixels, a box for each line."""

    lines: tuple[Line, ...]
    frame: Box
    boxes: tuple[Box, ...]

    def act_at(self, px: XY) -> Act | None:
        """What a click there asks for."""
        for line, box in zip(self.lines, self.boxes, strict=True):
            if box.contains(px):
                return line.act
        return None


def open_menu(layout: Layout, at: XY, checker: Lying | None, *, is_plugged: bool) -> Menu:
    """The menu for what lies at `at` (px): cell and checker there, cable and device always."""
    lines = (*_cell_lines(layout, at), *_checker_lines(checker), *_machine_lines(is_plugged))
    pad, height = PAD_MM * layout.scale, LINE_MM * layout.scale
    size = WIDTH_MM * layout.scale, len(lines) * height + 2 * pad
    x = min(max(at[0] + BESIDE_MM * layout.scale, 0.0), layout.width - size[0])
    y = min(max(at[1], 0.0), layout.height - size[1])
    boxes = tuple(
        Box(x + pad, y + pad + number * height, size[0] - 2 * pad, height)
        for number in range(len(lines))
    )
    return Menu(lines, Box(x, y, *size), boxes)


def cell_name(cell: int) -> str:
    """A cell as people call it: light 13.2, bar light 1."""
    slot = group_of(cell)
    number = cells_of(slot).index(cell) + 1
    if slot > 23:
        return f"bar {'light' if slot == 24 else 'dark'} {number}"
    return f"light {slot + 1}.{number}"


def _cell_lines(layout: Layout, at: XY) -> tuple[Line, ...]:
    cell = layout.cell_at(at)
    if cell is None:
        return ()
    slot = group_of(cell)
    side = Colour.DARK if slot == 25 else Colour.LIGHT
    place, number = format_place(side, slot), cells_of(slot).index(cell) + 1

    def breaks(kind: CellFault, value: int = 0) -> FaultCell:
        return FaultCell(side, place, number, kind, value)

    return (
        Line(f"Cell {cell_name(cell)}"),
        Line("Dead", breaks(CellFault.DEAD)),
        Line(f"Stuck at {STUCK_AT}", breaks(CellFault.STUCK, STUCK_AT)),
        Line("Flickers", breaks(CellFault.FLICKER)),
        Line("Drifts", breaks(CellFault.DRIFT, DRIFT_AN_HOUR)),
    )


def _checker_lines(checker: Lying | None) -> tuple[Line, ...]:
    if checker is None or checker.place is None:
        return ()
    place = format_place(checker.colour, checker.place)

    def spoils(kind: CheckerFault) -> FaultChecker:
        return FaultChecker(checker.colour, place, kind, checker.along)

    return (
        Line(f"This {checker.colour.value} checker"),
        Line("Weak magnet", spoils(CheckerFault.WEAK)),
        Line("Turn it over", spoils(CheckerFault.FLIPPED)),
    )


def _machine_lines(is_plugged: bool) -> tuple[Line, ...]:
    cable = Line("Unplug the cable", Unplug()) if is_plugged else Line("Plug the cable", Plug())
    return (
        Line("Table"),
        cable,
        Line("Reset the device", Reset()),
        Line("Mend cells and checkers", ClearFaults()),
    )
