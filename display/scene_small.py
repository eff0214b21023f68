"""The picture of a window that is too small for a table."""

from __future__ import annotations

from display import items as i
from display.board import Orientation, board_in
from display.geometry import Rect
from display.layout import LEAST
from display.stage import Scene, Stage

NOWHERE = board_in(Rect(0, 0, *LEAST), Orientation())
"""Scenes have a board; this one's is neither drawn nor touched."""


def too_small(stage: Stage) -> Scene:
    """Says so, and how to go on."""
    width, height = stage.settings.size
    whole = Rect(0, 0, width, height)
    inner = whole.inset(min(width, height) // 20)
    upper = inner._replace(y=inner.y + inner.h // 6, h=inner.h // 3)
    lower = upper._replace(y=upper.bottom)
    title = stage.text("This window is too small for the table.")
    text = stage.text(
        "It is {width} × {height} pixels; {wide} × {high} are needed, lying or upright. Make it"
        " larger, or start the screen with --size.",
        width=width, height=height, wide=LEAST[0], high=LEAST[1],
    )  # fmt: skip
    size = max(min(width // 18, height // 9, 34), 8)
    stage.show(
        i.Plate(whole, "plate", None, 0),
        i.Words(upper, title, size, "warn", "semibold", "centre", 8, 3),
        i.Words(lower, text, round(size * 0.8), "ink", "regular", "centre", 8, 8),
    )
    return Scene("bare", NOWHERE, tuple(stage.items))
