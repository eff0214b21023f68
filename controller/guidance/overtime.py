"""What is said while the match stands still, and when the table plays for a side out of time."""

from __future__ import annotations

from controller.guidance.scene import Scene
from controller.rules.position import Side
from controller.view.snapshot import Message


def paused(scene: Scene) -> Message:
    """Who stopped the match, and how it goes on."""
    if scene.course.paused_by is None:
        return "Paused.", {}
    return "Paused by {name}. Done goes on.", {"name": scene.names[scene.course.paused_by.index]}


def waiting(scene: Scene, reader: Side) -> Message | None:
    """Time is up and the table is about to act; None where nobody's is, or words follow anyway."""
    side = scene.course.out_of_time
    if side is None or scene.phase == "showing":
        return None
    is_thrown = scene.phase == "to_roll" and scene.course.dice in ("typed", "deduced")
    if is_thrown and reader is side:
        return "Your time is up: throw the dice.", {}
    if reader is side:
        return "Your time is up: the table plays for you.", {}
    return "{name}'s time is up.", {"name": scene.names[side.index]}


def playing(scene: Scene, reader: Side) -> Message:
    """The play that the table chose, to be made by anybody."""
    assert scene.course.out_of_time is not None
    if not scene.chosen:
        return "Time is up, and nothing can be played. Put the checkers back.", {}
    if reader is scene.course.out_of_time:
        return "Your time is up: {play}. Move the checkers as lit.", {"play": scene.chosen}
    return (
        "{name}'s time is up: {play}. Move the checkers as lit.",
        {"name": scene.names[scene.course.out_of_time.index], "play": scene.chosen},
    )
