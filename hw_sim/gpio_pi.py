"""A Pi's header with the table's parts on it, under gpiozero: what its pins do to the chips.

`PiWires` is the electrical side: selects, multiplexers, ADC, gate and strip. `SimFactory` puts it
under gpiozero's own classes: each SPI transfer reaches the chips as bytes, each pin as a level.
The pins of gpiozero's mock keep every change for ever; these do not.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
from gpiozero import SPI
from gpiozero.mixins import SharedMixin
from gpiozero.pins.mock import MockFactory, MockPin
from gpiozero.pins.pi import spi_port_device
from numpy.typing import NDArray

from firmware_bridge.gpio_pins import ADC_DEVICE, LIGHTS_DEVICE, GpioPins
from firmware_bridge.layout import LIGHTS
from firmware_bridge.messages import Button
from firmware_bridge.pins import ADC_STEPS, LIGHT_LOWERS, SUPPLY_MV, UNIT_MV, cell_at
from hw_sim.gpio_chips import Mcp3008, Strip

PI_4 = "b03111"  # its revision code: a header with all the pins
_NO_READING = -128
_STEPS_PER_UNIT = UNIT_MV * ADC_STEPS / SUPPLY_MV * (-1 if LIGHT_LOWERS else 1)

Readings = NDArray[np.int16]


class PiWires:
    """All that hangs on the header. field: what the 128 cells read now, in units of the wire.

    is_gated: whether the 74AHCT125 is there; without it the strip hears what the ADC is asked.
    """

    def __init__(self, field: Callable[[], Readings], *, is_gated: bool = True) -> None:
        self.strip = Strip(LIGHTS)
        self.has_supply = True  # of sensor board and ADC
        self.is_stuck = False  # the bus fails, as with a driver that has gone
        self.down = [False] * len(Button)
        self.transfers = 0
        self._field = field
        self._is_gated = is_gated
        self._adc = Mcp3008(self._sample)
        self._selects = [False] * 4
        self._address_before: int | None = None  # not settled yet: that one still shines through

    def set_select(self, line: int, level: bool) -> None:
        """A select line of all multiplexers; their outputs need a while to follow."""
        if self._selects[line] != level:
            if self._address_before is None:
                self._address_before = self._address
            self._selects[line] = level

    def pause(self, seconds: float) -> None:
        """Time for the multiplexers to settle: 10 us are enough (three us of RC)."""
        if seconds >= 10e-6:
            self._address_before = None

    def transfer(self, device: int, data: Sequence[int]) -> list[int]:
        """Bytes on SPI0 with this chip select low."""
        if self.is_stuck:
            raise OSError(5, "the bus fails")
        self.transfers += 1
        if device == LIGHTS_DEVICE or not self._is_gated:
            self.strip.clock(data)
        if device == ADC_DEVICE and self.has_supply:
            return self._adc.transfer(data)
        return [0] * len(data)

    @property
    def _address(self) -> int:
        return sum(level << line for line, level in enumerate(self._selects))

    def _sample(self, channel: int) -> int:
        now = self._steps(channel, self._address)
        if self._address_before is None:
            return now
        return (now + self._steps(channel, self._address_before)) // 2

    def _steps(self, channel: int, address: int) -> int:
        units = int(self._field()[cell_at(channel, address)])
        if units == _NO_READING:
            return 0  # a sensor without supply pulls its output down
        return max(0, min(ADC_STEPS - 1, round(ADC_STEPS / 2 + units * _STEPS_PER_UNIT)))


class _Pin(MockPin):  # type: ignore[misc]
    """A pin whose level the wires know, and which remembers nothing else."""

    _state: object

    def _change_state(self, value: object) -> bool:
        if self._state == value:
            return False
        self._state = value
        self.factory.level_changed(self.info.name, bool(value))
        return True

    def _get_state(self) -> bool:
        driven = self.factory.level_of(self.info.name)
        return bool(self._state) if driven is None else driven


class _Spi(SPI):  # type: ignore[misc]
    """Hardware SPI: whole transfers with their chip select."""

    def __init__(
        self,
        clock_pin: int,
        mosi_pin: int,
        miso_pin: int,
        select_pin: int,
        pin_factory: SimFactory,
    ) -> None:
        self._pins = (clock_pin, mosi_pin, miso_pin, select_pin)
        _port, self._device = spi_port_device(*self._pins)
        self._rate = 500_000
        self._is_open = False
        super().__init__(pin_factory=pin_factory)
        pin_factory.reserve_pins(self, *self._pins)
        self._is_open = True

    def transfer(self, data: Sequence[int]) -> list[int]:
        self._check_open()
        return self.pin_factory.wires.transfer(self._device, data)  # type: ignore[no-any-return]

    def close(self) -> None:
        if self._is_open:
            self._is_open = False
            self.pin_factory.release_all(self)
        super().close()

    @property
    def closed(self) -> bool:
        return not self._is_open

    def _conflicts_with(self, other: object) -> bool:
        return not (isinstance(other, _Spi) and other._device != self._device)

    def _get_rate(self) -> int:
        return self._rate

    def _set_rate(self, value: int) -> None:
        self._rate = value


class _SharedSpi(SharedMixin, _Spi):  # type: ignore[misc]
    @classmethod
    def _shared_key(
        cls, clock_pin: int, mosi_pin: int, miso_pin: int, select_pin: int, pin_factory: object
    ) -> tuple[object, ...]:
        return (id(pin_factory), clock_pin, select_pin)


class SimFactory(MockFactory):  # type: ignore[misc]
    """Pins and SPI of a Pi 4 that lead to these wires."""

    def __init__(self, wires: PiWires, pins: GpioPins) -> None:
        super().__init__(revision=PI_4, pin_class=_Pin)
        self.wires = wires
        self._lines = {f"GPIO{pin}": line for line, pin in enumerate(pins.selects)}
        self._buttons = {f"GPIO{pin}": button for button, pin in enumerate(pins.buttons)}

    def level_changed(self, name: str, level: bool) -> None:
        """A pin that is driven by us."""
        if name in self._lines:
            self.wires.set_select(self._lines[name], level)

    def level_of(self, name: str) -> bool | None:
        """The level that the outside gives a pin: a closed contact pulls it down."""
        button = self._buttons.get(name)
        return None if button is None else not self.wires.down[button]

    def _get_spi_class(self, shared: bool, hardware: bool) -> type[_Spi]:
        return _SharedSpi if shared else _Spi
