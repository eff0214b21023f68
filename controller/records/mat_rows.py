"""The rows of one game of a `.mat`: dice, plays, cube words and who won.

Cells are found by what they say (dice and a colon, a cube word); columns only decide which side a
lone cell belongs to, and where they leave a doubt, whose turn it is.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace

from controller.errors import RulesError
from controller.match.cube import Cube
from controller.match.score import Ending
from controller.records.model import (
    NEXT_OFFER,
    OFFERS,
    CubeAct,
    Entry,
    RecordedResult,
    RowCounter,
    Turn,
)
from controller.records.replay import cube_after
from controller.rules.notation import format_play, parse_play
from controller.rules.position import SLOTS, Position, Side

_ROW = re.compile(r"\s*(?P<number>\d{1,9})\)(?P<body>.*)")
_JOINED = re.compile(r"(?<=\s)(?=\d{1,9}\)\s)")  # a lost line break: the next row begins here
_CELL = re.compile(
    r"(?P<dice>[1-6]{2}):\s*(?P<dump>Illegal play \(.*?;\))?"
    r"|(?P<unrolled>\b00:)"
    r"|\b(?P<double>(?:Re)?doubles|Beavers|Raccoons)\b[\s=>]*(?P<value>\d{1,9})?"
    r"|\b(?P<take>Takes|Accepts)\b|\b(?P<drop>Drops|Passes)\b"
    r"|\b(?P<losses>Losses)\b(?:\s+(?P<lost>\d{1,9})\s+points?)?"
    r"|\b(?P<wins>Wins)\s+(?P<won>\d{1,9})\s+points?\b(?P<match>\s+and the match)?",
    re.IGNORECASE,
)
_NO_PLAY = re.compile(r"can(?:no|')t move|no moves?|\(?no play\)?|dances?|fan|-+|", re.IGNORECASE)
_UNKNOWN = re.compile(r"\?+")
_NOTHING_LEFT = re.compile(r"(?<!\S)0/0(?!\S)")  # a die with nothing left to bear off
_PASSED_OVER = re.compile(r"resign", re.IGNORECASE)
SET_UP_DICE = "12"  # smaller die first, as no play is written: the dump is the game's set-up
LEFT_BEFORE, RIGHT_FROM = 8, 20  # where in a row a lone cell is sure to be the left, the right one
WINS_LEFT_BEFORE = 20
_DUMP_FIELDS = 40


@dataclass
class Notes:
    """What a reader has to say. warnings: odd, but read; unread: lost. Each with its line."""

    line: int = 0
    warnings: list[str] = field(default_factory=list)
    unread: list[str] = field(default_factory=list)

    def warn(self, text: str) -> None:
        self.warnings.append(f"line {self.line}: {text}")

    def lose(self, text: str) -> None:
        self.unread.append(f"line {self.line}: {text}")


class GameRows:
    """One game being read, row by row."""

    def __init__(self, start: Position, checkers: int, cube: int, notes: Notes) -> None:
        self.start = start
        self.entries: list[Entry] = []
        self.result: RecordedResult | None = None
        self.match_won = False
        self._checkers = checkers
        self._notes = notes
        self._rows = RowCounter()
        self._cube = Cube(cube)
        self._lost: RecordedResult | None = None
        self._is_broken = False

    def read(self, line: str) -> None:
        """One line of the game."""
        offset = 0
        for part in _JOINED.split(line):
            self._read_row(part, offset)
            offset += len(part)

    def close(self) -> None:
        """No more rows: a loser without a winner's line decides after all."""
        self.result = self.result or self._lost

    def break_off(self, why: str) -> None:
        """What follows in this game is not read; its winner still is."""
        self._notes.lose(f"{why}; the rest of the game is left out")
        self._is_broken = True

    def _read_row(self, line: str, offset: int) -> None:
        row = _ROW.match(line)
        body = row["body"] if row else line
        found = list(_CELL.finditer(body))
        if not found:
            self._read_nothing(line, is_row=row is not None)
            return
        ends = [cell.start() for cell in found[1:]] + [len(body)]
        lone = sum(bool(cell["dice"] or cell["double"] or cell["take"] or cell["drop"])
                   for cell in found) == 1  # fmt: skip
        sides = 0
        for cell, end in zip(found, ends, strict=True):
            if cell["wins"]:
                self._end(cell, offset + len(line) - len(body) + cell.start())
            elif cell["losses"]:
                self._note_loser(cell)
            elif not cell["unrolled"]:
                side = self._lone_side(cell.start()) if lone else (Side.LIGHT, Side.DARK)[sides % 2]
                if sides == 2:
                    self._notes.warn("more than two cells in one row; they are read in turn")
                sides += 1
                move = self._rows.place(side)
                rest = body[cell.end() : end].strip()
                self._add(cell, rest, side, int(row["number"]) if row else move)

    def _read_nothing(self, line: str, *, is_row: bool) -> None:
        text = line.strip()
        is_empty_row = re.fullmatch(r"\d{1,9}\)", text) is not None
        if not text or is_empty_row or _PASSED_OVER.search(text):
            return
        if is_row:
            self._notes.lose(f"{text!r} was not understood")
        else:
            self._notes.warn(f"{text!r} was not understood")

    def _lone_side(self, start: int) -> Side:
        if start < LEFT_BEFORE:
            return Side.LIGHT
        last = self.entries[-1] if self.entries else None
        if start >= RIGHT_FROM or not isinstance(last, Turn | CubeAct):
            return Side.DARK
        return last.side.other

    def _add(self, cell: re.Match[str], rest: str, side: Side, move: int) -> None:
        if self._is_broken:
            return
        if self.result is not None:
            self._notes.lose("something is played after the game's end")
        elif cell["dice"]:
            self._add_turn(cell, rest, side, move)
        else:
            if rest:
                self._notes.warn(f"{rest!r} was not understood")
            self._add_cube_act(cell, side, move)

    def _add_turn(self, cell: re.Match[str], rest: str, side: Side, move: int) -> None:
        low, high = sorted(map(int, cell["dice"]))
        dice = (high, low)
        if not cell["dump"]:
            self.entries.append(Turn(move, side, dice, play_text(rest), text=rest))
            return
        try:
            after = dumped_position(cell["dump"], side, self._checkers)
        except ValueError as error:
            self.break_off(f"illegal play not readable: {error}")
            return
        if cell["dice"] == SET_UP_DICE and not self.entries:
            self.start = after
            return
        self.entries.append(Turn(move, side, dice, None, after))

    def _add_cube_act(self, cell: re.Match[str], side: Side, move: int) -> None:
        last = self.entries[-1] if self.entries else None
        offer = last if isinstance(last, CubeAct) and last.act in OFFERS else None
        if cell["double"]:
            value = 2 * (offer.value if offer else self._cube.value)
            if cell["value"] and int(cell["value"]) != value:
                self._notes.warn(f"the cube goes to {value}, not to {cell['value']}")
            self._append(CubeAct(move, side, NEXT_OFFER[offer.act if offer else ""], value))
        elif offer is None:
            self._notes.warn("a double is answered that was not offered")
        else:
            self._append(CubeAct(move, side, "take" if cell["take"] else "drop", offer.value))

    def _append(self, act: CubeAct) -> None:
        self._cube = cube_after(act, self._cube)
        self.entries.append(act)

    def _note_loser(self, cell: re.Match[str]) -> None:
        loser = Side.LIGHT if cell.start() < WINS_LEFT_BEFORE else Side.DARK
        if cell["lost"]:
            self._lost = RecordedResult(loser.other, int(cell["lost"]))

    def _end(self, cell: re.Match[str], column: int) -> None:
        last = self.entries[-1] if self.entries else None
        dropped = isinstance(last, CubeAct) and last.act == "drop"
        winner = Side.LIGHT if column < WINS_LEFT_BEFORE else Side.DARK
        if isinstance(last, CubeAct) and dropped and winner is last.side:
            self._notes.warn("the side that dropped is said to win; the other did")
            winner = winner.other
        how = Ending.DROP if dropped else None
        self.result = RecordedResult(winner, int(cell["won"]), how)
        self.match_won = self.match_won or bool(cell["match"])


