"""What is written on things: the boxes of their words, for the painter and for whoever measures."""

from __future__ import annotations

from display import items as i
from display.geometry import Rect


def button_words(item: i.Button, colour: str) -> tuple[i.Words, ...]:
    """Label, the line under it, and the key in the corner."""
    rect, size = item.rect, item.size
    upper = round(rect.h * 0.58)
    label = Rect(rect.x + 6, rect.y, rect.w - 12, rect.h)
    if item.lead:
        return _led_words(item, colour)
    made = []
    if item.under:
        label = label._replace(y=rect.y + round(0.06 * rect.h), h=upper)
        low = Rect(rect.x + 8, rect.y + upper - 2, rect.w - 16, rect.h - upper - 4)
        small = round(size * 0.66)
        made.append(i.Words(low, item.under, small, colour, "semibold", "centre", 11))
    made.append(i.Words(label, item.label, size, colour, "bold", "centre", 14))
    if item.key:
        small = round(size * 0.52)
        box = Rect(rect.right - 3 * small, rect.y + 3, round(2.5 * small), small)
        made.append(i.Words(box, item.key, small, colour, "bold", "right", 8))
    return tuple(made)


def _led_words(item: i.Button, colour: str) -> tuple[i.Words, ...]:
    """The key large and in brass, the label beside it."""
    rect, size = item.rect, item.size
    lead = Rect(rect.x + 6, rect.y, round(1.9 * size), rect.h)
    label = Rect(lead.right, rect.y, rect.right - lead.right - 6, rect.h)
    return (
        i.Words(lead, item.lead, round(1.2 * size), "accent", "bold", "centre"),
        i.Words(label, item.label, size, colour, "semibold", floor=12, lines=2),
    )


def progress_words(item: i.Progress) -> i.Words:
    """Of how many; the number itself stands over it."""
    rect = item.rect
    low = Rect(rect.x, round(rect.y + rect.h * 0.60), rect.w, round(rect.h * 0.24))
    return i.Words(low, item.under, round(item.size * 0.56), "dim", "regular", "centre", 10)


def name_words(item: i.Name) -> i.Words:
    """Right of the checker, with room for the badge that follows the last letter."""
    rect, size = item.rect, item.size
    left = rect.x + round(size * 1.4)
    beside = round(size * 0.32) + round(size * 1.35) if item.badge else 0
    box = Rect(left, rect.y, rect.right - left - beside, rect.h)
    return i.Words(box, item.text, size, "ink", floor=min(15, size))
