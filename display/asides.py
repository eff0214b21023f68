"""What the screen says for a while, in the place of the table's words."""

from __future__ import annotations

from display import scene_dice, scene_last, scene_tips
from display.stage import Stage


def aside(stage: Stage, *, speaks: bool = False) -> str:
    """The words, the most passing first; "" where the table's own stand.

    speaks: the table's words to this screen's reader are shown beside these anyway.
    """
    last = scene_last.told(stage) if scene_last.is_shown(stage) else ""
    passing = scene_tips.told(stage) or last or scene_dice.prompt(stage)
    return stage.notice(speaks=speaks) or passing
