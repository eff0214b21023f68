"""One moment of a match as a line of text: GNUbg position ID and match ID, and XGID.

Everybody's tools read these three. Light is the X of an XGID and gnubg's player 1, who sits at
the foot of gnubg's board; so both lines of one moment show the same picture there. Borne-off
checkers are written nowhere: they are what is missing of 15.

Formats: records spec 5.3 and 5.4, as gnubg 1.07 reads and writes them.
"""

from __future__ import annotations

import base64
import binascii
import re
from collections.abc import Iterator
from dataclasses import dataclass

from controller.errors import RulesError
from controller.rules.position import BAR, CHECKERS, OFF, POINTS, Board, Position, Roll, Side

POSITION_ID_CHARS = 14
MATCH_ID_CHARS = 12
PHASES = ("none", "playing", "over", "resigned", "dropped")
MAX_CUBE = 1024

_POSITION_BYTES = 10
_MATCH_BYTES = 9
_CENTRED = 3  # gnubg writes 3 and reads 2 as well as a cube that nobody owns
_MATCH_FIELDS = (  # name and bits, the lowest first
    ("cube", 4), ("owner", 2), ("mover", 1), ("crawford", 1), ("phase", 3), ("decides", 1),
    ("doubled", 1), ("resigned", 2), ("die0", 3), ("die1", 3), ("length", 15), ("score0", 15),
    ("score1", 15), ("no_jacoby", 1),
)  # fmt: skip
_PLAYERS = (Side.DARK, Side.LIGHT)  # gnubg's players 0 and 1
_XGID = re.compile(
    r"(?:XGID=)?(?P<board>[-A-Pa-p]{26}):(?P<cube>\d{1,2}):(?P<owner>-1|0|1):(?P<turn>-1|1)"
    r":(?P<dice>00|[1-6]{2}|D):(?P<score>\d{1,5}:\d{1,5}):(?P<rules>[0-3]):(?P<length>\d{1,5})"
    r"(?::(?P<limit>\d{1,2}))?"
)
_XG_SIDES = {"1": Side.LIGHT, "-1": Side.DARK, "0": None}


@dataclass(frozen=True, slots=True)
class MatchState:
    """What the lines say beside the checkers.

    on_roll: whose turn it is; while a double is offered, the side that offered it.
    dice: None before the roll. cube_value: what the cube shows, the value before an offer.
    length 0: money. score: (light, dark). jacoby, beavers: money only.
    phase (one of PHASES), resignation (0-3 games offered): told by the match ID only;
    beavers, cube_limit (highest value): by the XGID only.
    """

    on_roll: Side = Side.LIGHT
    dice: Roll | None = None
    cube_value: int = 1
    cube_owner: Side | None = None
    double_offered: bool = False
    length: int = 0
    score: tuple[int, int] = (0, 0)
    crawford: bool = False
    jacoby: bool = False
    beavers: bool = False
    cube_limit: int = MAX_CUBE
    phase: str = "playing"
    resignation: int = 0

    @property
    def decides(self) -> Side:
        """Who has to say something now: the other side while an offer stands."""
        return self.on_roll.other if self.double_offered or self.resignation else self.on_roll


def format_position_id(board: Board) -> str:
    """GNUbg position ID of the board that the side on roll sees.

    Raises RulesError where a side has more than 15 checkers.
    """
    _check_counts(board)
    bits = [bit for count in _counts(board) for bit in (*(1,) * count, 0)]
    number = sum(bit << place for place, bit in enumerate(bits))
    return base64.b64encode(number.to_bytes(_POSITION_BYTES, "little"))[:POSITION_ID_CHARS].decode()


def parse_position_id(text: str) -> Board:
    """The board of a GNUbg position ID as the side on roll sees it; RulesError for no such."""
    number = _number(text, POSITION_ID_CHARS, "==", "position ID")
    counts = [0]
    for bit in (number >> place & 1 for place in range(8 * _POSITION_BYTES)):
        if bit:
            counts[-1] += 1
        else:
            counts.append(0)
    if any(counts[2 * BAR :]):
        raise RulesError(f"{text!r} is no position ID: it holds too many checkers")
    counts += [0] * (2 * BAR - len(counts))
    other, mine = counts[:BAR], counts[BAR : 2 * BAR]
    if any(n and other[POINTS - 1 - at] for at, n in enumerate(mine[:POINTS])):
        raise RulesError(f"{text!r} is no position ID: both sides hold one point")
    points = (n - other[POINTS - 1 - at] for at, n in enumerate(mine[:POINTS]))
    board = (-other[POINTS], *points, mine[POINTS])
    _check_counts(board)
    return board


def format_match_id(state: MatchState) -> str:
    """GNUbg match ID; RulesError for values that it cannot hold."""
    high, low = sorted(state.dice or (0, 0), reverse=True)
    owner = _CENTRED if state.cube_owner is None else _PLAYERS.index(state.cube_owner)
    values = {
        "cube": _log2(state.cube_value),
        "owner": owner,
        "mover": _PLAYERS.index(state.on_roll),
        "crawford": int(state.crawford),
        "phase": PHASES.index(state.phase),
        "decides": _PLAYERS.index(state.decides),
        "doubled": int(state.double_offered),
        "resigned": state.resignation,
        "die0": high,
        "die1": low,
        "length": state.length,
        "score0": state.score[_PLAYERS[0].index],
        "score1": state.score[_PLAYERS[1].index],
        "no_jacoby": int(not state.jacoby),
    }
    number = place = 0
    for name, bits in _MATCH_FIELDS:
        if not 0 <= values[name] < 1 << bits:
            raise RulesError(f"a match ID cannot hold {name} {values[name]}")
        number |= values[name] << place
        place += bits
    return base64.b64encode(number.to_bytes(_MATCH_BYTES, "little")).decode()


