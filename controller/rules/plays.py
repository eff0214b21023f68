"""Legal plays, and every board on the way of one.

Rule texts: PT-16..27, BR-04..17 of the rule sheets, NO-05..18 for acey-deucey; where they are
silent, "Rules of Backgammon" (both dice if possible, else the larger; as gnubg 1.07 does). What a
game does differently is a field of its `Variant`.

`reserve` is how many checkers of the mover are still to enter before the play. A board needs no
count of them after it: whoever enters cannot bear off in the same turn, so what more lies on the
board has entered.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

from controller.rules import packed
from controller.rules.position import BAR, OFF, RESERVE, Board, Position, Roll, Side
from controller.rules.variants import STANDARD, Variant


class Step(NamedTuple):
    """One checker by one die, in the mover's points: source 1-24, 25 (bar) or 26 (reserve), to
    1-24 or 0 (off).

    A tuple, because plays are compared and sorted in the innermost loop.
    """

    source: int
    to: int
    hit: bool = False


_step = cache(Step)  # a few hundred there are; looking one up takes a third of making it


class NextStep(NamedTuple):
    """A step that may be made now, the die that it takes, and the board after it."""

    step: Step
    die: int
    board: Board


@dataclass(frozen=True, slots=True)
class Play:
    """A whole turn: steps in canonical order (descending source, then to) and the board after."""

    steps: tuple[Step, ...]
    board: Board


@dataclass(frozen=True, slots=True)
class LegalPlays:
    """All plays with distinct finals, ascending by board; dice_used 0 and no plays: a dance."""

    plays: tuple[Play, ...]
    dice_used: int


@dataclass(frozen=True, slots=True)
class Ways:
    """Every board on the way of a legal play, the untouched one first.

    boards maps a board to the canonical steps that lead there; finals is the subset that ends a
    turn (the untouched board alone where nothing can be played); onward maps a board to the
    steps that may be made from it.
    """

    boards: dict[Board, tuple[Step, ...]]
    finals: frozenset[Board]
    onward: dict[Board, tuple[NextStep, ...]]

    def next_steps(self, board: Board) -> tuple[NextStep, ...]:
        """The steps from which a legal final can still be reached, the larger die first.

        () for a board that is on no way, and for a final that is not also on the way of another
        play (as 1/off is after 6-1 with 5/4/off, T28: the board does not say which dice are left).
        """
        return self.onward.get(board, ())


def legal_plays(
    board: Board, roll: Roll, variant: Variant = STANDARD, reserve: int = 0
) -> LegalPlays:
    """The legal plays of the side that sees `board` with two dice 1-6 (a double is four steps)."""
    start, turn = packed.pack(board, reserve, roll, hit_and_run=variant.hit_and_run)
    used, found = packed.finals(start, turn, roll)
    plays = [
        Play(_steps(state, last), packed.unpack(number)) for number, (last, state) in found.items()
    ]
    plays.sort(key=lambda play: play.board)
    return LegalPlays(tuple(plays), used)


def legal_finals(
    board: Board, roll: Roll, variant: Variant = STANDARD, reserve: int = 0
) -> list[Board]:
    """The boards after the legal plays, each once and in no order; none for a dance."""
    start, turn = packed.pack(board, reserve, roll, hit_and_run=variant.hit_and_run)
    _used, found = packed.finals(start, turn, roll)
    return packed.unpack_all(found)


def first_legal(finals: Iterable[Board]) -> Board:
    """The final board that is the smallest, read from the bar down to the ace point (A-12, which
    leaves open from where): who is farthest from home is brought on first, so that a game of
    nobody but timers ends."""
    return min(finals, key=lambda board: board[::-1])


def legal_play_to(
    board: Board, roll: Roll, after: Board, variant: Variant = STANDARD, reserve: int = 0
) -> Play | None:
    """The legal play that ends on this board, a dance included; None if none does."""
    start, turn = packed.pack(board, reserve, roll, hit_and_run=variant.hit_and_run)
    used, found = packed.finals(start, turn, roll)
    if not used:
        return Play((), board) if after == board else None
    ways = (way for number, way in found.items() if packed.unpack(number) == after)
    return next((Play(_steps(state, last), after) for last, state in ways), None)


def legal_ways(
    board: Board,
    roll: Roll,
    variant: Variant = STANDARD,
    reserve: int = 0,
    *,
    to: Board | None = None,
) -> Ways:
    """Every board that a legal play passes, in any order of its steps, with its finals.

    to: of all plays only those that end on this board, for a play that was chosen and is still
    to be made; it must be one of the legal finals.
    """
    start, turn = packed.pack(board, reserve, roll, hit_and_run=variant.hit_and_run)
    boards = {start[0]: board}
    steps: dict[Board, tuple[Step, ...]] = {board: ()}
    onward: dict[Board, list[NextStep]] = {}
    finals = set[Board]()
    for walk in packed.walks(start, turn, roll, to):
        taken: dict[int, tuple[Step, ...]] = {start[0]: ()}
        for level in walk:
            reached = dict[int, tuple[Step, ...]]()
            for number, edges in level.items():
                following = onward.setdefault(boards[number], [])
                for leg, hit, after in edges:
                    step = _step(leg.source, leg.to, hit)
                    if after not in reached:
                        reached[after] = (*taken[number], step)
                        boards.setdefault(after, packed.unpack(after))
                    following.append(NextStep(step, leg.die, boards[after]))
            is_end = level is walk[-1]
            for number, each in reached.items():
                # a board may end one play and be on the way of another: the end wins (T28)
                if is_end or boards[number] not in steps:
                    steps[boards[number]] = canonical_steps(each)
            taken = reached
        finals.update(boards[number] for number in taken)
    onward_of = {each: tuple(following) for each, following in onward.items()}
    return Ways(steps, frozenset(finals or {board}), onward_of)


def canonical_steps(steps: tuple[Step, ...]) -> tuple[Step, ...]:
    """Descending order (source, then to), the hit marked on the first step that lands there.

    Ways of equal steps differ only in which of two arrivals hit; the record names the first.
    Where one checker enters from the bar and one from the reserve, either may take either die.
    """
    ordered = sorted(((s.source, s.to) for s in steps), reverse=True)
    if ordered and ordered[0][0] == RESERVE:
        entering = [each for each in ordered if each[0] >= BAR]
        tos = sorted((to for _source, to in entering), reverse=True)
        ordered[: len(tos)] = zip((source for source, _to in entering), tos, strict=True)
    hits = {s.to for s in steps if s.hit}
    result = []
    for source, to in ordered:
        result.append(_step(source, to, to in hits))
        hits.discard(to)
    return tuple(result)


def apply_steps(position: Position, side: Side, steps: tuple[Step, ...]) -> Position:
    """The position after `side` makes these steps; they must come from a legal play of it."""
    board = list(position.board(side))
    off, reserve = list(position.off), list(position.reserve)
    for step in steps:
        if step.source == RESERVE:
            reserve[side.index] -= 1
        else:
            board[step.source] -= 1
        if step.to == OFF:
            off[side.index] += 1
            continue
        if board[step.to] < 0:
            board[step.to] = 0
            board[OFF] -= 1
        board[step.to] += 1
    return Position.from_board(tuple(board), side, (off[0], off[1]), (reserve[0], reserve[1]))


def single_steps(board: Board, die: int, reserve: int = 0) -> Iterator[tuple[Step, Board]]:
    """Every legal movement of one checker by one die, the highest source first."""
    start, turn = packed.pack(board, reserve, (die,), hit_and_run=True)
    for number, _own, blots, leg, _parent in packed.successors(start, die, turn):
        yield Step(leg.source, leg.to, blots != start[2]), packed.unpack(number)


def _steps(state: packed.State, last: packed.Leg) -> tuple[Step, ...]:
    """The canonical steps of a play that was found."""
    return canonical_steps(
        tuple(_step(leg.source, leg.to, hit) for leg, hit in packed.path(state, last))
    )
