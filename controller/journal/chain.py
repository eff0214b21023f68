"""The hash chain: each fact's hash covers the one before, so no bit can change unseen."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass

GENESIS = bytes(32)
"""What the first fact's hash is built upon."""


@dataclass(frozen=True, slots=True)
class Row:
    """One fact as it lies on disk. text: the JSON bytes exactly as written, never re-encoded."""

    number: int
    match: int
    text: bytes
    hash: bytes


@dataclass(frozen=True, slots=True)
class Head:
    """The end of the chain: what the next fact is built upon."""

    number: int = 0
    match: int = 0
    hash: bytes = GENESIS


def link(head: Head, match: int, text: bytes) -> Row:
    """The row that follows `head`."""
    number = head.number + 1
    return Row(number, match, text, _hash(head.hash, number, match, text))


def whole_rows(rows: Iterator[tuple[object, ...]], head: Head | None = None) -> Iterator[Row]:
    """The rows (number, match, text, hash) up to the first that does not follow the one before.

    Values may be of any type: a flipped bit can turn a number into a text.
    """
    before = head or Head()
    for number, match, text, stored in rows:
        if not (isinstance(number, int) and isinstance(match, int)):
            return
        if not (isinstance(text, bytes) and isinstance(stored, bytes)):
            return
        row = link(before, match, text)
        if (row.number, row.hash) != (number, stored):
            return
        yield row
        before = Head(row.number, row.match, row.hash)


def _hash(before: bytes, number: int, match: int, text: bytes) -> bytes:
    return hashlib.sha256(before + f"{number} {match} ".encode() + text).digest()
