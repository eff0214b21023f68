"""Pictures of every scene for people to look at: `python -m display.contact_sheet FOLDER [all]`.

Writes each of `samples` (wood, 800x480) as a small JPEG, and some of them in the other themes; with
`all` instead a sheet of every theme, size, and way of holding and reading the screen.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pygame

from controller.rules.position import Side
from display.picture import Studio
from display.samples import scenes
from display.stage import ScreenSettings
from display.text import Type
from display.theme import THEMES, WOOD

PANEL = ScreenSettings(size=(800, 480), sides=frozenset({Side.LIGHT}), motion=False)
SIZES = ((800, 480), (1280, 720), (480, 800))
SMALL_WIDTH, SHEET_WIDTH, TASTE_WIDTH = 400, 1600, 1000  # pixels
COLUMNS = {True: 5, False: 8}  # of a sheet, of pictures that are wide or tall
TASTE = (
    "moving", "hit", "bearing_off", "wrong", "showing", "clock_low",
    "cube_offered", "fault", "match_over_kept",
)  # fmt: skip
"""Scenes that show what a theme looks like."""
LABEL = 22  # pixels under each picture
ROOM, INK = (24, 20, 18), (230, 220, 200)


def small(picture: pygame.Surface, width: int) -> pygame.Surface:
    """The picture at this width."""
    height = round(picture.get_height() * width / picture.get_width())
    return pygame.transform.smoothscale(picture, (width, height))


def sheet(
    named: Sequence[tuple[str, pygame.Surface]], columns: int = 0, width: int = SHEET_WIDTH
) -> pygame.Surface:
    """Named pictures of one size in rows, each over its name. columns: 0: by their shape."""
    first = named[0][1]
    columns = columns or COLUMNS[first.get_width() > first.get_height()]
    wide = width // columns
    high = round(first.get_height() * (wide - 6) / first.get_width()) + LABEL
    rows = -(-len(named) // columns)
    page, type_ = pygame.Surface((width, rows * high)), Type()
    page.fill(ROOM)
    for nth, (name, picture) in enumerate(named):
        row, column = divmod(nth, columns)
        at = column * wide + 3, row * high
        page.blit(small(picture, wide - 6), at)
        label = type_.render(name.replace("_", " "), "regular", LABEL - 6, INK)
        page.blit(label, (at[0], at[1] + high - LABEL))
    return page


def drawn(settings: ScreenSettings) -> list[tuple[str, pygame.Surface]]:
    """Every scene, as these settings show it."""
    studio = Studio(settings)
    return [(name, studio.draw(*scene)) for name, scene in scenes().items()]


def write_scenes(folder: Path) -> None:
    """What a reader of the project is shown."""
    for name, picture in drawn(PANEL):
        pygame.image.save(small(picture, SMALL_WIDTH), folder / f"{name}.jpg")
    for theme in THEMES:
        if theme != WOOD.name:
            some = [each for each in drawn(replace(PANEL, theme=theme)) if each[0] in TASTE]
            page = sheet(some, 3, TASTE_WIDTH)
            pygame.image.save(page, folder / f"theme_{theme}.jpg")


def write_sheets(folder: Path) -> None:
    """What a person looks through before a release."""
    variants = {
        f"{theme}_{size[0]}x{size[1]}": replace(PANEL, theme=theme, size=size)
        for theme in THEMES
        for size in SIZES
    }
    variants |= {
        "large_print": replace(PANEL, large_print=True),
        "left_handed": replace(PANEL, left_handed=True),
        "dark_at_the_foot": replace(PANEL, bottom=Side.DARK, sides=frozenset({Side.DARK})),
        "home_on_the_left": replace(PANEL, home="left"),
    }
    for name, settings in variants.items():
        pygame.image.save(sheet(drawn(settings)), folder / f"{name}.jpg")


def main(words: list[str]) -> None:
    """FOLDER, which is made, and perhaps "all"."""
    folder = Path(words[0])
    folder.mkdir(parents=True, exist_ok=True)
    (write_sheets if "all" in words[1:] else write_scenes)(folder)


if __name__ == "__main__":
    main(sys.argv[1:])
