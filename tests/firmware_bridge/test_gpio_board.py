"""The pins through gpiozero's own classes: over simulated wires, and under its lgpio factory."""

from __future__ import annotations

import itertools
import sys
import threading
from collections.abc import Callable, Iterator

import numpy as np
import pytest
from gpiozero.exc import PinUnknownPi
from gpiozero.pins.local import LocalPiFactory
from lgpio_stand_in import Chip, module_of

from firmware_bridge.errors import PortUnavailable
from firmware_bridge.gpio_board import GRAY_CODE, GpioHardware, open_hardware, reading_of
from firmware_bridge.gpio_pins import GpioPins
from firmware_bridge.layout import CELLS, LIGHTS
from firmware_bridge.pins import CHANNEL_OF
from hw_sim.gpio_pi import PiWires, SimFactory

PI_4 = 0xB03111
FIELD = np.array([(7 * cell) % 255 - 127 for cell in range(CELLS)], np.int16)
COLOURS = tuple((light, 2, 3) for light in range(LIGHTS))


def nothing() -> None:
    """Between the steps of a scan."""


def over(wires: PiWires, pause: Callable[[float], None] | None = None) -> GpioHardware:
    pins = GpioPins()
    return GpioHardware(pins, SimFactory(wires, pins), pause=pause or wires.pause)


@pytest.fixture
def wires() -> PiWires:
    return PiWires(lambda: FIELD)


@pytest.fixture
def hardware(wires: PiWires) -> Iterator[GpioHardware]:
    hardware = over(wires)
    yield hardware
    hardware.close()


@pytest.fixture
def chip(wires: PiWires, monkeypatch: pytest.MonkeyPatch) -> Iterator[Chip]:
    """The library lgpio, on a Pi 4, with the wires on its header."""
    chip = Chip(wires, GpioPins())
    monkeypatch.setitem(sys.modules, "lgpio", module_of(chip))
    monkeypatch.setattr("gpiozero.pins.local.get_pi_revision", lambda: PI_4)
    sys.modules.pop("gpiozero.pins.lgpio", None)  # it binds the library when it is imported
    yield chip
    sys.modules.pop("gpiozero.pins.lgpio", None)


# --- level B: bytes ------------------------------------------------------------------------------


def test_all_128_cells_are_read_where_they_are(hardware: GpioHardware) -> None:
    assert np.array_equal(hardware.scan(nothing), FIELD)
    assert np.array_equal(hardware.scan(nothing), FIELD)


def test_one_select_line_changes_at_each_step() -> None:
    assert sorted(GRAY_CODE) == list(range(16))
    assert all((a ^ b).bit_count() == 1 for a, b in itertools.pairwise(GRAY_CODE))


def test_a_missing_pause_after_a_select_line_would_be_seen(wires: PiWires) -> None:
    hardware = over(wires, pause=lambda _seconds: None)
    read = hardware.scan(nothing)
    hardware.close()

    assert (read != FIELD).sum() > 60


def test_a_missing_gate_before_the_strip_would_be_seen() -> None:
    wires = PiWires(lambda: FIELD, is_gated=False)
    hardware = over(wires)
    hardware.show(COLOURS)
    hardware.scan(nothing)
    hardware.close()

    assert tuple(wires.strip.colours) != COLOURS


def test_the_strip_keeps_what_it_shows_while_cells_are_read(
    wires: PiWires, hardware: GpioHardware
) -> None:
    hardware.show(COLOURS)
    for _ in range(3):
        hardware.scan(lambda: hardware.show(COLOURS))

    assert tuple(wires.strip.colours) == COLOURS
    assert wires.strip.broken_frames == 0


def test_buttons_pull_their_pins_down(wires: PiWires, hardware: GpioHardware) -> None:
    wires.down[4] = True

    assert hardware.buttons_down() == (False, False, False, False, True, False)


@pytest.mark.parametrize(
    ("sample", "reading"),
    [(0, -128), (30, -128), (31, 127), (512, 0), (512 - 134, 64), (512 + 134, -64), (992, -127),
     (993, -128), (1023, -128)],
)  # fmt: skip
def test_a_sample_is_a_reading_or_none_near_the_rails(sample: int, reading: int) -> None:
    assert reading_of(sample) == reading


def test_every_sample_reads_as_the_firmware_reads_it() -> None:
    """The firmware multiplies by 489/1024 and rounds to the nearest, halves away from zero."""
    for sample in range(31, 993):
        distance = 512 - sample
        units = (abs(distance) * 489 + 512) // 1024 * (1 if distance > 0 else -1)
        assert reading_of(sample) == max(-127, min(127, units))


def test_a_bus_that_fails_is_told_in_words(wires: PiWires, hardware: GpioHardware) -> None:
    wires.is_stuck = True
    with pytest.raises(PortUnavailable, match=r"the pins fail: .*the bus fails"):
        hardware.scan(nothing)
    with pytest.raises(PortUnavailable, match="the pins fail"):
        hardware.show(COLOURS)


