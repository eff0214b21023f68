"""What people changed at this screen, kept in a file of its own between two runs.

A JSON object of `ScreenSettings` fields. What cannot be read falls back to what the screen was
started with, key by key, and one line of words says so: a screen starts whatever its file holds.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import msgspec

from controller.rules.position import Side
from controller.view.snapshot import Message
from display.stage import ScreenSettings
from display.theme import THEMES

LEAST, MOST = 320, 7680  # pixels of a window's side


def _is_size(value: Any) -> bool:
    pair = isinstance(value, list | tuple) and len(value) == 2
    return pair and all(type(side) is int and LEAST <= side <= MOST for side in value)


def _is_switch(value: Any) -> bool:
    return type(value) is bool


def _one_of(*words: str) -> Callable[[Any], bool]:
    return lambda value: isinstance(value, str) and value in words


KEPT: Mapping[str, Callable[[Any], bool]] = {
    "theme": _one_of(*THEMES),
    "bottom": _one_of(*(side.value for side in Side)),
    "home": _one_of("right", "left"),
    "large_print": _is_switch,
    "left_handed": _is_switch,
    "motion": _is_switch,
    "muted": _is_switch,
    "size": _is_size,
}
"""Which settings are kept, and what each may be."""


def adjusted(settings: ScreenSettings, field: str, value: Any) -> ScreenSettings:
    """One setting changed, from its plain JSON value. ValueError for one that cannot be."""
    if field not in KEPT or not KEPT[field](value):
        raise ValueError(field)
    made: Any = value
    if field == "bottom":
        made = Side(value)
    elif field == "size":
        made = (value[0], value[1])
    return replace(settings, **{field: made})


class Preferences:
    """path: None keeps nothing. given: settings that the command line named; the file yields to
    them. remark: what went wrong with the file, or None.
    """

    def __init__(self, path: Path | None = None, given: frozenset[str] = frozenset()) -> None:
        self.remark: Message | None = None
        self._path, self._given = path, given
        self._values: dict[str, Any] = {}

    def applied(self, settings: ScreenSettings) -> ScreenSettings:
        """These settings with what the file says; reads it."""
        for field, value in self._read().items():
            try:
                made = adjusted(settings, field, value)
            except ValueError:
                if field in KEPT:  # others may be a later release's
                    self.remark = (
                        "The screen does not know {field} {value}, and keeps its own.",
                        {"field": field, "value": str(value)[:24]},
                    )
                continue
            self._values[field] = value
            settings = settings if field in self._given else made
        return settings

    def keep(self, field: str, value: Any) -> None:
        """One setting changed by a person, on disk when this returns; else `remark` says why."""
        self._values[field] = value
        if self._path is None:
            return
        try:
            self._write(self._path)
            self.remark = None
        except OSError as error:
            why = error.strerror or str(error)
            self.remark = ("This is not kept for the next time: {why}.", {"why": why})

    def _read(self) -> dict[str, Any]:
        if self._path is None:
            return {}
        try:
            return msgspec.json.decode(self._path.read_bytes(), type=dict[str, Any])
        except FileNotFoundError:
            return {}
        except (OSError, msgspec.MsgspecError, UnicodeDecodeError):
            self.remark = ("The screen's settings cannot be read; it takes its own.", {})
            return {}

    def _write(self, path: Path) -> None:
        """Whole or not at all, whatever is cut off meanwhile."""
        path.parent.mkdir(parents=True, exist_ok=True)
        beside = path.with_name(path.name + ".new")
        with beside.open("wb") as file:
            file.write(msgspec.json.format(msgspec.json.encode(self._values)) + b"\n")
            file.flush()
            os.fsync(file.fileno())
        beside.replace(path)
