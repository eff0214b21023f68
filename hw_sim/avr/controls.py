"""What can be done to the chip itself: beside wire and hand port, for a table in real time.

One JSON line in, one out, as on the hand port; each reply names the chip's cycle.
"""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from firmware_bridge.port import monotonic_ms
from hw_sim.avr.chip import ChipCounters
from hw_sim.avr.device import ChipDevice

SLOWEST, FASTEST = 0.01, 20.0
STALL_MS = 500  # a driver that was away longer goes on from where it was: nobody sprints after it


class _Control(msgspec.Struct, frozen=True, tag_field="control", tag=str.lower):
    pass


class Reset(_Control, frozen=True):
    """Pull the reset line; for `banner_ms` a boot loader is deaf and sends text."""

    banner_ms: int = 0


class PowerCycle(_Control, frozen=True):
    """Off and on again: RAM is lost, the EEPROM kept."""


class Pause(_Control, frozen=True):
    """Time stands still at the table, for its hands too."""


class Resume(_Control, frozen=True):
    """Time goes on as fast as before."""


class Speed(_Control, frozen=True):
    """Times the wall's clock; the host's own timeouts do not follow."""

    factor: float


class Line(_Control, frozen=True):
    """One direction of the line, "up" to the host or "down" from it: cut, or damaged."""

    way: str
    cut: bool = False
    corrupt_share: float = 0.0


class SetEeprom(_Control, frozen=True):
    """These bytes (hex) from this address on, and the power off and on again."""

    hex: str
    at: int = 0


class Look(_Control, frozen=True):
    """Nothing is done."""


AnyControl = Reset | PowerCycle | Pause | Resume | Speed | Line | SetEeprom | Look


class Answer(msgspec.Struct, frozen=True, omit_defaults=True):
    """cycle: of the chip; eeprom: its first 16 bytes as hex; error: why nothing was done."""

    ok: bool
    cycle: int
    counters: ChipCounters
    eeprom: str
    boot_counter: int
    error: str | None = None


class PacedClock:
    """Milliseconds that can run slower, faster or not at all; never back, and never far at once.

    `lost_ms`: what passed on the wall while the driver was away.
    """

    def __init__(self, clock_ms: Callable[[], int] = monotonic_ms) -> None:
        self._clock_ms = clock_ms
        self.lost_ms = 0
        self._factor = 1.0
        self._is_paused = False
        self._wall_ms = clock_ms()
        self._at_ms = float(self._wall_ms)

    def __call__(self) -> int:
        wall_ms = self._clock_ms()
        passed_ms = min(wall_ms - self._wall_ms, STALL_MS)
        self.lost_ms += wall_ms - self._wall_ms - passed_ms
        if not self._is_paused:
            self._at_ms += passed_ms * self._factor
        self._wall_ms = wall_ms
        return int(self._at_ms)

    def pause(self, paused: bool) -> None:
        self()
        self._is_paused = paused

    def set_speed(self, factor: float) -> None:
        """Raises ValueError beyond 0.01 to 20."""
        if not SLOWEST <= factor <= FASTEST:
            raise ValueError(f"speed {factor:g} is not {SLOWEST:g} to {FASTEST:g}")
        self()
        self._factor = factor


class ChipControls:
    """Carries controls out on one chip, whose table runs by `clock`."""

    def __init__(self, device: ChipDevice, clock: PacedClock) -> None:
        self._device = device
        self._clock = clock
        self._decoder = msgspec.json.Decoder(AnyControl)

    def answer(self, line: bytes) -> str:
        """One control as JSON; the answer as JSON. Never raises for what a line says."""
        error = None
        try:
            self._do(self._decoder.decode(line), self._clock())
        except (msgspec.MsgspecError, ValueError) as refused:
            error = str(refused)
        device = self._device
        answer = Answer(
            error is None,
            device.cycle,
            device.chip_counters,
            device.eeprom[:16].hex(),
            device.boot_counter,
            error,
        )
        return msgspec.json.encode(answer).decode()

    def _do(self, control: AnyControl, now_ms: int) -> None:
        match control:
            case Reset(banner_ms):
                self._device.reset(now_ms, banner_ms)
            case PowerCycle():
                self._device.power(False, now_ms)
                self._device.power(True, now_ms)
            case Pause() | Resume():
                self._clock.pause(isinstance(control, Pause))
            case Speed(factor):
                self._clock.set_speed(factor)
            case Line(way, cut, share):
                self._bad_line(way, cut, share)
            case SetEeprom(text, at):
                self._set_eeprom(bytes.fromhex(text), at, now_ms)
            case Look():
                pass

    def _bad_line(self, way: str, cut: bool, share: float) -> None:
        if way not in self._device.lines or not 0 <= share <= 1:
            raise ValueError(f"line {way!r} with {share:g}: up or down, and a share of 0 to 1")
        self._device.lines[way].is_cut = cut
        self._device.lines[way].corrupt_share = share

    def _set_eeprom(self, data: bytes, at: int, now_ms: int) -> None:
        image = bytearray(self._device.eeprom)
        if not 0 <= at <= len(image) - len(data):
            raise ValueError(f"{len(data)} bytes at {at} do not lie within {len(image)}")
        image[at : at + len(data)] = data
        self._device.set_eeprom(bytes(image), now_ms)
