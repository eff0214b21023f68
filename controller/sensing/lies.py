"""Where checkers lie along a slot before and after hands were there, as cells that switch need it.

Such cells tell nothing of a checker that lies between two of them, and all of the ones that lie
over them; so what happens unseen matters as much as what is seen. Every way to lie came about by
hands, one checker after the other: it comes to the end of the stack or into a gap and pushes what
is in its way, the outermost one goes, a sleeve moves the stack. Shares are guesses about hands
(`spec` of the sensing study, section 1), borne out by the bench on development seeds.
"""

from __future__ import annotations

import itertools
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from controller.sensing.geometry import CHECKER_MM, RAIL_MM, UNIT, Strip, field_at, kept_by_strip
from controller.sensing.templates import ACROSS, END_SLACK_MM, LOOSE_SHARE

Reals = npt.NDArray[np.float64]

_ENDS = ((0.8, 0.40), (2.4, 0.31), (4.5, 0.17), (7.5, 0.05))  # mm beyond the last checker: share
_GRID_MM = 6.0
_GAPS_MM = np.arange(10.0, 44.0, _GRID_MM)
_GAP_SHARE = 0.03
_ELSEWHERE_SHARE = 0.04
_FURTHER = ((3.0, 0.96), (24.0, 0.04))  # mm beyond the last, of each further arrival at once
_OUTERMOST_SHARE = 0.88  # of checkers that go; else one from inside
_LEFT_OPEN = 0.06  # of stacks: one went from inside
_NUDGES = ((-4.0, 0.45), (4.0, 0.45), (-9.0, 0.05), (9.0, 0.05))
"""mm that a sleeve moves a stack along: share."""

_NUDGED = (0.02, 0.08)  # of stacks that nobody meant to touch, and of those that hands were at
_HOME_MM = 3.0  # beyond its place that the last of a full row lies: hands push it to the rim
_SCATTER_MM = 16.0  # grid of the few stacks that lie in no order

_LEAST = 1e-6  # ways rarer than so are left out
_MERGED_MM = 2.0  # ways to lie that differ less are one
_MOST = 150  # ways to lie that are told apart


@dataclass(frozen=True, slots=True)
class Lies:
    """T ways to lie. places: (T, n) mm from the rail in rising order; share: (T,), summing to one;
    source: (T,) number of the way to lie that each came from."""

    places: Reals
    share: Reals
    source: npt.NDArray[np.intp]

    @classmethod
    def of(cls, places: Reals, share: Reals) -> Lies:
        return cls(places, share / share.sum(), np.arange(len(share)))

    def spread(self, places: Reals, parts: Reals) -> Lies:
        """Each way split into several: places (T, several, n), parts (T, several) shares of it."""
        several = places.shape[1]
        share = (self.share[:, None] * parts).ravel()
        kept = share > _LEAST
        rows = places.reshape(len(share), places.shape[2])
        return Lies(rows[kept], share[kept], np.repeat(self.source, several)[kept])


@dataclass(frozen=True, slots=True)
class Fields:
    """before, after: (T, cells) units that each cell feels; share: (T,), summing to one."""

    before: Reals
    after: Reals
    share: Reals


@kept_by_strip
def lying(strip: Strip, count: int) -> Lies:
    """All ways that so many checkers lie on the wood of a slot; more than it has room for lie on
    them and are not felt apart."""
    count = min(count, strip.room)
    grown = _grown(strip, count)
    if not 1 < count < strip.room:
        return grown
    opened = _one_less(_grown(strip, count + 1), inside_only=True)
    far = _scattered(strip, count)
    families = (
        (grown.places, grown.share, 1.0 - _LEFT_OPEN - LOOSE_SHARE),
        (opened.places, opened.share, _LEFT_OPEN),
        (far, np.full(len(far), 1 / len(far)), LOOSE_SHARE),
    )
    places = np.concatenate([family for family, _share, _part in families])
    return Lies.of(places, np.concatenate([share * part for _family, share, part in families]))


def fields(strip: Strip, content: int, to: int) -> Fields:
    """What the cells feel before and after: `content` checkers became `to`; signs as of contents.

    Where the sides differ the one checker that lay there went after the first of those that came.
    """
    before = way = lying(strip, abs(content))
    lay, lie = way.places.shape[1], min(abs(to), strip.room)
    if content * to < 0:
        at, parts = _landings(strip, way, first=True)
        way, lay = way.spread(at[:, :, None], parts), 1
    for number in range(lay, lie):
        way = _one_more(strip, way, first=number == abs(content) and content * to >= 0)
    for _number in range(lie, lay):
        way = _one_less(way)
    way = _nudged(strip, way, _NUDGED[content != to])
    felt_before = felt(strip, before.places)[way.source]
    return Fields(felt_before, felt(strip, way.places), way.share / way.share.sum())


def felt(strip: Strip, places: Reals) -> Reals:
    """(T, cells) units that cells feel of checkers on the wood at (T, n) places."""
    apart = np.abs(places[:, :, None] - np.array(strip.along))
    return np.asarray(UNIT * ACROSS * field_at(apart, strip.magnet).sum(axis=1))


