"""Pictures of every scene, for people."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pygame
import pytest

from display.contact_sheet import PANEL, SHEET_WIDTH, SMALL_WIDTH, main, sheet, small
from display.picture import Studio, draw
from display.samples import scenes
from display.samples.states import snapshot, states
from display.theme import THEMES

MOST_BYTES = 2_500_000  # in the project, of all pictures together


def test_a_sheet_has_a_place_for_each_picture() -> None:
    pygame.font.init()
    tall, wide = pygame.Surface((480, 800)), pygame.Surface((800, 480))
    for picture, columns in ((tall, 8), (wide, 5)):
        rows = [sheet([("a scene", picture)] * count).get_height() for count in (1, columns, 11)]
        assert rows == [rows[0], rows[0], -(-11 // columns) * rows[0]]
        assert sheet([("a scene", picture)]).get_width() == SHEET_WIDTH


def test_a_small_picture_keeps_its_proportions() -> None:
    assert small(pygame.Surface((800, 480)), SMALL_WIDTH).get_size() == (400, 240)


def test_a_studio_draws_what_a_single_picture_shows() -> None:
    studio = Studio(PANEL)
    for name in ("moving", "fault", "to_roll"):
        pictures = studio.draw(states()[name]), draw(states()[name], PANEL)
        one, other = (pygame.image.tobytes(picture, "RGB") for picture in pictures)
        assert one == other, name


@pytest.mark.parametrize("size", [(800, 480), (480, 800)])
def test_each_theme_draws_a_picture_of_its_own(size: tuple[int, int]) -> None:
    drawn = {
        pygame.image.tobytes(draw(snapshot(), replace(PANEL, theme=theme, size=size)), "RGB")
        for theme in THEMES
    }
    assert len(drawn) == len(THEMES)


@pytest.mark.slow
def test_the_project_gets_one_picture_of_each_scene_and_one_sheet_of_each_other_theme(
    tmp_path: Path,
) -> None:
    main([str(tmp_path / "pictures")])
    written = {path.stem: path.stat().st_size for path in (tmp_path / "pictures").iterdir()}
    assert written.keys() == {*scenes(), "theme_dark", "theme_high-contrast"}
    assert sum(written.values()) <= MOST_BYTES
