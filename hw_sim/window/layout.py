"""Where everything lies in the window: millimetres of the table to pixels and back. No pygame.

The table's millimetres are those of `hw_sim.geometry` (x to the right, y away from light), which
go on beyond the rails: trays to the right, buttons before each rail, cloth to both sides.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import NamedTuple

from firmware_bridge.layout import GROUPS
from hw_sim.checkers import Area, Colour, Place
from hw_sim.geometry import (
    BAR_COLUMN,
    CELL_PITCH_MM,
    CHECKER_MM,
    COLUMNS,
    DEPTH_MM,
    POINT_PITCH_MM,
    RADIUS_MM,
    XY,
    cell_positions,
    column_of,
    is_far,
)

FIELD_LEFT_MM = -POINT_PITCH_MM / 2
FIELD_RIGHT_MM = (COLUMNS - 0.5) * POINT_PITCH_MM
RAIL_MM = 36.0  # wide enough for a lamp and a number
SIDE_MM = 26.0
DIVIDER_MM = 12.0
TRAY_MM = 62.0
TRAY_DEPTH_MM = 258.0
BOX_LEFT_MM = FIELD_LEFT_MM - SIDE_MM
TRAY_LEFT_MM = FIELD_RIGHT_MM + DIVIDER_MM
BOX_RIGHT_MM = TRAY_LEFT_MM + TRAY_MM + SIDE_MM
CLOTH_MM = 228.0
EDGE_MM = 62.0  # before each rail, for the buttons
WIDTH_MM = BOX_RIGHT_MM - BOX_LEFT_MM + 2 * CLOTH_MM
HEIGHT_MM = DEPTH_MM + 2 * (RAIL_MM + EDGE_MM)
LAMP_MM = 10.0  # a lamp's distance from the field, in the rail
SLAB_MM = TRAY_DEPTH_MM / 15
GRID_COLUMNS = 4
GRID_MM = CHECKER_MM + 4.0
PANEL_DEPTH_MM = 324.0
BUTTON_MM = (138.0, 40.0)
BUTTON_GAP_MM = 12.0
CONTROLS = ("undo", "double", "done")
"""From a player's left to his right; the far player sees them the other way round."""


class Box(NamedTuple):
    """A rectangle in pixels."""

    x: float
    y: float
    width: float
    height: float

    def contains(self, at: XY) -> bool:
        return self.x <= at[0] < self.x + self.width and self.y <= at[1] < self.y + self.height

    @property
    def centre(self) -> XY:
        return self.x + self.width / 2, self.y + self.height / 2


