"""Pictures of snapshots without a window: goldens, contact sheets, `scenario --png`."""

from __future__ import annotations

from pathlib import Path

import pygame

from controller.view.snapshot import Snapshot
from display.ground import Grounds
from display.painter import Painter
from display.scenes import compose
from display.stage import Hand, ScreenSettings
from display.theme import find_theme


class Studio:
    """One size and theme. What was painted for one picture serves the next."""

    def __init__(self, settings: ScreenSettings) -> None:
        pygame.font.init()
        self._settings = settings
        self._grounds = Grounds(settings)
        self._painter = Painter(find_theme(settings.theme))

    def draw(self, snapshot: Snapshot, hand: Hand | None = None) -> pygame.Surface:
        """The textured picture at once; the same for ever for the same arguments."""
        scene = compose(snapshot, self._settings, hand)
        picture = self._grounds.painted(scene).copy()
        self._painter.draw(picture, scene.items)
        return picture


def draw(snapshot: Snapshot, settings: ScreenSettings, hand: Hand | None = None) -> pygame.Surface:
    """A single picture; see `Studio`."""
    return Studio(settings).draw(snapshot, hand)


def save(snapshot: Snapshot, settings: ScreenSettings, path: Path) -> None:
    """The picture as a PNG file. Raises OSError where it cannot be written."""
    pygame.image.save(draw(snapshot, settings), path)
