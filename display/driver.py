"""Whether a window would be seen by anybody, and if not why: SDL's driver, before any window."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator

import pygame

UNSEEN = ("offscreen", "dummy")
SESSIONS = ("DISPLAY", "WAYLAND_DISPLAY")


def has_display() -> bool:
    """Whether a window would be seen by anybody: the driver is a real one."""
    return missing_display() is None


def missing_display() -> str | None:
    """Why a window would be seen by nobody, naming the driver that was tried; None: it would.

    Without a display SDL may take a driver that draws into memory and say nothing.
    """
    asked = os.environ.get("SDL_VIDEODRIVER", "")
    told = f"SDL_VIDEODRIVER is {asked}" if asked else "SDL_VIDEODRIVER is not set"
    try:
        with _speechless():
            pygame.display.init()
    except pygame.error as error:
        return f"{told}: {error}"
    driver = pygame.display.get_driver()
    if driver not in UNSEEN:
        return None
    if asked:
        return f"{told}, which draws where nobody sees it"
    if not any(os.environ.get(name) for name in SESSIONS):
        return f"neither {' nor '.join(SESSIONS)} is set, and {told}"
    return f"{told}, and SDL found nothing but {driver}"


@contextlib.contextmanager
def _speechless() -> Iterator[None]:
    """Without Wayland its library says so on stderr by itself; that is no news to anybody."""
    kept = os.dup(2)
    nowhere = os.open(os.devnull, os.O_WRONLY)
    try:
        os.dup2(nowhere, 2)
        yield
    finally:
        os.dup2(kept, 2)
        os.close(kept)
        os.close(nowhere)
