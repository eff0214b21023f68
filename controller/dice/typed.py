"""Dice that a person types or reads off real ones: "31", "3 1", "3-1"."""

from __future__ import annotations

import re

from controller.errors import InvalidNotation
from controller.rules.position import Roll

_DICE = re.compile(r"\s*(\d)\s*[-,/ ]?\s*(\d)\s*")
_DIE = re.compile(r"\s*(\d)\s*")


def parse_dice(text: str) -> Roll:
    """Two dice in the order typed. Raises InvalidNotation in words for a person."""
    found = _DICE.fullmatch(text)
    if not found:
        raise InvalidNotation(f"{text!r} is not two dice like 31, 3 1 or 3-1")
    return _checked(found[1], text), _checked(found[2], text)


def parse_die(text: str) -> int:
    """One die, as each side enters his own in the opening. Raises InvalidNotation."""
    found = _DIE.fullmatch(text)
    if not found:
        raise InvalidNotation(f"{text!r} is not one die 1-6")
    return _checked(found[1], text)


def _checked(digit: str, text: str) -> int:
    die = int(digit)
    if not 1 <= die <= 6:
        raise InvalidNotation(f"{text!r}: a die shows 1-6, not {die}")
    return die
