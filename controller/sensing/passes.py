"""One checker sliding along one slot, as its wires saw it: which, in which order, how strongly."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from controller.sensing.geometry import Grid, tail

Series = npt.NDArray[np.float64]

SEES = 12.0  # raw units: a wire that differs so much from its rest sees a checker
SAW = 0.35  # of the pass's strongest peak: a checker went over that cell, not beside it
SAME = 0.10  # of the peaks: two wires that differ less all the way show one cell
_BOTH_SEE = 0.12  # of its own peak: less tells nothing of the field's width
_SIGMA_MM = (8.0, 40.0)


@dataclass(frozen=True, slots=True)
class Pass:
    """wires: in the order in which the checker reached them. peaks: of each, raw units over its
    rest, signed. doubles: pairs of wires that show the same cell. sigmas: the field's width, as
    pairs of neighbouring cells told it on the way, mm.
    """

    wires: tuple[int, ...]
    peaks: tuple[float, ...]
    doubles: tuple[tuple[int, int], ...] = ()
    sigmas: tuple[float, ...] = ()

    @property
    def sign(self) -> int:
        """1 where the checker reads as light, -1 as dark."""
        return 1 if sum(self.peaks) >= 0 else -1


def read_pass(times_ms: Sequence[int], values: Series, grid: Grid) -> Pass:
    """What a pass shows. values: (samples, wires) raw units over rest."""
    strength = np.abs(values)
    highest = strength.max(axis=0)
    seen = np.flatnonzero(highest >= max(SEES, SAW * float(highest.max())))
    clock = np.asarray(times_ms, dtype=np.float64)
    weight = np.where(strength[:, seen] >= SAW * highest[seen], strength[:, seen], 0.0)
    middle = (clock @ weight) / weight.sum(axis=0)
    order = seen[np.argsort(middle, kind="stable")]
    peaks = {int(w): float(values[strength[:, w].argmax(), w]) for w in order}
    doubles = _doubles(values, order, highest)
    wires = [int(w) for w in order if int(w) not in {second for _, second in doubles}]
    pitch_mm = grid.along(0)[1] - grid.along(0)[0]
    sigmas = _sigmas(values, wires, peaks, pitch_mm)
    return Pass(tuple(wires), tuple(peaks[w] for w in wires), doubles, sigmas)


def _doubles(
    values: Series, wires: npt.NDArray[np.intp], highest: Series
) -> tuple[tuple[int, int], ...]:
    """Pairs of wires, each lower number first, that say the same all the way."""
    found = []
    for place, first in enumerate(wires):
        for second in wires[place + 1 :]:
            apart = values[:, first] / highest[first] - values[:, second] / highest[second]
            if float(np.abs(apart).max()) < SAME:
                found.append((int(min(first, second)), int(max(first, second))))
    return tuple(found)


def _sigmas(
    values: Series, wires: Sequence[int], peaks: dict[int, float], pitch_mm: float
) -> tuple[float, ...]:
    """The width that makes two neighbouring cells' readings those of one checker between them.

    A field exp(-(d / sigma)^2) less a tail: with both distances d, pitch - d known as shares of
    sigma the pitch tells it. How far off the middle line the checker goes does not matter.
    """
    found: list[float] = []
    for first, second in itertools.pairwise(wires):
        near, far = values[:, first] / peaks[first], values[:, second] / peaks[second]
        both = (near > _BOTH_SEE) & (far > _BOTH_SEE)
        if not both.any():
            continue
        a, b = near[both], far[both]
        at = np.full_like(a, pitch_mm / 2)
        sigma = np.zeros_like(a)
        for _ in range(4):  # the tail depends on the distance, hardly
            u = np.sqrt(-np.log(np.clip(a + tail(at), 1e-3, 0.999)))
            w = np.sqrt(-np.log(np.clip(b + tail(pitch_mm - at), 1e-3, 0.999)))
            sigma = pitch_mm / (u + w)
            at = np.clip(sigma * u, 0.0, pitch_mm)
        found.append(float(np.median(sigma)))
    return tuple(round(s, 3) for s in found if _SIGMA_MM[0] <= s <= _SIGMA_MM[1])
