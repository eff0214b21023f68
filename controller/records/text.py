"""Bytes of a file as text, or what kind of file they are that is none of ours."""

from __future__ import annotations

import re

_UTF_16 = (b"\xff\xfe", b"\xfe\xff")
_OTHER_FILES = (  # how a file begins, and what it then is
    (b"MATLAB 5.0 MAT-file", "a MATLAB data file (version 5), which only shares the ending .mat"),
    (b"MATLAB 7.3 MAT-file", "a MATLAB data file (version 7.3), which only shares the ending .mat"),
    (b"\x89HDF\r\n\x1a\n", "an HDF5 data file (MATLAB 7.3 writes them with the ending .mat)"),
    (b"RGMH", "eXtreme Gammon's own file (.xg); let it export the match as text"),
    (b"OGXM", "an OGXM file, which is not read"),
    (b"SQLite format 3", "a database; `gammonboard matches` lists those of a journal"),
    (b"PK\x03\x04", "a ZIP archive; unpack it first"),
    (b"\x1f\x8b", "a gzip archive; unpack it first"),
    (b"%PDF", "a PDF"),
)
_CHARSET = re.compile(rb"\bCA\[\s*([\w.:-]{1,40})\s*\]", re.ASCII)


def why_no_text(data: bytes) -> str | None:
    """Why these bytes are no text of a match, in words; None if they may be."""
    if not data.strip():
        return "the file is empty"
    for start, what in _OTHER_FILES:
        if data.startswith(start):
            return what
    if b"\0" in data and not data.startswith(_UTF_16):
        return "it is binary"
    return None


def declared_charset(data: bytes) -> str:
    """The code page that an SGF names in its CA property; "" where there is none."""
    found = _CHARSET.search(data[:2000]) if data.lstrip().startswith(b"(") else None
    return found[1].decode("ascii") if found else ""


def decode_text(data: bytes, declared: str = "") -> str:
    """Text of a file: UTF-8 (or UTF-16 by its mark), else as declared, else Windows-1252.

    Never fails: what even Windows-1252, the code page of old programs, lacks is read as Latin-1.
    """
    wide = ("utf-16",) if data.startswith(_UTF_16) else ()
    for encoding in (*wide, "utf-8-sig", declared or "cp1252", "cp1252"):
        try:
            return data.decode(encoding)
        except (UnicodeDecodeError, LookupError):
            continue
    return data.decode("latin-1")
