"""Faults in a few words, as `sim://?faults=dead:13.2,weak:light6` names them.

dead:13.2  stuck:13.2:90  flicker:13.2  drift:13.2:60  weak:light6  flipped:dark8  cable:1:5
phone:13. Cells and points as light counts them; the bar halves are bar.light and bar.dark.
"""

from __future__ import annotations

from hw_sim.acts import Act, FaultCable, FaultCell, FaultChecker, Hand, Phone
from hw_sim.checkers import Colour
from hw_sim.faults import CellFault, CheckerFault

HOW = "dead:13.2, stuck:13.2:90, weak:light6, flipped:dark8, cable:1:5 or phone:13"


def set_faults(hand: Hand, words: str) -> None:
    """Carry out all faults named, by commas. Raises ValueError naming the one not understood."""
    for word in filter(None, words.split(",")):
        try:
            act = parse_fault(word)
        except ValueError as error:
            raise ValueError(f"no fault {word!r}: as in {HOW}") from error
        hand.do(act)


def parse_fault(word: str) -> Act:
    """One fault. Raises ValueError."""
    kind, _, rest = word.partition(":")
    if kind == "cable":
        first, _, second = rest.partition(":")
        return FaultCable(int(first), int(second))
    if kind == "phone":
        return Phone(Colour.LIGHT, rest)
    if kind in tuple(CheckerFault):
        side = Colour.LIGHT if rest.startswith(Colour.LIGHT) else Colour.DARK
        return FaultChecker(side, rest.removeprefix(side), CheckerFault(kind))
    where, _, value = rest.partition(":")
    place, _, cell = where.rpartition(".")
    return FaultCell(Colour.LIGHT, place, int(cell), CellFault(kind), int(value or 0))
