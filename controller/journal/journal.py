"""The journal of a table: facts in SQLite, synced before `append` returns.

One row a fact, each row's hash over the one before, append-only, one writer. Opening checks the
whole chain: what is whole is kept, the rest is set aside and told in `Journal.damage`.
"""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import msgspec

from controller.errors import JournalError
from controller.journal import chain, recovery, schema, wal
from controller.journal.lock import WriterLock
from controller.table.facts import (
    AnyFact,
    GameEnded,
    GameStarted,
    IntentRefused,
    MatchAbandoned,
    MatchEnded,
    MatchStarted,
    SeedLost,
    SeedRevealed,
)

_encode = msgspec.json.Encoder().encode
_decode = msgspec.json.Decoder(AnyFact).decode
_HEADLINES = ("MatchStarted", "GameEnded", "MatchEnded", "MatchAbandoned")
NOBODY = ("", "")  # the seats of an imported match: nobody sat at this table for it


@dataclass(frozen=True, slots=True)
class MatchSummary:
    """A line of the list of matches. date: ISO or None; score: (light, dark); facts: how many.

    imported: read from a file; it never goes on at this table. abandoned: given up (and finished).
    """

    match: int
    light: str
    dark: str
    length: int
    variant: str
    date: str | None
    score: tuple[int, int]
    finished: bool
    facts: int
    imported: bool = False
    seats: tuple[str, str] = NOBODY
    abandoned: bool = False


