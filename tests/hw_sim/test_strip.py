"""A strip of lights takes its wire's bytes as APA102s do."""

from __future__ import annotations

import pytest

from hw_sim.strip import DARK, Strip

START = b"\0\0\0\0"
END = b"\0" * 6


def fed(strip: Strip, data: bytes) -> Strip:
    strip.feed([(byte, at) for at, byte in enumerate(data)])
    return strip


def light(red: int, green: int, blue: int, level: int = 31) -> bytes:
    return bytes((0xE0 | level, blue, green, red))


def test_a_frame_gives_each_light_its_colour() -> None:
    strip = fed(Strip(2), START + light(1, 2, 3) + light(4, 5, 6) + END)

    assert strip.colours == [(1, 2, 3), (4, 5, 6)]
    assert strip.frames == 1


def test_without_end_clocks_the_last_lights_keep_what_they_had() -> None:
    """Each light passes data on half a clock late: 28 need 14 clocks after the last byte."""
    whole = START + light(9, 9, 9) * 28
    strip = fed(Strip(28), whole)

    assert strip.colours[0] == (9, 9, 9)
    assert strip.colours[27] == DARK
    assert strip.frames == 0
    assert fed(Strip(28), whole + b"\0\0").colours == [(9, 9, 9)] * 28


def test_the_last_light_is_reached_with_the_byte_that_brings_its_clocks() -> None:
    strip = fed(Strip(28), START + light(9, 9, 9) * 28 + END)

    assert strip.latched_cycle == 4 + 28 * 4 + 1  # the second byte of the end


def test_brightness_of_the_strip_itself_dims() -> None:
    assert fed(Strip(1), START + light(200, 100, 31, level=15) + END).colours == [(96, 48, 15)]


@pytest.mark.parametrize("cut", range(1, 12))
def test_a_frame_that_was_cut_off_is_followed_by_a_whole_one(cut: int) -> None:
    half = (START + light(7, 7, 7) * 2)[:cut]
    strip = fed(Strip(2), half + START + b"\0" * 12)
    fed(strip, START + light(1, 2, 3) + light(4, 5, 6) + END)

    assert strip.colours == [(1, 2, 3), (4, 5, 6)]


def test_without_power_it_is_dark() -> None:
    strip = fed(Strip(1), START + light(1, 2, 3) + END)
    strip.lose_power()

    assert strip.colours == [DARK]
