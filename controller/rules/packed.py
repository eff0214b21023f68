"""The search for legal plays, on boards packed into one integer.

Byte p of the integer is the count on the mover's point p plus 128 (25 his bar, 26 his reserve, 0
the other's bar), so that a step is one addition. Beside it go masks of bits p: where the mover
has checkers, where a blot of the other lies. Only `plays` looks in here.

Descending order (each die of a double from no higher source than the one before) tries each set
of equal steps once: steps of one size can always be made from the rearmost checker on.
"""

from __future__ import annotations

import struct
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from controller.rules.position import BAR, OFF, RESERVE, Board, Roll

HOME_TOP = 6

_BYTES = RESERVE + 1
_BIAS = int.from_bytes(bytes([128] * _BYTES), "little")
_ONE = 129  # a byte that says: one checker of the mover
_PACK = struct.Struct(f"<{_BYTES}b").pack
_UNPACK = struct.Struct(f"<{_BYTES - 1}bx").unpack
_UNPACK_EACH = struct.Struct(f"<{_BYTES - 1}bx").iter_unpack
_SIGNED = bytes(byte ^ 128 for byte in range(256))
_COUNTS = (*range(128), *range(-128, 0))  # what a byte says, by the byte
_OWN, _BLOT, _CLOSED = (  # a byte to a digit of a mask
    bytes(b"01"[count in counts] for count in _COUNTS)
    for counts in (range(1, 128), (-1,), range(-128, -1))
)
_BAR_BIT = 1 << BAR
_TO_BAR = 2 * _BAR_BIT - 1
_HOME = (1 << HOME_TOP + 1) - 1
_ANY = (1 << _BYTES) - 1


class Leg(NamedTuple):
    """A step of one checker by one die, its ends in the mover's points. onward: mask of the sources
    that a descending order may take next."""

    source: int
    to: int
    die: int
    onward: int


State = tuple[int, int, int, Leg, "State | None"]
"""A board under search: (the packed number, mask of the mover's points, mask of the other's blots,
the leg and the state by which it was reached). A plain tuple: a named one takes five times as
long to make, and thousands are."""

Ends = dict[int, tuple[Leg, State]]
"""Packed boards after a last step: the step, and the state that it was made from."""

Level = dict[int, list[tuple[Leg, bool, int]]]
"""Packed boards after so many dice with the steps from them: leg, whether it hits, board after."""


Turn = tuple[dict[int, int], int]
"""What stays the same while a turn is searched: for each die the mask of sources from which it
leads to a point that the other does not hold; a mask of blots in the mover's home on which a
hitter has to stay (tavla, portes)."""


def _row(source: int, die: int) -> tuple[Leg, int, int, int, int, int]:
    """What the search needs of a step: the bits of both ends, what it adds to the number without
    and with a hit, the shift of its source."""
    to = BAR - die if source == RESERVE else max(source - die, OFF)
    leaving = 1 << 8 * source
    arriving = 1 << 8 * to if to != OFF else 0
    leg = Leg(source, to, die, _ANY if source >= BAR else (2 << source) - 1)
    hit = 2 * arriving - leaving - 1  # over the blot, which goes to the other's bar
    return leg, 1 << source, 1 << to & ~1, arriving - leaving, hit, 8 * source


_ROWS = tuple(tuple(_row(source, die) for source in range(_BYTES)) for die in range(7))
_NO_LEG = Leg(RESERVE, RESERVE, 0, _ANY)
_ON_BOARD = tuple(_ANY ^ (2 << die) - 1 for die in range(7))  # sources that a die keeps on it


def pack(
    board: Board, reserve: int, dice: Iterable[int], *, hit_and_run: bool
) -> tuple[State, Turn]:
    """The start of a search with these dice. Raises struct.error for a board that is none."""
    raw = _PACK(*board, reserve)
    number = int.from_bytes(raw, "little") ^ _BIAS
    raw = raw[::-1]
    own, closed = int(raw.translate(_OWN), 2), int(raw.translate(_CLOSED), 2)
    blots = int(raw.translate(_BLOT), 2) & ~1  # one on the other's bar is no blot
    free = {}
    for die in dice:
        barred = closed << die & _TO_BAR
        barred |= (barred & _BAR_BIT) << 1  # the reserve enters where the bar does
        free[die] = ~barred & _ON_BOARD[die]
    return (number, own, blots, _NO_LEG, None), (free, 0 if hit_and_run else blots & _HOME)


def unpack(number: int) -> Board:
    """The 26 ints of a packed board (what is left in reserve follows from them)."""
    return _UNPACK((number ^ _BIAS).to_bytes(_BYTES, "little"))


def unpack_all(numbers: Iterable[int]) -> list[Board]:
    """The 26 ints of many packed boards, faster than one by one."""
    raw = b"".join([number.to_bytes(_BYTES, "little") for number in numbers])
    return list(_UNPACK_EACH(raw.translate(_SIGNED)))


