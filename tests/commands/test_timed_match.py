"""Whole matches in which time runs out: hands carry out what the table chose."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from controller.commands.bench.endurance import play_on
from controller.commands.play import PlayOptions, plan_match, seat_hands
from controller.commands.rig import Rig, Watchers
from controller.config import Config, set_value
from controller.records.check import check_record
from controller.records.files import read_record
from controller.records.json_form import parse_json
from controller.rules.position import Side
from controller.seats.builtin import BuiltinPlayer
from controller.table import facts as f
from controller.view.intents import Press
from controller.view.snapshot import Snapshot
from hw_sim.hands.person import Hands
from hw_sim.hands.skill import SKILLS


def played(folder: Path, seed: int, timer_s: int, variant: str = "standard") -> list[f.AnyFact]:
    """The facts of a one-point match of hurried hands."""
    agreed = set_value(Config(), "match.variant", variant)
    agreed = set_value(agreed, "turn.timer_s", str(timer_s))
    options = PlayOptions(folder, seed=seed, speed=0, length=1, pty=False, agreed=agreed)
    facts: list[f.AnyFact] = []
    shown: list[Snapshot] = []
    files: list[Path] = []
    watchers = Watchers(facts.append, lambda taken, _ms: shown.append(taken), files.extend)
    rig, _hands = seat_hands(plan_match(options, seed), "careful", watchers, lambda _ms: None)
    try:
        rig.begin()
        assert play_on(rig, facts)
    finally:
        rig.close()
    kept = shown[-1].kept
    assert kept is not None
    assert kept.path == str(files[0])
    assert kept.text == (files[0].read_text("utf-8") if files[0].suffix == ".mat" else "")
    assert shown[-1].plays == sum(isinstance(fact, f.Played) for fact in facts)
    return facts


@pytest.mark.parametrize(
    ("variant", "timer_s"),
    [
        ("standard", 4),
        pytest.param("standard", 3, marks=pytest.mark.slow),
        pytest.param("acey-deucey", 5, marks=pytest.mark.slow),
        pytest.param("hu", 6, marks=pytest.mark.slow),
        pytest.param("tavla", 5, marks=pytest.mark.slow),
    ],
)
def test_bu_12_what_was_chosen_at_expiry_is_what_is_recorded(
    tmp_path: Path, variant: str, timer_s: int
) -> None:
    facts = played(tmp_path, 7, timer_s, variant)

    chosen = [fact for fact in facts if isinstance(fact, f.Chosen)]
    assert len(chosen) > 5
    assert {fact.cause for fact in chosen} == {"timeout"}
    after = {
        id(fact): next(each for each in facts[at:] if isinstance(each, f.Played))
        for at, fact in enumerate(facts)
        if isinstance(fact, f.Chosen)
    }
    for fact in chosen:
        recorded = after[id(fact)]
        assert (recorded.side, recorded.slots) == (fact.side, fact.slots)
    for path in (tmp_path / "records").glob("*.mat"):
        assert not check_record(read_record(path)).illegal
    (told,) = (tmp_path / "records").glob("*.json")
    assert parse_json(told.read_text("utf-8"))[: len(facts)] == facts


def test_hands_carry_what_was_chosen_for_a_person_who_is_away(tmp_path: Path) -> None:
    """Of a person's checkers on a simulated table, and nothing else of his."""
    agreed = set_value(Config(), "turn.timer_s", "3")
    options = PlayOptions(
        tmp_path, seed=3, speed=0, length=1, pty=False, agreed=agreed, seats=("person", "bot x"),
        players={Side.DARK: BuiltinPlayer()},
    )  # fmt: skip
    facts: list[f.AnyFact] = []
    hands: list[Hands] = []

    def show(taken: Snapshot, now_ms: int) -> None:
        for each in hands:
            each.observe(taken, now_ms)

    watchers = Watchers(facts.append, show)
    rig = Rig(plan_match(options, 3), watchers, lambda _ms: None)
    rng = np.random.default_rng(3)
    hands.append(Hands(rig.sim.hand, (Side.DARK,), SKILLS["careful"], rng, carried=(Side.LIGHT,)))
    rig.add(hands[0])
    try:
        rig.begin()
        rig.run.run_until(5_000)
        assert not any(isinstance(fact, f.Rolled) for fact in facts)  # the opening is a person's
        rig.ask(Press("light", "done"))
        rig.run.run_until(90_000)
    finally:
        rig.close()
    plays = [fact for fact in facts if isinstance(fact, f.Played)]
    assert len(plays) > 5
    assert {f.TIMEOUT, "bot"} == {fact.cause for fact in facts if isinstance(fact, f.Chosen)}
