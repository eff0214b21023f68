"""Bytes of a strip of APA102 lights, and of the SK9822 that are sold as such."""

from __future__ import annotations

from collections.abc import Sequence

from firmware_bridge.layout import LIGHTS

_START = bytes(4)
_END = bytes(4 + (LIGHTS + 15) // 16)
"""After the last light the data needs half a clock for each light to reach it, and an SK9822 shows
what it took with the next 32 zeros only."""
_FULL_CURRENT = 0xFF  # three set bits and the light's own brightness, 31 of 31: dimming is ours


def strip_frame(colours: Sequence[tuple[int, int, int]]) -> bytes:
    """One whole frame. colours: red, green, blue (0-255) of each light in the order of the chain.

    Raises ValueError for another number of lights.
    """
    if len(colours) != LIGHTS:
        raise ValueError(f"{len(colours)} colours, not {LIGHTS}")
    lights = (bytes((_FULL_CURRENT, blue, green, red)) for red, green, blue in colours)
    return _START + b"".join(lights) + _END
