"""Virtual time: one thread, the next due event at a time, every byte through the port.

The world (a table with its hands) advances to the next due time, its bytes travel to the link and
the link's bytes back until both are silent; then whoever acts on what was shown may act.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol

from controller.service.shell import Shell
from controller.service.wire import input_from
from firmware_bridge.link import Link


class World(Protocol):
    """A table in software, driven by time."""

    @property
    def plugged(self) -> bool: ...

    def advance(self, now_ms: int) -> None: ...

    def next_due_ms(self) -> int | None: ...


class Line(Protocol):
    """The way of the bytes between link and table; whatever was said has arrived on return."""

    def open(self) -> None: ...

    def close(self) -> None: ...

    def to_host(self, now_ms: int) -> bytes: ...

    def to_device(self, data: bytes, now_ms: int) -> None: ...


class Actor(Protocol):
    """Somebody who acts in virtual time: hands, a script."""

    def next_due_ms(self) -> int | None: ...

    def act(self, now_ms: int) -> None: ...


class VirtualRun:
    """See the module. pace: called with each event's time, to wait for a wall clock or not."""

    def __init__(
        self,
        link: Link,
        world: World,
        line: Line,
        actors: Sequence[Actor] = (),
        pace: Callable[[int], None] = lambda _now_ms: None,
    ) -> None:
        self.now_ms = 0
        self.shell: Shell | None = None
        self._link = link
        self._world = world
        self.line = line
        self._actors = list(actors)
        self._pace = pace
        self._open = False

    def attach(self, shell: Shell | None) -> None:
        """The core comes (or, at a power cut, goes); it meets the link as it is."""
        self.shell = shell
        if self._open:
            self._close("the service stopped")

    def add(self, actor: Actor) -> None:
        self._actors.append(actor)

    def step(self, until_ms: int) -> None:
        """To the next due time (at most `until_ms`), and all that happens there."""
        self.pump()  # what was done between two steps has happened before the next
        due = [self._world.next_due_ms(), *(actor.next_due_ms() for actor in self._actors)]
        if self.shell is not None:
            due += [self.shell.wake_ms, self._link.next_due_ms()]
        next_ms = min([until_ms, *(ms for ms in due if ms is not None)])
        self.now_ms = max(self.now_ms, next_ms)
        self._pace(self.now_ms)
        self._world.advance(self.now_ms)
        self._cable()
        self.pump()
        shell = self.shell
        if shell is not None:
            for event in self._link.advance(self.now_ms):
                shell.tell(input_from(event, self.now_ms))
            if shell.wake_ms is not None and shell.wake_ms <= self.now_ms:
                shell.tick(self.now_ms)
        self.pump()
        for actor in self._actors:
            due_ms = actor.next_due_ms()
            if due_ms is not None and due_ms <= self.now_ms:
                actor.act(self.now_ms)

    def run_until(self, until_ms: int, is_done: Callable[[], bool] = lambda: False) -> bool:
        """Step until it is done or the time has come; says whether it was done."""
        while not is_done():
            if self.now_ms >= until_ms:
                return False
            self.step(until_ms)
        return True

    def pump(self) -> None:
        """Let bytes travel until both ends are silent."""
        while self._open:
            up = self.line.to_host(self.now_ms)
            if up:
                self._hear(up)
            down = self._link.data_to_send()
            if down:
                self.line.to_device(down, self.now_ms)
            if not up and not down:
                return

    def _hear(self, data: bytes) -> None:
        for event in self._link.receive(data, self.now_ms):
            if self.shell is not None:
                self.shell.tell(input_from(event, self.now_ms))

    def _cable(self) -> None:
        """The port is open while the cable is in and a service holds it."""
        wanted = self._world.plugged and self.shell is not None
        if wanted and not self._open:
            self.line.open()
            self._open = True
            self._link.port_opened(self.now_ms)
        elif not wanted and self._open:
            self._close("the cable is out")

    def _close(self, why: str) -> None:
        self.line.close()
        self._open = False
        for event in self._link.port_closed(self.now_ms, why):
            if self.shell is not None:
                self.shell.tell(input_from(event, self.now_ms))
