"""The same question as in `likelihood`, of cells that only say whether something lies over them.

Such a cell is on when its field passes half a checker's, whoever's it is; a mean of eight scans
may lie between where the field is near that. What such a table cannot see stays open here: whose
a checker is, and whether it lies on another. So its plays are shown and confirmed, never taken.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from controller.sensing.geometry import UNIT, Floats, Grid, Strip, kept_by_strip, slot_starts
from controller.sensing.likelihood import (
    ANEW,
    CONTENTS,
    NEVER,
    SlotReading,
    log_sum,
)
from controller.sensing.steps import is_change_of_one_turn
from controller.sensing.templates import CONTENT, Templates, arrangements, arrivals

THRESHOLD = 0.5 * UNIT
LYING = math.log(1e-4)
"""A cell may say anything once in 10,000: half on a checker's edge, a hand's shadow."""

_ERROR = 6.0  # units: offset and gain of a cell that nothing calibrates
_EDGE_MM = 0.85  # of the field's width: so far off its middle a checker still switches a cell on
_GIVE_MM = 5.0
_STAYS = (math.log(0.99), math.log(0.01))  # a cell whose checkers nobody touched; a changed one
_NUDGED = (math.log(0.85), math.log(0.15))
_SHARES = (math.log(0.80), math.log(0.15))  # untouched slots: still, nudged
_TOUCHED = (math.log(0.70), math.log(0.25))
_UNSEEN = -1.5  # nats: hands lay checkers from the rail outward, seldom between two cells
_BODILY = -8.0  # nats for a checker that comes where one lies


def absolute(now: SlotReading) -> Floats:
    """(31,) log-likelihood of each content, -15..15; the sides look alike."""
    strip = now.strip
    scores = np.array(
        [
            _log_sum_array(_switched(now, _lit(strip, count)) + arrangements(strip, count).weight)
            for count in range(CONTENT + 1)
        ],
        dtype=np.float32,
    )
    return np.asarray(np.maximum(np.concatenate([scores[:0:-1], scores]), NEVER), dtype=np.float32)


def unchanged(shift: Floats, weight: Floats, grid: Grid) -> Floats:
    """(2, 26) log-likelihood that the same checkers lie on each slot: still or nudged."""
    share = np.minimum(np.abs(shift) / UNIT, 1.0)
    rows = [
        np.add.reduceat(weight * ((1 - share) * same + share * other), slot_starts(grid)) + prior
        for (same, other), prior in zip((_STAYS, _NUDGED), _SHARES, strict=True)
    ]
    return np.asarray(rows, dtype=np.float32)


def changed(
    before: SlotReading, change: SlotReading, content: int, to: Sequence[int], anew: Floats
) -> Floats:
    """See `steps.changed`."""
    result = np.array(anew, dtype=np.float32)
    told = before.values.tobytes(), change.values.tobytes(), change.weight.tobytes()
    for nth, each in enumerate(to):
        if is_change_of_one_turn(content, each):
            score = _told(change.strip, content, each, *told)
            result[nth] = log_sum(score, ANEW + float(result[nth]))
    return result


@kept_by_strip
def _told(
    strip: Strip, content: int, to: int, before_bytes: bytes, shift_bytes: bytes, weighs: bytes
) -> float:
    """What a change of cells tells; few patterns occur, so each is worked out once."""
    was_on = np.frombuffer(before_bytes, dtype=np.float32) > THRESHOLD
    shift = np.frombuffer(shift_bytes, dtype=np.float32)
    weight = np.frombuffer(weighs, dtype=np.float32)
    flipped = np.minimum(np.abs(shift) / UNIT, 1.0)
    step = abs(to) - abs(content)
    fewer = min(abs(content), abs(to))
    templates = arrivals(strip, fewer, abs(step))
    if step > 0:
        flips = _probability(templates.mean - THRESHOLD, templates)
        crowded = templates.reach[:, was_on] < _clearance(strip)
        bodies = np.where(crowded.any(axis=1), _BODILY, 0.0)
        if fewer < strip.room:
            bodies = bodies + np.where(flips.max(axis=1) < 0.5, _UNSEEN, 0.0)
    else:
        # a cell that was on lies anywhere between the threshold and a whole checker; one under a
        # stack stays on
        flips = _probability(templates.mean - 0.75 * THRESHOLD, templates)
        if fewer >= strip.room:
            flips = np.zeros_like(flips)
        bodies = np.where(((templates.mean > UNIT * 0.8) & ~was_on).any(axis=1), _BODILY, 0.0)
        if fewer < strip.room and was_on.sum() >= min(abs(content), strip.room):
            # each was seen: none can have gone from between two cells
            bodies = bodies + np.where(flips.max(axis=1) < 0.5, _BODILY, 0.0)
    open_to_flip = was_on if step < 0 else ~was_on
    scores = []
    for (_same, other), share in zip((_STAYS, _NUDGED), _TOUCHED, strict=True):
        on = np.where(open_to_flip, np.maximum(flips, math.exp(other)), math.exp(other))
        on = np.minimum(on, 1 - math.exp(LYING))
        told = flipped * np.log(on) + (1 - flipped) * np.log1p(-on)
        scores.append(
            share + _log_sum_array((told * weight).sum(axis=1) + templates.weight + bodies)
        )
    return log_sum(*scores)


@dataclass(frozen=True, slots=True)
class _Lit:
    """(T, cells) log probability that each cell is on, and off."""

    on: Floats
    off: Floats


@kept_by_strip
def _lit(strip: Strip, count: int) -> _Lit:
    templates = arrangements(strip, count)
    on = np.clip(
        _probability(templates.mean - THRESHOLD, templates), math.exp(LYING), 1 - math.exp(LYING)
    )
    return _Lit(np.log(on).astype(np.float32), np.log1p(-on).astype(np.float32))


def _switched(now: SlotReading, lit: _Lit) -> Floats:
    """(T,) log-likelihood of the cells' state; between on and off both count by their share."""
    share = np.clip(np.abs(now.values) / UNIT, 0.0, 1.0) * now.weight
    return np.asarray(lit.on @ share + lit.off @ (now.weight - share), dtype=np.float32)


def _probability(over: Floats, templates: Templates) -> npt.NDArray[np.float64]:
    """That a field so far over the threshold switches the cell, whose own error nobody knows."""
    spread = np.sqrt(1 / templates.inverse.astype(np.float64) ** 2 + _ERROR**2)
    return 1 / (1 + np.exp(-1.7 * over / spread))  # a normal distribution, near enough


def _clearance(strip: Strip) -> float:
    """Least distance in mm of an arrival from a cell that is on."""
    return 48.0 - _GIVE_MM - _EDGE_MM * strip.magnet.sigma_mm


def _log_sum_array(values: npt.NDArray[np.floating]) -> float:
    best = float(values.max())
    return best + math.log(float(np.exp(values - best).sum()))


assert CONTENTS == 2 * CONTENT + 1
