"""What passes over a port, kept in a text file: for fault reports and for replay.

First line `# gammonboard spy 1 URL`, then one line for each read or write that moved bytes:
monotonic milliseconds, `<` (from the device) or `>` (to it), the bytes in hex.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from firmware_bridge.port import Port

HEADER = "# gammonboard spy 1"


@dataclass(frozen=True, slots=True)
class Recorded:
    """Bytes that passed at once; `direction` is "<" from the device, ">" to it."""

    at_ms: float
    direction: str
    data: bytes


class SpyPort:
    """A port that writes down every byte before it hands it on. Raises OSError on opening."""

    def __init__(self, port: Port, path: str, url: str, clock_ms: Callable[[], float]) -> None:
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
            self._file.write(f"{self._clock_ms():.3f} {direction} {data.hex()}\n")
            self._file.flush()


def parse_recording(text: str) -> Iterator[Recorded]:
    """The bytes of a recording in order. Raises ValueError for a line that is none, naming it."""
    for part in parse_parts(text):
        yield from part


def parse_parts(text: str) -> Iterator[list[Recorded]]:
    """The same by parts, one for each time that the port was opened. Raises ValueError.

    A last line that was cut off (the recorder was killed) is left out.
    """
    part: list[Recorded] = []
    lines = text.split("\n")
    for number, line in enumerate(lines[:-1], 1):
        if line.startswith(HEADER):
            if part:
                yield part
            part = []
        elif line and not line.startswith("#"):
            part.append(_parse_line(number, line))
    if part:
        yield part


def _parse_line(number: int, line: str) -> Recorded:
    words = line.split(" ")
    try:
        at_ms, direction, data = float(words[0]), words[1], bytes.fromhex(words[2])
    except (ValueError, IndexError):
        raise ValueError(f"line {number} is no recording: {line[:60]!r}") from None
    if direction not in ("<", ">"):
        raise ValueError(f"line {number}: direction {direction!r} is not < or >")
    return Recorded(at_ms, direction, data)
