"""Where an arrow key leads on a page: to the nearest place in its direction. Numbers only."""

from __future__ import annotations

from collections.abc import Sequence

from display.layout import Point, Rect

WAYS: dict[str, Point] = {"Left": (-1, 0), "Right": (1, 0), "Up": (0, -1), "Down": (0, 1)}


def beside(places: Sequence[Rect], start: Rect, way: str) -> int | None:
    """The number of the place that lies next to `start` in this direction; None for none. One of
    the same row (or column) goes before any other."""
    best: tuple[float, float, int] | None = None
    for nth, place in enumerate(places):
        ahead, aside, off = _apart(start, place, WAYS[way])
        if ahead > 0:
            found = (aside, ahead + off, nth)
            best = found if best is None else min(best, found)
    return best[2] if best is not None else None


def _apart(start: Rect, place: Rect, way: Point) -> tuple[float, float, float]:
    """How far ahead its middle lies, how far aside its nearest edge, and its middle."""
    (x0, y0), (x1, y1) = start.centre, place.centre
    if way[0]:
        aside = max(place.y - start.bottom, start.y - place.bottom, 0)
        return (x1 - x0) * way[0], aside, abs(y1 - y0)
    aside = max(place.x - start.right, start.x - place.right, 0)
    return (y1 - y0) * way[1], aside, abs(x1 - x0)
