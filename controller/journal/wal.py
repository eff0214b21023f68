"""What SQLite would pass over in silence: the unfinished tail of a write-ahead log.

SQLite drops whatever follows the last whole transaction of a `-wal` file. Nothing synced is lost
by that, but a person is told. The format is fixed for ever (sqlite.org/fileformat2.html, "The
Write-Ahead Log"): a header of 32 bytes, then frames of 24 bytes and a page.
"""

from __future__ import annotations

import struct

HEADER = struct.Struct(">8I")  # magic, format, page size, sequence, two salts, two checksums
FRAME = struct.Struct(">6I")  # page number, pages after commit (else 0), two salts, two checksums
MAGIC = 0x377F0682  # the lowest bit says: checksums over big-endian words
_WORD = 0xFFFFFFFF


def torn_tail(log: bytes) -> bytes:
    """The bytes after the last whole transaction, b"" if the log ends with one.

    Frames with other salts are left over from before the log was last begun anew: no loss.
    """
    if not log:
        return b""
    if len(log) < HEADER.size:
        return log
    magic, _format, page_size, _sequence, *salts, sum1, sum2 = HEADER.unpack_from(log)
    order = ">" if magic & 1 else "<"
    sums = _checksum(log[:24], order, (0, 0))
    if magic & ~1 != MAGIC or sums != (sum1, sum2):
        return log
    end = at = HEADER.size
    size = FRAME.size + page_size
    while at + size <= len(log):
        _page, commit, *frame_salts, sum1, sum2 = FRAME.unpack_from(log, at)
        if frame_salts != salts:
            break
        sums = _checksum(log[at : at + 8], order, sums)
        sums = _checksum(log[at + FRAME.size : at + size], order, sums)
        if sums != (sum1, sum2):
            return log[end:]
        at += size
        if commit:
            end = at
    left_over = at == end and _has_other_salts(log[at:], salts)
    return b"" if left_over else log[end:]


def _has_other_salts(tail: bytes, salts: list[int]) -> bool:
    if len(tail) < FRAME.size:
        return not tail
    return list(FRAME.unpack_from(tail)[2:4]) != salts


def _checksum(data: bytes, order: str, sums: tuple[int, int]) -> tuple[int, int]:
    """SQLite's running checksum over pairs of 32-bit words."""
    s0, s1 = sums
    words = struct.unpack(f"{order}{len(data) // 4}I", data)
    for first, second in zip(words[::2], words[1::2], strict=True):
        s0 = (s0 + first + s1) & _WORD
        s1 = (s1 + second + s0) & _WORD
    return s0, s1
