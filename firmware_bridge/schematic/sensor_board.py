"""What both schematics share: frame and title block, the sensor board, and one sensor cell."""

from __future__ import annotations

from firmware_bridge import pins
from firmware_bridge.layout import CELLS
from firmware_bridge.schematic.sheet import HEIGHT, MARGIN, STUB, WIDTH, Pin, Place, Sheet

LEFT, RIGHT = MARGIN + 4, WIDTH - MARGIN - 4
BOTTOM = HEIGHT - MARGIN - 4
BOARD_LEFT = 112.0
BOARD_TOP = 24.0
PITCH = 3.9
PANELS_TOP = 173.0
RAIL = "+3V3"

CHANNEL_PINS = ("9", "8", "7", "6", "5", "4", "3", "2",
                "23", "22", "21", "20", "19", "18", "17", "16")  # fmt: skip
SELECT_PINS = ("10", "11", "14", "13")
"""CD74HC4067, 24 pins: I0-I15 and S0-S3. 1 common, 12 GND, 15 E (low: on), 24 VCC."""
BUFFERS = (("2", "3", "1"), ("5", "6", "4"), ("9", "8", "10"), ("12", "11", "13"))
"""74x125, 14 pins: input, output and enable of each of the four. 7 GND, 14 VCC."""


def draw_frame(sheet: Sheet, brain: str, version: str) -> None:
    """Frame and title block."""
    sheet.box(MARGIN, MARGIN, WIDTH - 2 * MARGIN, HEIGHT - 2 * MARGIN, "frame")
    x, y = 290.0, 262.0
    width, height = RIGHT - x, BOTTOM - y
    sheet.box(x, y, width, height, "part")
    sheet.text(x + 4, y + 6, "gammonboard", "title")
    sheet.text(x + 4, y + 12.5, f"The reference table: {brain}", "name")
    sheet.text(x + 4, y + 16.6, "Written from the pin tables of firmware and bridge; parts,")
    sheet.text(x + 4, y + 20.2, "power budget and bench checks: deploy/HARDWARE.md")
    sheet.text(x + width - 4, y + 6, f"version {version}", "name", "end")
    sheet.text(x + width - 4, y + 12.5, "A3", "name", "end")
    sheet.text(x + width - 4, y + 20.2, "sheet 1 of 1", "note", "end")
    sheet.lines(
        LEFT + 224,
        y + 4,
        [
            "Flags of one name are connected.",
            "A cell 7.3: light's 7-point, third",
            "from the rail. L, D: the bar's halves",
            "of light and dark. Cross: left open.",
        ],
    )


def draw_sensor_board(sheet: Sheet) -> None:
    """All multiplexers with the cells on their channels, the select lines and the outputs."""
    sheet.panel(BOARD_LEFT - 4, 12, RIGHT - BOARD_LEFT + 4, PANELS_TOP - 15, _board_heading())
    for number in range(pins.MULTIPLEXERS):
        row, column = divmod(number, 4)
        _multiplexer(sheet, number, BOARD_LEFT + 74.5 * column, BOARD_TOP + 74 * row)


def draw_cell(sheet: Sheet, x: float, y: float, width: float) -> None:
    """One sensor cell, and what stands at every multiplexer."""
    sheet.panel(x, y, width, BOTTOM - y, f"One of {CELLS} sensor cells")
    left, top = x + 17, y + 22
    sheet.box(left + 12, top, 20, 14)
    sheet.text(left + 22, top + 5, "DRV5055A1", "name", "middle")
    sheet.text(left + 22, top + 9.5, "3.3 V", "pin", "middle")
    rail, ground, middle = top - 5, top + 19, left + 22
    sheet.wire((left - 4, rail), (middle, rail), (middle, top))
    sheet.text(middle + 1, top - 1.8, "1 VCC", "number")
    sheet.supply(left - 4, rail, RAIL)
    sheet.wire((left - 4, rail), (left - 4, top + 2))
    sheet.dot(left - 4, rail)
    sheet.capacitor(left - 4, top + 2, "100 nF")
    sheet.wire((left - 4, top + 10), (left - 4, ground), (middle, ground), (middle, top + 14))
    sheet.text(middle + 1, top + 15.8, "3 GND", "number")
    sheet.dot(left - 4, ground)
    sheet.ground(left - 4, ground)
    sheet.wire((left + 32, top + 7), (left + 41, top + 7))
    sheet.text(left + 36.5, top + 5.6, "2 OUT", "number", "middle")
    sheet.ring(left + 41.7, top + 7)
    sheet.text(left + 34, top + 10.6, "its channel", "pin")
    sheet.lines(
        x + 4,
        y + 49,
        [
            "Pins of SOT-23; of TO-92: 1 VCC, 2 GND, 3 OUT.",
            "Capacitor within 5 mm of the sensor.",
            "Rest: half the supply. North pole below: falls.",
        ],
    )
    top = y + 73
    sheet.text(x + 3, top - 7, "At every multiplexer", "name")
    for at, value in ((x + 12, "100 nF"), (x + 34, "10 uF")):
        sheet.supply(at, top + 2, RAIL)
        sheet.capacitor(at, top + 2, value)
        sheet.ground(at, top + 10)
    sheet.lines(
        x + 4,
        top + 20,
        ["between VCC (24) and GND (12).", "E (15) to ground: always on."],
    )


