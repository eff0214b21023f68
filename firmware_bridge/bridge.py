"""The one reader thread of real time: drives a link over a port, reconnects for ever.

Threads: the owner calls `start`, `send` and `close` and takes events from the queue; all else
happens in the bridge's own thread, which alone touches the link and the port.
"""

from __future__ import annotations

import logging
import os
import queue
import select
import threading
from collections.abc import Callable
from types import TracebackType
from typing import Self

from firmware_bridge.errors import PortUnavailable
from firmware_bridge.fault_log import format_fault
from firmware_bridge.layout import Layout
from firmware_bridge.link import Link, LinkCounters, check_sendable
from firmware_bridge.messages import Lights, LinkDown, LinkEvent, Message, Palette, SnapshotRequest
from firmware_bridge.port import Port, monotonic_ms

FIRST_BACKOFF_MS = 100
LAST_BACKOFF_MS = 500  # a cable that is in again is served within a second
JOIN_S = 2.0

log = logging.getLogger(__name__)


class Bridge:
    """A table over any port, for as long as it lives. Also a context manager.

    `deliver` gets each event in the bridge's thread and must not block; the default puts it on
    `events`. `first_session` should differ from run to run (a random number).
    """

    def __init__(
        self,
        open_port: Callable[[], Port],
        layout: Layout,
        *,
        deliver: Callable[[LinkEvent], None] | None = None,
        first_session: int = 1,
        clock_ms: Callable[[], int] = monotonic_ms,
    ) -> None:
        self.events: queue.SimpleQueue[LinkEvent] = queue.SimpleQueue()
        self._open_port = open_port
        self._deliver = deliver or self.events.put
        self._clock_ms = clock_ms
        self._link = Link(layout, first_session=first_session)
        self._wishes: queue.SimpleQueue[Lights | Palette | SnapshotRequest] = queue.SimpleQueue()
        self._unwritten = b""
        self._closing = threading.Event()
        self._thread = threading.Thread(target=self._run, name="bridge", daemon=True)
        self._wake_lock = threading.Lock()  # between a late `send` and `close`
        self._wake_read, self._wake_write = os.pipe()
        os.set_blocking(self._wake_read, False)
        os.set_blocking(self._wake_write, False)

    def start(self) -> Self:
        self._thread.start()
        return self

    def send(self, message: Lights | Palette | SnapshotRequest) -> None:
        """Have this sent as soon as can be. Raises LocalMisuse; never for a lost line."""
        check_sendable(message)
        self._wishes.put(message)
        self._wake()

    def recent_messages(self) -> list[tuple[int, str, Message]]:
        """The last 200 messages for a fault report: monotonic ms, "<" or ">", message."""
        return list(self._link.recent.copy())

    @property
    def counters(self) -> LinkCounters:
        return self._link.counters

    def fault_report(self, news: LinkDown) -> str:
        """All that is known of a fault: what was said, counters, the last 200 messages."""
        return format_fault(news, self._link)

    @property
    def is_alive(self) -> bool:
        """The thread runs: from `start` until `close` has done its work."""
        return self._thread.is_alive()

    def close(self) -> None:
        """Stop the thread and let the port go. May be called again, by any thread; 2 s at most."""
        self._closing.set()
        self._wake()
        if self._thread.ident is None:
            self._release()  # never started
        elif self._thread is not threading.current_thread():
            self._thread.join(JOIN_S)
            if self._thread.is_alive():
                log.error("the bridge's thread has not ended within %s s", JOIN_S)

    def __enter__(self) -> Self:
        return self.start()

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    # --- the bridge's own thread -------------------------------------------------------------

    def _run(self) -> None:
        try:
            self._serve_for_ever()
        finally:
            self._release()

    def _serve_for_ever(self) -> None:
        backoff_ms = FIRST_BACKOFF_MS
        while not self._closing.is_set():
            ups_before = self._link.counters.ups
            try:
                self._serve()
            except PortUnavailable as error:
                self._hand_over(self._link.port_closed(self._clock_ms(), str(error)))
            except Exception as error:  # thread top: never die in silence
                log.exception("the bridge failed; last messages: %s", self.recent_messages()[-20:])
                self._hand_over(self._link.port_closed(self._clock_ms(), f"internal: {error!r}"))
            backoff_ms = (
                FIRST_BACKOFF_MS
                if self._link.counters.ups > ups_before
                else min(2 * backoff_ms, LAST_BACKOFF_MS)
            )
            self._rest(backoff_ms)

    def _serve(self) -> None:
        """Open the port and serve it until it has gone or the bridge closes."""
        port = self._open_port()
        try:
            self._unwritten = b""
            self._link.port_opened(self._clock_ms())
            while not self._closing.is_set():
                self._step(port)
        finally:
            port.close()

    def _step(self, port: Port) -> None:
        if not self._unwritten:  # else the link keeps it, within its bound
            self._unwritten = self._link.data_to_send()
        if self._unwritten:
            self._unwritten = self._unwritten[port.write(self._unwritten) :]
        due_ms = self._link.next_due_ms()
        assert due_ms is not None
        timeout_s = max(0, due_ms - self._clock_ms()) / 1000
        line = port.fileno()
        writing = [line] if self._unwritten else []
        ready, _, _ = select.select([line, self._wake_read], writing, [], timeout_s)
        if self._wake_read in ready:
            self._take_wishes()
        if line in ready:
            self._hand_over(self._link.receive(port.read(), self._clock_ms()))
        self._hand_over(self._link.advance(self._clock_ms()))

    def _rest(self, for_ms: int) -> None:
        """Wait before the next try; wishes are kept by the link meanwhile."""
        end_ms = self._clock_ms() + for_ms
        while not self._closing.is_set() and (left_ms := end_ms - self._clock_ms()) > 0:
            ready, _, _ = select.select([self._wake_read], [], [], left_ms / 1000)
            if ready:
                self._take_wishes()

    def _take_wishes(self) -> None:
        while True:
            try:
                os.read(self._wake_read, 4096)
            except BlockingIOError:
                break
        while not self._wishes.empty():
            self._link.send(self._wishes.get_nowait(), self._clock_ms())

    def _hand_over(self, events: list[LinkEvent]) -> None:
        for event in events:
            self._deliver(event)

    def _release(self) -> None:
        with self._wake_lock:
            for fd in (self._wake_read, self._wake_write):
                if fd >= 0:
                    os.close(fd)
            self._wake_read = self._wake_write = -1

    def _wake(self) -> None:
        with self._wake_lock:
            if self._wake_write >= 0:
                try:
                    os.write(self._wake_write, b"!")
                except BlockingIOError:
                    return  # full of wake-ups already
