"""From the wire's messages to the core's inputs, and the lights' way back."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from itertools import combinations

import pytest

from controller.service.wire import (
    BUTTONS,
    PALETTE,
    SHADES,
    input_from,
    lights_codes,
    lights_from_codes,
)
from controller.table import inputs
from controller.view.snapshot import Light, LineMinute, LineQuality
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
    minute = wire.LineMinute(heard=(3, 1, 0), damaged=(0, 1, 0))
    quality = wire.LinkQuality(12, 3, 1, 3000, minute)
    news = wire.LinkDown(wire.LinkFault.SILENT, "nothing heard for 3 s", quality)

    assert input_from(news, 5) == inputs.LinkDown(
        5,
        "nothing heard for 3 s",
        LineQuality(12, 3, 1, 3000, LineMinute((3, 1, 0), (0, 1, 0), until_ms=5)),
    )
    assert input_from(wire.LinkDown(wire.LinkFault.SILENT, ""), 5) == inputs.LinkDown(5, "silent")


def test_what_comes_over_a_lost_line_is_told_with_its_moment() -> None:
    news = wire.LineHeard(wire.LineMinute(heard=(0, 1), damaged=(2, 0)))

    assert input_from(news, 7000) == inputs.LineHeard(7000, LineMinute((0, 1), (2, 0), 7000))


@pytest.mark.parametrize("button", list(wire.Button))
def test_each_button_has_its_side_and_control(button: wire.Button) -> None:
    side, control = BUTTONS[button]

    assert button.name == f"{side}_{control}".upper()
    assert input_from(wire.ButtonEvent(1, button, True), 5) == inputs.Button(5, side, control, True)


def test_lights_survive_the_way_to_the_table() -> None:
    lights = tuple(Light(place, *SHADES[1 + place % 15]) for place in range(28))

    assert lights_from_codes(lights_codes(lights)) == lights


def test_every_kind_of_light_has_a_colour_and_darkness_is_dark() -> None:
    assert PALETTE.colours[0] == (0, 0, 0)
    assert all(any(colour) for colour in PALETTE.colours[1:])
    assert len(PALETTE.colours) == len(SHADES) == 16


# -- colour blindness -----------------------------------------------------------------------------

LACKING = tuple(f"missing {side}{later}" for side in ("light", "dark") for later in ("", " later"))
TOGETHER = {
    "a checker is lifted": ("from", "target larger", "target smaller", "target both", "bar"),
    "a play is shown": ("from", "target", "bar"),
    "a wrong board": ("wrong", "wrong later", *LACKING),
    "setting up": ("extra", "extra later", *LACKING),
}
"""Lights that burn at the same time, by the table of the aids levels."""

# Machado, Oliveira and Fernandes 2009, severity 1.0, on linear RGB
VISION = {
    "usual": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}
TO_XYZ = ((0.4124, 0.3576, 0.1805), (0.2126, 0.7152, 0.0722), (0.0193, 0.1192, 0.9505))
WHITE = (0.9505, 1.0, 1.089)
TELLING = 28.0  # CIE76; spec/looks asks 22 and more of its checkers, and calls 10 nearly the same


def colours() -> dict[str, tuple[int, int, int]]:
    names = [" ".join((k, o, "later" if later else "")).split() for k, o, later in SHADES]
    return {" ".join(name): c for name, c in zip(names, PALETTE.colours, strict=True)}


def lab(linear: tuple[float, ...], vision: str) -> tuple[float, float, float]:
    """CIELAB of a colour as it is seen. linear: red, green, blue, 0-1, proportional to light."""

    def times(matrix: Sequence[Sequence[float]], vector: Sequence[float]) -> list[float]:
        return [sum(m * v for m, v in zip(row, vector, strict=True)) for row in matrix]

    seen = [min(max(v, 0.0), 1.0) for v in times(VISION[vision], linear)]
    share = [v / w for v, w in zip(times(TO_XYZ, seen), WHITE, strict=True)]
    x, y, z = (v ** (1 / 3) if v > 0.008856 else 7.787 * v + 16 / 116 for v in share)
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def as_lamps(colour: tuple[int, int, int]) -> tuple[float, ...]:
    """A lamp's light is proportional to its level."""
    return tuple(v / 255 for v in colour)


def as_pixels(colour: tuple[int, int, int]) -> tuple[float, ...]:
    """A window shows the levels as sRGB."""
    shares = [v / 255 for v in colour]
    return tuple(v / 12.92 if v <= 0.04045 else ((v + 0.055) / 1.055) ** 2.4 for v in shares)


@pytest.mark.parametrize("vision", VISION)
@pytest.mark.parametrize("state", TOGETHER)
@pytest.mark.parametrize("shown", [as_lamps, as_pixels])
def test_lights_that_burn_together_are_told_apart_by_everybody(
    state: str, vision: str, shown: Callable[[tuple[int, int, int]], tuple[float, ...]]
) -> None:
    seen = {name: lab(shown(colours()[name]), vision) for name in TOGETHER[state]}
    for (name, one), (other_name, other) in combinations(seen.items(), 2):
        assert math.dist(one, other) >= TELLING, (name, other_name)


def test_every_colour_burns_in_some_state() -> None:
    used = {name for names in TOGETHER.values() for name in names}
    assert used | {"", "question"} == set(colours())
