"""Every script holds: the whole product in virtual time, some over a real pty."""

from __future__ import annotations

import io
from pathlib import Path

import pytest

from controller.commands.scenario import run
from controller.commands.scenario.parse import parse_scenario
from hw_sim.device import Device

SCRIPTS = sorted(Path(__file__).parent.glob("*.table"))
OVER_PTY = {"slide", "power_cut", "unplug", "garbled", "lost_messages", "device_reset", "dance"}


@pytest.mark.parametrize("path", SCRIPTS, ids=lambda path: path.stem)
def test_scenario(path: Path) -> None:
    assert run.play(path, parse_scenario(path.read_text("utf-8"), path.name)).failure is None


@pytest.mark.parametrize(
    "path", [path for path in SCRIPTS if path.stem in OVER_PTY], ids=lambda path: path.stem
)
def test_scenario_over_a_real_pty(path: Path) -> None:
    script = parse_scenario(path.read_text("utf-8"), path.name)

    assert run.play(path, script, pty=True).failure is None


def test_an_expectation_that_is_not_met_fails_with_what_was(tmp_path: Path) -> None:
    path = tmp_path / "wrong.table"
    path.write_text("turn light\nroll 3 1\nslide light 8 5\nexpect verdict complete\n", "utf-8")
    out, err = io.StringIO(), io.StringIO()

    assert run.run([path], out, err) == 1
    assert "wrong.table:4" in err.getvalue()
    assert "under_way" in err.getvalue()


def test_a_never_that_happens_fails(tmp_path: Path) -> None:
    path = tmp_path / "never.table"
    path.write_text(
        "turn light\nroll 3 1\nslide light 8 5\nslide light 6 5\npress done\nnever play for 1 s\n",
        "utf-8",
    )

    assert run.run([path], io.StringIO(), io.StringIO()) == 1


def test_a_script_for_parts_that_are_not_built_says_so_and_exits_2(tmp_path: Path) -> None:
    path = tmp_path / "later.table"
    path.write_text("cells 3\nexpect phase opening\n", "utf-8")
    err = io.StringIO()

    assert run.run([path], io.StringIO(), err) == 2
    assert "a layout of 3 cells a point is not there yet" in err.getvalue()


def test_a_script_for_another_layout_needs_the_device_in_software(tmp_path: Path) -> None:
    path = tmp_path / "four.table"
    path.write_text("cells 4\nexpect phase opening\n", "utf-8")
    err = io.StringIO()

    assert run.run([path], io.StringIO(), err, device=Device) == 2
    assert "only the device in software has layout four" in err.getvalue()


def test_the_json_stream_holds_facts_and_verdicts() -> None:
    heard: list[dict[str, object]] = []
    path = Path(__file__).parent / "slide.table"
    run.play(path, parse_scenario(path.read_text("utf-8"), path.name), heard.append)

    assert {"Rolled", "Played"} <= {item.get("fact") for item in heard}
    assert "under_way" in {item.get("verdict") for item in heard}


def test_mat_12_a_score_that_no_match_goes_on_from_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "score.table"
    path.write_text("match 5\nscore 6 1\nturn light\nexpect phase to_roll\n", "utf-8")
    err = io.StringIO()

    assert run.run([path], io.StringIO(), err) == 2
    assert "6-1 is no score of a 5-point match" in err.getvalue()