def draw_buffer_supply(sheet: Sheet, x: float, y: float, rail: str) -> None:
    """Pins 14 and 7 of a 74x125 with its capacitor. The place is the top of the capacitor."""
    sheet.wire((x, y), (x + 14, y))
    sheet.supply(x, y, rail)
    sheet.dot(x, y)
    sheet.capacitor(x, y, "100 nF")
    sheet.ground(x, y + 8)
    sheet.text(x + 15, y, "14 VCC", "pin")
    sheet.wire((x, y + 8), (x + 14, y + 8))
    sheet.dot(x, y + 8)
    sheet.text(x + 15, y + 8, "7 GND", "pin")


def hang(sheet: Sheet, flags: dict[str, tuple[str, str]], ends: dict[str, Place]) -> None:
    """Puts a flag (net, kind) to the right of each pin's end."""
    for number, (net, kind) in flags.items():
        sheet.flag(*ends[number], net, kind)


def _board_heading() -> str:
    return f"Sensor board, all of it at 3.3 V: {pins.MULTIPLEXERS} multiplexers, {CELLS} cells"


def _multiplexer(sheet: Sheet, number: int, x: float, y: float) -> None:
    left = [Pin(pin, f"I{channel}") for channel, pin in enumerate(CHANNEL_PINS)]
    selects = [Pin(pin, f"S{line}") for line, pin in enumerate(SELECT_PINS)]
    right = [
        Pin("24", "VCC"), None, Pin("1", "COM"), None, None, *selects,
        None, None, Pin("15", "E"), None, None, Pin("12", "GND"),
    ]  # fmt: skip
    sheet.text(x + 20, y - 1.8, f"Multiplexer {number}", "name")
    sheet.text(x + 42.5, y - 1.8, "CD74HC4067", "note")
    ends = sheet.chip(x + 20, y, 26, left, right, PITCH)
    for channel, pin in enumerate(CHANNEL_PINS):
        at_x, at_y = ends[pin]
        sheet.ring(at_x - 0.7, at_y)
        sheet.text(at_x - 2, at_y, pins.cell_label(pins.cell_at(number, channel)), "pin", "end")
    _brackets(sheet, number, x + 20 - STUB - 9, y)
    flags = {pin: (f"S{line}", "select") for line, pin in enumerate(SELECT_PINS)}
    hang(sheet, {"24": (RAIL, "power"), "1": (f"MUX{number}", "adc"), **flags}, ends)
    (ground_x, top), (_, bottom) = ends["15"], ends["12"]
    sheet.wire((ground_x, top), (ground_x, bottom))
    sheet.dot(ground_x, bottom)
    sheet.ground(ground_x, bottom)


def _brackets(sheet: Sheet, number: int, x: float, y: float) -> None:
    """Which channels are one point, and which is the bar's."""
    each = (pins.CHANNELS - 1) // pins.POINTS_PER_MULTIPLEXER
    for place in range(pins.POINTS_PER_MULTIPLEXER):
        top = y + PITCH * (place * each + 0.7) - 1.2
        low = top + PITCH * (each - 1) + 2.4
        sheet.wire((x + 1, top), (x, top), (x, low), (x + 1, low))
        point = number * pins.POINTS_PER_MULTIPLEXER + place + 1
        sheet.text(x - 0.8, (top + low) / 2, str(point), "name", "end")
    sheet.text(x - 0.8, y + PITCH * (pins.BAR_CHANNEL + 0.7), "bar", "name", "end")
