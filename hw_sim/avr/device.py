"""The reference firmware in the simulated chip, with the verbs of `hw_sim.device.Device`.

Sensors, lights, buttons, line: everything passes the pins of the chip. Times are milliseconds of
the owner's clock; what the chip says within a millisecond is there at its end.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np

from firmware_bridge.codec import NO_READING
from firmware_bridge.messages import Button
from firmware_bridge.pins import LIGHT_LOWERS, REST_MV, UNIT_MV, WIRES
from hw_sim.avr.chip import CYCLES_PER_MS, EEPROM_BYTES, Chip, ChipCounters, firmware_elf
from hw_sim.device import BANNER, Scanner
from hw_sim.strip_device import StripDevice
from hw_sim.wire_faults import BadLine

REFRESH_MS = 10  # the field at rest: noise only, and a scan sees each level once
QUIET_STEP_MS = 10
LIVELY_MS = 40  # after the last byte or touch every millisecond counts
_BUTTON_PINS = tuple(wire.port for wire in WIRES if wire.signal.startswith("button"))
_JUMPER_PINS = tuple(wire.port for wire in WIRES if wire.signal.startswith("jumper"))
FINGER_MS = 12  # no finger opens and closes a contact faster
_UNIT_MV = -UNIT_MV if LIGHT_LOWERS else UNIT_MV


class ChipDevice(StripDevice):
    """One board with a real program in it. Begins when it is first called."""

    def __init__(self, scanner: Scanner, *, elf: Path | None = None, eeprom: bytes | None = None):
        super().__init__()
        self.lines = {way: BadLine(np.random.default_rng(0)) for way in ("up", "down")}
        self._scanner = scanner
        self._elf = elf or firmware_elf()
        self._chip: Chip | None = Chip(self._elf, eeprom)
        self._eeprom = bytes(EEPROM_BYTES)
        self._said = bytearray()
        self._now_ms: int | None = None
        self._base_ms = 0  # the time of _base_cycle
        self._base_cycle = 0
        self._refreshed_ms = 0
        self._stirred_ms = 0
        self._fingers: list[tuple[int, int, bool]] = []  # when, which button, down
        self._open_contacts()

    # --- the owner's verbs -----------------------------------------------------------------

    def receive(self, data: bytes, now_ms: int) -> None:
        """Bytes from the host; any bytes will do. The boot loader is deaf."""
        self.advance(now_ms)
        self._stirred_ms = now_ms
        data = self.lines["down"].pass_on(self._thieves["down"].pass_on(data))
        if self._chip is not None and now_ms >= self._base_ms:
            self._asked.hear(data)
            self._chip.send(data)

    def advance(self, now_ms: int) -> None:
        """Run the chip up to now."""
        if self._now_ms is None:
            self._now_ms = self._base_ms = self._stirred_ms = now_ms
            self._refresh(now_ms)
        while self._now_ms < now_ms:
            self._run(min(now_ms, self._now_ms + self._step_ms()))

    def next_due_ms(self) -> int:
        """When `advance` has something to do; the chip itself is never asked before it ran."""
        return (self._now_ms or 0) + self._step_ms()

    def bytes_to_send(self) -> bytes:
        """Bytes for the host; they are forgotten here."""
        data = bytes(self._said)
        self._said.clear()
        return data

    # --- what people do to it ----------------------------------------------------------------

    def press(self, button: Button, pressed: bool, now_ms: int) -> None:
        """A finger closes or opens a contact, and does not change its mind at once."""
        self.advance(now_ms)
        self._stirred_ms = now_ms
        earlier = [at_ms for at_ms, which, _ in self._fingers if which == button]
        at_ms = max([now_ms, *(at_ms + FINGER_MS for at_ms in earlier)])
        self._fingers.append((at_ms, button, pressed))
        self._touch(now_ms)

    def reset(self, now_ms: int, banner_ms: int = 0) -> None:
        """Pull the reset line; for `banner_ms` the boot loader is deaf and sends text."""
        self.advance(now_ms)
        if self._chip is None:
            return
        self._chip.reset()
        self._said.clear()
        self._base_ms, self._base_cycle = now_ms + banner_ms, self._chip.cycle
        self._stirred_ms = now_ms
        if banner_ms:
            self._said += BANNER

    def power(self, on: bool, now_ms: int) -> None:
        """Switch the power; the EEPROM keeps what it holds."""
        self.advance(now_ms)
        if on == self.is_on:
            return
        self._said.clear()
        self._stirred_ms = now_ms
        self.strip.lose_power()
        if self._chip is not None:
            self._eeprom = self._chip.eeprom
            self._chip.close()
            self._chip = None
        else:
            self._chip = Chip(self._elf, self._eeprom)
            self._base_ms, self._base_cycle = now_ms, 0
            self._open_contacts()
            self._refresh(now_ms)

    def garble(self, count: int, rng: np.random.Generator) -> None:
        """A fault: `count` random bytes on the line to the host."""
        if self.is_on:
            self._said += rng.bytes(count)

    def close(self) -> None:
        """Let the chip go. May be called again."""
        if self._chip is not None:
            self._chip.close()
            self._chip = None

    # --- what can be seen of it ----------------------------------------------------------------

    @property
    def is_on(self) -> bool:
        return self._chip is not None

    @property
    def eeprom(self) -> bytes:
        """What it holds now, or, without power, what it kept."""
        return self._chip.eeprom if self._chip is not None else self._eeprom

    def set_eeprom(self, image: bytes, now_ms: int) -> None:
        """Put another image in, with the power off and on again."""
        self.power(False, now_ms)
        self._eeprom = image
        self.power(True, now_ms)

    @property
    def boot_counter(self) -> int:
        return int.from_bytes(self.eeprom[4:6], "little")

    @property
    def cycle(self) -> int:
        """Of the chip since its power came; 0 without."""
        return self._chip.cycle if self._chip is not None else 0

    @property
    def chip_counters(self) -> ChipCounters:
        """All zeros without power."""
        return self._chip.counters if self._chip is not None else ChipCounters(*[0] * 7)

    # --- inside --------------------------------------------------------------------------------

    def _step_ms(self) -> int:
        now_ms = self._now_ms or 0
        is_lively = now_ms - self._stirred_ms < LIVELY_MS or self._scanner.moving(now_ms)
        return 1 if is_lively else QUIET_STEP_MS

    def _run(self, to_ms: int) -> None:
        self._now_ms = to_ms
        self._touch(to_ms)
        if self._chip is None or to_ms <= self._base_ms:
            return
        self._chip.run(self._base_cycle + (to_ms - self._base_ms) * CYCLES_PER_MS)
        self._hear_chip(self._chip)
        if to_ms - self._refreshed_ms >= REFRESH_MS or self._scanner.moving(to_ms):
            self._refresh(to_ms)

    def _hear_chip(self, chip: Chip) -> None:
        if said := chip.take_line():
            self._stirred_ms = self._now_ms or 0
            data = self._thieves["up"].pass_on(bytes(byte for byte, _cycle in said))
            self._said += self.lines["up"].pass_on(data)
        self.strip.feed(chip.take_strip())

    def _refresh(self, now_ms: int) -> None:
        """The field as voltages; a cell without a reading lies at the lower rail."""
        self._refreshed_ms = now_ms
        if self._scanner.moving(now_ms):
            self._stirred_ms = now_ms
        readings = self._scanner.scan(now_ms)
        if self._chip is not None:
            levels = REST_MV + _UNIT_MV * readings.astype(np.float64)
            self._chip.set_levels(np.where(readings == NO_READING, 0.0, levels))

    def _touch(self, now_ms: int) -> None:
        """Let the fingers do what they have begun; each is remembered as long as it rests."""
        for at_ms, button, pressed in self._fingers:
            if at_ms <= now_ms and self._chip is not None:
                self._chip.set_pin(_BUTTON_PINS[button], not pressed)
        self._fingers = [finger for finger in self._fingers if finger[0] > now_ms - FINGER_MS]

    def _open_contacts(self) -> None:
        assert self._chip is not None
        for pin in _BUTTON_PINS + _JUMPER_PINS:
            self._chip.set_pin(pin, True)
