"""The fewest hand movements that turn one board into another, and of those the shortest.

Each side's checkers that lie too much are paired with the places that lack one: as many as can
be, since a pair is one movement and not two, and so that the hand's whole way over the table is
the shortest. What finds no partner goes beside the table, or comes from there.
"""

from __future__ import annotations

from collections.abc import Sequence

from controller.rules.position import DARK_BAR_SLOT, LIGHT_BAR_SLOT, POINTS, SLOTS, Side
from controller.sensing.assignment import assign
from controller.sensing.verdict import Fix

_ROW = POINTS // 2
_BAR_COLUMN = 6
_OVER = 7  # columns that the way from one row of points to the other is worth to a hand


def fixes(shown: Sequence[int], wanted: Sequence[int]) -> tuple[Fix, ...]:
    """Hand movements that turn the contents shown (26 signed counts by slot) into those wanted.

    In an order in which they can be made one by one: none puts a checker where the other side
    still lies, unless all that are left do.
    """
    moves: list[Fix] = []
    for side in Side:
        extra, missing = _surplus(shown, wanted, side), _surplus(wanted, shown, side)
        moves += [Fix(side, source, to) for source, to in _paired(extra, missing)]
    moves.sort(key=lambda fix: (fix.source is None, fix.to is None))
    return _one_by_one(moves, shown)


def hand_way(source: int, to: int) -> int:
    """How far a hand carries a checker between two slots (0-25), in widths of a point."""
    across = abs(_column(source) - _column(to))
    return across + (_OVER if _is_far(source) != _is_far(to) else 0)


def _paired(extra: list[int], missing: list[int]) -> list[tuple[int | None, int | None]]:
    """The shortest pairs of slots, by source; then those that are left over."""
    if len(extra) > len(missing):
        return [(source, to) for to, source in _paired(missing, extra)]
    chosen = assign([[hand_way(source, to) for to in missing] for source in extra])
    pairs: list[tuple[int | None, int | None]] = [
        (source, missing[column]) for source, column in zip(extra, chosen, strict=True)
    ]
    taken = set(chosen)
    return pairs + [(None, to) for column, to in enumerate(missing) if column not in taken]


def _one_by_one(moves: list[Fix], shown: Sequence[int]) -> tuple[Fix, ...]:
    """These movements, each next one the first that lands where nothing is in its way."""
    lying = {side: [max(count * side.sign, 0) for count in shown] for side in Side}
    left, ordered = list(moves), []
    while left:
        free = (fix for fix in left if fix.to is None or not lying[fix.side.other][fix.to])
        fix = next(free, left[0])
        left.remove(fix)
        ordered.append(fix)
        if fix.source is not None:
            lying[fix.side][fix.source] -= 1
        if fix.to is not None:
            lying[fix.side][fix.to] += 1
    return tuple(ordered)


def _surplus(more: Sequence[int], less: Sequence[int], side: Side) -> list[int]:
    """Slots where `more` holds more of a side's checkers than `less`, one entry a checker."""
    sign = side.sign
    return [
        slot
        for slot in range(SLOTS)
        if more[slot] != less[slot]
        for _ in range(max(more[slot] * sign, 0) - max(less[slot] * sign, 0))
    ]


def _column(slot: int) -> int:
    """Where a slot lies from left to right, 0-12, the bar in the middle; as seen with light's
    points 1-12 at the near rail, from right to left."""
    if slot >= POINTS:
        return _BAR_COLUMN
    place = slot - _ROW if slot >= _ROW else _ROW - 1 - slot
    return place if place < _BAR_COLUMN else place + 1


def _is_far(slot: int) -> bool:
    """Whether a slot begins at the far rail; light's bar half is at the near one."""
    return _ROW <= slot < LIGHT_BAR_SLOT or slot == DARK_BAR_SLOT
