"""Boards that are right but for one thing: colours exchanged, or the table taken the wrong way.

A set-up on a board has four layouts (whose side, which hand bears off); people who have another
one in mind put every checker wrong, and a list of thirty movements would not tell them why.
"""

from __future__ import annotations

import enum
from collections.abc import Sequence

from controller.rules.position import DARK_BAR_SLOT, LIGHT_BAR_SLOT, POINTS, SLOTS, Side
from controller.sensing.verdict import Fix

NEAR = 2  # movements that a board may be away from its likeness
FAR = 8  # and must at least be away from what is wanted


class Likeness(enum.Enum):
    """What everything on the board has in common with the position that is wanted."""

    SWAPPED = "swapped"  # light and dark exchanged
    TURNED = "turned"  # the table turned by half
    MIRRORED = "mirrored"  # the homes at the other end


def like(lying: Sequence[int], wanted: Sequence[int]) -> Likeness | None:
    """What the contents shown (26 signed counts by slot) are, if not those wanted."""
    if _apart(lying, wanted) < FAR:
        return None
    for kind in Likeness:
        if _apart(lying, image(wanted, kind)) <= NEAR:
            return kind
    return None


def image(slots: Sequence[int], kind: Likeness) -> tuple[int, ...]:
    """A position as it lies where this went wrong; done twice it is the position again."""
    half = POINTS // 2
    if kind is Likeness.SWAPPED:
        exchanged = [-count for count in slots]
        return (*exchanged[:POINTS], exchanged[DARK_BAR_SLOT], exchanged[LIGHT_BAR_SLOT])
    if kind is Likeness.TURNED:
        return (*slots[half:POINTS], *slots[:half], *slots[POINTS:])
    return (*reversed(slots[:half]), *reversed(slots[half:POINTS]), *slots[POINTS:])


def swapped_points(lying: Sequence[int], fixes: Sequence[Fix]) -> tuple[int, ...]:
    """Slots where one side lies and the other belongs, both sides among them; () for none."""
    found, sides = [], set()
    for slot in range(len(lying)):
        leaving = [fix.side for fix in fixes if fix.source == slot]
        coming = {fix.side for fix in fixes if fix.to == slot}
        if leaving and coming and leaving[0] not in coming and len(leaving) == abs(lying[slot]):
            found.append(slot)
            sides.add(leaving[0])
    return tuple(found) if len(sides) == len(Side) else ()


def _apart(shown: Sequence[int], wanted: Sequence[int]) -> int:
    """How many hand movements turn one into the other."""
    movements = 0
    for side in Side:
        differs = [
            max(wanted[slot] * side.sign, 0) - max(shown[slot] * side.sign, 0)
            for slot in range(SLOTS)
        ]
        movements += max(sum(d for d in differs if d > 0), -sum(d for d in differs if d < 0))
    return movements
