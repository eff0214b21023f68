"""DESIGN 5.6: what is not right is said and lit within 300 ms of settling, on the whole product."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from controller.commands.rig import Rig, Watchers
from controller.commands.scenario.conditions import Heard
from controller.commands.scenario.parse import parse_scenario
from controller.commands.scenario.perform import Performer
from controller.commands.scenario.stage import ScriptDice, Stage, plan_of, with_setting
from controller.guidance.words import format_message
from hw_sim import acts

IN_TIME_MS = 300
LONGEST_MS = 3000

MOVING = "turn light\nroll 3 1\n"
HANDS = {
    # what is done (its last line is timed), and words that must come of it
    "an illegal landing": (MOVING + "slide light 13 11\n", "not right"),
    "a point of the other side": (
        MOVING + "lift light 13\nput light 12\n",
        "Does one lie on the other side's point?",
    ),
    "the other side's checker moved": (MOVING + "slide dark 13 10\n", "not right"),
    "a checker too many": (MOVING + "add dark 3\n", "Take one dark checker away"),
    "a checker gone": (MOVING + "take dark 6\n", "dark checker"),
    "a knocked stack": (MOVING + "knock light 6 7\nknock light 6 7\n", "not right"),
    "everything swept away": (MOVING + "sweep\n", "not right"),
    "a checker taken before the roll": ("turn light\nlift light 8\nput light table\n", "on 8"),
    "a checker taken before the opening": ("take light 6\n", "Put a light checker on 6"),
    "a checker lifted": (MOVING + "lift light 8\n", "From 8"),
    "a hit checker beside the table": (
        "board light 24:2 13:5 8:3 6:5 / dark 24:2 13:5 8:3 6:4 20:1\n" + MOVING
        + "lift dark 20\nput dark table\nslide light 8 5\n",
        "Put dark's hit checker on dark's bar",
    ),
}  # fmt: skip


@contextmanager
def played(text: str, folder: Path) -> Iterator[tuple[Rig, Callable[[], None]]]:
    """The rig with all lines done but the last, and how to do that one."""
    stage, script = Stage(), []
    for command in parse_scenario(text + "never play for 1 ms\n", "timing")[:-1]:
        changed = None if script else with_setting(stage, command, "timing")
        if changed is None:
            script.append(command)
        else:
            stage = changed
    dice, heard = ScriptDice(stage.seed), Heard()
    rig = Rig(plan_of(stage, dice, folder, pty=False), Watchers(), lambda _ms: None)
    try:
        if stage.board is not None:
            rig.sim.hand.do(acts.Lay(stage.board.slots, stage.board.off, stage.board.reserve))
        rig.begin()
        rig.run.run_until(LONGEST_MS, lambda: rig.table is not None and rig.table.is_settled)
        performer = Performer(rig, dice, heard)
        for command in script[:-1]:
            performer.do(command)
        yield rig, lambda: performer.do(script[-1])
    finally:
        rig.close()


@pytest.mark.parametrize("what", HANDS)
def test_what_hands_did_is_answered_in_words_and_lights(what: str, tmp_path: Path) -> None:
    text, says = HANDS[what]
    with played(text, tmp_path) as (rig, last):
        last()
        touched_ms = rig.run.now_ms
        settle_ms = Stage().config.sensing.settle_ms

        def answered() -> bool:
            shown = rig.snapshot
            if shown is None or not any(rig.sim.device.lights):
                return False
            return any(says in format_message(message) for message in shown.messages)

        assert rig.run.run_until(touched_ms + LONGEST_MS, answered)
        assert rig.run.now_ms <= touched_ms + settle_ms + IN_TIME_MS
