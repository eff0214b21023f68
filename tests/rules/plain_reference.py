"""A slow generator of legal plays, written from the rule text alone.

It shares no code with the product: lists, recursion over both orders of the dice, no de-duping
on the way. Texts: BR-08..17; both dice if possible, else the larger (BR-10..12); NO-05..18 for
the reserve; a hitter in its own home stays there where `hit_and_run` is off (rules 4, tavla).
"""

from __future__ import annotations

from collections.abc import Iterator

Path = tuple[tuple[int, ...], ...]


def reference_ways(
    board: tuple[int, ...], dice: tuple[int, int], *, reserve: int = 0, hit_and_run: bool = True
) -> set[Path]:
    """Every legal turn as the boards it passes, the first being `board`, the last its final.

    Boards are lists of 26 numbers; the reserve is kept as a 27th while searching.
    """
    orders = [[dice[0]] * 4] if dice[0] == dice[1] else [[*dice], [dice[1], dice[0]]]
    stays = [p for p in range(1, 7) if board[p] == -1 and not hit_and_run]
    turns = [turn for order in orders for turn in _turns((*board, reserve), order, stays)]
    most = max(len(used) for used, _ in turns)
    best = [(used, path) for used, path in turns if len(used) == most]
    if most == 1:
        larger = max(used[0] for used, _ in best)
        best = [(used, path) for used, path in best if used[0] == larger]
    return {tuple(passed[:26] for passed in path) for _, path in best}


def _turns(
    board: tuple[int, ...], dice: list[int], stays: list[int]
) -> Iterator[tuple[list[int], Path]]:
    """All ways to play the dice in this order until one of them cannot be played."""
    played = False
    if dice:
        for after in _steps(board, dice[0]):
            if any(after[p] == 0 for p in stays):
                continue  # a blot was hit there and nobody stayed
            played = True
            for used, path in _turns(after, dice[1:], stays):
                yield [dice[0], *used], (board, *path)
    if not played:
        yield [], (board,)


def _steps(board: tuple[int, ...], die: int) -> Iterator[tuple[int, ...]]:
    for source in range(1, 27):
        if board[source] <= 0 or (board[25] > 0 and source != 25):
            continue
        target = min(source, 25) - die
        after = list(board)
        after[source] -= 1
        if target > 0:
            if board[target] <= -2:
                continue
            if board[target] == -1:
                after[target] = 0
                after[0] -= 1
            after[target] += 1
            yield tuple(after)
        elif all(board[p] <= 0 for p in range(7, 27)):
            higher = any(board[p] > 0 for p in range(source + 1, 7))
            if target == 0 or not higher:
                yield tuple(after)
