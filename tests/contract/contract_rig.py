"""Real time, real lines: a table on one of the back-ends, and a bridge that holds it.

`TABLE_PORT` (a port URL) adds a real board for the test that needs no hand in the machine.
"""

from __future__ import annotations

import os
import queue
import re
import select
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path

from firmware_bridge.bridge import Bridge
from firmware_bridge.layout import REFERENCE
from firmware_bridge.messages import LinkEvent
from firmware_bridge.port import Port, monotonic_ms
from firmware_bridge.transport import open_port
from hw_sim.bench_scanner import BenchScanner
from hw_sim.device import Device
from hw_sim.port import LineServer, PairServer, PtyServer

PATIENCE_MS = 10_000  # a loaded machine held a byte back for 230 ms; nothing here measures time
PATIENCE_S = 20.0  # for a whole process to start, or a person's turn to be read
SIMULATED = ("pair", "pty", "serial")
BOARD = os.environ.get("TABLE_PORT")


def open_descriptors() -> int:
    """How many file descriptors this process holds."""
    return len(os.listdir("/proc/self/fd" if Path("/proc/self/fd").exists() else "/dev/fd"))


class Clock:
    """The clock that never jumps, unless told to."""

    def __init__(self) -> None:
        self.ahead_ms = 0

    def __call__(self) -> int:
        return monotonic_ms() + self.ahead_ms


class Table:
    """A simulated table, a line, and the bridge on it; `until` lets real time pass."""

    def __init__(self, backend: str, folder: Path) -> None:
        self.backend = backend
        self.scanner = BenchScanner(noise=0.5)
        self.device = Device(self.scanner)
        self.server: LineServer = (
            PairServer(self.device)
            if backend == "pair"
            else PtyServer(self.device, folder / "table")
        )
        self.clock = Clock()
        self.events: list[LinkEvent] = []
        self.opened = 0
        self.wrap: Callable[[Port], Port] = lambda port: port
        self.bridge = Bridge(self.open_port, REFERENCE, clock_ms=self.clock)

    @property
    def url(self) -> str:
        if isinstance(self.server, PtyServer):
            scheme = "serial://" if self.backend == "serial" else "pty:"
            return scheme + self.server.path
        return "sim://"

    def open_port(self) -> Port:
        schemes = (
            {"sim": self.server.open_host_end} if isinstance(self.server, PairServer) else None
        )
        port = self.wrap(open_port(self.url, schemes))
        self.opened += 1
        return port

    def step(self) -> None:
        """Let the table do what is due, then wait a little for the host."""
        now_ms = self.clock()
        self.device.advance(now_ms)
        self.server.pump(now_ms)
        line = [self.server.fileno()] if self.server.is_plugged else []
        select.select(line, [], [], 0.005)
        self.events += self._fresh()

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

    def close(self) -> None:
        self.bridge.close()
        self.server.close()

    def _fresh(self) -> list[LinkEvent]:
        found = []
        while not self.bridge.events.empty():
            found.append(self.bridge.events.get_nowait())
        return found


class Process:
    """A gammonboard command whose lines can be waited for."""

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
        return code

    def _read(self) -> None:
        assert self._process.stdout is not None
        with self._process.stdout as lines:
            for line in lines:
                self.lines.append(line.rstrip())
                self._queue.put(line.rstrip())
