"""What a person sees who looks at the board: does it lie as it should, and what is off?"""

from __future__ import annotations

from dataclasses import dataclass

from controller.rules.position import (
    BAR,
    OFF,
    RESERVE,
    SLOTS,
    Position,
    Side,
    point_of,
    slot_of,
)
from hw_sim.board import Truth

Where = int | str
HELD = "hand"
_NAMED: dict[int, Where] = {BAR: "bar", OFF: "off", RESERVE: "reserve"}


@dataclass(frozen=True, slots=True)
class Transfer:
    """One checker to be brought from a place to another, as its side calls them."""

    side: Side
    source: Where  # HELD: it is in the hand already
    to: Where


def counts(truth: Truth, side: Side) -> tuple[int, ...]:
    """A side's checkers by slot."""
    return truth.light if side is Side.LIGHT else truth.dark


def lies(truth: Truth, position: Position) -> bool:
    """Whether points, bar and tray hold exactly this position."""
    return all(
        counts(truth, side) == _wanted(position, side)
        and truth.off[side.index] == position.off[side.index]
        and truth.reserve[side.index] == position.reserve[side.index]
        for side in Side
    )


def transfers(truth: Truth, position: Position) -> list[Transfer]:
    """The fewest movements that make the position lie; what lies too much goes beside the board."""
    return [transfer for side in Side for transfer in _transfers_of(truth, position, side)]


def place_of(side: Side, slot: int) -> Where:
    """What a side calls a slot, on the hand port."""
    if slot == slot_of(side, BAR):
        return "bar"
    if slot == slot_of(side.other, BAR):
        return f"bar.{side.other.value}"
    return point_of(side, slot)


def where_of(point: int) -> Where:
    """A step's source or end, as the hand port calls it."""
    return _NAMED.get(point, point)


def _transfers_of(truth: Truth, position: Position, side: Side) -> list[Transfer]:
    have, want = counts(truth, side), _wanted(position, side)
    sources: list[Where] = [HELD] * truth.in_hand[side.index]
    missing: list[Where] = []
    for slot in reversed(range(SLOTS)):
        place = place_of(side, slot)
        sources += [place] * (have[slot] - want[slot])
        missing += [place] * (want[slot] - have[slot])
    for place, has, wanted in (
        ("off", truth.off, position.off),
        ("reserve", truth.reserve, position.reserve),
    ):
        sources += [place] * (has[side.index] - wanted[side.index])
        missing += [place] * (wanted[side.index] - has[side.index])
    spare: list[Where] = ["table"] * truth.beside[side.index]
    surplus = len(sources) - len(missing)
    if surplus >= 0:
        missing += ["table"] * surplus
    else:
        sources += spare[:-surplus]
    return [Transfer(side, *pair) for pair in zip(sources, missing, strict=False)]


def _wanted(position: Position, side: Side) -> tuple[int, ...]:
    return tuple(max(n * side.sign, 0) for n in position.slots)
