"""Nothing that is committed names a folder of the machine it was written on, or an index."""

from __future__ import annotations

import re
import subprocess

import pytest
import source_gates as gates

PLACE = re.compile(r"(?<![\w.:/-])/(?:work|root|tmp|home|Users)/[\w.]")
HOST = re.compile(r"\b(?:pypi\.org|pythonhosted\.org|npmjs\.(?:org|com)|deb\.debian\.org)\b")


def complaints(text: str) -> list[str]:
    """The lines that name such a place, with their numbers."""
    return [
        f"line {number}: {line.strip()[:80]}"
        for number, line in enumerate(text.splitlines(), start=1)
        if PLACE.search(line) or HOST.search(line)
    ]


def test_no_tracked_file_names_this_machine_or_a_package_index() -> None:
    listed = subprocess.run(
        ["git", "ls-files", "-z"], cwd=gates.ROOT, capture_output=True, text=True, check=True
    )
    names = [name for name in listed.stdout.split("\0") if name]
    assert "pyproject.toml" in names
    found = []
    for name in names:
        path = gates.ROOT / name
        if path.is_file():
            text = path.read_bytes().decode("utf-8", errors="ignore")
            found += [f"{name}, {what}" for what in complaints(text)]
    assert found == []


@pytest.mark.parametrize(
    "line",
    [
        "open('/" + "work/main/x')",
        "see /" + "root/.bashrc",
        'PATH = "/' + 'tmp/x"',
        "--index-url https://" + "pypi" + ".org/simple",
        "file://x and /" + "home/pi/table",
    ],
)
def test_such_a_line_is_found(line: str) -> None:
    assert complaints(f"fine\n{line}\n") == [f"line 2: {line}"]


@pytest.mark.parametrize(
    "line", ["a/work/b", "../" + "root/x", "/var/lib/x", "homework/1", "/" + "root"]
)
def test_other_lines_are_left_alone(line: str) -> None:
    assert complaints(line) == []
