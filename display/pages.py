"""The screen's own pages: which there are, and how long each stays open.

A page is opened by the act `Open(name)` or by a key, and drawn from the snapshot and the draft by a
function of its own. It lies over the scene of the state, but never over what the table asks.
"""

from __future__ import annotations

from itertools import takewhile

from controller.view.snapshot import Snapshot
from display import scene_dice

OF_A_TURN = frozenset({"resign", "stand", "double", "last", "code", *scene_dice.PAGES})
"""Pages that mean nothing any more once the turn has passed."""


def asked(snapshot: Snapshot) -> str:
    """What the table wants to have answered or seen before anything else; "" for nothing."""
    if snapshot.interruption is not None:
        return snapshot.interruption
    return "cube_offered" if snapshot.phase == "cube_offered" else ""


def outlived(pages: tuple[str, ...], before: Snapshot, now: Snapshot) -> tuple[str, ...]:
    """The open pages, the topmost last, that stay open over a change."""
    has_begun = before.lobby is not None and now.lobby is None
    if asked(now) not in ("", asked(before)) or has_begun:
        return ()
    over = OF_A_TURN if before.turn_number != now.turn_number else _without_ground(now)
    return tuple(takewhile(lambda page: page not in over, pages))


def _without_ground(now: Snapshot) -> frozenset[str]:
    """Pages about something that is not so any more: if it becomes so again, they are asked for
    again (one that only hid came back by itself while hands put the board right)."""
    over = set()
    if now.standing is None:
        over.add("stand")
    if not now.can_double:
        over.add("double")
    return frozenset(over)
