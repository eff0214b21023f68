"""What a QR code of a match holds: it comes out as it went in, and anybody can read it."""

from __future__ import annotations

import base64
import zlib

import pytest

from controller.view.coded import MOST_BYTES, is_packed, packed, unpacked

TEXTS = ["", '; [Player 1 "Zsófi Kő"]\n', "13/7 8/7\n" * 500]
NO_MATCHES = ["", "http://example.org", "MAT:", "MAT:PDN", "MAT:!", "MAT:AAAAAAAA"]


@pytest.mark.parametrize("text", TEXTS)
def test_a_match_comes_out_of_its_code_as_it_went_in(text: str) -> None:
    code = packed(text)
    assert is_packed(code)
    assert unpacked(f" {code}\n") == text


@pytest.mark.parametrize("text", TEXTS)
def test_anybody_reads_it_without_a_line_of_ours(text: str) -> None:
    body = packed(text).removeprefix("MAT:")
    deflated = base64.b32decode(body + "=" * (-len(body) % 8))
    assert zlib.decompress(deflated).decode() == text


@pytest.mark.parametrize("code", NO_MATCHES)
def test_what_is_no_match_is_refused_in_words(code: str) -> None:
    with pytest.raises(ValueError, match=r"no match in this code|is damaged"):
        unpacked(code)


def test_a_letter_changed_is_found() -> None:
    code = packed(TEXTS[2])
    changed = code[:20] + ("A" if code[20] != "A" else "B") + code[21:]
    with pytest.raises(ValueError, match="is damaged"):
        unpacked(changed)


def test_a_code_that_would_fill_the_memory_is_refused() -> None:
    with pytest.raises(ValueError, match="is damaged"):
        unpacked(packed("0" * (MOST_BYTES + 1)))
