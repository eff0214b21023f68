"""`scenario --png DIR`: the screen at every `expect`, as a file named after script and line."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from controller.errors import UsageError
from controller.view.snapshot import Snapshot
from display.picture import save
from display.stage import ScreenSettings

SIZE = (1280, 720)


def painter(folder: Path, script: Path) -> Callable[[Snapshot, int], None]:
    """Draws what was shown at a line. Raises UsageError where the folder cannot be written."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UsageError(
            f"{folder}: no pictures can go there: {error.strerror or error}"
        ) from error

    def paint(shown: Snapshot, line: int) -> None:
        save(shown, ScreenSettings(size=SIZE), folder / f"{script.stem}_{line:03}.png")

    return paint
