"""The code book of a turn: every board that hands may show on the way of a legal play.

Built once at the roll. A row is one distinct picture of the board; the simplest story that leads
to it stands beside it (a whole play before a part of one, nothing in a hand before something).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from controller.rules.plays import Step, Ways
from controller.rules.position import (
    BAR,
    DARK_BAR_SLOT,
    LIGHT_BAR_SLOT,
    OFF,
    RESERVE,
    SLOTS,
    Board,
    Position,
    Side,
    slot_of,
)
from controller.sensing.likelihood import CONTENTS
from controller.sensing.templates import CONTENT
from controller.sensing.verdict import Way

Ints = npt.NDArray[np.int8]
Indices = npt.NDArray[np.intp]

FINAL, PARTIAL, BLOT_FIRST, HIT_DUE, IN_HAND = range(5)
"""Stories, the simplest first. BLOT_FIRST: the blot lies on its bar before its hitter came."""

_NOWHERE = -1


@dataclass(frozen=True, slots=True)
class Book:
    """boards: (N, 26) contents of the boards on the way, the untouched one first; steps, final:
    how each came about. rows: (M, 26) distinct pictures, best story first kept.

    story: (M,) FINAL, PARTIAL, HIT_DUE or IN_HAND; board: (M,) the way's board; lifted: (M, 2)
    slots that a checker is missing from (-1: none); hands: (M,) checkers away from the board;
    idle: (M,) whether a whole play lies there and the missing one is none that it moved.
    """

    agreed: Position
    side: Side | None
    boards: Ints
    steps: tuple[tuple[Step, ...], ...]
    final: npt.NDArray[np.bool_]
    rows: Ints
    story: Ints
    board: Indices
    lifted: Ints
    hands: Ints
    idle: npt.NDArray[np.bool_]
    wanted: tuple[tuple[int, ...], ...]  # contents in any row, by slot
    index: (
        Indices  # (varying slots, M) into the flat table of gains: this way round it adds fastest
    )

    def way(self, row: int) -> Way:
        """The board on the way that a row shows (but for what is in hands)."""
        return self.way_of_board(int(self.board[row]))

    def way_of_board(self, board: int) -> Way:
        """The `board`-th board as a position, with what its steps bore off and let enter."""
        off, reserve, steps = list(self.agreed.off), list(self.agreed.reserve), self.steps[board]
        if self.side is not None:
            off[self.side.index] += sum(step.to == OFF for step in steps)
            reserve[self.side.index] -= sum(step.source == RESERVE for step in steps)
        slots = tuple(int(n) for n in self.boards[board])
        position = Position(slots, (off[0], off[1]), (reserve[0], reserve[1]))
        return Way(steps, position, bool(self.final[board]))

    def lifted_of(self, row: int) -> tuple[tuple[Side, int], ...]:
        """Checkers of the row's way that are in a hand: (side, slot)."""
        contents = self.boards[self.board[row]]
        return tuple(
            (Side.LIGHT if contents[slot] > 0 else Side.DARK, int(slot))
            for slot in self.lifted[row]
            if slot != _NOWHERE and slot not in (self._hit_bar(),)
        )

    def hit_due_of(self, row: int) -> tuple[Side, ...]:
        """Sides whose hit checker has not yet reached its bar half."""
        bar = self._hit_bar()
        return tuple(self.side.other for slot in self.lifted[row] if self.side and slot == bar)

    def _hit_bar(self) -> int | None:
        return None if self.side is None else slot_of(self.side.other, BAR)


