"""Units, rule and script are such as systemd, udev and a shell accept; the service is shut in."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from controller.config import parse_config

DEPLOY = Path(__file__).parents[2] / "deploy"
UNITS = sorted((DEPLOY / "systemd").glob("*.service"))
PROGRAMS = (
    "/opt/gammonboard/env/bin/gammonboard", "/usr/bin/redis-server", "/usr/bin/cage",
    "/usr/bin/chvt",
)  # fmt: skip
EXPOSURE = 3.0
KEYS = re.compile(r'(SUBSYSTEM|ATTRS\{\w+\}|ENV\{\w+\}|SYMLINK|GROUP|MODE)(==|=|\+=)"[^"]+"(, |$)')


def tool(name: str) -> str:
    found = shutil.which(name)
    if found is None:
        pytest.skip(f"{name} is missing (apt-get install shellcheck systemd)")
    return found


def run(*words: str | Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [str(word) for word in words], capture_output=True, text=True, check=False
    )


def test_shellcheck_finds_nothing_in_the_script() -> None:
    done = run(tool("shellcheck"), "--severity=style", DEPLOY / "install.sh")
    assert (done.stdout, done.returncode) == ("", 0)


def verified(unit: Path, folder: Path) -> subprocess.CompletedProcess[str]:
    """What systemd says of a unit whose programs are all there."""
    for other in UNITS:
        text = other.read_text(encoding="utf-8")
        for program in PROGRAMS:
            text = text.replace(program, "/bin/true")
        (folder / other.name).write_text(text, encoding="utf-8")
    return run(tool("systemd-analyze"), "verify", "--man=no", folder / unit.name)


@pytest.mark.parametrize("unit", UNITS, ids=lambda unit: unit.name)
def test_systemd_understands_every_line_of_a_unit(unit: Path, tmp_path: Path) -> None:
    done = verified(unit, tmp_path)
    ours = [line for line in done.stderr.splitlines() if "gammonboard" in line]
    assert (ours, done.returncode) == ([], 0)


def test_a_line_that_systemd_does_not_know_is_found(tmp_path: Path) -> None:
    unit = tmp_path / "gammonboard.service"
    text = UNITS[0].read_text(encoding="utf-8").replace("ProtectHome=yes", "ProtectHouse=yes")
    unit.write_text(text, encoding="utf-8")
    assert "ProtectHouse" in run(tool("systemd-analyze"), "verify", "--man=no", unit).stderr


@pytest.mark.parametrize("unit", UNITS, ids=lambda unit: unit.name)
def test_a_unit_is_shut_in(unit: Path) -> None:
    done = run(tool("systemd-analyze"), "security", "--offline=true", unit)
    found = re.search(r"Overall exposure level for \S+: (\d+\.\d)", done.stdout)
    assert found, done.stderr
    assert float(found[1]) <= EXPOSURE


@pytest.mark.parametrize("unit", UNITS, ids=lambda unit: unit.name)
def test_a_unit_is_no_root_works_in_a_folder_it_may_write_to_and_comes_back(unit: Path) -> None:
    lines = unit.read_text(encoding="utf-8").splitlines()
    assert "User=gammonboard" in lines
    assert "Restart=always" in lines
    assert "StartLimitIntervalSec=0" in lines
    folder = next(line for line in lines if line.startswith("WorkingDirectory=")).split("=")[1]
    kind, name = {"/var/lib": ("State", "gammonboard"), "/run": ("Runtime", "gammonboard-bus")}[
        folder.rpartition("/")[0]
    ]
    assert f"{kind}Directory={name}" in lines
    assert folder.endswith(name)


def test_the_units_of_the_script_are_those_of_the_folder() -> None:
    script = (DEPLOY / "install.sh").read_text(encoding="utf-8")
    named = re.search(r"^units='([^']*)'$", script, re.MULTILINE)
    assert named
    assert sorted(named[1].split()) == [unit.name for unit in UNITS]


def test_every_line_of_the_udev_rule_is_one() -> None:
    text = (DEPLOY / "60-gammonboard.rules").read_text(encoding="utf-8")
    rules = [line for line in text.splitlines() if line and not line.startswith("#")]
    assert len(rules) == 3
    for rule in rules:
        assert KEYS.sub("", rule) == "", rule
        assert 'ENV{ID_MM_DEVICE_IGNORE}="1"' in rule


def test_the_sample_config_is_one() -> None:
    parse_config((DEPLOY / "gammonboard.toml").read_text(encoding="utf-8"), "gammonboard.toml")
