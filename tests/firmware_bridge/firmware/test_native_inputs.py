"""Buttons and analog values in the firmware."""

from __future__ import annotations

import numpy as np
import pytest
from native_rig import NativeRig

from firmware_bridge.codec import NO_READING
from firmware_bridge.layout import CELLS
from firmware_bridge.messages import Button, ButtonEvent
from firmware_bridge.pins import (
    ADC_STEPS,
    CHANNEL_OF,
    CHANNELS,
    LIGHT_LOWERS,
    MULTIPLEXERS,
    REST_MV,
    SUPPLY_MV,
    UNIT_MV,
)
from hw_sim.native import reading_of, scan_of

pytestmark = pytest.mark.usefixtures("toolchain")

UP = 0b000000


def events(rig: NativeRig, levels: str, button: Button = Button.DARK_DONE) -> list[bool]:
    """What is told while the contact is closed (#) or open (.), a character a millisecond."""
    for sign in levels:
        rig.now_ms += 1
        rig.board.sample_buttons(1 << button if sign == "#" else UP, rig.now_ms)
    return [event.pressed for event in rig.heard() if isinstance(event, ButtonEvent)]


def test_a_press_is_told_after_eight_equal_milliseconds() -> None:
    rig = NativeRig()

    assert events(rig, "#" * 7) == []
    assert events(rig, "#") == [True]
    assert events(rig, "." * 7) == []
    assert events(rig, ".") == [False]


def test_bounces_are_one_press() -> None:
    assert events(NativeRig(), "#.##..#.#" + "#" * 30 + ".#..##.#" + "." * 30) == [True, False]


def test_a_spark_is_no_press() -> None:
    assert events(NativeRig(), "." * 20 + "#" * 5 + "." * 40) == []


def test_lib_11_a_press_soon_after_another_is_seen() -> None:
    short = "#" * 10 + "." * 10

    assert events(NativeRig(), short * 3) == [True, False] * 3


@pytest.mark.parametrize("button", Button)
def test_each_button_has_its_number(button: Button) -> None:
    rig = NativeRig()
    for _ in range(8):
        rig.board.sample_buttons(1 << button, 5)

    assert rig.heard() == [ButtonEvent(1, button, True)]


def sample_of(units: float) -> int:
    millivolts = REST_MV + units * UNIT_MV * (-1 if LIGHT_LOWERS else 1)
    return int(millivolts * ADC_STEPS / SUPPLY_MV)


@pytest.mark.parametrize("units", range(-127, 128))
def test_a_voltage_is_its_reading(units: int) -> None:
    assert reading_of(sample_of(units)) == units


def test_readings_stop_at_the_end_of_the_scale_and_rise_nowhere_against_it() -> None:
    readings = [reading_of(sample) for sample in range(ADC_STEPS)]
    inside = [reading for reading in readings if reading != NO_READING]

    assert inside == sorted(inside, reverse=LIGHT_LOWERS)
    assert (min(inside), max(inside)) == (-127, 127)


@pytest.mark.parametrize("sample", [0, 30, 993, 1023])
def test_a_sensor_at_a_rail_has_no_reading(sample: int) -> None:
    assert reading_of(sample) == NO_READING


def samples(units: np.ndarray) -> np.ndarray:
    """By step and multiplexer."""
    found = np.zeros((CHANNELS, MULTIPLEXERS), np.uint16)
    for cell, (multiplexer, channel) in CHANNEL_OF.items():
        found[channel, multiplexer] = sample_of(units[cell])
    return found


def test_every_cell_is_read_from_its_own_channel() -> None:
    units = np.arange(CELLS) - 64

    assert scan_of(samples(units), MULTIPLEXERS) == units.tolist()


@pytest.mark.parametrize("fitted", [1, 2])
def test_a_board_that_is_being_built_reads_what_is_there(fitted: int) -> None:
    units = np.arange(CELLS) - 64
    readings = scan_of(samples(units), fitted)

    for cell, (multiplexer, _) in CHANNEL_OF.items():
        assert readings[cell] == (units[cell] if multiplexer < fitted else NO_READING)
