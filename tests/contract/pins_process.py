"""A process with a table on simulated pins, for tests that end it from outside.

python pins_process.py bridge|serve FOLDER      READY when the table is up; at the end what the
                                                strip shows, and how many frames it has seen
"""

from __future__ import annotations

import atexit
import signal
import sys
import threading
from pathlib import Path

import numpy as np

from firmware_bridge.bridge import Bridge
from firmware_bridge.gpio_board import GpioHardware
from firmware_bridge.gpio_pins import GpioPins
from firmware_bridge.gpio_table import GpioTable
from firmware_bridge.layout import CELLS, LIGHTS, REFERENCE
from firmware_bridge.messages import Lights, LinkUp, Palette
from hw_sim.gpio_pi import PiWires, SimFactory

WIRES = PiWires(lambda: np.zeros(CELLS, np.int16))
LIT = (200, 100, 50)


def open_pins(pins: GpioPins) -> GpioHardware:
    WIRES.strip.colours = [(9, 9, 9)] * LIGHTS  # left over from a process that was killed
    return GpioHardware(pins, SimFactory(WIRES, pins), pause=WIRES.pause)


def report() -> None:
    lit = sum(colour != (0, 0, 0) for colour in WIRES.strip.colours)
    print(f"lit {lit} broken {WIRES.strip.broken_frames}", flush=True)


def run_bridge() -> None:
    ended = threading.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda _number, _frame: ended.set())
    with (
        GpioTable(open_pins) as table,
        Bridge(lambda: table.opener("gpio://"), REFERENCE) as bridge,
    ):
        assert isinstance(bridge.events.get(timeout=10), LinkUp)
        bridge.send(Palette((LIT,) * 16))
        bridge.send(Lights(1, 100, (1,) * LIGHTS))
        while WIRES.strip.colours[0] != LIT:
            ended.wait(0.01)
        print("READY", flush=True)
        ended.wait(30)


if __name__ == "__main__":
    atexit.register(report)
    if sys.argv[1] == "bridge":
        run_bridge()
    else:
        from controller.commands import serve  # loads the whole product
        from controller.config import Config, set_value

        config = set_value(Config(), "table.port", "gpio://")
        sys.exit(serve.run(config, Path(sys.argv[2]), sys.stdout, open_pins))
