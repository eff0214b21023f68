"""Legal plays when the roll is not known: real dice that nobody told the table of.

A roll explains a board if it has that board among the ends of its legal plays. That it had to be
played in full is part of the rule, so a roll of which one die cannot be played explains the board
after the other die alone, and one of which nothing can be played explains the untouched board.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from itertools import combinations

from controller.rules.notation import literal_board
from controller.rules.plays import Step, Ways, canonical_steps, legal_ways
from controller.rules.position import Board, Roll
from controller.rules.variants import STANDARD, Variant

SINGLES: tuple[Roll, ...] = tuple((high, low) for high in range(2, 7) for low in range(1, high))
"""The 15 rolls of two different dice, larger die first: an opening throw is one of them."""

ROLLS: tuple[Roll, ...] = (*SINGLES, *((die, die) for die in range(1, 7)))
"""The 21 rolls. Doubles last: they are thrown half as often as any other."""


@dataclass(frozen=True, slots=True)
class AnyRoll:
    """The turn of a side whose roll is one of several.

    ways: every board on the way of a legal play with any of them; the untouched board ends no turn
    here, and no steps onward are told, since they would be those of no roll in particular.
    rolls: for each board that ends a legal play the rolls that explain it, in the order of
    `ROLLS`; the untouched board is among them if there is a roll of which nothing can be played.
    """

    board: Board
    variant: Variant
    reserve: int
    ways: Ways
    rolls: dict[Board, tuple[Roll, ...]]

    def explain(self, final: Board, rested: Collection[Board] = ()) -> tuple[Roll, ...]:
        """The rolls that explain a board, in the order of `ROLLS`; () for one that ends no legal
        play.

        rested: boards seen on the way. Of several rolls those stay whose plays to this board pass
        the most of them: a checker that rested on a point tells how its way was split in dice. What
        no roll passes (a checker set down while counting) tells nothing. In which order people make
        the steps of a play is their affair, so any of them may have come first. A board with a
        checker borne off tells nothing either: that checker may have been in the hand.
        """
        rolls = self.rolls.get(final, ())
        told = {
            board
            for board in rested
            if board not in (self.board, final) and _own(board) >= _own(self.board)
        }
        if len(rolls) < 2 or not told:
            return rolls
        passed = [len(told & self._passed(final, roll)) for roll in rolls]
        return tuple(
            roll for roll, count in zip(rolls, passed, strict=True) if count == max(passed)
        )

    def _passed(self, final: Board, roll: Roll) -> set[Board]:
        """The boards with some of the steps made of a play with this roll that ends there."""
        ways = legal_ways(self.board, roll, self.variant, self.reserve, to=final)
        return {
            after
            for steps in _plays(ways, self.board, final)
            for count in range(1, len(steps))
            for some in combinations(steps, count)
            if (after := literal_board(self.board, some, self.reserve)) is not None
        }


def _own(board: Board) -> int:
    """How many checkers of the mover lie on it."""
    return sum(count for count in board[1:] if count > 0)


def _plays(ways: Ways, board: Board, final: Board) -> set[tuple[Step, ...]]:
    """The sets of steps that lead from a board to a final, each in canonical order."""
    if board == final:
        return {()}
    return {
        canonical_steps((each.step, *rest))
        for each in ways.next_steps(board)
        for rest in _plays(ways, each.board, final)
    }


def ways_of_any_roll(
    board: Board,
    variant: Variant = STANDARD,
    reserve: int = 0,
    rolls: Iterable[Roll] = ROLLS,
) -> AnyRoll:
    """What the side that sees `board` may play with any of these rolls (reserve: see `plays`)."""
    boards: dict[Board, tuple[Step, ...]] = {board: ()}
    explained: dict[Board, list[Roll]] = {}
    for roll in rolls:
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
