"""Words in boxes: glyphs for our languages, shrinking before breaking before cutting."""

from __future__ import annotations

import pygame
import pytest

from display.text import FACES, Type

LETTERS = "ABCÇĐÉÍÓŐŰÜÖÅÆØabcçdéíóőűüöãõâêàåæø0123456789½×−–…·“”„’?!:;,./+*"
LINE = "You roll 4 and 2. Put the checker on a brass ring."


@pytest.fixture
def kind() -> Type:
    pygame.font.init()
    return Type()


@pytest.mark.parametrize("face", FACES)
def test_every_letter_of_our_languages_is_in_every_face(kind: Type, face: str) -> None:
    font = kind.font(face, 40)
    missing = font.render("\U0010fffd", True, (255, 255, 255))
    box = pygame.image.tobytes(missing, "RGBA")
    for letter in LETTERS:
        drawn = font.render(letter, True, (255, 255, 255))
        assert pygame.image.tobytes(drawn, "RGBA") != box, letter


@pytest.mark.parametrize("face", ["regular", "semibold", "bold"])
def test_digits_are_all_one_width_so_that_a_count_does_not_jump(kind: Type, face: str) -> None:
    assert len({kind.width(digit, face, 40) for digit in "0123456789"}) == 1


def test_what_fits_keeps_its_size(kind: Type) -> None:
    assert kind.fit("Done", "bold", 24, 16, 92) == (24, ["Done"])


def test_a_message_of_48_letters_stands_on_one_line_of_28_beside_two_buttons(kind: Type) -> None:
    size, rows = kind.fit(LINE[:48], "semibold", 28, 20, 590, 2)
    assert (size, len(rows)) == (28, 1)


def test_longer_words_shrink_then_break_then_end_in_an_ellipsis(kind: Type) -> None:
    size, rows = kind.fit(LINE, "semibold", 28, 20, 500, 2)
    assert (len(rows), size < 28) == (1, True)
    size, rows = kind.fit(LINE * 2, "semibold", 28, 18, 500, 2)
    assert len(rows) == 2
    assert "…" not in "".join(rows)
    size, rows = kind.fit(LINE * 9, "semibold", 28, 18, 500, 2)
    assert (size, len(rows)) == (18, 2)
    assert rows[-1].endswith("…")


def test_no_row_is_wider_than_its_box(kind: Type) -> None:
    for width in range(60, 600, 45):
        size, rows = kind.fit(LINE, "semibold", 28, 12, width, 2)
        assert all(kind.width(row, "semibold", size) <= width for row in rows)


def test_two_lines_are_about_as_long_as_each_other(kind: Type) -> None:
    text = "Hold the button for a second, or press T or X twice."
    _size, rows = kind.fit(text, "regular", 18, 13, 246, 2)
    lengths = [len(row) for row in rows]
    assert max(lengths) - min(lengths) < 12
