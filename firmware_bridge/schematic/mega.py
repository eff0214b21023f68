"""The table with an Arduino Mega 2560 as its brain."""

from __future__ import annotations

from firmware_bridge.pins import MULTIPLEXERS, WIRES
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
from firmware_bridge.schematic.sheet import Pin, Sheet

CONTACTS = {
    "button light done": "L DONE",
    "button light double": "L DOUBLE",
    "button light undo": "L UNDO",
    "button dark done": "D DONE",
    "button dark double": "D DOUBLE",
    "button dark undo": "D UNDO",
    "jumper: one multiplexer only": "JUMP MUX",
    "jumper: one quadrant only": "JUMP QUAD",
}
UNUSED = "SPI select, unused, must be an output"
NETS: dict[str, tuple[str, str]] = {
    **{f"multiplexer {n} output": (f"MUX{n}", "adc") for n in range(MULTIPLEXERS)},
    **{f"select S{n} of all multiplexers": (f"S{n} 5V", "select") for n in range(len(BUFFERS))},
    **{signal: (net, "button") for signal, net in CONTACTS.items()},
    "lights clock": (CLOCK, "light"),
    "lights data": (DATA, "light"),
    "to the host": ("USB", "bus"),
    "from the host": ("USB", "bus"),
}
"""Net and its kind for each signal of the pin table."""


def mega_schematic(version: str) -> str:
    """The whole SVG."""
    sheet = Sheet(f"gammonboard {version}: the table with an Arduino Mega 2560")
    draw_frame(sheet, "(a) Arduino Mega 2560", version)
    _brain(sheet)
    draw_sensor_board(sheet)
    draw_cell(sheet, LEFT, PANELS_TOP, 66)
    _level_shifter(sheet, LEFT + 68, PANELS_TOP, 84)
    draw_contacts(sheet, LEFT + 154, PANELS_TOP, 66, _contacts())
    draw_power(sheet, LEFT + 222, PANELS_TOP, 49, [
        "Pi with screen: 1.2 A, at most 2.5 A (a Pi 5: a supply of its own)",
        "Mega: by the Pi's USB, 0.1 A; nothing else hangs on its 5 V",
    ])  # fmt: skip
    draw_lights(sheet, LEFT + 222, PANELS_TOP + 51, 36)
    return sheet.svg()


def _contacts() -> list[tuple[str, str]]:
    """(net, what it is) of each, in the order of the pin table."""
    return [
        (
            CONTACTS[signal],
            signal.removeprefix("button ").removeprefix("jumper: ").removesuffix(" only"),
        )
        for signal in (wire.signal for wire in WIRES)
        if signal in CONTACTS
    ]


def _brain(sheet: Sheet) -> None:
    top, pitch = 20.0, 4.25
    sheet.panel(LEFT, 12, 94, PANELS_TOP - 15, "Brain: Arduino Mega 2560, at 5 V")
    rows: list[Pin | None] = []
    last = ""
    for wire in WIRES:
        kind = NETS.get(wire.signal, ("", ""))[1]
        if rows and kind and kind != last:
            rows.append(None)
        rows.append(Pin(f"P{wire.port}", wire.mega))
        last = kind or last
    rows += [None, Pin("", "AREF"), Pin(" ", "GND")]
    ends = sheet.chip(LEFT + 9, top, 49, [], rows, pitch)
    for wire in WIRES:
        x, y = ends[f"P{wire.port}"]
        sheet.text(x - 19, y, _short(wire.signal), "number", "end")
        if wire.signal == UNUSED:
            sheet.not_connected(x + 0.9, y)
    hang(sheet, {f"P{w.port}": NETS[w.signal] for w in WIRES if w.signal != UNUSED}, ends)
    hang(sheet, {"": (RAIL, "power")}, ends)
    sheet.ground(*ends[" "])


def _short(signal: str) -> str:
    """The words of the pin table that have room beside a pin."""
    return signal.partition(" of all")[0].partition(", must")[0]


def _level_shifter(sheet: Sheet, x: float, y: float, width: float) -> None:
    """What stands between 5 V and 3.3 V, and what may not float while the Mega starts."""
    sheet.panel(x, y, width, BOTTOM - y, "Select lines: 5 V to 3.3 V, 74LVC125")
    for line, (source, sink, enable) in enumerate(BUFFERS):
        at = y + 15 + 17 * line
        sheet.flag(x + 18, at, f"S{line} 5V", "select", to_the_left=True)
        sheet.wire((x + 18, at), (x + 28, at))
        sheet.dot(x + 22, at)
        sheet.resistor(x + 22, at, "10k", down=True)
        sheet.ground(x + 22, at + 8)
        sheet.gate(x + 28, at, str(line + 1), (source, sink, enable))
        sheet.ground(x + 39, at + 7)
        sheet.flag(x + 50, at, f"S{line}", "select")
    draw_buffer_supply(sheet, x + 12, y + 82, RAIL)
    sheet.lines(
        x + 48,
        y + 79,
        [
            "Its inputs bear 5 V at",
            "3.3 V supply; those of",
            "the CD74HC4067 do not.",
        ],
    )
    sheet.lines(
        x + 4,
        BOTTOM - 11.4,
        [
            "10k: pins float while the Mega starts.",
            "AREF is the board's 3.3 V, never the internal reference.",
            "LED CLK and LED DAT need no shifter: 5 V to 5 V.",
        ],
    )
