"""Games that the table may play: one row of differences each, no subclasses.

This issue plays `standard`; the other ids are known, so that a config or a file naming one is
answered in words and not called a typing error.
"""

from __future__ import annotations

from dataclasses import dataclass

from controller.errors import RulesError
from controller.rules.position import CHECKERS, START_BOARD, Board, Position, Side


@dataclass(frozen=True, slots=True)
class Variant:
    """What one game does differently.

    start: the set-up as either side sees it, standard and its relatives being symmetric.
    opening_supplies_dice: the opening dice are the winner's first roll (PT-13, BR-03).
    """

    id: str
    title: str
    start: Board = START_BOARD
    checkers: int = CHECKERS
    cube: bool = True
    gammons: bool = True
    opening_supplies_dice: bool = True

    @property
    def start_position(self) -> Position:
        return Position.from_board(self.start, Side.LIGHT)


VARIANTS = {row.id: row for row in (Variant("standard", "Backgammon"),)}
NOT_YET = (
    "pt",
    "pt-br",
    "hu",
    "acey-deucey",
    "nackgammon",
    "long-gammon",
    "hypergammon",
    "tavla",
    "portes",
)


def find_variant(variant_id: str) -> Variant:
    """The row with this id. Raises RulesError naming the ids for any other."""
    if variant_id in VARIANTS:
        return VARIANTS[variant_id]
    if variant_id in NOT_YET:
        raise RulesError(f"variant {variant_id!r} is not there yet; there is {', '.join(VARIANTS)}")
    known = ", ".join((*VARIANTS, *NOT_YET))
    raise RulesError(f"no variant {variant_id!r}; ids are {known}")
