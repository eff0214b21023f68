"""Where a checker could go now: one die, or several in a row, by legal landings only.

A sum of dice whose orders differ in what they hit is unclear: it is made step by step, and whoever
carries a checker there at once is not told by its place what was hit (A-9, T32).
"""

from __future__ import annotations

from typing import NamedTuple

from controller.rules.plays import Ways
from controller.rules.position import OFF, RESERVE, Board, Roll, Side, slot_of

TRAYS = {Side.LIGHT: 26, Side.DARK: 27}
RESERVES = {Side.LIGHT: 29, Side.DARK: 30}
"""Places without a light: screens call a side's reserve so (28 is the cube)."""


class Reached(NamedTuple):
    """A place (slot, or 26/27 for the trays) and the dice that lead there, as few as can be."""

    place: int
    dice: tuple[int, ...]
    is_clear: bool = True  # whichever order of its dice is played hits the same


def reached(board: Board, ways: Ways, side: Side, source: int) -> tuple[Reached, ...]:
    """All that the mover's checker on a point, bar (25) or in reserve (26) can reach, by place.

    board: as it lies before the checker moves, from the mover's side. () if it may not move.
    """
    frontier: list[tuple[Board, int, tuple[int, ...]]] = [(board, source, ())]
    found: dict[int, tuple[int, ...]] = {}
    boards: dict[int, Board] = {}
    unclear: set[int] = set()
    for standing, point, dice in frontier:
        for step, die, after in ways.next_steps(standing):
            place = place_of(side, step.to)
            if step.source != point:
                continue
            if place not in found:
                found[place], boards[place] = (*dice, die), after
                if step.to != OFF:
                    frontier.append((after, step.to, (*dice, die)))
            elif after != boards[place] and len(dice) + 1 == len(found[place]) > 1:
                unclear.add(place)  # one order hits what the other leaves (A-9, T32)
    return tuple(Reached(*item, item[0] not in unclear) for item in sorted(found.items()))


def place_of(side: Side, point: int) -> int:
    """The place of one end of a step: slot, tray (26/27) or reserve (29/30)."""
    if point == OFF:
        return TRAYS[side]
    return RESERVES[side] if point == RESERVE else slot_of(side, point)


def dice_of(used: tuple[int, ...], roll: Roll | None) -> str:
    """Which dice of a roll these are: the "larger" (or a double's), the "smaller" or "both"."""
    if len(used) > 1:
        return "both"
    return "smaller" if used and roll is not None and used[0] < max(roll) else "larger"
