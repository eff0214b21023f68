"""A checker that other hands put elsewhere is seen to go there. A picture of how it came, no more.

The table is where it is at once; only what is painted follows. Pure: the time is told.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping
from dataclasses import dataclass

from hw_sim.geometry import XY

GLIDE_MS = 180
STEP_MM = 4.0  # a nudge is not worth a glide


@dataclass(frozen=True, slots=True)
class _Glide:
    start: XY
    end: XY
    start_ms: int

    def at(self, now_ms: int) -> XY:
        share = min(max((now_ms - self.start_ms) / GLIDE_MS, 0.0), 1.0)
        eased = 1 - (1 - share) ** 3
        (ax, ay), (bx, by) = self.start, self.end
        return ax + (bx - ax) * eased, ay + (by - ay) * eased


class Motion:
    """Where checkers are painted, by number."""

    def __init__(self) -> None:
        self._shown: dict[int, XY] = {}
        self._glides: dict[int, _Glide] = {}

    @property
    def is_moving(self) -> bool:
        return bool(self._glides)

    def place_of(self, number: int) -> XY | None:
        """Where a checker was painted last."""
        return self._shown.get(number)

    def follow(
        self, wanted: Mapping[int, XY], at_once: Collection[int], now_ms: int
    ) -> dict[int, XY]:
        """Where to paint now what shall be at `wanted` (mm); `at_once` never lags behind."""
        for number, end in wanted.items():
            shown = self._shown.get(number, end)
            glide = self._glides.get(number)
            aim = glide.end if glide is not None else shown
            if number in at_once:
                self._glides.pop(number, None)
            elif math.dist(aim, end) > STEP_MM:
                self._glides[number] = _Glide(shown, end, now_ms)
        for number in self._glides.keys() - wanted.keys():
            del self._glides[number]
        self._shown = {
            number: self._glides[number].at(now_ms) if number in self._glides else end
            for number, end in wanted.items()
        }
        for number, glide in list(self._glides.items()):
            if now_ms - glide.start_ms >= GLIDE_MS:
                self._shown[number] = wanted[number]
                del self._glides[number]
        return dict(self._shown)
