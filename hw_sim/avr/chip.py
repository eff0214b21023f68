"""The simulated ATmega2560 as a Python object: `harness/chip.h` through ctypes.

Times are cycles of 16 MHz since the chip got its power.
"""

from __future__ import annotations

import ctypes
import functools
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from firmware_bridge.layout import CELLS
from firmware_bridge.pins import CHANNEL_OF, CHANNELS, REST_MV
from hw_sim.toolchain import CHIP, FIRMWARE, build

CYCLES_PER_MS = 16_000
EEPROM_BYTES = 4096
TAU_NS = 3000  # of a multiplexer's output; a guess that catches missing and too short settling
_ROOM = 4096
_PLACE_OF_CELL = np.array([m * CHANNELS + c for m, c in map(CHANNEL_OF.__getitem__, range(CELLS))])


class ChipEnded(Exception):
    """The CPU runs no longer: it crashed, or sleeps with interrupts off."""


@dataclass(frozen=True, slots=True)
class ChipCounters:
    """What happened so far; see `chip.h`."""

    resets: int
    conversions: int
    unsettled: int
    rx_overruns: int
    rx_deaf: int
    complaints: int
    cpu_state: int


Timed = list[tuple[int, int]]
"""Bytes, each with the cycle at which its last bit was out."""


class Chip:
    """A chip with its sensor board, strip and line. `eeprom` None: as the ELF has it."""

    def __init__(self, elf: Path, eeprom: bytes | None = None, tau_ns: int = TAU_NS) -> None:
        self._library = _library()
        self._bytes = (ctypes.c_uint8 * _ROOM)()
        self._cycles = (ctypes.c_uint64 * _ROOM)()
        self._levels = np.full(CELLS, REST_MV, np.float32)
        if eeprom is not None:
            eeprom = eeprom.ljust(EEPROM_BYTES, b"\xff")
        self._chip = self._library.chip_new(str(elf).encode(), eeprom, tau_ns)
        if not self._chip:
            raise FileNotFoundError(f"{elf} is no firmware that simavr can load")
        self.set_levels(np.full(CELLS, REST_MV))

    @property
    def cycle(self) -> int:
        return int(self._library.chip_cycle(self._chip))

    @property
    def awake(self) -> int:
        """Cycles that the CPU did not sleep through."""
        return int(self._library.chip_awake(self._chip))

    def take_longest_awake(self) -> int:
        """The most cycles without sleep since the last call: how late the main loop may be."""
        return int(self._library.chip_take_longest_awake(self._chip))

    def run(self, until_cycle: int, *, until_byte: bool = False) -> None:
        """To this cycle, or until it has something to say. Raises ChipEnded."""
        if not self._library.chip_run(self._chip, until_cycle, until_byte):
            raise ChipEnded(f"the CPU has ended at cycle {self.cycle}: {self.counters}")

    def set_levels(self, millivolts: NDArray[np.float64]) -> None:
        """The sensors' voltages, by cell index."""
        self._levels[_PLACE_OF_CELL] = millivolts
        self._library.chip_set_levels(self._chip, self._levels.ctypes.data)

    def set_pin(self, pin: str, level: bool) -> None:
        """An input, such as "C5", from now on."""
        self._library.chip_set_pin(self._chip, pin[0].encode(), int(pin[1]), level)

    def port(self, letter: str) -> int:
        """What the firmware wrote to a port."""
        return int(self._library.chip_port(self._chip, letter.encode()))

    def send(self, data: bytes) -> None:
        """Bytes from the host, a byte in its time."""
        self._library.chip_send(self._chip, data, len(data))

    @property
    def unsent(self) -> int:
        """Bytes from the host that still wait for the line."""
        return int(self._library.chip_unsent(self._chip))

    def take_line(self) -> Timed:
        """Bytes for the host that are wholly out."""
        return self._take(self._library.chip_take_line)

    def take_strip(self) -> Timed:
        """Bytes that went to the lights."""
        return self._take(self._library.chip_take_strip)

    def poke(self, address: int, value: int) -> None:
        """Write a register or a byte of RAM behind the program's back."""
        self._library.chip_poke(self._chip, address, value)

    def reset(self) -> None:
        self._library.chip_reset(self._chip)

    @property
    def eeprom(self) -> bytes:
        self._library.chip_read_eeprom(self._chip, self._bytes)
        return bytes(self._bytes[:EEPROM_BYTES])

    @property
    def counters(self) -> ChipCounters:
        numbers = (ctypes.c_uint32 * 7)()
        self._library.chip_counters(self._chip, numbers)
        return ChipCounters(*numbers)

    @property
    def complaint(self) -> str:
        """The simulator's last warning or error."""
        words: bytes = self._library.chip_last_complaint()
        return words.decode(errors="replace").strip()

    def close(self) -> None:
        """Let it go. May be called again."""
        if self._chip:
            self._library.chip_free(self._chip)
            self._chip = None

    def _take(self, function: ctypes._NamedFuncPointer) -> Timed:
        taken: Timed = []
        while count := function(self._chip, self._bytes, self._cycles, _ROOM):
            taken += zip(self._bytes[:count], self._cycles[:count], strict=True)
        return taken


@functools.cache
def firmware_elf() -> Path:
    """The reference firmware, built if need be. Raises ToolchainMissing."""
    return build(FIRMWARE, "build/gammonboard.elf") / "gammonboard.elf"


@functools.cache
def _library() -> ctypes.CDLL:
    library = ctypes.CDLL(str(build(CHIP, "build/libchip.so") / "libchip.so"))
    pointer, count = ctypes.c_void_p, ctypes.c_size_t
    library.chip_new.restype = pointer
    library.chip_new.argtypes = [ctypes.c_char_p, ctypes.c_char_p, ctypes.c_uint32]
    library.chip_free.argtypes = [pointer]
    library.chip_run.restype = ctypes.c_bool
    library.chip_run.argtypes = [pointer, ctypes.c_uint64, ctypes.c_bool]
    library.chip_cycle.restype = ctypes.c_uint64
    library.chip_cycle.argtypes = [pointer]
    library.chip_awake.restype = ctypes.c_uint64
    library.chip_awake.argtypes = [pointer]
    library.chip_take_longest_awake.restype = ctypes.c_uint64
    library.chip_take_longest_awake.argtypes = [pointer]
    library.chip_set_levels.argtypes = [pointer, pointer]
    library.chip_set_pin.argtypes = [pointer, ctypes.c_char, ctypes.c_uint8, ctypes.c_bool]
    library.chip_port.restype = ctypes.c_uint8
    library.chip_port.argtypes = [pointer, ctypes.c_char]
    library.chip_send.argtypes = [pointer, ctypes.c_char_p, count]
    library.chip_unsent.restype = count
    library.chip_unsent.argtypes = [pointer]
    for take in (library.chip_take_line, library.chip_take_strip):
        take.restype = count
        take.argtypes = [pointer, pointer, pointer, count]
    library.chip_poke.argtypes = [pointer, ctypes.c_uint16, ctypes.c_uint8]
    library.chip_reset.argtypes = [pointer]
    library.chip_read_eeprom.argtypes = [pointer, pointer]
    library.chip_counters.argtypes = [pointer, pointer]
    library.chip_last_complaint.restype = ctypes.c_char_p
    return library
