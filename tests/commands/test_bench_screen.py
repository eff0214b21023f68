"""`bench screen`: figures from a window that is really there, or rows that say why not."""

from __future__ import annotations

import os
import shutil

import pytest

from controller.commands.bench import screen
from controller.commands.bench.report import exit_code
from display.samples import scenes

BUDGETS = {
    "full redraw 1920x1080 p50, worst scene": 12,
    "input to changed pixel p99": 50,
    "key to changed pixel p99, all scenes": 50,
    "start to first picture 800x480": 1500,
    "start to first picture 1920x1080": 1500,
    "idle 800x480": 2,
    "idle 1920x1080": 2,
    "memory 800x480": 150,
    "memory 1920x1080": 200,
    "memory 1920x1080 after every state": 200,
}


def test_without_any_display_the_budgets_are_missed_and_the_rows_say_why(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER", "PATH"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("PATH", os.devnull)
    rows = screen.run()
    assert {row.name: row.budget for row in rows if row.budget is not None} == BUDGETS
    assert all(row.value is None and row.why == screen.NO_DISPLAY for row in rows)
    assert exit_code(rows) == 1


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("Xvfb") is None, reason="needs Xvfb")
def test_every_figure_is_measured() -> None:
    rows = screen.run(seconds=1.0)
    assert {row.name for row in rows} >= BUDGETS.keys()
    assert [row.name for row in rows if row.value is None] == []
    drawn = {row.name.rpartition(", ")[2] for row in rows if row.budget == 12}
    assert drawn - {"worst scene"} == scenes().keys()
    memory = [row for row in rows if row.name.startswith("memory")]
    assert all(row.met for row in memory)  # times belong to the machine, memory does not
