"""A whole match headless: recorded, repeatable, verified, exported."""

from __future__ import annotations

import dataclasses
import io
import json
from pathlib import Path

import pytest

from controller.commands import files, play, verify
from controller.commands.app import main
from controller.commands.data import JOURNAL, RECORDS, SEEDS
from controller.config import Config, set_value
from controller.errors import UsageError
from controller.journal.journal import Journal
from controller.service.inputs_file import replay
from controller.table.effects import Record
from controller.table.facts import (
    EntropyCommitted,
    GameEnded,
    MatchEnded,
    MatchStarted,
    NamedDouble,
    Played,
    Rolled,
)


def played(folder: Path, seed: int | None = 7, **options: object) -> tuple[str, list[Path]]:
    """What was told, and the records of a match in this folder."""
    out = io.StringIO()
    chosen = play.PlayOptions(folder, seed=seed, speed=0, pty=False, **options)  # type: ignore[arg-type]
    assert play.run(chosen, out) == 0
    return out.getvalue(), sorted((folder / RECORDS).iterdir())


@pytest.fixture(scope="module")
def match(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str, list[Path]]:
    folder = tmp_path_factory.mktemp("match")
    told, records = played(folder, hands="fast", names=("Ann", "Bob"))
    return folder, told, records


def test_a_match_ends_with_a_mat_and_a_json_record(match: tuple[Path, str, list[Path]]) -> None:
    _folder, told, records = match

    assert [path.suffix for path in records] == [".json", ".mat"]
    assert str(records[1]) in told.splitlines()
    assert "Seed 7" in told


def test_where_the_screen_asks_who_plays_nobody_is_named_before(tmp_path: Path) -> None:
    options = play.PlayOptions(tmp_path, seed=7, names=("Ann", "Bob"))
    known, asked = (
        play.opening_words(dataclasses.replace(options, awaits=awaits), 7)
        for awaits in (False, True)
    )

    assert known.startswith("Ann (light) against Bob (dark), a 3-point match\n")
    assert asked.startswith("The screen asks who plays")
    assert "Ann" not in asked
    assert known.splitlines()[1] == (
        "simulated table, realistic noise, careful hands, dice seeded, not fair. Seed 7"
    )
    assert asked.splitlines()[1] == (
        "simulated table, realistic noise, careful hands, its dice seeded, not fair. Seed 7"
    )


def test_the_dice_to_verify_are_those_of_the_match_that_was_played(tmp_path: Path) -> None:
    plan = play.plan_match(play.PlayOptions(tmp_path, seed=7), 7)
    paths = [tmp_path / "match.mat"]

    assert "verify last" in play.closing_words(paths, plan, "gammonboard")
    assert "verify last" not in play.closing_words(paths, plan, "gammonboard", "typed")


def test_the_record_has_no_illegal_play(match: tuple[Path, str, list[Path]]) -> None:
    out, err = io.StringIO(), io.StringIO()

    assert files.check(match[2], out, err, as_json=True) == 0
    objects = [json.loads(line) for line in out.getvalue().splitlines()]
    assert [found["illegal"] for found in objects] == [[], []]
    assert objects[0]["plays"] == objects[1]["plays"] > 20


def test_every_die_follows_from_the_revealed_seeds(match: tuple[Path, str, list[Path]]) -> None:
    out = io.StringIO()

    assert verify.run(verify.read_facts(match[2][0]), out) == 0
    assert out.getvalue().startswith("VERIFIED")


def test_a_changed_die_is_found(match: tuple[Path, str, list[Path]]) -> None:
    facts = verify.read_facts(match[2][0])
    at = next(i for i, fact in enumerate(facts) if isinstance(fact, Rolled) and fact.kind == "R")
    first = facts[at]
    assert isinstance(first, Rolled)
    other = (first.dice[0] % 6 + 1, first.dice[1])
    facts[at] = Rolled(first.kind, first.n, other, first.side)

    out = io.StringIO()
    assert verify.run(facts, out) == 1
    assert "R0" in out.getvalue()


def test_a_match_without_seeds_is_not_verified() -> None:
    with pytest.raises(UsageError):
        verify.run([], io.StringIO())


def test_the_journal_tells_the_same_match(match: tuple[Path, str, list[Path]]) -> None:
    folder, told, _records = match
    journal = Journal.open_read_only(folder / JOURNAL)
    facts = journal.facts(1)
    journal.close()

    plays = [fact for fact in facts if isinstance(fact, Played)]
    assert len(plays) > 20
    assert isinstance(facts[-2], MatchEnded)
    assert told.count(" wins a ") == sum(isinstance(fact, GameEnded) for fact in facts)


