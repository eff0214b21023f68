"""`gammonboard sim`: a simulated table on a pty, with a socket for its hands, in real time."""

from __future__ import annotations

import contextlib
import json
import signal
import threading
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Protocol, TextIO

from controller.commands.data import calibration_of, start_of
from controller.commands.devices import device_maker
from controller.commands.layouts import find_layout, wired_layout
from controller.errors import UsageError
from controller.rules.variants import STANDARD
from controller.sensing.settings import REFERENCE, CellLayout, format_calibration
from hw_sim.avr.controls import ChipControls, PacedClock
from hw_sim.avr.device import ChipDevice
from hw_sim.hand_port import LineSocket
from hw_sim.live import LiveTable
from hw_sim.port import PtyServer
from hw_sim.table import DeviceMaker, SimTable, placement_named


class Driver(Protocol):
    """What lets a simulated table live: by itself, or with a window on it."""

    def run(self, is_stopped: Callable[[], bool]) -> None: ...

    def close(self) -> None: ...


@dataclass(frozen=True, slots=True)
class SimOptions:
    """link: a stable name for the pty. hands: the path of the hand port's socket.

    calibration: a file to write what a good `calibrate` would have found of this table.
    window: show it, for a person's mouse to be the hands. variant: whose set-up lies there first.
    layout: its name or file; others than the reference with the device in software only.
    device: of `commands.devices`. eeprom: a chip's, read at the start and written at the end.
    controls: the path of the chip's own socket.
    """

    noise: str = "quiet"
    seed: int = 0
    link: Path | None = None
    hands: Path | None = None
    calibration: Path | None = None
    window: bool = False
    variant: str = STANDARD.id
    device: str = "python"
    eeprom: Path | None = None
    controls: Path | None = None
    layout: str = REFERENCE.name


def run(options: SimOptions, out: TextIO) -> int:
    """Serve until SIGINT or SIGTERM, or until the window is closed.

    Prints the port's URL and the hand port, a line each. Raises UsageError.
    """
    stop = threading.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda _number, _frame: stop.set())
    for path in (options.hands, options.controls):
        if path is not None and path.exists():
            raise UsageError(f"{path} exists already; is another table using it?")
    layout = find_layout(options.layout)
    if layout != REFERENCE and options.device != "python":
        raise UsageError(f"only the device in software has layout {layout.name}")
    clock = PacedClock()
    sim = SimTable(
        options.seed,
        placement_named(options.noise),
        wired_layout(layout),
        start=start_of(options.variant),
        make_device=_device_maker(options),
    )
    server = PtyServer(sim, options.link)
    if options.calibration is not None:
        write_calibration(sim, options.calibration, layout)
    live = LiveTable(sim, server, options.hands, clock, _controls(options, sim, clock))
    port = f"pty:{server.path}"
    with contextlib.ExitStack() as closing:
        closing.callback(_keep_eeprom, options, sim)
        closing.callback(live.close)
        driver: Driver = live
        if options.window:
            driver = closing.enter_context(contextlib.closing(_window(sim, live, port)))
        print(port, file=out, flush=True)
        for path in (options.hands, options.controls):
            if path is not None:
                print(path, file=out, flush=True)
        driver.run(stop.is_set)
    return 0


def _device_maker(options: SimOptions) -> DeviceMaker | None:
    """Raises UsageError for options that need a chip, and for an EEPROM that cannot be read."""
    make_device = device_maker(options.device)
    if make_device is not ChipDevice:
        if options.eeprom is not None or options.controls is not None:
            raise UsageError("--eeprom and --controls are a chip's: --device chip")
        return make_device
    if options.eeprom is None or not options.eeprom.exists():
        return ChipDevice
    try:
        return partial(ChipDevice, eeprom=options.eeprom.read_bytes())
    except OSError as error:
        raise UsageError(f"{options.eeprom}: {error.strerror or error}") from error


def _controls(options: SimOptions, sim: SimTable, clock: PacedClock) -> LineSocket | None:
    if options.controls is None or not isinstance(sim.device, ChipDevice):
        return None
    return LineSocket(options.controls, ChipControls(sim.device, clock).answer)


def _keep_eeprom(options: SimOptions, sim: SimTable) -> None:
    if options.eeprom is not None and isinstance(sim.device, ChipDevice):
        options.eeprom.write_bytes(sim.device.eeprom)
    sim.close()


def _window(sim: SimTable, live: LiveTable, port: str) -> Driver:
    """The window, open. Raises UsageError where there is no screen."""
    from hw_sim.window.app import TableWindow, has_display  # noqa: PLC0415  # loads pygame

    if not has_display():
        raise UsageError("no display for the table's window; leave --window out")
    return TableWindow(sim, live, port)


def write_calibration(sim: SimTable, path: Path, layout: CellLayout = REFERENCE) -> None:
    """The table's calibration as `serve` reads it. Raises UsageError where it cannot be written."""
    data = format_calibration(calibration_of(sim, layout), layout)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps(data), "utf-8")
    except OSError as error:
        raise UsageError(f"{path}: calibration not written: {error.strerror or error}") from error
