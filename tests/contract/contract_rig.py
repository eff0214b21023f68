"""Real time, real lines: a table on one of the back-ends, and a bridge that holds it.

What can be under test stands in `backends.py`.
"""

from __future__ import annotations

import os
import queue
import re
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import ClassVar

import numpy as np
from backends import Ability, Backend, Clock, make

from firmware_bridge.board import Colour, dim
from firmware_bridge.bridge import Bridge
from firmware_bridge.layout import REFERENCE
from firmware_bridge.messages import Lights, LinkEvent, Message, Palette, PointReport
from firmware_bridge.port import Port, monotonic_ms

PATIENCE_MS = 10_000  # a loaded machine held a byte back for 230 ms; nothing here measures time
PATIENCE_S = 60.0  # for a whole process to start, or a person's turn to be read
CODES = tuple(light % 16 for light in range(28))
COLOURS = tuple((250 - 10 * code, 0, 16 * code) for code in range(16))
SHOWN = tuple(dim(COLOURS[code], 40) for code in CODES)
HALF_GREY = dim((136, 136, 136), 40)
NO_HOST = ((0, 0, 0),) * 26 + (HALF_GREY, HALF_GREY)


def open_descriptors() -> int:
    """How many file descriptors this process holds."""
    return len(os.listdir("/proc/self/fd" if Path("/proc/self/fd").exists() else "/dev/fd"))


class Tampered:
    """A port with somebody in the line: `up` changes what comes from the table."""

    def __init__(self, port: Port, up: Callable[[bytes], bytes]) -> None:
        self._port = port
        self._up = up
        self.fileno, self.write, self.close = port.fileno, port.write, port.close
        self.bytes_read = self.bytes_written = 0

    def read(self) -> bytes:
        return self._up(self._port.read())


class Table:
    """A table on one of the back-ends, and the bridge on it; `until` lets real time pass."""

    def __init__(self, backend: str, folder: Path) -> None:
        self.clock = Clock()
        self.backend: Backend = make(backend, folder, self.clock)
        self.events: list[LinkEvent] = []
        self.opened = 0
        self.wrap: Callable[[Port], Port] = lambda port: port
        self.bridge = Bridge(self.open_port, REFERENCE, clock_ms=self.clock)

    def open_port(self) -> Port:
        port = self.wrap(self.backend.open())
        self.opened += 1
        return port

    def step(self) -> None:
        """Let the table do what is due, then wait a little for the host."""
        self.backend.step()
        self.events += self._fresh()

    def pass_time(self, for_ms: int) -> None:
        """The clock goes on by so much, at once where it can be set."""
        if Ability.CLOCK not in self.backend.quirks:
            self.clock.ahead_ms += for_ms
            self.step()
        else:
            end_ms = self.clock() + for_ms
            self.until(lambda: self.clock() >= end_ms)

    def until(self, holds: Callable[[], bool]) -> None:
        """Run until it holds; fail with what was seen when patience ends."""
        end_ms = monotonic_ms() + PATIENCE_MS
        while not holds():
            assert monotonic_ms() < end_ms, f"not within {PATIENCE_MS} ms; seen {self.events}"
            self.step()

    def seen(self, kind: type[LinkEvent]) -> list[LinkEvent]:
        return [event for event in self.events if isinstance(event, kind)]

    def until_seen(self, kind: type[LinkEvent], count: int = 1) -> LinkEvent:
        """The `count`th event of this kind."""
        self.until(lambda: len(self.seen(kind)) >= count)
        return self.seen(kind)[count - 1]

    def reports(self) -> list[PointReport]:
        return [event for event in self.events if isinstance(event, PointReport)]

    def heard(self, kind: type[Message]) -> list[Message]:
        """What came over the wire of this kind, among the last 200 messages."""
        recent = self.bridge.recent_messages()
        return [m for _, way, m in recent if way == "<" and isinstance(m, kind)]

    def close(self) -> None:
        self.bridge.close()
        self.backend.close()

    def _fresh(self) -> list[LinkEvent]:
        found = []
        while not self.bridge.events.empty():
            found.append(self.bridge.events.get_nowait())
        return found


class Process:
    """A gammonboard command whose lines can be waited for; none outlives its test (conftest)."""

    RUNNING: ClassVar[list[Process]] = []

    def __init__(self, *words: str, env: dict[str, str] | None = None) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-u", "-m", "controller", *words],
            env=env,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        self.lines: list[str] = []
        self._queue: queue.SimpleQueue[str] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._read, daemon=True)
        self._thread.start()
        self.RUNNING.append(self)

    def wait_for(self, pattern: str) -> re.Match[str]:
        """The next line that matches."""
        end = time.monotonic() + PATIENCE_S
        while True:
            try:
                line = self._queue.get(timeout=max(0.0, end - time.monotonic()))
            except queue.Empty:
                raise AssertionError(f"no {pattern!r} in:\n" + "\n".join(self.lines)) from None
            found = re.search(pattern, line)
            if found:
                return found

    def end(self, number: int = signal.SIGTERM) -> int:
        self._process.send_signal(number)
        code = self._process.wait(PATIENCE_S)
        self._thread.join(PATIENCE_S)
        self.RUNNING.remove(self)
        return code

    def _read(self) -> None:
        assert self._process.stdout is not None
        with self._process.stdout as lines:
            for line in lines:
                self.lines.append(line.rstrip())
                self._queue.put(line.rstrip())


def show(table: Table) -> None:
    """Have the table show `SHOWN`."""
    table.bridge.send(Palette(COLOURS))
    table.bridge.send(Lights(1, 40, CODES))


def is_lit(table: Table, wanted: tuple[Colour, ...]) -> bool:
    """Within what a light's own rounding makes of a colour."""
    return bool((np.abs(np.subtract(table.backend.colours(), wanted)) <= 8).all())
