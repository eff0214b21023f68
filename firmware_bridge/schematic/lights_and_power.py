"""The chain of lights, the buttons and the tree of supplies: the same for both brains."""

from __future__ import annotations

from collections.abc import Sequence

from firmware_bridge.layout import LIGHTS
from firmware_bridge.schematic.sensor_board import BOTTOM, RAIL, RIGHT
from firmware_bridge.schematic.sheet import Sheet

CLOCK, DATA = "LED CLK", "LED DAT"


def draw_contacts(
    sheet: Sheet, x: float, y: float, width: float, contacts: Sequence[tuple[str, str]]
) -> None:
    """Each contact, (net, what it is), to ground."""
    sheet.panel(x, y, width, BOTTOM - y, "Buttons" + (" and jumpers" if len(contacts) > 6 else ""))
    pitch = 88 / len(contacts)
    for row, (net, what) in enumerate(contacts):
        at = y + 15 + pitch * row
        sheet.flag(x + 23, at, net, "button", to_the_left=True)
        sheet.contact(x + 23, at)
        sheet.wire((x + 35, at), (x + 39, at))
        sheet.ground(x + 39, at)
        sheet.text(x + 43, at, what, "pin")
    sheet.text(x + 4, BOTTOM - 4, "To ground; the pull-ups are inside the brain.")


def draw_lights(sheet: Sheet, x: float, y: float, height: float) -> None:
    """The chain of APA102 from its first to its last light."""
    sheet.panel(x, y, RIGHT - x, height, f"Lights: {LIGHTS} APA102 in one chain, at 5 V")
    top = y + 13
    places = ((x + 34, "0"), (x + 66, "1"), (x + 106, str(LIGHTS - 1)))
    sheet.flag(x + 28, top + 4, CLOCK, "light", to_the_left=True)
    sheet.flag(x + 28, top + 10, DATA, "light", to_the_left=True)
    for (at, name), following in zip(places, (*(p[0] for p in places[1:]), None), strict=True):
        sheet.box(at, top, 22, 14)
        sheet.text(at + 11, top + 7, name, "name", "middle")
        for row, signal in ((4, "CI CO"), (10, "DI DO")):
            into, out = signal.split()
            sheet.wire((at - 6, top + row), (at, top + row))
            sheet.text(at + 1.2, top + row, into, "pin")
            sheet.text(at + 20.8, top + row, out, "pin", "end")
            sheet.wire((at + 22, top + row), (at + 28, top + row))
        sheet.supply(at + 11, top, "+5V")
        sheet.ground(at + 11, top + 14)
        if following is None:
            sheet.not_connected(at + 28, top + 4)
            sheet.not_connected(at + 28, top + 10)
    for row in (4, 10):
        sheet.text(x + 97, top + row, ". . .", "name", "middle")
    for row, net in ((3, CLOCK), (11, DATA)):
        sheet.flag(x + 158, top + row, net, "light", to_the_left=True)
        sheet.resistor(x + 158, top + row, "10k")
        sheet.ground(x + 166, top + row)
    sheet.lines(
        x + 4,
        top + 20,
        [
            "Order: 0-23 light's points 1-24, 24 and 25 the bar halves of light and dark, 26 and 27"
            " the trays of light and dark.",
        ],
    )


def draw_power(sheet: Sheet, x: float, y: float, height: float, brains: Sequence[str]) -> None:
    """From the supply to every rail. brains: what hangs on the supply beside lights and sensors."""
    sheet.panel(x, y, RIGHT - x, height, "Supplies")
    star, rows = x + 36, (y + 13, y + 26, y + 39)
    sheet.box(x + 5, y + 19, 23, 14)
    sheet.text(x + 16.5, y + 23.5, "5 V supply", "name", "middle")
    sheet.text(x + 16.5, y + 28, "6 A", "name", "middle")
    sheet.wire((x + 28, rows[1]), (star, rows[1]))
    sheet.wire((star, rows[0]), (star, rows[2]))
    sheet.dot(star, rows[1])
    sheet.ground(x + 16.5, y + 33)
    sheet.supply(star, rows[0], "+5V")
    _sensor_branch(sheet, star, rows[0])
    sheet.wire((star, rows[1]), (star + 26, rows[1]))
    sheet.dot(star + 14, rows[1])
    sheet.capacitor(star + 14, rows[1], "1000 uF")
    sheet.ground(star + 14, rows[1] + 8)
    sheet.flag(star + 26, rows[1], "+5V", "power")
    sheet.text(
        star + 38, rows[1], "lights: 0.15 A, at most 1.7 A; capacitor where it enters the chain;"
    )
    sheet.text(star + 38, rows[1] + 3.7, "their ground returns to the supply by a wire of its own")
    sheet.wire((star, rows[2]), (star, rows[2] + 2), (star + 10, rows[2] + 2))
    for row, brain in enumerate(brains):
        sheet.text(star + 12, rows[2] + 2 + 3.7 * row, brain)


def _sensor_branch(sheet: Sheet, star: float, y: float) -> None:
    sheet.wire((star, y), (star + 6, y))
    sheet.box(star + 6, y - 1.4, 10, 2.8)
    sheet.wire((star + 6, y), (star + 16, y))
    sheet.text(star + 11, y - 3, "fuse 2 A", "number", "middle")
    sheet.wire((star + 16, y), (star + 36, y))
    sheet.dot(star + 24, y)
    sheet.capacitor(star + 24, y, "10 uF")
    sheet.ground(star + 24, y + 8)
    sheet.box(star + 36, y - 4, 22, 9)
    sheet.text(star + 47, y - 1.4, "regulator", "pin", "middle")
    sheet.text(star + 47, y + 2.2, "3.3 V, 2 A", "pin", "middle")
    sheet.wire((star + 47, y + 5), (star + 47, y + 7))
    sheet.ground(star + 47, y + 7)
    sheet.text(star + 50.5, y + 8.2, "star point", "number")
    sheet.wire((star + 58, y), (star + 74, y))
    sheet.dot(star + 66, y)
    sheet.capacitor(star + 66, y, "10 uF")
    sheet.ground(star + 66, y + 8)
    sheet.flag(star + 74, y, RAIL, "power")
    sheet.text(star + 87, y, "sensor board: 0.8 A, at most 1.3 A")
