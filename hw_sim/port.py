"""Lines to a simulated device: a real pty, or a socket pair within one process.

A server carries bytes between a device and its end of the line; it is told the time and never
blocks. `LockStep` is for virtual time: it moves bytes until as many were read as were written.
"""

from __future__ import annotations

import abc
import os
import select
import socket
import tty
from collections.abc import Callable
from pathlib import Path
from typing import Protocol
from urllib.parse import parse_qsl, urlsplit

from firmware_bridge.errors import PortUnavailable
from firmware_bridge.local_port import SocketPort
from firmware_bridge.port import Port

QUEUE_LIMIT_BYTES = 65536  # a host that reads nothing for 2.6 s at 250 000 baud
STUCK_AFTER_S = 5.0
_READ_BYTES = 4096


class Served(Protocol):
    """The bytes' side of a device, or of a whole simulated table."""

    def receive(self, data: bytes, now_ms: int) -> None: ...
    def bytes_to_send(self) -> bytes: ...


class LineServer(abc.ABC):
    """The board's end of a line that can be pulled out and put back in.

    `bytes_read` and `bytes_written` count what really passed. While it is unplugged, and when the
    queue is full, what the device sends is lost as on a cable; `bytes_dropped` counts it.
    """

    def __init__(self, device: Served) -> None:
        self.bytes_read = 0
        self.bytes_written = 0
        self.bytes_dropped = 0
        self._device = device
        self._queue = bytearray()
        self._fd = -1

    @property
    def is_plugged(self) -> bool:
        return self._fd >= 0

    @property
    def has_queued(self) -> bool:
        """Bytes wait for room on the line: `pump` again when it is writable."""
        return bool(self._queue)

    def fileno(self) -> int:
        """Readable when the host has written; -1 while unplugged."""
        return self._fd

    def pump(self, now_ms: int) -> None:
        """Carry what has come to the device, and what it says to the line."""
        while self.is_plugged and (data := self._read()):
            self.bytes_read += len(data)
            self._device.receive(data, now_ms)
        data = self._device.bytes_to_send()
        room = QUEUE_LIMIT_BYTES - len(self._queue) if self.is_plugged else 0
        self._queue += data[:room]
        self.bytes_dropped += len(data[room:])
        while self._queue and (taken := self._write()):
            self.bytes_written += taken
            del self._queue[:taken]

    def unplug(self) -> None:
        """Pull the cable; what was on its way is lost."""
        self.bytes_dropped += len(self._queue)
        self._queue.clear()
        if self.is_plugged:
            self._close_line()
            self._fd = -1

    def plug(self) -> None:
        """Put the cable in again: a new line, on which nothing was ever said."""
        if not self.is_plugged:
            self._fd = self._open_line()
            os.set_blocking(self._fd, False)

    def close(self) -> None:
        """Let everything go. May be called again."""
        self.unplug()

    @abc.abstractmethod
    def _open_line(self) -> int:
        """A new line; the descriptor of the board's end."""

    @abc.abstractmethod
    def _close_line(self) -> None:
        """Close both ends that we hold."""

    def _read(self) -> bytes:
        try:
            return os.read(self._fd, _READ_BYTES)
        except OSError:  # nothing there, or the host's end has gone
            return b""

    def _write(self) -> int:
        try:
            return os.write(self._fd, self._queue)
        except OSError:
            return 0


class PtyServer(LineServer):
    """A device on a real pty. `path` is what the host opens: the pty, or a link to it."""

    def __init__(self, device: Served, link: Path | None = None) -> None:
        super().__init__(device)
        self._link = link
        self._slave = -1
        self._name = ""
        self.plug()

    @property
    def path(self) -> str:
        return str(self._link) if self._link is not None else self._name

    def _open_line(self) -> int:
        master, self._slave = os.openpty()  # the slave is kept: a host may come and go
        tty.setraw(self._slave)
        self._name = os.ttyname(self._slave)
        if self._link is not None:
            fresh = self._link.with_name(self._link.name + ".new")
            fresh.unlink(missing_ok=True)
            fresh.symlink_to(self._name)
            fresh.rename(self._link)
        return master

    def _close_line(self) -> None:
        os.close(self._fd)
        os.close(self._slave)
        if self._link is not None:
            self._link.unlink(missing_ok=True)