class Journal:
    """The facts on disk. Made by `open` (the one writer) or `open_read_only` (any number).

    Safe to use from two threads: calls wait for each other.
    """

    def __init__(self, path: Path, connection: sqlite3.Connection, lock: WriterLock | None) -> None:
        self._path = path
        self._connection = connection
        self._lock = lock
        self._turn = threading.RLock()
        self._head = chain.Head()
        self._closed = False
        self.damage: str | None = None

    # --- opening and closing ---------------------------------------------------------------

    @classmethod
    def open(cls, path: Path) -> Journal:
        """Open for writing, create where missing; folders are made.

        A damaged journal opens with its whole facts: `damage` says what was lost and where the
        rest was set aside. Raises JournalUnwritable (in use, read-only, disk full) and
        JournalError (no journal, or a newer one).
        """
        with schema.errors_in_words(path):
            path.parent.mkdir(parents=True, exist_ok=True)
            lock = WriterLock(path)
        with _closing_on_error(lock), schema.errors_in_words(path):
            tail = _torn_tail(path)
            journal = cls(path, schema.connect(path, read_only=False), lock)
            with _closing_on_error(journal):
                schema.refuse_foreign(journal._connection, path)
                journal._recover(tail)
                recovery.sync_folder(path.parent)
        return journal

    @classmethod
    def open_read_only(cls, path: Path) -> Journal:
        """Open beside a running service or without it; changes nothing on disk.

        Raises JournalError where there is no journal.
        """
        if not path.exists():
            raise JournalError(f"there is no journal at {path}")
        with schema.errors_in_words(path):
            journal = cls(path, schema.connect(path, read_only=True), None)
            with _closing_on_error(journal):
                schema.refuse_foreign(journal._connection, path)
                if not journal._check():
                    rows = recovery.salvage(journal._connection)
                    journal._connection.close()
                    journal._connection = schema.in_memory()
                    recovery.insert(journal._connection, rows)
                    journal._check()
                    journal.damage = f"{journal._extent()}; what follows cannot be read"
        return journal

    def close(self) -> None:
        """Let go of file and lock. Idempotent."""
        with self._turn:
            if not self._closed:
                self._closed = True
                self._connection.close()
                if self._lock:
                    self._lock.close()

    # --- facts -----------------------------------------------------------------------------

    @property
    def path(self) -> Path:
        """The database file."""
        return self._path

    @property
    def last_number(self) -> int:
        """Number of the last fact on disk, 0 in an empty journal."""
        return self._head.number

    def append(self, facts: Sequence[AnyFact]) -> int:
        """Write facts in one transaction; synced when this returns the number of the last one.

        A MatchStarted begins its match, all others belong to the match begun last; what is refused
        before the first one belongs to none (0). Raises
        JournalUnwritable, and then none of them is written; ValueError for facts before any
        match or a match number used before.
        """
        with self._turn, schema.errors_in_words(self._path):
            rows: list[chain.Row] = []
            head = self._head
            for fact in facts:
                row = chain.link(head, _match_of(fact, head.match), _encode(fact))
                rows.append(row)
                head = chain.Head(row.number, row.match, row.hash)
            if rows:
                with schema.transaction(self._connection):
                    recovery.insert(self._connection, rows)
            self._head = head
            return head.number

    def facts(self, match: int | None = None) -> list[AnyFact]:
        """All facts in order, or those of one match (empty for an unknown one)."""
        query = "SELECT fact FROM facts WHERE number <= ?"
        values = [self.last_number]
        if match is not None:
            query += " AND match = ?"
            values.append(match)
        with self._turn, schema.errors_in_words(self._path):
            texts = self._connection.execute(query + " ORDER BY number", values).fetchall()
        return [self._decoded(text) for (text,) in texts]

    def rows_after(self, number: int, limit: int) -> list[chain.Row]:
        """At most `limit` facts that follow fact `number`, as they lie on disk."""
        query = (
            "SELECT number, match, fact, hash FROM facts "
            "WHERE number > ? AND number <= ? ORDER BY number LIMIT ?"
        )
        with self._turn, schema.errors_in_words(self._path):
            last = self.last_number
            rows = self._connection.execute(query, (number, last, limit)).fetchall()
        return [chain.Row(*row) for row in rows]

    # --- matches ---------------------------------------------------------------------------

    def matches(self) -> list[MatchSummary]:
        """One line for each match, oldest first."""
        like = " OR ".join("fact LIKE ?" for _ in _HEADLINES)
        kinds = [f'{{"fact":"{name}"%' for name in _HEADLINES]
        last = self.last_number
        with self._turn, schema.errors_in_words(self._path):
            counts = self._connection.execute(
                "SELECT match, count(*) FROM facts WHERE number <= ? GROUP BY match", (last,)
            ).fetchall()
            rows = self._connection.execute(
                f"SELECT match, fact FROM facts WHERE number <= ? AND ({like}) ORDER BY number",
                (last, *kinds),
            ).fetchall()
        headlines: dict[int, list[AnyFact]] = {}
        for match, text in rows:
            headlines.setdefault(match, []).append(self._decoded(text))
        return [
            _summary(match, headlines[match], count) for match, count in sorted(counts) if match
        ]

    def cards(self) -> list[MatchStarted]:
        """How each match began, oldest first."""
        with self._turn, schema.errors_in_words(self._path):
            rows = self._connection.execute(
                "SELECT fact FROM facts WHERE number <= ? AND fact LIKE ? ORDER BY number",
                (self.last_number, '{"fact":"MatchStarted"%'),
            ).fetchall()
        facts = (self._decoded(text) for (text,) in rows)
        return [fact for fact in facts if isinstance(fact, MatchStarted)]

    def unfinished(self) -> int | None:
        """The match begun last, unless it was imported, or has ended and its dice are shown."""
        last = self.matches()[-1:]
        if not last or last[0].imported:
            return None
        match = last[0].match
        is_whole = last[0].finished and not self._is_unrevealed(match)
        return None if is_whole else match

    def _is_unrevealed(self, match: int) -> bool:
        """A cut came between the end of a match and the last game's seed."""
        committed: set[str] = set()
        for fact in self.facts(match):
            if isinstance(fact, GameStarted) and fact.commitment is not None:
                committed.add(fact.gid)
            elif isinstance(fact, SeedRevealed | SeedLost):
                committed.discard(fact.gid)
            if isinstance(fact, SeedLost) and fact.next_gid:
                committed.add(fact.next_gid)
        return bool(committed)

    def matches_of_game(self, gid: str) -> list[int]:
        """The matches that hold a game of this id (tables may use the same ids)."""
        told = msgspec.json.encode(gid).decode()
        with self._turn, schema.errors_in_words(self._path):
            found = self._connection.execute(
                "SELECT match FROM facts WHERE number <= ? AND fact LIKE ? AND instr(fact, ?) "
                "ORDER BY number",
                (self.last_number, '{"fact":"GameStarted"%', f'"gid":{told},'),
            ).fetchall()
        return [int(match) for (match,) in found]

    def next_match(self) -> int:
        """A number for a new match."""
        return self._head.match + 1

    # --- recovery --------------------------------------------------------------------------

    def _recover(self, tail: bytes) -> None:
        """Check everything; rebuild where the chain is broken, name an unfinished write."""
        if self._check():
            schema.prepare(self._connection)
            if tail:
                aside = recovery.keep_tail(self._path, tail)
                self.damage = (
                    f"{self._extent()}; a write that was never finished ({len(tail)} bytes) was "
                    f"set aside as {aside.name}"
                )
            return
        rows = recovery.salvage(self._connection)
        self._connection.close()
        aside = recovery.rebuild(self._path, rows)
        self._connection = schema.connect(self._path, read_only=False)
        schema.prepare(self._connection)
        self._check()
        self.damage = f"{self._extent()}; the damaged file was set aside as {aside.name}"

    def _check(self) -> bool:
        """Walk the chain to the last whole fact; whether nothing but whole facts is there.

        In one transaction, so all of it looks at one moment: a writer may be at work beside.
        """
        try:
            if schema.is_new(self._connection):
                return True
            schema.check_version(self._connection, self._path)
            with schema.one_moment(self._connection):
                self._head = chain.Head()
                for row in recovery.read_rows(self._connection):
                    self._head = chain.Head(row.number, row.match, row.hash)
                (last,) = self._connection.execute("SELECT max(number) FROM facts").fetchone()
                return (last or 0) == self._head.number and schema.is_sound(self._connection)
        except sqlite3.DatabaseError as error:
            if not schema.is_damage(error):
                raise
            return False

    def _extent(self) -> str:
        number = self._head.number
        return f"journal whole up to fact {number}" if number else "nothing in the journal is whole"

    def _decoded(self, text: bytes) -> AnyFact:
        try:
            fact: AnyFact = _decode(text)
        except msgspec.DecodeError as error:
            raise JournalError(
                f"journal {self._path} holds a fact that this gammonboard does not know: {error}"
            ) from error
        return fact