@dataclass(frozen=True, slots=True)
class Layout:
    """The table as large as it fits into a window of this size, in its middle."""

    width: int
    height: int

    @property
    def scale(self) -> float:
        """Pixels a millimetre."""
        return min(self.width / WIDTH_MM, self.height / HEIGHT_MM)

    def to_px(self, mm: XY) -> XY:
        x = self.width / 2 + (mm[0] - (BOX_LEFT_MM + BOX_RIGHT_MM) / 2) * self.scale
        return x, self.height / 2 - (mm[1] - DEPTH_MM / 2) * self.scale

    def to_mm(self, px: XY) -> XY:
        x = (px[0] - self.width / 2) / self.scale + (BOX_LEFT_MM + BOX_RIGHT_MM) / 2
        return x, (self.height / 2 - px[1]) / self.scale + DEPTH_MM / 2

    def box(self, left: float, near: float, right: float, far: float) -> Box:
        """A rectangle of the table, given in millimetres."""
        x, y = self.to_px((left, far))
        return Box(x, y, (right - left) * self.scale, (far - near) * self.scale)

    # --- the parts of the table ------------------------------------------------------------------

    @property
    def frame(self) -> Box:
        """The whole box of the board with its rails."""
        return self.box(BOX_LEFT_MM, -RAIL_MM, BOX_RIGHT_MM, DEPTH_MM + RAIL_MM)

    @property
    def halves(self) -> tuple[Box, Box]:
        """The two fields left and right of the bar."""
        bar_left, bar_right = self._bar_mm()
        return (
            self.box(FIELD_LEFT_MM, 0.0, bar_left, DEPTH_MM),
            self.box(bar_right, 0.0, FIELD_RIGHT_MM, DEPTH_MM),
        )

    @property
    def bar(self) -> Box:
        bar_left, bar_right = self._bar_mm()
        return self.box(bar_left, 0.0, bar_right, DEPTH_MM)

    def tray(self, colour: Colour) -> Box:
        near = 0.0 if colour is Colour.LIGHT else DEPTH_MM - TRAY_DEPTH_MM
        return self.box(TRAY_LEFT_MM, near, TRAY_LEFT_MM + TRAY_MM, near + TRAY_DEPTH_MM)

    def button(self, colour: Colour, control: str) -> Box:
        """Light's buttons lie before the right half of the near rail, dark's across from them."""
        place = len(CONTROLS) - 1 - CONTROLS.index(control)
        width, depth = BUTTON_MM
        inset = place * (width + BUTTON_GAP_MM)
        low = -RAIL_MM - EDGE_MM + (EDGE_MM - depth) / 2
        if colour is Colour.LIGHT:
            right = BOX_RIGHT_MM - inset
            return self.box(right - width, low, right, low + depth)
        left = BOX_LEFT_MM + inset
        return self.box(left, DEPTH_MM - low - depth, left + width, DEPTH_MM - low)

    @property
    def panel(self) -> Box:
        """What the window says about the table, on the cloth at the right."""
        near = (DEPTH_MM - PANEL_DEPTH_MM) / 2
        left = BOX_RIGHT_MM + 14.0
        return self.box(left, near, BOX_RIGHT_MM + CLOTH_MM - 8.0, near + PANEL_DEPTH_MM)

    @property
    def faults_button(self) -> Box:
        """Opens the menu of faults; at the panel's foot."""
        panel, depth = self.panel, 40.0 * self.scale
        gap = 12.0 * self.scale
        return Box(
            panel.x + gap, panel.y + panel.height - depth - gap, panel.width - 2 * gap, depth
        )

    def point_tips(self, slot: int) -> tuple[XY, XY, XY]:
        """Left base, tip and right base of a point's inlay, in pixels."""
        middle = column_of(slot) * POINT_PITCH_MM
        rail, tip = (DEPTH_MM, DEPTH_MM - 242.0) if is_far(slot) else (0.0, 242.0)
        half = 0.45 * POINT_PITCH_MM
        return (
            self.to_px((middle - half, rail)),
            self.to_px((middle, tip)),
            self.to_px((middle + half, rail)),
        )

    def lamp(self, light: int) -> XY:
        """Where one of the 28 lights sits, in pixels: 0-25 by slot, 26-27 the trays."""
        if light < GROUPS:
            x, far = column_of(light) * POINT_PITCH_MM, is_far(light)
        else:
            x, far = TRAY_LEFT_MM + TRAY_MM / 2, light == GROUPS + 1
        return self.to_px((x, DEPTH_MM + LAMP_MM if far else -LAMP_MM))

    # --- where checkers without a slot lie, in millimetres ---------------------------------------

    def slab(self, colour: Colour, number: int) -> XY:
        """The centre of a checker in its tray, counted from the owner's end."""
        depth = (number + 0.5) * SLAB_MM
        return (
            TRAY_LEFT_MM + TRAY_MM / 2,
            depth if colour is Colour.LIGHT else DEPTH_MM - depth,
        )

    def beside(self, colour: Colour, number: int) -> XY:
        """Where a checker beside the board lies if nobody put it elsewhere."""
        row, column = divmod(number, GRID_COLUMNS)
        x = BOX_LEFT_MM - CLOTH_MM / 2 + (column - (GRID_COLUMNS - 1) / 2) * GRID_MM
        depth = -RAIL_MM + RADIUS_MM + row * GRID_MM
        return x, depth if colour is Colour.LIGHT else DEPTH_MM - depth

    def reserve(self, colour: Colour, number: int) -> XY:
        """Where a checker that has not yet entered waits: on the cloth at the right, beside the
        other's home (NO-01)."""
        x, y = self.beside(colour.other, number % (2 * GRID_COLUMNS))
        return x + BOX_RIGHT_MM - BOX_LEFT_MM + CLOTH_MM, y

    def on_cloth(self, mm: XY) -> XY:
        """The place nearest to this one where a whole checker lies free on the cloth."""
        x, y = mm
        centre = (BOX_LEFT_MM + BOX_RIGHT_MM) / 2
        y = min(max(y, RADIUS_MM - RAIL_MM - EDGE_MM), DEPTH_MM + RAIL_MM + EDGE_MM - RADIUS_MM)
        if x < centre:
            low, high = BOX_LEFT_MM - CLOTH_MM + RADIUS_MM, BOX_LEFT_MM - RADIUS_MM
            return min(max(x, low), high), y
        low, high = BOX_RIGHT_MM + RADIUS_MM, BOX_RIGHT_MM + CLOTH_MM - RADIUS_MM
        beyond = PANEL_DEPTH_MM / 2 + RADIUS_MM
        if abs(y - DEPTH_MM / 2) < beyond:
            y = DEPTH_MM / 2 + (beyond if y >= DEPTH_MM / 2 else -beyond)
        return min(max(x, low), high), y

    # --- what lies under the pointer -------------------------------------------------------------

    def place_at(self, px: XY, *, has_reserve: bool = False) -> Place:
        """Where a checker let go here ends: the nearest slot of the box, a tray, or beside.

        has_reserve: the cloth at the right is the reserve.
        """
        x, y = self.to_mm(px)
        if not (BOX_LEFT_MM <= x <= BOX_RIGHT_MM and -RAIL_MM <= y <= DEPTH_MM + RAIL_MM):
            return Area.RESERVE if has_reserve and x > BOX_RIGHT_MM else Area.BESIDE
        if x > FIELD_RIGHT_MM:
            return Area.OFF
        column = min(max(round(x / POINT_PITCH_MM), 0), COLUMNS - 1)
        return _SLOTS[y > DEPTH_MM / 2, column]

    def along_at(self, px: XY, slot: int) -> float:
        """The distance (mm) of this place from a slot's rail."""
        y = self.to_mm(px)[1]
        return DEPTH_MM - y if is_far(slot) else y

    def cell_at(self, px: XY) -> int | None:
        """The cell under the pointer."""
        x, y = self.to_mm(px)
        cell, distance = min(
            ((cell, math.dist(where, (x, y))) for cell, where in enumerate(_CELLS)),
            key=lambda found: found[1],
        )
        return cell if distance <= CELL_PITCH_MM / 2 else None

    def cell(self, cell: int) -> XY:
        """A cell's centre in pixels."""
        return self.to_px(_CELLS[cell])

    def button_at(self, px: XY) -> tuple[Colour, str] | None:
        """The button under the pointer."""
        for colour in Colour:
            for control in CONTROLS:
                if self.button(colour, control).contains(px):
                    return colour, control
        return None

    def _bar_mm(self) -> tuple[float, float]:
        middle = BAR_COLUMN * POINT_PITCH_MM
        return middle - POINT_PITCH_MM / 2, middle + POINT_PITCH_MM / 2


_SLOTS = {(is_far(slot), column_of(slot)): slot for slot in range(GROUPS)}
_CELLS: tuple[XY, ...] = tuple((float(x), float(y)) for x, y in cell_positions())
