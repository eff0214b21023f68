"""What the screen says of itself for a while, in the place of the table's words."""

from __future__ import annotations

from display import scene_dice, scene_last, scene_tips
from display.stage import Stage


def aside(stage: Stage) -> str:
    """The words, the most passing first; "" where the table's own stand."""
    last = scene_last.told(stage) if scene_last.is_shown(stage) else ""
    return scene_tips.told(stage) or last or scene_dice.prompt(stage)
