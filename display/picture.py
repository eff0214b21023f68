"""One picture of one snapshot, without a window: goldens, contact sheets, `scenario --png`."""

from __future__ import annotations

from pathlib import Path

import pygame

from controller.view.snapshot import Snapshot
from display.ground import Grounds
from display.painter import Painter
from display.scenes import compose
from display.stage import Hand, ScreenSettings
from display.theme import find_theme


def draw(snapshot: Snapshot, settings: ScreenSettings, hand: Hand | None = None) -> pygame.Surface:
    """The textured picture at once; the same for ever for the same arguments."""
    pygame.font.init()
    scene = compose(snapshot, settings, hand)
    picture = Grounds(settings).painted(scene).copy()
    Painter(find_theme(settings.theme)).draw(picture, scene.items)
    return picture


def save(snapshot: Snapshot, settings: ScreenSettings, path: Path) -> None:
    """The picture as a PNG file. Raises OSError where it cannot be written."""
    pygame.image.save(draw(snapshot, settings), path)
