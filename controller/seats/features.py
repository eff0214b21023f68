"""What a player looks at on a board, in numbers: shots, points, primes, anchors, the race.

Boards are seen from the side that has just played; the other side is on roll. Sets of points are
ints, bit p for point p (0 the other side's bar, 25 one's own), so that a shot is a shift.
"""

from __future__ import annotations

from typing import NamedTuple

from controller.rules.position import BAR, CHECKERS, OFF, POINTS, Board

HOME_TOP = 6
_ALL = (1 << BAR) - 2  # points 1-24
_HOME = 0b1111110
_ROLLS = tuple(
    (high, low, 1 if high == low else 2) for high in range(1, 7) for low in range(1, high + 1)
)
_OF_36 = 36


class SideLook(NamedTuple):
    """One side's half of a contact position, in that side's own point numbers."""

    pips: float  # to go, in hundreds
    bar: float  # own checkers on the bar
    off: float  # checkers borne off
    shot: float  # chance that the other side's next roll hits a blot here
    lost: float  # pips that such a hit costs on average, in hundreds
    shot_at_board: float  # shot x points that the other side holds at home
    blots: float
    home: float  # points held at home
    five: float  # the 5-point held
    bar_point: float  # the 7-point held
    shut_in: float  # other checkers on the bar x home points held
    trapped: float  # other checkers behind the longest row of held points x its length beyond 3
    high_anchor: float  # the other's 4-, 5- or 7-point held
    low_anchor: float  # the other's 1-, 2- or 3-point held
    back: float  # checkers in the other's home or on the bar
    stacked: float  # checkers beyond three on a point
    buried: float  # checkers on the 1- and 2-point


def is_race(board: Board) -> bool:
    """Have the two sides passed each other?"""
    mine = max((point for point in range(1, BAR + 1) if board[point] > 0), default=0)
    theirs = min((point for point in range(BAR) if board[point] < 0), default=BAR)
    return mine < theirs


def mirror(board: Board) -> Board:
    """The same checkers from the other side."""
    return tuple(-n for n in reversed(board))


def pips(board: Board) -> int:
    """Pips that the side which sees this board still has to go."""
    return sum(point * n for point, n in enumerate(board) if n > 0)


def look(board: Board) -> SideLook:
    """One side's half of a contact position; the other half is `look(mirror(board))`."""
    held = _mask(board, 2, CHECKERS)
    theirs = _mask(mirror(board), 2, CHECKERS)
    shot, lost = exposure(board)
    prime, behind = _prime(board, held)
    home = (held & _HOME).bit_count()
    back = sum(n for n in board[POINTS - HOME_TOP + 1 :] if n > 0)
    return SideLook(
        pips=pips(board) / 100,
        bar=board[BAR],
        off=CHECKERS - sum(n for n in board if n > 0),
        shot=shot,
        lost=lost / 100,
        shot_at_board=shot * (theirs & _HOME).bit_count(),
        blots=_mask(board, 1, 1).bit_count(),
        home=home,
        five=held >> 5 & 1,
        bar_point=held >> 7 & 1,
        shut_in=-board[OFF] * home,
        trapped=behind * max(prime - 3, 0),
        high_anchor=bool(held & (1 << 21 | 1 << 20 | 1 << 18)),
        low_anchor=bool(held & (1 << 24 | 1 << 23 | 1 << 22)),
        back=back,
        stacked=sum(n - 3 for n in board[1:BAR] if n > 3),
        buried=sum(max(n, 0) for n in board[1:3]),
    )


def race_pips(board: Board) -> float:
    """Pips that a race costs this side: those to go and those that will be wasted.

    Each checker wastes about one when borne off, crossing into the next quarter half of one;
    checkers piled on few home points waste more than spread ones.
    """
    own = [max(n, 0) for n in board]
    crossings = sum(n * ((point - 1) // HOME_TOP) for point, n in enumerate(own) if n)
    piled = sum(n * n for n in own[1 : HOME_TOP + 1])
    return pips(board) + 1.0 * sum(own) + 0.5 * crossings + 0.03 * piled


def exposure(board: Board) -> tuple[float, float]:
    """Chance that the other side's next roll can hit one of this side's blots, and the pips that
    are lost on average if it hits the one that has come furthest."""
    blots = _mask(board, 1, 1)
    if not blots:
        return 0.0, 0.0
    blocked = _mask(board, 2, CHECKERS)
    sources = sum(1 << point for point in range(1, BAR) if board[point] < 0)
    hits = lost = 0
    for high, low, weight in _ROLLS:
        hit = blots & _landings(sources, -board[OFF], ~blocked & _ALL, high, low)
        if hit:
            hits += weight
            lost += weight * (BAR + 1 - (hit & -hit).bit_length())
    return hits / _OF_36, lost / _OF_36


def _landings(sources: int, on_bar: int, free: int, high: int, low: int) -> int:
    """Points that the other side, moving upwards, may land on with this roll."""
    if high == low:
        return _double_landings(sources, on_bar, free, high)
    if on_bar > 1:
        return (1 << high | 1 << low) & free
    found = 0
    for first, second in ((high, low), (low, high)):
        if on_bar:
            entered = 1 << first & free
            if entered:
                found |= entered | (sources | entered) << second & free
        else:
            one = sources << first & free
            found |= one | one << second & free
    return found


def _double_landings(sources: int, on_bar: int, free: int, die: int) -> int:
    found, steps = 0, 4
    if on_bar:
        found = 1 << die & free
        steps = 4 - on_bar if found else 0
        sources |= found
    for _ in range(steps):
        sources = sources << die & free
        found |= sources
    return found


def _prime(board: Board, held: int) -> tuple[int, int]:
    """Length of the longest row of held points among 2-12, and other checkers behind it."""
    best = behind = length = others = 0
    passed = -board[OFF]
    for point in range(1, 13):
        if held >> point & 1 and point > 1:
            if not length:
                others = passed
            length += 1
            if length >= best:
                best, behind = length, others
        else:
            length = 0
        passed += max(-board[point], 0)
    return best, behind


def _mask(board: Board, least: int, most: int) -> int:
    """The points 1-24 on which this side has from `least` to `most` checkers."""
    return sum(1 << point for point in range(1, BAR) if least <= board[point] <= most)
