"""The table on this machine's own pins in real time: opened once, dark at the end, never silent."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
import tracemalloc
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest
from contract_rig import PATIENCE_S

from firmware_bridge.board import Board, Colour, Nameplate
from firmware_bridge.bridge import Bridge
from firmware_bridge.errors import PortUnavailable
from firmware_bridge.gpio_board import GpioHardware
from firmware_bridge.gpio_pins import GpioPins
from firmware_bridge.gpio_table import GpioDriver, GpioTable
from firmware_bridge.layout import CELLS, LIGHTS, REFERENCE
from firmware_bridge.messages import Lights, LinkDown, LinkFault, LinkUp, Palette, Snapshot
from firmware_bridge.reporting import Readings
from hw_sim.gpio_pi import PiWires, SimFactory

SCRIPT = Path(__file__).parent / "pins_process.py"
DARK = [(0, 0, 0)] * LIGHTS
EXITS = 50


class Pins:
    """Simulated pins, and how often they were opened."""

    def __init__(self) -> None:
        self.wires = PiWires(lambda: np.zeros(CELLS, np.int16))
        self.opened = 0
        self.fails_with: Exception | None = None

    def open(self, pins: GpioPins) -> GpioHardware:
        if self.fails_with is not None:
            raise self.fails_with
        self.opened += 1
        return GpioHardware(pins, SimFactory(self.wires, pins), pause=self.wires.pause)


@pytest.fixture
def pins() -> Pins:
    return Pins()


@pytest.fixture
def on_pins(pins: Pins) -> Iterator[GpioTable]:
    with GpioTable(pins.open) as on_pins:
        yield on_pins


def test_lib_12_inputs_are_made_once_however_often_the_port_is_opened(
    pins: Pins, on_pins: GpioTable
) -> None:
    for _ in range(500):
        on_pins.opener("gpio://").close()

    assert pins.opened == 1


def test_lib_21_lights_of_a_killed_service_are_out_when_the_next_begins(
    pins: Pins, on_pins: GpioTable
) -> None:
    """Twice, since the strip may have been cut off in mid-frame."""
    pins.wires.strip.clock(bytes(4) + b"\xff\xff")
    on_pins.opener("gpio://").close()
    end = time.monotonic() + PATIENCE_S
    while pins.wires.strip.latched_frames < 2:
        assert time.monotonic() < end
        time.sleep(0.005)

    assert pins.wires.strip.colours == DARK


def test_lib_21_lights_are_out_when_the_table_is_closed(pins: Pins) -> None:
    with (
        GpioTable(pins.open) as on_pins,
        Bridge(lambda: on_pins.opener("gpio://"), REFERENCE) as bridge,
    ):
        bridge.send(Palette(((200, 100, 50),) * 16))
        bridge.send(Lights(1, 100, (1,) * LIGHTS))
        end = time.monotonic() + PATIENCE_S
        while pins.wires.strip.colours != [(200, 100, 50)] * LIGHTS:
            assert time.monotonic() < end
            time.sleep(0.005)

    assert pins.wires.strip.colours == DARK


class NoPins:
    """Hardware that is not there."""

    def scan(self, between: Callable[[], None]) -> Readings:
        return np.zeros(CELLS, np.int16)

    def buttons_down(self) -> tuple[bool, ...]:
        return (False,) * 6

    def show(self, colours: tuple[Colour, ...]) -> None:
        """Nobody sees it."""

    def close(self) -> None:
        """Nothing to let go."""


class NoLine:
    def read(self) -> bytes:
        return b""

    def write(self, data: bytes) -> None:
        """Nobody hears it."""


def test_lib_21_ten_thousand_drivers_leave_nothing_behind() -> None:
    board = Board(Nameplate("1", "x", REFERENCE))

    def drive(count: int) -> int:
        for _ in range(count):
            driver = GpioDriver(NoPins(), board, NoLine(), lambda: 0)
            driver.begin()
            driver.attend()
            driver.end()
        return tracemalloc.get_traced_memory()[0]

    tracemalloc.start()
    before = drive(100)
    gained = drive(10_000) - before
    tracemalloc.stop()

    assert gained < 20_000


def test_lib_08_pins_that_cannot_be_used_are_told_and_tried_again(
    pins: Pins, on_pins: GpioTable
) -> None:
    """The service goes on; when the pins can be used, so does the game."""
    pins.fails_with = PortUnavailable("gpio://: this machine is no Raspberry Pi; use sim://")
    with Bridge(lambda: on_pins.opener("gpio://"), REFERENCE) as bridge:
        down = bridge.events.get(timeout=PATIENCE_S)
        pins.fails_with = None
        up = bridge.events.get(timeout=PATIENCE_S)

    assert isinstance(down, LinkDown)
    assert down.fault is LinkFault.PORT_LOST
    assert down.detail == "gpio://: this machine is no Raspberry Pi; use sim://"
    assert isinstance(up, LinkUp)


@pytest.mark.parametrize("fault", ["supply", "bus"])
def test_a_converter_that_is_gone_is_told_once_and_comes_back_by_itself(
    pins: Pins, on_pins: GpioTable, fault: str
) -> None:
    def break_it(broken: bool) -> None:
        if fault == "supply":
            pins.wires.has_supply = not broken
        else:
            pins.wires.is_stuck = broken

    with Bridge(lambda: on_pins.opener("gpio://"), REFERENCE) as bridge:
        assert isinstance(bridge.events.get(timeout=PATIENCE_S), LinkUp)
        assert isinstance(bridge.events.get(timeout=PATIENCE_S), Snapshot)
        break_it(True)
        down = bridge.events.get(timeout=PATIENCE_S)
        while not isinstance(down, LinkDown):  # the last scan may have seen half of it
            down = bridge.events.get(timeout=PATIENCE_S)
        time.sleep(1.0)
        said_meanwhile = not bridge.events.empty()
        break_it(False)
        up = bridge.events.get(timeout=PATIENCE_S)

    words = {"supply": "MCP3008 does not answer", "bus": "the pins fail: "}[fault]
    assert words in down.detail
    assert not said_meanwhile
    assert isinstance(up, LinkUp)


def ended(kind: str, number: int, folder: Path) -> tuple[int, str]:
    """Exit code and all that was printed of a process that got this signal when it was ready."""
    process = subprocess.Popen(
        [sys.executable, "-u", str(SCRIPT), kind, str(folder)],
        cwd=Path(__file__).parents[2],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    assert process.stdout is not None
    seen = []
    with process.stdout as lines:
        for line in lines:
            seen.append(line)
            if line.startswith("READY") or "Set up the board" in line:
                process.send_signal(number)
    return process.wait(PATIENCE_S), "".join(seen)


@pytest.mark.slow
def test_lib_23_every_end_is_clean_and_dark(tmp_path: Path) -> None:
    """Exit code 0, no traceback, lights off; interrupted and terminated in turn."""
    signals = [signal.SIGINT, signal.SIGTERM] * (EXITS // 2)
    with ThreadPoolExecutor(2) as pool:
        ends = list(pool.map(lambda number: ended("bridge", number, tmp_path), signals))

    assert set(ends) == {(0, "READY\nlit 0 broken 0\n")}


@pytest.mark.slow
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_lib_23_the_whole_service_ends_clean_and_dark(tmp_path: Path, number: int) -> None:
    code, text = ended("serve", number, tmp_path)

    assert code == 0
    assert "Traceback" not in text
    assert text.endswith("lit 0 broken 0\n")
