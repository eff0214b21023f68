"""Records as files."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import msgspec
import pytest
from random_matches import random_match

from controller.errors import RecordError
from controller.records.files import (
    first_difference,
    read_matches,
    read_record,
    write_atomically,
    write_records,
)
from controller.records.mat import mat_view
from controller.records.model import from_facts
from controller.table import facts as f
from controller.view.coded import packed


def test_both_forms_are_written_under_a_name_that_tells(tmp_path: Path) -> None:
    facts = random_match(1, 3, light="Anna Karenina", dark="Bob / x", match=12)
    paths = write_records(tmp_path / "records", facts, "2026-11-30")
    assert [p.name for p in paths] == [
        "2026-11-30_Anna-Karenina-Bob-x_3pt_12.mat",
        "2026-11-30_Anna-Karenina-Bob-x_3pt_12.json",
    ]
    assert sorted(p.name for p in (tmp_path / "records").iterdir()) == sorted(
        p.name for p in paths
    )  # no temporary file is left
    assert read_record(paths[0]) == mat_view(from_facts(facts))
    assert read_record(paths[1]) == from_facts(facts)


def test_without_a_clock_they_are_undated(tmp_path: Path) -> None:
    paths = write_records(tmp_path, random_match(1, 0), None)
    assert paths[0].name == "undated_Anna-Bob_0pt_1.mat"


def test_the_same_match_gives_the_same_bytes_and_replaces_its_files(tmp_path: Path) -> None:
    facts = random_match(2, 3)
    first = [p.read_bytes() for p in write_records(tmp_path, facts, None)]
    second = [p.read_bytes() for p in write_records(tmp_path, facts, None)]
    assert first == second
    assert len(list(tmp_path.iterdir())) == 2


def test_a_match_under_way_can_be_written(tmp_path: Path) -> None:
    facts = random_match(3, 5)
    for length in range(1, len(facts), 17):
        write_records(tmp_path, facts[:length], None)


def test_a_folder_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("x")
    with pytest.raises(RecordError, match=r"file: record not written"):
        write_records(blocked, random_match(1, 1), None)


def test_a_record_that_reads_back_differently_is_an_error(tmp_path: Path) -> None:
    """A drop by the side that is said to win cannot be told in .mat: it must not pass silently."""
    facts = random_match(1, 3)
    end = next(i for i, fact in enumerate(facts) if isinstance(fact, f.GameEnded))
    winner = facts[end]
    assert isinstance(winner, f.GameEnded)
    wrong: list[f.Fact] = [
        *facts[:end],
        f.Doubled("light" if winner.winner == "dark" else "dark", 2),
        f.Dropped(winner.winner),
        winner,
    ]
    with pytest.raises(RecordError, match="does not read back as written"):
        write_records(tmp_path, wrong, None)


def test_json_that_reads_back_differently_is_an_error(tmp_path: Path) -> None:
    facts = random_match(1, 3)
    at = next(i for i, fact in enumerate(facts) if isinstance(fact, f.Played))
    odd = facts[at]
    assert isinstance(odd, f.Played)
    facts[at] = msgspec.structs.replace(odd, off=[0, 0])  # comes back as a tuple
    with pytest.raises(RecordError, match=r"\.json: does not read back as written"):
        write_records(tmp_path, facts, None)


def test_an_interrupted_write_leaves_the_old_file(tmp_path: Path) -> None:
    path = tmp_path / "a.mat"
    write_atomically(path, "old")
    with pytest.raises(UnicodeEncodeError):
        write_atomically(path, "new \ud800")
    assert path.read_text() == "old"
    assert [p.name for p in tmp_path.iterdir()] == ["a.mat"]


@pytest.mark.parametrize("name", ["missing.mat", "."])
def test_what_cannot_be_read_is_named(tmp_path: Path, name: str) -> None:
    with pytest.raises(RecordError, match=str(tmp_path)):
        read_record(tmp_path / name)


def test_the_first_difference_is_told() -> None:
    record = mat_view(from_facts(random_match(1, 3)))
    assert first_difference(record, record) is None
    game = record.games[0]
    other = replace(record, event="x")
    assert first_difference(record, other) == "event: '' became 'x'"
    shorter = replace(game, entries=game.entries[:-1])
    changed = first_difference(record, replace(record, games=(shorter, *record.games[1:])))
    assert changed is not None
    assert changed.startswith(f"game 1: {len(game.entries)} entries became")
    assert "became" in str(first_difference(record, replace(record, games=())))
    rescored = replace(game, score=(1, 0))
    assert "(1, 0)" in str(
        first_difference(record, replace(record, games=(rescored, *record.games[1:])))
    )


def test_facts_compare_as_values() -> None:
    """The JSON re-read rests on this."""
    fact = f.Dropped("light")
    assert msgspec.json.decode(msgspec.json.encode(fact), type=f.AnyFact) == fact


def test_the_text_of_a_screen_s_code_is_a_match_file_too(tmp_path: Path) -> None:
    mat = (Path(__file__).parents[2] / "display" / "samples" / "one_point.mat").read_text("utf-8")
    plain, scanned, damaged = (tmp_path / name for name in ("a.mat", "b.txt", "c.txt"))
    plain.write_text(mat, "utf-8")
    scanned.write_text(packed(mat) + "\n", "utf-8")
    damaged.write_text(packed(mat)[:-9], "utf-8")

    assert [m.record for m in read_matches(scanned)] == [m.record for m in read_matches(plain)]
    with pytest.raises(RecordError, match=r"c\.txt: the match in this code is damaged"):
        read_matches(damaged)
