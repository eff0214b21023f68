"""gnubg reads what we write as we meant it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import gnubg_oracle
import msgspec
import pytest
from random_matches import random_match

from controller.match.score import Ending
from controller.match.stakes import Stakes
from controller.records.files import read_record, write_records
from controller.records.json_form import format_json
from controller.records.mat import format_mat
from controller.records.model import (
    CubeAct,
    GameRecord,
    MatchRecord,
    RecordedResult,
    Turn,
    from_facts,
)
from controller.records.sgf import format_sgf
from controller.rules.position import START, Side
from controller.table import facts as f

needs_gnubg = pytest.mark.skipif(
    not gnubg_oracle.is_installed(), reason=f"{gnubg_oracle.GNUBG} is not installed"
)
pytestmark = [pytest.mark.gnubg, needs_gnubg]

LENGTHS = (0, 1, 3, 5, 7)


def written(folder: Path, matches: list[list[f.Fact]]) -> list[Path]:
    return [write_records(folder, facts, None)[0] for facts in matches]


def test_twenty_random_matches_agree_entry_by_entry(tmp_path: Path) -> None:
    matches = [random_match(seed, LENGTHS[seed % 5], match=seed) for seed in range(20)]
    kinds = {type(fact) for facts in matches for fact in facts}
    assert {f.Doubled, f.Taken, f.Dropped, f.ResignAnswered} <= kinds
    ends = {(e.how, e.size) for facts in matches for e in facts if isinstance(e, f.GameEnded)}
    assert {("drop", 1), ("resign", 1), ("bearoff", 2), ("bearoff", 3)} <= ends
    assert any(e.notation == "" for facts in matches for e in facts if isinstance(e, f.Played))
    assert gnubg_oracle.disagreements(written(tmp_path, matches)) == []


def test_illegal_plays_that_stood_agree(tmp_path: Path) -> None:
    matches = [random_match(seed, 5, match=seed, illegal=0.04) for seed in range(8)]
    assert gnubg_oracle.disagreements(written(tmp_path, matches)) == []


@pytest.mark.parametrize(
    "name",
    ["Smith: J, 1666", "Game Boy", 'a "b" [c]; # \\', "Οδυσσέας Παπαδόπουλος ο Μέγας", "",
     "Wins 5 points", "12: x", "3) a  b", "Doubles => 2", "(bot)", "point match",
     "x] y", "🎲" * 50, "אבג דהו", "ß" * 200],
)  # fmt: skip
def test_hostile_names_do_no_harm(tmp_path: Path, name: str) -> None:
    matches = []
    for number, (light, dark) in enumerate(((name, "Bob"), ("Anna", name))):
        facts = random_match(number, 3, light, dark, match=number)
        started = facts[0]
        assert isinstance(started, f.MatchStarted)
        facts[0] = msgspec.structs.replace(
            started, event=name, round=name, table=name, seats=("bot x", "hands")
        )
        matches.append(facts)
    assert gnubg_oracle.disagreements(written(tmp_path, matches)) == []


def _with_other_dice(game: GameRecord) -> GameRecord:
    at = next(i for i, e in enumerate(game.entries) if isinstance(e, Turn) and e.play == "")
    turn = game.entries[at]
    assert isinstance(turn, Turn)
    changed = replace(turn, dice=(turn.dice[0], turn.dice[1] % 6 + 1))
    return replace(game, entries=(*game.entries[:at], changed, *game.entries[at + 1 :]))


@pytest.mark.parametrize(
    "change",
    [
        lambda game: replace(game, entries=game.entries[:-1]),
        lambda game: replace(game, entries=game.entries[1:]),
        lambda game: replace(game, score=(1, 0)),
        _with_other_dice,
    ],
    ids=["entry lacks", "first turn lacks", "score", "dice"],
)
def test_the_oracle_objects_to_a_file_that_tells_something_else(
    tmp_path: Path, change: Callable[[GameRecord], GameRecord]
) -> None:
    """A judge that never objects is worth nothing. The facts lie beside the file as JSON."""
    facts = random_match(14, 7, match=1)
    (path,) = written(tmp_path, [facts])
    assert gnubg_oracle.disagreements([path]) == []
    record = from_facts(facts)
    path.write_text(format_mat(replace(record, games=(change(record.games[0]), *record.games[1:]))))
    assert gnubg_oracle.disagreements([path])


def test_the_oracle_objects_to_points_that_were_not_won(tmp_path: Path) -> None:
    facts = random_match(14, 7, match=1)
    (path,) = written(tmp_path, [facts])
    end = next(i for i, fact in enumerate(facts) if isinstance(fact, f.GameEnded))
    ended = facts[end]
    assert isinstance(ended, f.GameEnded)
    facts[end] = msgspec.structs.replace(ended, points=ended.points + 1)
    path.with_suffix(".json").write_text(format_json(facts))
    assert any("result" in text for text in gnubg_oracle.disagreements([path]))


def test_position_ids_are_those_of_gnubg() -> None:
    assert gnubg_oracle.position_id(START, Side.LIGHT) == "4HPwATDgc/ABMA"
    assert gnubg_oracle.position_id(START, Side.DARK) == "4HPwATDgc/ABMA"


def test_gnubg_loads_our_sgf_and_saves_the_same(tmp_path: Path) -> None:
    paths = []
    for seed in range(16):
        facts = random_match(seed, LENGTHS[seed % 5], match=seed, illegal=0.04 * (seed % 2))
        paths.append(tmp_path / f"{seed}.sgf")
        paths[-1].write_text(format_sgf(from_facts(facts)), encoding="utf-8")
    assert gnubg_oracle.disagreements(paths) == []


SAMPLES = sorted((Path(__file__).parents[1] / "data" / "matches").glob("*.txt"))


@pytest.mark.slow
@pytest.mark.parametrize(("suffix", "write"), [("mat", format_mat), ("sgf", format_sgf)])
def test_fil_27_gnubg_agrees_on_every_sample_that_we_write(
    tmp_path: Path, suffix: str, write: Callable[[MatchRecord], str]
) -> None:
    paths = [tmp_path / f"{sample.stem}.{suffix}" for sample in SAMPLES]
    for sample, path in zip(SAMPLES, paths, strict=True):
        path.write_text(write(read_record(sample)), encoding="utf-8")
    assert gnubg_oracle.disagreements(paths) == []
    again = [path.with_stem(path.stem + "-again") for path in paths]
    for path, copy in zip(paths, again, strict=True):
        copy.write_text(write(read_record(path)), encoding="utf-8")
        assert copy.read_text() == path.read_text()  # a fixed point


def money_with_beavers() -> MatchRecord:
    entries = (
        Turn(1, Side.LIGHT, (3, 1), "8/5 6/5"), Turn(1, Side.DARK, (6, 5), "24/18 18/13"),
        CubeAct(2, Side.LIGHT, "double", 4), CubeAct(2, Side.DARK, "beaver", 8),
        CubeAct(3, Side.LIGHT, "raccoon", 16), Turn(3, Side.LIGHT, (5, 2), "24/22 13/8"),
    )  # fmt: skip
    resigned = RecordedResult(Side.DARK, 16, Ending.RESIGN, 1)
    turned = GameRecord(1, (0, 0), entries=entries, result=resigned, cube=2)
    drop = (*entries[:2], CubeAct(2, Side.LIGHT, "double", 2),
            CubeAct(2, Side.DARK, "beaver", 4), CubeAct(3, Side.LIGHT, "drop", 4))  # fmt: skip
    dropped = RecordedResult(Side.DARK, 2, Ending.DROP, 1)
    second = GameRecord(2, (0, 16), entries=drop, result=dropped)
    return MatchRecord(("Anna", "Bob"), 0, (turned, second))


@pytest.mark.parametrize(
    "record",
    [
        pytest.param(money_with_beavers(), id="FIL-20 beavers, a raccoon, an automatic double"),
        pytest.param(
            MatchRecord(("a", "b"), 3, (GameRecord(1, (2, 0)),), stakes=Stakes(crawford=False)),
            id="FIL-18 no Crawford rule",
        ),
        pytest.param(
            MatchRecord(("a", "b"), 3, (GameRecord(1, (2, 0), crawford=True),)),
            id="FIL-18 Crawford game",
        ),
        pytest.param(
            MatchRecord(("Ann [TD] 7:3", "ß" * 100), 3, (GameRecord(1, (0, 0)),)),
            id="FIL-14 names",
        ),
        pytest.param(
            MatchRecord(("🎲🎲", "אבג דהו"), 3, (GameRecord(1, (0, 0)),)),
            id="FIL-13 emoji and right to left",
        ),
    ],
)  # fmt: skip
def test_gnubg_understands_what_mat_cannot_say(tmp_path: Path, record: MatchRecord) -> None:
    path = tmp_path / "x.sgf"
    path.write_text(format_sgf(record), encoding="utf-8")
    assert gnubg_oracle.disagreements([path]) == []
