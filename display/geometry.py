"""Points and rectangles of a picture. Pixels count from the top left; no pygame."""

from __future__ import annotations

from typing import NamedTuple

Point = tuple[float, float]


class Rect(NamedTuple):
    """Whole pixels."""

    x: int
    y: int
    w: int
    h: int

    @property
    def right(self) -> int:
        return self.x + self.w

    @property
    def bottom(self) -> int:
        return self.y + self.h

    @property
    def centre(self) -> Point:
        return self.x + self.w / 2, self.y + self.h / 2

    def contains(self, at: Point) -> bool:
        """Whether a point lies inside."""
        return self.x <= at[0] < self.right and self.y <= at[1] < self.bottom

    def meets(self, other: Rect) -> bool:
        """Whether two have a pixel in common."""
        return (
            self.x < other.right
            and other.x < self.right
            and self.y < other.bottom
            and other.y < self.bottom
        )

    def holds(self, other: Rect) -> bool:
        """Whether the other lies wholly inside."""
        return (
            self.x <= other.x
            and self.y <= other.y
            and self.right >= other.right
            and self.bottom >= other.bottom
        )

    def within(self, other: Rect) -> Rect:
        """The part that both have; only for two that meet."""
        x, y = max(self.x, other.x), max(self.y, other.y)
        return Rect(x, y, min(self.right, other.right) - x, min(self.bottom, other.bottom) - y)

    def inset(self, across: int, down: int | None = None) -> Rect:
        """Smaller by this much on each side (larger if negative)."""
        down = across if down is None else down
        return Rect(self.x + across, self.y + down, self.w - 2 * across, self.h - 2 * down)


def around(x0: float, y0: float, x1: float, y1: float) -> Rect:
    """The whole pixels nearest to these edges: neighbours share an edge, never a pixel."""
    left, top = round(x0), round(y0)
    return Rect(left, top, round(x1) - left, round(y1) - top)


def square(at: Point, size: float) -> Rect:
    """The pixels of a square round a centre, none cut."""
    half = size / 2
    left, top = int(at[0] - half), int(at[1] - half)
    return Rect(left, top, int(at[0] + half) + 2 - left, int(at[1] + half) + 2 - top)
