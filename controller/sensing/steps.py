"""How well each way in which checkers may have come to a slot, or left it, explains its change.

The difference from the last agreed reading of the same checkers is held against every way to come
or go (`templates.arrivals`), the others lying still, nudged or shoved. All contents that are asked
about are weighed at once: a board puts dozens of such questions, each of some hundred templates,
and one by one they took most of a verdict's time.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from controller.sensing.geometry import CHECKER_MM, UNIT, Floats, Strip, kept_by_strip
from controller.sensing.likelihood import (
    ANEW,
    NUDGED_NOISE,
    SHOVED_LOSS,
    SlotReading,
    Stacked,
    by_cell,
    densities,
    segments,
    stack,
)
from controller.sensing.templates import STILL_NOISE, Templates, arrivals

_MOST_CHANGE = 4  # checkers that one turn adds to or takes from a slot
_TOUCHED = (math.log(0.65), math.log(0.20), math.log(0.10))
"""Shares of slots that checkers came to or left, the others: still, nudged, shoved."""
_INCONSISTENT = -12.0  # nats for a checker that comes where one lies, or goes where none was
_FULL_CELL = 0.45 * UNIT  # such a reading has a checker within nine tenths of its field's width
_STRONGEST = 1.12  # of the nominal magnet, two spreads
_GIVE_MM = 5.0


def is_change_of_one_turn(content: int, to: int) -> bool:
    """Whether checkers of one side came or went, not more than a turn can bring."""
    return content * to >= 0 and 0 < abs(abs(to) - abs(content)) <= _MOST_CHANGE


def changed(
    before: SlotReading, change: SlotReading, content: int, to: Sequence[int], anew: Floats
) -> Floats:
    """(len(to),) log-likelihood that `content` became each of `to`. before: the agreed reading,
    change: now minus it; anew: (len(to),) of those contents from the reading alone.

    A slot that changes colour, or more than a turn can change it, is judged anew.
    """
    result = np.array(anew, dtype=np.float32)
    near = [nth for nth, each in enumerate(to) if is_change_of_one_turn(content, each)]
    if near:
        ways = _ways(change.strip, content, tuple(to[nth] for nth in near))
        density = densities(_apart(before, change, ways), ways.stacked, change)
        if content:
            density += _bodies(before, ways)
        result[near] = np.logaddexp(
            segments(density, ways.stacked), np.float32(ANEW) + result[near]
        )
    return result


def make_ways(strip: Strip, content: int, to: Sequence[int]) -> None:
    """What `changed` will ask for, made ahead."""
    near = tuple(each for each in to if is_change_of_one_turn(content, each))
    if near:
        _ways(strip, content, near)


@dataclass(frozen=True, slots=True)
class _Ways:
    """All R ways from one content to some others, those to the same one side by side.

    form: (R,) which of the four forms of a change each is held against (`_apart`). Where checkers
    lay before, sign: whose they are; comers, goers: (cells, M) of those that come, mm from each
    cell to the nearest of them, and of those that go, units that they gave; body: (R,) which of
    the comers, and after them the goers, each way is one of.
    """

    stacked: Stacked
    form: npt.NDArray[np.intp]
    sign: int
    comers: Floats
    goers: Floats
    body: npt.NDArray[np.intp]


@kept_by_strip
def _ways(strip: Strip, content: int, others: tuple[int, ...]) -> _Ways:
    parts: list[list[Templates]] = []
    forms: list[npt.NDArray[np.intp]] = []
    coming: list[Floats] = [np.zeros((0, strip.cells), dtype=np.float32)]
    going = coming.copy()
    bodies: list[tuple[bool, int, int]] = []  # of each way: do they come, the first, how many
    for to in others:
        step = abs(to) - abs(content)
        fewer = min(abs(content), abs(to))
        still, nudged = (arrivals(strip, fewer, abs(step), n) for n in (STILL_NOISE, NUDGED_NOISE))
        lie = [still, nudged, nudged] if content else [still, nudged]
        parts.append([each.at(share) for each, share in zip(lie, _TOUCHED, strict=False)])
        turned = int((to + content > 0) != (step > 0))
        forms += [np.full(len(still), turned + 2 * (kind == 2)) for kind in range(len(lie))]
        known = coming if step > 0 else going
        bodies += [(step > 0, sum(map(len, known)), len(still))] * len(lie)
        known.append(still.reach if step > 0 else still.mean)
    comers, goers = by_cell(coming), by_cell(going)
    after = comers.shape[1]  # the goers stand behind the comers
    body = [np.arange(size) + (0 if come else after) + first for come, first, size in bodies]
    return _Ways(
        stack(parts),
        np.concatenate(forms),
        1 if content > 0 else -1,
        comers,
        goers,
        np.concatenate(body),
    )


def _apart(before: SlotReading, change: SlotReading, ways: _Ways) -> Floats:
    """(cells, R) units between the change and each way: as it is, with the sign turned, and both
    without what a shove of the others took."""
    shoved = change.values + np.float32(SHOVED_LOSS) * before.values
    forms = np.stack([change.values, -change.values, shoved, -shoved], axis=1)
    apart = forms.take(ways.form, axis=1)
    apart -= ways.stacked.mean
    if change.at_stop:
        above = np.stack([change.above, change.below] * 2, axis=1).take(ways.form, axis=1)
        below = np.stack([change.below, change.above] * 2, axis=1).take(ways.form, axis=1)
        apart[((apart < 0) & above) | ((apart > 0) & below)] = 0.0
    return np.asarray(apart)


def _bodies(before: SlotReading, ways: _Ways) -> Floats:
    """(R,) 0 where a checker comes to free room, or goes where one lay; else a heavy loss."""
    agreed = ways.sign * before.values
    full = np.flatnonzero((agreed > _FULL_CELL) & (before.weight > 0))
    clearance = _clearance(agreed[full], before.strip.magnet.sigma_mm)
    crowded = (ways.comers[full] < clearance[:, None]).any(axis=0)
    most = np.where(before.weight > 0, agreed + np.float32(0.15 * UNIT), np.inf)
    missing = (ways.goers > most[:, None]).any(axis=0)
    wrong = np.concatenate([crowded, missing]) * np.float32(_INCONSISTENT)
    return wrong.take(ways.body)


def _clearance(full: Floats, sigma_mm: float) -> Floats:
    """Least distance in mm of an arrival from cells that read so much: a checker's width, less as
    far as what lies there may be off the cell, less what a grid and a push make up."""
    off_mm = sigma_mm * np.sqrt(np.maximum(np.log(_STRONGEST * UNIT / full), 0.0))
    return np.asarray(CHECKER_MM - _GIVE_MM - off_mm, dtype=np.float32)
