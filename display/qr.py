"""A match as a QR code, and its text back out of one. No pygame.

A code holds `MAT:` and then base32 (RFC 4648, without its padding) of the zlib stream of the .mat
text in UTF-8: all of it letters of QR's alphanumeric mode, 8.8 bits a byte, and read back by any
Python: `zlib.decompress(base64.b32decode(text + "=" * (-len(text) % 8)))`.
"""

from __future__ import annotations

import base64
import zlib
from dataclasses import dataclass
from functools import lru_cache
from pathlib import PurePosixPath

import segno
from segno import DataOverflowError

MARK = "MAT:"
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


def packed(text: str) -> str:
    """A match's text as it stands in a code."""
    deflated = zlib.compress(text.encode("utf-8"), 9)
    return MARK + base64.b32encode(deflated).decode("ascii").rstrip("=")


def unpacked(code: str) -> str:
    """The text again. Raises ValueError for what is no match of ours."""
    if not code.startswith(MARK):
        raise ValueError(f"no match in this code: it begins with {code[:12]!r}")
    body = code.removeprefix(MARK)
    try:
        deflated = base64.b32decode(body + "=" * (-len(body) % 8))
        return zlib.decompress(deflated).decode("utf-8")
    except (ValueError, zlib.error) as error:
        raise ValueError(f"the match in this code is damaged: {error}") from error


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
