"""The same question as in `likelihood`, of cells that only say whether something lies over them.

Such a cell is on when its field passes half a checker's, whoever's it is; a mean of eight scans
may lie between where the field is near that. What such a table cannot see stays open here: whose
a checker is, whether it lies on another, and whether one lies between two cells. So its plays are
shown and confirmed, never taken.

A switch has no difference that could be weighed: what counts is how often hands bring about just
the cells that were on and the ones that are on now (`lies`). Few patterns occur, so each is worked
out once.
"""

from __future__ import annotations

import math
from collections.abc import Collection
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from controller.sensing.geometry import UNIT, Floats, Strip, kept_by_strip
from controller.sensing.lies import felt, fields, lying
from controller.sensing.likelihood import CONTENTS, NEVER, SlotReading, log_sum
from controller.sensing.templates import CONTENT

Reals = npt.NDArray[np.float64]

THRESHOLD = 0.5 * UNIT
LYING = 1e-4
"""A cell may say anything once in 10,000: half on a checker's edge, a hand's shadow."""

_ERROR = 6.0  # units: offset and gain of a cell that nothing calibrates, and a checker's strength
_HOLDS = 3.0  # units beyond its threshold at which a switch turns back, so that it does not chatter
_RESTLESS = 2.0  # units: noise, and what a checker stirs unseen
_LEVELS = np.array([-8, 8, 14, 18, 22, 25, 28, 31, 33, 36, 39, 42, 46, 51, 58.0])
"""Units from which fields count as one, finely where cells switch."""

_ANEW = (0.005, 0.03)
"""Shares of slots that nobody meant to touch, and of those that hands were at, that lie anew."""

_HIT_ANEW = 0.5  # of blots that are gone before the hitter comes, who then lies where it likes
_LEAST = 1e-12  # share


def absolute(now: SlotReading) -> Floats:
    """(31,) log-likelihood of each content from one reading alone; the sides look alike."""
    seen = _packed(_on(now.values), now.weight)
    scores = [_lone(now.strip, count, *seen) for count in range(CONTENT + 1)]
    return np.array([*scores[:0:-1], *scores], dtype=np.float32)


def compared(
    before: SlotReading, now: SlotReading, content: int, to: Collection[int], *, others: bool
) -> Floats:
    """(31,) log-likelihood of both readings if `content` became each of `to`.

    others: every other content may lie there anew; else it is NEVER what does.
    """
    seen = _packed(_on(before.values), _on(now.values), before.weight * now.weight)
    row = np.full(CONTENTS, NEVER, dtype=np.float32)
    if others:
        was = _lone(now.strip, abs(content), seen[0], seen[2])
        row = absolute(now) + np.float32(was + math.log(_ANEW[True]))
    for each in to:
        row[each + CONTENT] = _pair(now.strip, content, each, *seen)
    return row


def make_ways(strip: Strip, content: int, to: int) -> None:
    """What `compared` will ask for, made ahead."""
    if _is_told(content, to):
        _ways(strip, *_signless(content, to))


def _is_told(content: int, to: int) -> bool:
    """Whether some of the checkers stay, or what came may have lain beside the one that went."""
    return content * to >= 0 or abs(content) == 1


def _signless(content: int, to: int) -> tuple[int, int]:
    """The same with light's checkers first: the sides look alike."""
    return (content, to) if (content or to) > 0 else (-content, -to)


@kept_by_strip
def _pair(strip: Strip, content: int, to: int, was: bytes, now: bytes, weigh: bytes) -> float:
    """Log-likelihood of the cells' states before and after."""
    alone = _lone(strip, abs(content), was, weigh) + _lone(strip, abs(to), now, weigh)
    if not _is_told(content, to):
        return alone
    before, after, weight = (np.frombuffer(each, dtype=np.float32) for each in (was, now, weigh))
    ways = _ways(strip, *_signless(content, to))
    told = ways.weight.copy()
    for cell in np.flatnonzero(weight).tolist():
        p, q = float(before[cell]), float(after[cell])
        states = np.array((p * q, p * (1 - q), (1 - p) * q, (1 - p) * (1 - q)))
        told += (states @ _SWITCHING).take(ways.pair[cell])
    anew = _HIT_ANEW if content * to < 0 else _ANEW[content != to]
    return log_sum(math.log1p(-anew) + _log_sum(told), math.log(anew) + alone)


