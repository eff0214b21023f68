"""The table without a microcontroller as the device of a simulated table, in virtual time.

The product's own driver runs on gpiozero's own classes over simulated wires; only thread and
clock are ours. Lights are what the strip shows.
"""

from __future__ import annotations

import numpy as np

from firmware_bridge.board import DARK, Board, Colour, Nameplate
from firmware_bridge.conduct import HEARTBEAT_MS
from firmware_bridge.debounce import DEBOUNCE_MS
from firmware_bridge.gpio_board import GpioHardware
from firmware_bridge.gpio_pins import GpioPins
from firmware_bridge.gpio_table import FIRMWARE, GpioDriver
from firmware_bridge.layout import CELLS, LIGHTS, REFERENCE, Layout
from firmware_bridge.messages import Button
from hw_sim.device import Scanner
from hw_sim.gpio_pi import PiWires, SimFactory

FINGER_MS = 2 * DEBOUNCE_MS  # no finger opens and closes a contact faster
SCAN_MS = 25  # 128 transfers of 24 bits at 1 MHz and as much again for Python on a Pi, rounded up


class _Cable:
    """The bytes between driver and owner."""

    def __init__(self) -> None:
        self.down = b""
        self.up = b""

    def read(self) -> bytes:
        data, self.down = self.down, b""
        return data

    def write(self, data: bytes) -> None:
        self.up += data


class GpioDevice:
    """What `Device` is to a board with a microcontroller. `close` it.

    There is no line that could be garbled or lose messages: both do nothing here.
    """

    def __init__(
        self,
        scanner: Scanner,
        *,
        layout: Layout = REFERENCE,
        board_id: int = 1,
        is_gated: bool = True,
    ) -> None:
        self._scanner = scanner
        self._field = np.zeros(CELLS, np.int16)
        self.wires = PiWires(lambda: self._field, is_gated=is_gated)
        pins = GpioPins()
        self._hardware = GpioHardware(pins, SimFactory(self.wires, pins), pause=self.wires.pause)
        self._layout = layout
        self._board_id = board_id
        self._is_on = True
        self._is_closed = False
        self._now_ms = 0
        self._scan_ms: int | None = None
        self._fingers: list[tuple[int, Button, bool]] = []  # when, which button, down
        self._free_ms: dict[Button, int] = {}  # when its finger can move again
        self._looks_ms: list[int] = []  # when a moved contact has come to rest
        self.boot_counter = 0
        self._boot()

    # --- the owner's verbs -----------------------------------------------------------------

    def receive(self, data: bytes, now_ms: int) -> None:
        self.advance(now_ms)
        if self._is_on and data:
            self._cable.down += data
            self._driver.attend()

    def advance(self, now_ms: int) -> None:
        if self._scan_ms is None:
            self._scan_ms = now_ms
        while self._is_on and (due_ms := self.next_due_ms()) <= now_ms:
            self._run(max(due_ms, self._now_ms))
        self._now_ms = now_ms
        if self._is_on:
            self._driver.attend()

    def next_due_ms(self) -> int:
        """A driver on a Pi looks at its buttons 16 times a scan: here when they move."""
        if not self._is_on:
            return self._now_ms + HEARTBEAT_MS
        touched = [at_ms for at_ms, _, _ in self._fingers] + self._looks_ms
        return min([self._scan_ms or 0, self._board.next_due_ms(), *touched])

    def bytes_to_send(self) -> bytes:
        data, self._cable.up = self._cable.up, b""
        return data

    def close(self) -> None:
        """Lights out, gpiozero's devices let go. May be called again."""
        if not self._is_closed:
            self._is_closed = True
            self._driver.end()
            self._hardware.close()

    # --- what people do to it ----------------------------------------------------------------

    def press(self, button: Button, pressed: bool, now_ms: int) -> None:
        """A finger closes or opens a contact, and does not change its mind at once."""
        self.advance(now_ms)
        at_ms = max(now_ms, self._free_ms.get(button, now_ms))
        self._free_ms[button] = at_ms + FINGER_MS
        self._fingers.append((at_ms, button, pressed))

    def reset(self, now_ms: int, banner_ms: int = 0) -> None:
        """The service that holds the pins begins anew."""
        self._now_ms = now_ms
        self._boot()

    def power(self, on: bool, now_ms: int) -> None:
        if on and not self._is_on:
            self.wires.strip.power_cycle()
            self.reset(now_ms)
            self._scan_ms = now_ms
        self._is_on = on

    def garble(self, count: int, rng: np.random.Generator) -> None:
        """No line, no garbage."""

    def lose(self, count: int, direction: str = "up") -> None:
        """No line, nothing lost."""

    # --- what can be seen of it ----------------------------------------------------------------

    @property
    def colours(self) -> tuple[Colour, ...]:
        """What the strip shows."""
        return tuple(self.wires.strip.colours) if self._is_on else ((0, 0, 0),) * LIGHTS

    @property
    def lights(self) -> tuple[int, ...]:
        """The codes of what the strip shows. Raises ValueError for what nobody asked for."""
        if not self._is_on:
            return DARK
        if self.colours != self._board.colours:
            raise ValueError(f"the strip shows {self.colours}")
        return self._board.lights

    @property
    def palette(self) -> tuple[Colour, ...]:
        return self._board.palette

    @property
    def brightness_pct(self) -> int:
        return self._board.brightness_pct

    @property
    def no_host(self) -> bool:
        return self._board.no_host

    def _run(self, now_ms: int) -> None:
        self._now_ms = now_ms
        for at_ms, button, pressed in self._fingers:
            if at_ms <= now_ms:
                self.wires.down[button] = pressed
                self._looks_ms.append(at_ms + DEBOUNCE_MS)
        self._fingers = [finger for finger in self._fingers if finger[0] > now_ms]
        self._looks_ms = [at_ms for at_ms in self._looks_ms if at_ms > now_ms]
        if self._scan_ms is not None and self._scan_ms <= now_ms:
            self._scan_ms = now_ms + SCAN_MS
            self._field = self._scanner.scan(now_ms)
            self._driver.step()
        else:
            self._driver.attend()

    def _boot(self) -> None:
        self.boot_counter += 1
        plate = Nameplate(FIRMWARE, "simulated", self._layout, self._board_id, self.boot_counter)
        self._cable = _Cable()
        self._board = Board(plate)
        self._driver = GpioDriver(self._hardware, self._board, self._cable, lambda: self._now_ms)
        self._driver.begin()
