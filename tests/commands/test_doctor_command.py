"""`doctor` on simulated tables names exactly the faults that were set."""

from __future__ import annotations

import io
import json
import random
from pathlib import Path

import pytest

from controller.commands import doctor
from controller.commands.app import main
from controller.commands.doctor import DoctorOptions
from controller.guidance.findings import finding_message, fix_message
from controller.guidance.words import format_message
from controller.rules.position import Side
from controller.sensing.findings import Finding, Kind

CHECKERS = [f"{side}{point}" for side in ("light", "dark") for point in (6, 8, 13, 24)]


def examined(
    folder: Path, words: str, seconds: int = 90, layout: str = "reference"
) -> dict[str, object]:
    out = io.StringIO()
    options = DoctorOptions(f"sim://?{words}", layout, folder / "none.json", seconds)
    code = doctor.run(options, out, as_json=True)
    found: dict[str, object] = json.loads(out.getvalue())
    assert code == (0 if found["healthy"] else 1)
    return found


def named(found: dict[str, object]) -> set[str]:
    """Findings in the words of the fault that was set, without its value."""
    names = set()
    for finding in found["findings"]:  # type: ignore[attr-defined]
        kind, side, slot = finding["kind"], finding["side"], finding["slot"]
        if finding["cell"] is not None:
            names.add(f"{kind}:{finding['cell'].replace('bar ', 'bar.')}")
        elif finding["plugs"]:
            names.add("cable:{}:{}".format(*finding["plugs"]))
        elif kind == "stray":
            names.add(f"phone:{slot + 1}")
        else:
            names.add(f"{kind}:{side}{slot + 1 if side == 'light' else 24 - slot}")
    return names


def without_value(fault: str) -> str:
    return fault if fault.startswith("cable") else ":".join(fault.split(":")[:2])


@pytest.mark.parametrize("noise", ["quiet", "realistic", "unknown-magnet"])
@pytest.mark.parametrize("board", ["start", "empty"])
@pytest.mark.parametrize("seed", [1, pytest.param(2, marks=pytest.mark.slow)])
def test_a_healthy_table_has_nothing(noise: str, board: str, seed: int, tmp_path: Path) -> None:
    found = examined(tmp_path, f"noise={noise}&board={board}&seed={seed}")

    assert found["findings"] == found["ills"] == []
    assert found["board"] == board


@pytest.mark.parametrize("seed", [4, pytest.param(5, marks=pytest.mark.slow)])
@pytest.mark.parametrize(
    "fault",
    [
        "dead:13.2", "dead:4.4", "dead:bar.dark.1", "stuck:13.2:90", "stuck:4.4:3",
        "stuck:9.1:-77", "flicker:20.4", "flicker:6.1", "drift:9.1:100", "drift:6.3:-80",
        "cable:1:5", "cable:0:7", "cable:3:4", "phone:3", "phone:16", "weak:light6", "weak:dark13",
        "flipped:light24", "flipped:dark8",
    ],
)  # fmt: skip
def test_each_fault_is_named_and_nothing_else(fault: str, seed: int, tmp_path: Path) -> None:
    found = examined(tmp_path, f"noise=realistic&seed={seed}&faults={fault}")

    assert named(found) == {without_value(fault)}
    assert found["ills"] == []


def some_faults(seed: int) -> list[str]:
    """Up to five faults of different kinds, the cells' not below the checkers'."""
    rng = random.Random(seed)
    points = [2, 3, 4, 5, 7, 9, 10, 11, 14, 15, 16, 18, 20, 21, 22, 23]
    rng.shuffle(points)

    def cell() -> str:
        return f"{points.pop()}.{rng.randint(1, 5)}"

    plugs = sorted(rng.sample(range(8), 2))
    kinds = [
        f"dead:{cell()}",
        f"stuck:{cell()}:{rng.choice((-1, 1)) * rng.randint(1, 120)}",
        f"flicker:{cell()}",
        f"drift:{cell()}:{rng.choice((-1, 1)) * rng.randint(70, 127)}",
        f"cable:{plugs[0]}:{plugs[1]}",
        f"phone:{points.pop()}",
        f"flipped:{rng.choice(CHECKERS)}",
    ]
    return rng.sample(kinds, rng.randint(2, 5))


@pytest.mark.parametrize(
    "seed", [*range(5), *(pytest.param(s, marks=pytest.mark.slow) for s in range(5, 25))]
)
def test_many_faults_at_once_are_named_and_nothing_else(seed: int, tmp_path: Path) -> None:
    faults = some_faults(seed)

    found = examined(tmp_path, f"noise=realistic&seed={seed}&faults={','.join(faults)}")

    assert named(found) == {without_value(fault) for fault in faults}


def test_a_dead_cell_is_told_within_seconds_where_a_checker_lies(tmp_path: Path) -> None:
    found = examined(tmp_path, "seed=6&faults=dead:6.2,dead:13.5", seconds=5)

    assert named(found) == {"dead:6.2", "dead:13.5"}


def test_a_table_that_nobody_calibrated_is_told_so_and_judged_by_what_is_sure(
    tmp_path: Path,
) -> None:
    found = examined(tmp_path, "seed=8&calibration=none&faults=flicker:20.4,flipped:dark8,dead:6.2")

    assert named(found) == {"flicker:20.4", "flipped:dark8", "dead:6.2"}
    assert "calibrate" in found["ills"][0]["fix"]  # type: ignore[index]


def test_every_cell_has_its_margin(tmp_path: Path) -> None:
    found = examined(tmp_path, "seed=7&faults=dead:13.2")
    margins = {cell["name"]: cell["margin"] for cell in found["cells"]}  # type: ignore[attr-defined]

    assert len(margins) == 128
    assert margins.pop("13.2") == 0
    assert min(margins.values()) > 0.3


def test_words_say_what_is_wrong_and_what_to_do(capsys: pytest.CaptureFixture[str]) -> None:
    port = "sim://?seed=4&faults=dead:13.2,flipped:dark8"

    assert main(["doctor", "--port", port, "--data-dir", "nowhere"]) == 1
    said = capsys.readouterr().out
    assert "firmware sim-0.1.0" in said
    assert "1. Sensor 13.2 is dead" in said
    assert "2. A dark checker on dark's 8 lies upside down" in said
    assert "Turn it over" in said


def test_a_board_that_is_neither_set_up_nor_empty_is_asked_for(tmp_path: Path) -> None:
    dead = ",".join(f"stuck:{point}.1:64" for point in range(1, 25))

    found = examined(tmp_path, f"board=empty&seed=4&faults={dead}", seconds=10)

    assert "Set up the start position" in found["ills"][0]["fix"]  # type: ignore[index]


def test_no_table_named_is_one_line_and_exit_2(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["doctor"]) == 2
    assert "--port URL or --config FILE" in capsys.readouterr().err


@pytest.mark.parametrize("kind", list(Kind))
def test_every_finding_has_words_and_a_remedy(kind: Kind) -> None:
    finding = Finding(kind, 61, 12, Side.LIGHT, 2, (1, 5), 0.5)

    assert format_message(finding_message(finding)).endswith(".")
    assert format_message(fix_message(finding)).endswith(".")
