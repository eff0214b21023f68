"""A progress bar on stderr for long work, and nothing where nobody watches."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import Progress, TaskID


class Bar:
    """What the work tells: how much is done."""

    def __init__(self, progress: Progress, task: TaskID) -> None:
        self._progress = progress
        self._task = task

    def done(self, count: int) -> None:
        self._progress.update(self._task, completed=count)

    def one_more(self) -> None:
        self._progress.advance(self._task)


@contextmanager
def bench_progress(what: str, total: int) -> Iterator[Bar]:
    """A bar for `total` of these, gone when the work is over."""
    console = Console(stderr=True)
    with Progress(console=console, disable=not console.is_terminal, transient=True) as progress:
        yield Bar(progress, progress.add_task(what, total=total))
