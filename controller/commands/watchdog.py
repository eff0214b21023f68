"""Says to systemd that the service lives: only the loop that owns the table can say so.

Speaks sd_notify's protocol: a datagram to the socket that NOTIFY_SOCKET names. Without it nothing
is said. A loop that hangs misses its turn, and systemd starts the service anew.
"""

from __future__ import annotations

import os
import socket
import threading
from collections.abc import Callable, Mapping

JOIN_S = 2.0


class Watchdog:
    """soon: runs a function in the service's loop. Begins to speak at once, until closed."""

    def __init__(
        self,
        soon: Callable[[Callable[[], None]], None],
        environment: Mapping[str, str] = os.environ,
    ) -> None:
        self._soon = soon
        self._path = environment.get("NOTIFY_SOCKET", "")
        every_us = int(environment.get("WATCHDOG_USEC", "0"))
        self._every_s = every_us / 1_000_000 / 3  # two may get lost
        self._stop = threading.Event()
        self._thread: threading.Thread | None = None
        if self._path:
            soon(lambda: self._say("READY=1"))
            if every_us:
                self._thread = threading.Thread(target=self._run, name="watchdog", daemon=True)
                self._thread.start()

    def close(self) -> None:
        """Stop. May be called again."""
        self._stop.set()
        if self._thread is not None:
            self._thread.join(JOIN_S)

    def _run(self) -> None:
        while not self._stop.wait(self._every_s):
            self._soon(lambda: self._say("WATCHDOG=1"))

    def _say(self, words: str) -> None:
        address = "\0" + self._path[1:] if self._path.startswith("@") else self._path
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as speaking:
            speaking.sendto(words.encode(), address)
