"""A skipped test fails the run on CI and nowhere else."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
import source_gates as gates

FINE = "def test_fine(): pass\n"
SKIPPED = {
    "a test": "import pytest\ndef test_x(): pytest.skip('no gnubg')\n",
    "a mark": "import pytest\n@pytest.mark.skip(reason='no gnubg')\ndef test_x(): pass\n",
    "a module": "import pytest\npytest.skip('no gnubg', allow_module_level=True)\n",
    "a fixture": "import pytest\n@pytest.fixture\ndef f(): pytest.skip('no gnubg')\n"
    "def test_x(f): pass\n",
}
XFAILED = "import pytest\n@pytest.mark.xfail(reason='known')\ndef test_x(): assert False\n"


def run(folder: Path, source: str, ci: str) -> subprocess.CompletedProcess[str]:
    """pytest over a fine test and `source`, with our conftest."""
    shutil.copy(gates.ROOT / "tests" / "conftest.py", folder)
    (folder / "test_sample.py").write_text(source, encoding="utf-8")
    (folder / "test_fine.py").write_text(FINE, encoding="utf-8")
    return subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", str(folder)],
        cwd=folder, env={**os.environ, "CI": ci}, capture_output=True, text=True, check=False,
    )  # fmt: skip


@pytest.mark.parametrize("source", SKIPPED.values(), ids=SKIPPED)
def test_on_ci_a_skip_is_a_failure_that_tells_its_reason(tmp_path: Path, source: str) -> None:
    done = run(tmp_path, source, ci="true")
    assert done.returncode != 0
    assert "nothing may be skipped: " in done.stdout
    assert "no gnubg" in done.stdout


def test_elsewhere_a_skip_is_a_skip(tmp_path: Path) -> None:
    done = run(tmp_path, SKIPPED["a test"], ci="")
    assert done.returncode == 0
    assert "1 skipped" in done.stdout


def test_an_expected_failure_is_no_skip(tmp_path: Path) -> None:
    assert run(tmp_path, XFAILED, ci="true").returncode == 0
