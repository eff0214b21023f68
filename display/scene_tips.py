"""What a tray and the cube are, in words, while the mouse rests on them or a finger is held there
(BU-15)."""

from __future__ import annotations

from controller.rules.position import Side
from controller.rules.variants import find_variant
from display.layout import CUBE_PLACE, TRAYS, Board, Point
from display.stage import Stage


def place_under(board: Board, at: Point) -> int | None:
    """The tray (26, 27) or cube slot (28) that lies there."""
    for place in TRAYS.values():
        if board.touch(place).contains(at):
            return place
    if any(board.cube_touch(owner).contains(at) for owner in (None, *Side)):
        return CUBE_PLACE
    return None


def told(stage: Stage) -> str:
    """What is pointed at; "" for nothing."""
    place = stage.hand.tip
    if place is None:
        return ""
    return _cube(stage) if place == CUBE_PLACE else _tray(stage, place)


def _tray(stage: Stage, place: int) -> str:
    snapshot = stage.snapshot
    side = Side.LIGHT if place == TRAYS[Side.LIGHT] else Side.DARK
    off = snapshot.off[side.index]
    left = sum(stage.count(slot, side) for slot in range(len(snapshot.slots)))
    left += snapshot.reserve[side.index]
    arguments = {"name": stage.name(side), "off": off, "left": left}
    if snapshot.aids == "none":
        return stage.text("{name}'s tray: {off} off, {left} to go.", **arguments)
    pips = snapshot.pips[side.index]
    return stage.text(
        "{name}'s tray: {off} off, {left} to go, {pips} pips.", **arguments, pips=pips
    )


def _cube(stage: Stage) -> str:
    snapshot = stage.snapshot
    if not find_variant(snapshot.variant).cube:
        return stage.text("The place of the doubling cube: this game has none.")
    if snapshot.crawford or snapshot.match_length == 1:
        return stage.text("The doubling cube: nobody may double in this game.")
    value, owner = snapshot.cube.value, snapshot.cube.owner
    if owner is None:
        return stage.text(
            "The cube at {value} is nobody's: you may double before you roll.",
            value=value,
        )
    return stage.text(
        "{name}'s cube at {value}: nobody else may double.",
        name=stage.name(Side(owner)), value=value,
    )  # fmt: skip
