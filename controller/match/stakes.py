"""What a match is played for: the options about cube and points that people agree on beforehand."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Stakes:
    """cube False: played without one. crawford: one game without doubling at match point (C-06).

    jacoby, automatic_doubles and beavers count in money play only (C-10, C-13, C-14): gammons
    need a turned cube; ties of the opening turn it, at most so often; how often an offer may be
    turned back at once (1 a beaver, 2 a raccoon too). cube_limit: its highest value in a match,
    0 for none; money play has none (C-12).
    """

    cube: bool = True
    crawford: bool = True
    jacoby: bool = False
    automatic_doubles: int = 0
    beavers: int = 0
    cube_limit: int = 64


USUAL = Stakes()
