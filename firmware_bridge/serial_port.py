"""A cable or a pty as a port: the one place that knows pyserial.

DTR and RTS are left alone after opening: a pty has none (ENOTTY), and on a Mega DTR is a reset.
"""

from __future__ import annotations

import select

import serial

from firmware_bridge.errors import PortUnavailable

DEFAULT_BAUD = 250_000  # no clock error on a 16 MHz board
_READ_BYTES = 4096


class SerialPort:
    """An open serial device, held exclusively."""

    def __init__(self, url: str, path: str, *, baud: int = DEFAULT_BAUD) -> None:
        self.bytes_read = 0
        self.bytes_written = 0
        self._url = url
        try:
            self._serial = serial.Serial(path, baud, timeout=0, write_timeout=0, exclusive=True)
        except (OSError, ValueError) as error:  # SerialException is an OSError
            raise PortUnavailable(f"{url}: {_reason(error)}") from error

    def fileno(self) -> int:
        return int(self._serial.fileno())

    def read(self) -> bytes:
        """A device that is ready to be read but has nothing has gone: pyserial says so."""
        try:
            data: bytes = self._serial.read(_READ_BYTES)
        except OSError as error:
            raise PortUnavailable(f"{self._url}: the device has gone") from error
        self.bytes_read += len(data)
        return data

    def write(self, data: bytes) -> int:
        """pyserial would spin on a full line, so ask for room first."""
        try:
            if not data or not select.select([], [self.fileno()], [], 0)[1]:
                return 0
            taken: int = self._serial.write(data)
        except OSError as error:
            raise PortUnavailable(f"{self._url}: the device has gone") from error
        self.bytes_written += taken
        return taken

    def close(self) -> None:
        self._serial.close()


def _reason(error: Exception) -> str:
    """pyserial's many words for three cases, in ours."""
    text = str(error)
    if "exclusively lock" in text:
        return "in use by another program; stop that one first"
    match getattr(error, "errno", None):
        case 2:
            return "no such device; is the cable in?"
        case 13:
            return "no permission; add the user to the group dialout"
    return text
