"""How strong each checker of a slot is, from one reading and the knowledge of how many lie there.

A checker off its cell and a weak one both read less. What tells them apart is the next cell: so
places and strengths are found together, by least squares, and a weak or flipped checker is
believed where it explains the reading far better than lying oddly does.
"""

from __future__ import annotations

import itertools
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from controller.sensing.geometry import (
    CHECKER_MM,
    RAIL_MM,
    UNIT,
    Floats,
    Strip,
    field_at,
    kept_by_strip,
)

Params = npt.NDArray[np.float64]

HEALTHY, SPREAD = 0.97, 0.07  # of strengths, some millimetres off the middle line included
WEAK = 0.5
WEAK_SPREAD = 0.06
ODD = 7.0  # nats against a faulty checker: one in a thousand
DOUBT = 7.0  # nats by which a weak checker may explain less and yet be worth a look
GAP = 3.5  # nats against a stack that is not tidy
_CELL_UNITS = 0.9
_CELL_SHARE = 0.03  # of what it reads: gain, and a field that is not quite as thought
_PLACE_MM = 12.0  # spread of places along, against those of a tidy stack
_OVERLAP_MM = 1.0
_OVER_END_MM = 3.5
_GRID_MM = 12.0
_LOOKED_AT = 4
_LIES_BADLY = 12.0  # nats a cell: no way to lie explains this


@dataclass(frozen=True, slots=True)
class Fit:
    """strengths, from the rail, of 1 for a good checker of the side that should lie there; cost:
    nats; along: places in mm. faulty: which are weak or flipped (their place from 0); doubtful:
    one that may be weak, or stand off its cell: both look nearly the same."""

    strengths: tuple[float, ...]
    along: tuple[float, ...]
    cost: float
    faulty: tuple[int, ...] = ()
    doubtful: int | None = None


def fit_slot(values: Floats, weight: Floats, count: int, strip: Strip) -> Fit:
    """The likeliest strengths of `count` checkers (at most as many as lie side by side).

    values: (cells,) units, positive for the side that lies there; weight: (cells,) 1 or 0.
    """
    problem = _Problem(values, weight, strip)
    healthy = np.full(count, HEALTHY)
    blind = _Problem(np.abs(values), weight, strip)  # to which side they lie does not matter yet
    ways = blind.likeliest(_ways(strip, count), healthy)
    loose = min(
        ((blind.solve(way.along, healthy, np.full(count, 0.6)), way) for way in ways),
        key=lambda found: found[0][1],
    )
    ways = [_Way(loose[0][0][:count], loose[1].nats), *ways]
    best = problem.best(ways, healthy, np.full(count, SPREAD), 0.0)
    faulty: tuple[int, ...] = ()
    doubtful: int | None = None
    while len(faulty) < count:
        found = []
        for number, (mean, spread) in itertools.product(
            range(count), ((WEAK, WEAK_SPREAD), (-HEALTHY, SPREAD))
        ):
            if number in faulty:
                continue
            means, spreads = healthy.copy(), np.full(count, SPREAD)
            for other in faulty:
                is_weak = best[0][count + other] > 0
                means[other] = WEAK if is_weak else -HEALTHY
            means[number], spreads[number] = mean, spread
            penalty = ODD * (len(faulty) + 1)
            found.append((problem.best(ways, means, spreads, penalty), number))
        (tried, number) = min(found, key=lambda item: item[0][1])
        if tried[1] >= best[1]:
            is_near = tried[1] < best[1] + DOUBT and tried[0][count + number] > 0
            doubtful = number if is_near else None
            break
        best, faulty = tried, (*faulty, number)
    x, cost = best
    return Fit(tuple(map(float, x[count:])), tuple(map(float, x[:count])), cost, faulty, doubtful)


def is_strange(fit: Fit, weight: Floats) -> bool:
    """Whether no way to lie explains the reading."""
    return fit.cost - ODD * len(fit.faulty) > _LIES_BADLY * max(float(weight.sum()), 1.0)


@dataclass(frozen=True, slots=True)
class _Way:
    """One way to lie: places in mm, and how unusual it is."""

    along: Params
    nats: float


