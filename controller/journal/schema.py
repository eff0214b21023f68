"""The journal as a database: tables, version, migrations, and what SQLite's errors mean."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from controller.errors import JournalError, JournalUnwritable

VERSION = 1
APPLICATION_ID = 0x67616D6D  # "gamm": tells our file from any other SQLite database
BUSY_S = 1.0  # how long a tool that looks into the file may hold it up
LOG_PAGES = 200  # some 50 commits: a log this short is checked in milliseconds after a crash

SCHEMA = """
CREATE TABLE facts (
    number INTEGER PRIMARY KEY,  -- counts from 1 without a gap
    match INTEGER NOT NULL,
    fact TEXT NOT NULL,          -- JSON, its kind first
    hash BLOB NOT NULL           -- SHA-256 over the hash before, number, match and fact
) STRICT;
CREATE INDEX facts_of_match ON facts (match);
CREATE TRIGGER facts_never_change BEFORE UPDATE ON facts
    BEGIN SELECT raise(ABORT, 'the journal is append-only'); END;
CREATE TRIGGER facts_never_go BEFORE DELETE ON facts
    BEGIN SELECT raise(ABORT, 'the journal is append-only'); END;
"""

Migration = Callable[[sqlite3.Connection], None]
MIGRATIONS: Mapping[int, Migration] = {}
"""From a version to the next. Never removed: a journal of any release opens for ever."""


def connect(path: Path, *, read_only: bool) -> sqlite3.Connection:
    """A connection without implicit transactions; text comes back as the bytes on disk."""
    uri = path.absolute().as_uri() + ("?mode=ro" if read_only else "?mode=rwc")
    if read_only and not path.with_name(path.name + "-wal").exists():
        uri += "&immutable=1"  # closed cleanly: nothing to create beside it, no folder to write to
    return _connection(uri)


def in_memory() -> sqlite3.Connection:
    """A journal's database that is nowhere on disk."""
    connection = _connection("file::memory:")
    _create(connection)
    return connection


def prepare(connection: sqlite3.Connection) -> None:
    """Create the tables in an empty file, bring an older journal up to date."""
    if is_new(connection):
        connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")  # before the log begins
        connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute(f"PRAGMA wal_autocheckpoint = {LOG_PAGES}")
    with transaction(connection):
        if is_new(connection):
            _create(connection)
        migrate(connection)


def refuse_foreign(connection: sqlite3.Connection, path: Path) -> None:
    """Raises JournalError if the file is anything but a journal or empty; changes nothing.

    Asks SQLite and reads the file itself only where SQLite cannot: closing a second handle on a
    database drops the locks of every other connection of this process to it
    (sqlite.org/howtocorrupt.html, 2.2).
    """
    try:
        ours = _pragma(connection, "application_id") == APPLICATION_ID
    except sqlite3.DatabaseError as error:
        if not is_damage(error):
            raise
        ours = _is_marked_as_ours(path)
    if not ours and path.stat().st_size:
        raise JournalError(f"{path} is no gammonboard journal")


def check_version(connection: sqlite3.Connection, path: Path) -> None:
    """Raises JournalError for a journal of a later release."""
    version = _pragma(connection, "user_version")
    if version > VERSION:
        raise JournalError(
            f"{path} was written by a newer gammonboard (journal version {version}, this one "
            f"knows {VERSION}): update gammonboard"
        )


def migrate(
    connection: sqlite3.Connection,
    migrations: Mapping[int, Migration] = MIGRATIONS,
    target: int = VERSION,
) -> None:
    """Run the migrations from the file's version to `target`, inside the caller's transaction."""
    for version in range(_pragma(connection, "user_version"), target):
        migrations[version](connection)
        connection.execute(f"PRAGMA user_version = {version + 1}")


def is_new(connection: sqlite3.Connection) -> bool:
    """Whether no table was ever created in this file."""
    tables = int(connection.execute("SELECT count(*) FROM sqlite_schema").fetchone()[0])
    return tables == 0 and _pragma(connection, "user_version") == 0


def is_sound(connection: sqlite3.Connection) -> bool:
    """Whether SQLite finds its own structures whole."""
    return bool(connection.execute("PRAGMA quick_check(1)").fetchone() == (b"ok",))


def is_damage(error: sqlite3.DatabaseError) -> bool:
    """Whether an error says that what lies on disk is not what was written there."""
    damage = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_ERROR)
    return _code(error) in damage


@contextmanager
def transaction(connection: sqlite3.Connection) -> Iterator[None]:
    """All or nothing; synced to the disk when the block has ended."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        yield
        connection.execute("COMMIT")
    finally:
        if connection.in_transaction:
            connection.execute("ROLLBACK")


@contextmanager
def one_moment(connection: sqlite3.Connection) -> Iterator[None]:
    """All that is read in the block is of one moment, whatever others write meanwhile."""
    connection.execute("BEGIN")
    try:
        yield
    finally:
        if connection.in_transaction:
            connection.execute("ROLLBACK")


@contextmanager
def errors_in_words(path: Path) -> Iterator[None]:
    """Turn what the system says into one line that names the journal and what to do."""
    try:
        yield
    except sqlite3.DatabaseError as error:
        raise _in_words(path, error) from error
    except OSError as error:
        raise JournalUnwritable(f"journal {path} cannot be used: {error.strerror}") from error


def _in_words(path: Path, error: sqlite3.DatabaseError) -> JournalError:
    reasons = {
        sqlite3.SQLITE_FULL: "the disk is full",
        sqlite3.SQLITE_READONLY: "it may not be written to",
        sqlite3.SQLITE_CANTOPEN: "it cannot be opened or its folder may not be written to",
        sqlite3.SQLITE_BUSY: "another program holds it",
        sqlite3.SQLITE_LOCKED: "another program holds it",
        sqlite3.SQLITE_IOERR: "the disk refuses",
    }
    return JournalUnwritable(
        f"journal {path} cannot be used: {reasons.get(_code(error), str(error))}"
    )


def _is_marked_as_ours(path: Path) -> bool:
    """Whether the header (sqlite.org/fileformat2.html, 1.3) carries our application id."""
    with path.open("rb") as file:
        header = file.read(100)
    return header[:16] == b"SQLite format 3\0" and header[68:72] == APPLICATION_ID.to_bytes(4)


def _code(error: sqlite3.DatabaseError) -> int:
    """SQLite's primary result code."""
    return int(getattr(error, "sqlite_errorcode", 0)) & 0xFF


def _connection(uri: str) -> sqlite3.Connection:
    connection = sqlite3.connect(
        uri, uri=True, timeout=BUSY_S, isolation_level=None, check_same_thread=False
    )
    connection.text_factory = bytes
    return connection


def _create(connection: sqlite3.Connection) -> None:
    for statement in _statements(SCHEMA):
        connection.execute(statement)
    connection.execute(f"PRAGMA user_version = {VERSION}")


def _pragma(connection: sqlite3.Connection, name: str) -> int:
    return int(connection.execute(f"PRAGMA {name}").fetchone()[0])


def _statements(script: str) -> Iterator[str]:
    """The statements of a script (executescript would commit the open transaction)."""
    statement = ""
    for line in script.splitlines():
        statement += line + "\n"
        if sqlite3.complete_statement(statement):
            yield statement
            statement = ""
