"""A match's text as a QR code holds it, and back.

`MAT:` and then base32 (RFC 4648, without its padding) of the zlib stream of the .mat text in UTF-8:
all of it letters of QR's alphanumeric mode, 8.8 bits a byte. Any Python reads it back:
`zlib.decompress(base64.b32decode(text + "=" * (-len(text) % 8)))`.
"""

from __future__ import annotations

import base64
import zlib

MARK = "MAT:"
MOST_BYTES = 4 << 20  # of a text; a code's 2,700 bytes could be blown up to more than memory holds


def packed(text: str) -> str:
    """A match's text as it stands in a code."""
    deflated = zlib.compress(text.encode("utf-8"), 9)
    return MARK + base64.b32encode(deflated).decode("ascii").rstrip("=")


def is_packed(code: str) -> bool:
    """Whether this is the text of such a code."""
    return code.lstrip().startswith(MARK)


def unpacked(code: str) -> str:
    """The match's text. Raises ValueError for what is no match of ours."""
    if not is_packed(code):
        raise ValueError(f"no match in this code: it begins with {code[:12]!r}")
    body = code.strip().removeprefix(MARK)
    reader = zlib.decompressobj()
    try:
        deflated = base64.b32decode(body + "=" * (-len(body) % 8))
        text = reader.decompress(deflated, MOST_BYTES)
        if not reader.eof:
            raise ValueError("it ends too early")
        return text.decode("utf-8")
    except (ValueError, zlib.error) as error:
        raise ValueError(f"the match in this code is damaged: {error}") from error
