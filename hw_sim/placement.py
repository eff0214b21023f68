"""How exactly people put checkers down. The numbers are guesses that a bench should replace."""

from __future__ import annotations

from dataclasses import dataclass, replace


@dataclass(frozen=True, slots=True)
class Placement:
    """along_mm, across_mm: spread (standard deviation) of a checker against its ideal place.

    off_rim: share of first checkers that stand up to OFF_RIM_MM off the rim. anywhere: share of
    first checkers that stand anywhere along their point. gap: share of arrivals that leave
    GAP_MM to the checker before. inside: share of lifts that take a checker from inside the
    stack. refill: share of arrivals that use a gap wide enough, rather than the stack's end.
    perch: share of upper checkers laid on any other rather than on the one nearest the rail.

    A level may say more of the table: dropouts: a row of cells gives no reading now and then.
    any_magnet: the checkers' magnets are not those of the reference table.
    """

    name: str
    along_mm: float
    across_mm: float
    off_rim: float = 0.0
    anywhere: float = 0.0
    gap: float = 0.0
    inside: float = 0.0
    refill: float = 1.0
    perch: float = 0.0
    dropouts: bool = False
    any_magnet: bool = False

    @property
    def ride_mm(self) -> float:
        """Spread of an upper checker against the one it lies on: 4 mm, seen to be enough for a
        stack that stays up, but never worse than the hand is otherwise."""
        return min(4.0, self.along_mm)


OFF_RIM_MM = 30.0
GAP_MM = (5.0, 40.0)

QUIET = Placement("quiet", along_mm=1.0, across_mm=1.0)
"""A patient hand: everything touches, nothing is taken from inside."""

REALISTIC = Placement(
    "realistic",
    along_mm=6.0,
    across_mm=3.0,
    off_rim=0.05,  # shares: spec of the sensing study, placement "contact"
    anywhere=0.02,  # a lone checker dropped somewhere on its point; rarer than a bad start
    gap=0.03,
    inside=0.10,
    refill=0.5,
    perch=0.2,
)

HARSH = Placement(
    "harsh",
    along_mm=9.0,  # 12 mm would put 1 in 20 checkers half a cell off: no hand does that
    across_mm=5.0,
    off_rim=0.15,
    anywhere=0.05,
    gap=0.10,
    inside=0.10,
    refill=0.5,
    perch=0.2,
    dropouts=True,
)

UNKNOWN_MAGNET = replace(REALISTIC, name="unknown-magnet", any_magnet=True)
"""Laid as at `realistic`, but the maker bought other discs or built them in at another depth."""

LEVELS = {level.name: level for level in (QUIET, REALISTIC, HARSH, UNKNOWN_MAGNET)}
