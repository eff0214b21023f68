"""The ways to reach a table, for one suite: what each can do, and in what it differs.

A back-end that lacks an ability is not collected for the tests that need it. To add one (another
chip, another cable): a class with the members of `Backend` and its `quirks`, and a place in
`BACKENDS`. A device with the verbs of `hw_sim.table.TableDevice` and with `colours` needs three
lines: a class below `_Pty` with its `name` and its `make_device`.

    python tests/contract/backends.py                       lists them with their quirks
    TABLE_BACKENDS=pair,gpio pytest tests/contract          only these; a name unknown here fails
    TABLE_PORT=serial://auto pytest tests/contract          adds a real board; absent, it fails
"""

from __future__ import annotations

import enum
import os
import select
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Protocol, TypeVar

import numpy as np

from firmware_bridge.board import Colour
from firmware_bridge.discovery import SerialDevice
from firmware_bridge.gpio_board import GpioHardware
from firmware_bridge.gpio_pins import GpioPins
from firmware_bridge.gpio_table import GpioTable
from firmware_bridge.layout import CELLS
from firmware_bridge.messages import Button
from firmware_bridge.port import Opener, Port, monotonic_ms
from firmware_bridge.transport import Ports
from hw_sim.avr.device import ChipDevice
from hw_sim.bench_scanner import BenchScanner
from hw_sim.device import Device, Scanner
from hw_sim.gpio_pi import PiWires, SimFactory
from hw_sim.native import NativeDevice
from hw_sim.port import LineServer, PairServer, PtyServer
from hw_sim.table import TableDevice


class Clock:
    """The clock that never jumps, unless told to."""

    def __init__(self) -> None:
        self.ahead_ms = 0

    def __call__(self) -> int:
        return monotonic_ms() + self.ahead_ms


class Ability(enum.Enum):
    """What a test may need of a back-end beyond a wire that works."""

    HANDS = "cells and buttons can be set by a test"
    SIGHT = "a test can see what the lights show"
    CLOCK = "its clock can be set forward, so that a test need not wait"
    CABLE = "its cable can be pulled out"
    OTHER_NAME = "it can be plugged in again under another device name"
    RESET = "it can restart by itself, and counts its boots"
    BOOT_LOADER = "after a restart it is deaf for a while and sends text"
    POWER = "its supply can fail"
    SILENCE = "without supply it is silent, while the port stays open"
    PROCESSES = "another process can try to open it"


Test = TypeVar("Test", bound=Callable[..., None])


def needs(*abilities: Ability) -> Callable[[Test], Test]:
    """Only on the back-ends that have these abilities."""

    def mark(test: Test) -> Test:
        test.needed = abilities  # type: ignore[attr-defined]
        return test

    return mark


class Backend(Protocol):
    """One table on one kind of line. Members for abilities that it lacks are never called."""

    name: str
    quirks: Mapping[Ability, str]
    """The abilities that it lacks, each with the reason."""
    url: str

    def open(self) -> Port:
        """The host's end, as the product opens it."""

    def step(self) -> None:
        """Let the table do what is due, then wait for the host for 5 ms at most."""

    def set_cell(self, cell: int, value: int) -> None: ...
    def press(self, button: Button, pressed: bool) -> None: ...
    def colours(self) -> tuple[Colour, ...]:
        """What the 28 lights show."""

    def unplug(self) -> None: ...
    def plug(self, *, renamed: bool = False) -> None: ...
    def reset(self, banner_ms: int = 0) -> None: ...
    def power(self, on: bool) -> None: ...
    def close(self) -> None: ...


class _Simulated:
    """The Python device on a line of this process."""

    name = "pair"
    make_device: Callable[[Scanner], TableDevice] = Device
    """What a chip's back-end overrides, beside `name`."""
    quirks: Mapping[Ability, str] = {
        Ability.OTHER_NAME: "a line within one process has no device name",
        Ability.PROCESSES: "it is a line within one process",
    }

    def __init__(self, folder: Path, clock: Clock) -> None:
        self.folder = folder
        self._clock = clock
        self._scanner = BenchScanner(noise=0.5)
        self._device = type(self).make_device(self._scanner)
        self.server = self._serve()
        self.ports = Ports(self.schemes(), list_devices=self.serial_devices)

    @property
    def url(self) -> str:
        return "sim://"

    def _serve(self) -> LineServer:
        return PairServer(self._device)

    def schemes(self) -> dict[str, Opener]:
        assert isinstance(self.server, PairServer)
        return {"sim": self.server.open_host_end}

    def serial_devices(self) -> list[SerialDevice]:
        return []

    def open(self) -> Port:
        return self.ports.open(self.url)

    def step(self) -> None:
        now_ms = self._clock()
        self._device.advance(now_ms)
        self.server.pump(now_ms)
        line = [self.server.fileno()] if self.server.is_plugged else []
        select.select(line, [], [], 0.005)

    def set_cell(self, cell: int, value: int) -> None:
        self._scanner.set(cell, value)

    def press(self, button: Button, pressed: bool) -> None:
        self._device.press(button, pressed, self._clock())

    def colours(self) -> tuple[Colour, ...]:
        return self._device.colours  # type: ignore[attr-defined,no-any-return]

    def unplug(self) -> None:
        self.server.unplug()

    def plug(self, *, renamed: bool = False) -> None:
        self.server.plug()

    def reset(self, banner_ms: int = 0) -> None:
        self._device.advance(self._clock())
        self._device.reset(self._clock(), banner_ms)

    def power(self, on: bool) -> None:
        self._device.power(on, self._clock())

    def close(self) -> None:
        self.server.close()
        self._device.close()


