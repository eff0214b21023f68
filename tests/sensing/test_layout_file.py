"""A layout's file: what is written is read again, and whatever is wrong is named by its place."""

from __future__ import annotations

import random
import re
from dataclasses import replace

import pytest

from controller.errors import ConfigError
from controller.sensing.layout_file import format_layout, parse_layout
from controller.sensing.settings import NAMED_LAYOUTS, REFERENCE, CellLayout

WORD = re.compile(r"(?<![\w.])\d+(?![\w.])")
LINE = re.compile(r'^("?[\w ]+"?) = \[(.*)\]$', re.MULTILINE)


def own(seed: int = 3, lacking: tuple[int, ...] = (119,)) -> CellLayout:
    """A builder's table on the reference board: any wiring, some cells not there."""
    there = tuple(cell not in lacking for cell in range(128))
    wires = random.Random(seed).sample(range(128), 128)
    left = sorted(wires[cell] for cell in lacking)
    for cell, wire in zip(lacking, left, strict=True):
        wires[cell] = wire
    return replace(REFERENCE, name="mine", device="reference", present=there, wires=tuple(wires))


def refused(text: str) -> str:
    with pytest.raises(ConfigError) as caught:
        parse_layout(text, "mine.toml")
    said = str(caught.value)
    assert said.startswith("mine.toml: ")
    assert "\n" not in said
    return said


@pytest.mark.parametrize("layout", [*NAMED_LAYOUTS.values(), own()], ids=lambda one: one.name)
def test_every_layout_survives_its_file(layout: CellLayout) -> None:
    assert parse_layout(format_layout(layout), "a.toml") == layout


def place_of(key: str) -> str:
    return f"point {key}" if key.isdecimal() else key.strip('"')


def lists(text: str) -> list[tuple[str, list[str], tuple[int, int]]]:
    """Of every line of wires: its key, the words in its brackets, where these stand."""
    return [(m[1], m[2].split(", "), m.span(2)) for m in LINE.finditer(text)]


def changed(text: str, span: tuple[int, int], words: list[str]) -> str:
    return text[: span[0]] + ", ".join(words) + text[span[1] :]


@pytest.mark.parametrize("layout", [REFERENCE, own(), own(9, (0, 60, 121))], ids=["5", "1", "3"])
def test_any_wire_dropped_is_refused_by_its_number_and_place(layout: CellLayout) -> None:
    text = format_layout(layout)
    for key, words, span in lists(text):
        for place, word in enumerate(words):
            if word.isdecimal():
                said = refused(changed(text, span, words[:place] + words[place + 1 :]))

                assert f"{place_of(key)}, lists {len(words) - 1} of its {len(words)} cells" in said
                assert word in re.findall(r"\d+", said.partition("no cell is on wire")[2])


@pytest.mark.parametrize("layout", [REFERENCE, own()], ids=["5", "1"])
def test_any_wire_doubled_is_refused_naming_both_cells(layout: CellLayout) -> None:
    text, rng = format_layout(layout), random.Random(1)
    every = lists(text)
    for key, words, span in every:
        for place, word in enumerate(words):
            if not word.isdecimal():
                continue
            twice = refused(changed(text, span, [*words[: place + 1], *words[place:]]))
            assert f"wire {word} stands twice" in twice
            assert f"{place_of(key)}, cell {place + 1}," in twice
            assert f"{place_of(key)}, cell {place + 2};" in twice

            other, theirs, at = rng.choice([one for one in every if one[0] != key])
            there = rng.randrange(len(theirs))
            instead = refused(changed(text, at, [*theirs[:there], word, *theirs[there + 1 :]]))
            assert f"wire {word} stands twice" in instead
            assert f"{place_of(key)}, cell {place + 1}" in instead
            assert f"{place_of(other)}, cell {there + 1}" in instead


