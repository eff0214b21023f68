"""The table without a microcontroller: the Pi's own pins, an MCP3008 and the lights' gate."""

from __future__ import annotations

from firmware_bridge.gpio_pins import SPI_PINS, GpioPins
from firmware_bridge.pins import MULTIPLEXERS
from firmware_bridge.schematic.lights_and_power import (
    CLOCK,
    DATA,
    draw_contacts,
    draw_lights,
    draw_power,
)
from firmware_bridge.schematic.sensor_board import (
    BOTTOM,
    BUFFERS,
    LEFT,
    PANELS_TOP,
    RAIL,
    draw_buffer_supply,
    draw_cell,
    draw_frame,
    draw_sensor_board,
    hang,
)
from firmware_bridge.schematic.sheet import Pin, Place, Sheet

HEADER = {
    2: 3, 3: 5, 4: 7, 14: 8, 15: 10, 17: 11, 18: 12, 27: 13, 22: 15, 23: 16, 24: 18, 10: 19,
    9: 21, 25: 22, 11: 23, 8: 24, 7: 26, 5: 29, 6: 31, 12: 32, 13: 33, 19: 35, 16: 36, 26: 37,
    20: 38, 21: 40,
}  # fmt: skip
"""Place on the 40 pin header of each GPIO number. 1, 17: 3.3 V; 2, 4: 5 V; 6, 9, 14, ...: GND."""

BUTTON_NETS = tuple(f"{side} {what}" for side in "LD" for what in ("DONE", "DOUBLE", "UNDO"))
BUTTON_NAMES = tuple(
    f"{side} {what}" for side in ("light", "dark") for what in ("done", "double", "undo")
)
PI_RAIL = "3V3 PI"


def pi_schematic(version: str) -> str:
    """The whole SVG."""
    sheet = Sheet(f"gammonboard {version}: the table on the Raspberry Pi's own pins")
    draw_frame(sheet, "(b) Raspberry Pi alone", version)
    sheet.panel(LEFT, 12, 94, PANELS_TOP - 15, "Brain: Raspberry Pi, and its converter")
    _header(sheet)
    _converter(sheet)
    draw_sensor_board(sheet)
    draw_cell(sheet, LEFT, PANELS_TOP, 66)
    _gate(sheet, LEFT + 68, PANELS_TOP, 84)
    draw_contacts(
        sheet, LEFT + 154, PANELS_TOP, 66, list(zip(BUTTON_NETS, BUTTON_NAMES, strict=True))
    )
    draw_power(sheet, LEFT + 222, PANELS_TOP, 49, [
        "Pi with screen: 1.2 A, at most 2.5 A (a Pi 5: a supply of its own);",
        "the 74AHCT125",
    ])  # fmt: skip
    draw_lights(sheet, LEFT + 222, PANELS_TOP + 51, 36)
    return sheet.svg()


def _header(sheet: Sheet) -> None:
    wiring = GpioPins()
    rows: list[Pin | None] = [_gpio(pin) for pin in wiring.selects]
    rows += [None, *(_gpio(pin) for pin in wiring.buttons), None]
    rows += [Pin(str(HEADER[pin]), f"GPIO {pin}  {name}") for name, pin in SPI_PINS.items()]
    rows += [None, Pin("1", "3.3 V"), Pin("6", "GND")]
    sheet.text(LEFT + 26, 20.5, "40 pin header", "name", "middle")
    ends = sheet.chip(LEFT + 10, 22.5, 32, [], rows, 4.6)
    for line, pin in enumerate(wiring.selects):
        _through_1k(sheet, ends[str(HEADER[pin])], f"S{line}", "select")
    for net, pin in zip(BUTTON_NETS, wiring.buttons, strict=True):
        sheet.flag(*ends[str(HEADER[pin])], net, "button")
    for net, pin in SPI_PINS.items():
        sheet.flag(*ends[str(HEADER[pin])], net, "bus")
    hang(sheet, {"1": (PI_RAIL, "power")}, ends)
    sheet.ground(*ends["6"])


def _gpio(pin: int) -> Pin:
    return Pin(str(HEADER[pin]), f"GPIO {pin}")


