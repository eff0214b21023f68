"""Of the lock, a table gets what it needs and nothing that only development asks for."""

from __future__ import annotations

import importlib.util
import re
import sys
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).parents[2]
LOCK = """\
# made by a tool
cobs==1.2 \\
    --hash=sha256:aa
    # via gammonboard (pyproject.toml)
Py_Game==2.6 ; python_version < '3.14' \\
    --hash=sha256:bb
    # via gammonboard (pyproject.toml)
shell-ing==1 \\
    --hash=sha256:cc
    # via
    #   pytest
    #   typer
typer==0.12 \\
    --hash=sha256:dd
    # via gammonboard (pyproject.toml)
pytest==8 \\
    --hash=sha256:ee
    # via
    #   gammonboard (pyproject.toml)
    #   pytest-xdist
pytest-xdist==3 \\
    --hash=sha256:ff
    # via gammonboard (pyproject.toml)
setuptools==80 \\
    --hash=sha256:00
    # via gammonboard (pyproject.toml)
"""
PROJECT = """\
[project]
dependencies = ["cobs>=1", "py.game>=2; python_version<'3.14'", "typer", "segno>=1"]
[project.optional-dependencies]
pi = ["lgpio>=0.2"]
dev = ["pytest>=8", "pytest-xdist"]
"""


@pytest.fixture(scope="module")
def tool() -> ModuleType:
    spec = importlib.util.spec_from_file_location("runtime_lock", ROOT / "deploy/runtime_lock.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_what_the_project_asks_for_and_what_that_needs_is_kept_with_its_hashes(
    tool: ModuleType,
) -> None:
    text, missing = tool.runtime(LOCK, tool.wanted(PROJECT, []))
    names = re.findall(r"^(\S+)==", text, re.MULTILINE)
    assert names == ["cobs", "Py_Game", "shell-ing", "typer", "setuptools"]
    assert re.findall(r"sha256:(\w\w)", text) == ["aa", "bb", "cc", "dd", "00"]
    assert "; python_version < '3.14' \\\n" in text
    assert missing == {"segno"}


def test_an_extra_adds_its_own(tool: ModuleType) -> None:
    assert tool.wanted(PROJECT, ["pi"]) - tool.wanted(PROJECT, []) == {"lgpio"}


def test_what_the_lock_lacks_is_said_and_the_rest_printed(
    tool: ModuleType, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "p").write_text(PROJECT)
    (tmp_path / "l").write_text(LOCK)
    assert tool.main([str(tmp_path / "p"), str(tmp_path / "l"), "pi"]) == 0
    said = capsys.readouterr()
    assert [line.split()[2] for line in said.err.splitlines()] == ["lgpio:", "segno:"]
    assert said.out.startswith("cobs==1.2")


def test_the_projects_own_lock_gives_a_table_no_tool_of_development(tool: ModuleType) -> None:
    pyproject = (ROOT / "pyproject.toml").read_text("utf-8")
    text, _ = tool.runtime(
        (ROOT / "requirements.lock").read_text("utf-8"), tool.wanted(pyproject, [])
    )
    names = set(re.findall(r"^([\w-]+)==", text, re.MULTILINE))
    assert names >= {"msgspec", "numpy", "pygame", "pyserial", "redis", "typer"}
    assert not names & {"pytest", "mypy", "ruff", "hypothesis", "fakeredis", "import-linter"}
    assert sys.version_info >= (3, 11)
