"""The unfinished tail of a write-ahead log is found, and nothing that SQLite would recover."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from controller.journal.wal import torn_tail


@pytest.fixture
def logs(tmp_path: Path) -> tuple[bytes, bytes]:
    """A real log after two transactions and after three."""
    connection = sqlite3.connect(tmp_path / "x.db", isolation_level=None)
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("CREATE TABLE t (n)")
    connection.execute("INSERT INTO t VALUES (1)")
    two = (tmp_path / "x.db-wal").read_bytes()
    connection.execute("INSERT INTO t VALUES (2)")
    three = (tmp_path / "x.db-wal").read_bytes()
    connection.close()
    return two, three


def test_a_log_that_ends_with_a_whole_transaction_has_no_tail(logs: tuple[bytes, bytes]) -> None:
    assert torn_tail(logs[0]) == torn_tail(logs[1]) == torn_tail(b"") == b""


@pytest.mark.parametrize("more", [1, 23, 24, 100, 4119])
def test_a_cut_transaction_is_the_tail(logs: tuple[bytes, bytes], more: int) -> None:
    two, three = logs
    assert torn_tail(three[: len(two) + more]) == three[len(two) : len(two) + more]


def test_a_changed_bit_makes_all_that_follows_the_tail(logs: tuple[bytes, bytes]) -> None:
    two, three = logs
    broken = bytearray(three)
    broken[len(two) + 30] ^= 1
    assert torn_tail(bytes(broken)) == broken[len(two) :]


def test_a_log_with_a_broken_header_is_all_tail(logs: tuple[bytes, bytes]) -> None:
    assert torn_tail(b"\1" + logs[0][1:]) == b"\1" + logs[0][1:]
    assert torn_tail(logs[0][:20]) == logs[0][:20]


def test_frames_left_over_from_an_earlier_log_are_no_loss(logs: tuple[bytes, bytes]) -> None:
    """When a log is begun anew, old frames stay behind the new ones with other salts."""
    two, three = logs
    left_over = bytearray(three[len(two) :])
    left_over[8] ^= 1  # the first salt
    assert torn_tail(two + bytes(left_over)) == b""