@dataclass(frozen=True, slots=True)
class _Ways:
    """pair: (cells, T) of each cell the levels before and after, as one number; weight: (T,) log
    shares."""

    pair: npt.NDArray[np.intp]
    weight: Reals


@kept_by_strip
def _ways(strip: Strip, content: int, to: int) -> _Ways:
    """The ways in which `content` becomes `to`, those that look alike made one."""
    found = fields(strip, content, to)
    before, after = (np.searchsorted(_LEVELS[1:], each) for each in (found.before, found.after))
    pair = before * len(_LEVELS) + after
    key = pair @ (len(_LEVELS) ** (2 * np.arange(strip.cells)))
    _keys, first, which = np.unique(key, return_index=True, return_inverse=True)
    share = np.bincount(which.ravel(), weights=found.share).astype(np.float64)
    return _Ways(np.ascontiguousarray(pair[first].T), _log(share))


@kept_by_strip
def _lone(strip: Strip, count: int, seen: bytes, weigh: bytes) -> float:
    """Log-likelihood of the cells' state if so many checkers lie there."""
    on, weight = (np.frombuffer(each, dtype=np.float32) for each in (seen, weigh))
    lit = _lit(strip, min(count, strip.room))
    return _log_sum(lit.on @ (on * weight) + lit.off @ ((1 - on) * weight) + lit.weight)


@dataclass(frozen=True, slots=True)
class _Lit:
    """on, off: (T, cells) log probability that each cell is; weight: (T,) log shares."""

    on: Reals
    off: Reals
    weight: Reals


@kept_by_strip
def _lit(strip: Strip, count: int) -> _Lit:
    ways = lying(strip, count)
    on = np.clip(_passes(felt(strip, ways.places) - THRESHOLD, _ERROR), LYING, 1 - LYING)
    return _Lit(_log(on), _log(1 - on), _log(ways.share))


def _make_switching() -> Reals:
    """(4, levels * levels) log probability that a cell is on before and after, on and then off, off
    and then on, off both times, at each two levels of its field."""
    level = (_LEVELS + np.append(_LEVELS[1:], UNIT)) / 2
    error = np.linspace(-2.5, 2.5, 21) * _ERROR  # the cell's own, the same both times
    share = np.exp(-0.5 * (error / _ERROR) ** 2)
    share /= share.sum()
    over = level[:, None] - THRESHOLD - error
    was_on = _passes(over, _RESTLESS)
    stays, comes = _passes(over + _HOLDS, _RESTLESS), _passes(over - _HOLDS, _RESTLESS)
    on, off = was_on * share, (1 - was_on) * share
    states = np.array([on @ stays.T, on @ (1 - stays).T, off @ comes.T, off @ (1 - comes).T])
    return _log(np.clip(states, LYING, 1.0)).reshape(4, -1)


def _passes(over: Reals, spread: float) -> Reals:
    """Probability that a field so far over a threshold passes it; a normal distribution, nearly."""
    return np.asarray(1 / (1 + np.exp(-1.7 * over / spread)))


def _on(values: Floats) -> Floats:
    """How much of the time each cell was on."""
    return np.clip(np.abs(values) / np.float32(UNIT), 0.0, 1.0)


def _packed(*arrays: Floats) -> list[bytes]:
    return [np.asarray(each, dtype=np.float32).tobytes() for each in arrays]


def _log(share: Reals) -> Reals:
    return np.asarray(np.log(np.maximum(share, _LEAST)))


def _log_sum(values: Reals) -> float:
    best = float(values.max())
    return best + math.log(float(np.exp(values - best).sum()))


_SWITCHING = _make_switching()
