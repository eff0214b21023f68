"""The unconstrained best guess of a board, and the board on the way that is nearest to it."""

from __future__ import annotations

import heapq
from collections.abc import Iterator, Sequence

import numpy as np
import numpy.typing as npt

from controller.rules.position import (
    DARK_BAR_SLOT,
    LIGHT_BAR_SLOT,
    SLOTS,
    Position,
    Side,
)
from controller.sensing.evidence import Evidence
from controller.sensing.geometry import Floats
from controller.sensing.likelihood import CONTENTS
from controller.sensing.templates import CONTENT

Contents = tuple[int, ...]
Ints = npt.NDArray[np.int8]

_ALONG = [DARK_BAR_SLOT, *range(LIGHT_BAR_SLOT), LIGHT_BAR_SLOT]  # slots as checkers travel
_BOARDS_LOOKED_AT = 500
_FAR = 1 << 12  # more points than thirty checkers can be away

CLEAR = 6.0
"""Nats by which a slot must show a surplus checker for it to be believed against the count."""

LACKING = 4.0
"""Nats by which a slot may speak against one checker more that the side owns and that lies nowhere
else: less than what a verdict needs. (A checker lifted and laid back a little otherwise was told as
lost in four of 24 knocked boards.)"""


def best_guess(evidence: Evidence, agreed: Position) -> tuple[Contents, float]:
    """(contents, nats gained over the agreed position), each slot by itself.

    The nats are unbounded; the contents hold no more checkers of a side than it owns unless the
    board shows the surplus beyond doubt.
    """
    gains = evidence.gains
    best = gains.argmax(axis=1)
    score = float(evidence.best.sum())
    contents = [int(index) - CONTENT for index in best]
    for side in Side:
        owned = agreed.owned(side) - agreed.off[side.index]
        _bound(contents, gains, side, owned)
    return tuple(contents), score


def made_whole(contents: Contents, evidence: Evidence, agreed: Position) -> Contents:
    """The same, with checkers that lie nowhere put where they are hardly missed: what people are
    to mend must not name a checker as lost that only lies a little otherwise than before."""
    whole = list(contents)
    for side in Side:
        owned = agreed.owned(side) - agreed.off[side.index]
        while sum(n * side.sign for n in whole if n * side.sign > 0) < owned:
            loss, slot = min(_losses_of_one_more(whole, evidence.gains, side))
            if loss > LACKING:
                break
            whole[slot] += side.sign
    return tuple(whole)


def likely_boards(
    evidence: Evidence, agreed: Position, within: float, most: int
) -> tuple[Contents, ...]:
    """Contents of the whole board by their own merit, the likeliest first: at most `most`, each at
    most `within` nats worse than the first. None holds more checkers of a side than it owns, or one
    on the other side's bar half.

    Where nothing says which plays are legal, this is all that can be read.
    """
    gains = evidence.gains
    order = np.argsort(-gains, axis=1, kind="stable")
    loss = gains.max(axis=1, keepdims=True) - np.take_along_axis(gains, order, axis=1)
    owned = [agreed.owned(side) - agreed.off[side.index] for side in Side]
    # boards in the order of what they lose: each is followed by those with one more slot, or the
    # last slot once more, a rank down
    queue: list[tuple[float, tuple[tuple[int, int], ...]]] = [(0.0, ())]
    found: list[Contents] = []
    bound = np.inf
    for _ in range(_BOARDS_LOOKED_AT):
        if not queue or len(found) == most:
            break
        lost, ranks = heapq.heappop(queue)
        if lost > bound:
            break
        contents = [int(index) - CONTENT for index in order[:, 0]]
        for slot, rank in ranks:
            contents[slot] = int(order[slot, rank]) - CONTENT
        if _is_possible(contents, owned):
            found.append(tuple(contents))
            bound = min(bound, lost + within)
        last, rank = ranks[-1] if ranks else (-1, 0)
        if ranks and rank + 1 < CONTENTS:
            step = float(loss[last, rank + 1] - loss[last, rank])
            heapq.heappush(queue, (lost + step, (*ranks[:-1], (last, rank + 1))))
        for slot in range(last + 1, SLOTS):
            heapq.heappush(queue, (lost + float(loss[slot, 1]), (*ranks, (slot, 1))))
    return tuple(found)


def _is_possible(contents: Sequence[int], owned: Sequence[int]) -> bool:
    if contents[LIGHT_BAR_SLOT] < 0 or contents[DARK_BAR_SLOT] > 0:
        return False
    light = sum(n for n in contents if n > 0)
    return light <= owned[0] and light - sum(contents) <= owned[1]


def is_clear(evidence: Evidence, contents: Contents, margin: float) -> bool:
    """Every slot shows these contents, and nothing else within `margin` nats of them."""
    slots, chosen = np.arange(SLOTS), np.array(contents) + CONTENT
    others = evidence.gains.copy()
    others[slots, chosen] = -np.inf
    rivals = np.maximum(others.max(axis=1), evidence.strange)
    return bool((evidence.gains[slots, chosen] - rivals >= margin).all())


def nearest(shown: Sequence[int], boards: Ints) -> int:
    """The board (row) with the fewest hand movements from what is shown; of equals the one with
    the shortest way for the hand, then the first (the fewest steps made)."""
    seen = np.asarray(shown, dtype=np.int16)
    movements = np.zeros(len(boards), dtype=np.int64)
    points = np.zeros(len(boards), dtype=np.int64)
    for side in Side:
        differs = np.maximum(boards.astype(np.int16) * side.sign, 0)
        differs -= np.maximum(seen * side.sign, 0)
        missing, extra = np.maximum(differs, 0).sum(axis=1), np.maximum(-differs, 0).sum(axis=1)
        movements += np.maximum(missing, extra)
        travel = np.abs(np.cumsum(differs[:, _ALONG], axis=1)).sum(axis=1)
        points += np.where(missing == extra, travel, 0)
    return int((movements * _FAR + points).argmin())


def _bound(contents: list[int], gains: Floats, side: Side, owned: int) -> None:
    """Take the least credible checkers of a side away until it owns what is left."""
    sign = side.sign
    while sum(n * sign for n in contents if n * sign > 0) > owned:
        losses = [
            (float(gains[slot, n + CONTENT] - gains[slot, n - sign + CONTENT]), slot)
            for slot, n in enumerate(contents)
            if n * sign > 0
        ]
        loss, slot = min(losses)
        if loss > CLEAR:
            return
        contents[slot] -= sign


def _losses_of_one_more(
    contents: Sequence[int], gains: Floats, side: Side
) -> Iterator[tuple[float, int]]:
    """(nats, slot) of one more checker of a side wherever it may lie."""
    for slot, n in enumerate(contents):
        more = n + side.sign
        if n * side.sign >= 0 and abs(more) <= CONTENT:
            yield float(gains[slot, n + CONTENT] - gains[slot, more + CONTENT]), slot


assert CONTENTS == 2 * CONTENT + 1
