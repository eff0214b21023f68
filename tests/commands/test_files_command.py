"""`check`, `matches` and `export`."""

from __future__ import annotations

import io
import json
import os
from dataclasses import dataclass
from pathlib import Path

import pytest

from controller.commands.files import check, export, find_match, matches
from controller.errors import RecordError, UsageError
from controller.records.files import read_record
from controller.records.json_form import parse_json
from controller.rules.position import START
from controller.table import facts as f

LEGAL = """\
 3 point match

 Game 1
 Anna : 0                       Bob : 0
  1) 31: 8/5 6/5                 65: 24/18 18/13
      Wins 1 point
"""
ILLEGAL = LEGAL.replace("65: 24/18 18/13", "65: 24/18 18/14")

FACTS: list[f.Fact] = [
    f.MatchStarted(2, "standard", 3, "Anna", "Bob", ("person", "person"), "fair"),
    f.GameStarted(1, "M2/G1", (0, 0), False, None, START.slots),
    f.Rolled("O", 0, (3, 1)),
]


@dataclass(frozen=True)
class Line:
    match: int
    light: str = "Anna"
    dark: str = "Bob"
    length: int = 3
    date: str | None = None
    score: tuple[int, int] = (2, 1)
    finished: bool = False


def run_check(*paths: Path, as_json: bool = False) -> tuple[int, str, str]:
    out, err = io.StringIO(), io.StringIO()
    code = check(paths, out, err, as_json=as_json)
    return code, out.getvalue(), err.getvalue()


@pytest.fixture
def files(tmp_path: Path) -> dict[str, Path]:
    texts = {"legal": LEGAL, "illegal": ILLEGAL, "none": "MATLAB 5.0 MAT-file"}
    paths = {name: tmp_path / f"{name}.mat" for name in texts}
    for name, text in texts.items():
        paths[name].write_text(text)
    return paths | {"missing": tmp_path / "missing.mat"}


def test_check_says_that_all_is_legal(files: dict[str, Path]) -> None:
    code, out, err = run_check(files["legal"])
    assert (code, err) == (0, "")
    assert out == f"{files['legal']}: 1 games, 2 plays, all legal\n"


def test_check_names_game_move_side_text_and_reason(files: dict[str, Path]) -> None:
    code, out, _ = run_check(files["illegal"])
    assert code == 1
    where = f"{files['illegal']}: game 1, move 1, right: 65: 24/18 18/14: "
    assert out.splitlines()[0].startswith(where)
    assert "no die gives 18/14" in out
    assert out.splitlines()[-1].endswith("2 plays, 1 illegal")


@pytest.mark.parametrize("name", ["none", "missing"])
def test_check_answers_an_unreadable_file_with_one_line_and_goes_on(
    files: dict[str, Path], name: str
) -> None:
    code, out, err = run_check(files[name], files["illegal"], files["legal"])
    assert code == 2
    assert len(err.splitlines()) == 1
    assert str(files[name]) in err
    assert "all legal" in out
    assert "1 illegal" in out


def test_check_json_is_one_object_a_file(files: dict[str, Path]) -> None:
    code, out, _ = run_check(files["legal"], files["illegal"], as_json=True)
    assert code == 1
    legal, illegal = map(json.loads, out.splitlines())
    assert legal == {
        "file": str(files["legal"]), "match_length": 3, "players": ["Anna", "Bob"], "games": 1,
        "plays": 2, "illegal": [], "warnings": [], "winner": None, "score": [1, 0],
    }  # fmt: skip
    (found,) = illegal["illegal"]
    assert list(found) == ["game", "move", "side", "text", "why"]
    assert (found["game"], found["move"], found["side"]) == (1, 1, "right")


@pytest.mark.parametrize("as_json", [False, True])
def test_a_file_name_that_is_no_text_does_no_harm(tmp_path: Path, as_json: bool) -> None:
    path = tmp_path / os.fsdecode(b"m\xff.mat")
    path.write_text(LEGAL)
    code, out, _ = run_check(path, as_json=as_json)
    assert code == 0
    assert out.encode("utf-8")


def test_check_tells_who_won_the_match(tmp_path: Path) -> None:
    path = tmp_path / "won.mat"
    path.write_text(LEGAL.replace("Wins 1 point", "Wins 3 points and the match"))
    found = json.loads(run_check(path, as_json=True)[1])
    assert (found["winner"], found["score"]) == ("left", [3, 0])


def test_check_reads_our_json_form(tmp_path: Path) -> None:
    path = tmp_path / "m.json"
    export("2", "json", [Line(2)], lambda match: FACTS, io.StringIO(), path)
    code, out, _ = run_check(path)
    assert (code, out) == (0, f"{path}: 1 games, 0 plays, all legal\n")


def test_matches_is_a_line_a_match() -> None:
    out = io.StringIO()
    assert matches([Line(1, date="2026-11-30", finished=True), Line(12, length=0)], out) == 0
    assert out.getvalue().splitlines() == [
        "   1  2026-11-30  3pt    2-1     finished    Anna - Bob",
        "  12  undated     money  2-1     unfinished  Anna - Bob",
    ]


def test_last_is_the_newest_match() -> None:
    assert find_match("last", [Line(1), Line(3), Line(2)]) == 3
    assert find_match("1", [Line(1), Line(3)]) == 1


@pytest.mark.parametrize("wanted", ["4", "first", "-1", "", "1.0", "²"])
def test_a_match_that_is_not_there_is_a_usage_error(wanted: str) -> None:
    with pytest.raises(UsageError, match="no match"):
        find_match(wanted, [Line(1)])


def test_last_of_nothing_is_a_usage_error() -> None:
    with pytest.raises(UsageError, match="no match is recorded yet"):
        find_match("last", [])


def test_export_writes_to_stdout_or_a_file(tmp_path: Path) -> None:
    asked = []

    def facts_of(match: int) -> list[f.Fact]:
        asked.append(match)
        return FACTS

    out = io.StringIO()
    assert export("last", "json", [Line(1), Line(2)], facts_of, out) == 0
    assert asked == [2]
    assert parse_json(out.getvalue()) == FACTS

    out = io.StringIO()
    target = tmp_path / "x.mat"
    assert export("2", "mat", [Line(1), Line(2)], facts_of, out, target) == 0
    assert out.getvalue() == f"{target}\n"  # the path alone on its line
    assert read_record(target).players == ("Anna", "Bob")


@pytest.mark.parametrize(
    ("form", "why"), [("sgf", "not there yet"), ("xgid", "not there yet"), ("pdf", "no format")]
)
def test_formats_that_are_not_there_say_so(form: str, why: str) -> None:
    with pytest.raises(UsageError, match=why):
        export("1", form, [Line(1)], lambda match: FACTS, io.StringIO())


def test_a_target_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    target = tmp_path / "no" / "x.mat"
    with pytest.raises(RecordError, match="not written"):
        export("1", "mat", [Line(1)], lambda match: FACTS, io.StringIO(), target)
