"""Where the arrow keys lead while a checker is moved: what the table shows, or says nothing of."""

from __future__ import annotations

from controller.rules.position import OFF, POINTS, RESERVE, Side, slot_of
from controller.view.snapshot import Reach, Snapshot
from display.layout import RESERVES, TRAYS


def onward(seen: Snapshot, carried: Reach | None) -> tuple[int, ...]:
    """Places for the checker in the hand: those it can reach, then those it may be taken back to.
    Where the table tells nothing of them (by its aids, or in doubt), every place. () where Tab
    chooses what to lift.

    carried: what a tap lifted, whether or not the table sees that it is away.
    """
    if seen.turn is None or seen.interruption is not None:
        return ()
    told = seen.targets or (carried.places if carried is not None else ())
    held = seen.lifted or ((carried.slot,) if carried is not None else ())
    if seen.phase == "moving" and (seen.aids != "full" or seen.verdict == "unsure"):
        rest = _everywhere(Side(seen.turn), held)
    else:
        rest = [place for slot in held for place in _back(seen, slot)]
    return tuple(dict.fromkeys((*told, *rest)))


def _everywhere(side: Side, held: tuple[int, ...]) -> list[int]:
    """As checkers travel, from the one in the hand on; where that stood comes last."""
    order = [*sorted(range(POINTS), key=lambda slot: -slot * side.sign), TRAYS[side]]
    begin = order.index(held[0]) + 1 if held and held[0] in order else 0
    return order[begin:] + order[:begin]


def _back(seen: Snapshot, slot: int) -> list[int]:
    """Where a checker lifted from here is asked to, came from in this turn, or stood."""
    assert seen.turn is not None
    side = Side(seen.turn)
    asked = [to for source, to in seen.moves if source == slot]
    if seen.verdict == "wrong":
        mine = (fix for fix in seen.fixes if fix.side == seen.turn and fix.source in (slot, None))
        asked += [fix.to for fix in mine if fix.to is not None]
    came, at = [], slot
    for source, to in sorted(seen.steps):  # a step ends on a lower point than it begins
        if to != OFF and slot_of(side, to) == at:
            at = RESERVES[side] if source == RESERVE else slot_of(side, source)
            came.append(at)
    back = [place for place in (*asked, *came) if place != slot]
    if len(seen.targets) != 1:  # else the checker itself means its only place (BU-04)
        back.append(slot)  # last: the focus lies on it yet, and the next is the first place
    return back
