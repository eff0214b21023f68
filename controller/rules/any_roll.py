"""Legal plays when the roll is not known: real dice that nobody told the table of.

A roll explains a board if it has that board among the ends of its legal plays. That it had to be
played in full is part of the rule, so a roll of which one die cannot be played explains the board
after the other die alone, and one of which nothing can be played explains the untouched board.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass

from controller.rules.plays import Step, Ways, legal_ways
from controller.rules.position import Board, Roll
from controller.rules.variants import STANDARD, Variant

ROLLS: tuple[Roll, ...] = tuple((high, low) for high in range(1, 7) for low in range(1, high + 1))
"""The 21 rolls, larger die first, ascending."""

SINGLES: tuple[Roll, ...] = tuple(roll for roll in ROLLS if roll[0] != roll[1])
"""The 15 rolls that an opening throw can be played with."""


@dataclass(frozen=True, slots=True)
class AnyRoll:
    """The turn of a side whose roll is one of several.

    ways: every board on the way of a legal play with any of them; the untouched board ends no turn
    here, and no steps onward are told, since they would be those of no roll in particular.
    rolls: for each board that ends a legal play the rolls that explain it, ascending; the
    untouched board is among them if there is a roll of which nothing can be played.
    """

    board: Board
    variant: Variant
    reserve: int
    ways: Ways
    rolls: dict[Board, tuple[Roll, ...]]

    def explain(self, final: Board, rested: Collection[Board] = ()) -> tuple[Roll, ...]:
        """The rolls that explain a board, ascending; () for one that ends no legal play.

        rested: boards seen on the way. Of several rolls those stay whose plays to this board pass
        the most of them: a checker that rested on a point tells how its way was split in dice. What
        no roll passes (a checker set down while counting) tells nothing.
        """
        rolls = self.rolls.get(final, ())
        told = {board for board in rested if board not in (self.board, final)}
        if len(rolls) < 2 or not told:
            return rolls
        passed = [len(told & self._way_to(final, roll)) for roll in rolls]
        return tuple(
            roll for roll, count in zip(rolls, passed, strict=True) if count == max(passed)
        )

    def _way_to(self, final: Board, roll: Roll) -> set[Board]:
        ways = legal_ways(self.board, roll, self.variant, self.reserve, to=final)
        return set(ways.boards)


def ways_of_any_roll(
    board: Board,
    variant: Variant = STANDARD,
    reserve: int = 0,
    rolls: Iterable[Roll] = ROLLS,
) -> AnyRoll:
    """What the side that sees `board` may play with any of these rolls (reserve: see `plays`)."""
    boards: dict[Board, tuple[Step, ...]] = {board: ()}
    explained: dict[Board, list[Roll]] = {}
    for roll in sorted(rolls):
        ways = legal_ways(board, roll, variant, reserve)
        for each, steps in ways.boards.items():
            if each not in boards or each in ways.finals:
                boards[each] = steps
        for final in ways.finals:
            explained.setdefault(final, []).append(roll)
    finals = frozenset(explained) - {board}
    return AnyRoll(
        board,
        variant,
        reserve,
        Ways(boards, finals, {}),
        {final: tuple(found) for final, found in explained.items()},
    )
