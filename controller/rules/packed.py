"""The search for legal plays, on boards packed into one integer.

Byte p of the integer is the count on the mover's point p plus 128 (25 his bar, 26 his reserve, 0
the other's bar), so that a step is one addition. Beside it go masks of bits p: where the mover
has checkers, where a blot of the other lies. Only `plays` looks in here.

Descending order (each die of a double from no higher source than the one before) tries each set
of equal steps once: steps of one size can always be made from the rearmost checker on.
"""

from __future__ import annotations

import struct
from collections.abc import Sequence
from typing import NamedTuple

from controller.rules.position import BAR, OFF, RESERVE, Board, Roll

HOME_TOP = 6

_BYTES = RESERVE + 1
_BIAS = int.from_bytes(bytes([128] * _BYTES), "little")
_ONE = 129  # a byte that says: one checker of the mover
_PACK = struct.Struct(f"<{_BYTES}b").pack
_UNPACK = struct.Struct(f"<{_BYTES - 1}bx").unpack
_COUNTS = (*range(128), *range(-128, 0))  # what a byte says, by the byte
_IS_OWN = bytes(b"01"[count > 0] for count in _COUNTS)
_IS_BLOT = bytes(b"01"[count == -1] for count in _COUNTS)
_IS_CLOSED = bytes(b"01"[count < -1] for count in _COUNTS)
_BAR_BIT = 1 << BAR
_HOME = (1 << HOME_TOP + 1) - 1
_ANY = (1 << _BYTES) - 1


class Leg(NamedTuple):
    """A step of one checker: its ends in the mover's points, the die, and what the search needs:
    bits and shift of the ends, what it adds to the number, and the sources below it."""

    source: int
    to: int
    die: int
    bit: int
    shift: int
    to_bit: int
    change: int
    hit: int
    not_above: int


State = tuple[int, int, int, Leg, "State | None"]
"""A board under search: the packed number, masks of the mover's points and the other's blots, the
leg and the state by which it was reached. A plain tuple: a named one takes five times as long."""


class Turn(NamedTuple):
    """What stays the same while a turn is searched: points closed to the mover, and blots in his
    home on which a hitter has to stay (tavla, portes)."""

    closed: int
    stays: int


Edge = tuple[Leg, bool, int]
"""One step of a walk: its leg, whether it hits, the packed board after."""


def _leg(source: int, die: int) -> Leg:
    to = BAR - die if source == RESERVE else max(source - die, OFF)
    arriving = 1 << 8 * to if to != OFF else 0
    return Leg(
        source=source,
        to=to,
        die=die,
        bit=1 << source,
        shift=8 * source,
        to_bit=1 << to if to != OFF else 0,
        change=arriving - (1 << 8 * source),
        hit=arriving - 1,
        not_above=_ANY if source >= BAR else (2 << source) - 1,
    )


_NO_LEG = _leg(RESERVE, 0)
_LEGS = tuple(tuple(_leg(source, die) for source in range(_BYTES)) for die in range(7))
_ONWARD = tuple(_ANY ^ (2 << die) - 1 for die in range(7))  # sources that stay on the board


def pack(board: Board, reserve: int, *, hit_and_run: bool) -> tuple[State, Turn]:
    """The start of a search. Raises struct.error for a board that is none."""
    raw = _PACK(*board, reserve)
    number = int.from_bytes(raw, "little") ^ _BIAS
    raw = raw[::-1]
    blots = int(raw.translate(_IS_BLOT), 2)
    start = (number, int(raw.translate(_IS_OWN), 2), blots, _NO_LEG, None)
    return start, Turn(int(raw.translate(_IS_CLOSED), 2), 0 if hit_and_run else blots & _HOME)


def unpack(number: int) -> Board:
    """The 26 ints of a packed board (what is left in reserve follows from them)."""
    return _UNPACK((number ^ _BIAS).to_bytes(_BYTES, "little"))


def path(state: State) -> list[Edge]:
    """The steps by which a state was reached, in the order in which they were searched."""
    edges = []
    number, _own, blots, leg, parent = state
    while parent is not None:
        edges.append((leg, blots != parent[2], number))
        number, _own, blots, leg, parent = parent
    return edges[::-1]


def orders(roll: Roll) -> tuple[tuple[int, ...], ...]:
    """The dice in the orders in which they may be played, the larger first."""
    high, low = max(roll), min(roll)
    return ((high,) * 4,) if high == low else ((high, low), (low, high))


