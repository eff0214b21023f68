"""Each defect of simavr 1.6 that our board meets is worked around; a tiny firmware shows it.

The numbers are those of the table in the design notes on simulating the electronics.
"""

from __future__ import annotations

import shutil
import subprocess
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import pytest

from firmware_bridge.layout import CELLS
from firmware_bridge.pins import ADC_STEPS, CHANNEL_OF, SUPPLY_MV
from hw_sim.avr.chip import CYCLES_PER_MS, Chip, ChipEnded
from hw_sim.toolchain import CHIP

Load = Callable[..., Chip]


@pytest.fixture
def load(harness: Path) -> Iterator[Load]:
    """Makes a chip with the tiny firmware of this name."""
    chips: list[Chip] = []

    def make(name: str, **options: object) -> Chip:
        chips.append(Chip(harness / f"selftest_{name}.elf", **options))  # type: ignore[arg-type]
        return chips[-1]

    yield make
    for chip in chips:
        chip.close()


def levels(by_place: Callable[[int, int], float]) -> np.ndarray:
    """Voltages by multiplexer and channel, in the order of cells."""
    return np.array([by_place(*CHANNEL_OF[cell]) for cell in range(CELLS)])


def words(chip: Chip) -> list[int]:
    data = bytes(byte for byte, _ in chip.take_line())
    return [int.from_bytes(data[at : at + 2], "big") for at in range(0, len(data), 2)]


def said(chip: Chip) -> list[int]:
    return [byte for byte, _ in chip.take_line()]


def run_ms(chip: Chip, for_ms: float) -> None:
    chip.run(chip.cycle + int(for_ms * CYCLES_PER_MS))


def step_of(millivolts: float) -> int:
    return int(millivolts * ADC_STEPS / SUPPLY_MV)


def test_02_a_result_is_of_the_channel_that_was_sampled_whatever_is_set_next(load: Load) -> None:
    chip = load("adc_next_mux")
    chip.set_levels(levels(lambda multiplexer, _: 400.0 * multiplexer + 10))
    run_ms(chip, 5)

    assert words(chip) == [step_of(400.0 * n + 10) for n in range(8)]
    assert chip.counters.conversions == 8


def test_02_the_sample_is_taken_when_the_conversion_begins(load: Load) -> None:
    """What happens to the voltage after 1.5 ADC clocks is not seen."""
    chip = load("adc_poll_adsc")
    chip.set_levels(levels(lambda *_: 1000.0))
    while chip.counters.conversions == 0:
        chip.run(chip.cycle + 16)
    chip.set_levels(levels(lambda *_: 3000.0))
    run_ms(chip, 3)

    assert words(chip) == [step_of(1000.0)] + [step_of(3000.0)] * 15


def test_an_output_settles_after_the_select_lines(load: Load) -> None:
    chip = load("adc_settling", tau_ns=3000)
    chip.set_levels(levels(lambda *_: 2500.0))
    chip.run(1)
    chip.set_levels(levels(lambda _, channel: 500.0 if channel == 0 else 2500.0))
    run_ms(chip, 5)
    at_once, after_5, after_10, after_20 = words(chip)

    assert step_of(500) < at_once < after_5 < after_10 <= after_20 == step_of(2500)
    assert after_5 < step_of(2500) - 20
    assert 3 <= chip.counters.unsettled <= 4  # the first conversion of all may come too early, too


@pytest.mark.parametrize(
    ("tenth", "cycles"),
    [pytest.param(0, 32, id="4 MHz"), pytest.param(1, 64, id="2 MHz"),
     pytest.param(2, 1024, id="125 kHz")],
)  # fmt: skip
def test_03_a_byte_of_the_spi_takes_its_eight_clocks(load: Load, tenth: int, cycles: int) -> None:
    chip = load("spi_pace")
    run_ms(chip, 5)
    strip = chip.take_strip()
    times = [cycle for _, cycle in strip[tenth * 10 : tenth * 10 + 10]]
    gaps = np.diff(times)

    assert [byte for byte, _ in strip] == list(range(10)) * 3
    assert cycles <= gaps.min() <= gaps.max() <= cycles + 24  # the loop that polls


def test_04_and_05_a_byte_is_ten_bits_by_what_was_written_last(load: Load) -> None:
    chip = load("uart_pace")
    run_ms(chip, 10)
    times = [cycle for _, cycle in chip.take_line()]

    assert len(times) == 100
    for gaps, cycles in ((np.diff(times[5:50]), 640), (np.diff(times[60:]), 1280)):
        assert cycles <= gaps.min() <= gaps.max() <= cycles + 24  # the loop that polls


