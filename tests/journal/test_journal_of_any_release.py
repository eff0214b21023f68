"""A journal of any release opens for ever: one file of each version, as it was written then."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from controller.journal import schema
from controller.journal.journal import Journal
from controller.records.json_form import parse_json
from controller.records.model import from_facts
from controller.table import facts as f
from controller.table.state import MatchState, fold

DATA = Path(__file__).parent / "data"
VERSIONS = range(1, schema.VERSION + 1)


@pytest.fixture(params=VERSIONS, ids=lambda version: f"version {version}")
def old(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """A copy of a journal of that version, with what was in it as JSON beside it."""
    for kept in DATA.glob(f"version-{request.param}.*"):
        shutil.copy(kept, tmp_path / kept.name)
    return tmp_path / f"version-{request.param}.sqlite3"


def written(old: Path) -> list[f.AnyFact]:
    return parse_json(old.with_suffix(".json").read_text("utf-8"))


@pytest.mark.parametrize("read_only", [False, True])
def test_every_fact_is_there_and_nothing_is_called_damaged(old: Path, read_only: bool) -> None:
    journal = Journal.open_read_only(old) if read_only else Journal.open(old)
    assert journal.damage is None
    assert journal.facts() == written(old)
    assert [line.match for line in journal.matches()] == [1, 2, 3]
    journal.close()


def test_it_goes_on_in_the_present_version(old: Path) -> None:
    journal = Journal.open(old)
    number = journal.last_number
    started = f.MatchStarted(4, "standard", 1, "a", "b", ("person", "person"), "typed")
    assert journal.append([started]) == number + 1
    journal.close()
    again = Journal.open(old)
    assert again.facts(4) == [started]
    assert again.damage is None
    again.close()


def test_its_matches_fold_and_are_told(old: Path) -> None:
    journal = Journal.open(old)
    assert fold(MatchState(), journal.facts(1)).winner is not None
    for match in (1, 2):
        record = from_facts(journal.facts(match))
        assert record.games
        assert record.games[-1].result is not None
    assert from_facts(journal.facts(2)).players == ('Ann "Q": 7, 3', "אבג 🎲 " * 20)
    journal.close()
