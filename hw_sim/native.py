"""The firmware's portable modules, compiled for this machine, with the verbs of `hw_sim.device`.

Nothing of the chip is here: readings go in as bytes, frames come out. For tests of the C against
the Python device, and for runs too long for a simulated chip.
"""

from __future__ import annotations

import ctypes
import functools
import os
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from firmware_bridge.conduct import MEAN_SCANS, SCAN_MS
from firmware_bridge.layout import CELLS
from firmware_bridge.messages import Button
from hw_sim.device import BANNER, STILL_SCAN_MS, Scanner
from hw_sim.strip_device import StripDevice
from hw_sim.toolchain import FIRMWARE, build

CHECKED = "GAMMONBOARD_CHECKED_NATIVE"
"""Set to load the library with address and undefined-behaviour sanitizers; its runtime has to be
preloaded."""
_LINE_BYTES = 4096
_MAX_PAYLOAD = 255


@dataclass(frozen=True, slots=True)
class NativeCounters:
    """What was thrown away or said again."""

    violations: int
    buttons_dropped: int
    sends_dropped: int
    frames_refused: int
    resent: int
    bad_crc: int
    bad_cobs: int
    too_short: int
    too_long: int


class NativeBoard:
    """`native.c` as an object: one board in C, told its readings and the time."""

    def __init__(self, board_id: int = 1, boot_counter: int = 1, now_ms: int = 0) -> None:
        self._library = native_library()
        self._board = self._library.native_new(board_id, boot_counter, now_ms)
        self._out = (ctypes.c_uint8 * _LINE_BYTES)()

    def receive(self, data: bytes, now_ms: int) -> None:
        self._library.native_receive(self._board, data, len(data), now_ms)

    def tick(self, now_ms: int) -> None:
        self._library.native_tick(self._board, now_ms)

    def scan(self, readings: NDArray[np.int16], now_ms: int) -> None:
        """One scan of all cells, -127..127, -128 where there is no reading."""
        self._library.native_scan(self._board, readings.astype(np.int8).tobytes(), now_ms)

    def press(self, button: Button, pressed: bool, now_ms: int) -> None:
        self._library.native_press(self._board, button, pressed, now_ms)

    def sample_buttons(self, levels: int, now_ms: int) -> None:
        """A millisecond's contacts, a bit each, through the debouncing."""
        self._library.native_sample_buttons(self._board, levels, now_ms)

    @property
    def has_means(self) -> bool:
        return bool(self._library.native_has_means(self._board))

    @property
    def due_ms(self) -> int:
        """When `tick` has something to do."""
        return int(self._library.native_due_ms(self._board))

    def take_line(self) -> bytes:
        return bytes(self._out[: self._library.native_take_line(self._board, self._out)])

    def take_strip(self) -> bytes:
        return bytes(self._out[: self._library.native_take_strip(self._board, self._out)])

    @property
    def thresholds(self) -> list[int]:
        """The slow threshold of each cell."""
        self._library.native_thresholds(self._board, self._out)
        return list(self._out[:CELLS])

    @property
    def counters(self) -> NativeCounters:
        numbers = (ctypes.c_uint16 * 9)()
        self._library.native_counters(self._board, numbers)
        return NativeCounters(*numbers)

    def close(self) -> None:
        """Free it. May be called again."""
        if self._board:
            self._library.native_free(self._board)
            self._board = None

    def __del__(self) -> None:
        if getattr(self, "_board", None):
            self.close()


