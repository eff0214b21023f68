"""The doubling cube: who may turn it, what an answer makes of it (BR-21..23, rules 2.5).

A beaver is an answer that takes and doubles again at once; the cube belongs to the side that is
not on roll, however often it is turned back (C-11, as gnubg has it).
"""

from __future__ import annotations

from dataclasses import dataclass

from controller.errors import RulesError
from controller.match.score import BACKGAMMON, SINGLE, Score
from controller.match.stakes import USUAL, Stakes
from controller.rules.position import Side

NOT_YOUR_TURN = "It is not your turn."
ALREADY_ROLLED = "You can't double after rolling."
ALREADY_OFFERED = "The cube is offered already."
NOT_YOUR_CUBE = "The cube is not yours."
CRAWFORD = "No doubling in the Crawford game."
DEAD_CUBE = "The cube is dead: its {value} already wins the match for you."
AT_LIMIT = "The cube is at its highest value, {value}."
NO_CUBE = "This game is played without a cube."
NO_BEAVERS_IN_MATCHES = "There are no beavers in a match."
NO_BEAVERS = "There are no beavers in this session."
ENOUGH_BEAVERS = "The cube was turned back often enough: take or drop."


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
    cube: Cube, side: Side, score: Score, stakes: Stakes = USUAL, *, crawford: bool = False
) -> str | None:
    """Why `side`, on roll and not having rolled, may not double; None: he may.

    An English msgid, to be formatted with `refusal_arguments`.
    """
    if not stakes.cube:
        return NO_CUBE
    if cube.owner is side.other:
        return NOT_YOUR_CUBE
    if score.is_money:
        return None
    if crawford:
        return CRAWFORD
    if cube.value >= score.needs(side):
        return DEAD_CUBE
    if stakes.cube_limit and cube.offered_value > stakes.cube_limit:
        return AT_LIMIT
    return None


def refusal_to_beaver(score: Score, stakes: Stakes, turned_back: int) -> str | None:
    """Why an offer may not be turned back at once, after `turned_back` times already; None: it may.

    C-10, C-11: money play only.
    """
    if not score.is_money:
        return NO_BEAVERS_IN_MATCHES
    if not stakes.beavers:
        return NO_BEAVERS
    return ENOUGH_BEAVERS if turned_back >= stakes.beavers else None


def automatic_double(cube: Cube, score: Score, stakes: Stakes) -> Cube | None:
    """The cube after a tie of the opening, still in the middle; None: it is not turned (C-13)."""
    if not (score.is_money and stakes.cube) or cube.value >= 1 << stakes.automatic_doubles:
        return None
    return Cube(cube.offered_value)


def largest_win(cube: Cube, score: Score, stakes: Stakes, most: int = BACKGAMMON) -> int:
    """The size of the largest game that can be won now: 1 single, 2 gammon, 3 backgammon.

    most: what the variant knows. Jacoby: in money play gammons count only once somebody doubled;
    an automatic double is none (G-07, G-08, C-14).
    """
    if stakes.jacoby and score.is_money and cube.owner is None:
        return SINGLE
    return most


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
