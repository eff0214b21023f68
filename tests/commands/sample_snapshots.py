"""Snapshots for tests of what looks at them."""

from __future__ import annotations

import msgspec

from controller.rules.position import START, Position, Side, pip_count
from controller.view.snapshot import Cube, Snapshot

TEMPLATE = Snapshot(
    number=1, match=1, turn_number=2, phase="moving", interruption=None, turn="light",
    slots=START.slots, off=(0, 0), reserve=(0, 0), roll=(3, 1), opening=None, steps=(),
    targets=(), lifted=(), verdict="agreed", cube=Cube(), can_double=False, score=(0, 0),
    match_length=3, game=1, crawford=False, names=("Ada", "Ben"), seats=("person", "hands"),
    lights=(), messages=(None, None), fault_line=None, refused=0, last_play="", last_side=None,
    pips=(167, 167), dice_source="fair", commitment=None, winner=None, game_points=0,
    recording=True,
)  # fmt: skip


def snapshot_of(position: Position) -> Snapshot:
    """Light to play 3-1 over this position."""
    pips = (pip_count(position, Side.LIGHT), pip_count(position, Side.DARK))
    return msgspec.structs.replace(TEMPLATE, slots=position.slots, off=position.off, pips=pips)
