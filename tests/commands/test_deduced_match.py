"""A whole match with real dice by hands: what is recorded is what they threw and played."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pytest

from controller.commands.bench.endurance import Tally, compare, play_on
from controller.commands.play import PlayOptions, plan_match, seat_hands
from controller.commands.rig import Watchers
from controller.config import Config, set_value
from controller.records.check import check_record
from controller.records.files import read_record, write_records
from controller.records.json_form import parse_json
from controller.table.facts import AnyFact, GameStarted, Played, Rolled, SeedRevealed

DEDUCED = set_value(Config(), "dice.source", "deduced")


def played(folder: Path, variant: str, skill: str, seed: int) -> tuple[list[AnyFact], Tally]:
    """The facts of a one-point match, compared with the hands' own log."""
    agreed = set_value(DEDUCED, "match.variant", variant)
    options = PlayOptions(
        folder, seed=seed, speed=0, length=1, hands=skill, pty=False, agreed=agreed
    )
    facts: list[AnyFact] = []
    plan = plan_match(options, seed)
    rig, hands = seat_hands(plan, skill, Watchers(facts.append), lambda _ms: None)
    tally = Tally()
    try:
        rig.begin()
        assert play_on(rig, facts)
    finally:
        rig.close()
    compare(tally, facts, hands, seed)
    return facts, tally


@pytest.mark.parametrize(
    ("variant", "skill"),
    [
        ("standard", "fast"),
        pytest.param("tavla", "careful", marks=pytest.mark.slow),
        pytest.param("hu", "fast", marks=pytest.mark.slow),
        pytest.param("acey-deucey", "careful", marks=pytest.mark.slow),
    ],
)
def test_every_play_and_roll_recorded_is_that_of_the_hands(
    tmp_path: Path, variant: str, skill: str
) -> None:
    facts, tally = played(tmp_path, variant, skill, 11)

    assert tally.turns > 15
    assert tally.wrong == tally.misread_rolls == 0
    rolls = [fact for fact in facts if isinstance(fact, Rolled)]
    assert {fact.source for fact in rolls} == {"deduced", "chosen"}
    assert sum(fact.source == "deduced" for fact in rolls) > len(rolls) / 4
    assert not any(isinstance(fact, SeedRevealed) for fact in facts)
    assert all(fact.commitment is None for fact in facts if isinstance(fact, GameStarted))


def test_roll_and_play_follow_each_other_and_the_records_hold_them(tmp_path: Path) -> None:
    facts, tally = played(tmp_path, "standard", "careful", 5)
    for before, after in pairwise(facts):
        if isinstance(before, Rolled):
            assert isinstance(after, Played)
            assert sorted(after.dice) == sorted(before.dice)

    for path in write_records(tmp_path / "again", facts, None):
        report = check_record(read_record(path))
        assert (report.plays, report.illegal) == (tally.turns, ())
    kept = parse_json((tmp_path / "again").glob("*.json").__next__().read_text("utf-8"), "a.json")
    assert [fact for fact in kept if isinstance(fact, Rolled)] == [
        fact for fact in facts if isinstance(fact, Rolled)
    ]
