"""The match stands still at somebody's word: clocks too, until either side goes on."""

from __future__ import annotations

from controller.rules.position import Side
from controller.table import facts as f
from controller.table import turn
from controller.table.desk import Desk
from controller.table.phases import RUNNING, Interruption, Phase

PAUSE, GO_ON = "pause", "go_on"


def pause(desk: Desk, side: Side) -> None:
    """Stop the match, whatever else waits for an answer. Nothing under way ends by itself now."""
    moment, top = desk.moment, desk.interruption()
    if top is Interruption.FAULT:
        desk.refuse(side, ("The table cannot be seen: nothing can be done now.", {}))
    elif top is Interruption.PAUSED:
        desk.refuse(side, ("The match stands still already.", {}))
    elif desk.state.phase not in RUNNING or moment.awaiting == "roll":
        desk.refuse(side, ("Nothing is under way that could be paused.", {}))
    else:
        moment.done = moment.auto_ms = moment.throw_ms = moment.engine_ms = None
        if moment.awaiting == "choice":  # its answer comes too late, and is asked for again
            moment.awaiting = None
        desk.paused_ms = desk.now_ms
        desk.notices.clear()
        desk.record(f.MatchPaused(side.value))


def press(desk: Desk, side: Side, control: str) -> None:
    """A control pressed while the match stands still."""
    if control in (GO_ON, "done", "yes"):
        _go_on(desk, side)
    else:
        desk.refuse(side, ("The match is paused. Done goes on.", {}))


def _go_on(desk: Desk, side: Side) -> None:
    """Everything goes on as it stood; what hands did meanwhile is judged now."""
    desk.record(f.MatchWentOn(side.value))
    desk.notices.clear()
    if desk.state.phase is Phase.OPENING and desk.state.game.opening and desk.throws:
        desk.moment.throw_ms = desk.now_ms + turn.REROLL_MS
    if desk.eye.verdict is not None:
        turn.seen(desk, desk.eye.verdict)
