"""The calibration's file: read whole or not at all, written atomically, the old one kept."""

from __future__ import annotations

import json
import os
import zlib
from pathlib import Path

from controller.errors import ConfigError, UsageError
from controller.sensing.progress import Progress, format_progress, parse_progress
from controller.sensing.settings import (
    Calibration,
    CellLayout,
    format_calibration,
    parse_calibration,
)

OLD = ".old"
PART = ".part"


def read_calibration_file(path: Path, layout: CellLayout) -> Calibration:
    """What a file holds. Raises ConfigError naming the file, what is wrong, and the kept one."""
    try:
        calibration = parse_calibration(json.loads(path.read_text("utf-8")), layout)
        calibration.check(layout)
    except (OSError, ValueError) as error:
        old = path.with_name(path.name + OLD)
        kept = f"; the one before is kept as {old.name}" if old.exists() else ""
        raise ConfigError(f"{path}: no calibration: {error}{kept}") from error
    return calibration


def write_calibration_file(path: Path, calibration: Calibration, layout: CellLayout) -> None:
    """Put it in the place of the old one, which stays beside it. Raises UsageError; then the old
    one is untouched."""
    text = json.dumps(format_calibration(calibration, layout), indent=1) + "\n"
    try:
        if path.exists():
            old = path.with_name(path.name + OLD)
            _write(old, path.read_text("utf-8"))
        _write(path, text)
    except OSError as error:
        raise UsageError(f"{path}: calibration not written: {error.strerror or error}") from error


def read_progress(path: Path, layout: CellLayout) -> Progress | None:
    """What an interrupted calibration left beside `path`; None for nothing usable."""
    try:
        data = json.loads(_part(path).read_text("utf-8"))
        return parse_progress(data, _built(layout))
    except (OSError, ValueError):
        return None


def write_progress(path: Path, progress: Progress, layout: CellLayout) -> None:
    """Keep what was collected so far. Raises UsageError where it cannot be written."""
    try:
        _write(_part(path), json.dumps(format_progress(progress, _built(layout))))
    except OSError as error:
        raise UsageError(f"{path}: progress not kept: {error.strerror or error}") from error


def forget_progress(path: Path) -> None:
    """The calibration is finished, or begins anew."""
    _part(path).unlink(missing_ok=True)


def _built(layout: CellLayout) -> str:
    """What progress is bound to: slides are kept by the wires of the layout."""
    if layout.wires is None:
        return layout.name
    return f"{layout.name} {zlib.crc32(repr(layout.wires).encode())}"


def _part(path: Path) -> Path:
    return path.with_name(path.name + PART)


def _write(path: Path, text: str) -> None:
    """All or nothing, also in a power cut."""
    path.parent.mkdir(parents=True, exist_ok=True)
    fresh = path.with_name(path.name + ".new")
    with fresh.open("w", encoding="utf-8") as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())
    fresh.replace(path)
    folder = os.open(path.parent, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)
