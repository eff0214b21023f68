"""How well contents explain what a slot reads: log-likelihoods in nats.

Two models, mixed. *Absolute*: a reading against every way to lie (`templates.arrangements`).
*Change*: the difference from the last agreed reading of the same checkers against every way to
come or go, the rest lying still or nudged. A single cell's evidence never counts more than the
floor allows, so one lying cell cannot outvote a board; cells that are not read weigh nothing.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from controller.sensing.geometry import (
    UNIT,
    Floats,
    Grid,
    Strip,
    kept_by_strip,
    slot_starts,
)
from controller.sensing.templates import (
    CONTENT,
    STILL_NOISE,
    Templates,
    arrangements,
    arrivals,
)

CONTENTS = 2 * CONTENT + 1
"""Contents -15..15 of a slot, light positive; content n stands at index n + 15."""

FLOOR = math.log(1e-6 / 254)  # a cell may be anything once in a million
HEARSAY = 6.0
"""Nats that what neighbours tell of a cell can speak against anything: enough to bear out a play
that fits, too little to overrule one without a question."""

NEVER = -120.0  # log-likelihood of what no template describes
STRANGE_CHANGE = -4.2
"""Nats a cell of a change that no template explains. The closeness of the decoder comes on top:
then a change of five cells below -24 is refused. Of 1,600 plays on a development seed none was
below -23; what only one lying cell could explain stands at -26."""

STRANGE_ALONE = -5.0  # nats a cell of a reading on its own; the lowest of 10,000 slots: -4.8
NUDGED_NOISE = 5.0  # units that a sleeve's nudge of some mm changes a reading
SHOVED_LOSS = 0.13  # share that every cell of a tidy stack loses when it is pushed 7 mm along
ANEW = math.log(0.05)
SHOVED_FAR_LOSS = 0.31  # the same for 11 mm
_UNTOUCHED = tuple(math.log(share) for share in (0.80, 0.10, 0.05, 0.02))
"""Shares of slots that nobody changed: still, nudged, shoved, shoved far."""
_ROOT_TAU = math.sqrt(2 * math.pi)
_ROOT_HALF = np.float32(math.sqrt(0.5))


@dataclass(frozen=True, slots=True)
class SlotReading:
    """What one slot reads. values: (cells,) units; weight: (cells,) 1 or 0 (not read).

    above, below: cells at the stop, whose true value lies above (below) the one read. strip: what
    the slot looks like to its cells. noise: (cells,) units that values may be off by more than a
    cell's own noise; None: none is.
    """

    values: Floats
    weight: Floats
    above: npt.NDArray[np.bool_]
    below: npt.NDArray[np.bool_]
    strip: Strip
    noise: Floats | None = None

    @property
    def at_stop(self) -> bool:
        return bool(self.above.any() or self.below.any())


def absolute(now: SlotReading) -> Floats:
    """(31,) log-likelihood of each content, -15..15, from one reading alone."""
    result = np.full(CONTENTS, NEVER, dtype=np.float32)
    strip = now.strip
    strongest = float(np.max(np.abs(now.values) * now.weight, initial=0.0))
    mostly_light = float((now.values * now.weight).sum()) >= 0
    for sign in (1, -1):
        if strongest >= 0.3 * UNIT and (sign > 0) != mostly_light:
            continue
        stacked = _all_arrangements(strip)
        scores = segments(densities(_apart(now, stacked, sign), stacked, now), stacked)
        if sign > 0:
            result[CONTENT:] = scores
        else:
            result[CONTENT::-1] = scores
    np.maximum(result, NEVER, out=result)
    return result


def unchanged(
    shift: Floats, agreed: Floats, weight: Floats, more_noise: Floats, grid: Grid
) -> Floats:
    """(4, 26) log-likelihood that the same checkers lie on each slot: still, nudged, shoved, far.

    shift: (cells,) now minus the agreed reading; agreed, weight, more_noise: (cells,).
    """
    loose = 2.5 + 0.08 * np.abs(agreed)
    far = 2.5 + 0.12 * np.abs(agreed)
    noise = np.hypot(np.stack([np.full_like(shift, STILL_NOISE), loose, loose, far]), more_noise)
    apart = np.stack([shift, shift, shift + SHOVED_LOSS * agreed, shift + SHOVED_FAR_LOSS * agreed])
    density = -0.5 * (apart / noise) ** 2 - np.log(_ROOT_TAU * noise)
    density = np.maximum(density, _floor(more_noise))
    sums = np.add.reduceat(density * weight, slot_starts(grid), axis=1)
    return np.asarray(sums + np.array(_UNTOUCHED)[:, None], dtype=np.float32)


@kept_by_strip
def make_templates(strip: Strip) -> None:
    """All that one movement of a slot may ask for, made once: some 80 ms of a first question."""
    _all_arrangements(strip)
    for before in range(CONTENT):
        for count in (1, 2):
            for noise in (STILL_NOISE, NUDGED_NOISE):
                arrivals(strip, before, count, noise)


@dataclass(frozen=True, slots=True)
class Stacked:
    """Templates of several contents, one after the other, cell by cell: rows as long as there are
    templates are worked through twice as fast as rows of five cells.

    mean, log_norm: (cells, T); narrow: (cells, T) 1 / (standard deviation * sqrt 2); weight: (T,);
    starts, sizes: (contents,).
    """

    mean: Floats
    narrow: Floats
    log_norm: Floats
    weight: Floats
    starts: npt.NDArray[np.intp]
    sizes: npt.NDArray[np.intp]


def stack(parts: Sequence[Sequence[Templates]]) -> Stacked:
    """parts: by content."""
    flat = [each for part in parts for each in part]
    sizes = np.array([sum(len(each) for each in part) for part in parts])
    return Stacked(
        mean=by_cell([part.mean for part in flat]),
        narrow=by_cell([part.inverse * _ROOT_HALF for part in flat]),
        log_norm=by_cell([part.log_norm for part in flat]),
        weight=np.concatenate([part.weight for part in flat]),
        starts=np.cumsum(sizes) - sizes,
        sizes=sizes,
    )


def by_cell(parts: Sequence[Floats]) -> Floats:
    """(cells, T) of several (T, cells), one after the other."""
    return np.ascontiguousarray(np.concatenate(parts).T, dtype=np.float32)


@kept_by_strip
def _all_arrangements(strip: Strip) -> Stacked:
    return stack([[arrangements(strip, count)] for count in range(CONTENT + 1)])


def segments(density: Floats, stacked: Stacked) -> Floats:
    """Log-sum over the templates of each content: (T,) -> (contents,)."""
    weighted = density + stacked.weight
    best = np.maximum.reduceat(weighted, stacked.starts)
    weighted -= np.repeat(best, stacked.sizes)
    sums = np.add.reduceat(np.exp(weighted, out=weighted), stacked.starts)
    return np.asarray(best + np.log(sums), dtype=np.float32)


def _apart(reading: SlotReading, stacked: Stacked, sign: int) -> Floats:
    """(cells, T) units between a reading and each template."""
    apart = (sign * reading.values)[:, None] - stacked.mean
    if reading.at_stop:
        above, below = (
            (reading.above, reading.below) if sign > 0 else (reading.below, reading.above)
        )
        apart[(apart < 0) & above[:, None]] = 0.0
        apart[(apart > 0) & below[:, None]] = 0.0
    return np.asarray(apart)


def densities(apart: Floats, stacked: Stacked, reading: SlotReading) -> Floats:
    """(T,) log density of a reading so far apart from each template, (cells, T), the floor applied
    cell by cell. apart is used up."""
    narrow, log_norm = stacked.narrow, stacked.log_norm
    floor: Floats | float = FLOOR
    if reading.noise is not None:
        narrow, log_norm = _noisier(stacked, reading.noise)
        floor = _floor(reading.noise)[:, None]
    apart *= narrow
    apart *= apart
    np.subtract(log_norm, apart, out=apart)
    np.maximum(apart, floor, out=apart)
    with np.errstate(invalid="ignore"):  # BLAS raises the flag now and then over finite numbers
        return np.asarray(reading.weight @ apart, dtype=np.float32)


def _noisier(stacked: Stacked, noise: Floats) -> tuple[Floats, Floats]:
    """(narrow, log_norm) of templates where some cells may be off by more than their own."""
    narrow, log_norm = stacked.narrow.copy(), stacked.log_norm.copy()
    for cell in np.flatnonzero(noise):
        narrow[cell] = 1 / np.hypot(1 / narrow[cell], noise[cell] / _ROOT_HALF)
        log_norm[cell] = np.log(narrow[cell] / np.float32(math.sqrt(math.pi)))
    return narrow, log_norm


def _floor(more_noise: Floats) -> Floats:
    """(cells,) the least log density of a cell, higher where only neighbours tell of it."""
    told = -np.log(_ROOT_TAU * np.maximum(more_noise, 1.0)) - HEARSAY
    return np.where(more_noise > 0, told, FLOOR).astype(np.float32)


def log_sum(*values: float) -> float:
    """log of the sum of exp of some log values."""
    best = max(values)
    return best + math.log(sum(math.exp(value - best) for value in values))
