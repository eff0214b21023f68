"""Pixels and millimetres of the table window: nothing overlaps, everything is hit where it lies."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware_bridge.layout import CELLS, GROUPS, LIGHTS
from hw_sim.checkers import Area, Colour
from hw_sim.geometry import RADIUS_MM, along_of_cell, capacity_of, position
from hw_sim.window.layout import CONTROLS, Box, Layout

SIZES = st.builds(Layout, st.integers(640, 2600), st.integers(360, 1500))
SEATS = tuple(itertools.product(Colour, CONTROLS))


def overlap(one: Box, other: Box) -> bool:
    """By more than a rounding error."""
    width = min(one.x + one.width, other.x + other.width) - max(one.x, other.x)
    height = min(one.y + one.height, other.y + other.height) - max(one.y, other.y)
    return min(width, height) > 1e-6


def parts(layout: Layout) -> list[Box]:
    """What must not lie over each other."""
    trays = [layout.tray(colour) for colour in Colour]
    buttons = [layout.button(*seat) for seat in SEATS]
    return [*layout.halves, layout.bar, *trays, *buttons, layout.panel]


@given(SIZES, st.floats(-300, 1000), st.floats(-100, 660))
def test_pixels_lead_back_to_the_millimetres_they_came_from(
    layout: Layout, x: float, y: float
) -> None:
    assert layout.to_mm(layout.to_px((x, y))) == pytest.approx((x, y), abs=1e-6)


@given(SIZES)
def test_no_part_lies_over_another_or_outside_the_window(layout: Layout) -> None:
    for one, other in itertools.combinations(parts(layout), 2):
        assert not overlap(one, other)
    for part in [*parts(layout), layout.frame]:
        assert part.x >= -1e-6
        assert part.y >= -1e-6
        assert part.x + part.width <= layout.width + 1e-6
        assert part.y + part.height <= layout.height + 1e-6


@given(SIZES, st.integers(0, GROUPS - 1), st.data())
def test_a_checker_over_a_slot_is_dropped_on_that_slot(
    layout: Layout, slot: int, data: st.DataObject
) -> None:
    along = data.draw(st.floats(0.0, along_of_cell(capacity_of(slot)) + RADIUS_MM))
    across = data.draw(st.floats(-20, 20))
    px = layout.to_px(position(slot, along, across))
    assert layout.place_at(px) == slot
    assert layout.along_at(px, slot) == pytest.approx(along, abs=1e-6)


@given(SIZES, st.integers(0, CELLS - 1), st.floats(-14, 14), st.floats(-14, 14))
def test_a_cell_is_found_under_the_pointer(layout: Layout, cell: int, x: float, y: float) -> None:
    px = layout.cell(cell)
    assert layout.cell_at((px[0] + x * layout.scale, px[1] + y * layout.scale)) == cell


@given(SIZES, st.sampled_from(SEATS))
def test_a_button_is_found_under_the_pointer_and_is_no_place_of_the_board(
    layout: Layout, seat: tuple[Colour, str]
) -> None:
    centre = layout.button(*seat).centre
    assert layout.button_at(centre) == seat
    assert layout.place_at(centre) is Area.BESIDE


@given(SIZES, st.sampled_from(Colour), st.integers(0, 14))
def test_what_lies_off_lies_in_its_tray_and_what_lies_beside_lies_on_the_cloth(
    layout: Layout, colour: Colour, number: int
) -> None:
    slab = layout.to_px(layout.slab(colour, number))
    assert layout.tray(colour).contains(slab)
    assert layout.place_at(slab) is Area.OFF
    beside = layout.beside(colour, number)
    assert layout.place_at(layout.to_px(beside)) is Area.BESIDE
    assert layout.on_cloth(beside) == pytest.approx(beside)
    waiting = layout.to_px(layout.reserve(colour, number))
    assert layout.place_at(waiting, has_reserve=True) is Area.RESERVE


@given(SIZES, st.floats(-600, 1400), st.floats(-400, 1000))
def test_a_checker_dropped_beside_lies_whole_on_the_cloth(
    layout: Layout, x: float, y: float
) -> None:
    where = layout.on_cloth((x, y))
    px, r = layout.to_px(where), RADIUS_MM * layout.scale - 1e-6
    disc = Box(px[0] - r, px[1] - r, 2 * r, 2 * r)
    assert not overlap(disc, layout.frame)
    assert not overlap(disc, layout.panel)
    assert px[0] - r >= 0
    assert px[0] + r <= layout.width
    assert px[1] - r >= 0
    assert px[1] + r <= layout.height
    assert layout.on_cloth(where) == pytest.approx(where)


@given(SIZES)
def test_every_lamp_sits_in_the_frame_at_its_own_place(layout: Layout) -> None:
    lamps = [layout.lamp(light) for light in range(LIGHTS)]
    assert len(set(lamps)) == LIGHTS
    assert all(layout.frame.contains(lamp) for lamp in lamps)
    for colour in Colour:
        tray, lamp = layout.tray(colour), lamps[GROUPS + colour.number]
        assert tray.x < lamp[0] < tray.x + tray.width
        assert abs(lamp[1] - tray.centre[1]) < tray.height


def test_light_sits_at_the_foot_and_bears_off_to_the_right() -> None:
    layout = Layout(1280, 720)
    assert layout.lamp(0)[0] > layout.lamp(5)[0] > layout.lamp(11)[0]
    assert layout.lamp(0)[1] > layout.height / 2 > layout.lamp(23)[1]
    assert layout.tray(Colour.LIGHT).x > layout.lamp(0)[0]