def successors(state: State, die: int, turn: Turn, allowed: int = _ANY) -> list[State]:
    """The boards after each legal step of one die, the highest source first.

    allowed: mask of the sources that are wanted. Rules: PT-16..27, BR-04..17, NO-05..18.
    """
    number, own, blots, _leg, _parent = state
    sources = _sources(own, die, turn.closed) & allowed
    legs = _LEGS[die]
    after: list[State] = []
    while sources:
        leg = legs[sources.bit_length() - 1]
        _source, _to, _die, bit, shift, to_bit, change, hit, _below = leg
        sources ^= bit
        is_last = number >> shift & 255 == _ONE
        if is_last and bit & turn.stays:
            continue
        own_after = (own ^ bit if is_last else own) | to_bit
        if blots & to_bit:
            after.append((number + change + hit, own_after, blots ^ to_bit, leg, state))
        else:
            after.append((number + change, own_after, blots, leg, state))
    return after


def finals(start: State, turn: Turn, roll: Roll) -> tuple[int, dict[int, State]]:
    """How many dice must be used, and the states after them by number; none for a dance.

    Both dice if possible, else the larger; of a double as many as can be (BR-10..13). Where one
    checker may go either way to a board, it goes by the smaller die first.
    """
    most: int = 0
    found: dict[int, State] = {}
    for dice in orders(roll):
        level, used, is_double = [start], 0, len(dice) > 2
        for die in dice:
            longer = [
                after
                for state in level
                for after in successors(state, die, turn, state[3].not_above if is_double else _ANY)
            ]
            if not longer:
                break
            level, used = longer, used + 1
        if used > most:
            most, found = used, {state[0]: state for state in level}
        elif used == most > 1:
            found.update((state[0], state) for state in level)
    return most, found


def walks(start: State, turn: Turn, roll: Roll, to: Board | None = None) -> list[list[Level]]:
    """For each order of the dice that ends in a legal play all steps on the way: a level a die.

    Steps after which the last level cannot be reached waste a die and are left out; every order
    of the steps of a double is in it. to: the only board of the last level that is wanted. No
    walk for a dance.
    """
    found = [_levels(start, dice, turn) for dice in orders(roll)]
    most = max(len(levels) for levels, _ends in found)
    longest = [each for each in found if len(each[0]) == most > 0]
    if most == 1:
        longest = longest[:1]  # the larger die (BR-12)
    walks = []
    for levels, ends in longest:
        alive = {number for number in ends if to is None or unpack(number) == to}
        if alive:
            walks.append(_leading_to(alive, levels))
    return walks


def _sources(own: int, die: int, closed: int) -> int:
    """Mask of the points that a checker may leave with this die."""
    if own & _BAR_BIT:
        return 0 if closed >> BAR - die & 1 else _BAR_BIT
    barred = closed << die
    if closed >> BAR - die & 1:
        barred |= 1 << RESERVE
    else:
        barred &= ~(1 << RESERVE)
    sources = own & ~barred & _ONWARD[die]
    if own <= _HOME:
        sources |= own & 1 << die
        if own and own < 1 << die:
            sources = 1 << own.bit_length() - 1
    return sources


Level = dict[int, list[Edge]]
"""Packed boards that a walk passes after so many dice, each with its steps onward."""


def _levels(start: State, dice: Sequence[int], turn: Turn) -> tuple[list[Level], set[int]]:
    """All steps of the dice in this order until none can be made, and the boards after them."""
    states = {start[0]: start}
    levels: list[Level] = []
    for die in dice:
        reached: dict[int, State] = {}
        level: Level = {}
        for number, state in states.items():
            longer = successors(state, die, turn)
            reached.update((each[0], each) for each in longer)
            level[number] = [
                (leg, blots != state[2], after) for after, _own, blots, leg, _parent in longer
            ]
        if not reached:
            break
        levels.append(level)
        states = reached
    return levels, set(states)


def _leading_to(alive: set[int], levels: list[Level]) -> list[Level]:
    """Of these levels the steps from which a board of `alive` is still reached."""
    leading = []
    for level in reversed(levels):
        kept = {
            number: [edge for edge in edges if edge[2] in alive] for number, edges in level.items()
        }
        leading.append({number: edges for number, edges in kept.items() if edges})
        alive = set(leading[-1])
    return leading[::-1]
