"""Every scene once: for the bench, for pictures that people look at, for goldens and geometry."""

from __future__ import annotations

from controller.view.snapshot import Snapshot
from display.samples.fair import giving
from display.samples.moments import moments
from display.samples.pages import pages
from display.samples.states import states
from display.stage import Hand


def scenes() -> dict[str, tuple[Snapshot, Hand]]:
    """A snapshot of each state, page and moment, with the hand that is at the screen then."""
    by_itself = {name: (snapshot, Hand()) for name, snapshot in states().items()}
    return {**by_itself, **pages(), **moments(), **giving()}
