"""A window that is too small for a table says so, and how to go on."""

from __future__ import annotations

import pytest

from display import items as i
from display.layout import Rect
from display.picture import draw
from display.samples.states import states
from display.scenes import compose
from display.stage import ScreenSettings

STATES = states()
TOO_SMALL = [(1, 1), (20, 300), (100, 60), (320, 240), (240, 320), (640, 400), (799, 480)]


@pytest.mark.parametrize("size", TOO_SMALL, ids=str)
def test_a_window_that_is_too_small_says_so_and_what_is_needed(size: tuple[int, int]) -> None:
    for shown in STATES.values():
        scene = compose(shown, ScreenSettings(size=size))
        said = " ".join(item.text for item in scene.items if isinstance(item, i.Words))
        assert "too small" in said
        assert f"{size[0]} × {size[1]}" in said
        assert "800 × 480" in said
        assert "--size" in said
        assert all(Rect(0, 0, *size).holds(item.rect) for item in scene.items)
        assert scene.hits == ()


@pytest.mark.parametrize("size", TOO_SMALL, ids=str)
def test_it_is_drawn_at_any_size(size: tuple[int, int]) -> None:
    assert draw(STATES["moving"], ScreenSettings(size=size)).get_size() == size
