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


@lru_cache(maxsize=8)
def match_code(text: str, room_px: int) -> Code | None:
    """The code of a whole match; None where it is too long for this room."""
    return code_of(packed(text), room_px)


@lru_cache(maxsize=8)
def code_of(content: str, room_px: int) -> Code | None:
    """The code of a content in a square of this many pixels; None: no module would be large
    enough, or no code holds it."""
    try:
        made = segno.make(content, error=LEVEL, micro=False, boost_error=False)
    except DataOverflowError:
        return None
    rows = tuple("".join("1" if dark else "0" for dark in row) for row in made.matrix)
    px = min(room_px // (len(rows) + 2 * QUIET), MOST_PX)
    return Code(rows, px) if px >= LEAST_PX else None