def book_of_ways(agreed: Position, side: Side, ways: Ways) -> Book:
    """All pictures of a turn: each board of `ways`, also with a checker in a hand or two, and
    with a hit checker not yet on its bar half or lifted before its hitter came."""
    boards = _contents(list(ways.boards), side)
    final = np.array([board in ways.finals for board in ways.boards])
    whole = np.arange(len(boards))
    draft = _Draft(boards, final)
    draft.add(whole[final], FINAL)
    draft.add(whole[~final], PARTIAL)
    bar, other = slot_of(side.other, BAR), side.other.sign
    hit = whole[boards[:, bar] * other > boards[0, bar] * other]
    draft.add(hit, HIT_DUE, bar, other)
    steps = [len(taken) for taken in ways.boards.values()]
    own = [slot for slot in range(SLOTS) if (boards[:, slot] * side.sign > 0).any()]
    for slot in own:
        held = whole[boards[:, slot] * side.sign > 0]
        draft.add(held, IN_HAND, slot, side.sign)
        draft.add(np.intersect1d(held, hit), IN_HAND, slot, side.sign, bar, other)
    for blot in _blots_at_risk(boards, side):
        here = whole[boards[:, blot] * other == 1]
        draft.add(here, IN_HAND, blot, other)
        for slot in own:
            both = here[boards[here, slot] * side.sign > 0]
            draft.add(both, IN_HAND, slot, side.sign, blot, other)
        coming = here[~final[here]]  # after a whole play no hitter comes any more
        draft.add(coming, BLOT_FIRST, bumped=(blot, bar, other))
        for slot in own:
            both = coming[boards[coming, slot] * side.sign > 0]
            draft.add(both, IN_HAND, slot, side.sign, bumped=(blot, bar, other))
    early = whole[np.array(steps) <= max(steps) // 2]
    for number, slot in enumerate(own):
        for second in own[number:]:
            least = 2 if second == slot else 1
            both = early[
                (boards[early, slot] * side.sign >= least)
                & (boards[early, second] * side.sign >= least)
            ]
            draft.add(both, IN_HAND, slot, side.sign, second, side.sign)
    return draft.book(agreed, side, tuple(ways.boards.values()))


def book_of_position(agreed: Position) -> Book:
    """The pictures of a board that nobody may change: itself, and with a checker in a hand."""
    boards = np.array([agreed.slots], dtype=np.int8)
    draft = _Draft(boards, np.array([False]))
    whole = np.array([0])
    draft.add(whole, PARTIAL)
    lying = [slot for slot in range(SLOTS) if agreed.slots[slot]]
    for slot in lying:
        draft.add(whole, IN_HAND, slot, int(np.sign(agreed.slots[slot])))
    return draft.book(agreed, None, ((),))


class _Draft:
    """Rows under way, simplest stories first."""

    def __init__(self, boards: Ints, final: npt.NDArray[np.bool_]) -> None:
        self._boards = boards
        self._final = final
        self._rows: list[Ints] = []
        self._board: list[Indices] = []
        self._story: list[Ints] = []
        self._lifted: list[Ints] = []

    def add(
        self,
        boards: Indices,
        story: int,
        slot: int = _NOWHERE,
        sign: int = 0,
        second: int = _NOWHERE,
        second_sign: int = 0,
        bumped: tuple[int, int, int] | None = None,
    ) -> None:
        """These boards, with one checker of `sign` missing from `slot` (and one from `second`).

        bumped: (from, to, sign) of a blot that lies on its bar already.
        """
        if not len(boards):
            return
        rows = self._boards[boards].copy()
        if slot != _NOWHERE:
            rows[:, slot] -= sign
        if second != _NOWHERE:
            rows[:, second] -= second_sign
        if bumped is not None:
            blot, bar, blot_sign = bumped
            rows[:, blot] -= blot_sign
            rows[:, bar] += blot_sign
        self._rows.append(rows)
        self._board.append(np.asarray(boards, dtype=np.intp))
        self._story.append(np.full(len(boards), story, dtype=np.int8))
        self._lifted.append(np.tile(np.array([[slot, second]], dtype=np.int8), (len(boards), 1)))

    def book(
        self, agreed: Position, side: Side | None, steps: tuple[tuple[Step, ...], ...]
    ) -> Book:
        rows = np.concatenate(self._rows)
        lifted = np.concatenate(self._lifted)
        story = np.concatenate(self._story)
        hands = (lifted != _NOWHERE).sum(axis=1).astype(np.int8)
        taken = np.array([len(each) for each in steps])[np.concatenate(self._board)]
        order = np.lexsort((taken, hands * 8 + story))  # the shortest story of a picture
        keys = np.ascontiguousarray(rows[order]).view(f"V{SLOTS}").ravel()
        _distinct, first = np.unique(keys, return_index=True)
        kept = order[np.sort(first)]
        rows = rows[kept]
        board = np.concatenate(self._board)[kept]
        lifted = lifted[kept]
        away = np.maximum(lifted[:, 0], 0)
        untouched = self._boards[board, away] == np.array(agreed.slots)[away]
        idle = (lifted[:, 0] != _NOWHERE) & untouched & self._final[board]
        flat = rows.astype(np.intp) + CONTENT + CONTENTS * np.arange(SLOTS)
        wanted = tuple(tuple(np.unique(column).tolist()) for column in rows.T)
        varying = (rows != np.array(agreed.slots, dtype=np.int8)).any(axis=0)
        return Book(
            agreed=agreed,
            side=side,
            boards=self._boards,
            steps=steps,
            final=self._final,
            rows=rows,
            story=story[kept],
            board=board,
            lifted=lifted,
            hands=hands[kept],
            idle=idle,
            wanted=wanted,
            index=np.ascontiguousarray(flat[:, varying].T),
        )


def _blots_at_risk(boards: Ints, side: Side) -> list[int]:
    """Slots of the other side's single checkers that a way hits."""
    own = boards * side.sign
    points = range(min(LIGHT_BAR_SLOT, DARK_BAR_SLOT))
    return [slot for slot in points if own[0, slot] == -1 and (own[:, slot] > 0).any()]


def _contents(boards: list[Board], side: Side) -> Ints:
    """(N, 26) signed contents by slot of boards that `side` sees."""
    seen = np.array(boards, dtype=np.int8)
    if side is Side.LIGHT:
        return np.ascontiguousarray(seen[:, [*range(1, BAR), BAR, 0]])
    return np.ascontiguousarray(-seen[:, [*range(BAR - 1, 0, -1), 0, BAR]])
