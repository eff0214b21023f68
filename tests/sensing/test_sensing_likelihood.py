"""How well contents explain readings, and the field that it rests on."""

from __future__ import annotations

import math

import numpy as np
import pytest
from plain_table import PlainTable, size_of, start_of

from controller.rules.position import Position, Side
from controller.sensing import geometry, likelihood, steps
from controller.sensing.likelihood import SlotReading
from controller.sensing.means import read_means, slot_of_means
from controller.sensing.settings import REFERENCE, Calibration, CellLayout
from controller.sensing.templates import CONTENT, arrangements, arrivals

GRID = REFERENCE.grid
POINT = REFERENCE.model().point


def alone(slot: int, count: int) -> Position:
    slots = [0] * 26
    slots[slot] = count
    return Position(tuple(slots))


def read(table: PlainTable, slot: int) -> SlotReading:
    return slot_of_means(read_means(table.readings(), Calibration(), REFERENCE, ()), slot)


@pytest.mark.parametrize("slot", range(26))
def test_cells_are_numbered_as_on_the_wire(slot: int) -> None:
    assert GRID.first_cell(slot) == start_of(slot)
    assert GRID.cells_in(slot) == size_of(slot)
    assert GRID.slot_of_cell(start_of(slot)) == slot
    assert GRID.slot_of_cell(start_of(slot) + size_of(slot) - 1) == slot


@pytest.mark.parametrize(
    ("mm", "share"),
    [(0, 1.0), (18, math.exp(-1) - 0.0075), (48, -0.029), (54, -0.03), (72, -0.015)],
)
def test_the_field_turns_over_beside_the_magnet(mm: float, share: float) -> None:
    assert geometry.field_at(np.array([float(mm)]))[0] == pytest.approx(share, abs=0.001)


def test_the_tails_of_neighbouring_stacks_are_taken_off() -> None:
    full = [0] * 26
    full[8], full[10] = 5, 5
    table = PlainTable(Position(tuple(full)))
    raw = table.readings()[start_of(9) + 2]
    means = read_means(table.readings(), Calibration(), REFERENCE, ())

    assert raw is not None
    assert raw <= -4
    assert abs(means.values[start_of(9) + 2]) < 1.0


def test_rows_and_bar_are_no_neighbours_of_the_other_rail() -> None:
    assert set(geometry.neighbours(5)) == {24, 4}
    assert set(geometry.neighbours(18)) == {25, 19}
    assert geometry.bleed()[start_of(11) + 4, start_of(12) + 4] == 0.0


@pytest.mark.parametrize("slot", [5, 24])
@pytest.mark.parametrize("count", range(6))
def test_a_tidy_stack_is_best_explained_by_its_count(slot: int, count: int) -> None:
    scores = likelihood.absolute(read(PlainTable(alone(slot, count)), slot))

    assert int(scores.argmax()) - CONTENT == count


@pytest.mark.parametrize("count", [-1, -3, -5])
def test_dark_checkers_read_below_zero(count: int) -> None:
    scores = likelihood.absolute(read(PlainTable(alone(18, count)), 18))

    assert int(scores.argmax()) - CONTENT == count


@pytest.mark.parametrize("along", [24.0, 36.0, 48.0, 60.0, 150.0, 200.0])
def test_a_lone_checker_is_one_wherever_it_stands(along: float) -> None:
    table = PlainTable(Position((0,) * 26))
    table.put(Side.LIGHT, 9, along)
    scores = likelihood.absolute(read(table, 9))

    assert int(scores.argmax()) - CONTENT == 1


def test_an_empty_slot_does_not_pass_for_a_checker_between_two_cells() -> None:
    scores = likelihood.absolute(read(PlainTable(Position((0,) * 26)), 9))

    assert scores[CONTENT] - scores[CONTENT + 1] > 5.0


def test_one_lying_cell_never_says_more_than_the_floor() -> None:
    reading = read(PlainTable(alone(5, 3)), 5)
    lying = reading.values.copy()
    lying[4] = -120.0
    spoilt = SlotReading(lying, reading.weight, reading.above, reading.below, reading.strip)

    fall = likelihood.absolute(reading)[CONTENT + 3] - likelihood.absolute(spoilt)[CONTENT + 3]

    assert 0 < fall <= -likelihood.FLOOR


