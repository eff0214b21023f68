"""What the firmware sends to the strip, as the strip takes it."""

from __future__ import annotations

import pytest
from native_rig import NativeRig

from firmware_bridge.conduct import NO_HOST_MS
from firmware_bridge.layout import LIGHTS
from firmware_bridge.messages import Alive, Hello, Lights, Palette
from hw_sim.native import NativeBoard
from hw_sim.strip import DARK, Colour, Strip

pytestmark = pytest.mark.usefixtures("toolchain")

GREY: Colour = (136, 136, 136)
COLOURS = tuple((16 * code, 255 - code, code) for code in range(16))
CODES = tuple(light % 16 for light in range(LIGHTS))


def show(rig: NativeRig, strip: Strip) -> list[Colour]:
    rig.board.tick(rig.now_ms + 4)  # its lights are sent each 4 ms at most
    strip.feed([(byte, 0) for byte in rig.board.take_strip()])
    return strip.colours


def test_lib_21_a_start_clears_the_strip_twice_though_it_is_in_the_middle_of_a_frame() -> None:
    strip = Strip()
    strip.feed([(byte, 0) for byte in b"\0\0\0\0" + b"\xff\x01\x02\x03" * 20])
    assert strip.colours[0] == (3, 2, 1)
    strip.feed([(byte, 0) for byte in NativeBoard().take_strip()])

    assert strip.colours == [DARK] * LIGHTS


def test_codes_burn_in_the_colours_of_the_palette() -> None:
    rig, strip = NativeRig(), Strip()
    rig.tell(Palette(COLOURS, 9), Lights(1, 100, CODES, 9))

    assert show(rig, strip) == [COLOURS[code] for code in CODES]


def test_brightness_is_a_share_of_each_colour() -> None:
    rig, strip = NativeRig(), Strip()
    rig.tell(Palette(COLOURS, 9), Lights(1, 40, CODES, 9))

    assert show(rig, strip)[1] == (6, 101, 0)  # 16, 254, 1 of which 102 of 256


def test_palette_0_is_grey() -> None:
    rig, strip = NativeRig(), Strip()
    rig.tell(Lights(1, 100, CODES))

    assert show(rig, strip) == [(17 * code,) * 3 for code in CODES]


def test_a_frame_of_a_palette_that_is_not_held_is_not_shown() -> None:
    rig, strip = NativeRig(), Strip()
    rig.tell(Lights(1, 100, CODES), Lights(2, 100, (15,) * LIGHTS, 5))

    assert show(rig, strip) == [(17 * code,) * 3 for code in CODES]


def test_a_new_session_holds_palette_0() -> None:
    rig, strip = NativeRig(), Strip()
    rig.tell(Palette(COLOURS, 9), Lights(1, 100, CODES, 9), Hello(2), Lights(2, 100, CODES, 9))

    assert show(rig, strip) == [COLOURS[code] for code in CODES]
    assert rig.board.counters.frames_refused == 1


def test_both_trays_are_half_grey_after_three_silent_seconds() -> None:
    rig, strip = NativeRig(), Strip()
    rig.tell(Palette(COLOURS, 9), Lights(1, 100, CODES, 9))
    rig.wait(NO_HOST_MS - 5)
    assert show(rig, strip) == [COLOURS[code] for code in CODES]
    rig.wait(5)
    assert show(rig, strip) == [DARK] * (LIGHTS - 2) + [GREY, GREY]


def test_what_it_showed_comes_back_when_the_host_is_heard_again() -> None:
    rig, strip = NativeRig(), Strip()
    rig.tell(Palette(COLOURS, 9), Lights(1, 100, CODES, 9))
    rig.wait(NO_HOST_MS)
    show(rig, strip)
    rig.tell(Alive())

    assert show(rig, strip) == [COLOURS[code] for code in CODES]


def test_a_host_that_never_spoke_is_missed_too() -> None:
    rig, strip = NativeRig(session=0), Strip()
    rig.wait(NO_HOST_MS)

    assert show(rig, strip)[-2:] == [GREY, GREY]


def test_frame_upon_frame_is_shown_each_fourth_millisecond_and_the_last_one_stays() -> None:
    rig, strip = NativeRig(), Strip()
    for number in range(1, 101):
        rig.tell(Lights(number, 100, (number % 16,) * LIGHTS))
        if number % 10 == 0:
            rig.wait(1)
    strip.feed([(byte, 0) for byte in rig.board.take_strip()])

    assert strip.frames <= 3
    assert show(rig, strip) == [(17 * (100 % 16),) * 3] * LIGHTS


def test_the_strip_is_written_only_when_something_changes() -> None:
    rig = NativeRig()
    rig.tell(Lights(1, 100, CODES))
    rig.wait(4)
    rig.board.take_strip()
    for _ in range(20):
        rig.wait(500)
        rig.tell(Alive())

    assert rig.board.take_strip() == b""
