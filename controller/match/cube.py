"""The doubling cube: who may turn it, what an answer makes of it (BR-21..23, rules 2.5)."""

from __future__ import annotations

from dataclasses import dataclass

from controller.errors import RulesError
from controller.match.score import Score
from controller.rules.position import Side

MATCH_LIMIT = 64  # gnubg's highest value in a match (C-12)
NO_LIMIT = None

NOT_YOUR_TURN = "It is not your turn."
ALREADY_ROLLED = "You can't double after rolling."
ALREADY_OFFERED = "The cube is offered already."
NOT_YOUR_CUBE = "The cube is not yours."
CRAWFORD = "No doubling in the Crawford game."
DEAD_CUBE = "The cube is dead: its {value} already wins the match for you."
AT_LIMIT = "The cube is at its highest value, {value}."


@dataclass(frozen=True, slots=True)
class Cube:
    """value 1, 2, 4 ...; owner None: centred, either side may turn it."""

    value: int = 1
    owner: Side | None = None

    def __post_init__(self) -> None:
        if self.value < 1 or self.value & (self.value - 1):
            raise RulesError(f"a cube shows a power of two, not {self.value}")

    @property
    def offered_value(self) -> int:
        """What it shows while a double is offered: the value after a take."""
        return 2 * self.value

    def take(self, taker: Side) -> Cube:
        """The cube after `taker` accepts: doubled once, and his (C-04)."""
        return Cube(self.offered_value, taker)


CENTRED = Cube()


def refusal_to_double(
    cube: Cube,
    side: Side,
    score: Score,
    *,
    crawford: bool = False,
    limit: int | None = MATCH_LIMIT,
) -> str | None:
    """Why `side`, on roll and not having rolled, may not double; None: he may.

    An English msgid, to be formatted with `refusal_arguments`. limit: the highest value the cube
    may reach in a match; money play has none (C-12).
    """
    if cube.owner is side.other:
        return NOT_YOUR_CUBE
    if score.is_money:
        return None
    if crawford:
        return CRAWFORD
    if cube.value >= score.needs(side):
        return DEAD_CUBE
    if limit is not None and cube.offered_value > limit:
        return AT_LIMIT
    return None


def refusal_of_moment(
    side: Side, on_roll: Side, *, rolled: bool, offered: bool = False
) -> str | None:
    """Why a double cannot come at this moment, whoever owns the cube (C-01, MAT-10).

    rolled: the side on roll has its dice, as the winner of the opening has at once (A-8).
    """
    if offered:
        return ALREADY_OFFERED
    if side is not on_roll:
        return NOT_YOUR_TURN
    return ALREADY_ROLLED if rolled else None


def refusal_arguments(cube: Cube) -> dict[str, int]:
    """What fills the placeholders of a refusal."""
    return {"value": cube.value}
