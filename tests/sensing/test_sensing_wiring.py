"""Which wire shows which cell: read from files, found from slides in any order."""

from __future__ import annotations

import itertools
import json
import random

import pytest

from controller.sensing.geometry import REFERENCE_GRID as GRID
from controller.sensing.settings import REFERENCE, Calibration, parse_calibration
from controller.sensing.wiring import (
    Chain,
    cell_name,
    cells_by_wire,
    find_wires,
    format_wiring,
    parse_wiring,
)

AS_BUILT = tuple(range(128))


def chains(wires: tuple[int, ...], *, seed: int = 0, lost: tuple[int, ...] = ()) -> list[Chain]:
    """What slides along all slots show, in an order and in directions of their own."""
    rng = random.Random(seed)
    found = [
        [wire for wire in wires[GRID.span(slot)] if wire not in lost][:: rng.choice((1, -1))]
        for slot in range(26)
    ]
    rng.shuffle(found)
    return [Chain(tuple(chain)) for chain in found]


def plugged(order: tuple[int, ...]) -> tuple[int, ...]:
    """Wires of a table whose plug n sits in the place order[n]."""
    shown = [order[wire // 16] * 16 + wire % 16 for wire in range(128)]
    return cells_by_wire(tuple(shown))


def test_a_wiring_survives_plain_data() -> None:
    wires = plugged((0, 5, 2, 3, 4, 1, 6, 7))
    data = json.loads(json.dumps(format_wiring(wires, GRID)))

    assert parse_wiring(data, GRID) == wires


def test_a_layout_with_a_missing_cell_names_it() -> None:
    data = format_wiring(AS_BUILT, GRID)
    data["13"] = data["13"][:4]

    with pytest.raises(ValueError, match=r"cell 13\.5 is missing"):
        parse_wiring(data, GRID)


def test_a_layout_with_a_doubled_cell_names_both_places() -> None:
    data = format_wiring(AS_BUILT, GRID)
    data["14"][1] = data["13"][0]

    with pytest.raises(ValueError, match=r"13\.1 and 14\.2 are the same: both on wire 60"):
        parse_wiring(data, GRID)


@pytest.mark.parametrize(
    ("change", "named"),
    [
        ({"bar dark": None}, "bar dark"),
        ({"25": [1]}, "25"),
        ({"3": [0, 1, 2, 3, 4, 5]}, "3 has 5 cells"),
        ({"3": [10, 11, 12, 13, 400]}, r"3\.5 is on wire 400"),
        ({"3": "abcde"}, "3"),
    ],
)
def test_a_layout_that_cannot_be_names_the_place(change: dict[str, object], named: str) -> None:
    data: dict[str, object] = {**format_wiring(AS_BUILT, GRID), **change}

    with pytest.raises(ValueError, match=named):
        parse_wiring({key: value for key, value in data.items() if value is not None}, GRID)


def test_slides_in_any_order_and_direction_show_a_table_as_built() -> None:
    assert find_wires(chains(AS_BUILT, seed=3), GRID) == AS_BUILT


@pytest.mark.parametrize(("first", "second"), list(itertools.combinations(range(8), 2)))
def test_two_exchanged_plugs_are_found_from_slides_in_any_order(first: int, second: int) -> None:
    order = list(range(8))
    order[first], order[second] = second, first
    wires = plugged(tuple(order))

    assert find_wires(chains(wires, seed=first), GRID) == wires


def test_plugs_in_any_order_are_found_though_cells_are_dead() -> None:
    wires = plugged((3, 0, 7, 1, 6, 2, 5, 4))

    assert find_wires(chains(wires, lost=(7, 61, 62)), GRID) == wires


def test_any_other_wiring_is_found_where_the_lit_point_is_followed() -> None:
    rng = random.Random(1)
    wires = tuple(rng.sample(range(128), 128))
    found = [Chain(wires[GRID.span(slot)], slot) for slot in range(26)]

    assert find_wires(found, GRID) == wires


def test_a_wiring_that_nothing_explains_asks_to_follow_the_light() -> None:
    rng = random.Random(1)
    wires = tuple(rng.sample(range(128), 128))

    with pytest.raises(ValueError, match="lit point"):
        find_wires(chains(wires), GRID)


def test_a_calibration_keeps_wiring_and_dead_cells() -> None:
    wires = plugged((0, 5, 2, 3, 4, 1, 6, 7))
    data = {
        "offsets": [0.0] * 128,
        "gains": [1.0] * 128,
        "wiring": format_wiring(wires, GRID),
        "dead": [61],
    }

    assert parse_calibration(data) == Calibration(wires=wires, dead=frozenset({61}))


def _measured() -> tuple[list[float], list[float]]:
    return [c * 0.11 - 7 for c in range(128)], [1 + c / 4000 for c in range(128)]


def test_a_measured_calibration_makes_sense() -> None:
    offsets, gains = _measured()

    Calibration(tuple(offsets), tuple(gains)).check(REFERENCE)


@pytest.mark.parametrize(
    ("calibration", "reason"),
    [
        pytest.param(Calibration(), "all cells are equal", id="all equal"),
        pytest.param(
            Calibration(tuple([0.0] * 64 + _measured()[0][:64])), "1.1 and 1.2 are", id="copied"
        ),
        pytest.param(
            Calibration(*map(tuple, _measured()), wires=(0, 0, *range(2, 128))),
            "1.1 and 1.2 are the same",
            id="one wire for two cells",
        ),
        pytest.param(
            Calibration(*map(tuple, _measured()), dead=frozenset(range(13))),
            "13 cells are dead",
            id="too many dead",
        ),
    ],
)
def test_a_calibration_that_makes_no_sense_says_why(calibration: Calibration, reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        calibration.check(REFERENCE)


def test_cells_are_named_by_lights_point_and_half() -> None:
    assert cell_name(61) == "13.2"
    assert cell_name(127) == "bar dark.4"
