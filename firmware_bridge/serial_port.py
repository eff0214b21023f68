"""A cable or a pty as a port: the one place that knows pyserial.

DTR and RTS are left alone after opening: a pty has none (ENOTTY), and on a Mega DTR is a reset.
"""

from __future__ import annotations

import contextlib
import errno
import fcntl
import select
import termios
from collections.abc import Callable
from typing import Any

import serial
from serial.tools import list_ports

from firmware_bridge.discovery import SerialDevice
from firmware_bridge.errors import PortUnavailable

DEFAULT_BAUD = 250_000  # no clock error on a 16 MHz board
_READ_BYTES = 4096
_LINE_ERRORS = (OSError, termios.error, TypeError, ValueError)
"""What pyserial lets through when a device goes: its own error and the kernel's (OSError), termios'
own, TypeError and ValueError of a descriptor that is no more."""
_NOTHING_READ = "returned no data"  # ready but empty: gone, or somebody else has read it


class SerialPort:
    """An open serial device, held exclusively.

    is_cable: hold it against programs that lock nothing, too (not a pty, whose other end would
    stay held if we died). open_line: pyserial's, or a stand-in with its errors.
    """

    def __init__(
        self,
        url: str,
        path: str,
        *,
        baud: int = DEFAULT_BAUD,
        is_cable: bool = False,
        open_line: Callable[..., Any] = serial.Serial,
    ) -> None:
        self.bytes_read = 0
        self.bytes_written = 0
        self._url = url
        self._was_empty = False
        try:
            self._serial = open_line(path, baud, timeout=0, write_timeout=0, exclusive=True)
        except _LINE_ERRORS as error:
            raise PortUnavailable(f"{url}: {_reason(error)}") from error
        self._is_held = is_cable
        if is_cable:
            self._hold(termios.TIOCEXCL)

    def fileno(self) -> int:
        return int(self._serial.fileno())

    def read(self) -> bytes:
        """Ready to be read but empty: once may be chance, twice means that the device has gone."""
        try:
            data: bytes = self._serial.read(_READ_BYTES)
        except _LINE_ERRORS as error:
            if _NOTHING_READ in str(error) and not self._was_empty:
                self._was_empty = True
                return b""
            raise self._gone(error) from error
        self._was_empty = False
        self.bytes_read += len(data)
        return data

    def write(self, data: bytes) -> int:
        """pyserial would spin on a full line, so ask for room first."""
        try:
            if not data or not select.select([], [self.fileno()], [], 0)[1]:
                return 0
            taken: int = self._serial.write(data)
        except _LINE_ERRORS as error:
            raise self._gone(error) from error
        self.bytes_written += taken
        return taken

    def close(self) -> None:
        with contextlib.suppress(*_LINE_ERRORS):
            if self._is_held:
                self._hold(termios.TIOCNXCL)
        with contextlib.suppress(*_LINE_ERRORS):
            self._serial.close()

    def _hold(self, how: int) -> None:
        with contextlib.suppress(*_LINE_ERRORS):
            fcntl.ioctl(self._serial.fileno(), how)

    def _gone(self, error: Exception) -> PortUnavailable:
        other = ", or does another program read it" if _NOTHING_READ in str(error) else ""
        return PortUnavailable(f"{self._url}: the device has gone; is the cable in{other}?")


def serial_devices() -> list[SerialDevice]:
    """All serial devices of this machine; opens none."""
    return [
        SerialDevice(port.device, port.usb_description(), port.vid, port.pid)
        for port in list_ports.comports()
    ]


def _reason(error: Exception) -> str:
    """pyserial's many words for three cases, in ours."""
    text = str(error)
    number = getattr(error, "errno", None)
    if "exclusively lock" in text or number == errno.EBUSY:
        return "in use by another program; stop that one first"
    match number:
        case errno.ENOENT:
            return "no such device; is the cable in?"
        case errno.EACCES:
            return "no permission; add the user to the group dialout"
    return text
