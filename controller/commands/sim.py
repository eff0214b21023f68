"""`gammonboard sim`: a simulated table on a pty, with a socket for its hands, in real time."""

from __future__ import annotations

import contextlib
import json
import signal
import threading
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol, TextIO

from controller.commands.data import start_of
from controller.errors import UsageError
from controller.rules.variants import STANDARD
from hw_sim.live import LiveTable
from hw_sim.port import PtyServer
from hw_sim.table import SimTable, placement_named


class Driver(Protocol):
    """What lets a simulated table live: by itself, or with a window on it."""

    def run(self, is_stopped: Callable[[], bool]) -> None: ...

    def close(self) -> None: ...


@dataclass(frozen=True, slots=True)
class SimOptions:
    """link: a stable name for the pty. hands: the path of the hand port's socket.

    calibration: a file to write what a good `calibrate` would have found of this table.
    window: show it, for a person's mouse to be the hands. variant: whose set-up lies there first.
    """

    noise: str = "quiet"
    seed: int = 0
    link: Path | None = None
    hands: Path | None = None
    calibration: Path | None = None
    window: bool = False
    variant: str = STANDARD.id


def run(options: SimOptions, out: TextIO) -> int:
    """Serve until SIGINT or SIGTERM, or until the window is closed.

    Prints the port's URL and the hand port, a line each. Raises UsageError.
    """
    stop = threading.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda _number, _frame: stop.set())
    start = start_of(options.variant)
    sim = SimTable(options.seed, placement_named(options.noise), start=start)
    server = PtyServer(sim, options.link)
    path = options.hands
    if path is not None and path.exists():
        server.close()
        raise UsageError(f"{path} exists already; is another table using it?")
    if options.calibration is not None:
        write_calibration(sim, options.calibration)
    live = LiveTable(sim, server, path)
    port = f"pty:{server.path}"
    with contextlib.ExitStack() as closing:
        closing.callback(live.close)
        driver: Driver = live
        if options.window:
            driver = closing.enter_context(contextlib.closing(_window(sim, live, port)))
        print(port, file=out, flush=True)
        if path is not None:
            print(path, file=out, flush=True)
        driver.run(stop.is_set)
    return 0


def _window(sim: SimTable, live: LiveTable, port: str) -> Driver:
    """The window, open. Raises UsageError where there is no screen."""
    from hw_sim.window.app import TableWindow, has_display  # noqa: PLC0415  # loads pygame

    if not has_display():
        raise UsageError("no display for the table's window; leave --window out")
    return TableWindow(sim, live, port)


def write_calibration(sim: SimTable, path: Path) -> None:
    """The table's calibration as `serve` reads it. Raises UsageError where it cannot be written."""
    found = sim.calibration()
    data = {"offsets": found.offsets.tolist(), "gains": found.gains.tolist()}
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps(data), "utf-8")
    except OSError as error:
        raise UsageError(f"{path}: calibration not written: {error.strerror or error}") from error