class _Pty(_Simulated):
    """The same on a real pty, named as a simulated board of another process."""

    name = "pty"
    quirks: Mapping[Ability, str] = {
        Ability.OTHER_NAME: "the URL names one device; see auto",
    }

    @property
    def url(self) -> str:
        assert isinstance(self.server, PtyServer)
        return "pty:" + self.server.path

    def _serve(self) -> LineServer:
        return PtyServer(self._device, self.folder / "table")

    def schemes(self) -> dict[str, Opener]:
        return {}


class _Serial(_Pty):
    """The same, opened as a cable is."""

    name = "serial"

    @property
    def url(self) -> str:
        assert isinstance(self.server, PtyServer)
        return "serial://" + self.server.path


class _Native(_Pty):
    """The firmware's portable modules, compiled for this machine, on a pty."""

    name = "native"
    make_device = NativeDevice


class _Chip(_Pty):
    """The whole firmware in the simulated chip, on a pty."""

    name = "chip"
    make_device = ChipDevice


class _Auto(_Pty):
    """The same, found among others by what it says."""

    name = "auto"
    quirks: Mapping[Ability, str] = {}

    @property
    def url(self) -> str:
        return "serial://auto"

    def serial_devices(self) -> list[SerialDevice]:
        assert isinstance(self.server, PtyServer)
        if not self.server.is_plugged:
            return []
        return [SerialDevice(self.server.path, "Mega 2560", 0x2341, 0x0042)]

    def plug(self, *, renamed: bool = False) -> None:
        if renamed:
            self.server = PtyServer(self._device, self.folder / "another name")
        else:
            self.server.plug()


class _Gpio:
    """The table without a microcontroller: gpiozero's own classes over simulated wires."""

    name = "gpio"
    quirks: Mapping[Ability, str] = {
        Ability.CABLE: "it has none: the pins are this machine's",
        Ability.OTHER_NAME: "it has no cable",
        Ability.RESET: "the board's side runs within the service and restarts with it",
        Ability.BOOT_LOADER: "it has no microcontroller",
        Ability.SILENCE: "without supply the ADC reads nothing, which is said at once",
        Ability.PROCESSES: "the simulated pins are this process's",
    }
    url = "gpio://"

    def __init__(self, folder: Path, clock: Clock) -> None:
        self._field = np.zeros(CELLS, np.int16)
        self.wires = PiWires(lambda: self._field)
        self._table = GpioTable(self._open_hardware, clock)
        self.ports = Ports({"gpio": self._table.opener})

    def _open_hardware(self, pins: GpioPins) -> GpioHardware:
        return GpioHardware(pins, SimFactory(self.wires, pins), pause=self.wires.pause)

    def open(self) -> Port:
        return self.ports.open(self.url)

    def step(self) -> None:
        select.select([], [], [], 0.005)

    def set_cell(self, cell: int, value: int) -> None:
        self._field[cell] = value

    def press(self, button: Button, pressed: bool) -> None:
        self.wires.down[button] = pressed
        select.select([], [], [], 0.03)  # no finger is faster

    def colours(self) -> tuple[Colour, ...]:
        return tuple(self.wires.strip.colours)

    def power(self, on: bool) -> None:
        self.wires.has_supply = on

    def close(self) -> None:
        self._table.close()


class _Board:
    """A real board, with nobody's hands on it."""

    name = "board"
    quirks: Mapping[Ability, str] = {
        ability: "nobody's hands are on a real board, and its clock is its own"
        for ability in Ability
        if ability is not Ability.PROCESSES
    }
    url = os.environ.get("TABLE_PORT", "")

    def __init__(self, folder: Path, clock: Clock) -> None:
        self.ports = Ports()

    def open(self) -> Port:
        return self.ports.open(self.url)

    def step(self) -> None:
        select.select([], [], [], 0.005)

    def close(self) -> None:
        """Nothing is ours."""


BACKENDS: dict[str, type] = {
    made.name: made for made in (_Simulated, _Pty, _Serial, _Auto, _Native, _Chip, _Gpio)
}


def chosen() -> dict[str, type]:
    """The back-ends of this run by name. Raises ValueError for one that is not there."""
    wanted = os.environ.get("TABLE_BACKENDS")
    names = list(BACKENDS) if wanted is None else wanted.split(",")
    unknown = [name for name in names if name not in BACKENDS]
    if unknown:
        raise ValueError(f"TABLE_BACKENDS: {', '.join(unknown)} is none of {', '.join(BACKENDS)}")
    found = {name: BACKENDS[name] for name in names}
    return found | ({_Board.name: _Board} if _Board.url else {})


def describe(backends: Mapping[str, type]) -> list[str]:
    """A line for each back-end, and one for each of its quirks."""
    lines = []
    for name, backend in backends.items():
        lines.append(f"{name}: {' '.join((backend.__doc__ or '').split())}")
        lines += [f"    not: {what.value} ({why})" for what, why in backend.quirks.items()]
    return lines


def make(name: str, folder: Path, clock: Clock) -> Backend:
    """A table on this back-end."""
    backend: Backend = chosen()[name](folder, clock)
    return backend


if __name__ == "__main__":
    print("\n".join(describe(chosen())))