def _through_1k(sheet: Sheet, end: Place, net: str, kind: str) -> None:
    x, y = end
    sheet.resistor(x, y, "1k")
    sheet.flag(x + 8, y, net, kind)


def _converter(sheet: Sheet) -> None:
    y = 124.0
    sheet.text(LEFT + 38, y - 2, "MCP3008", "name", "middle")
    left = [Pin(str(n + 1), f"CH{n}") for n in range(MULTIPLEXERS)]
    right = [
        Pin("16", "VDD"), Pin("15", "VREF"), Pin("13", "CLK"), Pin("12", "DOUT"),
        Pin("11", "DIN"), Pin("10", "CS"), Pin("14", "AGND"), Pin("9", "DGND"),
    ]  # fmt: skip
    ends = sheet.chip(LEFT + 25, y, 26, left, right, 4.6)
    for n in range(MULTIPLEXERS):
        sheet.flag(*ends[str(n + 1)], f"MUX{n}", "adc", to_the_left=True)
    hang(sheet, {"16": (RAIL, "power"), "15": (RAIL, "power")}, ends)
    for pin, net in (("13", "SCLK"), ("12", "MISO"), ("11", "MOSI"), ("10", "CE0")):
        _through_1k(sheet, ends[pin], net, "bus")
    sheet.wire(ends["14"], ends["9"])
    sheet.dot(*ends["9"])
    sheet.ground(*ends["9"])
    sheet.supply(LEFT + 82, y + 31, RAIL)
    sheet.capacitor(LEFT + 82, y + 31, "100 nF")
    sheet.ground(LEFT + 82, y + 39)


def _gate(sheet: Sheet, x: float, y: float, width: float) -> None:
    """The lights have no select input: their clock passes while CE1 is low, and only then."""
    sheet.panel(x, y, width, BOTTOM - y, "Lights' gate: 3.3 V to 5 V, 74AHCT125")
    nets = (("SCLK", CLOCK), ("MOSI", DATA))
    for row, ((source, sink), pins) in enumerate(zip(nets, BUFFERS, strict=False)):
        at = y + 16 + 21 * row
        sheet.flag(x + 16, at, source, "bus", to_the_left=True)
        sheet.wire((x + 16, at), (x + 26, at))
        sheet.gate(x + 26, at, str(row + 1), pins)
        sheet.flag(x + 48, at, sink, "light")
        sheet.wire((x + 20, at + 9), (x + 37, at + 9), (x + 37, at + 7))
    low = y + 16 + 21 + 9
    sheet.wire((x + 20, y + 25), (x + 20, low))
    sheet.wire((x + 16, low), (x + 42, low))
    sheet.dot(x + 20, low)
    sheet.dot(x + 37, low)
    sheet.flag(x + 16, low, "CE1", "bus", to_the_left=True)
    sheet.resistor(x + 42, low, "10k")
    sheet.flag(x + 50, low, PI_RAIL, "power")
    draw_buffer_supply(sheet, x + 10, y + 68, "+5V")
    unused = (("10", "3OE", "+5V"), ("13", "4OE", "+5V"), ("9", "3A", ""), ("12", "4A", ""))
    for row, (pin, name, net) in enumerate(unused):
        at = y + 63 + 5 * row
        sheet.text(x + 52, at, f"{pin} {name}", "pin", "end")
        sheet.wire((x + 53, at), (x + 57, at))
        if net:
            sheet.flag(x + 57, at, net, "power")
    sheet.wire((x + 57, y + 73), (x + 57, y + 78))
    sheet.dot(x + 57, y + 78)
    sheet.ground(x + 57, y + 78)
    sheet.text(x + 60.5, y + 78, "8 3Y, 11 4Y: open", "pin")
    sheet.lines(
        x + 4,
        BOTTOM - 22.5,
        [
            "Open while CE1 is low: the ADC's questions, on the same",
            "two lines, never reach the lights. Shut while the Pi starts.",
            "Selects and MCP3008 are driven at the Pi's 3.3 V. 1k in each:",
            "what one may push into the other while that has no supply.",
            "AHCT takes 3.3 V for high and gives the 5 V the lights want.",
        ],
    )
