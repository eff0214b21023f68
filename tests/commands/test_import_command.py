"""`import`: foreign matches into the journal, one line for each file that is not taken."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from random_matches import random_match, with_seeds

from controller.commands import verify
from controller.commands.app import main
from controller.commands.import_ import run
from controller.errors import UsageError
from controller.journal.journal import Journal
from controller.records.files import write_form, write_records
from controller.records.json_form import format_json
from controller.rules.position import START
from controller.table import facts as f

SAMPLES = sorted((Path(__file__).parents[1] / "data" / "matches").glob("*.txt"))
UNDER_WAY: list[f.AnyFact] = [
    f.MatchStarted(1, "standard", 3, "Anna", "Bob", ("person", "bot gnubg"), "fair"),
    f.GameStarted(1, "M1/G1", (0, 0), False, None, START.slots),
    f.Rolled("O", 0, (3, 1)),
]
BAD = {
    "empty": b"",
    "binary": bytes(range(256)) * 40,
    "text": b"MATLAB 5.0 MAT-file",
    "no_game": b" 5 point match\n",
    "half_a_line": b" 5 point match\n\n Game 1\n Anna :",
    "cannot": b" 5 point match\n\n Game 1\n Anna : 0    Bob : 0\n  1) 31: 9/5 7/6\n",
}


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    opened = Journal.open(tmp_path / "data" / "journal.sqlite3")
    yield opened
    opened.close()


def importing(journal: Journal, *paths: Path) -> tuple[int, list[str], list[str]]:
    out, err = io.StringIO(), io.StringIO()
    code = run(paths, journal, out, err)
    return code, out.getvalue().splitlines(), err.getvalue().splitlines()


def test_a_match_is_imported_and_told(journal: Journal) -> None:
    code, out, err = importing(journal, SAMPLES[0])
    assert (code, err) == (0, [])
    assert out == [f"{SAMPLES[0]}: match 1: Player One - Player Two, 1pt, 1-0, 1 game, 39 plays"]
    (line,) = journal.matches()
    assert (line.finished, line.score, line.imported) == (True, (1, 0), True)


def test_the_same_file_is_imported_once(journal: Journal) -> None:
    importing(journal, SAMPLES[0], SAMPLES[1])
    code, out, err = importing(journal, SAMPLES[1])
    assert (code, out, err) == (0, [f"{SAMPLES[1]}: is match 2 already"], [])
    assert len(journal.matches()) == 2


@pytest.mark.parametrize("name", BAD)
def test_a_file_that_is_no_match_is_one_line_and_the_others_are_imported(
    journal: Journal, tmp_path: Path, name: str
) -> None:
    bad = tmp_path / f"{name}.mat"
    bad.write_bytes(BAD[name])
    code, out, err = importing(journal, bad, SAMPLES[0], tmp_path / "missing.mat")
    assert code == 2
    assert [line.partition(" not imported: ")[0] for line in err] == [
        f"gammonboard: {bad}:", f"gammonboard: {tmp_path / 'missing.mat'}:",
    ]  # fmt: skip
    assert len(out) == 1
    assert len(journal.matches()) == 1


def test_a_file_cut_anywhere_is_imported_or_one_line(journal: Journal, tmp_path: Path) -> None:
    whole = SAMPLES[6].read_bytes()
    for size in range(0, len(whole), 23):
        half = tmp_path / f"{size}.mat"
        half.write_bytes(whole[:size])
        code, out, err = importing(journal, half)
        assert code in (0, 1, 2)
        assert len(err) == (code == 2)
        assert len(out) >= (code != 2)


def test_illegal_plays_are_kept_and_told_with_exit_code_1(journal: Journal, tmp_path: Path) -> None:
    path = tmp_path / "club.mat"
    path.write_text(" 5 point match\n\n Game 1\n Anna : 0    Bob : 0\n  1) 31: 8/4 6/5\n")
    code, out, _ = importing(journal, path)
    assert code == 1
    assert out[0].startswith(f"{path}: game 1, move 1, left: 31: 8/4 6/5: ")
    assert out[0].endswith("; kept as illegal")


def test_our_own_json_is_imported_fact_by_fact_seeds_and_all(
    journal: Journal, tmp_path: Path
) -> None:
    facts = with_seeds(random_match(3, 3, match=9))
    path = tmp_path / "ours.json"
    path.write_text(format_json(facts))
    assert importing(journal, path)[0] == 0
    card, *others = journal.facts(1)
    assert others == facts[1:]
    assert isinstance(card, f.MatchStarted)
    assert (card.match, card.source, card.seats) == (1, "ours.json", ("hands", "hands"))
    assert verify.run(journal.facts(1), io.StringIO()) == 0


def test_fil_22_our_own_json_is_imported_once_whoever_wrote_it(
    journal: Journal, tmp_path: Path
) -> None:
    path, again, other = (tmp_path / f"{n}.json" for n in range(3))
    path.write_text(format_json(random_match(3, 3, match=9)))
    importing(journal, path)
    again.write_text(format_json(journal.facts(1)))
    assert importing(journal, again)[1] == [f"{again}: is match 1 already"]
    other.write_text(format_json(random_match(4, 3, match=9)))  # another table's match 9
    assert importing(journal, other)[0] == 0
    assert len(journal.matches()) == 2


@pytest.mark.parametrize("form", ["mat", "sgf", "json"])
def test_fil_22_a_match_of_this_table_is_known_again_in_any_form(
    journal: Journal, tmp_path: Path, form: str
) -> None:
    for seed in (3, 5):
        journal.append(with_seeds(random_match(seed, 3, match=seed)))
    path = tmp_path / f"ours.{form}"
    path.write_text(write_form(form, journal.facts(5)), encoding="utf-8")
    assert importing(journal, path)[:2] == (0, [f"{path}: is match 5 already"])


def test_fil_22_both_files_of_one_match_are_one_match(journal: Journal, tmp_path: Path) -> None:
    paths = write_records(tmp_path / "records", random_match(3, 3, match=9), None)
    _, out, _ = importing(journal, *reversed(paths))
    assert out[1] == f"{paths[0]}: is match 1 already"


def test_our_own_json_under_way_never_goes_on_at_this_table(
    journal: Journal, tmp_path: Path
) -> None:
    path = tmp_path / "ours.json"
    path.write_text(format_json(UNDER_WAY))
    assert importing(journal, path)[0] == 0
    assert journal.unfinished() is None


@pytest.mark.parametrize(
    ("facts", "why"),
    [
        ([], "do not begin with the start of a match"),
        (UNDER_WAY[:1], "there is no game in it"),
        ([*UNDER_WAY, f.Taken("light", 2)], "a double was answered that nobody offered"),
        ([*UNDER_WAY, f.Played("light", (3, 1), "", (0,), (0, 0))], "26 slots"),
        ([*UNDER_WAY[:2], f.Rolled("R", 0, (3, 1), "light")], "its facts are no match"),
    ],
)
def test_json_that_is_no_match_is_one_line_with_the_reason(
    journal: Journal, tmp_path: Path, facts: list[f.AnyFact], why: str
) -> None:
    path = tmp_path / "ours.json"
    path.write_text(format_json(facts))
    code, _, err = importing(journal, path)
    assert (code, len(err)) == (2, 1)
    assert re.search(why, err[0])
    assert journal.matches() == []


def test_fil_22_every_match_of_a_file_is_imported(journal: Journal, tmp_path: Path) -> None:
    both = tmp_path / "both.mat"
    both.write_bytes(SAMPLES[0].read_bytes() + b"\n" + SAMPLES[1].read_bytes())
    assert importing(journal, both)[0] == 0
    assert len(journal.matches()) == 2
    _, out, _ = importing(journal, SAMPLES[1], both)
    assert [line.rpartition(": ")[2] for line in out] == [
        "is match 2 already", "is match 1 already", "is match 2 already",
    ]  # fmt: skip


def test_fil_23_what_is_whole_is_taken_and_the_rest_is_named(
    journal: Journal, tmp_path: Path
) -> None:
    path = tmp_path / "club.mat"
    path.write_text(
        " 5 point match\n\n Game 1\n Anna : 0    Bob : 0\n  1) 31: 8/5 6/5\n"
        "  2)                             65: 23/18 18/12\n      Wins 1 point\n"
        " Game 2\n Anna : 1    Bob : 0\n  1) 31: 8/5 6/5\n"
    )
    code, out, err = importing(journal, path)
    assert code == 2
    assert out[-1] == f"{path}: match 1: Anna - Bob, 5pt, 1-0, 2 games, 3 plays"
    assert len(err) == 1
    assert err[0].startswith(f"gammonboard: {path}: match 1: not all of it: game 1, move 2: ")
    assert journal.matches()[0].score == (1, 0)


def test_an_imported_match_that_has_no_end_never_goes_on_at_this_table(
    journal: Journal,
) -> None:
    importing(journal, SAMPLES[3])
    assert not journal.matches()[0].finished
    assert journal.unfinished() is None


def test_nothing_is_imported_into_a_match_under_way(journal: Journal) -> None:
    journal.append(UNDER_WAY)
    with pytest.raises(UsageError, match=r"match 1 is not over in .*--data-dir"):
        importing(journal, SAMPLES[0])


def test_a_journal_in_use_is_one_line(journal: Journal, capsys: pytest.CaptureFixture[str]) -> None:
    folder = str(journal.path.parent)
    assert main(["import", str(SAMPLES[0]), "--data-dir", folder]) == 2
    assert "in use by another gammonboard" in capsys.readouterr().err
