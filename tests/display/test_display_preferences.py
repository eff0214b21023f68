"""The screen's own settings: kept in a file, whole or not at all, and never in the way."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from controller.rules.position import Side
from display.preferences import KEPT, Preferences, adjusted
from display.stage import ScreenSettings

SETTINGS = ScreenSettings(size=(800, 480))
CHANGES: dict[str, Any] = {
    "theme": "wood", "bottom": "dark", "home": "left", "large_print": True, "left_handed": True,
    "motion": False, "muted": True, "size": [480, 800],
}  # fmt: skip


def written(path: Path, values: object) -> Preferences:
    path.write_text(json.dumps(values), encoding="utf-8")
    return Preferences(path)


def test_every_setting_of_the_page_is_kept_and_found_again(tmp_path: Path) -> None:
    path = tmp_path / "of" / "screen.json"
    kept = Preferences(path)
    wanted = kept.applied(SETTINGS)
    for field, value in CHANGES.items():
        wanted = adjusted(wanted, field, value)
        kept.keep(field, value)
    again = Preferences(path)
    assert again.applied(SETTINGS) == wanted
    assert wanted.bottom is Side.DARK
    assert wanted.size == (480, 800)
    assert (kept.remark, again.remark) == (None, None)
    assert set(CHANGES) == set(KEPT)


def test_without_a_file_the_screen_starts_as_it_was_told(tmp_path: Path) -> None:
    kept = Preferences(tmp_path / "screen.json")
    assert kept.applied(SETTINGS) == SETTINGS
    assert kept.remark is None


@pytest.mark.parametrize("torn", [b"", b'{"theme": "wo', b"\xff\xfe\x00", b"[1, 2]", b"null"])
def test_bad_input_a_torn_file_leaves_what_the_screen_was_started_with(
    tmp_path: Path, torn: bytes
) -> None:
    path = tmp_path / "screen.json"
    path.write_bytes(torn)
    kept = Preferences(path)
    assert kept.applied(SETTINGS) == SETTINGS
    assert kept.remark == ("The screen's settings cannot be read; it takes its own.", {})
    kept.keep("muted", True)  # and is whole again
    assert Preferences(path).applied(SETTINGS).muted
    assert kept.remark is None


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("theme", "pink"), ("theme", None), ("bottom", "left"), ("home", 3), ("motion", "yes"),
        ("large_print", 1), ("size", [800]), ("size", [800, 480, 1]), ("size", [9, 9]),
        ("size", ["800", "480"]), ("size", [True, 480]), ("size", 800), ("theme", ["wood"]),
    ],
)  # fmt: skip
def test_bad_input_an_unknown_value_costs_that_key_alone_and_is_said(
    tmp_path: Path, field: str, value: object
) -> None:
    kept = written(tmp_path / "screen.json", {field: value, "muted": True})
    assert kept.applied(SETTINGS) == adjusted(SETTINGS, "muted", True)
    assert kept.remark is not None
    assert kept.remark[1]["field"] == field
    with pytest.raises(ValueError, match=field):
        adjusted(SETTINGS, field, value)


def test_a_key_of_a_later_release_is_left_alone(tmp_path: Path) -> None:
    kept = written(tmp_path / "screen.json", {"sparkle": True})
    assert kept.applied(SETTINGS) == SETTINGS
    assert kept.remark is None


def test_an_option_of_the_command_line_wins_and_the_file_keeps_its_own(tmp_path: Path) -> None:
    path = tmp_path / "screen.json"
    written(path, {"size": [480, 800]})
    given = Preferences(path, frozenset({"size"}))
    assert given.applied(SETTINGS).size == (800, 480)
    given.keep("muted", True)
    assert Preferences(path).applied(SETTINGS).size == (480, 800)


def test_what_cannot_be_written_is_said_and_holds_until_the_end(tmp_path: Path) -> None:
    path = tmp_path / "file" / "screen.json"
    (tmp_path / "file").write_text("in the way")
    kept = Preferences(path)
    kept.applied(SETTINGS)
    kept.keep("muted", True)
    assert kept.remark is not None
    assert "not kept" in kept.remark[0]


def test_a_cut_while_writing_leaves_the_file_before(tmp_path: Path) -> None:
    path = tmp_path / "screen.json"
    written(path, {"muted": True})
    new = path.with_name("screen.json.new")
    new.write_bytes(b'{"mu')  # as far as it came
    kept = Preferences(path)
    assert kept.applied(SETTINGS).muted
    new.unlink()
    new.mkdir()  # and the next one cannot even begin
    kept.keep("home", "left")
    assert kept.remark is not None
    assert json.loads(path.read_text()) == {"muted": True}


def test_without_a_path_nothing_is_written() -> None:
    kept = Preferences()
    kept.keep("muted", True)
    assert kept.remark is None
