"""Games that the table may play: one row of differences each, no subclasses.

Sources: the rule sheets (ids PT-, BR-, HU-, NO-) and rules spec 1.5, 3.2 and 4. A row that says
nothing of a property plays it as standard backgammon does.
"""

from __future__ import annotations

import enum
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from controller.errors import RulesError
from controller.rules.position import CHECKERS, SLOTS, START_BOARD, Board, Position, Side


class Opening(enum.Enum):
    """How a game begins once the checkers are set up."""

    DIE_EACH = "die-each"  # the higher die starts and plays both (PT-13, BR-03)
    DIE_EACH_REROLL = "die-each-reroll"  # the higher die starts and throws both anew (NO-03, NO-04)
    LIGHT_STARTS = "light-starts"  # no opening throw: light throws both (HU-04)


@dataclass(frozen=True, slots=True)
class Variant:
    """What one game does differently.

    start: the set-up as either side sees it, all being symmetric; reserve: checkers of a side
    that are still to enter then. largest_win: 1 single games only, 2 gammons, 3 backgammons too.
    winner_starts: who won a game opens the next. auto_roll: the table throws by itself.
    explicit_pass: what cannot be played is passed by Done only. hit_and_run: a checker that hit
    in its own home may go on in the same turn. repeat_acey, forfeit_scope ("turn" or "phase"):
    options of acey-deucey (rules 3.2, 3.3), see `acey`.
    """

    id: str
    title: str
    start: Board = START_BOARD
    reserve: int = 0
    checkers: int = CHECKERS
    cube: bool = True
    largest_win: int = 3
    opening: Opening = Opening.DIE_EACH
    winner_starts: bool = False
    auto_roll: bool = False
    explicit_pass: bool = False
    hit_and_run: bool = True
    acey_deucey: bool = False
    repeat_acey: bool = True
    forfeit_scope: Literal["turn", "phase"] = "turn"

    @property
    def start_position(self) -> Position:
        return Position.from_board(self.start, Side.LIGHT, reserve=(self.reserve, self.reserve))


def _start(points: Mapping[int, int]) -> Board:
    """The board where each side has these checkers on its own points."""
    board = [0] * SLOTS
    for point, count in points.items():
        board[point] += count
        board[25 - point] -= count
    return tuple(board)


STANDARD = Variant("standard", "Backgammon")

_ROWS = (
    STANDARD,
    Variant("pt", "Gamão (regras básicas)", cube=False, largest_win=1),
    Variant("pt-br", "Gamão"),
    Variant(
        "hu",
        "Ostábla",
        cube=False,
        largest_win=1,
        opening=Opening.LIGHT_STARTS,
        auto_roll=True,
        explicit_pass=True,
    ),
    Variant(
        "acey-deucey",
        "Acey-deucey",
        start=_start({}),
        reserve=CHECKERS,
        cube=False,
        largest_win=1,
        opening=Opening.DIE_EACH_REROLL,
        acey_deucey=True,
    ),
    Variant("nackgammon", "Nackgammon", start=_start({24: 2, 23: 2, 13: 4, 8: 3, 6: 4})),
    Variant("long-gammon", "Long gammon", start=_start({24: 15})),
    Variant("hypergammon", "Hypergammon", start=_start({24: 1, 23: 1, 22: 1}), checkers=3),
    Variant(
        "tavla",
        "Tavla",
        cube=False,
        largest_win=2,
        opening=Opening.DIE_EACH_REROLL,
        hit_and_run=False,
    ),
    Variant(
        "portes",
        "Portes",
        cube=False,
        largest_win=2,
        opening=Opening.DIE_EACH_REROLL,
        winner_starts=True,
        hit_and_run=False,
    ),
)

VARIANTS: Mapping[str, Variant] = {row.id: row for row in _ROWS}


def find_variant(variant_id: str) -> Variant:
    """The row with this id. Raises RulesError naming the ids for any other."""
    if variant_id not in VARIANTS:
        raise RulesError(f"no variant {variant_id!r}; ids are {', '.join(VARIANTS)}")
    return VARIANTS[variant_id]
