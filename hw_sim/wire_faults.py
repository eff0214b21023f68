"""What becomes of bytes on a bad line."""

from __future__ import annotations

import numpy as np


class FrameThief:
    """Takes whole frames out of a stream of bytes, as many as it was told to."""

    def __init__(self) -> None:
        self._wanted = 0
        self._in_frame = False
        self._stealing = False

    def lose(self, count: int) -> None:
        """The next frames are lost."""
        self._wanted += count

    def pass_on(self, data: bytes) -> bytes:
        """What is left of these bytes."""
        if not self._wanted and not self._stealing:
            self._in_frame = data[-1] != 0 if data else self._in_frame
            return data
        return bytes(byte for byte in data if self._is_left(byte))

    def _is_left(self, byte: int) -> bool:
        if byte == 0:
            was_stealing = self._stealing
            self._in_frame = self._stealing = False
            return not was_stealing
        if not self._in_frame:
            self._in_frame = True
            self._stealing = self._wanted > 0
            self._wanted -= self._stealing
        return not self._stealing


class BadLine:
    """One direction of a line: cut, or with so many of its bytes changed."""

    def __init__(self, rng: np.random.Generator) -> None:
        self.is_cut = False
        self.corrupt_share = 0.0
        self._rng = rng

    def pass_on(self, data: bytes) -> bytes:
        """What arrives of these bytes."""
        if self.is_cut:
            return b""
        if not self.corrupt_share or not data:
            return data
        found = np.frombuffer(data, np.uint8).copy()
        hit = self._rng.random(len(found)) < self.corrupt_share
        found[hit] ^= self._rng.integers(1, 256, int(hit.sum()), dtype=np.uint8)
        return found.tobytes()
