"""Whole games by hands on the real firmware: every play, every report, every light.

One at real speed, through pty and bridge, is in tests/contract.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from controller.commands.bench import firmware
from controller.commands.bench.endurance import Tally
from controller.commands.scenario import run as scenario
from controller.commands.scenario.parse import parse_scenario
from hw_sim.avr.device import ChipDevice

SCRIPTS = [
    path
    for path in sorted((Path(__file__).parents[2] / "scenarios").glob("*.table"))
    if not re.search(r"^(layout|cells) ", path.read_text("utf-8"), re.MULTILINE)
]
"""The firmware is that of the reference layout."""
pytestmark = pytest.mark.usefixtures("elf")


def assert_faultless(tally: Tally, watch: firmware.LightsWatch) -> None:
    assert tally.games == 1
    assert tally.turns > 10
    assert (tally.wrong, tally.stuck, tally.lost_reports) == (0, 0, 0), tally.notes
    assert watch.compared > 50
    assert watch.otherwise == []


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(10))
def test_a_game_in_virtual_time_is_recorded_as_it_was_played(seed: int) -> None:
    tally = Tally()
    watch, rig = firmware.play_match(ChipDevice, tally, 7000 + seed, 1, "realistic", "fast")

    assert_faultless(tally, watch)
    assert rig.link.counters.hash_mismatches == 0


@pytest.mark.slow
@pytest.mark.parametrize("path", SCRIPTS, ids=lambda path: path.stem)
def test_scenario_on_the_chip(path: Path) -> None:
    script = parse_scenario(path.read_text("utf-8"), path.name)

    assert scenario.play(path, script, device=ChipDevice).failure is None
