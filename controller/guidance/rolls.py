"""What the table says where people throw real dice: before a roll is known, and when it asks."""

from __future__ import annotations

from collections.abc import Sequence

from controller.guidance.scene import Question, Scene
from controller.rules.notation import format_travel
from controller.rules.position import Roll, Side
from controller.view.snapshot import Message

AT_A_GLANCE = 5  # rolls named one by one


def format_roll(roll: Roll) -> str:
    """`6-1`."""
    return f"{roll[0]}-{roll[1]}"


def format_rolls(rolls: Sequence[Roll]) -> str:
    """`4-2, 5-1 or 3-3`; more than can be read at a glance are counted."""
    if len(rolls) > AT_A_GLANCE:
        return f"one of {len(rolls)} rolls"
    *first, last = map(format_roll, rolls)
    return f"{', '.join(first)} or {last}" if first else last


def opening(scene: Scene) -> Message:
    """Both sides, before anybody has won the opening throw."""
    if scene.course.dice == "deduced":
        return "The board is ready. Throw one die each: who starts presses Done and plays.", {}
    if scene.course.dice == "typed":
        return "The board is ready. Throw one die each and type both.", {}
    return "The board is ready. Done throws one die for each side.", {}


def to_throw(scene: Scene, reader: Side) -> Message:
    """The dice are due and must be typed in."""
    assert scene.turn is not None
    if reader is scene.turn:
        return "Your turn. Throw the dice and type them.", {}
    return "{name} is to throw: the dice are typed in.", {"name": scene.names[scene.turn.index]}


def playing(scene: Scene, reader: Side) -> Message:
    """The side on turn throws and plays, telling nobody its dice."""
    assert scene.turn is not None
    assert scene.course.deduced is not None
    verdict, rolls = scene.verdict, scene.course.deduced.rolls
    name = scene.names[scene.turn.index]
    way = scene.course.deduced.way or (verdict.way if verdict is not None else None)
    arguments: dict[str, str | int] = {
        "name": name,
        "way": format_travel(way.steps) if way is not None else "",
        "rolls": format_rolls(rolls) if rolls else "",
    }
    if rolls and reader is not scene.turn:
        return "{name}: {way} with {rolls}.", arguments
    if reader is not scene.turn:
        return "{name} throws and plays.", arguments
    if len(rolls) == 1:
        return "{way}: {rolls}? Done says yes and ends your turn.", arguments
    if rolls:
        return "{way}: {rolls}? Done ends your turn, then say which.", arguments
    if way is not None and way.steps:
        return "{way} so far. Play on.", arguments
    if scene.phase == "opening":
        return "You start: play the opening throw.", arguments
    return "Your turn. Throw the dice and play.", arguments


def asked(scene: Scene, question: Question, reader: Side) -> Message:
    """Which roll a play was made with; the answer is one of the candidates."""
    assert question.side is not None
    if reader is not question.side:
        return "The table asks {name} for the roll.", {"name": scene.names[question.side.index]}
    way = format_travel(question.choices[0].steps)
    arguments: dict[str, str | int] = {"way": way, "rolls": format_rolls(question.rolls)}
    said = "{way}: " if way else "Nothing was moved: "
    if len(question.rolls) == 1:
        return said + "was it {rolls}? Done: yes. Undo: no.", arguments
    if question.pointed is None:
        return said + "{rolls}? Touch it, or step with Double and Undo.", arguments
    arguments["roll"] = format_roll(question.pointed)
    return said + "{roll}? Done: yes. Double and Undo: another of {rolls}.", arguments


def contradicted(scene: Scene, question: Question, reader: Side) -> Message:
    """The dice that were typed in do not explain the play."""
    assert question.side is not None
    assert scene.roll is not None
    arguments: dict[str, str | int] = {
        "way": format_travel(question.choices[0].steps),
        "rolls": format_rolls(question.rolls),
        "roll": format_roll(scene.roll),
        "name": scene.names[question.side.index],
    }
    said = "{way} is played with {rolls}, not with {roll}. "
    if reader is question.side:
        return said + "Done: the move stands. Undo: the roll stands.", arguments
    return said + "{name} may let the move stand. Undo: the roll stands.", arguments
