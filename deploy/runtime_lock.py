"""The part of requirements.lock that a table needs: without what only development asks for.

    python3 runtime_lock.py PYPROJECT LOCK [EXTRA ...]

Prints pinned requirements with their hashes, as pip takes them. Follows the "via" notes that
uv writes below each package. Plain Python 3.11: it runs before anything is installed.
"""

from __future__ import annotations

import re
import sys
import tomllib
from pathlib import Path

_PINNED = re.compile(r"([A-Za-z0-9][A-Za-z0-9._-]*)==")
_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]*")
BUILDER = "setuptools"  # builds this package, without fetching anything else


def wanted(pyproject: str, extras: list[str]) -> set[str]:
    """The names that the project asks for itself, with these extras."""
    project = tomllib.loads(pyproject)["project"]
    lines = [*project["dependencies"], BUILDER]
    for extra in extras:
        lines += project["optional-dependencies"][extra]
    return {name for line in lines if (name := _name(line))}


def blocks(lock: str) -> list[tuple[str, set[str], str]]:
    """Each pinned package of a lock: its name, who asks for it, its text."""
    found: list[tuple[str, set[str], str]] = []
    for text in re.split(r"\n(?=[A-Za-z0-9])", lock):
        name = _PINNED.match(text)
        if name:
            notes = re.findall(r"^    #(?: via)? +([A-Za-z0-9][\w.-]*)", text, re.MULTILINE)
            asked = {_normal(note) for note in notes}
            found.append((_normal(name[1]), asked - {"via"}, text.rstrip() + "\n"))
    return found


def runtime(lock: str, names: set[str]) -> tuple[str, set[str]]:
    """The lock's text for these names and all that they need; and the names it lacks."""
    packages = blocks(lock)
    kept = set(names)
    grown = True
    while grown:
        more = {name for name, asked, _ in packages if asked & kept} - kept
        grown = bool(more)
        kept |= more
    text = "".join(text for name, _, text in packages if name in kept)
    return text, names - {name for name, _, _ in packages}


def _name(requirement: str) -> str:
    found = _NAME.match(requirement)
    return _normal(found[0]) if found else ""


def _normal(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def main(arguments: list[str]) -> int:
    pyproject, lock, *extras = arguments
    names = wanted(Path(pyproject).read_text("utf-8"), extras)
    text, missing = runtime(Path(lock).read_text("utf-8"), names)
    for name in sorted(missing):
        print(f"{lock} lacks {name}: it is not installed", file=sys.stderr)
    print(text, end="")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
