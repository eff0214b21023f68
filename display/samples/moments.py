"""Moments that a snapshot alone does not make: a die tapped, something pointed at, a page open."""

from __future__ import annotations

from importlib.resources import files
from typing import Any

import msgspec

from controller.rules.position import START
from controller.view.snapshot import Cube, Fairness, Kept, LineMinute, LineQuality, Paused, Snapshot
from display.layout import CUBE_PLACE
from display.samples.states import snapshot, states
from display.stage import Hand

ONE_POINT = (files(__package__) / "one_point.mat").read_text(encoding="utf-8")
SEVEN_POINTS = (files(__package__) / "seven_points.mat").read_text(encoding="utf-8")
KEPT_AT = "/var/lib/gammonboard/records/undated_Zsofi_Ko-Gnubg_7pt_12.mat"
SEED = "3f2a91c277aa01bc9911fe025a6b7c8d4e5f60718293a4b5c6d7e8f900112233"
CHECKED = Fairness("2f1c", last_gid="2f1c", last_seed=SEED, last_rolls=54)
MINUTE = LineMinute(
    heard=tuple(1 + 37 * n * n % 43 for n in range(56)) + (9, 3) + (0,) * 4,
    damaged=(0,) * 53 + (1, 0, 2, 4, 2) + (0,) * 4,
    until_ms=61_000,
)
LOST = LineQuality(messages_per_s=42, resent=3, damaged=9, silent_ms=3100, minute=MINUTE)
REFUSED = "The table cannot be seen: its layout is 'presence', not 'reference'."
STRANGE = LineMinute(heard=(0, 1) * 5, damaged=(0,) * 10, until_ms=75_000)


def moments() -> dict[str, tuple[Snapshot, Hand]]:
    """Each with the hand that made it."""
    say = "Your turn. Throw the dice and type them."
    typed: dict[str, Any] = {
        "dice_source": "typed", "commitment": None, "messages": ((say, {}), (say, {})),
    }  # fmt: skip
    start = {"phase": "opening", "turn": None, "slots": START.slots, "off": (0, 0)}
    opening = snapshot(**typed, **start, cube=Cube(), can_double=False)
    deduced = snapshot(**{**typed, "dice_source": "deduced"})
    state = states()
    changed = msgspec.structs.replace
    match_over = changed(state["match_over"], fairness=CHECKED, kept=Kept(KEPT_AT, ONE_POINT))
    return {
        "typing": (snapshot(**typed), Hand()),
        "typing_second": (snapshot(**typed), Hand(page="die:4")),
        "typing_opening": (opening, Hand(page="light:4")),
        "typing_instead": (deduced, Hand()),
        "doubling": (snapshot(), Hand(page="double")),
        "last_play": (snapshot(last_play="8/4 6/4"), Hand(page="last")),
        "last_play_offered": (
            changed(state["cube_offered"], last_play="8/4 6/4"),
            Hand(page="last"),
        ),
        "tip": (snapshot(), Hand(tip=CUBE_PLACE)),
        "help": (snapshot(), Hand(page="help")),
        "game_over_seed": (changed(state["game_over"], fairness=CHECKED), Hand()),
        "match_over_kept": (match_over, Hand()),
        "match_over_code": (match_over, Hand(page="code")),
        "match_over_lost": (
            changed(state["match_over"], kept=Kept(why="the disk is full")),
            Hand(),
        ),
        "fault_since": (
            changed(state["fault"], line=LOST, fault_ms=61_000, at_ms=75_000, plays=37),
            Hand(),
        ),
        "fault_strange": (
            changed(
                state["fault"],
                line=LineQuality(1, 0, 0, None, STRANGE),
                fault_ms=66_000,
                at_ms=75_500,
                messages=((REFUSED, {}), (REFUSED, {})),
            ),
            Hand(),
        ),
        "paused_by": (
            changed(state["paused"], paused=Paused("light", 3000)),
            Hand(age_ms=72_000),
        ),
    }
