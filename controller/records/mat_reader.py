"""Reading `.mat`: ours, gnubg's export and what is common in the wild (records 5.1, FIL- cases).

Lines become matches and games here; what stands in a row of a game is `mat_rows`. What is odd is
kept as a warning with its line, what could not be read as `unread`: a fault costs its own game's
rest, never the games before it.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace

from controller.errors import RecordError, RulesError
from controller.match.score import Score, is_crawford
from controller.records.endings import last_roll_unplayed, settle_results
from controller.records.mat_rows import GameRows, Notes, with_off
from controller.records.model import GameRecord, MatchRecord
from controller.records.tags import automatic_doubles_of, stakes_of
from controller.records.unseen import reconstructed_of, with_rolls
from controller.records.variation import variant_of
from controller.rules.position import Position, Side
from controller.rules.variants import STANDARD, Variant

_TAG = re.compile(r'[;#]\s*\[(?P<name>[^"\]]+?)\s+"(?P<value>.*)"\]\s*')
_SET_POS = re.compile(r"[;#]\s*Set Pos=(?P<board>[-A-Oa-o]{26})")
_MATCH = re.compile(r"\s*(?P<length>\d{1,9})\s+points?\s+match\b.*", re.IGNORECASE)
_MONEY = re.compile(r"\s*(unlimited|money)\s+(game|match|session)\b.*", re.IGNORECASE)
_GAME = re.compile(r"\s*Game\s+(?P<number>\d{1,9})\s*", re.IGNORECASE)
_SCORE = re.compile(
    r"(?P<left>[^:]*):\s*(?P<left_points>\d{1,9})\s+(?P<right>[^:]*):\s*(?P<right_points>\d{1,9})"
)
_COLON_IN_NAME = re.compile(
    r"(?P<left>.*?):\s*(?P<left_points>\d{1,9})\s{2,}(?P<right>.*?):\s*(?P<right_points>\d{1,9})"
)
_RATING = re.compile(r",\s*\d+(\.\d+)?$")
_DATE = re.compile(r"(\d{4})[.-](\d{2})[.-](\d{2})")
LONGEST_LINE = 1000
TAB = 8
NO_MATCH = "not a backgammon match file (no 'N point match')"


def parse_mat(text: str, file: str = "record") -> MatchRecord:
    """The first match of a `.mat` text; that there are others is told among its warnings.

    Raises RecordError naming file, line and reason where there is none.
    """
    first, *others = parse_mats(text, file)
    return first if not others else with_others(first, 1 + len(others))


def parse_mats(text: str, file: str = "record") -> list[MatchRecord]:
    """Every match of a `.mat` text, at least one. Raises RecordError as `parse_mat` does."""
    reader = _Reader(file)
    for number, line in enumerate(re.split(r"\r\n|\r|\n", text.removeprefix("\ufeff")), 1):
        reader.read(number, line.expandtabs(TAB))
    return reader.records()


def with_others(record: MatchRecord, count: int) -> MatchRecord:
    """The first of `count` matches, its warnings telling that there are others."""
    told = f"{count} matches are in this file; this is the first"
    return replace(record, warnings=(*record.warnings, told))


@dataclass
class _Game:
    """A game being read; its rows begin after its score line."""

    number: int
    line: int
    score: tuple[int, int] = (0, 0)
    rows: GameRows | None = None


@dataclass
class _Match:
    """A match being read. is_open: still reading; a bad score line ends that."""

    length: int
    tags: dict[str, str]
    notes: Notes
    variant: Variant = STANDARD
    players: tuple[str, str] | None = None
    games: list[_Game] = field(default_factory=list)
    is_open: bool = True

    def score(self, points: tuple[int, int]) -> Score:
        return Score(self.length, points)

    def record(self) -> MatchRecord:
        tags = self.tags
        games, mended = settle_results(self._games(), self.length)
        games = [replace(g, entries=tuple(last_roll_unplayed(g.entries, g.result))) for g in games]
        date = _DATE.fullmatch(tags.get("eventdate", ""))
        return MatchRecord(
            players=self.players or (tags.get("player 1", ""), tags.get("player 2", "")),
            length=self.length,
            games=tuple(games),
            winner=self._winner(games),
            variant=self.variant.id,
            event=tags.get("event", ""),
            round=tags.get("round", ""),
            place=tags.get("site", ""),
            date="-".join(date.groups()) if date else None,
            dice=tags.get("dice", ""),
            product=tags.get("transcriber", ""),
            stakes=stakes_of(tags, self.length),
            identity=tags.get("match id", ""),
            warnings=(*self.notes.warnings, *mended),
            unread=tuple(self.notes.unread),
        )

    def _games(self) -> list[GameRecord]:
        games: list[GameRecord] = []
        cubes, unseen = automatic_doubles_of(self.tags), reconstructed_of(self.tags)
        crawford_played = not stakes_of(self.tags, self.length).crawford
        for game in self.games:
            rows = game.rows
            if rows is None:
                continue
            rows.close()
            crawford = is_crawford(self.score(game.score), crawford_played=crawford_played)
            crawford_played = crawford_played or crawford
            entries, cube = tuple(rows.entries), cubes.get(game.number, 1)
            read = GameRecord(
                game.number,
                game.score,
                crawford,
                rows.start,
                entries,
                rows.result,
                cube,
                self.variant,
            )
            games.append(with_rolls(read, unseen))
        return games

    def _winner(self, games: list[GameRecord]) -> Side | None:
        result = games[-1].result if games else None
        if result is None:
            return None
        is_told = any(game.rows and game.rows.match_won for game in self.games)
        is_reached = games[-1].score[result.winner.index] + result.points >= self.length > 0
        return result.winner if is_told or is_reached else None


class _Reader:
    def __init__(self, file: str) -> None:
        self._file = file
        self._line = 0
        self._tags: dict[str, str] = {}  # of the match that begins next
        self._matches: list[_Match] = []
        self._refused: list[str] = []  # matches of which nothing could be read

    def read(self, number: int, line: str) -> None:
        self._line = number
        match = self._matches[-1] if self._matches else None
        if match:
            match.notes.line = number
        if not line.strip():
            return
        if len(line) > LONGEST_LINE:
            if match:
                match.notes.lose(f"a line of {len(line)} characters was passed over")
        elif line.lstrip()[0] in ";#":
            self._read_comment(line.strip(), match)
        elif found := _MATCH.fullmatch(line):
            self._start_match(int(found["length"]))
        elif _MONEY.fullmatch(line):
            self._start_match(0)
        elif match and match.is_open:
            self._read_line(line, match)

    def records(self) -> list[MatchRecord]:
        if not self._matches:
            why = self._refused[0] if self._refused else f"{self._file}: {NO_MATCH}"
            raise RecordError(why)
        records = [match.record() for match in self._matches]
        unread = (*records[-1].unread, *self._refused)
        return [*records[:-1], replace(records[-1], unread=unread)]

    def _start_match(self, length: int) -> None:
        try:
            Score(length)
        except RulesError as error:
            self._refuse(error)
            if self._matches:
                self._matches[-1].is_open = False
            return
        self._matches.append(_Match(length, self._tags, Notes(self._line)))
        self._tags = {}

    def _refuse(self, why: Exception) -> None:
        self._refused.append(f"{self._file}:{self._line}: {why}")

    def _read_comment(self, line: str, match: _Match | None) -> None:
        game = match.games[-1] if match and match.games else None
        if match and (found := _SET_POS.match(line)):
            rows = game.rows if game else None
            if rows is None or rows.entries:
                match.notes.warn("a set position in mid-game was passed over")
                return
            try:
                rows.start = _set_position(found["board"], match.variant.checkers)
            except ValueError as error:
                match.notes.lose(f"no position: {error}")
        elif found := _TAG.fullmatch(line):
            tags = match.tags if match and not match.games else self._tags
            tags[found["name"].lower()] = found["value"]

    def _read_line(self, line: str, match: _Match) -> None:
        game = match.games[-1] if match.games else None
        if found := _GAME.fullmatch(line):
            if game and game.rows is None:
                match.notes.warn(f"game {game.number} has no score line and is left out")
            match.games.append(_Game(int(found["number"]), self._line))
        elif game and game.rows is None:
            self._read_score(line, match, game)
        elif game and game.rows:
            game.rows.read(line)

    def _read_score(self, line: str, match: _Match, game: _Game) -> None:
        found = _SCORE.fullmatch(line.strip()) or _COLON_IN_NAME.fullmatch(line.strip())
        try:
            match.variant = variant_of(match.tags.get("variation", ""))
            if not found:
                raise RecordError("no score line 'name : n  name : n'")
            game.score = (int(found["left_points"]), int(found["right_points"]))
            match.score(game.score)
        except (RecordError, RulesError) as error:
            self._give_up(match, error)
            return
        cube = automatic_doubles_of(match.tags).get(game.number, 1)
        game.rows = GameRows(
            match.variant.start_position, match.variant.checkers, cube, match.notes
        )
        if match.players is None:
            left, right = found["left"].strip(), found["right"].strip()
            match.players = (_RATING.sub("", left), _RATING.sub("", right))

    def _give_up(self, match: _Match, why: Exception) -> None:
        """A score that cannot be read: what follows cannot be told either."""
        match.is_open = False
        if len(match.games) > 1:
            match.notes.lose(f"{why}; what follows in this match is left out")
        else:
            self._refuse(why)
            self._matches.pop()


def _set_position(board: str, checkers: int) -> Position:
    """XG's comment: light's board as an XGID writes it, capitals light."""
    counts = tuple(
        0 if c == "-" else ord(c) - ord("A") + 1 if c.isupper() else ord("a") - ord(c) - 1
        for c in board
    )
    return with_off(Position.from_board(counts, Side.LIGHT), checkers)
