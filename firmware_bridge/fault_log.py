"""What is kept of a fault of the line: a text file with the last messages, for whoever mends it.

Times are milliseconds of the clock that never jumps; a message holds readings and lights, no names.
"""

from __future__ import annotations

import dataclasses
import logging
from pathlib import Path

from firmware_bridge.link import Link
from firmware_bridge.messages import LinkDown

KEPT = 20  # files of at most 200 messages: less than 3 MB in all
_PREFIX = "fault-"

log = logging.getLogger(__name__)


class FaultLog:
    """The newest faults in a folder, numbered upward; older ones are removed."""

    def __init__(self, folder: Path, kept: int = KEPT) -> None:
        self._folder = folder
        self._kept = kept

    def keep(self, report: str) -> None:
        """Write it down. A folder that cannot be written is logged, not raised: play goes on."""
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
            numbers = self._numbers()
            number = max(numbers, default=0) + 1
            self._path(number).write_text(report, "utf-8")
            for old in sorted([*numbers, number])[: -self._kept]:
                self._path(old).unlink(missing_ok=True)
        except OSError as error:
            log.warning("a fault of the line cannot be kept in %s: %s", self._folder, error)

    def _numbers(self) -> list[int]:
        words = [path.stem.removeprefix(_PREFIX) for path in self._folder.glob(f"{_PREFIX}*.txt")]
        return [int(word) for word in words if word.isascii() and word.isdigit()]

    def _path(self, number: int) -> Path:
        return self._folder / f"{_PREFIX}{number:06}.txt"


def format_fault(news: LinkDown, link: Link) -> str:
    """The text that is kept: what is the matter, all counters, the last 200 messages."""
    counters = {
        **dataclasses.asdict(link.counters),
        **{f"framer_{name}": n for name, n in dataclasses.asdict(link.framer_counters).items()},
    }
    lines = [
        f"{news.fault.value}: {news.detail}",
        f"line: {news.quality}",
        *(f"{name}: {count}" for name, count in counters.items()),
        "",
        *(f"{at_ms} {direction} {message}" for at_ms, direction, message in link.recent.copy()),
    ]
    return "\n".join(lines) + "\n"
