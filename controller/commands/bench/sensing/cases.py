"""The rows of the table of design section 5, each with its budgets."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from controller.errors import UsageError


@dataclass(frozen=True, slots=True)
class Case:
    """One kind of table and hands.

    dead: dead cells of 128, drawn for each session. known: the decoder is told which. any_roll: it
    is not told the roll (deduced dice), so the plays of all 21 are its code book. Budgets:
    illegal_per_mille boards accepted of 1,000, questions_pct of turns, questions_a_cell on top
    for each dead cell of a session, unfinished boards accepted of 3,000; None: only reported;
    verdict_ms of 99 in 100 verdicts.
    """

    name: str
    noise: str = "realistic"
    hands: str = "fast"
    layout: str = "reference"
    dead: int = 0
    known: bool = True
    any_roll: bool = False
    illegal_per_mille: float | None = 0
    questions_pct: float | None = None
    questions_a_cell: int = 0
    unfinished: float | None = None
    verdict_ms: float = 5.0


CASES = (
    Case("quiet", noise="quiet", hands="careful", questions_pct=0.05, unfinished=0),
    Case("realistic", questions_pct=0.15, unfinished=10),
    Case(
        "unknown-magnet",
        noise="unknown-magnet",
        illegal_per_mille=2,
        questions_pct=1.0,
        unfinished=30,
    ),
    Case("known-dead", dead=3, illegal_per_mille=2, questions_pct=1.0, unfinished=60),
    Case(
        "unknown-dead",
        dead=3,
        known=False,
        illegal_per_mille=2,
        questions_pct=1.0,
        questions_a_cell=1,
        unfinished=60,
    ),
    Case("harsh", noise="harsh", hands="clumsy", illegal_per_mille=5, questions_pct=2.0),
    Case(
        "harsh-known-dead",
        noise="harsh",
        hands="clumsy",
        dead=3,
        illegal_per_mille=5,
        questions_pct=3.0,
    ),
    Case("presence", layout="presence", illegal_per_mille=None),
    Case("deduced", any_roll=True, verdict_ms=10.0),  # a slot may hold twice as much
)


def find_cases(names: Sequence[str]) -> tuple[Case, ...]:
    """The cases of these names, all for none. Raises UsageError that lists the names."""
    known = {case.name: case for case in CASES}
    for name in names:
        if name not in known:
            raise UsageError(f"--row {name!r} is not one of {', '.join(known)}")
    return tuple(known[name] for name in names) or CASES
