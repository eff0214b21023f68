"""What is kept of matches that people chose, or gave up."""

from __future__ import annotations

import dataclasses
import io
from pathlib import Path

from controller.commands import files, play, verify
from controller.commands.rig import Watchers
from controller.service.inputs_file import replay
from controller.table.effects import Record
from controller.table.facts import MatchAbandoned, MatchStarted, SeedRevealed
from controller.view.intents import Carry, NewMatch, Press, Resign
from controller.view.lobby import Wishes


def test_recorded_choices_give_the_same_facts_again_and_hold_no_names(tmp_path: Path) -> None:
    recording = tmp_path / "inputs.jsonl"
    plan = play.plan_match(play.PlayOptions(tmp_path, seed=3, speed=0, pty=False), 3)
    plan = dataclasses.replace(plan, awaits=True, inputs=recording)
    rig, _hands = play.seat_hands(plan, "careful", Watchers(), play.pacer(0))
    rig.begin()
    run = rig.run.run_until
    assert run(60_000, lambda: rig.snapshot is not None and rig.table.is_settled)
    people = ("person", "person")
    rig.ask(NewMatch("light", Wishes(("Zsuzsanna", "x" * 200), people, dice="seeded", length=1)))
    rig.ask(
        NewMatch("light", Wishes(("Zsuzsanna", "Bartholomew"), people, dice="seeded", length=1))
    )
    assert run(600_000, lambda: rig.snapshot.phase == "moving")
    rig.ask(Resign("light", 1))
    assert run(600_000, lambda: play.is_match_over(rig))
    rig.ask(NewMatch("dark", Wishes(("Bartholomew", "Cleo"), people, dice="seeded")))
    assert run(600_000, lambda: rig.snapshot.match == 2)
    facts = rig.facts()
    rig.close()
    again = [effect.fact for effect in replay(recording) if isinstance(effect, Record)]

    cards = [fact for fact in facts if isinstance(fact, MatchStarted)]
    assert [card.light for card in cards] == ["Zsuzsanna", "Bartholomew"]
    assert [type(fact) for fact in again] == [type(fact) for fact in facts]
    assert [f for f in again if not isinstance(f, MatchStarted)] == [
        f for f in facts if not isinstance(f, MatchStarted)
    ]
    for name in (b"Zsuzsanna", b"Bartholomew", b"Cleo"):
        assert name not in recording.read_bytes()


def test_a_match_given_up_while_paused_has_a_record_and_its_dice_verify(tmp_path: Path) -> None:
    plan = play.plan_match(play.PlayOptions(tmp_path, seed=3, speed=0, pty=False), 3)
    paths: list[Path] = []
    watchers = Watchers(records=paths.extend)
    rig, _hands = play.seat_hands(plan, "careful", watchers, play.pacer(0))
    rig.begin()
    assert rig.run.run_until(60_000, lambda: rig.snapshot is not None and rig.snapshot.plays == 6)
    rig.ask(Press("light", "pause"))
    rig.ask(Carry("dark", on=False))
    facts = rig.facts()
    rig.close()
    out = io.StringIO()

    assert [type(fact) for fact in facts[-2:]] == [MatchAbandoned, SeedRevealed]
    assert verify.run(facts, out) == 0
    assert "VERIFIED" in out.getvalue()
    assert files.check(paths, out, out, as_json=False) == 0
    assert [path.suffix for path in paths] == [".mat", ".json"]
