"""Ways in which people lay n checkers on one slot, as what the slot's cells then read.

Two families. *Arrangements* tell what a slot with n checkers reads. *Arrivals* tell by how much
its readings change when k checkers come (or, with the sign turned, go) and the others stay. Both
are enumerated on a grid of 4 mm, as fine as the field needs: two cells that share a checker are
strongly tied to each other, and only exact places show that.

Shares are guesses about hands (`spec` of the sensing study, section 1): nine stacks in ten touch
from the rail outward.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from controller.sensing.geometry import (
    CHECKER_MM,
    RAIL_MM,
    UNIT,
    Floats,
    Strip,
    field_at,
    kept_by_strip,
)

CONTENT = 15
"""Most checkers of one side on one slot."""

LAYERS = 3  # that can be told apart

MAGNET_SPREAD = 0.06  # of one checker's strength against the nominal one
GAIN_SPREAD = 0.03  # of a whole reading
ABSOLUTE_NOISE = 2.5  # offset, drift and bleed of a reading on its own, units
STILL_NOISE = 1.2  # of the difference of two means of the same checkers, units
GRID_MM = 4.0
ACROSS = 0.973  # mean weakening by checkers 3 mm off the slot's middle line
_LOOSE_GRID_MM = {2: 8.0, 3: 12.0, 4: 12.0}  # of scattered checkers, finer than needed to be told
LOOSE_SHARE = 0.03  # of slots whose checkers lie in no order
END_SLACK_MM = 12.0  # a stack may reach so far beyond its last cell

Placed = tuple[float, int]
"""One checker: distance of its centre from the rail in mm, layer."""


@dataclass(frozen=True, slots=True)
class Templates:
    """T ways to lie. mean, spread: (T, cells) units, light's sign; weight: (T,) log shares.

    reach: (T, cells) mm from each cell to the nearest of the checkers that lies on the wood.
    """

    mean: Floats
    inverse: Floats  # 1 / standard deviation
    log_norm: Floats  # log density at the mean
    weight: Floats
    reach: Floats

    def __len__(self) -> int:
        return len(self.weight)

    def at(self, log_share: float) -> Templates:
        """The same, with this share of all."""
        return replace(self, weight=(self.weight + log_share).astype(np.float32))


@kept_by_strip
def arrangements(strip: Strip, count: int) -> Templates:
    """All ways that `count` checkers (0 to 15) lie on a slot."""
    rows: list[tuple[tuple[Placed, ...], float]] = []
    on_wood = min(count, strip.room)
    for base, base_share in _bases(on_wood, strip.room):
        for upper, share in _uppers(count - len(base), base, strip.room):
            rows.append((tuple((x, 0) for x in base) + upper, base_share * share))
    orderly = _templates(rows, strip, ABSOLUTE_NOISE, spread_mm=2.0, drift_mm=0.7)
    if not 1 < on_wood < strip.room:
        return orderly
    grid_mm = _LOOSE_GRID_MM[on_wood]
    loose = [(tuple((x, 0) for x in far), 1.0) for far in _loose(on_wood, strip.room, grid_mm)]
    spread_mm = 1.0 + grid_mm / math.sqrt(12)  # anywhere within a step of the grid
    scattered = _templates(loose, strip, ABSOLUTE_NOISE, spread_mm=spread_mm, drift_mm=0.0)
    return _mixed(orderly, scattered, LOOSE_SHARE)


@kept_by_strip
def arrivals(strip: Strip, before: int, count: int, noise: float = STILL_NOISE) -> Templates:
    """All ways that `count` (1-4) checkers come to a slot that holds `before` of their side."""
    room = strip.room
    layers = [strip.layer(before + number) for number in range(count)]
    if before == 0:
        rows = [
            (tuple((x, 0) for x in base) + upper, p * q)
            for base, p in _bases(min(count, room), room)
            for upper, q in _uppers(count - len(base), base, room)
        ]
        return _templates(rows, strip, noise, spread_mm=1.5, drift_mm=0.7)
    low_count = layers.count(layers[0])
    rows = [
        (tuple((x, layers[0]) for x in low) + tuple((x, layers[-1]) for x in high), p * q)
        for low, p in _landings(low_count, layers[0], room)
        if layers[0] or before + count < room or all(_is_pushed_home(x) for x in low)
        for high, q in _overflow(count - low_count, room)
    ]
    spread_mm = 1.5 if count == 1 else 2.0
    return _templates(rows, strip, noise, spread_mm=spread_mm, drift_mm=0.0)


def _mixed(usual: Templates, rare: Templates, share: float) -> Templates:
    """Both families, the second with this share of all."""
    weights = (usual.weight + math.log1p(-share), rare.weight + math.log(share))
    return Templates(
        mean=np.concatenate([usual.mean, rare.mean]),
        inverse=np.concatenate([usual.inverse, rare.inverse]),
        log_norm=np.concatenate([usual.log_norm, rare.log_norm]),
        weight=np.concatenate(weights).astype(np.float32),
        reach=np.concatenate([usual.reach, rare.reach]),
    )


def _bases(count: int, room: int) -> list[tuple[tuple[float, ...], float]]:
    if count == 0:
        return [((), 1.0)]
    end = RAIL_MM + CHECKER_MM * (room - 1) + END_SLACK_MM
    rows: list[tuple[tuple[float, ...], float]] = []

    def add(start: float, gaps: Sequence[float], share: float) -> None:
        places = tuple(itertools.accumulate((CHECKER_MM + gap for gap in gaps), initial=start))
        if places[-1] <= end:
            rows.append((places, share))

    even = [(slip, gap) for slip in (0.0, 3.0, 7.0) for gap in (0.0, 2.5, 5.0)]
    for slip, gap in even:
        add(RAIL_MM + slip, [gap] * (count - 1), 0.8 / len(even))
    shifts = np.arange(8.0, 44.0, GRID_MM)
    for shift in shifts:
        for gap in (0.0, 3.0):
            add(RAIL_MM + shift, [gap] * (count - 1), 0.08 / (2 * len(shifts)))
    for holes, share in ((np.arange(8.0, 48.0, GRID_MM), 0.06), (np.arange(48.0, 64.0, 3.0), 0.05)):
        for at, hole, slip in itertools.product(range(count - 1), holes, (0.0, 4.0)):
            gaps = [2.0] * (count - 1)
            gaps[at] = float(hole)
            add(RAIL_MM + slip, gaps, share / (2 * len(holes) * (count - 1)))
    touching = RAIL_MM + (CHECKER_MM + 2.0) * (count - 1)
    anywhere = np.arange(touching, end, GRID_MM)
    for place in anywhere:
        far = [2.0] * (count - 2) + [float(place) - touching + 2.0]
        add(RAIL_MM + 3.0 if count > 1 else float(place), far[: count - 1], 0.06 / len(anywhere))
    if count > 1:
        for slots in itertools.combinations(range(room), count):
            add(
                RAIL_MM + CHECKER_MM * slots[0] + 3.0,
                [CHECKER_MM * (b - a - 1) + 1.5 for a, b in itertools.pairwise(slots)],
                0.01 / math.comb(room, count),
            )
    return rows


def _uppers(
    count: int, base: tuple[float, ...], room: int
) -> Iterable[tuple[tuple[Placed, ...], float]]:
    """Checkers that ride on a full base: from the rail outward, rarely elsewhere."""
    if count == 0:
        return [((), 1.0)]
    full, rest = divmod(count, room)
    below = tuple((x, layer + 1) for layer in range(full) for x in base)
    if full + 1 >= LAYERS:  # a fourth layer is too weak to tell where it lies
        return [(below[: len(base) * (LAYERS - 1)], 1.0)]
    if rest == 0:
        return [(below, 1.0)]
    usual = base[:rest]
    rows = [(tuple(x + ride for x in usual), 0.85 / 3) for ride in (-4.0, 0.0, 4.0)]
    others = [chosen for chosen in itertools.combinations(base, rest) if chosen != usual]
    rows += [(chosen, 0.15 / len(others)) for chosen in others]
    return [(below + tuple((x, full + 1) for x in chosen), share) for chosen, share in rows]


def _landings(count: int, layer: int, room: int) -> list[tuple[tuple[float, ...], float]]:
    """Places that `count` checkers of one layer take, with shares that sum to one."""
    if count == 0:
        return [((), 1.0)]
    end = RAIL_MM + CHECKER_MM * (room - 1) + END_SLACK_MM
    if layer > 0:
        supports = [RAIL_MM + CHECKER_MM * number for number in range(room)]
        sets = list(itertools.combinations(supports, min(count, room)))
        rides = (-6.0, -3.0, 0.0, 3.0, 6.0, 9.0, 12.0)
        sets = [tuple(x + ride for x in chosen) for chosen in sets for ride in rides]
        return [(chosen, 1 / len(sets)) for chosen in sets]
    if count == 1:
        singles = np.arange(RAIL_MM, end + 1, GRID_MM)
        return [((float(x),), 1 / len(singles)) for x in singles]
    runs = [
        tuple(float(start + number * (CHECKER_MM + gap)) for number in range(count))
        for start in np.arange(RAIL_MM, end, GRID_MM)
        for gap in (0.0, 2.5, 5.0)
        if start + (count - 1) * (CHECKER_MM + gap) <= end + 1
    ]
    loose = _loose(count, room, GRID_MM if count == 2 else 2 * GRID_MM)
    return [(run, 0.7 / len(runs)) for run in runs] + [(far, 0.3 / len(loose)) for far in loose]


def _loose(count: int, room: int, step_mm: float) -> list[tuple[float, ...]]:
    """Every way to scatter `count` checkers over a slot, on a grid, with room for each."""
    end = RAIL_MM + CHECKER_MM * (room - 1) + END_SLACK_MM
    grid = [float(x) for x in np.arange(RAIL_MM, end + 1, step_mm)]
    return [
        chosen
        for chosen in itertools.combinations(grid, count)
        if all(b - a >= CHECKER_MM - step_mm / 2 for a, b in itertools.pairwise(chosen))
    ]


def _is_pushed_home(along: float) -> bool:
    """Whether a place is one of those in a full row, pushed to the rim."""
    off = (along - RAIL_MM + GRID_MM) % CHECKER_MM
    return off <= END_SLACK_MM + GRID_MM


def _overflow(count: int, room: int) -> list[tuple[tuple[float, ...], float]]:
    """Places on top of what the same arrival fills: from the rail outward, one rarely elsewhere."""
    usual = tuple(RAIL_MM + CHECKER_MM * number for number in range(count))
    if count != 1:
        return [(usual, 1.0)]
    others = [(RAIL_MM + CHECKER_MM * number,) for number in range(1, room)]
    return [(usual, 0.85), *((other, 0.15 / len(others)) for other in others)]


def _templates(
    rows: list[tuple[tuple[Placed, ...], float]],
    strip: Strip,
    noise: float,
    *,
    spread_mm: float,
    drift_mm: float,
) -> Templates:
    """Means and spreads of enumerated checkers; rows: (checkers, share)."""
    most = max((len(placed) for placed, _share in rows), default=0)
    places = np.full((len(rows), most), np.nan)
    layers = np.zeros((len(rows), most), dtype=np.int8)
    for row, (placed, _share) in enumerate(rows):
        for column, (along, layer) in enumerate(placed):
            places[row, column], layers[row, column] = along, layer
    magnet = strip.magnet
    apart = np.nan_to_num(places[:, :, None] - np.array(strip.along), nan=1e6)
    strength = UNIT * ACROSS * np.asarray(magnet.layers)[layers][:, :, None]
    single = strength * field_at(np.abs(apart), magnet)
    slope = strength * (
        field_at(np.abs(apart + 0.5), magnet) - field_at(np.abs(apart - 0.5), magnet)
    )
    loose_mm = spread_mm + drift_mm * np.arange(most)
    mean = single.sum(axis=1)
    variance = (
        noise**2
        + ((MAGNET_SPREAD * single) ** 2).sum(axis=1)
        + (GAIN_SPREAD * mean) ** 2
        + ((slope * loose_mm[None, :, None]) ** 2).sum(axis=1)
    )
    shares = np.array([share for _placed, share in rows])
    weight = np.log(shares / shares.sum())  # what a slot has no room for was left out
    on_wood = ~np.isnan(places) & (layers == 0)
    reach = np.where(on_wood[:, :, None], np.abs(apart), np.inf)
    return Templates(
        mean=mean.astype(np.float32),
        inverse=(1 / np.sqrt(variance)).astype(np.float32),
        log_norm=(-0.5 * np.log(2 * np.pi * variance)).astype(np.float32),
        weight=weight.astype(np.float32),
        reach=reach.min(axis=1, initial=np.inf).astype(np.float32),
    )
