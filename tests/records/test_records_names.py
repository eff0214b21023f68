"""Names that files can bear."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller.records.names import cut_bytes, file_part, mat_name, tag_text


@pytest.mark.parametrize(
    ("name", "written"),
    [
        ("Anna", "Anna"),
        ("Smith: J", "Smith J"),
        ("Smith, 1666", "Smith 1666"),
        ("Lane, Kim", "Lane, Kim"),
        ("Game Boy", "game Boy"),
        ('"Q" [x];\n\ty', "'Q' (x) y"),
        ("", "Light"),
        (" \x00\u200b ", "Light"),
        ("Οδυσσέας Παπαδόπουλος", "Οδυσσέας Παπ"),
        ("山田太郎山田太郎山田", "山田太郎山田太郎"),
    ],
)
def test_names_lose_what_breaks_readers(name: str, written: str) -> None:
    assert mat_name(name, bot=False, fallback="Light") == written


def test_a_bot_is_always_marked_and_once_only() -> None:
    assert mat_name("gnubg", bot=True, fallback="Dark") == "gnubg (bot)"
    assert mat_name("gnubg (bot)", bot=True, fallback="Dark") == "gnubg (bot)"
    assert mat_name("x" * 40, bot=True, fallback="Dark") == "x" * 18 + " (bot)"
    assert mat_name("", bot=True, fallback="Dark") == "Dark (bot)"


@given(st.text(), st.booleans())
def test_any_name_fits_and_holds_nothing_dangerous(name: str, bot: bool) -> None:
    written = mat_name(name, bot=bot, fallback="Light")
    assert 0 < len(written.encode()) <= 24
    assert not set(written) & set(':;"[]\n\r\t')
    assert "Game" not in written
    assert written == written.strip()
    assert mat_name(written, bot=bot, fallback="Light") == written


@given(st.text(), st.integers(0, 30))
def test_cutting_keeps_whole_characters(text: str, size: int) -> None:
    text = text.encode("utf-8", "ignore").decode()
    cut = cut_bytes(text, size)
    assert text.startswith(cut)
    assert len(cut.encode()) <= size
    rest = text[len(cut) : len(cut) + 1]
    assert not rest or len((cut + rest).encode()) > size


def test_tags_are_one_line_without_quotes() -> None:
    assert tag_text('Open: "A"\n[x]') == "Open: 'A' (x)"


@given(st.text())
def test_file_parts_have_no_blanks_or_separators(text: str) -> None:
    part = file_part(text)
    assert part
    assert not set(part) & set("/\\ ._:\0\n")
    assert len(part.encode()) <= 40


def test_file_parts_keep_letters_of_any_script() -> None:
    assert file_part("Łukasz O'Neil / 2") == "Łukasz-O-Neil-2"
    assert file_part("...") == "x"
