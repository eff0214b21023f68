"""What a snapshot tells beside the board: a play to be made, time, a pause, record and dice."""

from __future__ import annotations

from typing import TypedDict

from controller.guidance.scene import Scene
from controller.table.desk import Desk
from controller.table.entropy import fairness
from controller.table.phases import BETWEEN, Phase
from controller.table.wishes import stored_of, wishes_of
from controller.view.lobby import Lobby
from controller.view.snapshot import Clock, Fairness, Kept, Paused


class Beside(TypedDict):
    """Fields of `Snapshot`."""

    chosen: str | None
    clock: Clock | None
    paused: Paused | None
    plays: int
    kept: Kept | None
    fairness: Fairness | None
    lobby: Lobby | None
    locked: bool
    brightness_pct: int


def beside(desk: Desk, shown: Scene) -> Beside:
    """These fields at this moment."""
    by = desk.state.paused_by
    return {
        "chosen": desk.state.game.chosen,
        "clock": _clock(desk, shown),
        "paused": Paused(by.value, desk.paused_ms) if by else None,
        "plays": desk.state.plays,
        "kept": kept_record(desk),
        "fairness": fairness(desk),
        "lobby": _lobby(desk),
        "locked": desk.is_locked,
        "brightness_pct": desk.room.brightness_pct,
    }


def _clock(desk: Desk, shown: Scene) -> Clock | None:
    """The match's; before the next one is chosen that of a match given up is nobody's."""
    if desk.timing is None or desk.state.phase is Phase.START:
        return None
    return desk.timing.face(desk.now_ms, shown.course.out_of_time)


def _lobby(desk: Desk) -> Lobby | None:
    """What can be chosen between two matches; the match to go on with while that is asked."""
    if desk.state.phase in BETWEEN:
        return desk.room.lobby
    if desk.resume_question is None:
        return None
    return Lobby(wishes_of(desk.card), stored=stored_of(desk.state))


def kept_record(desk: Desk) -> Kept | None:
    """What became of this match's files, once it is over."""
    if desk.kept is None or desk.state.phase is not Phase.MATCH_OVER:
        return None
    match, kept = desk.kept
    return kept if match == desk.card.match else None