@kept_by_strip
def _grown(strip: Strip, count: int) -> Lies:
    """So many checkers that came one after the other."""
    if count == 0:
        return Lies.of(np.zeros((1, 0)), np.ones(1))
    ways = _one_more(strip, _grown(strip, count - 1), first=True)
    rounded = np.round(ways.places / _MERGED_MM) * _MERGED_MM
    rows, which = np.unique(rounded, axis=0, return_inverse=True)
    share = np.bincount(which.ravel(), weights=ways.share).astype(np.float64)
    likely = np.argsort(-share, kind="stable")[:_MOST]
    return Lies.of(rows[likely], share[likely])


def _scattered(strip: Strip, count: int) -> Reals:
    grid = np.arange(RAIL_MM, _end(strip) + 1, _SCATTER_MM).tolist()
    chosen = itertools.combinations(grid, count)
    return np.array(
        [row for row in chosen if all(b - a >= CHECKER_MM for a, b in itertools.pairwise(row))]
    )


def _one_more(strip: Strip, ways: Lies, *, first: bool) -> Lies:
    """One checker comes and pushes what lies in its way."""
    at, parts = _landings(strip, ways, first=first)
    numbered = replace(ways, source=np.arange(len(ways.share)))
    came = numbered.spread(at[:, :, None], parts)
    places = np.sort(np.hstack([ways.places[came.source], came.places]), axis=1)
    is_full = places.shape[1] == strip.room
    end = _end(strip, _HOME_MM if is_full else END_SLACK_MM)
    return Lies(_pushed(places, end), came.share, ways.source[came.source])


def _landings(strip: Strip, ways: Lies, *, first: bool) -> tuple[Reals, Reals]:
    """(T, L) places of one more checker, and their shares: mostly at the end of the stack,
    sometimes after a gap or anywhere. first: the others of one turn lie close to it."""
    lying = ways.places
    beyond = lying[:, -1:] + CHECKER_MM if lying.shape[1] else np.full((len(lying), 1), RAIL_MM)
    slips = np.array(_ENDS if first else _FURTHER)
    at, parts = beyond + slips[:, 0], np.tile(slips[:, 1], (len(lying), 1))
    if first:
        gaps = beyond + _GAPS_MM
        grid = np.arange(RAIL_MM, _end(strip) + 1, _GRID_MM)
        near = np.abs(lying[:, :, None] - grid).min(axis=1, initial=np.inf)
        has_room = near >= CHECKER_MM - _GRID_MM / 2
        at = np.hstack([at, gaps, np.tile(grid, (len(lying), 1))])
        in_gap = np.where(gaps <= _end(strip), _GAP_SHARE / len(_GAPS_MM), 0.0)
        parts = np.hstack([parts, in_gap, has_room * (_ELSEWHERE_SHARE / len(grid))])
    return at, parts / parts.sum(axis=1, keepdims=True)


def _one_less(ways: Lies, *, inside_only: bool = False) -> Lies:
    """One checker goes: mostly the outermost."""
    count = ways.places.shape[1]
    parts = np.full(count, (1.0 - _OUTERMOST_SHARE) / max(count - 1, 1))
    parts[-1] = 0.0 if inside_only else _OUTERMOST_SHARE
    parts /= parts.sum()
    left = [np.delete(ways.places, gone, axis=1) for gone in range(count)]
    return ways.spread(np.stack(left, axis=1), np.tile(parts, (len(ways.share), 1)))


def _nudged(strip: Strip, ways: Lies, share: float) -> Lies:
    """A sleeve moves some of the stacks, as far as rail and end let it."""
    if not ways.places.shape[1]:
        return ways
    shift = np.array([0.0, *(mm for mm, _part in _NUDGES)])
    parts = np.array([1.0 - share, *(share * part for _mm, part in _NUDGES)])
    low = np.minimum(RAIL_MM - ways.places[:, :1], 0.0)
    high = np.maximum(_end(strip) - ways.places[:, -1:], 0.0)
    moved = ways.places[:, None, :] + np.clip(shift, low, high)[:, :, None]
    return ways.spread(moved, np.tile(parts, (len(ways.share), 1)))


def _pushed(places: Reals, end: float) -> Reals:
    """Checkers do not overlap: what lies in the way is pushed along, from the end back as well."""
    count = places.shape[1]
    places[:, 0] = np.maximum(places[:, 0], RAIL_MM)
    for number in range(1, count):
        least = places[:, number - 1] + CHECKER_MM
        places[:, number] = np.maximum(places[:, number], least)
    places[:, -1] = np.minimum(places[:, -1], end)
    for number in range(count - 2, -1, -1):
        most = places[:, number + 1] - CHECKER_MM
        places[:, number] = np.minimum(places[:, number], most)
    return places


def _end(strip: Strip, beyond_mm: float = END_SLACK_MM) -> float:
    """The farthest that a checker's middle lies from the rail."""
    return RAIL_MM + CHECKER_MM * (strip.room - 1) + beyond_mm
