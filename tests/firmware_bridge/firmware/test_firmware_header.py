"""The C header and the pin table say what the Python codec says."""

from __future__ import annotations

import dataclasses

import pytest

from firmware_bridge import conduct, messages, pins
from firmware_bridge.codec import body_formats
from firmware_bridge.firmware_header import (
    FIELDS,
    HEADER,
    WIRING,
    firmware_header,
    wiring_page,
)
from firmware_bridge.layout import CELLS, GROUPS, cells_of


def test_the_header_in_the_tree_is_the_one_that_the_codec_writes() -> None:
    assert HEADER.read_text("utf-8") == firmware_header(), (
        "write it anew: python -m firmware_bridge.firmware_header"
    )


def test_the_wiring_page_in_the_tree_is_the_one_that_the_pin_table_writes() -> None:
    assert WIRING.read_text("utf-8") == wiring_page()


@pytest.mark.parametrize("name", body_formats())
def test_fields_of_a_body_are_those_of_its_message(name: str) -> None:
    known = {field.name for field in dataclasses.fields(getattr(messages, name))}

    assert set(FIELDS[name]) == known


def test_every_number_of_conduct_stands_in_the_header() -> None:
    text = firmware_header()
    for name, value in vars(conduct).items():
        if name.isupper():
            assert f"#define {name} {value}\n" in text


def test_every_cell_hangs_on_one_channel() -> None:
    places = set(pins.CHANNEL_OF.values())

    assert sorted(pins.CHANNEL_OF) == list(range(CELLS))
    assert len(places) == CELLS == pins.MULTIPLEXERS * pins.CHANNELS


def test_a_point_hangs_on_one_multiplexer_and_is_read_within_five_steps() -> None:
    for group in range(24):
        places = [pins.CHANNEL_OF[cell] for cell in cells_of(group)]
        steps = [channel for _, channel in places]
        assert len({multiplexer for multiplexer, _ in places}) == 1
        assert max(steps) - min(steps) == 4


def test_a_bar_half_is_read_in_one_step() -> None:
    for group in range(24, GROUPS):
        assert {pins.CHANNEL_OF[cell][1] for cell in cells_of(group)} == {pins.BAR_CHANNEL}


def test_a_quadrant_is_two_multiplexers() -> None:
    cells = [cell for group in range(6) for cell in cells_of(group)]

    assert {pins.CHANNEL_OF[cell][0] for cell in cells} == {0, 1}


def test_no_pin_has_two_wires() -> None:
    ports = [wire.port for wire in pins.WIRES]
    numbers = [wire.mega for wire in pins.WIRES]

    assert len(set(ports)) == len(ports)
    assert len(set(numbers)) == len(numbers)


def test_wiring_tables_name_every_cell_once() -> None:
    lines = pins.wiring_tables().splitlines()
    cells = [
        cell.strip() for line in lines if line[2:3].isdigit() for cell in line.split("|")[2:-1]
    ]

    assert len(cells) == len(set(cells)) == CELLS
    assert {"1.1", "24.5", "L1", "D4"} <= set(cells)
