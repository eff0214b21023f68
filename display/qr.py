"""A match as a QR code, as large as a camera needs it. No pygame.

What a code holds says `controller.view.coded`.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from pathlib import PurePosixPath

import segno
from segno import DataOverflowError

from controller.view.coded import packed

QUIET = 4  # modules of the margin (ISO/IEC 18004)
LEAST_PX = 4  # of a module: smaller ones on a 7-inch panel are not read across a table
MOST_PX = 8
LEVEL = "m"
ANY_MASK = 0


@dataclass(frozen=True, slots=True)
class Code:
    """rows: of modules, "1" dark, without the margin; px: of a module, whole pixels."""

    rows: tuple[str, ...]
    px: int

    @property
    def side(self) -> int:
        """Pixels, with the margin."""
        return (len(self.rows) + 2 * QUIET) * self.px


def address(path: str) -> str:
    """Where a file lies, as a code names it: a file URL, or the path where it is a relative one."""
    posix = PurePosixPath(path)
    return posix.as_uri() if posix.is_absolute() else path


def match_code(text: str, room_px: int) -> Code | None:
    """The code of a whole match; None where it is too long for this room."""
    return code_of(_packed(text), room_px)


def is_match_shown(text: str, room_px: int) -> bool:
    """Whether there is a code of a whole match for this room."""
    return _px(_packed(text), room_px) >= LEAST_PX


def code_of(content: str, room_px: int) -> Code | None:
    """The code of a content in a square of this many pixels; None: no module would be large
    enough, or no code holds it."""
    px = _px(content, room_px)
    return Code(_rows(content), px) if px >= LEAST_PX else None


def _px(content: str, room_px: int) -> int:
    """Of a module; 0 where no code holds the content."""
    try:
        modules = len(_rows(content, ANY_MASK))
    except DataOverflowError:
        return 0
    return min(room_px // (modules + 2 * QUIET), MOST_PX)


_packed = lru_cache(maxsize=4)(packed)


@lru_cache(maxsize=8)
def _rows(content: str, mask: int | None = None) -> tuple[str, ...]:
    """The modules. None tries all masks for the one that is read best, which takes a Pi a second;
    how many modules there are any mask tells at once. Scenes ask for both at every redraw."""
    made = segno.make(content, error=LEVEL, micro=False, boost_error=False, mask=mask)
    return tuple("".join("1" if dark else "0" for dark in row) for row in made.matrix)
