"""The journal's own thread: the loop never waits for the disk, and nothing overtakes a commit.

Facts are written in the order they were put; what piles up while the disk is busy goes into one
transaction. After a failure nothing more is written until the facts that failed are: a journal
may end early but never has a hole.
"""

from __future__ import annotations

import queue
import threading
import time
from collections.abc import Callable, Sequence

from controller.errors import JournalError
from controller.journal.journal import Journal
from controller.table.facts import AnyFact

SLOW_COMMIT_MS = 200
RETRY_MS = 1000
JOIN_S = 5.0


def _monotonic_ms() -> float:
    return time.monotonic() * 1000


class JournalWriter:
    """Appends on a thread of its own and reports from it.

    on_committed(number of the last fact written) and on_failed(the error, after which the same
    facts are tried again every second) are called on the journal's thread: they should only put
    a message on a queue. now_ms is a monotonic clock.
    """

    def __init__(
        self,
        journal: Journal,
        on_committed: Callable[[int], None],
        on_failed: Callable[[JournalError], None],
        now_ms: Callable[[], float] = _monotonic_ms,
    ) -> None:
        self._journal = journal
        self._on_committed = on_committed
        self._on_failed = on_failed
        self._now_ms = now_ms
        self._queue: queue.SimpleQueue[tuple[AnyFact, ...] | None] = queue.SimpleQueue()
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._run, name="journal", daemon=True)
        self.commits = 0
        self.slow_commits = 0
        self._thread.start()

    def put(self, facts: Sequence[AnyFact]) -> None:
        """Hand over facts; returns at once. Raises ValueError after `close`."""
        if self._stopping.is_set():
            raise ValueError("the journal's writer is closed")
        self._queue.put(tuple(facts))

    def close(self, join_s: float = JOIN_S) -> bool:
        """Write what was put and stop; False if the disk didn't finish in time. Idempotent.

        The journal itself stays open: its owner closes it.
        """
        if not self._stopping.is_set():
            self._stopping.set()
            self._queue.put(None)
        self._thread.join(join_s)
        return not self._thread.is_alive()

    def _run(self) -> None:
        waiting: list[AnyFact] = []
        last_try = False
        while not last_try:
            last_try = self._collect(waiting)
            if waiting and self._commit(waiting):
                waiting.clear()

    def _collect(self, waiting: list[AnyFact]) -> bool:
        """Wait for facts (or, with some left over, for the time of the next try); True: stop."""
        try:
            batch = self._queue.get(timeout=RETRY_MS / 1000 if waiting else None)
            while batch is not None:
                waiting.extend(batch)
                batch = self._queue.get_nowait()
        except queue.Empty:
            return False
        return True

    def _commit(self, facts: list[AnyFact]) -> bool:
        began_ms = self._now_ms()
        try:
            number = self._journal.append(facts)
        except JournalError as error:
            self._on_failed(error)
            return False
        self.commits += 1
        self.slow_commits += self._now_ms() - began_ms > SLOW_COMMIT_MS
        self._on_committed(number)
        return True
