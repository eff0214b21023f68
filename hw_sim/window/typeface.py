"""Words in the window: Source Sans, each text drawn once and kept."""

from __future__ import annotations

import io
from collections import OrderedDict
from importlib.resources import files
from typing import Literal

import pygame

from display.theme import Colour

Face = Literal["regular", "semibold", "bold"]
_PACKAGE = "font_source_sans_pro"
_FILES: dict[Face, str] = {
    "regular": "SourceSansPro-Regular.ttf",
    "semibold": "SourceSansPro-Semibold.ttf",
    "bold": "SourceSansPro-Bold.ttf",
}
_KEPT = 256
_LEAST_PX = 9


class Type:
    """Needs pygame's font module to be started."""

    def __init__(self) -> None:
        self._fonts: dict[tuple[Face, int], pygame.font.Font] = {}
        self._texts: OrderedDict[tuple[str, Face, int, Colour], pygame.Surface] = OrderedDict()

    def text(self, words: str, face: Face, size: float, colour: Colour) -> pygame.Surface:
        """Words as a surface; size in pixels."""
        key = words, face, max(round(size), _LEAST_PX), colour
        if key in self._texts:
            self._texts.move_to_end(key)
        else:
            self._texts[key] = self._font(face, key[2]).render(words, True, colour)
        if len(self._texts) > _KEPT:
            self._texts.popitem(last=False)
        return self._texts[key]

    def fitting(
        self, words: str, face: Face, size: float, colour: Colour, width: float
    ) -> pygame.Surface:
        """The same, cut in the middle with an ellipsis where it is wider than `width`."""
        text = self.text(words, face, size, colour)
        kept = len(words)
        while text.get_width() > width and kept > 4:
            kept -= 1
            half = kept // 2
            cut = f"{words[: kept - half]}…{words[len(words) - half :]}"
            text = self.text(cut, face, size, colour)
        return text

    def _font(self, face: Face, size: int) -> pygame.font.Font:
        if (face, size) not in self._fonts:
            data = (files(_PACKAGE) / "files" / _FILES[face]).read_bytes()
            self._fonts[face, size] = pygame.font.Font(io.BytesIO(data), size)
        return self._fonts[face, size]
