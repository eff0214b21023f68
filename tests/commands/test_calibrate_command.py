"""`calibrate` on simulated tables, by simulated hands, against what no calibration knows."""

from __future__ import annotations

import io
import json
from pathlib import Path

import numpy as np
import pytest

from controller.commands import calibrate, play
from controller.commands.app import main
from controller.commands.calibrate import CalibrateOptions
from controller.commands.calibration_file import read_calibration_file
from controller.errors import ConfigError
from controller.sensing.settings import REFERENCE, Calibration
from hw_sim.live import table_of_url

BARE = "sim://?calibration=none"


def calibrated(port: str, out: Path, layout: str = "reference", seed: int = 0) -> tuple[int, str]:
    said = io.StringIO()
    code = calibrate.run(CalibrateOptions(port, layout, out, seed=seed), said)
    return code, said.getvalue()


def assert_near_the_truth(found: Calibration, port: str) -> None:
    true = table_of_url(port).sensors.true_calibration()
    alive = [cell for cell in range(128) if cell not in found.dead]
    ratio = (np.array(found.gains) / true.gains)[alive]
    assert np.abs(np.array(found.offsets) - true.offsets)[alive].max() <= 1.2
    assert abs(ratio.mean() - 1) <= 0.12  # the reference checkers' own strength stays unknown
    assert np.abs(ratio / ratio.mean() - 1).max() <= 0.05
    assert (ratio / ratio.mean()).std() <= 0.02
    assert found.magnet.sigma_mm == pytest.approx(true.magnet.sigma_mm, rel=0.04)
    assert found.magnet.layers == pytest.approx(true.magnet.layers, abs=0.05)


@pytest.mark.parametrize(
    "noise", ["realistic", pytest.param("unknown-magnet", marks=pytest.mark.slow)]
)
def test_a_table_that_nobody_knew_is_found_as_it_truly_is(noise: str, tmp_path: Path) -> None:
    port, out = f"{BARE}&noise={noise}&seed=11", tmp_path / "c.json"

    code, said = calibrated(port, out)

    found = read_calibration_file(out, REFERENCE)
    assert code == 0
    assert said.rstrip().endswith(str(out))
    assert (found.wires, found.dead) == (None, frozenset())
    assert_near_the_truth(found, port)


def test_a_match_is_played_on_what_was_found(tmp_path: Path) -> None:
    out = tmp_path / "c.json"
    calibrated(f"{BARE}&seed=21&noise=realistic", out)
    told = io.StringIO()
    options = play.PlayOptions(
        tmp_path / "data", seed=21, speed=0, length=1, hands="fast", pty=False, calibration=out
    )

    assert play.run(options, told) == 0
    assert "wins the match" in told.getvalue()


def test_exchanged_plugs_and_dead_stuck_and_flickering_cells_are_found_and_named(
    tmp_path: Path,
) -> None:
    port = f"{BARE}&seed=12&faults=cable:1:5,dead:13.2,stuck:3.1:9,flicker:20.4"
    out = tmp_path / "c.json"

    code, said = calibrated(port, out)

    found = read_calibration_file(out, REFERENCE)
    assert code == 0
    assert found.dead == {61, 10, 98}
    assert found.wires is not None
    assert [w for c, w in enumerate(found.wires) if c != w] == [*range(80, 96), *range(16, 32)]
    for name in ("13.2 saw no checker", "3.1 saw no checker", "20.4 flickers", "otherwise"):
        assert name in said
    assert_near_the_truth(found, port)


def test_what_to_do_next_is_always_said(tmp_path: Path) -> None:
    _code, said = calibrated(f"{BARE}&seed=13", tmp_path / "c.json")

    for words in ("Take everything off", "25 of 26 with light", "25 of 26 with dark", "pile three"):
        assert words in said


def test_an_interrupted_calibration_goes_on_where_it_was(tmp_path: Path) -> None:
    port, out = f"{BARE}&seed=14", tmp_path / "c.json"
    calibrated(port, out)
    whole = json.loads(out.read_text())

    class CutError(Exception):
        pass

    class Cut(io.StringIO):
        def write(self, text: str) -> int:
            if text.startswith("9 of 26 with dark"):
                raise CutError
            return super().write(text)

    with pytest.raises(CutError):
        calibrate.run(CalibrateOptions(port, "reference", out, seed=1), Cut())
    assert json.loads(out.read_text()) == whole
    code, said = calibrated(port, out, seed=2)

    assert code == 0
    assert said.startswith("Going on: 35 slides were kept.")
    assert "1 of 26 with light" not in said
    assert json.loads(out.with_name("c.json.old").read_text()) == whole
    assert not out.with_name("c.json.part").exists()
    assert_near_the_truth(read_calibration_file(out, REFERENCE), port)


def test_a_calibration_that_makes_no_sense_is_refused_and_the_old_one_stays(
    tmp_path: Path,
) -> None:
    out = tmp_path / "c.json"
    out.write_text("the old one")
    dead = ",".join(f"dead:{point}.{cell}" for point in (1, 5, 9) for cell in range(1, 6))

    code, said = calibrated(f"{BARE}&seed=15&faults={dead}", out)

    assert code == 1
    assert "Refused: 15 cells are dead, more than 12: 1.1, " in said
    assert out.read_text() == "the old one"


def test_a_presence_only_table_shows_its_wiring_and_dead_cells(tmp_path: Path) -> None:
    out = tmp_path / "c.json"

    code, _said = calibrated(f"{BARE}&seed=16&faults=dead:4.3,cable:0:2", out, "presence")

    assert code == 0
    data = json.loads(out.read_text())
    assert data["dead"] == [17]
    assert set(data["offsets"]) == {0.0}
    assert set(data["gains"]) == {1.0}
    assert data["wiring"]["1"] == [32, 33, 34, 35, 36]


def test_a_file_that_makes_no_sense_stops_serve_with_the_reason(tmp_path: Path) -> None:
    path = tmp_path / "calibration.json"
    path.write_text(json.dumps({"offsets": [0.0] * 128, "gains": [1.0] * 128}))
    path.with_name("calibration.json.old").write_text("{}")

    with pytest.raises(ConfigError, match=r"all cells are equal.*kept as calibration\.json\.old"):
        read_calibration_file(path, REFERENCE)


def test_no_table_named_is_one_line_and_exit_2(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["calibrate"]) == 2
    assert "--port URL or --config FILE" in capsys.readouterr().err


def test_an_unknown_fault_of_a_simulated_table_is_one_line_and_exit_2(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    out = str(tmp_path / "c.json")

    assert main(["calibrate", "--port", "sim://?faults=bent:3", "--out", out]) == 2
    assert "bent:3" in capsys.readouterr().err
