"""How hands move: shares and times. Guesses, since nobody has measured players."""

from __future__ import annotations

from dataclasses import dataclass, replace

Range = tuple[int, int]
"""Least and greatest ms, evenly spread."""


@dataclass(frozen=True, slots=True)
class Skill:
    """Times in ms, shares from 0 to 1.

    think_ms: before acting on what is seen. carry_ms: a checker in the hand. pause_ms: between
    two movements. finish_ms: from the last movement to Done. slide: movements pushed over the
    felt. both: pairs of movements made with two hands. chain: one checker moved by two dice in
    one go. nudge: turns in which a sleeve moves neighbouring stacks. doubt: turns in which a
    checker is moved and taken back first. beside: hit checkers laid beside the board for a while.
    misplace: movements that end beside where they were meant, and are put right. bump: turns in
    which a sleeve takes a checker along to the next point, and it is put back. nudge_mm: how far
    a nudge moves things.
    """

    name: str
    think_ms: Range
    carry_ms: Range
    pause_ms: Range
    finish_ms: Range
    slide: float = 0.0
    both: float = 0.0
    chain: float = 0.0
    nudge: float = 0.0
    doubt: float = 0.0
    beside: float = 0.0
    misplace: float = 0.0
    bump: float = 0.0
    nudge_mm: float = 3.0
    hits: tuple[str, ...] = ("blot first",)


CAREFUL = Skill(
    "careful",
    think_ms=(800, 2000),
    carry_ms=(400, 800),
    pause_ms=(300, 700),
    finish_ms=(500, 1000),
)
"""One checker at a time, lifted; a blot goes to the bar before the hitter lands."""

FAST = Skill(
    "fast",
    think_ms=(400, 1300),
    carry_ms=(200, 500),
    pause_ms=(80, 300),
    finish_ms=(200, 600),
    slide=0.4,
    both=0.3,
    chain=0.6,
    nudge=0.10,
    doubt=0.05,
    beside=0.05,
    hits=("blot first", "hitter first", "on top", "swap"),
)
"""Slides, two checkers at once, any order: what a club player does without thinking."""

CLUMSY = replace(FAST, name="clumsy", nudge=0.30, nudge_mm=6.0, misplace=0.08, bump=0.08)
"""Sleeves everywhere, and things put right after."""

SKILLS = {skill.name: skill for skill in (CAREFUL, FAST, CLUMSY)}