def finals(start: State, turn: Turn, roll: Roll) -> tuple[int, Ends]:
    """How many dice must be used, and the boards after them; none for a dance.

    Both dice if possible, else the larger; of a double as many as can be (BR-10..13). Of
    several ways to a board the steps that sort first: the rearmost checker by the smaller die.
    """
    if roll[0] == roll[1]:
        return _double_finals(start, turn, roll[0])
    high, low = max(roll), min(roll)
    first_high, first_low = (successors(start, die, turn) for die in (high, low))
    both: Ends = {}
    for state in first_high:
        _last_step(both, state, low, turn, _ANY)
    # two checkers may change places in the order; where it is certain that nobody enters or bears
    # off, only one checker that goes by both dice is still to be looked at
    order_matters = start[1] & _BAR_BIT or not start[1] >> HOME_TOP + 1 + high
    for state in reversed(first_low):  # of steps that lead to one board the first that sorts wins
        allowed = _ANY if order_matters else turn[0][high] & 1 << state[3].to
        if allowed:
            _last_step(both, state, high, turn, allowed)
    if both:
        return 2, both
    single: Ends = {}
    _last_step(single, start, high if first_high else low, turn, _ANY)
    return bool(single), single


def _double_finals(start: State, turn: Turn, die: int) -> tuple[int, Ends]:
    level: list[State] = [start]
    for used in range(3):
        longer = [
            after for state in level for after in successors(state, die, turn, state[3].onward)
        ]
        if not longer:
            return used, {state[0]: (state[3], state[4]) for state in level if state[4]}
        level = longer
    ends: Ends = {}
    for state in level:
        _last_step(ends, state, die, turn, state[3].onward)
    if ends:
        return 4, ends
    return 3, {state[0]: (state[3], state[4]) for state in level if state[4]}


def path(state: State, last: Leg) -> list[tuple[Leg, bool]]:
    """The steps of a play found, in the order in which it was searched, and whether they hit."""
    steps = [(last, bool(state[2] >> last.to & 1))]
    while state[4] is not None:
        steps.append((state[3], state[2] != state[4][2]))
        state = state[4]
    return steps[::-1]


def successors(state: State, die: int, turn: Turn, allowed: int = _ANY) -> list[State]:
    """The boards after each legal step of one die, the highest source first.

    allowed: mask of the sources that are wanted. Rules: PT-16..27, BR-04..17, NO-05..18.
    """
    number, own, blots, _leg, _parent = state
    free, stays = turn
    sources = _sources(own, die, free[die]) & allowed
    rows = _ROWS[die]
    after: list[State] = []
    while sources:
        leg, bit, to_bit, change, hit, shift = rows[sources.bit_length() - 1]
        sources ^= bit
        is_alone = number >> shift & 255 == _ONE
        if is_alone and bit & stays:
            continue
        own_after = (own ^ bit if is_alone else own) | to_bit
        if blots & to_bit:
            after.append((number + hit, own_after, blots ^ to_bit, leg, state))
        else:
            after.append((number + change, own_after, blots, leg, state))
    return after


def _last_step(ends: Ends, state: State, die: int, turn: Turn, allowed: int) -> None:
    """As `successors`, into `ends`: after the last step nobody asks for masks."""
    number, own, blots, _leg, _parent = state
    free, stays = turn
    sources = _sources(own, die, free[die]) & allowed
    rows = _ROWS[die]
    while sources:
        leg, bit, to_bit, change, hit, shift = rows[sources.bit_length() - 1]
        sources ^= bit
        if bit & stays and number >> shift & 255 == _ONE:
            continue
        ends[number + (hit if blots & to_bit else change)] = leg, state


def _sources(own: int, die: int, free: int) -> int:
    """Mask of the points that a checker may leave with this die."""
    if own > _HOME:
        return free & _BAR_BIT if own & _BAR_BIT else own & free
    if own >> die:
        return own & (free | 1 << die)
    return own and 1 << own.bit_length() - 1  # a die larger than all takes the highest (BR-16)


def walks(start: State, turn: Turn, roll: Roll, to: Board | None = None) -> list[list[Level]]:
    """For each order of the dice that ends in a legal play all steps on the way: a level a die.

    Steps after which the last level cannot be reached waste a die and are left out; every order
    of the steps of a double is in it. to: the only board of the last level that is wanted. No
    walk for a dance.
    """
    high, low = max(roll), min(roll)
    orders = [(high,) * 4] if high == low else [(high, low), (low, high)]
    found = [_levels(start, dice, turn) for dice in orders]
    most = max(len(levels) for levels, _ends in found)
    longest = [each for each in found if len(each[0]) == most > 0]
    if most == 1:
        longest = longest[:1]  # the larger die (BR-12)
    leading = []
    for levels, ends in longest:
        alive = {number for number in ends if to is None or unpack(number) == to}
        if alive:
            leading.append(_leading_to(alive, levels))
    return leading


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
