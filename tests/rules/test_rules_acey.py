"""Acey-deucey: what follows a played roll (rules 3.2, 3.3)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from controller.rules.acey import Next, Phase, after_phase, is_acey_deucey
from controller.rules.position import Roll
from controller.rules.variants import STANDARD, find_variant

ACEY = find_variant("acey-deucey")
NO_REPEAT = replace(ACEY, repeat_acey=False)
BY_PHASE = replace(ACEY, forfeit_scope="phase")
ROLL, NAMED, BONUS = Phase.ROLL, Phase.NAMED, Phase.BONUS


@pytest.mark.parametrize(
    ("phase", "roll", "used", "expected"),
    [
        pytest.param(ROLL, (1, 2), 2, Next.NAMING, id="AD-05a NO-11 NO-12"),
        pytest.param(ROLL, (2, 1), 2, Next.NAMING, id="AD-05b"),
        pytest.param(ROLL, (2, 1), 1, Next.TURN_OVER, id="AD-08 NO-14 only the 2 playable"),
        pytest.param(ROLL, (2, 1), 0, Next.TURN_OVER, id="AD-08 nothing playable"),
        pytest.param(ROLL, (3, 1), 2, Next.TURN_OVER, id="an ordinary roll"),
        pytest.param(ROLL, (1, 1), 4, Next.TURN_OVER, id="NO-10 an ordinary double, no bonus"),
        pytest.param(NAMED, (6, 6), 4, Next.ROLL_AGAIN, id="AD-07 NO-13 all four"),
        pytest.param(NAMED, (6, 6), 3, Next.TURN_OVER, id="AD-09 three of four"),
        pytest.param(NAMED, (6, 6), 0, Next.TURN_OVER, id="AD-06 named though not playable"),
        pytest.param(BONUS, (5, 2), 2, Next.TURN_OVER, id="an ordinary bonus roll"),
        pytest.param(BONUS, (4, 4), 4, Next.TURN_OVER, id="a double as bonus roll"),
        pytest.param(BONUS, (1, 2), 2, Next.NAMING, id="AD-10 back to phase A"),
        pytest.param(BONUS, (1, 2), 1, Next.TURN_OVER, id="a part of a bonus 1-2"),
    ],
)
def test_what_follows_a_phase(phase: Phase, roll: Roll, used: int, expected: Next) -> None:
    assert after_phase(ACEY, phase, roll, used) is expected


@pytest.mark.parametrize(
    ("phase", "roll", "used"), [(ROLL, (1, 2), 2), (NAMED, (2, 2), 4), (BONUS, (1, 2), 2)]
)
def test_ad_14_the_turn_ends_when_the_15th_checker_is_off(
    phase: Phase, roll: Roll, used: int
) -> None:
    assert after_phase(ACEY, phase, roll, used, all_off=True) is Next.TURN_OVER


def test_option_repeat_acey_off_ends_the_turn_after_a_bonus_1_2() -> None:
    assert after_phase(NO_REPEAT, BONUS, (1, 2), 2) is Next.TURN_OVER
    assert after_phase(NO_REPEAT, ROLL, (1, 2), 2) is Next.NAMING


@pytest.mark.parametrize(
    ("phase", "roll", "used", "expected"),
    [
        (ROLL, (1, 2), 1, Next.NAMING),
        (NAMED, (6, 6), 3, Next.ROLL_AGAIN),
        (ROLL, (1, 2), 0, Next.TURN_OVER),
        (NAMED, (6, 6), 0, Next.TURN_OVER),
        (ROLL, (3, 1), 1, Next.TURN_OVER),
    ],
)
def test_option_forfeit_scope_phase_loses_the_turn_only_where_no_part_can_be_played(
    phase: Phase, roll: Roll, used: int, expected: Next
) -> None:
    assert after_phase(BY_PHASE, phase, roll, used) is expected


def test_other_games_know_no_bonus() -> None:
    assert after_phase(STANDARD, ROLL, (1, 2), 2) is Next.TURN_OVER


def test_a_16_acey_deucey_is_a_one_and_a_two() -> None:
    assert [roll for roll in ((1, 2), (2, 1), (1, 1), (2, 2), (1, 3)) if is_acey_deucey(roll)] == [
        (1, 2),
        (2, 1),
    ]
