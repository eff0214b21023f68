"""How well contents explain what a slot reads: log-likelihoods in nats.

Two models, mixed. *Absolute*: a reading against every way to lie (`templates.arrangements`).
*Change*: the difference from the last agreed reading of the same checkers against every way to
come or go, the rest lying still or nudged. A single cell's evidence never counts more than the
floor allows, so one lying cell cannot outvote a board; cells that are not read weigh nothing.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from controller.sensing.geometry import (
    CHECKER_MM,
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
_MOST_CHANGE = 4  # checkers that one turn adds to or takes from a slot
NUDGED_NOISE = 5.0  # units that a sleeve's nudge of some mm changes a reading
SHOVED_LOSS = 0.13  # share that every cell of a tidy stack loses when it is pushed 7 mm along
ANEW = math.log(0.05)
SHOVED_FAR_LOSS = 0.31  # the same for 11 mm
_UNTOUCHED = tuple(math.log(share) for share in (0.80, 0.10, 0.05, 0.02))
"""Shares of slots that nobody changed: still, nudged, shoved, shoved far."""
_TOUCHED = (math.log(0.65), math.log(0.20), math.log(0.10))
_INCONSISTENT = -12.0  # nats for a checker that comes where one lies, or goes where none was
_ROOT_TAU = math.sqrt(2 * math.pi)
_FULL_CELL = 0.45 * UNIT  # such a reading has a checker within nine tenths of its field's width
_STRONGEST = 1.12  # of the nominal magnet, two spreads
_GIVE_MM = 5.0


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
        scores = _segments(_densities(now, stacked.templates, sign), stacked)
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


def changed(
    before: SlotReading, change: SlotReading, content: int, to: int, absolute_to: float
) -> float:
    """Log-likelihood that `content` became `to`; before: the agreed reading, change: now minus it.

    A slot that changes colour, or more than a turn can change it, is judged anew.
    """
    if not is_change_of_one_turn(content, to):
        return absolute_to
    step = abs(to) - abs(content)
    sign = 1 if to + content > 0 else -1
    strip = change.strip
    fewer = min(abs(content), abs(to))
    direction = sign if step > 0 else -sign
    kinds = [(change, STILL_NOISE), (change, NUDGED_NOISE)]
    if content:
        values = change.values + np.float32(SHOVED_LOSS) * before.values
        kinds.append((replace(change, values=values), NUDGED_NOISE))
    bodies: Floats | float = 0.0
    if fewer or step < 0:
        templates = arrivals(strip, fewer, abs(step), STILL_NOISE)
        bodies = _bodies(before, templates, sign, arriving=step > 0)
    scores = []
    for share, (shift, noise) in zip(_TOUCHED, kinds, strict=False):
        templates = arrivals(strip, fewer, abs(step), noise)
        density = _densities(shift, templates, direction) + templates.weight + bodies
        scores.append(share + _log_sum_array(density))
    return log_sum(*scores, ANEW + absolute_to)


def is_change_of_one_turn(content: int, to: int) -> bool:
    """Whether checkers of one side came or went, not more than a turn can bring."""
    return content * to >= 0 and 0 < abs(abs(to) - abs(content)) <= _MOST_CHANGE


@kept_by_strip
def make_templates(strip: Strip) -> None:
    """All that one movement of a slot may ask for, made once: some 80 ms of a first question."""
    _all_arrangements(strip)
    for before in range(CONTENT):
        for count in (1, 2):
            for noise in (STILL_NOISE, NUDGED_NOISE):
                arrivals(strip, before, count, noise)


@dataclass(frozen=True, slots=True)
class _Stacked:
    templates: Templates
    starts: npt.NDArray[np.intp]


@kept_by_strip
def _all_arrangements(strip: Strip) -> _Stacked:
    parts = [arrangements(strip, count) for count in range(CONTENT + 1)]
    starts = np.cumsum([0] + [len(part) for part in parts[:-1]])
    return _Stacked(
        Templates(
            mean=np.concatenate([part.mean for part in parts]),
            inverse=np.concatenate([part.inverse for part in parts]),
            log_norm=np.concatenate([part.log_norm for part in parts]),
            weight=np.concatenate([part.weight for part in parts]),
            reach=np.zeros((0, 0), dtype=np.float32),
        ),
        starts,
    )


def _segments(densities: Floats, stacked: _Stacked) -> Floats:
    """Log-sum over the templates of each count: (T,) -> (16,)."""
    weighted = densities + stacked.templates.weight
    best = np.maximum.reduceat(weighted, stacked.starts)
    spread = np.repeat(best, np.diff(np.append(stacked.starts, len(weighted))))
    sums = np.add.reduceat(np.exp(weighted - spread), stacked.starts)
    return np.asarray(best + np.log(sums), dtype=np.float32)


def _densities(reading: SlotReading, templates: Templates, sign: int) -> Floats:
    """(T,) log density of a reading under each template, the floor applied cell by cell."""
    apart = sign * reading.values - templates.mean
    if reading.at_stop:
        above, below = (
            (reading.above, reading.below) if sign > 0 else (reading.below, reading.above)
        )
        apart[(apart < 0) & above] = 0.0
        apart[(apart > 0) & below] = 0.0
    inverse, log_norm = templates.inverse, templates.log_norm
    floor: Floats | float = FLOOR
    if reading.noise is not None:
        inverse = np.asarray(1 / np.hypot(1 / inverse, reading.noise), dtype=np.float32)
        log_norm = np.log(inverse / np.float32(_ROOT_TAU))
        floor = _floor(reading.noise)
    apart *= inverse
    apart *= apart
    apart *= -0.5
    apart += log_norm
    np.maximum(apart, floor, out=apart)
    with np.errstate(invalid="ignore"):  # BLAS raises the flag now and then over finite numbers
        return np.asarray(apart @ reading.weight, dtype=np.float32)


def _floor(more_noise: Floats) -> Floats:
    """(cells,) the least log density of a cell, higher where only neighbours tell of it."""
    told = -np.log(_ROOT_TAU * np.maximum(more_noise, 1.0)) - HEARSAY
    return np.where(more_noise > 0, told, FLOOR).astype(np.float32)


def _bodies(before: SlotReading, templates: Templates, sign: int, *, arriving: bool) -> Floats:
    """(T,) 0 where a checker comes to free room, or goes where one lay; else a heavy loss."""
    agreed = sign * before.values
    if arriving:
        full = np.flatnonzero((agreed > _FULL_CELL) & (before.weight > 0))
        sigma_mm = before.strip.magnet.sigma_mm
        wrong = templates.reach[:, full] < _clearance(agreed[full], sigma_mm)
    else:
        wrong = (agreed - templates.mean) * before.weight < -0.15 * UNIT
    return np.where(wrong.any(axis=1), np.float32(_INCONSISTENT), np.float32(0.0))


def _clearance(full: Floats, sigma_mm: float) -> Floats:
    """Least distance in mm of an arrival from cells that read so much: a checker's width, less as
    far as what lies there may be off the cell, less what a grid and a push make up."""
    off_mm = sigma_mm * np.sqrt(np.maximum(np.log(_STRONGEST * UNIT / full), 0.0))
    return np.asarray(CHECKER_MM - _GIVE_MM - off_mm, dtype=np.float32)


def _log_sum_array(values: Floats) -> float:
    best = float(values.max())
    return best + math.log(float(np.exp(values - best).sum()))


def log_sum(*values: float) -> float:
    """log of the sum of exp of some log values."""
    best = max(values)
    return best + math.log(sum(math.exp(value - best) for value in values))
