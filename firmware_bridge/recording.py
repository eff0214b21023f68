"""What passes over a port, kept in a text file: for fault reports and for replay.

First line `# gammonboard spy 1 URL`, then one line for each read or write that moved bytes:
monotonic milliseconds, `<` (from the device) or `>` (to it), the bytes in hex.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Protocol

HEADER = "# gammonboard spy 1"


class _Line(Protocol):
    @property
    def bytes_read(self) -> int: ...
    @property
    def bytes_written(self) -> int: ...
    def fileno(self) -> int: ...
    def read(self) -> bytes: ...
    def write(self, data: bytes) -> int: ...
    def close(self) -> None: ...


@dataclass(frozen=True, slots=True)
class Recorded:
    """Bytes that passed at once; `direction` is "<" from the device, ">" to it."""

    at_ms: float
    direction: str
    data: bytes


class SpyPort:
    """A port that writes down every byte before it hands it on. Raises OSError on opening."""

    def __init__(self, port: _Line, path: str, url: str, clock_ms: Callable[[], float]) -> None:
        self._port = port
        self._clock_ms = clock_ms
        self._file = open(path, "a", encoding="ascii", errors="replace")  # noqa: SIM115
        self._file.write(f"{HEADER} {url}\n")
        self._file.flush()

    @property
    def bytes_read(self) -> int:
        return self._port.bytes_read

    @property
    def bytes_written(self) -> int:
        return self._port.bytes_written

    def fileno(self) -> int:
        return self._port.fileno()

    def read(self) -> bytes:
        data = self._port.read()
        self._note("<", data)
        return data

    def write(self, data: bytes) -> int:
        taken = self._port.write(data)
        self._note(">", data[:taken])
        return taken

    def close(self) -> None:
        self._port.close()
        self._file.close()

    def _note(self, direction: str, data: bytes) -> None:
        if data:
            self._file.write(f"{self._clock_ms():g} {direction} {data.hex()}\n")
            self._file.flush()


def parse_recording(text: str) -> Iterator[Recorded]:
    """The bytes of a recording in order. Raises ValueError for a line that is none, naming it."""
    for number, line in enumerate(text.splitlines(), 1):
        if not line or line.startswith("#"):
            continue
        words = line.split(" ")
        try:
            at_ms, direction, data = float(words[0]), words[1], bytes.fromhex(words[2])
        except (ValueError, IndexError):
            raise ValueError(f"line {number} is no recording: {line[:60]!r}") from None
        if direction not in ("<", ">"):
            raise ValueError(f"line {number}: direction {direction!r} is not < or >")
        yield Recorded(at_ms, direction, data)
