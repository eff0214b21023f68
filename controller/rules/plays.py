"""Legal plays of standard backgammon, and every board on the way of one.

One breadth-first walk answers both questions: the boards after the last possible step are the
legal finals, the boards passed on ways that get there are what a settled board may show while a
play is under way. Where the finals alone are asked for, shorter walks find the same ones.

Rule texts: PT-16..27, BR-04..17 of the rule sheets; where they are silent, "Rules of Backgammon"
(both dice if possible, else the larger; as gnubg 1.07 does).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from controller.rules.position import BAR, OFF, Board, Position, Roll, Side

HOME_TOP = 6


class Step(NamedTuple):
    """One checker by one die, in the mover's points: source 1-25 (bar), to 0 (off) to 24.

    A tuple, because plays are compared and sorted in the innermost loop.
    """

    source: int
    to: int
    hit: bool = False


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
    turn (the untouched board alone where nothing can be played).
    """

    boards: dict[Board, tuple[Step, ...]]
    finals: frozenset[Board]


_Finals = dict[Board, tuple[Step, ...]]


def legal_plays(board: Board, roll: Roll) -> LegalPlays:
    """The legal plays of the side that sees `board` with two dice 1-6 (a double is four steps)."""
    used, finals = legal_finals(board, roll)
    plays = (Play(canonical_steps(steps), after) for after, steps in sorted(finals.items()))
    return LegalPlays(tuple(plays), used)


def legal_finals(board: Board, roll: Roll) -> tuple[int, _Finals]:
    """How many dice must be used, and each final board with the steps that sort first.

    Empty where nothing can be played. For callers that ask about one board (`find_play`):
    neither sorted nor in canonical order.
    """
    if roll[0] == roll[1]:
        return _double_finals(board, roll[0])
    return _pair_finals(board, max(roll), min(roll))


def _pair_finals(board: Board, high: int, low: int) -> tuple[int, _Finals]:
    """Finals of two different dice: both orders; else one die, the larger if it can be played."""
    both: _Finals = {}
    one: dict[int, _Finals] = {high: {}, low: {}}
    for first, second in ((high, low), (low, high)):
        for step, between in single_steps(board, first):
            one[first][between] = (step,)
            for next_step, after in single_steps(between, second):
                steps = (step, next_step) if step > next_step else (next_step, step)
                if after not in both or steps > both[after]:
                    both[after] = steps
    if both:
        return 2, both
    single = one[high] or one[low]
    return (1, single) if single else (0, {})


def _double_finals(board: Board, die: int) -> tuple[int, _Finals]:
    """How many steps of a double can be made, and the boards after them.

    Steps of one size can always be made from the rearmost checker on, so sources never rise:
    each set of steps is tried once, in the order that the canonical text wants.
    """
    ways: list[tuple[Board, int, tuple[Step, ...]]] = [(board, BAR, ())]
    used = 0
    while used < 4:
        longer = [
            (after, step.source, (*steps, step))
            for before, ceiling, steps in ways
            for step, after in single_steps(before, die, ceiling)
        ]
        if not longer:
            break
        ways, used = longer, used + 1
    finals: _Finals = {}
    for after, _ceiling, steps in ways if used else ():
        if after not in finals or steps > finals[after]:
            finals[after] = steps
    return used, finals


def legal_ways(board: Board, roll: Roll) -> Ways:
    """Every board that a legal play passes, in any order of its steps, with its finals."""
    levels = _levels(board, roll)
    boards: dict[Board, tuple[Step, ...]] = {}
    for level in levels:
        for (after, _left), steps in level.items():
            if after not in boards or level is levels[-1]:  # a final's own steps win (bear-off)
                boards[after] = canonical_steps(steps)
    finals = frozenset(after for after, _left in levels[-1])
    return Ways(boards, finals)


def canonical_steps(steps: tuple[Step, ...]) -> tuple[Step, ...]:
    """Descending order (source, then to), the hit marked on the first step that lands there.

    Ways of equal steps differ only in which of two arrivals hit; the record names the first.
    """
    ordered = sorted(((s.source, s.to) for s in steps), reverse=True)
    hits = {s.to for s in steps if s.hit}
    result = []
    for source, to in ordered:
        result.append(Step(source, to, to in hits))
        hits.discard(to)
    return tuple(result)