class PairServer(LineServer):
    """A device on a socket pair of this process; `open_host_end` is the host's way in."""

    def __init__(self, device: Served) -> None:
        super().__init__(device)
        self._host: SocketPort | None = None
        self._board_socket: socket.socket | None = None
        self._host_socket: socket.socket | None = None
        self.plug()

    def open_host_end(self, url: str = "sim://") -> SocketPort:
        """The host's end. One holder at a time; raises PortUnavailable."""
        if not self.is_plugged or self._host_socket is None:
            raise PortUnavailable(f"{url}: no such device; is the cable in?")
        if self._host is not None and not self._host.is_closed:
            raise PortUnavailable(f"{url}: in use by another program; stop that one first")
        self._host = SocketPort(self._host_socket.dup(), url)
        self._host.drain()
        return self._host

    def _open_line(self) -> int:
        self._board_socket, self._host_socket = socket.socketpair()
        return self._board_socket.fileno()

    def _close_line(self) -> None:
        for end in (self._board_socket, self._host_socket):
            if end is not None:
                end.close()
        self._board_socket = self._host_socket = None


class LockStep:
    """Moves bytes between a server and the host's port until neither has any under way.

    The kernel may take its time with a pty, virtual time must not care: both calls wait on the
    file descriptors (never longer than 5 s of real time, then PortUnavailable).
    """

    def __init__(self, server: LineServer, port: Port) -> None:
        self._server = server
        self._port = port
        self._up_ahead = server.bytes_written - port.bytes_read
        self._down_ahead = port.bytes_written - server.bytes_read

    def to_host(self, now_ms: int) -> bytes:
        """All that the device has said until now."""
        chunks: list[bytes] = []
        self._server.pump(now_ms)
        while self._server.has_queued or self._bytes_up():
            chunk = self._port.read()
            if chunk:
                chunks.append(chunk)
            else:
                self._wait(self._port.fileno())
            self._server.pump(now_ms)
        return b"".join(chunks)

    def to_device(self, data: bytes, now_ms: int) -> None:
        """Have the device take all these bytes now."""
        while data or self._bytes_down():
            data = data[self._port.write(data) :] if data else data
            before = self._server.bytes_read
            self._server.pump(now_ms)
            if self._bytes_down() and self._server.bytes_read == before:
                self._wait(self._server.fileno())

    def _bytes_up(self) -> int:
        return self._server.bytes_written - self._port.bytes_read - self._up_ahead

    def _bytes_down(self) -> int:
        return self._port.bytes_written - self._server.bytes_read - self._down_ahead

    def _wait(self, fd: int) -> None:
        if fd < 0 or not select.select([fd], [], [], STUCK_AFTER_S)[0]:
            raise PortUnavailable("bytes are under way that never arrive; was the line closed?")


def parse_sim_url(url: str, allowed: Callable[[str], bool]) -> dict[str, str]:
    """The words of `sim://?noise=realistic&seed=7`. Raises PortUnavailable, naming the word."""
    parts = urlsplit(url)
    if parts.scheme != "sim" or parts.netloc or parts.path not in ("", "/"):
        raise PortUnavailable(f"{url}: a simulated table is sim://?key=value&...")
    words: dict[str, str] = {}
    for key, value in parse_qsl(parts.query, keep_blank_values=True):
        if not allowed(key) or not value or key in words:
            raise PortUnavailable(f"{url}: {key}={value} is unknown, empty or said twice")
        words[key] = value
    return words
