"""An unfinished match goes on, or is given up: asked after a power cut, or while it is paused."""

from __future__ import annotations

from controller.rules.position import Side
from controller.table import acts, turn
from controller.table import facts as f
from controller.table.desk import Desk
from controller.table.phases import Interruption


def carry(desk: Desk, side: Side, *, on: bool) -> None:
    """What becomes of the match is said at a screen, on purpose: no button of the table does it."""
    top, question = desk.interruption(), desk.question
    is_asked = top is Interruption.QUESTION and desk.resume_question is not None
    is_paused = top is Interruption.PAUSED and desk.restoring is None
    if not is_asked and not is_paused:
        desk.refuse(side, ("Pause the match first: then it may be given up.", {}))
    elif not on:
        give_up(desk, side)
    elif is_paused:
        acts.press(desk, side, "go_on")
    elif question is desk.resume_question:
        turn.resume(desk, side, True)
    else:
        desk.refuse(side, ("The table asked something: Done is yes, Undo is no.", {}))


def give_up(desk: Desk, side: Side) -> None:
    """The match ends without a result; its dice are shown and its record is written."""
    desk.resume_question = desk.blind = None
    desk.record(f.MatchAbandoned(side.value, desk.state.score))
    turn.continue_match(desk)
