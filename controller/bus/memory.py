"""The bus within one process: no network, the same promises."""

from __future__ import annotations

import threading
import time

from controller.bus.age import Clock, Kept
from controller.bus.bus import FactSource, OnIntent, Sender, Show
from controller.journal.chain import Row
from controller.view.intents import Envelope, Intent
from controller.view.snapshot import Snapshot

BATCH = 100  # facts read at once: the journal is held up for a millisecond at most
JOIN_S = 5.0


class MemoryBus:
    """The service's end, and the maker of viewers and feeds."""

    def __init__(self, source: FactSource, token: str, clock: Clock = time.monotonic) -> None:
        self.token = token
        self._clock = clock
        self.source = source
        self.news = threading.Condition()
        self._newest: Kept | None = None
        self._viewers: list[MemoryViewer] = []
        self._on_intent: OnIntent | None = None

    @property
    def trouble(self) -> str | None:
        return None

    def start(self, on_intent: OnIntent) -> None:
        self._on_intent = on_intent

    def publish_snapshot(self, snapshot: Snapshot) -> None:
        with self.news:
            self._newest = Kept(snapshot, self._clock())
            viewers = tuple(self._viewers)
        for viewer in viewers:
            viewer.put(snapshot)

    def publish_facts(self) -> None:
        with self.news:
            self.news.notify_all()

    def viewer(self) -> MemoryViewer:
        """A screen's end on this bus."""
        return MemoryViewer(self)

    def feed(self, after: int = 0) -> MemoryFeed:
        """All facts that follow number `after`."""
        return MemoryFeed(self, after)

    def close(self) -> None:
        self._on_intent = None
        with self.news:
            viewers = tuple(self._viewers)
        for viewer in viewers:
            viewer.close()

    # -- what its own viewers use ------------------------------------------------------------

    def attach(self, viewer: MemoryViewer) -> Snapshot | None:
        """Show this viewer what comes; returns what is to be seen now."""
        with self.news:
            self._viewers.append(viewer)
            return self._newest.now(self._clock()) if self._newest is not None else None

    def detach(self, viewer: MemoryViewer) -> None:
        """Forget this viewer."""
        with self.news:
            if viewer in self._viewers:
                self._viewers.remove(viewer)

    def deliver(self, envelope: Envelope) -> bool:
        """Hand an intent to the service; False if there is none."""
        on_intent = self._on_intent
        if on_intent is None:
            return False
        on_intent(envelope)
        return True


class MemoryViewer:
    """Shows on a thread of its own, so that a slow screen holds up nobody."""

    def __init__(self, bus: MemoryBus) -> None:
        self._bus = bus
        self._sender = Sender()
        self._change = threading.Condition()
        self._next: Snapshot | None = None
        self._seen: Snapshot | None = None
        self._closed = False
        self._thread: threading.Thread | None = None

    @property
    def trouble(self) -> str | None:
        return None

    def start(self, show: Show) -> None:
        self._thread = threading.Thread(
            target=self._run, args=(show,), name="bus viewer", daemon=True
        )
        self._thread.start()
        newest = self._bus.attach(self)
        if newest is not None:
            self.put(newest, if_none=True)

    def put(self, snapshot: Snapshot, *, if_none: bool = False) -> None:
        """Show this next. if_none: only where nothing newer came meanwhile."""
        with self._change:
            if if_none and (self._next is not None or self._seen is not None):
                return
            self._next = snapshot
            self._change.notify()

    def ask(self, intent: Intent) -> bool:
        seen = self._seen
        if seen is None or self._closed:
            return False
        return self.send(self._sender.envelope(intent, seen, self._bus.token))

    def send(self, envelope: Envelope) -> bool:
        return not self._closed and self._bus.deliver(envelope)

    def close(self) -> None:
        self._bus.detach(self)
        with self._change:
            self._closed = True
            self._change.notify()
        if self._thread is not None and self._thread is not threading.current_thread():
            self._thread.join(JOIN_S)

    def _run(self, show: Show) -> None:
        while True:
            with self._change:
                self._change.wait_for(lambda: self._closed or self._next is not None)
                if self._closed:
                    return
                snapshot, self._next = self._next, None
                self._seen = snapshot
            if snapshot is not None:
                show(snapshot)


class MemoryFeed:
    """Facts straight from the journal."""

    def __init__(self, bus: MemoryBus, after: int) -> None:
        self._bus = bus
        self._last = after
        self._closed = False

    @property
    def trouble(self) -> str | None:
        return None

    def take(self, timeout_s: float) -> list[Row]:
        with self._bus.news:
            self._bus.news.wait_for(lambda: self._closed or self._has_news(), timeout_s)
        if self._closed:
            return []
        rows = list(self._bus.source.rows_after(self._last, BATCH))
        if rows:
            self._last = rows[-1].number
        return rows

    def close(self) -> None:
        self._closed = True
        self._bus.publish_facts()  # wakes a `take` that waits

    def _has_news(self) -> bool:
        return self._bus.source.last_number > self._last
