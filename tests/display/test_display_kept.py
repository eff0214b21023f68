"""Kept surfaces: a screen that shows everything once takes no more memory for it."""

from __future__ import annotations

import pygame
import pytest

from display.kept import Kept
from display.painter import Painter
from display.samples.states import states
from display.scenes import compose
from display.stage import ScreenSettings
from display.theme import find_theme

SQUARE = (10, 10)
BYTES = 10 * 10 * 4


def square() -> pygame.Surface:
    return pygame.Surface(SQUARE, pygame.SRCALPHA)


def test_a_surface_is_made_once() -> None:
    kept = Kept(3 * BYTES)
    assert kept.of("a", square) is kept.of("a", square)
    assert kept.made == 1


def test_the_longest_unseen_is_forgotten_first() -> None:
    kept = Kept(3 * BYTES)
    first = {name: kept.of(name, square) for name in "abc"}
    kept.of("a", square)
    kept.of("d", square)
    assert kept.of("a", square) is first["a"]
    assert kept.of("c", square) is first["c"]
    assert kept.of("b", square) is not first["b"]


def test_bytes_stay_within_what_was_given() -> None:
    kept = Kept(3 * BYTES)
    for number in range(100):
        kept.of(number, square)
        assert kept.bytes == len(kept) * BYTES <= 3 * BYTES


def test_what_is_larger_than_all_stays_while_it_is_the_newest() -> None:
    kept = Kept(BYTES // 2)
    large = kept.of("large", square)
    assert kept.of("large", square) is large
    kept.of("next", square)
    assert len(kept) == 1


@pytest.mark.parametrize("theme", ["wood", "dark", "high-contrast"])
def test_one_scene_fits_in_what_is_kept(theme: str) -> None:
    """Else each redraw of it would make its surfaces again."""
    pygame.font.init()
    settings = ScreenSettings((1920, 1080), theme)
    target = pygame.Surface(settings.size)
    for name, snapshot in states().items():
        painter = Painter(find_theme(theme))
        scene = compose(snapshot, settings)
        painter.draw(target, scene.items)
        made = painter.made
        painter.draw(target, scene.items)
        assert painter.made == made, name
