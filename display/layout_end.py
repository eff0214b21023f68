"""Where things lie on the last scene of a match: result, record, buttons, and a card with a code.

Pure numbers, on the leather of `layout_pages`; upright the card lies below.
"""

from __future__ import annotations

from dataclasses import dataclass

from display.layout import Rect
from display.layout_pages import FINGER, page, split


@dataclass(frozen=True, slots=True)
class EndLayout:
    """line, title: the match, the winner. rows: record, dice, last game. again: buttons for another
    match; below: for what was. card, code, caption, words: the ivory card and what is on it."""

    line: Rect
    title: Rect
    plate: Rect
    rows: tuple[Rect, ...]
    again: Rect
    below: Rect
    card: Rect
    code: Rect
    caption: Rect
    words: Rect
    u: float


def end(size: tuple[int, int]) -> EndLayout:
    """See `EndLayout`."""
    where = page(size)
    u, body = where.u, where.body
    gap, finger = round(10 * u), round(FINGER * u)
    share = (1, 0.56) if where.tall else (1, 0.60)
    left, card = split(body, share, round(16 * u), down=where.tall)
    line = left._replace(h=round(26 * u))
    title = left._replace(y=line.bottom, h=round(54 * u))
    below = left._replace(y=left.bottom - finger, h=finger)
    again = below._replace(y=below.y - gap - finger)
    rows_h = round(90 * u)
    rows = split(left._replace(y=again.y - gap - rows_h, h=rows_h), (1, 1, 1), 0, down=True)
    plate = left._replace(y=title.bottom + round(4 * u), h=0)
    plate = plate._replace(h=rows[0].y - round(8 * u) - plate.y)
    inner = card.inset(round(12 * u))
    if where.tall:
        code = inner._replace(w=inner.h)
        right = Rect(code.right + gap, inner.y, inner.right - code.right - gap, inner.h)
        caption, words = split(right, (1, 1.6), 0, down=True)
    else:
        code = inner._replace(h=min(inner.w, inner.h - round(96 * u)))
        rest = inner._replace(y=code.bottom, h=inner.bottom - code.bottom)
        caption, words = split(rest, (1, 1.7), 0, down=True)
    return EndLayout(line, title, plate, tuple(rows), again, below, card, code, caption, words, u)


def whole_code(size: tuple[int, int]) -> Rect:
    """All the room there is for one code."""
    side = min(size)
    return Rect((size[0] - side) // 2, (size[1] - side) // 2, side, side)
