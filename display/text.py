"""Words as surfaces: two families from their packages, fitted into boxes, cached."""

from __future__ import annotations

from importlib.resources import as_file, files

import pygame

from display.items import Words
from display.kept import Kept
from display.theme import Colour

FACES = {
    "regular": ("font_source_sans_pro", "SourceSansPro-Regular.ttf"),
    "semibold": ("font_source_sans_pro", "SourceSansPro-Semibold.ttf"),
    "bold": ("font_source_sans_pro", "SourceSansPro-Bold.ttf"),
    "serif": ("font_source_serif_pro", "SourceSerifPro-Semibold.ttf"),
    "serif bold": ("font_source_serif_pro", "SourceSerifPro-Bold.ttf"),
}
TALL = 10_000  # a box whose height does not matter
INK = 0.95  # of a size: from the capitals' top to the descenders' foot
FONTS = 48  # open at a time: a scene has about thirty sizes
KEPT = 8_000_000  # bytes of rendered words; a screen at 1920x1080 shows some 2 MB of them
FITTED = 512  # texts whose size is known; a screen shows about a hundred


class Type:
    """Fonts and the words rendered with them. Only after pygame.font.init()."""

    def __init__(self) -> None:
        self._fonts: dict[tuple[str, int], pygame.font.Font] = {}
        self.kept = Kept(KEPT)
        self._fits: dict[tuple[str, str, int, int, int, int, int], tuple[int, list[str]]] = {}

    def font(self, face: str, size: int) -> pygame.font.Font:
        """size in pixels of the em square."""
        if (face, size) not in self._fonts:
            package, name = FACES[face]
            with as_file(files(package) / "files" / name) as path:
                font = pygame.font.Font(str(path), max(size, 6))
            if len(self._fonts) >= FONTS:
                del self._fonts[next(iter(self._fonts))]
            self._fonts[face, size] = font
        return self._fonts[face, size]

    def render(self, text: str, face: str, size: int, colour: Colour) -> pygame.Surface:
        """The words on a transparent ground, as high as the font's line."""
        return self.kept.of(
            (face, size, text, colour),
            lambda: self.font(face, size).render(text, True, colour),
        )

    def width(self, text: str, face: str, size: int) -> int:
        """In pixels."""
        return self.font(face, size).size(text)[0]

    def leading(self, face: str, size: int) -> int:
        """From one of several lines to the next: closer than the font's own, for short texts."""
        return round(self.font(face, size).get_linesize() * 0.92)

    def fit(
        self,
        text: str,
        face: str,
        size: int,
        floor: int,
        width: int,
        lines: int = 1,
        height: int = TALL,
    ) -> tuple[int, list[str]]:
        """(size, lines of text): the largest size that fits on one line, else on `lines` lines,
        else the largest below that fits on one, else at the floor with an ellipsis.
        """
        key = (text, face, size, floor, width, lines, height)
        if key not in self._fits:
            if len(self._fits) > FITTED:
                self._fits.clear()
            self._fits[key] = self._fitted(*key)
        return self._fits[key]

    def rows(self, item: Words) -> tuple[int, list[tuple[str, float, float]]]:
        """(size, rows of text with the place of each one's upper left corner), as in `fit`."""
        box = item.rect
        floor = min(item.floor, item.size)
        size, texts = self.fit(item.text, item.face, item.size, floor, box.w, item.lines, box.h)
        whole = self.font(item.face, size).get_linesize()
        high = self.leading(item.face, size) if len(texts) > 1 else whole
        y = float(box.y)
        if not item.from_top:  # what a line is higher than its leading lies above and below
            y += (box.h - high * len(texts) - (whole - high)) / 2
        share = {"left": 0.0, "centre": 0.5, "right": 1.0}[item.align]
        return size, [
            (row, box.x + share * (box.w - self.width(row, item.face, size)), y + nth * high)
            for nth, row in enumerate(texts)
        ]

    def _fitted(
        self, text: str, face: str, size: int, floor: int, width: int, lines: int, height: int
    ) -> tuple[int, list[str]]:
        # with more lines allowed, one line may shrink by a fifth only: then two lines read better
        least = floor if lines == 1 else max(floor, round(size * 0.8))
        for trial in range(size, min(least, size) - 1, -1):
            if self._is_one_row(text, face, trial, width, height):
                return trial, [text]
        for trial in range(round(size * 0.86), min(floor, size) - 1, -1):
            rows = self._broken(text, face, trial, width)
            low = self.leading(face, trial) * len(rows) <= height + 2
            narrow = all(self.width(row, face, trial) <= width for row in rows)
            if len(rows) <= lines and narrow and low:
                return trial, self._balanced(text, face, trial, width, rows)
        for trial in range(min(least, size) - 1, min(floor, size) - 1, -1):
            if self._is_one_row(text, face, trial, width, height):
                return trial, [text]
        trial = min(floor, size)
        rows = self._broken(text, face, trial, width)
        kept = [*rows[: lines - 1], " ".join(rows[lines - 1 :])]
        return trial, [self._cut(row, face, trial, width) for row in kept]

    def _is_one_row(self, text: str, face: str, size: int, width: int, height: int) -> bool:
        return self.width(text, face, size) <= width and size * INK <= height

    def _balanced(self, text: str, face: str, size: int, width: int, rows: list[str]) -> list[str]:
        """As many lines, of lengths as equal as words allow: no word alone on the last."""
        for narrower in range(width, width // 2, -4):
            trial = self._broken(text, face, size, narrower)
            if len(trial) > len(rows) or any(self.width(r, face, size) > narrower for r in trial):
                break
            rows = trial
        return rows

    def _broken(self, text: str, face: str, size: int, width: int) -> list[str]:
        rows: list[str] = []
        for word in text.split(" "):
            longer = f"{rows[-1]} {word}" if rows else word
            if rows and self.width(longer, face, size) <= width:
                rows[-1] = longer
            else:
                rows.append(word)
        return rows

    def _cut(self, text: str, face: str, size: int, width: int) -> str:
        if self.width(text, face, size) <= width:
            return text
        while text and self.width(text + "…", face, size) > width:
            text = text[:-1].rstrip()
        return text + "…"