def ways_to(ways: Ways, roll: Roll, final: Board) -> Ways:
    """Of these boards those from which `final` can still be reached, in any order of its steps.

    For a play that was chosen and is still to be made. The untouched board stays first.
    """
    before: dict[Board, list[Board]] = {}
    for each in ways.boards:
        for die in set(roll):
            for _step, after in single_steps(each, die):
                if after in ways.boards:
                    before.setdefault(after, []).append(each)
    leading, frontier = {final}, [final]
    while frontier:
        reached = frontier.pop()
        for each in before.get(reached, ()):
            if each not in leading:
                leading.add(each)
                frontier.append(each)
    boards = {each: steps for each, steps in ways.boards.items() if each in leading}
    return Ways(boards, frozenset({final}))


def apply_steps(position: Position, side: Side, steps: tuple[Step, ...]) -> Position:
    """The position after `side` makes these steps; they must come from a legal play of it."""
    board = list(position.board(side))
    off = list(position.off)
    for step in steps:
        board[step.source] -= 1
        if step.to == OFF:
            off[side.index] += 1
            continue
        if board[step.to] < 0:
            board[step.to] = 0
            board[OFF] -= 1
        board[step.to] += 1
    return Position.from_board(tuple(board), side, (off[0], off[1]), position.reserve)


def single_steps(board: Board, die: int, ceiling: int = BAR) -> Iterator[tuple[Step, Board]]:
    """Every legal movement of one checker by one die, the highest source first.

    Sources above `ceiling` are left out of the answer, not of the rules.
    """
    if board[BAR]:
        to = BAR - die
        if board[to] >= -1:
            yield _moved(board, BAR, to)
        return
    highest = next((point for point in range(24, 0, -1) if board[point] > 0), 0)
    for source in range(min(highest, ceiling), 0, -1):
        if board[source] <= 0:
            continue
        to = source - die
        if to > 0:
            if board[to] >= -1:
                yield _moved(board, source, to)
        elif highest <= HOME_TOP and (to == 0 or source == highest):
            yield _moved(board, source, OFF)


_State = tuple[Board, tuple[int, ...]]
_Level = dict[_State, tuple[Step, ...]]


def _levels(board: Board, roll: Roll) -> list[_Level]:
    """States (board, dice left) after 0, 1, 2 ... steps, only those that end in a legal play.

    Each state keeps the steps that sort highest among all orders which reach it. Adding one more
    step to two sequences of equal length keeps their order, so keeping the best is enough.
    """
    high, low = max(roll), min(roll)
    dice = (high,) * 4 if high == low else (high, low)
    levels: list[_Level] = [{(board, dice): ()}]
    parents: list[dict[_State, list[_State]]] = [{}]
    while True:
        level: _Level = {}
        origins: dict[_State, list[_State]] = {}
        for state, steps in levels[-1].items():
            before, left = state
            for die in dict.fromkeys(left):
                rest = list(left)
                rest.remove(die)
                for step, after in single_steps(before, die):
                    reached = (after, tuple(rest))
                    longer = tuple(sorted((*steps, step), reverse=True))
                    if reached not in level or longer > level[reached]:
                        level[reached] = longer
                    origins.setdefault(reached, []).append(state)
        if not level:
            break
        levels.append(level)
        parents.append(origins)
    if len(levels) == 2 and high != low and any(left == (low,) for _b, left in levels[1]):
        levels[1] = {state: s for state, s in levels[1].items() if state[1] == (low,)}
    _prune(levels, parents)
    return levels


def _prune(levels: list[_Level], parents: list[dict[_State, list[_State]]]) -> None:
    """Drop the states from which the last level cannot be reached (they waste a die)."""
    for depth in range(len(levels) - 1, 1, -1):
        alive = {origin for state in levels[depth] for origin in parents[depth][state]}
        levels[depth - 1] = {s: steps for s, steps in levels[depth - 1].items() if s in alive}


def _moved(board: Board, source: int, to: int) -> tuple[Step, Board]:
    after = list(board)
    after[source] -= 1
    hit = to != OFF and after[to] == -1
    if hit:
        after[to] = 0
        after[OFF] -= 1
    if to != OFF:
        after[to] += 1
    return Step(source, to, hit), tuple(after)
