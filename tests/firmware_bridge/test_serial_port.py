"""The serial adapter against everything that pyserial and the kernel raise."""

from __future__ import annotations

import errno
import os
import termios
from collections.abc import Iterator

import pytest
import serial

from firmware_bridge.errors import PortUnavailable
from firmware_bridge.serial_port import SerialPort

EMPTY = "device reports readiness to read but returned no data (device disconnected?)"


class Line:
    """pyserial's object with errors on order; its descriptor is a pipe that takes everything."""

    def __init__(self) -> None:
        self.read_end, self.write_end = os.pipe()
        self.fails: list[Exception] = []
        self.fails_for_ever: Exception | None = None

    def __call__(self, *_words: object, **_options: object) -> Line:
        return self

    def fileno(self) -> int:
        return self.write_end

    def _maybe_fail(self) -> None:
        if self.fails:
            raise self.fails.pop(0)
        if self.fails_for_ever is not None:
            raise self.fails_for_ever

    def read(self, _most: int) -> bytes:
        self._maybe_fail()
        return b"data"

    def write(self, data: bytes) -> int:
        self._maybe_fail()
        return len(data)

    def close(self) -> None:
        self._maybe_fail()


@pytest.fixture
def line() -> Iterator[Line]:
    line = Line()
    yield line
    os.close(line.read_end)
    os.close(line.write_end)


def opened(line: Line) -> SerialPort:
    return SerialPort("serial:///dev/x", "/dev/x", open_line=line)


def test_lib_01_ready_but_empty_is_forgiven_once(line: Line) -> None:
    port = opened(line)
    line.fails = [serial.SerialException(EMPTY)]

    assert port.read() == b""
    assert port.read() == b"data"
    line.fails = [serial.SerialException(EMPTY)]
    assert port.read() == b""


def test_lib_01_ready_but_empty_again_means_that_it_has_gone(line: Line) -> None:
    port = opened(line)
    line.fails_for_ever = serial.SerialException(EMPTY)

    assert port.read() == b""
    with pytest.raises(PortUnavailable, match="has gone; is the cable in, or does another program"):
        port.read()


@pytest.mark.parametrize(
    "error",
    [
        serial.SerialException("gone"),
        OSError(errno.EIO, "I/O error"),
        OSError(errno.ENXIO, "no such device or address"),
        OSError(errno.EBADF, "bad file descriptor"),
        termios.error(errno.EIO, "I/O error"),
        TypeError("an integer is required"),
        ValueError("file descriptor cannot be a negative integer"),
    ],
    ids=lambda error: f"{type(error).__name__}-{getattr(error, 'errno', None)}",
)
def test_lib_02_unplugging_is_one_thing_however_it_is_raised(line: Line, error: Exception) -> None:
    port = opened(line)
    line.fails_for_ever = error

    with pytest.raises(PortUnavailable, match="serial:///dev/x: the device has gone"):
        port.read()
    with pytest.raises(PortUnavailable, match="serial:///dev/x: the device has gone"):
        port.write(b"x")
    port.close()


@pytest.mark.parametrize(
    ("error", "words"),
    [
        (serial.SerialException(errno.ENOENT, "no"), "is the cable in"),
        (serial.SerialException(errno.EACCES, "no"), "group dialout"),
        (serial.SerialException(errno.EBUSY, "busy"), "in use by another program"),
        (serial.SerialException("Could not exclusively lock port /dev/x"), "in use by another"),
        (termios.error(errno.ENOTTY, "not a typewriter"), "not a typewriter"),
    ],
)
def test_opening_fails_in_words_that_say_what_to_do(error: Exception, words: str) -> None:
    def fails(*_words: object, **_options: object) -> Line:
        raise error

    with pytest.raises(PortUnavailable, match=words):
        SerialPort("serial:///dev/x", "/dev/x", open_line=fails)
