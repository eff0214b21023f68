"""A play that was chosen and that hands must still make: a bot's, or of a side out of time."""

from __future__ import annotations

from controller.guidance.mending import mending, unfinished
from controller.rules.plays import apply_steps
from controller.rules.position import Side
from controller.sensing.mending import fixes
from controller.sensing.verdict import Verdict, VerdictKind, Way
from controller.table.desk import Desk
from controller.view.snapshot import Message


def shown(desk: Desk) -> Way | None:
    """The whole chosen play; None where none is to be made."""
    game = desk.state.game
    if game.chosen is None or game.ways is None or game.turn is None:
        return None
    (final,) = game.ways.finals
    steps = game.ways.boards[final]
    return Way(steps, apply_steps(game.agreed, game.turn, steps), True)


def refusal(desk: Desk, verdict: Verdict, side: Side) -> Message:
    """Why Done does not end the turn over this board."""
    play = shown(desk)
    if play is None or verdict.kind is VerdictKind.BLIND or verdict.strays or not verdict.sensed:
        return unfinished(verdict, desk.state.game.agreed, side)
    left = fixes(verdict.sensed, play.position.slots)
    return mending("The play that is shown is not made yet.", left, side)
