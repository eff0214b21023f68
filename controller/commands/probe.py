"""A table looked at cell by cell, without a game: what `calibrate` and `doctor` look through.

`VirtualProbe` is a simulated table of this process in virtual time, `LiveProbe` any port.
"""

from __future__ import annotations

import queue
import secrets
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from controller.service.virtual import Actor
from controller.service.wire import PALETTE, lights_codes
from controller.view.snapshot import Light
from firmware_bridge.bridge import Bridge
from firmware_bridge.layout import Layout
from firmware_bridge.link import Link, LinkCounters
from firmware_bridge.messages import (
    Button,
    ButtonEvent,
    Identity,
    Lights,
    LinkDown,
    LinkEvent,
    LinkUp,
    PointReport,
    Snapshot,
    SnapshotRequest,
)
from firmware_bridge.port import Port, monotonic_ms
from firmware_bridge.transport import open_port
from hw_sim.live import table_of_url
from hw_sim.table import SimTable

Means = Sequence[int | None]
ANSWER_MS = 1_000  # so long a snapshot may take
_DONE = (Button.LIGHT_DONE, Button.DARK_DONE)


@dataclass(slots=True)
class Line:
    """What was heard of the line itself. down: why it is down now, "" while it is up.

    late: requests that were not answered in time.
    """

    identity: Identity | None = None
    down: str = "nothing heard yet"
    downs: int = 0
    reports: int = 0
    busy_reports: int = 0
    restarts: int = 0
    late: int = 0
    presses: int = 0
    since_ms: int = 0

    def hear(self, event: LinkEvent) -> None:
        match event:
            case LinkUp():
                self.identity, self.down = event.identity, ""
                self.restarts += event.restarted
            case LinkDown():
                self.down = event.detail or event.fault.value
                self.downs += 1
            case PointReport():
                self.reports += 1
                self.busy_reports += event.busy
            case ButtonEvent() if event.pressed and event.button in _DONE:
                self.presses += 1


class Probe(Protocol):
    """Time passes in `means` only."""

    line: Line

    @property
    def now_ms(self) -> int: ...

    @property
    def counters(self) -> LinkCounters: ...

    def means(self, wait_ms: int) -> Means | None:
        """Let `wait_ms` pass, then the means of all cells; None where none came."""

    def show(self, lights: Sequence[Light]) -> None:
        """Let these lights burn, and no others."""

    def close(self) -> None: ...


def presses(line: Line) -> int:
    """How often Done was pressed since the last call."""
    count, line.presses = line.presses, 0
    return count


@dataclass(slots=True)
class VirtualProbe:
    """A simulated table in lock-step; `actors` may use its hand port."""

    sim: SimTable
    layout: Layout
    actors: list[Actor] = field(default_factory=list)
    line: Line = field(default_factory=Line)
    now_ms: int = 0
    _link: Link = field(init=False)
    _request: int = 0
    _found: Means | None = None

    def __post_init__(self) -> None:
        self._link = Link(self.layout)
        self._link.port_opened(0)
        self._link.send(PALETTE, 0)
        self._pump()

    @property
    def counters(self) -> LinkCounters:
        return self._link.counters

    def means(self, wait_ms: int) -> Means | None:
        self._run(self.now_ms + wait_ms)
        self._request += 1
        self._found = None
        self._link.send(SnapshotRequest(self._request), self.now_ms)
        self._pump()
        if self._found is None:
            self._run(self.now_ms + ANSWER_MS, until_found=True)
        self.line.late += self._found is None
        return self._found

    def show(self, lights: Sequence[Light]) -> None:
        self._link.send(_frame(lights), self.now_ms)

    def close(self) -> None:
        pass

    def _run(self, end_ms: int, *, until_found: bool = False) -> None:
        while not (until_found and self._found is not None):
            due = [self.sim.next_due_ms(), self._link.next_due_ms()]
            due += [actor.next_due_ms() for actor in self.actors]
            next_ms = min(ms for ms in due if ms is not None)
            self.now_ms = max(self.now_ms, min(next_ms, end_ms))
            self._pump()
            for actor in self.actors:
                due_ms = actor.next_due_ms()
                if due_ms is not None and due_ms <= self.now_ms:
                    actor.act(self.now_ms)
            if next_ms > end_ms:
                return

    def _pump(self) -> None:
        self.sim.advance(self.now_ms)
        self._hear(self._link.advance(self.now_ms))
        busy = True
        while busy:
            down = self._link.data_to_send()
            if down:
                self.sim.receive(down, self.now_ms)
            up = self.sim.bytes_to_send()
            if up:
                self._hear(self._link.receive(up, self.now_ms))
            busy = bool(down or up)

    def _hear(self, events: Sequence[LinkEvent]) -> None:
        for event in events:
            self.line.hear(event)
            if isinstance(event, Snapshot) and event.request == self._request:
                self._found = event.readings


class LiveProbe:
    """Any port, in real time, by the bridge's thread; `actors` may use its hand port."""

    def __init__(self, open_port: Callable[[], Port], layout: Layout) -> None:
        self.line = Line(since_ms=monotonic_ms())
        self.actors: list[Actor] = []
        session = secrets.randbelow(0xFFFF) + 1
        self._bridge = Bridge(open_port, layout, first_session=session).start()
        self._bridge.send(PALETTE)
        self._request = 0

    @property
    def now_ms(self) -> int:
        return monotonic_ms()

    @property
    def counters(self) -> LinkCounters:
        return self._bridge.counters

    def means(self, wait_ms: int) -> Means | None:
        self._listen(self.now_ms + wait_ms)
        self._request += 1
        self._bridge.send(SnapshotRequest(self._request))
        found = self._listen(self.now_ms + ANSWER_MS, self._request)
        self.line.late += found is None
        return found

    def show(self, lights: Sequence[Light]) -> None:
        self._bridge.send(_frame(lights))

    def close(self) -> None:
        self._bridge.close()

    def _listen(self, end_ms: int, request: int | None = None) -> Means | None:
        while (left_ms := end_ms - self.now_ms) > 0:
            for actor in self.actors:
                due_ms = actor.next_due_ms()
                if due_ms is not None and due_ms <= self.now_ms:
                    actor.act(self.now_ms)
                due_ms = actor.next_due_ms()
                left_ms = left_ms if due_ms is None else min(left_ms, due_ms - self.now_ms)
            try:
                event = self._bridge.events.get(timeout=max(left_ms, 0) / 1000)
            except queue.Empty:
                continue
            self.line.hear(event)
            if isinstance(event, Snapshot) and event.request == request:
                return event.readings
        return None


def open_probe(port: str, layout: Layout) -> Probe:
    """A look at the table of this URL. Raises PortUnavailable for a misnamed simulated one."""
    if port.startswith("sim:"):
        return VirtualProbe(table_of_url(port, layout=layout), layout)
    return LiveProbe(lambda: open_port(port), layout)


def _frame(lights: Sequence[Light]) -> Lights:
    return Lights(0, 60, lights_codes(tuple(lights)))