class _Problem:
    def __init__(self, values: Floats, weight: Floats, strip: Strip) -> None:
        self._values = np.asarray(values, dtype=np.float64)
        self._at = np.asarray(strip.along)
        self._strip = strip
        self._inverse = weight / np.hypot(_CELL_UNITS, _CELL_SHARE * self._values)

    def likeliest(self, ways: list[_Way], means: Params) -> list[_Way]:
        """The tidy way, and the few others that are worth a closer look."""
        costs = [self._cost_of(way.along, means) for way in ways]
        order = np.argsort(costs, kind="stable")[:_LOOKED_AT]
        return [ways[0], *(ways[int(number)] for number in order if number)]

    def _cost_of(self, places: Params, means: Params) -> float:
        x = np.concatenate([places, means])
        residual = self._residual(x, places, means, np.ones(len(means)))
        return float(residual @ residual)

    def best(
        self, ways: list[_Way], means: Params, spreads: Params, penalty: float
    ) -> tuple[Params, float]:
        """The best of these ways with such strengths, and its nats."""
        found = [(self.solve(way.along, means, spreads), way.nats) for way in ways]
        (x, cost), nats = min(found, key=lambda item: item[0][1] + item[1])
        return x, cost + nats + penalty

    def solve(self, places: Params, means: Params, spreads: Params) -> tuple[Params, float]:
        """(places and strengths, nats) from a start, by damped Gauss-Newton steps."""
        x = np.concatenate([places, means])
        damping = 1e-2
        residual = self._residual(x, places, means, spreads)
        for _ in range(25):
            jacobian = self._slope(x, residual, places, means, spreads)
            normal = jacobian.T @ jacobian
            step = np.linalg.solve(
                normal + damping * np.diag(np.diag(normal) + 1e-9), jacobian.T @ residual
            )
            tried = self._residual(x - step, places, means, spreads)
            gain = float(residual @ residual - tried @ tried)
            if gain > 0:
                x, residual, damping = x - step, tried, damping / 5
                if gain < 1e-3:
                    break
            else:
                damping *= 10
                if damping > 1e6:
                    break
        return x, 0.5 * float(residual @ residual)

    def _slope(
        self, x: Params, residual: Params, places: Params, means: Params, spreads: Params
    ) -> Params:
        columns = []
        for number in range(len(x)):
            delta = 0.05 if number < len(places) else 1e-3
            moved = x.copy()
            moved[number] += delta
            columns.append((self._residual(moved, places, means, spreads) - residual) / delta)
        return np.array(columns).T

    def _residual(self, x: Params, places: Params, means: Params, spreads: Params) -> Params:
        count = len(places)
        along, strengths = x[:count], x[count:]
        field = field_at(np.abs(self._at[:, None] - along[None, :]), self._strip.magnet)
        cells = (self._values - UNIT * field @ strengths) * self._inverse
        order = (along - places) / _PLACE_MM
        gaps = np.maximum(CHECKER_MM - np.diff(along), 0.0) / _OVERLAP_MM
        ends = np.array(
            [max(RAIL_MM - along[0], 0.0), max(along[-1] - float(self._at[-1]) - _OVER_END_MM, 0.0)]
        )
        return np.concatenate(
            [cells, order, gaps, ends / _OVERLAP_MM, (strengths - means) / spreads]
        )


@kept_by_strip
def _ways(strip: Strip, count: int) -> list[_Way]:
    """Stacks at the rail or off it, with no gap or one of any width; the tidy one first."""
    room_mm = float(strip.along[-1]) - RAIL_MM - CHECKER_MM * (count - 1)
    tidy = RAIL_MM + CHECKER_MM * np.arange(count)
    ways = []
    for shift in np.arange(0.0, max(room_mm, 0.0) + 1.0, _GRID_MM):
        off = GAP * bool(shift)
        ways.append(_Way(tidy + shift, off))
        for gap in np.arange(_GRID_MM, room_mm - shift + 1.0, _GRID_MM):
            ways += [
                _Way(tidy + shift + np.where(np.arange(count) >= after, gap, 0.0), off + GAP)
                for after in range(1, count)
            ]
    return ways
