"""What was moved between two boards, whether the rules allow it or not.

For an illegal play that was let stand: its text comes from the boards, since no roll explains it.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import permutations

from controller.rules.notation import MAX_STEPS, literal_board
from controller.rules.plays import Step, canonical_steps
from controller.rules.position import BAR, OFF, Board, Roll


def steps_between(before: Board, after: Board, roll: Roll) -> tuple[Step, ...] | None:
    """The mover's steps that lead from one board to the other, in canonical order.

    Of several pairings the one that uses most numbers of the roll. None where forward steps of at
    most four checkers, hitting only where they land, do not explain the whole difference.
    """
    sources, targets = _moved(before, after)
    off = len(sources) - len(targets)
    if off < 0 or len(sources) > MAX_STEPS:
        return None
    targets += [OFF] * off
    found = []
    for order in set(permutations(targets)):
        steps = _steps(zip(sources, order, strict=True), before)
        if steps is not None and literal_board(before, steps) == after:
            found.append(steps)
    return max(found, key=lambda steps: (_explained(steps, roll), steps), default=None)


def _moved(before: Board, after: Board) -> tuple[list[int], list[int]]:
    """Points that lost the mover's checkers and points that won some, one entry a checker."""
    change = [max(after[point], 0) - max(before[point], 0) for point in range(1, BAR + 1)]
    sources = [point for point, n in enumerate(change, 1) for _ in range(-n)]
    targets = [point for point, n in enumerate(change, 1) for _ in range(n)]
    return sources, targets


def _steps(pairs: Iterable[tuple[int, int]], before: Board) -> tuple[Step, ...] | None:
    steps = []
    hit: set[int] = set()
    for source, to in sorted(pairs, reverse=True):
        if to >= source:
            return None
        hits = to != OFF and before[to] == -1 and to not in hit
        if hits:
            hit.add(to)
        steps.append(Step(source, to, hits))
    return canonical_steps(tuple(steps))


def _explained(steps: tuple[Step, ...], roll: Roll) -> int:
    """How many steps are as long as a number of the roll."""
    left = [*roll, *roll] if roll[0] == roll[1] else list(roll)
    explained = 0
    for step in steps:
        if step.source - step.to in left:
            left.remove(step.source - step.to)
            explained += 1
    return explained