@pytest.mark.parametrize(
    "wrong", ["128", "-1", "99999999999999999999", "1.5", "true", '"60"', "[]"]
)
def test_any_wire_out_of_range_is_refused_naming_the_cell(wrong: str) -> None:
    text = format_layout(own())
    for key, words, span in lists(text):
        for place in range(len(words)):
            said = refused(changed(text, span, [*words[:place], wrong, *words[place + 1 :]]))

            assert f"{place_of(key)}, cell {place + 1}, is on wire" in said
            assert "0-127" in said


def test_any_single_number_dropped_or_out_of_range_is_refused() -> None:
    text = format_layout(own())
    bare = "".join(line.partition("#")[0] + "\n" for line in text.splitlines())
    for found in WORD.finditer(bare):
        for instead in ("", "999"):
            assert refused(bare[: found.start()] + instead + bare[found.end() :])


@pytest.mark.parametrize("key", ["1", "24", '"bar light"', '"bar dark"'])
def test_a_point_without_cells_is_refused(key: str) -> None:
    text = format_layout(REFERENCE)
    line = next(line for line in text.splitlines() if line.startswith(f"{key} = "))
    words = line.partition("[")[2].rstrip("]").split(", ")
    nothing = ", ".join(['"none"'] * len(words))

    assert f"{place_of(key)} has no cells" in refused(text.replace(line, f"{key} = [{nothing}]"))
    gone = refused(text.replace(line + "\n", ""))
    assert f"wires.{key}: {place_of(key)} has no list of its {len(words)} cells" in gone


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("version = 1", "version = 2", "version = 2 is not known here; it is 1"),
        ("version = 1", "", "version = None is not known here"),
        ("version = 1", "version = true", "version = True is not known"),
        ('name = "reference"', "", "name = None is not 1 to 16"),
        ('name = "reference"', 'name = "a name of seventeen"', "is not 1 to 16"),
        ('name = "reference"', 'name = "Tïsch"', "is not 1 to 16"),
        ('name = "reference"', 'name = " "', "is not 1 to 16"),
        ("cells = 5", "cells = 7", "cells = 7 is not one of 4, 5, 6"),
        ("cells = 5", "cells = 4", "wires.1: point 1 lists 5 cells, but has 4"),
        ("signed = true", "signed = 1", "signed = 1 is not true or false"),
        ("signed = true", "signed = false", "does not fit a board that says 'reference'"),
        ("cells = 5", "cels = 5", "unknown key cels; there are version, name,"),
        ("24 = [", "25 = [", "unknown key wires.25"),
        ("24 = [", "23 = [", "no TOML: Cannot overwrite a value (at line 33"),
        ("24 = [", "24 = ", "no TOML: Expected newline or end of document after a statement"),
        ("24 = [115, 116, 117, 118, 119]", "24 = 5", "wires.24: point 24 has no list of its 5"),
        ("[wires]", "[wire]", "unknown key wire;"),
        ('name = "reference"', 'name = "a"\ndevice = "four"', "a board that says 'four' has no"),
        ('name = "reference"', 'name = "a"\ndevice = "six"', "its snapshot has 152 wires, not 128"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_said_by_its_key(old: str, new: str, said: str) -> None:
    text = format_layout(REFERENCE)
    assert old in text

    assert said in refused(text.replace(old, new, 1))


def test_too_many_cells_that_do_not_exist_are_no_board() -> None:
    text = format_layout(own(lacking=(0, 5, 10, 15, 20, 25, 30, 35, 40, 45, 50, 55, 60)))

    assert '"none" 13 times' in refused(text)


def test_what_is_no_toml_is_said_with_its_line() -> None:
    assert "at line 1" in refused("version : 1\n")
    assert "no TOML" in refused("x = " + "[" * 5000)


def test_a_board_of_another_name_may_have_any_cells() -> None:
    text = format_layout(REFERENCE).replace('name = "reference"', 'name = "mine"')

    assert parse_layout(text, "a.toml") == replace(REFERENCE, name="mine")