@contextmanager
def _closing_on_error(resource: Journal | WriterLock) -> Iterator[None]:
    done = False
    try:
        yield
        done = True
    finally:
        if not done:
            resource.close()


def _torn_tail(path: Path) -> bytes:
    log = path.with_name(path.name + "-wal")
    return wal.torn_tail(log.read_bytes()) if log.exists() else b""


def _match_of(fact: AnyFact, current: int) -> int:
    if isinstance(fact, MatchStarted):
        if fact.match <= current:
            raise ValueError(f"match {fact.match} does not follow match {current}")
        return fact.match
    if not current and not isinstance(fact, IntentRefused):
        raise ValueError(f"{type(fact).__name__} before any MatchStarted")
    return current


def _summary(match: int, headlines: list[AnyFact], facts: int) -> MatchSummary:
    score = (0, 0)
    finished = abandoned = False
    start = headlines[0]
    assert isinstance(start, MatchStarted), "append begins each match with its MatchStarted"
    for fact in headlines:
        if isinstance(fact, GameEnded | MatchEnded):
            score = fact.score
        finished = finished or isinstance(fact, MatchEnded | MatchAbandoned)
        abandoned = abandoned or isinstance(fact, MatchAbandoned)
    return MatchSummary(
        match, start.light, start.dark, start.length, start.variant, start.date,
        score, finished, facts, imported=bool(start.source) or start.seats == NOBODY,
        seats=start.seats, abandoned=abandoned,
    )  # fmt: skip
