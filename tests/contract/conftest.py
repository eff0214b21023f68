"""A test that leaks a file descriptor or a thread fails, whatever else it found."""

from __future__ import annotations

import gc
import signal
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from backends import chosen, describe
from contract_rig import Process, Table, open_descriptors


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """`@needs(...)` leaves out the back-ends that lack an ability."""
    if getattr(metafunc.module, "ON_ALL_BACKENDS", False) and "table" in metafunc.fixturenames:
        needed = getattr(metafunc.function, "needed", ())
        able = [
            name
            for name, backend in chosen().items()
            if not any(ability in backend.quirks for ability in needed)
        ]
        metafunc.parametrize("table", able, indirect=True)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """In what the back-ends of the port contract differ."""
    terminalreporter.section("back-ends of the port contract")
    for line in describe(chosen()):
        terminalreporter.write_line(line)


@pytest.fixture(autouse=True)
def no_leaks() -> Iterator[None]:
    """Descriptors and threads are what they were before the test."""
    gc.collect()
    descriptors, threads = open_descriptors(), threading.active_count()
    yield
    for process in list(Process.RUNNING):  # of a test that failed
        process.end(signal.SIGKILL)
    gc.collect()
    assert open_descriptors() == descriptors, "the test leaks file descriptors"
    assert threading.active_count() == threads, "the test leaks threads"


@pytest.fixture
def table(request: pytest.FixtureRequest, tmp_path: Path, no_leaks: None) -> Iterator[Table]:
    """A table on each back-end, its bridge not yet started."""
    table = Table(request.param, tmp_path)
    yield table
    table.close()


@pytest.fixture
def up(table: Table) -> Table:
    """The same, identified and with its first snapshot."""
    table.bridge.start()
    table.until(lambda: len(table.events) >= 2)
    table.events.clear()
    return table
