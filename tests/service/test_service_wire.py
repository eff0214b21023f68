"""From the wire's messages to the core's inputs, and the lights' way back."""

from __future__ import annotations

import pytest

from controller.service.wire import (
    BUTTONS,
    KINDS,
    PALETTE,
    input_from,
    lights_codes,
    lights_from_codes,
)
from controller.table import inputs
from controller.view.snapshot import Light, LineQuality
from firmware_bridge import messages as wire


def test_a_report_brings_the_cells_of_its_group() -> None:
    told = input_from(wire.PointReport(1, 24, (1, 2, None, 4)), 77)

    assert told == inputs.Readings(77, ((120, 1), (121, 2), (122, None), (123, 4)))


def test_a_snapshot_that_the_core_asked_for_are_means() -> None:
    told = input_from(wire.Snapshot(5, 0, (0,) * 128), 77)

    assert told == inputs.Means(77, 5, (0,) * 128)


def test_a_snapshot_that_the_link_asked_for_are_readings_of_all_cells() -> None:
    told = input_from(wire.Snapshot(0, 0, tuple(range(-64, 64))), 77)

    assert isinstance(told, inputs.Readings)
    assert told.cells == tuple(enumerate(range(-64, 64)))


def test_bad_news_of_the_line_comes_with_how_good_it_was() -> None:
    quality = wire.LinkQuality(messages_per_s=12, resent=3, damaged=1, silent_ms=3000)
    news = wire.LinkDown(wire.LinkFault.SILENT, "nothing heard for 3 s", quality)

    assert input_from(news, 5) == inputs.LinkDown(
        5, "nothing heard for 3 s", LineQuality(12, 3, 1, 3000)
    )
    assert input_from(wire.LinkDown(wire.LinkFault.SILENT, ""), 5) == inputs.LinkDown(5, "silent")


@pytest.mark.parametrize("button", list(wire.Button))
def test_each_button_has_its_side_and_control(button: wire.Button) -> None:
    side, control = BUTTONS[button]

    assert button.name == f"{side}_{control}".upper()
    assert input_from(wire.ButtonEvent(1, button, True), 5) == inputs.Button(5, side, control, True)


def test_lights_survive_the_way_to_the_table() -> None:
    lights = tuple(Light(place, KINDS[1 + place % 7]) for place in range(0, 28, 3))

    assert lights_from_codes(lights_codes(lights)) == lights


def test_every_kind_of_light_has_a_colour_and_darkness_is_dark() -> None:
    assert PALETTE.colours[0] == (0, 0, 0)
    assert all(any(PALETTE.colours[code]) for code in range(1, len(KINDS)))
    assert len(PALETTE.colours) == 16
