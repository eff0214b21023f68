"""Where the checkers are, as the rules see it.

Two views of one fact. A `Position` is absolute: contents by slot, both sides, nothing turned. A
`Board` is what the side to move sees: 26 ints, his points counted from his own home. `slot_of`
is the only place that converts between a side's points and the table's slots.
"""

from __future__ import annotations

import enum
from dataclasses import dataclass

CHECKERS = 15
POINTS = 24
BAR = 25  # a side's own bar, as a step's source
OFF = 0  # borne off, as a step's destination
RESERVE = 26  # acey-deucey: not yet entered, as a step's source
LIGHT_BAR_SLOT = 24  # the bar half where light's hit checkers lie
DARK_BAR_SLOT = 25
SLOTS = 26

Board = tuple[int, ...]
"""26 ints from the mover's side: index 1-24 his points (positive his, negative the other's),
index 25 his bar (>= 0), index 0 the other's bar (<= 0)."""

Roll = tuple[int, int]
"""Two dice; order means nothing except in the opening, where light's die comes first."""


class Side(enum.Enum):
    """Who moves. Light is the left column of a record, dark the right one."""

    LIGHT = "light"
    DARK = "dark"

    @property
    def other(self) -> Side:
        return Side.DARK if self is Side.LIGHT else Side.LIGHT

    @property
    def sign(self) -> int:
        """+1 for light, -1 for dark: the sign of this side's counts in `Position.slots`."""
        return 1 if self is Side.LIGHT else -1

    @property
    def index(self) -> int:
        """0 for light, 1 for dark: this side's place in pairs."""
        return 0 if self is Side.LIGHT else 1


def slot_of(side: Side, point: int) -> int:
    """The table's slot of a side's point (1-24) or bar (25).

    Raises ValueError for any other number: off and reserve are no places on the table.
    """
    if point == BAR:
        return LIGHT_BAR_SLOT if side is Side.LIGHT else DARK_BAR_SLOT
    if not 1 <= point <= POINTS:
        raise ValueError(f"point {point} is not 1-24 or {BAR} (bar)")
    return point - 1 if side is Side.LIGHT else POINTS - point


def point_of(side: Side, slot: int) -> int:
    """The point (1-24, own bar 25) that a side calls this slot.

    Raises ValueError for the other side's bar half, which has no number on this side.
    """
    if slot == slot_of(side, BAR):
        return BAR
    if not 0 <= slot < POINTS:
        raise ValueError(f"slot {slot} has no number for {side.value}")
    return slot + 1 if side is Side.LIGHT else POINTS - slot


@dataclass(frozen=True, slots=True)
class Position:
    """Where all checkers are, absolutely.

    slots: 26 signed counts by slot, positive light, negative dark; slot 24 holds light's hit
    checkers (>= 0), slot 25 dark's (<= 0). off, reserve: (light, dark) counts.
    """

    slots: tuple[int, ...]
    off: tuple[int, int] = (0, 0)
    reserve: tuple[int, int] = (0, 0)

    def __post_init__(self) -> None:
        if len(self.slots) != SLOTS:
            raise ValueError(f"a position has {SLOTS} slots, not {len(self.slots)}")
        if self.slots[LIGHT_BAR_SLOT] < 0 or self.slots[DARK_BAR_SLOT] > 0:
            raise ValueError("each bar half holds its own side's checkers only")
        if min(self.off + self.reserve) < 0:
            raise ValueError("off and reserve are counts")

    def board(self, side: Side) -> Board:
        """This position as `side` sees it."""
        s = self.slots
        if side is Side.LIGHT:
            return (s[DARK_BAR_SLOT], *s[:POINTS], s[LIGHT_BAR_SLOT])
        return (-s[LIGHT_BAR_SLOT], *(-n for n in reversed(s[:POINTS])), -s[DARK_BAR_SLOT])

    @classmethod
    def from_board(
        cls,
        board: Board,
        side: Side,
        off: tuple[int, int] = (0, 0),
        reserve: tuple[int, int] = (0, 0),
    ) -> Position:
        """The position that `side` sees as `board`. off, reserve: (light, dark)."""
        if len(board) != SLOTS:
            raise ValueError(f"a board has {SLOTS} numbers, not {len(board)}")
        if side is Side.LIGHT:
            slots = (*board[1:BAR], board[BAR], board[0])
        else:
            slots = (*(-n for n in reversed(board[1:BAR])), -board[0], -board[BAR])
        return cls(tuple(slots), off, reserve)

    def on_board(self, side: Side) -> int:
        """How many of a side's checkers lie on points and bar."""
        return sum(n * side.sign for n in self.slots if n * side.sign > 0)

    def owned(self, side: Side) -> int:
        """All checkers of a side, wherever they are (15 but after a set-up error)."""
        return self.on_board(side) + self.off[side.index] + self.reserve[side.index]


def pip_count(position: Position, side: Side) -> int:
    """Pips a side still has to go; a checker in reserve counts like one on the bar."""
    board = position.board(side)
    on_board = sum(point * n for point, n in enumerate(board) if n > 0)
    return on_board + BAR * position.reserve[side.index]


START_BOARD: Board = (
    *(0,),
    *(-2, 0, 0, 0, 0, 5),
    *(0, 3, 0, 0, 0, -5),
    *(5, 0, 0, 0, -3, 0),
    *(-5, 0, 0, 0, 0, 2),
    *(0,),
)
"""Standard set-up: two on 24, five on 13, three on 8, five on 6 (rule sheets PT-11, BR-01)."""

START = Position.from_board(START_BOARD, Side.LIGHT)
