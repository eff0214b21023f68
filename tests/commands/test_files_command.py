"""`check`, `matches` and `export`."""

from __future__ import annotations

import io
import json
import os
from dataclasses import dataclass
from pathlib import Path

import msgspec
import pytest

from controller.commands.files import check, export, find_match, matches
from controller.errors import RecordError, UsageError
from controller.records.files import read_record
from controller.records.json_form import parse_json
from controller.rules.position import START
from controller.rules.variants import find_variant
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
    seats: tuple[str, str] = ("hands", "hands")
    abandoned: bool = False


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
    assert out == f"{files['legal']}: 1 game, 2 plays, all legal\n"


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
    export("2", "json", [Line(2)], lambda match: FACTS, io.StringIO(), io.StringIO(), path)
    code, out, _ = run_check(path)
    assert (code, out) == (0, f"{path}: 1 game, 0 plays, all legal\n")


def test_matches_is_a_line_a_match() -> None:
    out = io.StringIO()
    lines = [
        Line(1, date="2026-11-30", finished=True),
        Line(2, finished=True, abandoned=True, seats=("person", "bot gnubg expert")),
        Line(12, length=0),
    ]
    assert matches(lines, out) == 0
    assert out.getvalue().splitlines() == [
        "   1  2026-11-30  3pt    2-1     finished    Anna - Bob",
        "   2  undated     3pt    2-1     given up    Anna - Bob (bot)",
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
    assert export("last", "json", [Line(1), Line(2)], facts_of, out, io.StringIO()) == 0
    assert asked == [2]
    assert parse_json(out.getvalue()) == FACTS

    out = io.StringIO()
    target = tmp_path / "x.mat"
    assert export("2", "mat", [Line(1), Line(2)], facts_of, out, io.StringIO(), target) == 0
    assert out.getvalue() == f"{target}\n"  # the path alone on its line
    assert read_record(target).players == ("Anna", "Bob")


def exported(facts: list[f.Fact], form: str) -> tuple[str, list[str]]:
    out, err = io.StringIO(), io.StringIO()
    assert export("1", form, [Line(1)], lambda match: facts, out, err) == 0
    return out.getvalue(), err.getvalue().splitlines()


def test_a_format_that_is_none_is_answered_with_those_that_are() -> None:
    with pytest.raises(
        UsageError, match="no format 'pdf'; there is mat, sgf, json, xgid, gnubg-id"
    ):
        exported(FACTS, "pdf")


def test_xgids_are_a_line_a_decision() -> None:
    text, err = exported(FACTS + PLAYED, "xgid")
    assert text.splitlines() == [
        "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:3:10",
        "XGID=-b----E-C---eE---c-e----B-:0:0:-1:00:0:0:0:3:10",
        "XGID=-b----E-C---eE---c-e----B-:0:0:-1:D:0:0:0:3:10",
    ]
    assert err == [
        "gammonboard: match 1 as xgid: left out: names, the plays chosen and the results; an ID "
        "is a question only"
    ]


def test_gnubg_ids_are_a_line_a_decision() -> None:
    text, _ = exported(FACTS + PLAYED, "gnubg-id")
    assert [line.partition(":")[0] for line in text.splitlines()] == ["4HPwATDgc/ABMA"] * 3


PLAYED: list[f.Fact] = [
    f.Played("light", (3, 1), "", START.slots, (0, 0)),
    f.Doubled("dark", 2),
    f.Taken("light", 2),
]


@pytest.mark.parametrize("form", ["mat", "sgf", "xgid", "gnubg-id"])
def test_what_a_form_cannot_carry_is_said_a_line_a_kind(form: str) -> None:
    facts = [
        *FACTS[:1],
        msgspec.structs.replace(FACTS[1], commitment="c0ffee"),
        f.Rolled("O", 0, (2, 2)), f.Rolled("O", 1, (3, 1)),
        f.QuestionAnswered("light", "which", "8/5 6/5"),
        f.ResignOffered("light", 1), f.ResignAnswered("dark", False), *PLAYED,
    ]  # fmt: skip
    _, err = exported(facts, form)
    told = [line.removeprefix(f"gammonboard: match 1 as {form}: left out: ") for line in err]
    assert told[:3] == [
        "the commitments and seeds of its dice, which verify needs",
        "1 entry of the table's log (questions, refusals, returns, clocks)",
        "1 tied opening roll",
    ]
    assert ("1 declined resignation" in told) == (form in ("mat", "sgf"))
    assert exported(facts, "json")[1] == []


@pytest.mark.parametrize("form", ["mat", "sgf", "xgid", "gnubg-id"])
def test_acey_deucey_is_refused_by_all_forms_but_json(form: str) -> None:
    start = find_variant("acey-deucey").start_position
    facts: list[f.Fact] = [
        msgspec.structs.replace(FACTS[0], variant="acey-deucey"),
        f.GameStarted(1, "M2/G1", (0, 0), False, None, start.slots, reserve=start.reserve),
    ]
    with pytest.raises(RecordError, match="reserve of Acey-deucey; the json form carries"):
        exported(facts, form)
    assert parse_json(exported(facts, "json")[0]) == facts


def test_a_target_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    target = tmp_path / "no" / "x.mat"
    with pytest.raises(RecordError, match="not written"):
        export("1", "mat", [Line(1)], lambda match: FACTS, io.StringIO(), io.StringIO(), target)
