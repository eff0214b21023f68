"""What a snapshot tells beside the board: a play to be made, time, a pause, record and dice."""

from __future__ import annotations

from typing import TypedDict

from controller.guidance.scene import Scene
from controller.table.desk import Desk
from controller.table.entropy import fairness
from controller.table.phases import Phase
from controller.view.snapshot import Clock, Fairness, Kept, Paused


class Beside(TypedDict):
    """Fields of `Snapshot`."""

    chosen: str | None
    clock: Clock | None
    paused: Paused | None
    plays: int
    kept: Kept | None
    fairness: Fairness | None


def beside(desk: Desk, shown: Scene) -> Beside:
    """These fields at this moment."""
    timing, by = desk.timing, desk.state.paused_by
    return {
        "chosen": desk.state.game.chosen,
        "clock": timing.face(desk.now_ms, shown.course.out_of_time) if timing else None,
        "paused": Paused(by.value, desk.paused_ms) if by else None,
        "plays": desk.state.plays,
        "kept": kept_record(desk),
        "fairness": fairness(desk),
    }


def kept_record(desk: Desk) -> Kept | None:
    """What became of this match's files, once it is over."""
    if desk.kept is None or desk.state.phase is not Phase.MATCH_OVER:
        return None
    match, kept = desk.kept
    return kept if match == desk.card.match else None
