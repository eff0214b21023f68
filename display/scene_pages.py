"""Which page of the screen's own is drawn, and by what. A page is a function of the stage; it may
give None where it has nothing to show, then the scene of the state is drawn."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from display.stage import Scene, Stage

PAGES: Mapping[str, Callable[[Stage], Scene | None]] = {}
"""By the name that `Open` says. "resign" and "stand" are cards beside the board: `scene_cards`."""


def page_scene(stage: Stage) -> Scene | None:
    """The open page, if it is one of these."""
    page = PAGES.get(stage.hand.page)
    return page(stage) if page is not None else None
