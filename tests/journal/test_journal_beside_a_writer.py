"""LIB-20: whoever looks into a journal in use sees whole facts and breaks nothing."""

from __future__ import annotations

import threading
from pathlib import Path

from controller.journal.journal import Journal
from controller.table import facts as f

FACTS = 400


def write(journal: Journal, done: threading.Event) -> None:
    journal.append([f.MatchStarted(1, "standard", 3, "Ann", "Bo", ("hands", "hands"), "typed")])
    for number in range(1, FACTS):
        journal.append([f.QuestionAnswered("light", "which", str(number))])
    done.set()


def test_readers_that_come_and_go_see_a_beginning_of_the_facts_and_take_nothing_away(
    tmp_path: Path,
) -> None:
    path = tmp_path / "journal.sqlite3"
    journal, done = Journal.open(path), threading.Event()
    writer = threading.Thread(target=write, args=(journal, done))
    writer.start()
    seen: list[int] = []
    while not done.is_set():
        reader = Journal.open_read_only(path)
        facts = reader.facts()
        assert reader.damage is None
        reader.close()
        seen.append(len(facts))
        assert [x.answer for x in facts if isinstance(x, f.QuestionAnswered)] == [
            str(n) for n in range(1, len(facts))
        ]
        assert path.with_name(path.name + "-wal").exists()
    writer.join()
    assert seen == sorted(seen)
    assert len(seen) > 1
    assert [row.number for row in journal.rows_after(FACTS - 2, 10)] == [FACTS - 1, FACTS]
    journal.close()
    again = Journal.open(path)
    assert (again.last_number, again.damage) == (FACTS, None)
    again.close()
