"""How old a kept snapshot is, for a viewer that comes late.

A snapshot counts its clocks from the core's time at which it was made. Whoever gets it later is
told by the core's time of that moment, so that it needs to know no clock but its own.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import msgspec

from controller.view.snapshot import Snapshot

Clock = Callable[[], float]
"""Seconds that only ever grow."""


@dataclass(frozen=True, slots=True)
class Kept:
    """A snapshot, and when it came here, in seconds of a clock of this process."""

    snapshot: Snapshot
    came_s: float

    def core_ms(self, now_s: float) -> int:
        """The core's time by now."""
        return self.snapshot.at_ms + round(1000 * (now_s - self.came_s))

    def now(self, now_s: float) -> Snapshot:
        """As it is to be seen by now."""
        return as_of(self.snapshot, self.core_ms(now_s))


def as_of(snapshot: Snapshot, core_ms: int) -> Snapshot:
    """The same picture at a later time of the core."""
    return msgspec.structs.replace(snapshot, at_ms=max(snapshot.at_ms, core_ms))
