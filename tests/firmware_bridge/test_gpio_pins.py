"""Wiring by URL, the strip's bytes, debounce: all that needs no pin."""

from __future__ import annotations

import pytest

from firmware_bridge.board import BUILT_IN_PALETTE
from firmware_bridge.debounce import DEBOUNCE_MS, Debounce
from firmware_bridge.errors import PortUnavailable
from firmware_bridge.gpio_pins import FACTORIES, GpioPins, parse_gpio_url, wiring_table
from firmware_bridge.layout import LIGHTS
from firmware_bridge.messages import Button
from firmware_bridge.strip import strip_frame
from hw_sim.gpio_chips import Mcp3008, Strip

COLOURS = tuple((light, 255 - light, 7 * light) for light in range(LIGHTS))
UP = [False] * 6


def test_the_plain_url_means_the_wiring_of_the_manual() -> None:
    assert parse_gpio_url("gpio://") == parse_gpio_url("gpio:///") == GpioPins()


def test_any_free_pins_can_be_named() -> None:
    url = "gpio://?selects=4,12,16,20&buttons=21,26,18,17,27,22&factory=pigpio"
    assert parse_gpio_url(url) == GpioPins((4, 12, 16, 20), (21, 26, 18, 17, 27, 22), "pigpio")


@pytest.mark.parametrize(
    ("url", "words"),
    [
        ("gpio://pi", "is gpio://"),
        ("gpio://?pins=4", "known are selects, buttons and factory"),
        ("gpio://?selects=5,6,13,19&selects=5,6,13,19", "each once"),
        ("gpio://?selects=5,6,13", "4 selects and 6 buttons"),
        ("gpio://?selects=5,6,13,x", "no list of pins"),
        ("gpio://?selects=5,6,13,17", "each pin once"),
        ("gpio://?selects=5,6,13,11", "SPI"),
        ("gpio://?buttons=2,27,22,23,24,25", "GPIO 4 to 27"),
        ("gpio://?factory=mock", "factory is one of lgpio"),
    ],
)
def test_bad_wiring_is_one_clear_line(url: str, words: str) -> None:
    with pytest.raises(PortUnavailable) as caught:
        parse_gpio_url(url)

    assert words in str(caught.value)
    assert "\n" not in str(caught.value)


def test_no_mock_can_be_asked_for() -> None:
    assert not any("mock" in name or "mock" in path for name, path in FACTORIES.items())


def test_the_wiring_table_names_every_pin_once() -> None:
    table = wiring_table()
    pins = GpioPins()
    for pin in (*pins.selects, *pins.buttons, 7, 8, 9, 10, 11):
        assert table.count(f"| GPIO {pin} |") == 1
    assert table.count("\n") == 2 + 4 + 6 + 5 + 8 + 2


# --- the strip -----------------------------------------------------------------------------------


def test_a_frame_is_shown_and_latched_in_the_order_of_the_chain() -> None:
    strip = Strip(LIGHTS)
    strip.clock(strip_frame(COLOURS))

    assert tuple(strip.colours) == COLOURS
    assert (strip.latched_frames, strip.broken_frames) == (1, 0)


@pytest.mark.parametrize("colour", [(0, 0, 0), (255, 255, 255), (0, 0, 1), (128, 0, 0)])
def test_any_colour_survives_whatever_came_before(colour: tuple[int, int, int]) -> None:
    strip = Strip(LIGHTS)
    strip.clock(strip_frame(COLOURS)[:61])  # cut off in mid-frame, as by a kill
    strip.clock(strip_frame(((0, 0, 0),) * LIGHTS))
    strip.clock(strip_frame((colour,) * LIGHTS))

    assert set(strip.colours) == {colour}
    assert strip.latched_frames >= 1


def test_too_few_clocks_at_the_end_are_seen() -> None:
    strip = Strip(LIGHTS)
    strip.clock(strip_frame(COLOURS)[:-4])

    assert strip.latched_frames == 0


def test_another_number_of_lights_is_an_error_of_ours() -> None:
    with pytest.raises(ValueError, match="27 colours, not 28"):
        strip_frame(COLOURS[:27])


def test_the_built_in_palette_is_grey() -> None:
    assert all(len(set(colour)) == 1 for colour in BUILT_IN_PALETTE)


# --- the converter -------------------------------------------------------------------------------


@pytest.mark.parametrize("value", [0, 1, 511, 512, 1023])
@pytest.mark.parametrize("channel", range(8))
def test_the_converter_answers_where_its_datasheet_says(value: int, channel: int) -> None:
    adc = Mcp3008(lambda asked: value if asked == channel else 777)
    first, second, third = adc.transfer([1, 0x80 | channel << 4, 0])

    assert first == 0
    assert second & 0b100 == 0  # the null bit
    assert (second & 0b11) << 8 | third == value


def test_the_converter_says_nothing_where_nothing_was_asked() -> None:
    adc = Mcp3008(lambda asked: 1023)

    assert adc.transfer([0, 0, 0]) == [0, 0, 0]
    assert adc.transfer([1, 0x00, 0]) == [0, 0, 0]  # a difference of two channels


# --- buttons -------------------------------------------------------------------------------------


def pressed(debounce: Debounce, script: list[tuple[int, bool]], end_ms: int) -> list[tuple]:  # type: ignore[type-arg]
    """What is told of light's done while its contact follows the script, sampled each ms."""
    told = []
    level = False
    changes = dict(script)
    for now_ms in range(end_ms):
        level = changes.get(now_ms, level)
        told += [(now_ms, *change) for change in debounce.sample([level, *UP[1:]], now_ms)]
    return told


def test_bounces_of_a_contact_are_one_press_and_one_release() -> None:
    script = [(10, True), (11, False), (12, True), (14, False), (15, True), (100, False),
              (101, True), (103, False)]  # fmt: skip
    told = pressed(Debounce(), script, 200)

    assert told == [
        (15 + DEBOUNCE_MS, Button.LIGHT_DONE, True),
        (103 + DEBOUNCE_MS, Button.LIGHT_DONE, False),
    ]


def test_lib_11_a_short_press_takes_no_later_press_along() -> None:
    script = [(0, True), (100, False), (5000, True), (5100, False)]
    told = pressed(Debounce(), script, 6000)

    assert [is_down for _, _, is_down in told] == [True, False, True, False]


def test_a_spike_is_no_press() -> None:
    assert pressed(Debounce(), [(10, True), (10 + DEBOUNCE_MS, False)], 100) == []


def test_buttons_do_not_disturb_each_other() -> None:
    debounce = Debounce()
    levels = [True, False, True, False, True, False]
    debounce.sample(levels, 0)

    assert debounce.sample(levels, DEBOUNCE_MS) == [
        (Button.LIGHT_DONE, True), (Button.LIGHT_UNDO, True), (Button.DARK_DOUBLE, True),
    ]  # fmt: skip
