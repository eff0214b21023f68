"""The host's end of a line within this process: a socket pair, read like any cable."""

from __future__ import annotations

import socket
from collections.abc import Callable

from firmware_bridge.errors import PortUnavailable

_READ_BYTES = 4096


class SocketPort:
    """An open line to a device of this process. `why_gone` says it in words when it has gone."""

    def __init__(
        self,
        end: socket.socket,
        url: str,
        why_gone: Callable[[], str] = lambda: "the device has gone; is the cable in?",
    ) -> None:
        self.bytes_read = 0
        self.bytes_written = 0
        self.is_closed = False
        self._socket = end
        self._socket.setblocking(False)
        self._url = url
        self._why_gone = why_gone

    def fileno(self) -> int:
        return self._socket.fileno()

    def drain(self) -> None:
        """Throw away what was said before this host came, as opening a serial port does."""
        while self.read():
            pass
        self.bytes_read = 0

    def read(self) -> bytes:
        try:
            data = self._socket.recv(_READ_BYTES)
        except BlockingIOError:
            return b""
        except OSError as error:
            raise self._gone() from error
        if not data:
            raise self._gone()
        self.bytes_read += len(data)
        return data

    def write(self, data: bytes) -> int:
        try:
            taken = self._socket.send(data)
        except BlockingIOError:
            return 0
        except OSError as error:
            raise self._gone() from error
        self.bytes_written += taken
        return taken

    def close(self) -> None:
        self.is_closed = True
        self._socket.close()

    def _gone(self) -> PortUnavailable:
        return PortUnavailable(f"{self._url}: {self._why_gone()}")
