"""Bytes of files: what they are, and their letters (FIL-11, FIL-13, FIL-29)."""

from __future__ import annotations

import pytest

from controller.records.text import decode_text, why_no_text


@pytest.mark.parametrize(
    ("name", "encoding"),
    [
        ("Renée", "cp1252"),
        ("Jürgen", "cp1252"),
        ("Renée", "utf-8"),
        ("Łukasz", "utf-8"),
        ("Οδυσσέας", "utf-8"),
        ("山田", "utf-8"),
        ("山田", "utf-8-sig"),
        ("Łukasz", "utf-16"),
    ],
    ids=lambda value: f"FIL-13-{value}",
)
def test_names_in_any_alphabet_are_read(name: str, encoding: str) -> None:
    assert decode_text(name.encode(encoding)) == name


def test_fil_13_a_declared_code_page_is_believed_after_utf_8() -> None:
    assert decode_text("Łódź".encode("iso-8859-2"), "iso-8859-2") == "Łódź"
    assert decode_text("Łódź".encode(), "iso-8859-2") == "Łódź"
    assert decode_text("Renée".encode("latin-1"), "no such page") == "Renée"


def test_fil_13_no_bytes_are_refused_for_their_letters() -> None:
    assert decode_text(b"\x81\xe9") == "\x81é"


def test_fil_11_a_byte_order_mark_is_no_letter() -> None:
    assert decode_text(b"\xef\xbb\xbf; [Site") == "; [Site"


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"", "empty"),
        (b" \r\n\n", "empty"),
        (b"MATLAB 5.0 MAT-file, Platform: PCWIN64" + bytes(400), "a MATLAB data file (version 5)"),
        (b"MATLAB 7.3 MAT-file" + bytes(493) + b"\x89HDF", "a MATLAB data file (version 7.3)"),
        (b"\x89HDF\r\n\x1a\n" + bytes(40), "HDF5"),
        (b"RGMH" + bytes(40), "eXtreme Gammon"),
        (b"PK\x03\x04" + bytes(40), "ZIP"),
        (bytes(range(256)), "binary"),
    ],
)
def test_fil_29_files_that_are_no_text_are_called_by_their_name(data: bytes, said: str) -> None:
    assert said in (why_no_text(data) or "")


@pytest.mark.parametrize("data", [b" 3 point match", b"{}", "é".encode("utf-16"), b"\xe9"])
def test_text_may_be_a_match(data: bytes) -> None:
    assert why_no_text(data) is None
