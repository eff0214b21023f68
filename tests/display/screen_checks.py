"""What must hold of every scene's geometry, whatever it shows: checked from items, not pixels."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from gettext import NullTranslations
from itertools import combinations, product

from controller.rules.position import Side
from controller.view.snapshot import Snapshot
from display import items as i
from display.geometry import Rect
from display.lettering import button_words, name_words, progress_words
from display.locale import Catalogue
from display.scenes import compose
from display.stage import Hand, Hit, Open, Scene, ScreenSettings
from display.text import Type

FINGER_MM = 9.0
LONGER = 0.3  # of a translation, beside English
LOW = 0.08  # of a size: a line's letters lie lower than its middle
TOUCHES = 1  # pixels that two boxes may share by rounding
SOFT = (i.Checker, i.Die, i.CubeFace, i.Ring, i.Mark, i.Ghost, i.Arrow, i.Focus)
"""Their boxes hold shadows too: those may lie on anything, or leave the screen."""
OVER_ALL = (i.Veil, i.Drain, i.Focus, i.Line)


class Pseudo(NullTranslations):
    """English, each text about a third longer; what stands in braces stays."""

    def gettext(self, message: str) -> str:
        owed, made = 0.0, []
        for part in re.split(r"(\{\w+\}|[^\W\d_]+)", message):
            made.append(part)
            if part.isalpha():
                owed += LONGER * len(part)
                made.append("e" * int(owed))
                owed -= int(owed)
        return "".join(made)


EVERYWHERE = ("settings", "help")
ENGLISH, LONG = Catalogue(), Catalogue(Pseudo())


def pages(
    shown: Snapshot,
    settings: ScreenSettings,
    catalogue: Catalogue = ENGLISH,
    hand: Hand | None = None,
) -> Iterator[tuple[str, Scene]]:
    """The scene of a snapshot as a hand left it, and each page that can be opened from it but those
    that are the same everywhere."""
    start = hand or Hand()
    todo, seen = [start], {start.page, *EVERYWHERE}
    while todo:
        at = todo.pop()
        scene = compose(shown, settings, at, catalogue)
        yield at.page, scene
        for hit in scene.hits:
            if isinstance(hit.act, Open) and hit.act.page not in seen:
                seen.add(hit.act.page)
                todo.append(replace(start, page=hit.act.page))


# --- words ----------------------------------------------------------------------------------------


def words_of(item: i.Item) -> tuple[i.Words, ...]:
    """What is written on an item."""
    match item:
        case i.Words():
            return (item,)
        case i.Button():
            return button_words(item, "ink")
        case i.Progress():
            return (progress_words(item),)
        case i.Name():
            return (name_words(item),)
    return ()


def ink(kind: Type, words: i.Words) -> Rect:
    """The pixels that the letters take."""
    size, rows = kind.rows(words)
    parts = []
    for row, x, y in rows:
        drawn = _letters(kind, row, words.face, size)
        parts.append(drawn._replace(x=round(x) + drawn.x, y=round(y) + drawn.y))
    left, top = min(part.x for part in parts), min(part.y for part in parts)
    right, foot = max(part.right for part in parts), max(part.bottom for part in parts)
    return Rect(left, top, right - left, foot - top)


_DRAWN: dict[tuple[str, str, int], Rect] = {}


def _letters(kind: Type, row: str, face: str, size: int) -> Rect:
    key = (row, face, size)
    if key not in _DRAWN:
        made = kind.font(face, size).render(row, True, (255, 255, 255))
        _DRAWN[key] = Rect(*made.get_bounding_rect())
    return _DRAWN[key]


def cut_words(kind: Type, scene: Scene) -> list[str]:
    """Texts that do not fit; names alone may be cut, as people choose them."""
    found = []
    for item in scene.items:
        if isinstance(item, i.Name):
            continue
        for words in words_of(item):
            _size, rows = kind.rows(words)
            if rows[-1][0].endswith("…"):
                found.append(f"cut: {words.text!r} to {rows} in {words.rect}")
            elif not words.rect.inset(-TOUCHES, -max(round(LOW * words.size), 1)).holds(
                ink(kind, words)
            ):
                found.append(f"beyond its box: {words.text!r} {ink(kind, words)} {words.rect}")
    return found


# --- overlaps -------------------------------------------------------------------------------------


def overlaps(kind: Type, scene: Scene) -> list[str]:
    """Words over words, words over things or under them, buttons over anything."""
    inks = [
        (n, words, ink(kind, words).inset(TOUCHES))
        for n, item in enumerate(scene.items)
        for words in words_of(item)
    ]
    found = [
        f"words over words: {a.text!r} {b.text!r}"
        for (n, a, one), (m, b, other) in combinations(inks, 2)
        if n != m and one.meets(other)
    ]
    for m, item in enumerate(scene.items):
        rect = _taken(item)
        if rect is None:
            continue
        for n, words, box in inks:
            if n != m and box.meets(rect) and not (n > m and _carries(item, box)):
                found.append(f"{words.text!r} {box} meets {item}")
    things = [
        (item, rect.inset(TOUCHES))
        for item in scene.items
        if isinstance(item, i.Button | i.Sign | i.Name | i.Progress)
        and (rect := _taken(item)) is not None
    ]
    found += [
        f"{a} meets {b}" for (a, one), (b, other) in combinations(things, 2) if one.meets(other)
    ]
    pieces = [solid for item in scene.items if (solid := i.solid(item)) is not None]
    found += [
        f"{item} meets a piece at {piece}"
        for (item, rect), piece in product(things, pieces)
        if isinstance(item, i.Button) and rect.meets(piece)
    ]
    return found


def _taken(item: i.Item) -> Rect | None:
    """The pixels of a thing that words must keep off, or lie wholly upon."""
    if isinstance(item, (*OVER_ALL, i.Words, i.Arrow)):
        return None
    if isinstance(item, i.Name):
        return item.rect._replace(w=round(item.size * 1.3))  # its checker
    return i.solid(item) if isinstance(item, SOFT) else item.rect


def _carries(item: i.Item, box: Rect) -> bool:
    """Whether words may lie upon it, wholly; on a button only where it has none of its own."""
    if isinstance(item, i.Button) and item.label:
        return False
    return isinstance(item, i.Plate | i.Button | i.Progress | i.Paper) and item.rect.holds(box)


def beyond_the_screen(scene: Scene, size: tuple[int, int]) -> list[str]:
    whole = Rect(0, 0, *size)
    found = [str(hit) for hit in scene.hits if not whole.holds(hit.rect)]
    for item in scene.items:
        rect = i.solid(item) if isinstance(item, SOFT) else item.rect
        if rect is not None and not whole.holds(rect):
            found.append(f"beyond the screen: {item}")
    return found


# --- fingers --------------------------------------------------------------------------------------


def narrow_hits(scene: Scene, mm_across: float, mm_down: float) -> list[str]:
    """What can be asked for only at targets too small for a finger; keys alone are none."""

    def breadth(hit: Hit) -> float:
        return min(hit.rect.w * mm_across, hit.rect.h * mm_down)

    widest: dict[str, float] = {}
    for hit in scene.hits:
        if hit.rect.w:
            widest[str(hit.act)] = max(breadth(hit), widest.get(str(hit.act), 0))
    return [f"{act}: {mm:.1f} mm" for act, mm in widest.items() if mm < FINGER_MM]


def shared_hits(scene: Scene) -> list[str]:
    """Touch targets that have pixels in common and ask for different things."""
    return [
        f"{a.act} {a.rect} and {b.act} {b.rect}"
        for a, b in combinations(_told_apart(scene.hits), 2)
        if a.rect.meets(b.rect)
    ]


def _told_apart(hits: tuple[Hit, ...]) -> list[Hit]:
    seen = {}
    for hit in hits:
        seen.setdefault((hit.rect, str(hit.act)), hit)
    return list(seen.values())


PERSON, BOTH = frozenset({Side.LIGHT}), frozenset(Side)