def test_a_match_that_was_broken_off_does_not_stand_in_the_way_of_the_next(tmp_path: Path) -> None:
    journal = Journal.open(tmp_path / JOURNAL)
    card = MatchStarted(
        match=1, variant="standard", length=3, light="A", dark="B",
        seats=("hands", "hands"), dice="seeded",
    )  # fmt: skip
    journal.append([card])
    journal.close()
    played(tmp_path, length=1, hands="fast")

    journal = Journal.open_read_only(tmp_path / JOURNAL)
    assert [match.finished for match in journal.matches()] == [False, True]
    journal.close()


@pytest.mark.slow
def test_the_same_seed_gives_the_same_record_over_a_real_pty_too(tmp_path: Path) -> None:
    first = played(tmp_path / "a", seed=11, hands="fast")[1]
    out = io.StringIO()
    options = play.PlayOptions(tmp_path / "b", seed=11, speed=0, hands="fast", pty=True)
    assert play.run(options, out) == 0
    second = sorted((tmp_path / "b" / RECORDS).iterdir())

    assert [path.read_bytes() for path in first] == [path.read_bytes() for path in second]


@pytest.mark.slow
def test_a_second_match_in_the_same_folder_gets_the_next_number_and_fair_dice_verify(
    match: tuple[Path, str, list[Path]], capsys: pytest.CaptureFixture[str]
) -> None:
    folder = match[0]
    told, records = played(folder, seed=None, length=1, hands="fast")

    assert len(records) == 4
    assert "fair dice" in told
    assert list((folder / SEEDS).iterdir()) == []  # shown seeds are kept by the journal only
    assert main(["verify", "2", "--data-dir", str(folder)]) == 0
    assert main(["matches", "--data-dir", str(folder)]) == 0
    assert main(["export", "last", "--format", "mat", "--data-dir", str(folder)]) == 0
    assert "VERIFIED" in capsys.readouterr().out


def test_recorded_inputs_give_the_same_facts_again_and_hold_no_names(tmp_path: Path) -> None:
    recording = tmp_path / "inputs.jsonl"
    played(tmp_path, length=1, hands="fast", names=("Ann", "Bob"), inputs=recording)
    journal = Journal.open_read_only(tmp_path / JOURNAL)
    facts = journal.facts(1)
    journal.close()
    effects = list(replay(recording))

    again = [effect.fact for effect in effects if isinstance(effect, Record)]
    assert again[1:] == facts[1:]
    assert isinstance(again[0], MatchStarted)
    assert (again[0].light, again[0].dark) == ("Light", "Dark")
    assert list(replay(recording)) == effects
    assert b"Ann" not in recording.read_bytes()


def test_a_file_that_is_no_recording_is_told_by_file_and_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "x.jsonl"
    path.write_text("{}\n", "utf-8")

    assert main(["play", "--replay-inputs", str(path)]) == 2
    assert "x.jsonl:1" in capsys.readouterr().err


def test_acey_deucey_is_played_to_its_end_and_recorded_as_json_alone(tmp_path: Path) -> None:
    told, records = played(
        tmp_path, seed=3, length=1, agreed=set_value(Config(), "match.variant", "acey-deucey")
    )

    assert [path.suffix for path in records] == [".json"]
    facts = verify.read_facts(records[0])
    named = [fact for fact in facts if isinstance(fact, NamedDouble)]
    assert named
    assert f"names {named[0].value} {named[0].value}" in told
    assert verify.run(facts, io.StringIO()) == 0
    out = io.StringIO()
    assert files.check(records, out, io.StringIO(), as_json=True) == 0
    assert json.loads(out.getvalue())["illegal"] == []


def test_bu_16_a_match_with_the_players_part_of_the_dice_is_verified(tmp_path: Path) -> None:
    agreed = set_value(Config(), "dice.entropy", "true")
    _told, records = played(tmp_path, length=1, hands="fast", agreed=agreed)
    facts, out = verify.read_facts(records[0]), io.StringIO()

    given = [fact for fact in facts if isinstance(fact, EntropyCommitted)]
    assert [fact.source for fact in given[:2]] == ["table", "table"]  # nobody of flesh sits there
    assert verify.run(facts, out) == 0
    assert "from the seeds of table and players" in out.getvalue()


def test_a_record_that_cannot_be_written_is_one_line_and_exit_2(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / RECORDS).write_text("", "utf-8")  # a file where the folder should be
    words = ["play", "--headless", "--speed", "0", "--seed", "3", "--length", "1"]
    assert main([*words, "--hands", "fast", "--data-dir", str(tmp_path)]) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert "record not written" in line
    assert (tmp_path / JOURNAL).exists()