def test_lib_10_pins_are_free_again_after_closing(wires: PiWires) -> None:
    pins = GpioPins()
    factory = SimFactory(wires, pins)
    first = GpioHardware(pins, factory, pause=wires.pause)
    with pytest.raises(Exception, match="already in use"):
        GpioHardware(pins, factory, pause=wires.pause)
    first.close()
    first.close()
    second = GpioHardware(pins, SimFactory(wires, pins), pause=wires.pause)
    assert np.array_equal(second.scan(nothing), FIELD)
    second.close()


@pytest.mark.parametrize("run", range(3))
def test_lib_10_the_same_pins_in_one_test_after_the_other(wires: PiWires, run: int) -> None:
    hardware = over(wires)
    hardware.show(COLOURS)
    assert tuple(wires.strip.colours) == COLOURS
    hardware.close()


# --- level C: the factory of a Pi ----------------------------------------------------------------


def test_under_the_real_factory_all_cells_buttons_and_lights_are_right(
    chip: Chip, wires: PiWires
) -> None:
    hardware = open_hardware(GpioPins())
    hardware._pause = wires.pause
    wires.down[0] = True
    read = hardware.scan(nothing)
    hardware.show(COLOURS)
    down = hardware.buttons_down()
    hardware.close()

    assert np.array_equal(read, FIELD)
    assert down == (True, False, False, False, False, False)
    assert tuple(wires.strip.colours) == COLOURS
    assert not chip.is_open
    assert chip.open_spi == {}


def test_lib_10_the_real_factory_lets_its_pins_go_for_the_next(chip: Chip) -> None:
    """Its pins and reservations live in the class and would outlive a careless owner."""
    for _ in range(3):
        open_hardware(GpioPins()).close()
    threads = threading.active_count()
    open_hardware(GpioPins()).close()

    assert threading.active_count() == threads
    assert not any(LocalPiFactory._reservations.values())


def test_lib_10_opening_again_and_again_never_waits_for_itself(chip: Chip) -> None:
    """A device that Python collects while gpiozero reserves pins takes the same lock."""

    def many() -> None:
        for _ in range(40):
            open_hardware(GpioPins()).close()
        done.set()

    done = threading.Event()
    threading.Thread(target=many, daemon=True).start()

    assert done.wait(60)


def test_an_error_of_the_c_library_is_told_in_words(chip: Chip) -> None:
    hardware = open_hardware(GpioPins())
    chip.modes[GpioPins().selects[0]] = 0  # somebody else has made an input of it
    with pytest.raises(PortUnavailable, match="the pins fail"):
        hardware.scan(nothing)
    hardware.close()


def test_lib_08_a_chip_that_cannot_be_opened_is_one_line_that_says_what_to_do(chip: Chip) -> None:
    chip.fails_to_open = True
    with pytest.raises(PortUnavailable, match=r"used by lgpio: can not open gpiochip.*group gpio"):
        open_hardware(GpioPins())


def test_lib_08_a_library_that_holds_nothing_is_told_as_such(
    chip: Chip, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Python 3.13 gets lgpio 0.0.0.2 from a careless installation: an empty module."""
    monkeypatch.setitem(sys.modules, "lgpio", type(sys)("lgpio"))
    monkeypatch.delitem(sys.modules, "gpiozero.pins.lgpio", raising=False)
    with pytest.raises(PortUnavailable, match=r"lgpio cannot be used here.*extra 'pi'"):
        open_hardware(GpioPins())


def test_lib_08_no_library_at_all_is_told_as_such(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "lgpio", None)
    monkeypatch.delitem(sys.modules, "gpiozero.pins.lgpio", raising=False)
    with pytest.raises(PortUnavailable, match=r"lgpio cannot be used here.*extra 'pi'"):
        open_hardware(GpioPins())


def test_lib_09_on_a_machine_that_is_no_pi_nothing_is_mocked(
    chip: Chip, monkeypatch: pytest.MonkeyPatch
) -> None:
    def no_pi() -> int:
        raise PinUnknownPi("unable to locate Pi revision")

    monkeypatch.setattr("gpiozero.pins.local.get_pi_revision", no_pi)
    monkeypatch.setenv("GPIOZERO_PIN_FACTORY", "mock")
    with pytest.raises(PortUnavailable, match="no Raspberry Pi; use sim://"):
        open_hardware(GpioPins())


def test_spi_that_is_switched_off_is_told_and_nothing_is_bit_banged(
    chip: Chip, monkeypatch: pytest.MonkeyPatch
) -> None:
    def no_spi(port: int, device: int, baud: int, flags: int = 0) -> int:
        raise chip_error("can not open SPI device")

    chip_error = sys.modules["lgpio"].error  # type: ignore[attr-defined]
    monkeypatch.setattr(sys.modules["lgpio"], "spi_open", no_spi)
    with pytest.raises(PortUnavailable, match=r"no SPI.*raspi-config nonint do_spi 0"):
        open_hardware(GpioPins())


def test_every_channel_of_every_multiplexer_is_a_cell() -> None:
    assert len(set(CHANNEL_OF.values())) == CELLS
