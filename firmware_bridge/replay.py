"""A recording played back: what a device once said, to a host that listens again.

A recording has a part for each time that its port was open. In real time `ReplayPort` says it as a
device would that is asked anew (see `recorded_device`); in virtual time `replay_events` keeps the
recorded times.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from firmware_bridge.errors import PortUnavailable
from firmware_bridge.framing import Framer
from firmware_bridge.link import Link
from firmware_bridge.messages import Hello, LinkEvent, SnapshotRequest
from firmware_bridge.recorded_device import RecordedDevice, host_messages
from firmware_bridge.recording import Recorded, parse_parts

Part = Sequence[Recorded]


def read_recording(url: str, path: str) -> list[Part]:
    """The parts of a recording's file. Raises PortUnavailable naming it and what is wrong."""
    try:
        parts: list[Part] = list(parse_parts(Path(path).read_text("ascii")))
    except (OSError, ValueError) as error:
        raise PortUnavailable(f"{url}: no recording: {error}") from error
    if not any(piece.direction == "<" for part in parts for piece in part):
        raise PortUnavailable(f"{url}: the recording holds nothing that a table said")
    return parts


def first_session(parts: Sequence[Part]) -> int:
    """What a link must be told as `first_session` so that the recorded answers are its own."""
    for part in parts:
        for hello in _hellos(part, Framer()):
            return (hello.session - 2) % 0xFFFF + 1
    return 1


def replay_events(parts: Sequence[Part], link: Link) -> Iterator[tuple[float, LinkEvent]]:
    """In virtual time: what the link hands up, with the recorded times.

    The link's own words go nowhere; snapshots that the recorded owner asked for are asked again.
    """
    for part in parts:
        if not part:
            continue
        asked, heard, said = 0, Framer(), Framer()
        now_ms = part[0].at_ms
        link.port_opened(round(now_ms))
        for piece in part:
            while (due_ms := link.next_due_ms()) is not None and due_ms < piece.at_ms:
                now_ms = due_ms
                yield from ((now_ms, event) for event in link.advance(round(now_ms)))
            now_ms = piece.at_ms
            asked = max([asked, *_requests(link.data_to_send(), said)])
            if piece.direction == "<":
                yield from ((now_ms, event) for event in link.receive(piece.data, round(now_ms)))
                continue
            for request in _requests(piece.data, heard):
                if request > asked:  # not the link's own: its owner's
                    link.send(SnapshotRequest(request), round(now_ms))
                    asked = request
        yield from (
            (now_ms, event) for event in link.port_closed(round(now_ms), "the line was closed here")
        )


class Replay:
    """A recording's parts, one for each opening."""

    def __init__(self, url: str, parts: Sequence[Part], clock_ms: Callable[[], float]) -> None:
        self._url = url
        self._parts = iter([part for part in parts if part])
        self._clock_ms = clock_ms

    def open(self) -> ReplayPort:
        """The next part. Raises PortUnavailable when all were played."""
        part = next(self._parts, None)
        if part is None:
            raise PortUnavailable(f"{self._url}: the recording is over")
        return ReplayPort(self._url, part, self._clock_ms)


class ReplayPort:
    """One part in real time."""

    def __init__(self, url: str, part: Part, clock_ms: Callable[[], float]) -> None:
        self.bytes_read = 0
        self.bytes_written = 0
        self._url = url
        self._clock_ms = clock_ms
        self._device = RecordedDevice(part, clock_ms())
        self._alarm = _Alarm()
        self._set_alarm()

    def fileno(self) -> int:
        return self._alarm.fileno()

    def read(self) -> bytes:
        """All that was said by now. Raises PortUnavailable when the recorded line has gone."""
        self._alarm.clear()
        now_ms = self._clock_ms()
        if self._device.is_over(now_ms):
            raise PortUnavailable(f"{self._url}: the recording's line ends here")
        said = self._device.say(now_ms)
        self._set_alarm()
        self.bytes_read += len(said)
        return said

    def write(self, data: bytes) -> int:
        self.bytes_written += len(data)
        self._device.hear(data, self._clock_ms())
        self._set_alarm()
        return len(data)

    def close(self) -> None:
        self._alarm.close()

    def _set_alarm(self) -> None:
        self._alarm.ring_in((self._device.next_due_ms() - self._clock_ms()) / 1000)


class _Alarm:
    """A descriptor that becomes readable after a while, at most once until it is cleared."""

    def __init__(self) -> None:
        self._read, self._write = os.pipe()
        os.set_blocking(self._read, False)
        self._lock = threading.Lock()
        self._timer: threading.Timer | None = None
        self._is_open = True

    def fileno(self) -> int:
        return self._read

    def ring_in(self, seconds: float) -> None:
        self._cancel()
        if seconds <= 0:
            self._ring()
        else:
            self._timer = threading.Timer(seconds, self._ring)
            self._timer.daemon = True
            self._timer.start()

    def clear(self) -> None:
        self._cancel()
        try:
            os.read(self._read, 4096)
        except BlockingIOError:
            return

    def close(self) -> None:
        self._cancel()
        with self._lock:
            if self._is_open:
                self._is_open = False
                os.close(self._read)
                os.close(self._write)

    def _cancel(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer.join()
            self._timer = None

    def _ring(self) -> None:
        with self._lock:
            if self._is_open:
                os.write(self._write, b"!")


def _requests(data: bytes, framer: Framer) -> list[int]:
    messages = host_messages(data, framer)
    return [message.request for message in messages if isinstance(message, SnapshotRequest)]


def _hellos(part: Part, framer: Framer) -> Iterator[Hello]:
    for piece in part:
        if piece.direction == ">":
            for message in host_messages(piece.data, framer):
                if isinstance(message, Hello):
                    yield message
