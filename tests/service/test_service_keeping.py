"""A finished match's files are written and told; that they could not be is news, no crash."""

from __future__ import annotations

from pathlib import Path

from random_matches import random_match

from controller.service.keeping import keep
from controller.table.inputs import RecordKept


def test_the_files_are_written_and_the_mat_is_told_with_its_text(tmp_path: Path) -> None:
    facts = random_match(3, 1, match=7)
    paths, news = keep(tmp_path, 7, facts, None, 1234)  # type: ignore[arg-type]
    assert [path.suffix for path in paths] == [".mat", ".json"]
    assert news == RecordKept(1234, 7, str(paths[0]), paths[0].read_text("utf-8"))


def test_what_cannot_be_written_is_said_in_one_line(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", "utf-8")
    paths, news = keep(tmp_path / "file", 7, random_match(3, 1, match=7), None, 5)  # type: ignore[arg-type]
    assert paths == []
    assert (news.match, news.path, news.text) == (7, "", "")
    assert "record not written" in news.why
    assert "\n" not in news.why