def play_text(rest: str) -> str | None:
    """Canonical text where the cell is a play, None for ????, "" for no move, else as written."""
    rest = _NOTHING_LEFT.sub("", rest).strip()
    if _UNKNOWN.fullmatch(rest):
        return None
    if _NO_PLAY.fullmatch(rest):
        return ""
    try:
        return format_play(parse_play(rest))
    except RulesError:
        return rest


def dumped_position(dump: str, side: Side, checkers: int) -> Position:
    """The board after an illegal play of `side` (records 5.1.6). ValueError says what is wrong."""
    fields = dump[dump.index("(") + 1 : dump.rindex(")")].split(";")[:-1]
    if len(fields) != _DUMP_FIELDS:
        raise ValueError(f"{len(fields)} fields, not {_DUMP_FIELDS}")
    board = tuple(int(value) for value in fields[12 : 12 + SLOTS])
    return with_off(Position.from_board(board, side.other), checkers)


def with_off(position: Position, checkers: int) -> Position:
    """A position whose missing checkers count as borne off. ValueError where there are too many."""
    on_board = [position.on_board(side) for side in Side]
    if max(on_board) > checkers:
        raise ValueError(f"{max(on_board)} checkers of one side")
    off = [checkers - count for count in on_board]
    return replace(position, off=(off[0], off[1]))
