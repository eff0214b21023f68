"""What is done when a journal is not whole: keep its good facts, set the rest aside, say so."""

from __future__ import annotations

import contextlib
import os
import shutil
import sqlite3
from collections.abc import Iterator, Sequence
from pathlib import Path

from controller.journal import chain, schema

COMPANIONS = ("", "-wal", "-shm")


def read_rows(connection: sqlite3.Connection) -> Iterator[chain.Row]:
    """The facts from the first one on, as far as they are whole."""
    return chain.whole_rows(_rows_on_disk(connection))


def salvage(connection: sqlite3.Connection) -> list[chain.Row]:
    """The whole facts of a damaged journal, read past faults outside the table of facts."""
    with contextlib.suppress(sqlite3.DatabaseError):
        connection.execute("PRAGMA writable_schema = ON")  # passes over malformed definitions
    return list(read_rows(connection))


def rebuild(path: Path, rows: Sequence[chain.Row]) -> Path:
    """Put a new journal of `rows` in place of a damaged one; returns where the old one is now.

    The old file is copied aside and synced before anything takes its place.
    """
    aside = _free_name(path, "damaged")
    fresh = path.with_name(path.name + ".rebuilding")
    for name in COMPANIONS:
        fresh.with_name(fresh.name + name).unlink(missing_ok=True)
    connection = schema.connect(fresh, read_only=False)
    try:
        schema.prepare(connection)
        with schema.transaction(connection):
            insert(connection, rows)
    finally:
        connection.close()
    for name in ("", "-wal"):
        if path.with_name(path.name + name).exists():
            _copy_synced(path.with_name(path.name + name), aside.with_name(aside.name + name))
    for name in ("-wal", "-shm"):
        path.with_name(path.name + name).unlink(missing_ok=True)
    os.replace(fresh, path)
    sync_folder(path.parent)
    return aside


def keep_tail(path: Path, tail: bytes) -> Path:
    """Set aside the bytes of a write that was not finished; returns where."""
    aside = _free_name(path, "unfinished")
    with aside.open("wb") as file:
        file.write(tail)
        file.flush()
        os.fsync(file.fileno())
    return aside


def insert(connection: sqlite3.Connection, rows: Sequence[chain.Row]) -> None:
    """Write rows inside the caller's transaction."""
    connection.executemany(
        "INSERT INTO facts (number, match, fact, hash) VALUES (?, ?, ?, ?)",
        [(row.number, row.match, row.text.decode(), row.hash) for row in rows],
    )


def sync_folder(folder: Path) -> None:
    """Make new names in a folder last through a power cut."""
    fd = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(fd)
    finally:
        os.close(fd)


def _rows_on_disk(connection: sqlite3.Connection) -> Iterator[tuple[object, ...]]:
    """Rows up to the first page that SQLite cannot read."""
    try:
        yield from connection.execute("SELECT number, match, fact, hash FROM facts ORDER BY number")
    except sqlite3.DatabaseError as error:
        if not schema.is_damage(error):
            raise


def _free_name(path: Path, kind: str) -> Path:
    number = 1
    while (aside := path.with_name(f"{path.name}.{kind}-{number}")).exists():
        number += 1
    return aside


def _copy_synced(source: Path, target: Path) -> None:
    shutil.copyfile(source, target)
    with target.open("rb") as file:
        os.fsync(file.fileno())
