"""The unconstrained best guess of a board, and the board on the way that is nearest to it."""

from __future__ import annotations

from collections.abc import Sequence

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
_FAR = 1 << 12  # more points than thirty checkers can be away

CLEAR = 6.0
"""Nats by which a slot must show a surplus checker for it to be believed against the count."""


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


assert CONTENTS == 2 * CONTENT + 1
