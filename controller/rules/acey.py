"""What follows a played roll in acey-deucey: name a double, roll again, or the turn is over.

A turn has phases: the roll; after a whole 1-2 any double that the player names; after all four of
it another roll (rules 3.2, NO-11..14). Each is played by the rules of `plays`; this module says
what comes next, and nothing else.
"""

from __future__ import annotations

import enum

from controller.rules.position import Roll
from controller.rules.variants import Variant


class Phase(enum.Enum):
    """What the dice just played were."""

    ROLL = "roll"  # the first of the turn
    NAMED = "named"  # the double that the player named
    BONUS = "bonus"  # the roll after a whole named double


class Next(enum.Enum):
    """What follows."""

    NAMING = "naming"
    ROLL_AGAIN = "roll again"
    TURN_OVER = "turn over"


def after_phase(
    variant: Variant, phase: Phase, roll: Roll, dice_used: int, *, all_off: bool = False
) -> Next:
    """What follows when `dice_used` of the dice of this phase were played.

    roll: a named double as (n, n). all_off: the mover's last checker has left, which ends game
    and turn whatever the dice say (AD-14). Where the variant is none with acey-deucey's bonus,
    every turn is one roll.
    """
    if all_off or not variant.acey_deucey or _is_forfeited(variant, roll, dice_used):
        return Next.TURN_OVER
    if phase is Phase.NAMED:
        return Next.ROLL_AGAIN
    may_name = phase is Phase.ROLL or variant.repeat_acey
    return Next.NAMING if is_acey_deucey(roll) and may_name else Next.TURN_OVER


def is_acey_deucey(roll: Roll) -> bool:
    """A one and a two, written either way (A-16)."""
    return sorted(roll) == [1, 2]


def _is_forfeited(variant: Variant, roll: Roll, dice_used: int) -> bool:
    """Is the rest of the turn lost (NO-14)?

    Scope "turn": one number that cannot be played loses it. Scope "phase", the other reading of
    rules 3.3: only a roll of which no part can be played does.
    """
    dice = 4 if roll[0] == roll[1] else 2
    return dice_used < (dice if variant.forfeit_scope == "turn" else 1)
