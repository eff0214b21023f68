"""The still grounds under the scenes: flat at once, textured when a thread has painted them."""

from __future__ import annotations

import threading
from collections.abc import Callable

import pygame

from display import plain_board, tabletop
from display.layout import Board
from display.layout_pages import leather_rail
from display.memory import give_back
from display.stage import Scene, ScreenSettings
from display.theme import Theme, drained, find_theme

Key = tuple[str, Board, tuple[Board, ...]]
"""A scene's ground, its board, and small ones on it."""
KEPT = 3  # grounds in memory: 8 MB each at 1920x1080
END_RAIL = 0.015  # of the height: thin, beside the large board of the end
BOARDLESS = ("leather", "bare")


class Grounds:
    """on_ready: called from the painting thread when a textured ground can be had."""

    def __init__(
        self, settings: ScreenSettings, on_ready: Callable[[], None] | None = None
    ) -> None:
        self._size, self._theme = settings.size, find_theme(settings.theme)
        self._on_ready = on_ready
        self._pictures: dict[Key, tabletop.Picture] = {}
        self._surfaces: dict[Key, pygame.Surface] = {}
        self._flat: dict[Key, pygame.Surface] = {}
        self._asked: set[Key] = set()
        self._thread: threading.Thread | None = None

    def of(self, scene: Scene) -> pygame.Surface:
        """The best there is now; asks for the textured one if it is not there yet."""
        key = (scene.ground, scene.board, scene.small)
        if key in self._surfaces:
            return self._kept(key, self._surfaces.pop(key))
        picture = self._pictures.pop(key, None)
        if picture is not None:
            self._flat.pop(key, None)
            return self._kept(key, self._finished(key, picture))
        self._ask(key)
        if key not in self._flat:
            self._flat = {key: flat(self._size, key, self._of(scene.ground))}
        return self._flat[key]

    def painted(self, scene: Scene) -> pygame.Surface:
        """The textured one, made here and now."""
        key = (scene.ground, scene.board, scene.small)
        made = self._surfaces.pop(key, None)
        return self._kept(key, made or self._finished(key, self._paint(key)))

    def _kept(self, key: Key, made: pygame.Surface) -> pygame.Surface:
        """As the newest; the one not seen for longest is forgotten, and painted again if asked."""
        self._surfaces[key] = made
        if len(self._surfaces) > KEPT:
            oldest = next(iter(self._surfaces))
            del self._surfaces[oldest]
            self._asked.discard(oldest)
        return made

    @property
    def is_painting(self) -> bool:
        """Whether its thread still runs."""
        return self._thread is not None and self._thread.is_alive()

    def close(self) -> None:
        """Wait for the painting thread."""
        if self._thread is not None:
            self._thread.join()

    def _ask(self, key: Key) -> None:
        if key in self._asked or (self._thread is not None and self._thread.is_alive()):
            return
        self._asked.add(key)
        self._thread = threading.Thread(target=self._work, args=(key,), name="ground", daemon=True)
        self._thread.start()

    def _work(self, key: Key) -> None:
        picture = self._paint(key)
        for unseen in [*self._pictures]:  # of a scene left before it was painted
            self._pictures.pop(unseen, None)
            self._asked.discard(unseen)
        self._pictures[key] = picture
        give_back()
        if self._on_ready is not None:
            self._on_ready()

    def _paint(self, key: Key) -> tabletop.Picture:
        kind, board, small = key
        rail = {"end": round(END_RAIL * self._size[1]), "leather": leather_rail(self._size)}
        boards = small if kind in BOARDLESS else (board, *small)
        paint = plain_board.paint if self._theme.is_plain else tabletop.paint
        return paint(self._size, boards, self._of(kind), rail=rail.get(kind, 0))

    def _of(self, kind: str) -> Theme:
        return drained(self._theme) if kind == "fault" else self._theme

    def _finished(self, key: Key, picture: tabletop.Picture) -> pygame.Surface:
        made = pygame.image.frombuffer(picture.tobytes(), self._size, "RGB")
        return made.convert() if pygame.display.get_surface() else made


def flat(size: tuple[int, int], key: Key, theme: Theme) -> pygame.Surface:
    """Plain fills: what can be shown within milliseconds."""
    made = pygame.Surface(size)
    kind, board, small = key
    made.fill(theme.board.end_leather if kind in ("end", "leather") else theme.board.room_edge)
    boards = small if kind in BOARDLESS else (board, *small)
    for colour, shape in (fill for each in boards for fill in tabletop.flat(each, theme)):
        if len(shape) == 3:
            pygame.draw.polygon(made, colour, shape)
        else:
            pygame.draw.rect(made, colour, pygame.Rect(shape))
    return made
