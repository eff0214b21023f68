"""The writer's thread keeps order, reports commits, tries again, and stops in bounded time."""

from __future__ import annotations

import queue
import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest

from controller.errors import JournalError
from controller.journal.journal import Journal
from controller.journal.writer import SLOW_COMMIT_MS, JournalWriter
from controller.table.facts import AnyFact, MatchStarted, Rolled

START = MatchStarted(1, "standard", 3, "Ann", "Bo", ("hands", "hands"), "fair")
ROLLS = [Rolled("R", n, (1, 2), "light") for n in range(100)]
Report = int | JournalError


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    journal = Journal.open(tmp_path / "journal.db")
    yield journal
    journal.close()


def still() -> float:
    return 0.0


def test_facts_are_written_in_order_and_the_last_number_is_reported(journal: Journal) -> None:
    reports: queue.Queue[Report] = queue.Queue()
    writer = JournalWriter(journal, reports.put, reports.put, still)
    writer.put([START])
    for roll in ROLLS:
        writer.put([roll])
    assert writer.close()
    numbers = [reports.get_nowait() for _ in range(reports.qsize())]
    assert numbers[-1] == 101
    assert numbers == sorted(set(numbers))  # type: ignore[type-var]
    assert len(numbers) == writer.commits
    assert journal.facts() == [START, *ROLLS]


def test_a_number_is_reported_only_when_it_is_on_disk(journal: Journal) -> None:
    on_disk: list[tuple[Report, int]] = []

    def look(number: Report) -> None:
        reader = Journal.open_read_only(journal.path)
        on_disk.append((number, reader.last_number))
        reader.close()

    writer = JournalWriter(journal, look, look, still)
    writer.put([START])
    writer.put(ROLLS)
    writer.close()
    assert on_disk
    assert all(number == found for number, found in on_disk)


def test_slow_commits_are_counted(journal: Journal) -> None:
    times = iter([0, SLOW_COMMIT_MS + 1, 1000, 1000 + SLOW_COMMIT_MS])
    reports: queue.Queue[Report] = queue.Queue()
    writer = JournalWriter(journal, reports.put, reports.put, lambda: next(times))
    writer.put([START])
    assert reports.get(timeout=10) == 1
    writer.put(ROLLS)
    writer.close()
    assert writer.slow_commits == 1


def test_a_failure_is_reported_and_the_facts_are_tried_again(journal: Journal) -> None:
    """While another program holds the database nothing is lost and order is kept."""
    intruder = sqlite3.connect(journal.path, isolation_level=None, check_same_thread=False)
    reports: queue.Queue[Report] = queue.Queue()

    def release(error: JournalError) -> None:
        intruder.execute("ROLLBACK")
        reports.put(error)

    intruder.execute("BEGIN IMMEDIATE")
    writer = JournalWriter(journal, reports.put, release, still)
    writer.put([START, *ROLLS])
    first: Report = reports.get(timeout=20)
    assert isinstance(first, JournalError)
    assert "another program holds it" in str(first)
    assert reports.get(timeout=10) == 101
    assert writer.close()
    intruder.close()
    assert journal.facts() == [START, *ROLLS]


def test_close_is_bounded_idempotent_and_ends_putting(journal: Journal) -> None:
    writer = JournalWriter(journal, lambda _n: None, lambda _e: None, still)
    assert writer.close()
    assert writer.close()
    facts: list[AnyFact] = [START]
    with pytest.raises(ValueError, match="closed"):
        writer.put(facts)
