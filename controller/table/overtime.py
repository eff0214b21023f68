"""A side whose turn timer ran out: what it may still do while the table plays for it."""

from __future__ import annotations

from controller.rules.position import Side
from controller.table.desk import Desk
from controller.table.phases import Phase
from controller.view.snapshot import Message

_TOO_LATE = ("done", "double", "undo")


def side_out_of_time(desk: Desk) -> Side | None:
    """Whose turn the table plays, until its play lies on the board."""
    timing, game = desk.timing, desk.state.game
    if desk.state.phase is Phase.SHOWING and game.turn is not None:
        return None if desk.is_bot(game.turn) else game.turn
    if timing is None or not timing.rule.is_turn_timer or desk.interruption() is not None:
        return None
    return timing.up(desk.now_ms)


def refusal(desk: Desk, side: Side, control: str) -> Message | None:
    """Why this side may not press a control any more; None: it may."""
    if desk.state.phase is Phase.SHOWING or control not in _TOO_LATE:
        return None
    if side is not side_out_of_time(desk):
        return None
    if desk.state.phase is Phase.TO_ROLL and control == "done":
        return None  # that rolls, which the table would do, too
    return "Your time is up: the table plays for you.", {}
