"""What a port is, whatever it leads to; opens nothing."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Protocol


class Port(Protocol):
    """An open line to a device. No call blocks; a line that is gone raises PortUnavailable."""

    @property
    def bytes_read(self) -> int:
        """Bytes that `read` has returned since opening."""

    @property
    def bytes_written(self) -> int:
        """Bytes that `write` has taken since opening."""

    def fileno(self) -> int:
        """Becomes readable when `read` has something, or the line has gone."""

    def read(self) -> bytes:
        """What has come; b"" for nothing."""

    def write(self, data: bytes) -> int:
        """How many of these bytes the line took; the rest is the caller's to offer again."""

    def close(self) -> None:
        """Let the line go. May be called again."""


Opener = Callable[[str], Port]
"""Opens the port that a whole URL names; raises PortUnavailable."""


def monotonic_ms() -> int:
    """Milliseconds of the clock that never jumps."""
    return time.monotonic_ns() // 1_000_000
