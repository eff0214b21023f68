"""gnubg reads what we write as we meant it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import gnubg_oracle
import msgspec
import pytest
from random_matches import random_match

from controller.records.files import write_records
from controller.records.json_form import format_json
from controller.records.mat import format_mat
from controller.records.model import GameRecord, Turn, from_facts
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
     "Wins 5 points", "12: x", "3) a  b", "Doubles => 2", "(bot)", "point match"],
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
