"""Reading `.mat`: ours, gnubg's export and what is common in the wild (records 5.1, FIL- cases).

Cells are found by what they say (dice and a colon, a cube word), columns only decide which side
a lone cell belongs to. What is passed over is kept as a warning with its line.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace

from controller.errors import RecordError, RulesError
from controller.match.score import Ending, Score, is_crawford
from controller.records.model import (
    CubeAct,
    Entry,
    GameRecord,
    MatchRecord,
    RecordedResult,
    RowCounter,
    Turn,
)
from controller.rules.notation import format_play, parse_play
from controller.rules.position import CHECKERS, SLOTS, START, Position, Side

_TAG = re.compile(r'[;#]\s*\[(?P<name>[^"\]]+?)\s+"(?P<value>.*)"\]\s*')
_SET_POS = re.compile(r"[;#]\s*Set Pos=(?P<board>[-A-Oa-o]{26})")
_MATCH = re.compile(r"\s*(?P<length>\d{1,9})\s+point\s+match\b.*", re.IGNORECASE)
_GAME = re.compile(r"\s*Game\s+(?P<number>\d{1,9})\s*", re.IGNORECASE)
_SCORE = re.compile(
    r"(?P<left>[^:]*):\s*(?P<left_points>\d{1,9})\s+(?P<right>[^:]*):\s*(?P<right_points>\d{1,9})"
)
_ROW = re.compile(r"\s*(?P<number>\d{1,9})\)(?P<body>.*)")
_WINS = re.compile(r"\bWins\s+(?P<points>\d{1,9})\s+points?\b(?P<match>\s+and the match)?", re.I)
_CELL = re.compile(
    r"(?P<dice>[1-6]{2}):\s*(?P<dump>Illegal play \(.*?;\))?"
    r"|(?P<double>\bDoubles\b[\s=>]*(?P<value>\d{1,9})?)|(?P<take>\bTakes\b)|(?P<drop>\bDrops\b)"
    r"|(?P<end>\bLosses\b.*|\bWins\b.*|(?<![(\d])\d+\))",
    re.IGNORECASE,
)
SET_UP_DICE = "12"  # smaller die first, as no play is written: the dump is the game's set-up
_DUMP_FIELDS = 40
_RATING = re.compile(r",\s*\d+(\.\d+)?$")
_NO_PLAY = re.compile(r"cannot move|", re.IGNORECASE)
_UNKNOWN = re.compile(r"\?{3,}")
_OURS = ("", "backgammon", "standard")
LONGEST_LINE = 1000
LEFT_CELL_BEFORE = 15  # a lone cell that starts here or later in the row is the right one
WINS_LEFT_BEFORE = 20


def parse_mat(text: str, file: str = "record") -> MatchRecord:
    """The match that a `.mat` text holds. Raises RecordError naming file, line and reason."""
    reader = _Reader(file)
    for number, line in enumerate(re.split(r"\r\n|\r|\n", text.removeprefix("\ufeff")), 1):
        reader.read(number, line)
    return reader.record()


def decode_text(data: bytes) -> str:
    """Text of a file: UTF-8, else Windows-1252 (what old programs wrote), else Latin-1."""
    for encoding in ("utf-8-sig", "cp1252"):
        try:
            return data.decode(encoding)
        except UnicodeDecodeError:
            continue
    return data.decode("latin-1")


@dataclass
class _Game:
    """A game being read."""

    number: int
    score: tuple[int, int] = (0, 0)
    start: Position = START
    entries: list[Entry] = field(default_factory=list)
    result: RecordedResult | None = None
    rows: RowCounter = field(default_factory=RowCounter)
    has_score: bool = False


class _Reader:
    def __init__(self, file: str) -> None:
        self._file = file
        self._line = 0
        self._tags: dict[str, str] = {}
        self._length: int | None = None
        self._players: tuple[str, str] | None = None
        self._games: list[_Game] = []
        self._match_won = False
        self._warnings: list[str] = []
        self._second_match = False

    def read(self, number: int, line: str) -> None:
        self._line = number
        if self._second_match or not line.strip():
            return
        if len(line) > LONGEST_LINE:
            self._warn(f"a line of {len(line)} characters was passed over")
            return
        if line.lstrip()[0] in ";#":
            self._read_comment(line.strip())
        elif found := _MATCH.fullmatch(line):
            self._start_match(int(found["length"]))
        elif self._length is None:
            return
        elif found := _GAME.fullmatch(line):
            self._games.append(_Game(int(found["number"])))
        elif self._games and not self._games[-1].has_score:
            self._read_score(line)
        elif self._games:
            self._read_row(line)

    def record(self) -> MatchRecord:
        if self._length is None:
            raise RecordError(f"{self._file}: not a backgammon match file (no 'N point match')")
        variation = self._tags.get("variation", "")
        if variation.lower() not in _OURS:
            raise RecordError(f"{self._file}: a match of {variation!r}, which is not read yet")
        games: list[GameRecord] = []
        crawford_played = False
        for game in self._games:
            if not game.has_score:
                self._warn(f"game {game.number} has no score line and is left out")
                continue
            crawford = is_crawford(self._score(game.score), crawford_played=crawford_played)
            crawford_played = crawford_played or crawford
            entries = tuple(_last_roll_unplayed(game.entries, game.result))
            games.append(
                GameRecord(game.number, game.score, crawford, game.start, entries, game.result)
            )
        winner = games[-1].result.winner if games and games[-1].result else None
        tags = self._tags
        return MatchRecord(
            players=self._players or (tags.get("player 1", ""), tags.get("player 2", "")),
            length=self._length,
            games=tuple(games),
            winner=winner if self._is_won(games) else None,
            event=tags.get("event", ""),
            round=tags.get("round", ""),
            place=tags.get("site", ""),
            date=tags["eventdate"].replace(".", "-") if "eventdate" in tags else None,
            dice=tags.get("dice", ""),
            product=tags.get("transcriber", ""),
            identity=tags.get("match id", ""),
            warnings=tuple(self._warnings),
        )

    def _is_won(self, games: list[GameRecord]) -> bool:
        if self._match_won or not games or not self._length or games[-1].result is None:
            return self._match_won
        result = games[-1].result
        return games[-1].score[result.winner.index] + result.points >= self._length

    def _score(self, points: tuple[int, int]) -> Score:
        try:
            return Score(self._length or 0, points)
        except RulesError as error:
            raise RecordError(f"{self._file}:{self._line}: {error}") from error

    def _start_match(self, length: int) -> None:
        if self._games:
            self._second_match = True
            self._warn("a second match begins here; only the first was read")
            return
        self._length = length
        self._score((0, 0))

    def _read_comment(self, line: str) -> None:
        if found := _SET_POS.match(line):
            if self._games and not self._games[-1].entries:
                self._games[-1].start = _set_position(found["board"])
            else:
                self._warn("a set position in mid-game was passed over")
        elif (found := _TAG.fullmatch(line)) and not self._games:
            self._tags[found["name"].lower()] = found["value"]

    def _read_score(self, line: str) -> None:
        found = _SCORE.fullmatch(line.strip())
        if not found:
            raise RecordError(f"{self._file}:{self._line}: no score line 'name : n  name : n'")
        game = self._games[-1]
        game.score = (int(found["left_points"]), int(found["right_points"]))
        game.has_score = True
        self._score(game.score)
        if self._players is None:
            left, right = found["left"].strip(), found["right"].strip()
            self._players = (_RATING.sub("", left), _RATING.sub("", right))

    def _read_row(self, line: str) -> None:
        game = self._games[-1]
        wins = _WINS.search(line)
        row = _ROW.match(line)
        body = row["body"] if row else line
        cells = [c for c in _CELL.finditer(body) if not c["end"]]
        ends = [c.start() for c in _CELL.finditer(body)] + [len(body)]
        if len(cells) > 2:
            self._warn(f"{len(cells)} cells in one row; the first two are read")
        if not cells and not wins and body.strip() and "Losses" not in body:
            self._warn(f"{line.strip()!r} was not understood")
        for at, cell in enumerate(cells[:2]):
            side = Side.DARK if at or cell.start() >= LEFT_CELL_BEFORE else Side.LIGHT
            number = int(row["number"]) if row else 0
            move = game.rows.place(side)
            rest = body[cell.end() : min(e for e in ends if e >= cell.end())].strip()
            self._add(game, cell, rest, side, number or move)
        if wins:
            self._end(game, wins)

    def _add(self, game: _Game, cell: re.Match[str], rest: str, side: Side, move: int) -> None:
        if game.result is not None:
            self._warn("something is played after the game's end")
            return
        if cell["dice"]:
            low, high = sorted(map(int, cell["dice"]))
            dice = (high, low)
            if cell["dump"]:
                after = self._dumped_position(cell["dump"], side)
                if cell["dice"] == SET_UP_DICE and not game.entries:
                    game.start = after
                    return
                game.entries.append(Turn(move, side, dice, None, after))
            else:
                game.entries.append(Turn(move, side, dice, _play_text(rest), text=rest))
            return
        if rest:
            self._warn(f"{rest!r} was not understood")
        standing = _cube_value(game.entries)
        if cell["double"]:
            value = int(cell["value"] or 2 * standing)
            game.entries.append(CubeAct(move, side, "double", value))
        else:
            offered = [e for e in game.entries[-1:] if isinstance(e, CubeAct)]
            if not offered or offered[0].act != "double":
                self._warn("a double is answered that was not offered")
            act = "take" if cell["take"] else "drop"
            game.entries.append(CubeAct(move, side, act, _last_value(game.entries)))

    def _end(self, game: _Game, wins: re.Match[str]) -> None:
        last = game.entries[-1] if game.entries else None
        dropped = isinstance(last, CubeAct) and last.act == "drop"
        winner = Side.LIGHT if wins.start() < WINS_LEFT_BEFORE else Side.DARK
        if isinstance(last, CubeAct) and dropped and winner is last.side:
            self._warn("the side that dropped is said to win; the other did")
            winner = winner.other
        how = Ending.DROP if dropped else None
        game.result = RecordedResult(winner, int(wins["points"]), how)
        self._match_won = self._match_won or bool(wins["match"])

    def _dumped_position(self, dump: str, side: Side) -> Position:
        fields = dump[dump.index("(") + 1 : dump.rindex(")")].split(";")[:-1]
        try:
            board = tuple(int(value) for value in fields[12 : 12 + SLOTS])
            if len(fields) != _DUMP_FIELDS:
                raise ValueError(f"{len(fields)} fields, not {_DUMP_FIELDS}")
            return _with_off(Position.from_board(board, side.other))
        except ValueError as error:
            raise RecordError(
                f"{self._file}:{self._line}: illegal play not readable: {error}"
            ) from error

    def _warn(self, text: str) -> None:
        self._warnings.append(f"line {self._line}: {text}")


def _play_text(rest: str) -> str | None:
    """Canonical text where the cell is a play, None for ????, "" for no move, else as written."""
    if _UNKNOWN.fullmatch(rest):
        return None
    if _NO_PLAY.fullmatch(rest):
        return ""
    try:
        return format_play(parse_play(rest))
    except RulesError:
        return rest


def _last_roll_unplayed(entries: list[Entry], result: RecordedResult | None) -> list[Entry]:
    """A last roll with nothing behind it: rolled, then resigned (FIL-01)."""
    last = entries[-1] if entries else None
    if isinstance(last, Turn) and last.play == "" and result and result.winner is not last.side:
        return [*entries[:-1], replace(last, play=None)]
    return entries


def _cube_value(entries: list[Entry]) -> int:
    return max((e.value for e in entries if isinstance(e, CubeAct) and e.act == "take"), default=1)


def _last_value(entries: list[Entry]) -> int:
    values = [e.value for e in entries if isinstance(e, CubeAct) and e.act == "double"]
    return values[-1] if values else 2


def _set_position(board: str) -> Position:
    counts = tuple(
        0 if c == "-" else ord(c) - ord("A") + 1 if c.isupper() else ord("a") - ord(c) - 1
        for c in board
    )
    return _with_off(Position.from_board(counts, Side.LIGHT))


def _with_off(position: Position) -> Position:
    off = [max(0, CHECKERS - position.on_board(side)) for side in Side]
    return Position(position.slots, (off[0], off[1]))
