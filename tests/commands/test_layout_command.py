"""A builder's own layout through the commands: printed, checked, played, calibrated, doctored."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pytest

from controller.commands import calibrate, doctor, layouts, play
from controller.commands.app import main
from controller.commands.calibration_file import read_calibration_file
from controller.commands.serve import read_config
from controller.errors import ConfigError
from controller.sensing.layout_file import parse_layout
from controller.sensing.settings import NAMED_LAYOUTS, Calibration, format_calibration
from controller.service.inputs_file import replay
from firmware_bridge.layout import LAYOUTS

EXAMPLE = Path(__file__).parents[2] / "deploy" / "layout-example.toml"


@pytest.mark.parametrize("name", sorted(NAMED_LAYOUTS))
def test_every_named_layout_is_printed_as_a_file_to_begin_with(name: str) -> None:
    out = io.StringIO()

    assert layouts.run(name, out) == 0
    assert parse_layout(out.getvalue(), "a.toml") == NAMED_LAYOUTS[name]


def test_link_and_sensing_mean_the_same_by_a_name() -> None:
    wired = {name: layouts.wired_layout(layouts.find_layout(name)) for name in LAYOUTS}

    assert wired == LAYOUTS


def test_the_example_is_printed_as_it_is_read_and_as_one_object(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["layout", str(EXAMPLE)]) == 0
    text = capsys.readouterr().out
    assert parse_layout(text, "b.toml") == layouts.find_layout(str(EXAMPLE))

    assert main(["layout", str(EXAMPLE), "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert data["sensors"] == 127
    assert data["wires"]["24"][4] is None
    assert data["wires"]["13"] == [64, 63, 62, 61, 60]


@pytest.mark.parametrize(
    ("chosen", "said"),
    [
        ("chess", "no layout 'chess': it is reference, presence, four, six, or a file"),
        ("nowhere/mine.toml", "nowhere/mine.toml: the layout file cannot be read: No such file"),
    ],
)
def test_a_layout_that_is_not_there_is_one_line_and_exit_2(
    chosen: str, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["layout", chosen]) == 2
    assert said in capsys.readouterr().err


def test_six_cells_a_point_are_more_than_the_wire_can_number() -> None:
    with pytest.raises(ConfigError, match="6 cells a point need the next version of the wire"):
        layouts.wired_layout(layouts.find_layout("six"))


def test_a_file_in_the_config_counts_from_the_configs_folder(tmp_path: Path) -> None:
    (tmp_path / "table.toml").write_text('[table]\nlayout = "mine.toml"\n', "utf-8")

    assert read_config(tmp_path / "table.toml").table.layout == str(tmp_path / "mine.toml")


def test_serve_names_the_cell_that_is_doubled(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = EXAMPLE.read_text("utf-8").replace("14 = [65,", "14 = [64,")
    (tmp_path / "mine.toml").write_text(text, "utf-8")
    (tmp_path / "table.toml").write_text(
        '[table]\nport = "sim://"\nlayout = "mine.toml"\n', "utf-8"
    )
    words = ["serve", "--config", str(tmp_path / "table.toml"), "--data-dir", str(tmp_path / "d")]

    assert main(words) == 2
    said = capsys.readouterr().err
    assert "mine.toml: wires.14: wire 64 stands twice, at point 13, cell 1" in said
    assert not (tmp_path / "d").exists()


def test_a_match_on_ones_own_table_is_that_on_the_reference_one(tmp_path: Path) -> None:
    records = []
    for name in ("reference", str(EXAMPLE)):
        folder = tmp_path / Path(name).stem
        inputs = tmp_path / f"{Path(name).stem}.inputs"
        folder.mkdir()
        options = play.PlayOptions(
            folder, seed=7, speed=0, length=1, pty=False, layout=name, inputs=inputs, noise="quiet"
        )
        assert play.run(options, io.StringIO()) == 0
        (record,) = (folder / "records").glob("*.mat")
        records.append(record.read_text("utf-8"))
        assert list(replay(inputs))

    assert records[0] == records[1]


def doctored(layout: str, port: str, folder: Path) -> tuple[int, str]:
    out = io.StringIO()
    options = doctor.DoctorOptions(port, layout, folder / "none.json", 20)
    return doctor.run(options, out), out.getvalue()


def test_doctor_finds_nothing_on_ones_own_table_and_names_a_fault_by_its_place(
    tmp_path: Path,
) -> None:
    assert doctored(str(EXAMPLE), "sim://?seed=2", tmp_path)[0] == 0

    code, said = doctored(str(EXAMPLE), "sim://?seed=2&faults=dead:6.2", tmp_path)
    assert code == 1
    assert "Sensor 6.2 is dead: left out. It is point 6, cell 2 of 5 from the rail." in said
    assert "\n2. " not in said


def test_calibrate_learns_ones_own_table_and_holds_it_to_its_file(tmp_path: Path) -> None:
    found = tmp_path / "calibration.json"
    options = calibrate.CalibrateOptions("sim://?seed=4&calibration=none", str(EXAMPLE), found)

    assert calibrate.run(options, io.StringIO()) == 0
    layout = layouts.find_layout(str(EXAMPLE))
    calibration = read_calibration_file(found, layout)
    assert calibration.wires == layout.wires
    assert not calibration.dead


def test_a_calibration_measured_with_other_wires_is_refused_naming_the_cell(
    tmp_path: Path,
) -> None:
    offsets = tuple(0.1 * cell for cell in range(128))
    plain = Calibration(offsets, tuple(1 + cell / 1000 for cell in range(128)))
    path = tmp_path / "calibration.json"
    path.write_text(json.dumps(format_calibration(plain)), "utf-8")

    assert read_calibration_file(path, NAMED_LAYOUTS["reference"]) == plain
    with pytest.raises(ConfigError, match=r"measured with point 13, cell 1 of 5, on wire 60, but"):
        read_calibration_file(path, layouts.find_layout(str(EXAMPLE)))
