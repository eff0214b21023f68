"""The reference sensor board: which cell hangs on which multiplexer, which wire on which pin.

One table for the firmware's C header, the wiring tables and schematics of `deploy/`, and the
simulated chip.
Each multiplexer carries three neighbouring points, fifteen cells, and on its last channel one cell
of the bar. So the cells of a point are read within five steps of each other, those of a bar half
in one step, and a quadrant is two multiplexers.
"""

from __future__ import annotations

from dataclasses import dataclass

from firmware_bridge.layout import CELLS, CELLS_PER_POINT, GROUPS, cells_of

MULTIPLEXERS = 8
CHANNELS = 16
POINTS_PER_MULTIPLEXER = 3
BAR_CHANNEL = CHANNELS - 1
FIRST_BAR_CELL = cells_of(24).start

ADC_STEPS = 1024
SUPPLY_MV = 3300  # of sensors and of AREF
REST_MV = SUPPLY_MV // 2  # a sensor without a magnet
UNIT_MV = 6.75  # DRV5055A1 at 3.3 V: 60 mV/mT; a checker is 7.2 mT and 64 units
LIGHT_LOWERS = True  # light lies with its north pole down, and that lowers a DRV5055's output
RAIL_STEPS = 31  # 0.1 V: no sensor that works comes so near to either rail


@dataclass(frozen=True, slots=True)
class Wire:
    """One signal of the microcontroller. port: letter and bit; mega: number on an Arduino Mega."""

    signal: str
    port: str
    mega: str


def cell_at(multiplexer: int, channel: int) -> int:
    """The cell on a channel of a multiplexer."""
    if channel == BAR_CHANNEL:
        return FIRST_BAR_CELL + multiplexer
    return multiplexer * POINTS_PER_MULTIPLEXER * CELLS_PER_POINT + channel


def group_done_at(group: int) -> int:
    """The step of a scan (its select address) after which a group's cells are all read."""
    cells = set(cells_of(group))
    return max(CHANNEL_OF[cell][1] for cell in cells)


CHANNEL_OF = {
    cell_at(multiplexer, channel): (multiplexer, channel)
    for multiplexer in range(MULTIPLEXERS)
    for channel in range(CHANNELS)
}
"""(multiplexer, channel) of each cell."""

WIRES = (
    *(Wire(f"multiplexer {n} output", f"F{n}", f"A{n}") for n in range(MULTIPLEXERS)),
    *(Wire(f"select S{n} of all multiplexers", f"A{n}", str(22 + n)) for n in range(4)),
    Wire("button light done", "C0", "37"),
    Wire("button light double", "C1", "36"),
    Wire("button light undo", "C2", "35"),
    Wire("button dark done", "C3", "34"),
    Wire("button dark double", "C4", "33"),
    Wire("button dark undo", "C5", "32"),
    Wire("lights clock", "B1", "52"),
    Wire("lights data", "B2", "51"),
    Wire("SPI select, unused, must be an output", "B0", "53"),
    Wire("jumper: one multiplexer only", "L0", "49"),
    Wire("jumper: one quadrant only", "L1", "48"),
    Wire("to the host", "E1", "1"),
    Wire("from the host", "E0", "0"),
)

assert len(CHANNEL_OF) == CELLS
assert all(0 <= group_done_at(group) < CHANNELS for group in range(GROUPS))


def wiring_tables() -> str:
    """Markdown of the microcontroller's pins and of every multiplexer's channels."""
    lines = ["| signal | ATmega2560 | Arduino Mega |", "|---|---|---|"]
    lines += [f"| {wire.signal} | P{wire.port} | {wire.mega} |" for wire in WIRES]
    heads = [f"C{channel}" for channel in range(CHANNELS)]
    lines += ["", "| multiplexer | " + " | ".join(heads) + " |", "|---" * (CHANNELS + 1) + "|"]
    for multiplexer in range(MULTIPLEXERS):
        cells = [cell_label(cell_at(multiplexer, channel)) for channel in range(CHANNELS)]
        lines.append(f"| {multiplexer} | " + " | ".join(cells) + " |")
    return "\n".join(lines) + "\n"


def cell_label(cell: int) -> str:
    """As "7.3": light's 7-point, third cell from the rail. "L2", "D2": of a bar half."""
    if cell < FIRST_BAR_CELL:
        return f"{cell // CELLS_PER_POINT + 1}.{cell % CELLS_PER_POINT + 1}"
    half, number = divmod(cell - FIRST_BAR_CELL, len(cells_of(24)))
    return f"{'LD'[half]}{number + 1}"
