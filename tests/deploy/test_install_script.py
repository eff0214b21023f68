"""install.sh into a throw-away root: again and again, without a network, and away again."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from controller.config import parse_config

ROOT = Path(__file__).parents[2]
SCRIPT = ROOT / "deploy" / "install.sh"
SAMPLE = ROOT / "tests" / "data" / "matches" / "match001.txt"
NO_NETWORK = {"PIP_INDEX_URL": "http://127.0.0.1:9/simple", "PIP_RETRIES": "0"}


def install(*words: str | Path, **variables: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [str(SCRIPT), *map(str, words)], env={**os.environ, **variables},
        capture_output=True, text=True, check=False,
    )  # fmt: skip


def traces() -> set[Path]:
    """What building leaves behind where it is done."""
    return {*ROOT.glob("build"), *ROOT.glob("deploy/*.whl"), *ROOT.glob("dist")}


@pytest.fixture(scope="module")
def wheels(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheels")
    done = install("--fetch", folder)
    assert done.returncode == 0, done.stderr
    return folder


@pytest.fixture(scope="module")
def installed(wheels: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A root with gammonboard in it, made without a network."""
    before = traces()
    root = tmp_path_factory.mktemp("root")
    done = install("--prefix", root, "--wheels", wheels, **NO_NETWORK)
    assert done.returncode == 0, done.stderr
    assert traces() == before
    return root


def env_of(root: Path) -> Path:
    return root / "opt" / "gammonboard" / "env"


@pytest.mark.slow
def test_the_installed_program_runs_from_its_own_environment(installed: Path) -> None:
    program = env_of(installed) / "bin" / "gammonboard"
    done = subprocess.run(
        [program, "check", SAMPLE], cwd="/", capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.endswith("39 plays, all legal\n")


@pytest.mark.slow
def test_config_units_and_rule_are_where_the_system_looks(installed: Path) -> None:
    config = installed / "etc/gammonboard/gammonboard.toml"
    read = parse_config(config.read_text("utf-8"), str(config))
    assert read.data.dir == "/var/lib/gammonboard"
    assert read.bus.url == "unix:///run/gammonboard-bus/redis.sock"
    assert config.stat().st_mode & 0o007 == 0
    bus = (installed / "etc/systemd/system/gammonboard-bus.service").read_text("utf-8")
    assert f"--unixsocket {read.bus.url.removeprefix('unix://')} " in bus
    for path in (
        "etc/systemd/system/gammonboard.service", "etc/systemd/system/gammonboard-screen.service",
        "etc/udev/rules.d/60-gammonboard.rules", "etc/pam.d/gammonboard-screen",
    ):  # fmt: skip
        assert (installed / path).is_file()
    assert (installed / "var/lib/gammonboard").stat().st_mode & 0o007 == 0


@pytest.mark.slow
def test_again_keeps_config_and_journal_and_one_environment(installed: Path, wheels: Path) -> None:
    config = installed / "etc/gammonboard/gammonboard.toml"
    changed = config.read_text("utf-8").replace("length = 3", "length = 7")
    config.write_text(changed, "utf-8")
    journal = installed / "var/lib/gammonboard/journal.sqlite3"
    journal.write_bytes(b"facts")
    before = env_of(installed).resolve()
    done = install("--prefix", installed, "--wheels", wheels, "--no-screen", **NO_NETWORK)
    assert done.returncode == 0, done.stderr
    assert config.read_text("utf-8") == changed
    assert journal.read_bytes() == b"facts"
    assert env_of(installed).resolve() != before
    assert len(list((installed / "opt/gammonboard").glob("env-*"))) == 1
    assert not (installed / "etc/systemd/system/gammonboard-screen.service").exists()


@pytest.mark.slow
def test_an_update_that_fails_leaves_all_as_it_was(installed: Path, tmp_path: Path) -> None:
    before = env_of(installed).resolve()
    done = install("--prefix", installed, "--wheels", tmp_path, **NO_NETWORK)
    assert done.returncode != 0
    assert env_of(installed).resolve() == before
    assert (before / "bin" / "gammonboard").exists()
    assert len(list((installed / "opt/gammonboard").glob("env-*"))) == 1


@pytest.mark.slow
def test_a_config_that_no_longer_fits_is_named_and_kept(installed: Path, wheels: Path) -> None:
    config = installed / "etc/gammonboard/gammonboard.toml"
    good = config.read_text("utf-8")
    config.write_text(good + "\n[gone]\nkey = 1\n", "utf-8")
    done = install("--prefix", installed, "--wheels", wheels, **NO_NETWORK)
    assert done.returncode == 0
    assert "gammonboard.toml: unknown key gone.key" in done.stderr
    assert "[gone]" in config.read_text("utf-8")
    config.write_text(good, "utf-8")


@pytest.mark.slow
def test_uninstalling_keeps_what_is_the_owners_and_purging_does_not(installed: Path) -> None:
    journal = installed / "var/lib/gammonboard/journal.sqlite3"
    journal.write_bytes(b"facts")
    for _ in range(2):
        assert install("--prefix", installed, "--uninstall").returncode == 0
    left = {path.name for path in installed.rglob("*") if path.is_file() or path.is_symlink()}
    assert left == {"gammonboard.toml", "journal.sqlite3"}
    assert install("--prefix", installed, "--uninstall", "--purge").returncode == 0
    assert [path for path in installed.rglob("*") if not path.is_dir()] == []


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--frobnicate"], "unknown option --frobnicate; see --help"),
        (["--purge"], "--purge goes with --uninstall only"),
        (["--wheels"], "--wheels takes a folder"),
        (["--wheels", "/nowhere/at/all"], "no folder /nowhere/at/all"),
    ],
)
def test_bad_words_are_one_line_and_nothing_is_done(
    words: list[str], said: str, tmp_path: Path
) -> None:
    done = install("--prefix", tmp_path / "root", *words)  # should it go on after all: not into /
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == f"install.sh: {said}\n"
    assert not list((tmp_path).rglob("gammonboard"))


def test_an_old_python_is_one_line(tmp_path: Path) -> None:
    done = install("--prefix", tmp_path, PYTHON="python-of-yesteryear")
    assert (done.returncode, done.stderr) == (
        2, "install.sh: there is no python-of-yesteryear here\n",
    )  # fmt: skip
