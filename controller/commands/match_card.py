"""What is agreed before a match: from the config, or from a card that a director wrote."""

from __future__ import annotations

from controller.config import MatchConfig
from controller.match.stakes import Stakes


def stakes_of(match: MatchConfig) -> Stakes:
    """What the config says about cube and points."""
    return Stakes(
        cube=match.cube,
        crawford=match.crawford,
        jacoby=match.jacoby,
        automatic_doubles=match.automatic_doubles,
        beavers=match.beavers,
        cube_limit=match.cube_limit,
    )
