"""What is said while the match stands still, and when the table plays for a side out of time."""

from __future__ import annotations

from controller.guidance.mending import mending
from controller.guidance.scene import Scene
from controller.rules.position import Side
from controller.sensing.mending import fixes
from controller.sensing.verdict import Fix, VerdictKind
from controller.view.snapshot import Message


def paused(scene: Scene) -> Message:
    """Who stopped the match, and how it goes on."""
    if scene.course.paused_by is None:
        return "Paused.", {}
    return "Paused by {name}. Done goes on.", {"name": scene.names[scene.course.paused_by.index]}


def waiting(scene: Scene, reader: Side) -> Message | None:
    """Time is up and the table is about to act; None where nobody's is, or words follow anyway.

    Who throws real dice has to do it himself, and goes on as before where no roll is told.
    """
    side = scene.course.out_of_time
    if side is None or scene.phase == "showing":
        return None
    if reader is side and scene.course.deduced is not None:
        return None
    if reader is side and scene.phase == "to_roll" and scene.course.dice == "typed":
        return "Your time is up: throw the dice.", {}
    if reader is side:
        return "Your time is up: the table plays for you.", {}
    return "{name}'s time is up.", {"name": scene.names[side.index]}


def left(scene: Scene) -> tuple[Fix, ...]:
    """The hand movements that lead from the board as it lies, half way in another play, to the end
    of the play that the table chose; () where the usual guidance serves."""
    verdict, final = scene.verdict, scene.final
    if scene.course.out_of_time is None or final is None or verdict is None:
        return ()
    if verdict.kind is not VerdictKind.WRONG or not verdict.clear:
        return ()
    return fixes(verdict.sensed, final.slots)


def playing(scene: Scene, reader: Side) -> Message:
    """The play that the table chose, to be made by anybody."""
    assert scene.course.out_of_time is not None
    side, moves = scene.course.out_of_time, left(scene)
    if reader is side:
        what, arguments = "Your time is up: ", dict[str, str | int]()
    else:
        what, arguments = "{name}'s time is up: ", {"name": scene.names[side.index]}
    if scene.chosen:
        what += "{play}."
        arguments["play"] = scene.chosen
    else:
        what += "nothing can be played."
    if not moves:
        return what + (" Move the checkers as lit." if scene.chosen else ""), arguments
    message, said = mending(what, moves, reader)
    return message, {**said, **arguments}
