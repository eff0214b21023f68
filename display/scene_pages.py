"""Which page of the screen's own is drawn, and by what. A page is a function of the stage; it may
give None where it has nothing to show, then the scene of the state is drawn."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from display.scene_ends import code_scene
from display.scene_fair import verify_scene
from display.scene_keyboard import keyboard_scene
from display.scene_settings import settings_scene
from display.scene_start import new_match_scene, pick_scene, start_scene
from display.stage import Scene, Stage

PAGES: Mapping[str, Callable[[Stage], Scene | None]] = {
    "code": code_scene,
    "keyboard": keyboard_scene,
    "new": new_match_scene,
    "pick": pick_scene,
    "settings": settings_scene,
    "verify": verify_scene,
}
"""By what `Open` says, up to a colon: what follows it is the page's own ("pick:variant"). "resign"
and "stand" are cards beside the board: `scene_cards`."""


def page_scene(stage: Stage) -> Scene | None:
    """The open page, if it is one of these; else the start of a match, which is a page too."""
    page = PAGES.get(stage.hand.page.partition(":")[0])
    made = page(stage) if page is not None else None
    if made is None and stage.snapshot.phase == "start" and stage.snapshot.interruption is None:
        return start_scene(stage)
    return made
