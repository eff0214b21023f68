"""The reference sensor board on a Pi's own pins, by gpiozero: the one place that knows it.

Nothing is imported or opened before `open_hardware`: importing lgpio starts a thread and makes a
pipe in the working directory. All devices are made once, with a factory that is named.
"""

from __future__ import annotations

import contextlib
import gc
import importlib
import sys
import time
import warnings
from collections.abc import Callable, Iterator, Sequence

import gpiozero
import numpy as np
from gpiozero.exc import SPISoftwareFallback

from firmware_bridge.codec import MAX_READING, NO_READING
from firmware_bridge.errors import PortUnavailable
from firmware_bridge.gpio_pins import (
    ADC_DEVICE,
    FACTORIES,
    LIGHTS_DEVICE,
    SELECT_LINES,
    GpioPins,
)
from firmware_bridge.layout import CELLS
from firmware_bridge.pins import (
    ADC_STEPS,
    CHANNELS,
    LIGHT_LOWERS,
    MULTIPLEXERS,
    RAIL_STEPS,
    SUPPLY_MV,
    UNIT_MV,
    cell_at,
)
from firmware_bridge.reporting import Readings
from firmware_bridge.strip import strip_frame

ADC_HZ = 1_000_000  # an MCP3008 at 3.3 V does 1.5 MHz; gpiozero's own 500 kHz costs 3 ms a scan
LIGHTS_HZ = 1_000_000
SETTLE_S = 20e-6  # 3 us of RC to the last place want 10 (spec: bench check "settling")

GRAY_CODE = tuple(step ^ step >> 1 for step in range(CHANNELS))
"""The 16 addresses in an order in which one select line changes at each step: four lines do not
switch in one instant."""

_UNITS_PER_1024_STEPS = round(1024 * SUPPLY_MV / ADC_STEPS / UNIT_MV)  # as the firmware has it


class GpioHardware:
    """An MCP3008, four select lines, six buttons and a strip. One thread may use it.

    pause: lets a multiplexer settle, seconds. All but `close` raise PortUnavailable in words.
    """

    def __init__(
        self, pins: GpioPins, factory: gpiozero.Factory, pause: Callable[[float], None] = time.sleep
    ) -> None:
        self._pause = pause
        self._errors = pin_errors(pins.factory)
        self._address = 0
        with _no_collection(), contextlib.ExitStack() as made:
            made.callback(factory.close)
            with warnings.catch_warnings():
                warnings.simplefilter("error", SPISoftwareFallback)
                bus = factory.spi(port=0, device=ADC_DEVICE, shared=True)
                made.callback(bus.close)
                bus.rate = ADC_HZ
                self._adcs = [
                    made.enter_context(
                        gpiozero.MCP3008(channel, device=ADC_DEVICE, pin_factory=factory)
                    )
                    for channel in range(MULTIPLEXERS)
                ]
                self._strip = factory.spi(port=0, device=LIGHTS_DEVICE)
                made.callback(self._strip.close)
                self._strip.rate = LIGHTS_HZ
            self._selects = [
                made.enter_context(gpiozero.DigitalOutputDevice(pin, pin_factory=factory))
                for pin in pins.selects
            ]
            self._buttons = [
                made.enter_context(gpiozero.InputDevice(pin, pull_up=True, pin_factory=factory))
                for pin in pins.buttons
            ]
            self._made = made.pop_all()

    def scan(self, between: Callable[[], None]) -> Readings:
        """All cells once; `between` is called at each of the 16 steps, while lines settle."""
        readings = np.full(CELLS, NO_READING, np.int16)
        for address in GRAY_CODE:
            with self._in_words():
                self._select(address)
            between()
            self._pause(SETTLE_S)
            with self._in_words():
                for multiplexer, adc in enumerate(self._adcs):
                    readings[cell_at(multiplexer, address)] = reading_of(adc.raw_value)
        return readings

    def buttons_down(self) -> tuple[bool, ...]:
        """Whether each contact is closed now, bounces and all."""
        with self._in_words():
            return tuple(bool(button.is_active) for button in self._buttons)

    def show(self, colours: Sequence[tuple[int, int, int]]) -> None:
        """Have the 28 lights show these colours."""
        with self._in_words():
            self._strip.transfer(list(strip_frame(colours)))

    def close(self) -> None:
        """Let everything go, devices before their factory. May be called again."""
        with _no_collection(), contextlib.suppress(*self._errors):
            self._made.close()

    @contextlib.contextmanager
    def _in_words(self) -> Iterator[None]:
        try:
            yield
        except self._errors as error:
            raise PortUnavailable(f"the pins fail: {error}") from error

    def _select(self, address: int) -> None:
        changed = self._address ^ address
        for line in range(SELECT_LINES):
            if changed >> line & 1:
                self._selects[line].value = address >> line & 1
        self._address = address


def open_hardware(pins: GpioPins) -> GpioHardware:
    """The hardware of this machine. Raises PortUnavailable in words that say what to do."""
    with _opening(pins.factory):
        module, name = FACTORIES[pins.factory]
        factory = getattr(importlib.import_module(module), name)()
        return GpioHardware(pins, factory)


def reading_of(sample: int) -> int:
    """What a sample (0-1023) says in units of the wire; -128 where no sensor can have said it."""
    if not RAIL_STEPS <= sample < ADC_STEPS - RAIL_STEPS:
        return NO_READING
    distance = sample - ADC_STEPS // 2
    units = (abs(distance) * _UNITS_PER_1024_STEPS + 512) // 1024
    return min(MAX_READING, units) * (1 if (distance < 0) is LIGHT_LOWERS else -1)


@contextlib.contextmanager
def _no_collection() -> Iterator[None]:
    """gpiozero holds a lock while it reserves or releases pins, and a device that is collected
    meanwhile wants the same lock: it would wait for itself for ever. So none is left to collect.
    """
    gc.collect()
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()


@contextlib.contextmanager
def _opening(library: str) -> Iterator[None]:
    try:
        yield
    except (ImportError, AttributeError) as error:  # old lgpio wheels hold an empty module
        raise PortUnavailable(
            f"gpio://: the library {library} cannot be used here ({error}); on a Pi install "
            "gammonboard with its extra 'pi'; on other machines use sim:// or serial://auto"
        ) from error
    except SPISoftwareFallback as error:
        raise PortUnavailable(
            f"gpio://: no SPI ({error}); switch it on: sudo raspi-config nonint do_spi 0, and "
            "put the user into the group spi"
        ) from error
    except gpiozero.PinUnknownPi as error:
        raise PortUnavailable(
            "gpio://: this machine is no Raspberry Pi; use sim:// or serial://auto"
        ) from error
    except pin_errors(library) as error:
        raise PortUnavailable(
            f"gpio://: the pins cannot be used by {library}: {error}; is another program using "
            "them, and is the user in the group gpio?"
        ) from error


def pin_errors(library: str) -> tuple[type[Exception], ...]:
    """What gpiozero and the pin library raise; the library's own error need not be an OSError."""
    error = getattr(sys.modules.get(library), "error", OSError)
    own = error if isinstance(error, type) and issubclass(error, Exception) else OSError
    return gpiozero.GPIOZeroError, OSError, own