def test_06_firmware_that_polls_the_receiver_runs_as_fast_as_any(load: Load) -> None:
    """With simavr's own flag every poll sleeps a microsecond, which takes fifty: seconds in all."""
    chip = load("uart_poll")
    began = time.perf_counter()
    run_ms(chip, 1)
    chip.send(bytes(range(100)))
    run_ms(chip, 10)

    assert time.perf_counter() - began < 0.5  # 0.003 on an idle machine
    assert said(chip) == list(range(1, 101))


def test_07_bytes_that_find_the_receiver_full_are_lost_and_counted(load: Load) -> None:
    chip = load("uart_overrun")
    run_ms(chip, 1)
    chip.send(bytes(range(20)))
    run_ms(chip, 30)
    back = said(chip)

    assert len(back) < 20
    assert back == sorted(back)
    assert chip.counters.rx_overruns == 20 - len(back)


def test_bytes_that_come_before_the_receiver_is_on_are_lost_and_counted(load: Load) -> None:
    chip = load("spi_pace")  # never switches it on
    chip.send(b"abc")
    run_ms(chip, 5)

    assert chip.counters.rx_deaf == 3


def test_08_a_write_to_a_port_does_not_open_a_closed_contact(load: Load) -> None:
    chip = load("pins_port_write")
    chip.set_pin("A4", True)
    chip.set_pin("A5", True)
    run_ms(chip, 10)
    assert set(said(chip)) == {0x30}
    chip.set_pin("A4", False)
    run_ms(chip, 10)
    assert set(said(chip)[1:]) == {0x20}
    chip.set_pin("A4", True)
    run_ms(chip, 10)
    assert set(said(chip)[1:]) == {0x30}


def test_09_pins_read_what_they_are_after_a_reset_by_the_watchdog(load: Load) -> None:
    chip = load("pins_watchdog")
    for bit in range(6):
        chip.set_pin(f"C{bit}", bit != 2)
    run_ms(chip, 100)
    starts = said(chip)

    assert chip.counters.resets >= 2
    assert len(starts) == chip.counters.resets + 1
    assert set(starts) == {0b111011}


def test_10_time_and_bytes_go_on_over_a_reset(load: Load) -> None:
    chip = load("pins_watchdog")
    run_ms(chip, 10)
    said(chip)
    chip.send(bytes(range(200)))  # 8 ms of the line; the watchdog bites meanwhile
    before = chip.cycle
    run_ms(chip, 30)

    assert chip.counters.resets >= 1
    assert chip.cycle >= before + 30 * CYCLES_PER_MS
    assert chip.unsent == 0
    assert 199 in said(chip)


def test_11_a_firmware_that_polls_adsc_is_right(load: Load) -> None:
    chip = load("adc_poll_adsc")
    chip.set_levels(levels(lambda multiplexer, _: 2000.0 if multiplexer == 3 else 0.0))
    run_ms(chip, 5)

    assert words(chip) == [step_of(2000.0)] * 16


def test_15_the_eeprom_keeps_what_it_holds_over_resets_and_comes_out(load: Load) -> None:
    image = bytearray(b"\xff" * 4096)
    image[7] = 40
    chip = load("eeprom_kept", eeprom=bytes(image))
    run_ms(chip, 5)
    chip.reset()
    run_ms(chip, 5)

    assert said(chip) == [40, 41]
    assert chip.eeprom[7] == 42
    assert len(chip.eeprom) == 4096


def test_16_a_cpu_that_has_ended_is_an_error(load: Load) -> None:
    chip = load("cpu_ends")
    with pytest.raises(ChipEnded):
        run_ms(chip, 5)


def test_17_the_clock_is_16_mhz_for_the_watchdog_too(load: Load) -> None:
    chip = load("pins_watchdog")
    run_ms(chip, 100)

    assert 5 <= chip.counters.resets <= 6  # it bites after 15 to 16.4 ms


def test_an_absolute_target_is_met_within_an_instruction(load: Load) -> None:
    chip = load("uart_poll")
    for ms in range(1, 1001):
        chip.run(ms * CYCLES_PER_MS)

    assert 0 <= chip.cycle - 1000 * CYCLES_PER_MS < 200


def test_what_is_no_firmware_is_said(harness: Path, tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match="no firmware"):
        Chip(tmp_path / "missing.elf")


def test_another_version_of_simavr_does_not_compile(harness: Path, tmp_path: Path) -> None:
    """The structures that the work-arounds reach into are asserted at compile time."""
    fake = tmp_path / "simavr"
    shutil.copytree("/usr/include/simavr", fake)
    header = fake / "avr_adc.h"
    header.write_text(header.read_text("utf-8").replace("adc_values[8]", "adc_values[16]"))
    command = ["gcc", "-std=gnu11", "-fsyntax-only", "-isystem", str(fake), str(CHIP / "chip.c")]
    done = subprocess.run(command, capture_output=True, text=True, check=False)

    assert done.returncode != 0
    assert "simavr is not 1.6" in done.stderr
