"""What a screen draws and forgets goes back to the system; on glibc only.

glibc raises the size from which memory is mapped by itself, and so returned by itself, to that of
the largest block that was ever freed: after the first ground of 8 MB every surface comes from heaps
that holes keep large.
"""

from __future__ import annotations

import ctypes
import sys

_M_MMAP_THRESHOLD = -3  # malloc.h
_LARGE = 1 << 20  # bytes: smaller ones leave no great holes; mapping each costs painting time


def keep_small() -> None:
    """Large blocks are mapped one by one from now on. Before anything is drawn."""
    mallopt = getattr(ctypes.CDLL(None), "mallopt", None) if sys.platform == "linux" else None
    if mallopt is not None:
        mallopt(_M_MMAP_THRESHOLD, _LARGE)


def give_back() -> None:
    """What painting took for a moment, a hundred MB at 1920x1080, returns to the system."""
    trim = getattr(ctypes.CDLL(None), "malloc_trim", None) if sys.platform == "linux" else None
    if trim is not None:
        trim(0)
