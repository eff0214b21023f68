"""The limits that keep modules small and honest (ARCHITECTURE.md); each gate is seen to fail."""

from __future__ import annotations

import ast
from collections.abc import Callable
from pathlib import Path

import pytest
import source_gates as gates

PRODUCT = gates.sources(*gates.PACKAGES)
TESTS = gates.sources("tests")

DATA_TABLES = {
    "controller/view/snapshot.py": {"Snapshot"},  # the whole picture of a table, flat on purpose
}
THREAD_TOPS = {
    "firmware_bridge/bridge.py": {"Bridge._serve_for_ever"},  # says what it died of
    "firmware_bridge/gpio_table.py": {"GpioTable._attempt"},  # the same
}
WALL_CLOCK_READERS = {"controller/commands/today.py"}  # the date of a match's header
IMPORTS_IN_FUNCTIONS = {  # `commands` may load optional adapters
    "controller/commands/sim.py",  # the window: pygame takes long to load
    "controller/commands/app.py",  # the screen: the same
    "controller/commands/app_bench.py",
    "controller/commands/bench/rules.py",  # bgsage, a yardstick that need not be installed
    "controller/commands/devices.py",  # the same
    "controller/commands/ports.py",  # gpiozero: only for a table on this machine's own pins
}
SLEEPERS = "tests/contract/"


def tree_of(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


def complaints(paths: list[Path], judge: Callable[[ast.Module], list[str]]) -> list[str]:
    return [f"{gates.relative(path)}: {what}" for path in paths for what in judge(tree_of(path))]


def test_the_gates_look_at_the_whole_product() -> None:
    seen = {path.relative_to(gates.ROOT).parts[0] for path in PRODUCT}
    assert seen == set(gates.PACKAGES)
    assert len(PRODUCT) > 50
    assert Path(__file__) in TESTS


def test_functions_are_short() -> None:
    assert complaints([*PRODUCT, *TESTS], gates.long_functions) == []


def test_files_are_short() -> None:
    long = {p: gates.long_file(p.read_text(encoding="utf-8")) for p in [*PRODUCT, *TESTS]}
    assert [
        f"{gates.relative(path)}: {what}" for path, found in long.items() for what in found
    ] == []


def test_classes_have_few_attributes() -> None:
    found = []
    for path in PRODUCT:
        allowed = DATA_TABLES.get(gates.relative(path), set())
        wide = gates.wide_classes(tree_of(path))
        found += [f"{gates.relative(path)}: {wide[name]}" for name in wide.keys() - allowed]
        assert allowed <= wide.keys(), f"{gates.relative(path)}: no exception is needed any more"
    assert found == []


def test_nothing_is_global() -> None:
    assert complaints([*PRODUCT, *TESTS], gates.globals_declared) == []


def test_no_except_is_bare() -> None:
    assert complaints([*PRODUCT, *TESTS], gates.bare_excepts) == []


def test_broad_excepts_stand_at_thread_tops_only() -> None:
    found = []
    for path in PRODUCT:
        broad = gates.broad_excepts(tree_of(path))
        allowed = THREAD_TOPS.get(gates.relative(path), set())
        found += [f"{gates.relative(path)}: {broad[name]}" for name in broad.keys() - allowed]
    assert found == []


def test_imports_stand_at_the_top() -> None:
    paths = [path for path in PRODUCT if gates.relative(path) not in IMPORTS_IN_FUNCTIONS]
    assert all(name.startswith("controller/commands/") for name in IMPORTS_IN_FUNCTIONS)
    assert complaints(paths, gates.imports_in_functions) == []


def test_no_test_sleeps_outside_the_contract_suite() -> None:
    paths = [path for path in TESTS if not gates.relative(path).startswith(SLEEPERS)]
    assert complaints(paths, gates.sleeps) == []


def test_nobody_reads_the_wall_clock_but_for_headers() -> None:
    paths = [path for path in PRODUCT if gates.relative(path) not in WALL_CLOCK_READERS]
    assert complaints(paths, gates.wall_clocks) == []


def test_no_test_patches() -> None:
    assert complaints(TESTS, gates.patches) == []


def test_test_files_have_names_of_their_own() -> None:
    """Folders of tests are no packages: two files of one name would shadow each other."""
    names = [path.name for path in TESTS if path.name != "conftest.py"]
    assert sorted({name for name in names if names.count(name) > 1}) == []


# --- each gate can fail --------------------------------------------------------------------------

SEVENTY_ONE = "def f():\n" + "    x = 1\n" * 70
WIDE = "class C:\n    a: int\n    def __init__(self):\n" + "".join(
    f"        self.x{n} = {n}\n" for n in range(25)
)
BAD: list[tuple[Callable[[ast.Module], object], str, str]] = [
    (gates.long_functions, SEVENTY_ONE, "f has 71 lines"),
    (
        gates.long_functions,
        f"class C:\n    {SEVENTY_ONE.replace(chr(10), chr(10) + '    ')}",
        "C.f",
    ),
    (gates.wide_classes, WIDE, "C has 26 attributes"),
    (gates.globals_declared, "def f():\n    global x\n    x = 1", "line 2: global x"),
    (gates.bare_excepts, "try:\n    f()\nexcept:\n    pass", "line 3"),
    (
        gates.broad_excepts,
        "def f():\n    try:\n        g()\n    except Exception:\n        h()",
        "f",
    ),
    (
        gates.broad_excepts,
        "def f():\n    try:\n        g()\n    except (OSError, BaseException):\n        h()",
        "line 4",
    ),
    (gates.imports_in_functions, "def f():\n    if x:\n        import y", "f imports"),
    (gates.sleeps, "import time\ntime.sleep(1)", "line 2"),
    (gates.sleeps, "from time import sleep\nsleep(1)", "line 2"),
    (gates.wall_clocks, "import time\nt = time.time()", "time.time"),
    (gates.wall_clocks, "import datetime\nd = datetime.datetime.now()", "datetime.now"),
    (gates.wall_clocks, "clock = time.time_ns", "time.time_ns"),
    (gates.wall_clocks, "from time import time", "time.time"),
    (gates.patches, "from unittest.mock import patch", "unittest.mock"),
    (gates.patches, "from unittest import mock", "unittest.mock"),
]


@pytest.mark.parametrize(("judge", "source", "said"), BAD)
def test_a_gate_finds_what_it_is_there_for(
    judge: Callable[[ast.Module], object], source: str, said: str
) -> None:
    assert said in str(judge(ast.parse(source)))


@pytest.mark.parametrize(
    ("judge", "source"),
    [
        (gates.long_functions, SEVENTY_ONE.replace("    x = 1\n", "", 1)),
        (gates.wide_classes, WIDE.replace("    a: int\n", "")),
        (
            gates.broad_excepts,
            "def f():\n    try:\n        g()\n    except BaseException:\n        raise",
        ),
        (gates.wall_clocks, "import time\nt = time.monotonic()"),
        (gates.imports_in_functions, "if x:\n    import y"),
        (gates.sleeps, "asleep(1)"),
    ],
)
def test_a_gate_lets_the_rest_through(judge: Callable[[ast.Module], object], source: str) -> None:
    assert not judge(ast.parse(source))


def test_a_long_file_is_found() -> None:
    assert gates.long_file("\n" * 601) == ["601 lines, at most 600"]
    assert gates.long_file("\n" * 600) == []
