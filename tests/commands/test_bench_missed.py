"""The bench of missed turns asks as the table asks."""

from __future__ import annotations

from pathlib import Path

import pytest

from controller.commands.bench import missed
from controller.errors import UsageError
from controller.records.files import read_record
from controller.records.model import MatchRecord

MATCHES = Path(__file__).parent.parent / "data" / "matches"


def records() -> list[MatchRecord]:
    return [read_record(path) for path in sorted(MATCHES.glob("match00*.txt"))]


def test_no_true_turns_are_ruled_out_and_one_missed_turn_takes_one_question() -> None:
    rows = {row.name: row for row in missed.run(records(), 12, 1)}

    assert all(row.value == 0 for name, row in rows.items() if "ruled out" in name)
    assert rows["1 turn, no dice: told by one question"].value == 100
    shares = [row.value for name, row in rows.items() if name.startswith("3") and row.unit == "%"]
    assert sum(value or 0 for value in shares) == pytest.approx(200)


def test_a_second_question_comes_where_the_first_turns_were_not_those() -> None:
    chains = [chain for record in records() for chain in missed.chains(record, 2)]
    asked = [missed.questions(chain, known=False) for chain in chains[::4]]

    assert asked.count(1) > 0.7 * len(asked)
    assert any(number in (2, 3) for number in asked)


def test_files_without_turns_are_refused() -> None:
    with pytest.raises(UsageError):
        missed.run([MatchRecord(("Ada", "Ben"), 3)], 5, 1)
