"""Which tests prove which requirement: `make requirements`.

Test names carry the IDs of the rule sheets, of the corner cases and of faults reported in other
projects (`test_br_12_...`, or `[T12]` in a parameter's id). Exit 1 when one has no test.
"""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Series:
    """IDs with one prefix. numbers: those that exist."""

    prefix: str
    title: str
    numbers: tuple[int, ...]

    @property
    def ids(self) -> tuple[str, ...]:
        return tuple(f"{self.prefix}-{number:02}" for number in self.numbers)


def _to(last: int, first: int = 1) -> tuple[int, ...]:
    return tuple(range(first, last + 1))


SERIES = (
    Series("PT", "rule sheet, European Portuguese", _to(28)),
    Series("BR", "rule sheet, Brazilian Portuguese", _to(23)),
    Series("BU", "the table of the Brazilian sheet", _to(20)),
    Series("HU", "rule sheet, Hungarian", _to(18)),
    Series("NO", "rule sheet, Norwegian: acey-deucey", _to(19)),
    Series("T", "corner cases of plays", (*_to(16), *_to(36, first=20))),
    Series("G", "how a game ends", _to(10)),
    Series("C", "cube, match, resignation", _to(18)),
    Series("AD", "acey-deucey", _to(15)),
    Series("RUL", "faults of other programs: rules", _to(21)),
    Series("FIL", "faults of other programs: match files", _to(29)),
    Series("MAT", "faults of other programs: cube, score, clock", _to(20)),
    Series("LIB", "faults of other programs: display and its library", (13, 14, 15)),
)
_ID = re.compile(
    rf"(?<![a-z0-9])({'|'.join(s.prefix for s in SERIES)})[-_]?(\d\d)(?![0-9])", re.IGNORECASE
)


def ids_in(test: str) -> set[str]:
    """The IDs that a test's name or its parameters carry; its file's name counts for nothing."""
    _file, _, name = test.partition("::")
    return {f"{prefix.upper()}-{number}" for prefix, number in _ID.findall(name)}


def proofs(tests: Iterable[str]) -> dict[str, list[str]]:
    """ID to the tests that carry it, parameters of one test told once."""
    found: dict[str, list[str]] = {}
    for test in tests:
        for each in ids_in(test):
            name, _, parameters = test.partition("[")
            plain = test if _ID.search(parameters) else name
            known = found.setdefault(each, [])
            if plain not in known:
                known.append(plain)
    return found


def collected() -> list[str]:
    """The names of all tests. Raises SystemExit where they cannot be collected."""
    command = [sys.executable, "-m", "pytest", "--collect-only", "-q", "-p", "no:cacheprovider"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        raise SystemExit(f"the tests cannot be collected:\n{done.stdout[-2000:]}")
    return [line for line in done.stdout.splitlines() if "::" in line]


def main() -> int:
    """Print every ID with its tests; 1 if one is open."""
    found = proofs(collected())
    missing: list[str] = []
    for series in SERIES:
        print(f"\n{series.title}")
        for each in series.ids:
            tests = found.get(each, [])
            if not tests:
                missing.append(each)
            print(f"  {each:7} {tests[0] if tests else '(open)'}")
            for test in tests[1:]:
                print(f"          {test}")
    total = sum(len(series.ids) for series in SERIES)
    print(f"\n{total - len(missing)} of {total} requirements are proven by a test.")
    if missing:
        print(f"Open: {', '.join(missing)}")
    return 1 if missing else 0


if __name__ == "__main__":
    sys.exit(main())