class NativeDevice(StripDevice):
    """A board that scans by itself. Begins when it is first called."""

    def __init__(self, scanner: Scanner, *, board_id: int = 1, boot_counter: int = 0) -> None:
        super().__init__()
        self.boot_counter = boot_counter
        self._scanner = scanner
        self._board_id = board_id
        self._said = bytearray()
        self._now_ms: int | None = None
        self._is_on = True
        self._ready_ms = 0
        self._quiet_scans = 0
        self._board = NativeBoard()

    def receive(self, data: bytes, now_ms: int) -> None:
        """Bytes from the host; any bytes will do."""
        self.advance(now_ms)
        data = self._thieves["down"].pass_on(data)
        if self._is_on and now_ms >= self._ready_ms:
            self._asked.hear(data)
            self._board.receive(data, now_ms - self._ready_ms)
            self._collect()

    def advance(self, now_ms: int) -> None:
        """Do all that is due up to now: scans, heartbeats, repetitions."""
        if self._now_ms is None:
            self._start(now_ms, 0)
        while self._is_on and (due_ms := self.next_due_ms()) <= now_ms:
            self._run(due_ms)
        self._now_ms = now_ms

    def next_due_ms(self) -> int:
        """When `advance` has something to do; far away while the power is off."""
        if self._now_ms is None:
            return 0
        if not self._is_on:
            return self._now_ms + STILL_SCAN_MS
        return min(self._scan_due_ms(), self._ready_ms + self._board.due_ms)

    def bytes_to_send(self) -> bytes:
        """Bytes for the host; they are forgotten here."""
        data = bytes(self._said)
        self._said.clear()
        return data

    def press(self, button: Button, pressed: bool, now_ms: int) -> None:
        """A button goes down or up."""
        self.advance(now_ms)
        if self._is_on:
            self._board.press(button, pressed, now_ms - self._ready_ms)
            self._collect()

    def reset(self, now_ms: int, banner_ms: int = 0) -> None:
        """Restart; for `banner_ms` the boot loader is deaf and sends text."""
        if self._is_on:
            self._said.clear()
            self._start(now_ms, banner_ms)
            self._said += BANNER if banner_ms else b""

    def power(self, on: bool, now_ms: int) -> None:
        """Switch the power; switching on is a restart."""
        if on == self._is_on:
            return
        self._is_on = on
        self._now_ms = now_ms
        self._said.clear()
        self.strip.lose_power()
        if on:
            self.reset(now_ms)

    def garble(self, count: int, rng: np.random.Generator) -> None:
        """A fault: `count` random bytes on the line to the host."""
        if self._is_on:
            self._said += rng.bytes(count)

    def close(self) -> None:
        """Free the board. May be called again."""
        self._board.close()

    @property
    def is_on(self) -> bool:
        return self._is_on

    @property
    def board(self) -> NativeBoard:
        return self._board

    def _start(self, now_ms: int, banner_ms: int) -> None:
        self.boot_counter += 1
        self._now_ms = now_ms
        self._ready_ms = self._scanned_ms = now_ms + banner_ms
        self._quiet_scans = 0
        self._board.close()
        self._board = NativeBoard(self._board_id, self.boot_counter)
        self._collect()

    def _scan_due_ms(self) -> int:
        """As the device in software: at rest only each 100 ms."""
        if not self._board.has_means:
            return self._ready_ms
        if self._quiet_scans >= MEAN_SCANS and not self._scanner.moving(self._now_ms or 0):
            return self._scanned_ms + STILL_SCAN_MS
        missed = max(0, (self._now_ms or 0) - self._scanned_ms) // SCAN_MS
        return self._scanned_ms + (missed + 1) * SCAN_MS

    def _run(self, now_ms: int) -> None:
        is_scan_due = self._scan_due_ms() <= now_ms
        self._now_ms = now_ms = max(now_ms, self._now_ms or 0)  # the board's time never goes back
        if is_scan_due:
            self._scan(now_ms)
        self._board.tick(now_ms - self._ready_ms)
        self._collect()

    def _scan(self, now_ms: int) -> None:
        self._scanned_ms = now_ms
        scans = 1 if self._board.has_means else MEAN_SCANS  # the boot, which takes no time here
        is_moving = self._scanner.moving(now_ms)
        for _ in range(scans):
            self._board.scan(self._scanner.scan(now_ms), now_ms - self._ready_ms)
        has_reported = self._collect()
        self._quiet_scans = 0 if has_reported or is_moving else self._quiet_scans + 1

    def _collect(self) -> bool:
        """Take what the board has put on line and strip; whether there was any of the line."""
        said = self._board.take_line()
        self._said += self._thieves["up"].pass_on(said)
        self.strip.feed([(byte, 0) for byte in self._board.take_strip()])
        return bool(said)


def host_messages(data: bytes) -> list[bytes]:
    """The payloads that the firmware takes for whole messages of a host."""
    library = native_library()
    out = (ctypes.c_uint8 * (len(data) + _MAX_PAYLOAD))()
    packed = bytes(out[: library.native_host_messages(data, len(data), out)])
    payloads = []
    while packed:
        payloads.append(packed[1 : 1 + packed[0]])
        packed = packed[1 + packed[0] :]
    return payloads


def encoded_frame(payload: bytes) -> bytes:
    """The frame that the firmware makes of a payload."""
    out = (ctypes.c_uint8 * (len(payload) + 5))()
    return bytes(out[: native_library().native_frame(payload, len(payload), out)])


def reading_of(sample: int) -> int:
    """The reading that the firmware makes of a converted value."""
    return int(native_library().native_reading_of(sample))


def scan_of(samples: NDArray[np.uint16], multiplexers: int) -> list[int]:
    """The readings that the firmware makes of a scan's samples, shape (steps, multiplexers)."""
    out = (ctypes.c_int8 * CELLS)()
    flat = np.ascontiguousarray(samples, np.uint16)
    native_library().native_scan_samples(flat.ctypes.data, multiplexers, out)
    return list(out)


@functools.cache
def native_library() -> ctypes.CDLL:
    """Built if need be. Raises ToolchainMissing."""
    name = "libnative_checked.so" if os.environ.get(CHECKED) else "libnative.so"
    library = ctypes.CDLL(str(build(FIRMWARE, f"build/{name}") / name))
    pointer, u8, u16, u32 = ctypes.c_void_p, ctypes.c_uint8, ctypes.c_uint16, ctypes.c_uint32
    flag, text = ctypes.c_bool, ctypes.c_char_p
    library.native_new.restype = pointer
    for function, restype, argtypes in (
        ("native_new", pointer, [u32, u16, u32]),
        ("native_free", None, [pointer]),
        ("native_receive", None, [pointer, text, u32, u32]),
        ("native_tick", None, [pointer, u32]),
        ("native_scan", None, [pointer, text, u32]),
        ("native_has_means", flag, [pointer]),
        ("native_due_ms", u32, [pointer]),
        ("native_press", None, [pointer, u8, flag, u32]),
        ("native_sample_buttons", None, [pointer, u8, u32]),
        ("native_take_line", u16, [pointer, pointer]),
        ("native_take_strip", u16, [pointer, pointer]),
        ("native_thresholds", None, [pointer, pointer]),
        ("native_counters", None, [pointer, pointer]),
        ("native_host_messages", u32, [text, u32, pointer]),
        ("native_frame", u8, [text, u8, pointer]),
        ("native_reading_of", ctypes.c_int8, [u16]),
        ("native_scan_samples", None, [pointer, u8, pointer]),
    ):
        getattr(library, function).restype = restype
        getattr(library, function).argtypes = argtypes
    return library