def test_cells_that_are_not_read_weigh_nothing() -> None:
    reading = read(PlainTable(alone(5, 3)), 5)
    silent = SlotReading(
        reading.values, np.zeros(5, dtype=np.float32), reading.above, reading.below, reading.strip
    )
    scores = likelihood.absolute(silent)

    assert np.ptp(scores[CONTENT:]) < 0.01


def test_beyond_the_stop_more_is_as_likely() -> None:
    values = np.array([127.0, 62.0, 62.0, 62.0, 62.0], dtype=np.float32)
    weight = np.ones(5, dtype=np.float32)
    never = np.zeros(5, dtype=np.bool_)
    stopped = np.array([True, False, False, False, False])

    open_ended = likelihood.absolute(SlotReading(values, weight, stopped, never, POINT))
    exact = likelihood.absolute(SlotReading(values, weight, never, never, POINT))

    assert open_ended[CONTENT + 15] > exact[CONTENT + 15] - 0.001


@pytest.mark.parametrize("count", range(16))
@pytest.mark.parametrize("slot", [0, 24])
@pytest.mark.parametrize("layout", ["reference", "four", "six", "presence"])
def test_shares_of_arrangements_sum_to_one(count: int, slot: int, layout: str) -> None:
    strip = CellLayout.from_name(layout).model().strip(slot)
    share = float(np.exp(arrangements(strip, count).weight).sum())

    assert share == pytest.approx(1.0, abs=1e-3)


@pytest.mark.parametrize(("before", "count"), [(0, 1), (3, 1), (4, 2), (7, 1), (3, 4), (10, 2)])
def test_an_arrival_adds_to_what_the_cells_read(before: int, count: int) -> None:
    templates = arrivals(POINT, before, count)

    assert float(np.exp(templates.weight).sum()) == pytest.approx(1.0, abs=1e-3)
    assert (templates.mean.sum(axis=1) > 0).all()
    assert np.isfinite(templates.reach).all() == (before < 5)


def test_a_fifth_checker_lies_where_a_full_row_has_room() -> None:
    assert arrivals(POINT, 4, 1).reach.min(axis=1).max() < 17.0
    assert arrivals(POINT, 3, 1).reach.min(axis=1).max() > 21.0


def change_of(before: PlainTable, after: PlainTable, slot: int) -> tuple[SlotReading, SlotReading]:
    agreed, now = read(before, slot), read(after, slot)
    shift = SlotReading(now.values - agreed.values, now.weight, now.above, now.below, now.strip)
    return agreed, shift


def became(agreed: SlotReading, shift: SlotReading, content: int, to: int) -> float:
    never = np.array([likelihood.NEVER], dtype=np.float32)
    return float(steps.changed(agreed, shift, content, [to], never)[0])


def test_no_checker_comes_where_one_lies() -> None:
    """A straddling picture between two full cells is no arrival: there is no room."""
    before = PlainTable(alone(5, 2))
    agreed = read(before, 5)
    weight, above, below = agreed.weight, agreed.above, agreed.below
    between = np.array([11.0, 11.0, 0.0, 0.0, 0.0], dtype=np.float32)
    shift = SlotReading(between, weight, above, below, POINT)
    moved = SlotReading(np.roll(between, 2), weight, above, below, POINT)

    crowded = became(agreed, shift, 2, 3)
    roomy = became(agreed, moved, 2, 3)

    assert roomy - crowded > 8.0


def test_no_checker_goes_from_where_none_lay() -> None:
    before, after = PlainTable(alone(5, 2)), PlainTable(alone(5, 1))
    agreed, shift = change_of(before, after, 5)
    rolled = SlotReading(np.roll(shift.values, 2), shift.weight, shift.above, shift.below, POINT)

    possible = became(agreed, shift, 2, 1)
    impossible = became(agreed, rolled, 2, 1)

    assert possible - impossible > 8.0
