"""The keyboard on the screen: what each key does, how long a text may be, what can be shown."""

from __future__ import annotations

from itertools import combinations

import pygame
import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller.rules.position import Side
from controller.view.intents import Entropy
from display import items as i
from display.draft import Key, Named
from display.keyboard import LETTERS, SIGNS, TALL, WIDE, Typing, is_shown, keys, pressed, typed
from display.layout import Rect
from display.samples.pages import NAME, PHRASE, start, writing
from display.scenes import compose
from display.stage import Hand, Open, Scene, ScreenSettings
from display.text import FACES, Type

OURS = "áàãâçéêíóôõúőűöüåæø"


def write(*names: str, typing: Typing | None = None) -> Typing:
    made = typing or Typing(shift=True)
    for name in names:
        made = pressed(made, name)
    return made


def scene(hand: Hand, size: tuple[int, int] = (800, 480)) -> Scene:
    return compose(start(), ScreenSettings(size=size), hand)


def labels(made: Scene) -> list[str]:
    return [item.label for item in made.items if isinstance(item, i.Button)]


def test_keys_write_and_the_first_letter_of_a_name_is_a_capital() -> None:
    assert write("z", "s", "ó", "f", "i", " ", "shift", "k", "ő").text == "Zsófi Kő"


def test_shift_holds_for_one_letter_and_is_taken_back_by_itself() -> None:
    assert write("shift", "a", "shift", "b", "c").text == "aBc"
    assert not write("shift").shift


def test_delete_takes_the_last_letter_and_a_name_begins_with_a_capital_again() -> None:
    assert write("a", "b", "erase").text == "A"
    assert write("a", "erase", "b").text == "B"
    assert write("erase").text == ""


def test_a_marked_text_is_replaced_by_the_next_letter_and_deleted_whole() -> None:
    marked = Typing("Old Name", marked=True)
    assert write("b", typing=marked).text == "b"
    assert write("erase", typing=marked).text == ""
    assert typed(marked, "\n").text == "Old Name"


@pytest.mark.parametrize("tall", [False, True])
def test_every_letter_of_our_languages_has_a_key(tall: bool) -> None:
    layers = (TALL if tall else WIDE).values()
    there = {name for rows in layers for row in rows for name in row}
    assert set("abcdefghijklmnopqrstuvwxyz0123456789 -'" + OURS) <= there
    assert {"shift", "layer", "erase"} <= there


@pytest.mark.parametrize("tall", [False, True])
@pytest.mark.parametrize("layer", ["letters", "accents"])
@given(w=st.integers(300, 1900), h=st.integers(200, 900))
def test_keys_lie_edge_to_edge_and_none_over_another(
    layer: str, tall: bool, w: int, h: int
) -> None:
    area = Rect(7, 11, w, h)
    made = keys(area, Typing(layer=layer), tall=tall)
    assert len({name for name, _rect in made}) == len(made)
    assert all(area.holds(rect) for _name, rect in made)
    assert not any(a.meets(b) for (_, a), (_, b) in combinations(made, 2))
    assert made[0][1].y == area.y
    assert made[-1][1].bottom == area.bottom


def test_bad_input_a_name_of_200_characters_stops_with_words() -> None:
    full = typed(Typing(), "x" * 200)
    assert (len(full.text), full.refused) == (40, "full")
    assert pressed(full, "y").refused == "full"
    assert pressed(full, "erase").refused == ""
    hand = writing(NAME, text=full.text, refused="full")
    said = [item.text for item in scene(hand).items if isinstance(item, i.Words)]
    assert "There is room for 40 characters." in said


@pytest.mark.parametrize("bad", ["\x07", "\n", "\u202e", "\U0001f3b2", "漢", "\u200b", "ŋ", "\x7f"])
def test_bad_input_what_cannot_be_shown_is_refused_and_the_rest_is_kept(bad: str) -> None:
    made = typed(Typing("A"), f"n{bad}a")
    assert (made.text, made.refused) == ("Ana", "unprintable")


def test_a_letter_with_a_loose_accent_becomes_one_character() -> None:
    assert typed(Typing(), "o\u030b").text == "ő"


@given(st.text(max_size=300), st.integers(1, 200))
def test_a_text_is_never_longer_than_it_may_be_nor_holds_what_cannot_be_shown(
    characters: str, most: int
) -> None:
    made = typed(Typing("", most), characters)
    assert len(made.text) <= most
    assert all(map(is_shown, made.text))


@pytest.mark.parametrize("face", FACES)
def test_whatever_may_be_written_is_in_every_face(face: str) -> None:
    pygame.font.init()
    font = Type().font(face, 24)
    box = pygame.image.tobytes(font.render("\U0010fffd", True, (255, 255, 255)), "RGBA")
    every = [chr(code) for letters in LETTERS for code in letters] + list(SIGNS)
    for character in filter(is_shown, every):
        made = font.render(character, True, (255, 255, 255))
        assert pygame.image.tobytes(made, "RGBA") != box, character


def test_names_used_before_are_offered_and_those_that_fit_what_is_written() -> None:
    offered = labels(scene(writing(NAME, text="Zsófi Kő", marked=True)))
    assert {"Åse Bjørnstad", "João Conceição", "Ben"} <= set(offered)
    offered = labels(scene(writing(NAME, text="b")))
    assert "Ben" in offered
    assert "Maria" not in offered


def test_done_gives_the_name_to_its_seat_and_nothing_while_there_is_none() -> None:
    (done,) = [hit for hit in scene(writing(NAME, text=" Bo ")).hits if "Enter" in hit.keys]
    assert done.act == Named(Side.LIGHT, "Bo")
    assert not [hit for hit in scene(writing(NAME, text=" ")).hits if "Enter" in hit.keys]


def test_a_phrase_goes_to_the_table_as_the_intent_it_was_asked_for() -> None:
    made = scene(writing(PHRASE, text="kavics"))
    (done,) = [hit for hit in made.hits if "Enter" in hit.keys]
    assert done.act == Entropy("light", "kavics")
    assert Open("") in [hit.act for hit in made.hits]


def test_backspace_of_a_real_keyboard_is_the_key_delete() -> None:
    hits = [hit for hit in scene(writing(NAME)).hits if "Backspace" in hit.keys]
    assert [hit.act for hit in hits] == [Key("erase")]
