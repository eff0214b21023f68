"""Turns that nobody saw: which legal turns lead from one position to another.

After blind time the board is known and the way to it is not. The search goes forward turn by turn
over all rolls that may have been thrown and keeps only boards from which the rest can still be
reached: a side's checkers move one way only, by 24 pips in a turn at most, and come back by a hit
alone. The last turn is not searched but tested. The search is bounded by how often the legal plays
of a roll are looked for, never by time.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from operator import neg

from controller.rules.difference import steps_between
from controller.rules.plays import Step, legal_finals, legal_play_to
from controller.rules.position import BAR, Board, Position, Roll, Side
from controller.rules.variants import STANDARD, Variant

ROLLS: tuple[Roll, ...] = tuple((a, b) for a in range(6, 0, -1) for b in range(a, 0, -1))
"""All 21, the larger die first."""

OPENING_ROLLS = tuple(roll for roll in ROLLS if roll[0] != roll[1])
"""A tie decides nothing."""

SEARCHES = 1000
"""Two turns take a hundred or so. A gap of three turns that needs more has too many explanations
anyway, nearly always; so many take a seventh of a second."""

MOST_PIPS = 24  # of one turn
MOST_STEPS = 4


@dataclass(frozen=True, slots=True)
class MissedTurn:
    """A turn by `side` that leaves `after`. rolls: all by which it is legal, the likelier first.

    steps: canonical, () for a dance; where several rolls explain the play a checker's way counts as
    one step, since nobody knows where it touched down (unless it hit there).
    """

    side: Side
    rolls: tuple[Roll, ...]
    steps: tuple[Step, ...]
    after: Position


@dataclass(frozen=True, slots=True)
class Explanations:
    """Sequences of turns that lead there, the likeliest first, all of equally many turns.

    is_whole: these are all of them; False where the search ended early. searches: how often the
    plays of a roll were looked for.
    """

    sequences: tuple[tuple[MissedTurn, ...], ...] = ()
    is_whole: bool = True
    searches: int = 0


@dataclass(frozen=True, slots=True)
class Gap:
    """What is known of the time in between.

    first: who acted first. rolls: what he may have thrown (one where it is known). chosen: the
    board, from his side, of the only play that he may have made. variant: one without a reserve.
    """

    start: Position
    first: Side
    end: Position
    rolls: Sequence[Roll] = ROLLS
    chosen: Board | None = None
    variant: Variant = STANDARD


def missed_turns(gap: Gap, turns: int, *, most: int = 0, searches: int = SEARCHES) -> Explanations:
    """Every way to get from start to end in exactly so many turns.

    most: stop once more than so many are found (0: find all). searches: how often the plays of a
    roll may be looked for; two turns take some hundred, three by far the most.
    """
    search = _Search(gap, turns, most, searches)
    boards = search.run()
    told = [_told(gap, each) for each in boards]
    told.sort(key=_chance, reverse=True)
    return Explanations(tuple(told), search.is_whole, searches - search.left)


class _Out(Exception):
    """The search may not go on."""


class _Search:
    """Depth first. Boards are kept as the side sees them that made the turn."""

    def __init__(self, gap: Gap, turns: int, most: int, searches: int) -> None:
        self._gap = gap
        self._turns = turns
        self._most = most
        self.left = searches
        self._ends = (gap.end.board(gap.first), gap.end.board(gap.first.other))
        self._found: list[tuple[Board, ...]] = []
        self.is_whole = True

    def run(self) -> list[tuple[Board, ...]]:
        start = self._gap.start.board(self._gap.first)
        try:
            if self._is_open(flipped(start), 0):
                self._go(start, ())
        except _Out:
            self.is_whole = False
        return self._found

    def _go(self, seen: Board, before: tuple[Board, ...]) -> None:
        """seen: the board as the side on turn sees it."""
        number = len(before)
        end = self._ends[number % 2]
        if number == self._turns - 1:
            if self._is_turn(seen, end, number):
                self._found.append((*before, end))
                if self._most and len(self._found) > self._most:
                    raise _Out
            return
        for after in sorted(self._following(seen, number)):
            if self._is_open(after, number + 1) and _count(after):  # whoever is off has won
                self._go(flipped(after), (*before, after))

    def _is_open(self, last: Board, number: int) -> bool:
        """May the end still be reached after so many turns? last: the board as the side sees it
        that does not move next."""
        left = self._turns - number
        own = (left // 2, (left + 1) // 2)
        ends = (self._ends[1 - number % 2], self._ends[number % 2])
        hits = [
            _hits(ends[0], own[0], own[1], left % 2),
            _hits(ends[1], own[1], own[0], 1 - left % 2),
        ]
        if not _may_become(last, ends[0], own[0], hits[0]):
            return False
        boards = (last, flipped(last))
        for side in (0, 1, 0):  # whoever is not hit moves what the boards say, and hits no more
            if not hits[side]:
                moved = _pips(boards[side]) - _pips(ends[side])
                hits[1 - side] = min(hits[1 - side], max(moved, 0))
        return all(map(_may_become, boards, ends, own, hits))

    def _is_turn(self, seen: Board, end: Board, number: int) -> bool:
        if number == 0 and self._gap.chosen not in (None, end):
            return False
        for roll in self._possible(seen, number):
            self._count()
            if legal_play_to(seen, roll, end, self._gap.variant) is not None:
                return True
        return False

    def _following(self, seen: Board, number: int) -> set[Board]:
        """The boards that this turn may leave, as its mover sees them."""
        if number == 0 and self._gap.chosen is not None:
            return {self._gap.chosen}
        boards: set[Board] = set()
        for roll in self._possible(seen, number):
            self._count()
            boards.update(legal_finals(seen, roll, self._gap.variant) or (seen,))
        return boards

    def _possible(self, seen: Board, number: int) -> list[Roll]:
        """Of the rolls that may have been thrown those whose pips can have been moved."""
        rolls = ROLLS if number else self._gap.rolls
        end = self._ends[number % 2]
        later = (self._turns - number - 1) // 2  # further turns of this side
        moved = _pips(seen) - _pips(end)  # less what hits gave back
        is_last = number >= self._turns - 1 or (not later and not end[BAR])
        if is_last and _count(seen) == _count(end):
            return [roll for roll in rolls if _makes(roll, moved)]
        return [roll for roll in rolls if _most(roll) >= moved - MOST_PIPS * later]

    def _count(self) -> None:
        if not self.left:
            raise _Out
        self.left -= 1


def flipped(board: Board) -> Board:
    """The same board as the other side sees it."""
    return tuple(map(neg, reversed(board)))


def _hits(end: Board, own: int, others: int, later: int) -> int:
    """How often a side may be hit at most, that has `own` turns and the other `others`, of which
    `later` come after its last: whoever is hit then stays on the bar."""
    later = min(later, others)
    before = MOST_STEPS * (others - later)
    return before + min(MOST_STEPS * later, end[BAR]) if own else MOST_STEPS * others


def _may_become(now: Board, end: Board, own: int, hits: int) -> bool:
    """May the checkers of the side that sees these boards get from one to the other by so many own
    turns, being hit so often at most?"""
    if not own:
        return _may_be_left(now, end, hits)
    behind = pips = arrived = 0
    for point in range(BAR, 0, -1):
        have, want = now[point], end[point]
        if have > 0 or want > 0:
            change = (want if want > 0 else 0) - (have if have > 0 else 0)
            behind += change
            if behind > hits:
                return False
            pips -= point * change
            if change > 0 and point != BAR:
                arrived += change
    return (hits > 0 or pips >= 0) and pips <= MOST_PIPS * own and arrived <= MOST_STEPS * own


def _may_be_left(now: Board, end: Board, hits: int) -> bool:
    """May these checkers become those without a turn of their own?"""
    hit = 0
    for point in range(1, BAR):
        have, want = now[point], end[point]
        if have != want and (have > 0 or want > 0):
            if have != 1 or want > 0 or hit == hits:
                return False
            hit += 1
    return end[BAR] == now[BAR] + hit


def _pips(board: Board) -> int:
    return sum(point * n for point, n in enumerate(board) if n > 0)


def _count(board: Board) -> int:
    return sum(n for n in board if n > 0)


def _most(roll: Roll) -> int:
    return 4 * roll[0] if roll[0] == roll[1] else roll[0] + roll[1]


def _makes(roll: Roll, pips: int) -> bool:
    """May a turn without bearing off move so many pips with this roll?"""
    high, low = roll
    if high == low:
        return pips % high == 0 and pips <= MOST_STEPS * high
    return pips in (0, low, high, high + low)


def _told(gap: Gap, boards: tuple[Board, ...]) -> tuple[MissedTurn, ...]:
    """The turns that lead over these boards, each as its mover sees it."""
    turns = []
    position, side = gap.start, gap.first
    for number, board in enumerate(boards):
        rolls = ROLLS if number else gap.rolls
        turn = turn_between(position, side, board, rolls, gap.variant)
        assert turn is not None
        turns.append(turn)
        position, side = turn.after, side.other
    return tuple(turns)


def turn_between(
    before: Position,
    side: Side,
    after: Board,
    rolls: Iterable[Roll] = ROLLS,
    variant: Variant = STANDARD,
) -> MissedTurn | None:
    """The turn by which `side` gets from a position to a board; None if no roll makes it legal."""
    seen = before.board(side)
    plays = {}
    for roll in sorted(rolls, key=lambda roll: roll[0] == roll[1]):
        play = legal_play_to(seen, roll, after, variant)
        if play is not None:
            plays[roll] = play.steps
    if not plays:
        return None
    steps = next(iter(plays.values()))
    if len(plays) > 1 and steps:
        steps = steps_between(seen, after, next(iter(plays))) or steps
    off = list(before.off)
    off[side.index] += _count(seen) - _count(after)
    position = Position.from_board(after, side, (off[0], off[1]), before.reserve)
    return MissedTurn(side, tuple(plays), steps, position)


def _chance(turns: Iterable[MissedTurn]) -> float:
    """How likely these rolls are to be thrown."""
    chance = 1.0
    for turn in turns:
        chance *= sum(1 if high == low else 2 for high, low in turn.rolls) / 36
    return chance
