"""Which cells, lights and buttons a table has, and how they are numbered.

Cell index = group*5 + cell-1 for the 24 points (cell 1 lies at the rail), 120-123 for the bar
half of group 24, 124-127 for group 25. Lights: 0-23 points, 24-25 bar halves, 26-27 trays.
"""

from __future__ import annotations

from dataclasses import dataclass

POINT_GROUPS = 24
CELLS_PER_POINT = 5
CELLS_PER_BAR = 4
GROUPS = 26
CELLS = POINT_GROUPS * CELLS_PER_POINT + 2 * CELLS_PER_BAR
LIGHTS = 28
BUTTONS = 6


@dataclass(frozen=True, slots=True)
class Layout:
    """One kind of table. `present` says which of the 128 cell places hold a sensor.

    point_cells: how many cells divide a point, numbered from its rail; those of a point that lie
    beyond are absent. signed False: cells only say whether something lies over them. wires: by cell
    the place in a snapshot that shows it; None: its own.
    """

    name: str
    signed: bool
    present: tuple[bool, ...] = (True,) * CELLS
    point_cells: int = CELLS_PER_POINT
    lights: int = LIGHTS
    buttons: int = BUTTONS
    wires: tuple[int, ...] | None = None

    @property
    def shown(self) -> tuple[bool, ...]:
        """By place in a snapshot whether it shows a cell."""
        if self.wires is None:
            return self.present
        shows = {wire for wire, there in zip(self.wires, self.present, strict=True) if there}
        return tuple(wire in shows for wire in range(CELLS))


def _with_point_cells(name: str, count: int) -> Layout:
    present = tuple(
        cell >= POINT_GROUPS * CELLS_PER_POINT or cell % CELLS_PER_POINT < count
        for cell in range(CELLS)
    )
    return Layout(name, signed=True, present=present, point_cells=count)


REFERENCE = Layout("reference", signed=True)
PRESENCE = Layout("presence", signed=False)
FOUR = _with_point_cells("four", 4)
LAYOUTS = {layout.name: layout for layout in (REFERENCE, PRESENCE, FOUR)}
"""A point's group has five places on the wire: six cells a point need its next version."""


def cells_of(group: int) -> range:
    """The cell indices of a group, from the rail (for a bar half: from the near rail) inward."""
    if 0 <= group < POINT_GROUPS:
        return range(group * CELLS_PER_POINT, (group + 1) * CELLS_PER_POINT)
    if group in (24, 25):
        start = POINT_GROUPS * CELLS_PER_POINT + (group - POINT_GROUPS) * CELLS_PER_BAR
        return range(start, start + CELLS_PER_BAR)
    raise ValueError(f"group {group} is not 0-25")


def group_of(cell: int) -> int:
    """The group that a cell index belongs to."""
    if not 0 <= cell < CELLS:
        raise ValueError(f"cell {cell} is not 0-{CELLS - 1}")
    points = POINT_GROUPS * CELLS_PER_POINT
    return cell // CELLS_PER_POINT if cell < points else 24 + (cell - points) // CELLS_PER_BAR


def cell_name(cell: int) -> str:
    """ "light 13.2" is the second cell, from the rail, of light's 13-point; "light bar 1"."""
    group = group_of(cell)
    place = cell - cells_of(group).start + 1
    if group < POINT_GROUPS:
        return f"light {group + 1}.{place}"
    return f"{('light', 'dark')[group - POINT_GROUPS]} bar {place}"
