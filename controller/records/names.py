"""Names as record files and file systems can bear them.

gnubg aborts on a colon, takes a number after a comma for a rating, starts a new game at any line
that contains "Game ", and loses the right name behind a left one above 26 bytes (records 5.1.3,
5.1.4, engines 4).
"""

from __future__ import annotations

import re
import unicodedata

MAX_NAME_BYTES = 24
BOT_SUFFIX = " (bot)"

_REPLACED = str.maketrans({":": " ", '"': "'", ";": " ", "[": "(", "]": ")", "\\": "/", "#": " "})


def mat_name(name: str, *, bot: bool, fallback: str) -> str:
    """A player's name for the `.mat` score line, at most 24 bytes of UTF-8.

    fallback: for a name of which nothing is left.
    """
    text = re.sub(r",(?=\s*\d)", "", _plain(name)).translate(_REPLACED)
    text = text.replace("Game", "game")
    text = " ".join(text.split()).removesuffix(BOT_SUFFIX.strip() if bot else "").strip()
    room = MAX_NAME_BYTES - (len(BOT_SUFFIX) if bot else 0)
    return (cut_bytes(text, room).strip() or fallback) + (BOT_SUFFIX if bot else "")


def tag_text(text: str) -> str:
    """Text for a header tag: one line, no quotes or brackets."""
    return " ".join(_plain(text).translate(_REPLACED | {ord(":"): ":"}).split())


def file_part(text: str) -> str:
    """Text for a file name: letters, digits and single hyphens; never empty."""
    words = re.findall(r"[^\W_]+", unicodedata.normalize("NFC", text))
    return cut_bytes("-".join(words), 40).strip("-") or "x"


def cut_bytes(text: str, size: int) -> str:
    """The longest start of `text` with at most `size` bytes of UTF-8, whole characters only."""
    return text.encode("utf-8")[:size].decode("utf-8", errors="ignore")


def _plain(text: str) -> str:
    """Composed characters without control signs and lone surrogates."""
    composed = unicodedata.normalize("NFC", text)
    return "".join(c if unicodedata.category(c)[0] != "C" else " " for c in composed)
