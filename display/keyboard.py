"""A keyboard on the screen: which keys there are and what each does to a text. Numbers only.

Rows hold characters; "shift", "erase" and "layer" are keys of their own. A panel that stands
upright has no room for ten keys of nine millimetres beside each other, so its letters stand in the
order of the alphabet, seven in a row.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from unicodedata import normalize

from display.layout import Rect

Row = tuple[str, ...]

WIDE: dict[str, tuple[Row, ...]] = {
    "letters": (
        tuple("1234567890"),
        tuple("qwertyuiop"),
        tuple("asdfghjkl"),
        ("shift", *"zxcvbnm", "erase"),
        ("layer", " ", "-", "'"),
    ),
    "accents": (
        tuple("áàãâäåæçéê"),
        tuple("èëíîïñóòõô"),
        tuple("öőøúùûüűýß"),
        ("shift", *".,!?&+/", "erase"),
        ("layer", " ", "-", "'"),
    ),
}
TALL: dict[str, tuple[Row, ...]] = {
    "letters": (
        tuple("12345"),
        tuple("67890"),
        tuple("abcdefg"),
        tuple("hijklmn"),
        tuple("opqrstu"),
        tuple("vwxyz-'"),
        ("shift", "layer", " ", "erase"),
    ),
    "accents": (
        tuple("áàãâäåæ"),
        tuple("çéêèëíî"),
        tuple("ïñóòõôö"),
        tuple("őøúùûüű"),
        tuple("ýß.,!?&"),
        tuple("+/-'"),
        ("shift", "layer", " ", "erase"),
    ),
}
LETTERS = (range(0x20, 0x180), range(0x386, 0x3CF), range(0x400, 0x460), range(0x218, 0x21C))
SIGNS = "‘’‚“”„–—…"
MISSING = "ĲĳŊŋŦŧſ"
"""Of the Latin letters those that the serif face lacks."""
WIDTHS = {"shift": 1.5, "erase": 1.5, "layer": 1.7, " ": 5.0}
SPACE_TALL = 2.3
"""In widths of a letter's key; each row of an upright keyboard takes the whole width."""


@dataclass(frozen=True, slots=True)
class Typing:
    """A text under the keys. marked: all of it is, and the next key writes in its stead. shift: the
    next letter is a capital; refused: the last key was, since the text is full ("full") or the
    character cannot be shown ("unprintable")."""

    text: str = ""
    most: int = 40
    marked: bool = False
    shift: bool = False
    layer: str = "letters"
    refused: str = ""


def pressed(typing: Typing, name: str) -> Typing:
    """After a key by its name."""
    if name == "shift":
        return replace(typing, shift=not typing.shift, refused="")
    if name == "layer":
        other = "letters" if typing.layer == "accents" else "accents"
        return replace(typing, layer=other, refused="")
    if name == "erase":
        left = "" if typing.marked else typing.text[:-1]
        return replace(typing, text=left, marked=False, shift=not left, refused="")
    return typed(replace(typing, shift=False), shown(name, shift=typing.shift))


def typed(typing: Typing, characters: str) -> Typing:
    """After characters from anywhere: as many as there is room for, and only such as show."""
    whole = normalize("NFC", characters)
    good = "".join(each for each in whole if is_shown(each))
    kept = "" if typing.marked and good else typing.text
    room = typing.most - len(kept)
    refused = "full" if len(good) > room else "unprintable" if good != whole else ""
    text = kept + good[:room]
    marked = typing.marked and not good
    return replace(typing, text=text, marked=marked, refused=refused, shift=False)


def is_shown(character: str) -> bool:
    """Whether every face of the screen has it: Latin, Greek and Cyrillic letters, and signs."""
    code = ord(character)
    is_lettered = any(code in letters for letters in LETTERS) or character in SIGNS
    return is_lettered and character.isprintable() and character not in MISSING


def shown(name: str, *, shift: bool) -> str:
    """The character that a key writes."""
    capital = name.upper()
    return capital if shift and len(capital) == 1 else name


def keys(area: Rect, typing: Typing, *, tall: bool) -> tuple[tuple[str, Rect], ...]:
    """Each key of the layer with its place; together they fill the area, edge to edge."""
    rows = (TALL if tall else WIDE)[typing.layer]
    made: list[tuple[str, Rect]] = []
    for nth, row in enumerate(rows):
        y0, y1 = (area.y + round(area.h * at / len(rows)) for at in (nth, nth + 1))
        shares = [WIDTHS.get(name, 1.0) for name in row]
        if tall and " " in row:
            shares[row.index(" ")] = SPACE_TALL
        unit = area.w / max(sum(shares), 10 if not tall else 0)
        x: float = area.x + (area.w - unit * sum(shares)) / 2
        for name, share in zip(row, shares, strict=True):
            x0, x = x, x + unit * share
            made.append((name, Rect(round(x0), y0, round(x) - round(x0), y1 - y0)))
    return tuple(made)
