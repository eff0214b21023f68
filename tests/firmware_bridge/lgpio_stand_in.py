"""A stand-in for the C library lgpio, under gpiozero's own factory for it.

What the real one does to the pins of a chip, this does to simulated wires. Names and results are
those of lgpio 0.2.2's Python face, as far as gpiozero's LGPIOFactory calls it.
"""

from __future__ import annotations

import types
from collections.abc import Sequence

from firmware_bridge.gpio_pins import GpioPins
from hw_sim.gpio_pi import PiWires

OUT = 1 << 1
PULL_UP = 1 << 5


class LgpioError(Exception):
    """lgpio.error, which is no OSError."""


class Chip:
    """The state behind the module's functions."""

    def __init__(self, wires: PiWires, pins: GpioPins) -> None:
        self.wires = wires
        self.modes: dict[int, int] = {}
        self.open_spi: dict[int, int] = {}
        self.claims = 0
        self.is_open = False
        self.fails_to_open = False
        self._selects = {pin: line for line, pin in enumerate(pins.selects)}
        self._buttons = {pin: button for button, pin in enumerate(pins.buttons)}

    def gpiochip_open(self, chip: int) -> int:
        if self.fails_to_open:
            raise LgpioError("can not open gpiochip")
        self.is_open = True
        return chip

    def gpiochip_close(self, handle: int) -> None:
        self.is_open = False

    def gpio_claim_input(self, handle: int, pin: int, flags: int = 0) -> None:
        self.claims += 1
        self.modes[pin] = flags

    def gpio_claim_output(self, handle: int, pin: int, level: int = 0, flags: int = 0) -> None:
        self.claims += 1
        self.modes[pin] = OUT
        self.gpio_write(handle, pin, level)

    def gpio_free(self, handle: int, pin: int) -> None:
        self.modes.pop(pin)

    def gpio_get_mode(self, handle: int, pin: int) -> int:
        return self.modes.get(pin, 0)

    def gpio_read(self, handle: int, pin: int) -> int:
        if pin in self._buttons:
            is_pulled_up = bool(self.modes[pin] & PULL_UP)
            return int(is_pulled_up and not self.wires.down[self._buttons[pin]])
        return 0

    def gpio_write(self, handle: int, pin: int, level: int) -> None:
        if not self.modes.get(pin, 0) & OUT:
            raise LgpioError("GPIO not set as an output")
        if pin in self._selects:
            self.wires.set_select(self._selects[pin], bool(level))

    def spi_open(self, port: int, device: int, baud: int, flags: int = 0) -> int:
        assert port == 0
        assert device not in self.open_spi.values(), "the device is open already"
        handle = 10 + device
        self.open_spi[handle] = device
        return handle

    def spi_close(self, handle: int) -> None:
        del self.open_spi[handle]

    def spi_xfer(self, handle: int, data: Sequence[int]) -> tuple[int, bytearray]:
        answer = bytearray(self.wires.transfer(self.open_spi[handle], list(data)))
        return len(answer), answer


def module_of(chip: Chip) -> types.ModuleType:
    """The module `lgpio`, on this chip."""
    module = types.ModuleType("lgpio")
    for name in dir(chip):
        if name.startswith(("gpio", "spi_")):
            setattr(module, name, getattr(chip, name))
    module.error = LgpioError  # type: ignore[attr-defined]
    constants = {
        "SET_PULL_NONE": 1 << 7, "SET_PULL_UP": PULL_UP, "SET_PULL_DOWN": 1 << 6,
        "RISING_EDGE": 1, "FALLING_EDGE": 2, "BOTH_EDGES": 3,
    }  # fmt: skip
    for name, value in constants.items():
        setattr(module, name, value)
    return module
