"""BU-20 at the command line: a match of the journal, by id or the last one, or a JSON record."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest
from random_matches import random_match, with_seeds

from controller.commands.app import main
from controller.commands.data import JOURNAL
from controller.journal.journal import Journal
from controller.records.json_form import format_json
from controller.table import facts as f

GIVEN = (b"three blind mice", bytes(32))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A data folder whose journal holds two finished matches."""
    journal = Journal.open(tmp_path / JOURNAL)
    journal.append(with_seeds(random_match(11, 1)))  # type: ignore[arg-type]
    journal.append(with_seeds(random_match(12, 3, match=2, entropy=GIVEN)))  # type: ignore[arg-type]
    journal.close()
    return tmp_path


def told(capsys: pytest.CaptureFixture[str], *words: str | Path) -> tuple[int, str]:
    code = main(["verify", *map(str, words)])
    return code, "".join(capsys.readouterr())


def test_bu_20_a_match_of_the_journal_by_its_id_and_as_the_last(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    first = told(capsys, "1", "--data-dir", folder)
    assert first[0] == 0
    assert "VERIFIED" in first[1]
    assert "table seed only" in first[1]
    assert "hang together, hash by hash" in first[1]
    last = told(capsys, "--data-dir", folder)
    assert "from the seeds of table and players" in last[1]
    assert "game 1: light's chance given by its player, dark's drawn by the table" in last[1]


def test_bu_19_a_bit_that_changed_in_the_journal_breaks_its_chain(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    database = sqlite3.connect(folder / JOURNAL)
    (fact,) = database.execute("SELECT fact FROM facts WHERE number = 9").fetchone()
    changed = fact[:20] + chr(ord(fact[20]) ^ 1) + fact[21:]
    for (name,) in database.execute("SELECT name FROM sqlite_master WHERE type='trigger'"):
        database.execute(f"DROP TRIGGER {name}")
    database.execute("UPDATE facts SET fact = ? WHERE number = 9", (changed,))
    database.commit()
    database.close()

    code, said = told(capsys, "1", "--data-dir", folder)
    assert code == 1
    assert "does not hang together" in said
    assert "whole up to fact 8" in said


def test_bu_20_a_record_is_verified_and_its_plays_too_if_wished(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "match.json"
    path.write_text(format_json(with_seeds(random_match(5, 1, illegal=0.2))), "utf-8")

    assert told(capsys, path)[0] == 0
    code, said = told(capsys, path, "--legality")
    assert code == 1
    assert "illegal: game 1, move" in said
    path.write_text(format_json(with_seeds(random_match(5, 1))), "utf-8")
    code, said = told(capsys, path, "--legality")
    assert code == 0
    assert "every play is legal" in said


def test_a_match_that_goes_on_is_verified_as_far_as_it_is_over(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    facts = with_seeds(random_match(12, 5))
    over = [at for at, fact in enumerate(facts) if isinstance(fact, f.SeedRevealed)]
    path = tmp_path / "match.json"
    path.write_text(format_json(facts[: over[0] + 5]), "utf-8")
    code, said = told(capsys, path)
    assert code == 0
    assert "of 1 game," in said
    assert "game 2 is not over: its seed is still a secret" in said
    path.write_text(format_json(facts[: over[0] - 4]), "utf-8")
    code, said = told(capsys, path)
    assert code == 2
    assert "verified when it is over" in said


@pytest.mark.parametrize(
    ("facts", "said"),
    [
        ("", "only our own JSON"),
        ("{}", "not a gammonboard record"),
        ('{"gammonboard": 9, "facts": []}', "this version reads 1"),
        ('{"gammonboard": 1, "facts": []}', "no match in it"),
        ("\udcff{", "only our own JSON"),
    ],
)
def test_what_is_no_record_is_told_with_exit_2(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], facts: str, said: str
) -> None:
    path = tmp_path / "x.json"
    path.write_bytes(facts.encode("utf-8", "surrogateescape"))
    assert told(capsys, path)[0] == 2
    assert said in told(capsys, path)[1]


def test_the_dice_of_one_game_cannot_serve_for_two(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    facts = with_seeds(random_match(12, 1))
    path = tmp_path / "match.json"
    path.write_text(format_json([*facts[:-1], facts[-1], *facts[1:]]), "utf-8")
    code, said = told(capsys, path)
    assert code == 1
    assert "its dice are those of an earlier game" in said


def test_bu_20_the_product_writes_the_stand_alone_verifier_out(
    capsys: pytest.CaptureFixture[str],
) -> None:
    code, said = told(capsys, "--standalone")
    assert code == 0
    assert said.startswith("#!/usr/bin/env python3")
    compile(said, "verify_dice.py", "exec")
