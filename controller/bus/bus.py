"""What a bus promises, whatever carries it.

The service publishes; nothing it calls here ever waits for a reader or a network. A viewer gets
the newest snapshot at once and then later ones; one that is slow misses those in between. Facts
come from the journal: all of them, each once, in order, however often the carrier was away.
Intents arrive at most once and unchanged: whether one is late, repeated or forged is judged by
the core.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Sequence
from itertools import count
from typing import Protocol

from controller.journal.chain import Row
from controller.view.intents import Envelope, Intent
from controller.view.snapshot import Snapshot

Show = Callable[[Snapshot], None]
OnIntent = Callable[[Envelope], None]


class Sender:
    """Makes the envelopes of one screen.

    Its seat is its own, drawn by chance, so its numbers need no agreement with any other screen,
    nor with what it sent before it was started again.
    """

    def __init__(self) -> None:
        self._seat = f"screen {secrets.token_hex(4)}"
        self._numbers = count(1)

    def envelope(self, intent: Intent, seen: Snapshot, token: str) -> Envelope:
        """What a person asks who sees `seen`."""
        number = next(self._numbers)
        return Envelope(intent, seen.match, seen.turn_number, self._seat, number, token)


class FactSource(Protocol):
    """Where facts are published from: the journal. Safe to use from another thread."""

    @property
    def last_number(self) -> int: ...
    def rows_after(self, number: int, limit: int) -> Sequence[Row]: ...


class Bus(Protocol):
    """The service's end."""

    @property
    def trouble(self) -> str | None:
        """Why nothing gets through at the moment, in words; None if all is well."""

    def start(self, on_intent: OnIntent) -> None:
        """Begin; on_intent is called on a thread of the bus and must only hand on."""

    def publish_snapshot(self, snapshot: Snapshot) -> None:
        """Show this from now on; returns at once."""

    def publish_facts(self) -> None:
        """Say that facts were committed; returns at once."""

    def close(self) -> None:
        """Stop. Idempotent."""


class Viewer(Protocol):
    """A screen's end."""

    @property
    def trouble(self) -> str | None:
        """Why the table is not seen at the moment, in words; None if all is well."""

    def start(self, show: Show) -> None:
        """Begin; show is called on a thread of the viewer, with the newest snapshot each time."""

    def ask(self, intent: Intent) -> bool:
        """Send what a person wants who sees the snapshot shown last; returns at once.

        False where nothing was shown yet or the bus is away: nothing is kept for later, since a
        press that takes effect much later is worse than none.
        """

    def send(self, envelope: Envelope) -> bool:
        """Send an envelope exactly as it is; else like `ask`."""

    def close(self) -> None:
        """Stop. Idempotent."""


class FactFeed(Protocol):
    """All facts in order, from a number on."""

    @property
    def trouble(self) -> str | None: ...

    def take(self, timeout_s: float) -> list[Row]:
        """The facts that came since the last call, waiting for the first one if need be.

        A number that does not follow the one before says that the table has another journal.
        """

    def close(self) -> None:
        """Stop. Idempotent."""
