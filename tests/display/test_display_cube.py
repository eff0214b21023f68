"""The cube at values that a match seldom sees."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pygame
import pytest
from numpy.typing import NDArray

from controller.match.cube import Cube as Turned
from controller.match.cube import refusal_to_double
from controller.match.score import Score
from controller.rules.position import Side
from controller.view.snapshot import Cube
from display import items as i
from display.painter import Painter
from display.samples.states import snapshot
from display.scenes import compose
from display.stage import ScreenSettings
from display.theme import THEMES, WOOD, Theme

PERSON = frozenset({Side.LIGHT})
SMALLEST = 0.80 * 46.8  # pixels: a cube on the 800x480 board
VALUES = (2, 16, 64, 128, 256, 512, 1024, 2048, 4096)


def drawn(theme: Theme, value: int, size: float) -> NDArray[np.int16]:
    pygame.font.init()
    side = round(size * 2)
    picture = pygame.Surface((side, side))
    Painter(theme).draw(picture, [i.CubeFace((side / 2, side / 2), size, value)])
    return pygame.surfarray.array3d(picture).astype(np.int16)


def digits_of(theme: Theme, value: int, size: float) -> pygame.Rect:
    """The box of a value's pixels: those that differ when its ink is the cube's own colour."""
    blank = replace(theme, ink=replace(theme.ink, cube_digit=theme.ink.cube))
    off = np.abs(drawn(theme, value, size) - drawn(blank, value, size)).max(axis=2) > 60
    across, down = np.nonzero(off)
    return pygame.Rect(across.min(), down.min(), np.ptp(across) + 1, np.ptp(down) + 1)


@pytest.mark.parametrize("theme", THEMES.values(), ids=lambda theme: theme.name)
@pytest.mark.parametrize("value", VALUES)
def test_mat_09_each_cube_value_is_drawn_whole_on_its_face(value: int, theme: Theme) -> None:
    box = digits_of(theme, value, SMALLEST)
    assert box.width <= 0.90 * SMALLEST + 1
    assert abs(box.centerx - SMALLEST) <= 2
    assert abs(box.centery - SMALLEST) <= 2


@pytest.mark.parametrize(("value", "least"), [(64, 13), (128, 11), (512, 11), (1024, 8), (4096, 8)])
def test_mat_09_digits_of_three_and_four_stay_legible_at_the_smallest_size(
    value: int, least: int
) -> None:
    """Heights in pixels; 8 of a panel's 0.18 mm are 7 arc minutes at 70 cm: read when looked at."""
    assert digits_of(WOOD, value, SMALLEST).height >= least


def test_mat_09_a_cube_of_64_is_turned_twice_more_in_money_play() -> None:
    cube, money = Turned(64, Side.LIGHT), Score(0, (0, 0))
    for side in (Side.LIGHT, Side.DARK):
        assert refusal_to_double(cube, side, money) is None
        cube = cube.take(side.other)
    assert (cube.value, cube.owner, cube.offered_value) == (256, Side.LIGHT, 512)


@pytest.mark.parametrize("value", [64, 128, 512, 2048])
def test_mat_09_an_offer_of_a_large_cube_says_old_and_new_stake(value: int) -> None:
    shown = snapshot(
        phase="cube_offered", turn="dark", cube=Cube(value, None, "dark"), match_length=0
    )
    made = compose(shown, ScreenSettings(size=(800, 480), sides=PERSON))
    told = " | ".join(item.text for item in made.items if isinstance(item, i.Words))
    assert f"from {value} to {2 * value}" in told
    assert [item.value for item in made.items if isinstance(item, i.CubeFace)] == [2 * value]
