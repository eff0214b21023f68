"""Keys that are there whatever the table is doing: help, pause, giving up."""

from __future__ import annotations

from controller.view.intents import Press
from display.stage import NOWHERE, Hit, Open, Stage

HELP, GIVE_UP = "help", "resign"
OVER = ("match_over", "start")


def can_pause(stage: Stage) -> bool:
    """Whether there is a match that goes on."""
    snapshot = stage.snapshot
    return bool(stage.settings.sides) and not snapshot.interruption and snapshot.phase not in OVER


def can_give_up(stage: Stage) -> bool:
    """Whether a game is played that somebody here may lose."""
    snapshot = stage.snapshot
    playing = snapshot.phase not in ("setup", "game_over", *OVER)
    return bool(stage.settings.sides) and playing and not snapshot.interruption


def offer_keys(stage: Stage) -> None:
    """What the scene itself offers under the same key goes before."""
    stage.offer(Hit(NOWHERE, Open(HELP), ("?",)))
    if can_pause(stage):
        stage.offer(Hit(NOWHERE, Press(stage.reader.value, "pause"), ("P",)))
    if can_give_up(stage):
        stage.offer(Hit(NOWHERE, Open(GIVE_UP), ("G",)))