def parse_match_id(text: str) -> MatchState:
    """The state that a GNUbg match ID tells; RulesError for text that is none."""
    number = _number(text, MATCH_ID_CHARS, "", "match ID")
    values = {}
    for name, bits in _MATCH_FIELDS:
        values[name] = number & (1 << bits) - 1
        number >>= bits
    dice = (values["die0"], values["die1"])
    if max(dice) > 6 or (0 in dice and any(dice)) or values["phase"] >= len(PHASES):
        raise RulesError(f"{text!r} is no match ID: it tells of dice or a game that cannot be")
    is_money = not values["length"]
    return MatchState(
        on_roll=_PLAYERS[values["mover"]],
        dice=dice if any(dice) else None,
        cube_value=1 << values["cube"],
        cube_owner=_PLAYERS[values["owner"]] if values["owner"] < len(_PLAYERS) else None,
        double_offered=bool(values["doubled"]),
        length=values["length"],
        score=(values["score1"], values["score0"]),
        crawford=bool(values["crawford"]),
        jacoby=is_money and not values["no_jacoby"],
        phase=PHASES[values["phase"]],
        resignation=values["resigned"],
    )


def format_xgid(position: Position, state: MatchState) -> str:
    """XGID of a moment; RulesError for values that it cannot hold."""
    board = position.board(Side.LIGHT)
    _check_counts(board)
    rules = int(state.crawford) if state.length else state.jacoby + 2 * state.beavers
    fields = (
        "".join(map(_xg_char, board)),
        _log2(state.cube_value),
        state.cube_owner.sign if state.cube_owner else 0,
        state.on_roll.sign,
        _xg_dice(state),
        *state.score,
        rules,
        state.length,
        _log2(state.cube_limit),
    )
    return "XGID=" + ":".join(map(str, fields))


def parse_xgid(text: str) -> tuple[Position, MatchState]:
    """Position and state of an XGID, with or without its `XGID=`.

    Raises RulesError for text that is none, and for beavers on offer, which we do not play.
    """
    found = _XGID.fullmatch(text.strip())
    if not found:
        raise RulesError(f"{text!r} is no XGID")
    board = tuple(map(_xg_count, found["board"]))
    if board[OFF] > 0 or board[BAR] < 0:
        raise RulesError(f"{text!r} is no XGID: a checker lies on the wrong bar")
    _check_counts(board)
    length, rules, dice = int(found["length"]), int(found["rules"]), found["dice"]
    light, dark = map(int, found["score"].split(":"))
    on_roll = _XG_SIDES[found["turn"]]
    assert on_roll is not None
    state = MatchState(
        on_roll=on_roll,
        dice=(int(dice[0]), int(dice[1])) if dice.isdigit() and dice != "00" else None,
        cube_value=1 << int(found["cube"]),
        cube_owner=_XG_SIDES[found["owner"]],
        double_offered=dice == "D",
        length=length,
        score=(light, dark),
        crawford=bool(length and rules & 1),
        jacoby=bool(not length and rules & 1),
        beavers=bool(not length and rules & 2),
        cube_limit=1 << int(found["limit"] or _log2(MAX_CUBE)),
    )
    off = (CHECKERS - sum(n for n in board if n > 0), CHECKERS + sum(n for n in board if n < 0))
    return Position.from_board(board, Side.LIGHT, off), state


def _counts(board: Board) -> Iterator[int]:
    """Checkers on points 1-24 and the bar as each side counts them, the side not on roll first."""
    yield from (max(-board[point], 0) for point in range(POINTS, -1, -1))
    yield from (max(count, 0) for count in board[1:])


def _check_counts(board: Board) -> None:
    mine, theirs = sum(n for n in board if n > 0), -sum(n for n in board if n < 0)
    if max(mine, theirs) > CHECKERS:
        raise RulesError(f"an ID tells of {CHECKERS} checkers a side, not {max(mine, theirs)}")


def _number(text: str, chars: int, padding: str, what: str) -> int:
    if len(text) != chars:
        raise RulesError(f"{text!r} is no {what}: it has {chars} characters")
    try:
        return int.from_bytes(base64.b64decode(text + padding, validate=True), "little")
    except (binascii.Error, ValueError) as error:
        raise RulesError(f"{text!r} is no {what}: {error}") from error


def _log2(cube: int) -> int:
    if cube < 1 or cube & (cube - 1):
        raise RulesError(f"a cube shows a power of two, not {cube}")
    return cube.bit_length() - 1


def _xg_char(count: int) -> str:
    if not count:
        return "-"
    return chr(ord("A" if count > 0 else "a") + abs(count) - 1)


def _xg_count(char: str) -> int:
    if char == "-":
        return 0
    return ord(char) - ord("A") + 1 if char.isupper() else ord("a") - ord(char) - 1


def _xg_dice(state: MatchState) -> str:
    if state.double_offered:
        return "D"
    high, low = sorted(state.dice or (0, 0), reverse=True)
    return f"{high}{low}"
