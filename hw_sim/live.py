"""A simulated table in real time: its clock is the wall's, its line and hands come by descriptors.

`gammonboard sim` runs it in a process of its own; `sim://` runs it on a thread of the service.
"""

from __future__ import annotations

import contextlib
import select
import threading
from collections.abc import Callable
from pathlib import Path

from firmware_bridge.errors import PortUnavailable
from firmware_bridge.layout import GROUPS, REFERENCE, Layout
from firmware_bridge.port import Opener, Port, monotonic_ms
from hw_sim.acts import Act, Lay
from hw_sim.board import Truth
from hw_sim.fault_words import set_faults
from hw_sim.hand_port import HandSocket, LineSocket
from hw_sim.placement import LEVELS
from hw_sim.port import LineServer, PairServer, parse_sim_url
from hw_sim.table import STANDARD_START, SimTable, placement_named

LONGEST_WAIT_MS = 200  # so that a request to stop is heard
SIM_WORDS = ("noise", "seed", "calibration", "board", "faults")


class LiveTable:
    """Drives one table from one thread: `run` until told to stop. hands: its socket's path.

    controls: a socket that it serves beside; both are closed with it.
    """

    def __init__(
        self,
        sim: SimTable,
        server: LineServer,
        hands: Path | None = None,
        clock_ms: Callable[[], int] = monotonic_ms,
        controls: LineSocket | None = None,
    ) -> None:
        self._sim = sim
        self._server = server
        self._clock_ms = clock_ms
        self._sockets: list[LineSocket] = [controls] if controls is not None else []
        if hands is not None:
            self._sockets.append(HandSocket(hands, sim.hand, self.catch_up))

    def run(self, is_stopped: Callable[[], bool]) -> None:
        """Serve until `is_stopped` says so; it is asked at least five times a second."""
        while not is_stopped():
            self.step()

    def step(self, longest_ms: int = LONGEST_WAIT_MS) -> None:
        """Bring everything to the present, wait until something is due or said, hear the hands."""
        self.catch_up()
        self._wait(longest_ms)
        for line_socket in self._sockets:
            line_socket.serve()

    def do(self, act: Act) -> Truth | None:
        """What hands in this process do now. Raises HandError."""
        self.catch_up()
        return self._sim.hand.do(act)

    def catch_up(self) -> None:
        """Bring table and line to the present."""
        now_ms = self._clock_ms()
        self._sim.advance(now_ms)
        if self._sim.plugged and not self._server.is_plugged:
            self._server.plug()
        elif not self._sim.plugged and self._server.is_plugged:
            self._server.unplug()
        self._server.pump(now_ms)

    def close(self) -> None:
        """Let line and hand port go. May be called again."""
        self._server.close()
        for line_socket in self._sockets:
            line_socket.close()
        self._sockets.clear()

    def _wait(self, longest_ms: int) -> None:
        """Until something is due or said."""
        wait_ms = min(self._sim.next_due_ms() - self._clock_ms(), longest_ms)
        if wait_ms <= 0:
            return
        heard = [self._server.fileno()] if self._server.is_plugged else []
        heard += [line_socket.fileno() for line_socket in self._sockets]
        select.select(heard, [], [], wait_ms / 1000)


class SimScheme(contextlib.AbstractContextManager["SimScheme"]):
    """Opens `sim://?noise=realistic&seed=7`: one table a URL, alive as long as this object.

    start: what lies there at first. layout: of all of them.
    """

    def __init__(self, start: Lay = STANDARD_START, layout: Layout = REFERENCE) -> None:
        self._start = start
        self._layout = layout
        self._servers: dict[str, PairServer] = {}
        self._tables: dict[str, SimTable] = {}
        self._stop = threading.Event()
        self._threads: list[threading.Thread] = []

    @property
    def opener(self) -> Opener:
        """For the table of schemes of `firmware_bridge.transport.open_port`."""
        return self._open

    def table(self, url: str) -> SimTable:
        """The table behind a URL, made when it is first asked for. Raises PortUnavailable."""
        if url not in self._tables:
            self._tables[url] = table_of_url(url, self._start, self._layout)
            server = PairServer(self._tables[url])
            self._servers[url] = server
            live = LiveTable(self._tables[url], server)
            thread = threading.Thread(
                target=self._drive, args=(live,), name="simulated table", daemon=True
            )
            self._threads.append(thread)
            thread.start()
        return self._tables[url]

    def close(self) -> None:
        """Stop all tables. May be called again."""
        self._stop.set()
        for thread in self._threads:
            thread.join(2.0)
        self._threads.clear()

    def __exit__(self, *_error: object) -> None:
        self.close()

    def _open(self, url: str) -> Port:
        self.table(url)
        return self._servers[url].open_host_end(url)

    def _drive(self, live: LiveTable) -> None:
        try:
            live.run(self._stop.is_set)
        finally:
            live.close()


def table_of_url(url: str, start: Lay = STANDARD_START, layout: Layout = REFERENCE) -> SimTable:
    """The table that `sim://?noise=...&seed=...&calibration=none&board=empty&faults=...` describes.

    faults: see `hw_sim.fault_words`. Raises PortUnavailable in words.
    """
    words = parse_sim_url(url, lambda word: word in SIM_WORDS)
    seed = words.get("seed", "0")
    if not seed.isdecimal():
        raise PortUnavailable(f"{url}: seed {seed!r} is no whole number")
    noise = words.get("noise", "quiet")
    calibration = words.get("calibration", "good")
    board = words.get("board", "start")
    for key, value, known in (
        ("noise", noise, tuple(LEVELS)),
        ("calibration", calibration, ("good", "none")),
        ("board", board, ("start", "empty")),
    ):
        if value not in known:
            raise PortUnavailable(f"{url}: {key} {value!r} is not one of {', '.join(known)}")
    placement = placement_named(noise)
    is_known = calibration == "good"
    sim = SimTable(int(seed), placement, layout, start=start, calibrated=is_known)
    try:
        set_faults(sim.hand, words.get("faults", ""))
        if board == "empty":
            sim.board.lay((0,) * GROUPS)
    except ValueError as error:
        raise PortUnavailable(f"{url}: {error}") from error
    return sim
