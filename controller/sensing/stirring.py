"""A board that reads as it did before, though checkers came and went since.

Beside the board that was read last every single movement stands out: what is compared are the same
checkers a moment ago, of the same play. Where that comparison says that something came or went, but
the board as a whole still reads as the same position, one of the two readings is mistaken.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from controller.sensing.change import change_of
from controller.sensing.evidence import Transition
from controller.sensing.means import Means
from controller.sensing.templates import CONTENT

STIRRED = 8.0
"""Nats, over all slots, by which a movement must speak for another count than lay there."""


def is_stirred(now: Means, before: Means, slots: Sequence[int]) -> bool:
    """Whether what moved since `before`, which read as these contents, left others behind.

    A point whose checkers a sleeve pushed is no such movement: it reads as the same count.
    """
    change = change_of(now, before)
    spoken = 0.0
    for slot in np.flatnonzero(change.moved).tolist():
        step = Transition(change, slot)
        row = step.row(slots[slot])
        kept = max(float(row[slots[slot] + CONTENT]), step.same, step.strange)
        spoken += max(float(row.max()) - kept, 0.0)
    return spoken >= STIRRED
