"""What cells read: the field by its numbers, the electronics, the faults."""

from __future__ import annotations

import numpy as np
import pytest

from firmware_bridge.layout import FOUR, PRESENCE, REFERENCE, Layout
from hw_sim.board import Board
from hw_sim.checkers import Area, Colour
from hw_sim.faults import CellFault, CheckerFault
from hw_sim.geometry import cell_positions
from hw_sim.placement import QUIET, REALISTIC, UNKNOWN_MAGNET, Placement
from hw_sim.sensors import CHECKER_UNITS, NO_READING, REFERENCE_MAGNET, Sensors
from hw_sim.table import SimTable

EXACT = Placement("exact", 0.0, 0.0)


def table(
    placement: Placement = EXACT, seed: int = 4, layout: Layout = REFERENCE, noise: float = 1.0
) -> tuple[Board, Sensors]:
    board = Board(placement, np.random.default_rng(seed))
    return board, Sensors(board, np.random.default_rng(seed + 1), layout, noise)


@pytest.mark.parametrize(
    ("distance_mm", "share"),
    [(0, 1.0), (24, 0.159), (48, -0.029), (54, -0.030), (72, -0.015), (120, 0.0), (200, 0.0)],
)
def test_the_field_turns_over_beside_a_disc_magnet(distance_mm: float, share: float) -> None:
    assert float(REFERENCE_MAGNET.kernel(distance_mm)) == pytest.approx(share, abs=0.001)


def test_layers_are_weaker_the_higher_they_lie() -> None:
    assert [REFERENCE_MAGNET.layer_gain(n) for n in range(4)] == [1.0, 0.39, 0.19, 0.095]


def test_a_lone_checker_is_64_in_its_own_units_and_dark_is_negative() -> None:
    board, sensors = table()
    board.lay([1] + [0] * 22 + [-1, 0, 0])
    (light,), (dark,) = board.checkers_on(0), board.checkers_on(23)
    field = sensors.field()
    assert field[0] == pytest.approx(CHECKER_UNITS * light.strength)
    assert field[23 * 5] == pytest.approx(-CHECKER_UNITS * dark.strength)
    assert field[1] == pytest.approx(-0.03 * field[0], abs=0.1)


def test_a_sixth_checker_on_top_adds_its_layer_to_the_cell_below() -> None:
    board, sensors = table()
    board.lay([0] * 5 + [5] + [0] * 20)
    before = sensors.field()
    board.lift(Colour.LIGHT, Area.BESIDE)
    rider = board.put(Colour.LIGHT, 5)
    gain = sensors.field() - before
    assert gain[25] == pytest.approx(0.39 * CHECKER_UNITS * rider.strength, rel=0.01)


def test_the_field_kept_up_to_date_equals_the_field_from_nothing() -> None:
    board, sensors = table(REALISTIC)
    board.lay()
    rng = np.random.default_rng(9)
    for now_ms in range(0, 5000, 50):
        colour = list(Colour)[now_ms // 50 % 2]
        slot = int(rng.integers(24))
        if board.truth().slots[slot] * colour.sign > 0:
            board.slide(colour, slot, int(rng.integers(24)), now_ms, 300)
        sensors.scan(now_ms)
    cells = cell_positions()
    expected = np.zeros(len(cells))
    for x, y, layer, strength in board.magnets().values():
        distance = np.hypot(cells[:, 0] - x, cells[:, 1] - y)
        expected += (
            CHECKER_UNITS
            * strength
            * REFERENCE_MAGNET.layer_gain(layer)
            * REFERENCE_MAGNET.kernel(distance)
        )
    np.testing.assert_allclose(sensors.field(), expected, atol=0.8)  # distances in 0.25 mm


def test_calibration_leaves_half_a_unit_of_offset_and_two_percent_of_gain() -> None:
    offsets, gains = [], []
    for seed in range(20):
        _, sensors = table(seed=seed)
        found, true = sensors.calibration(), sensors.true_calibration()
        offsets.append(found.offsets - true.offsets)
        gains.append(found.gains / true.gains - 1)
    assert float(np.std(offsets)) == pytest.approx(0.5, rel=0.1)
    assert float(np.std(gains)) == pytest.approx(0.02, rel=0.1)


def test_calibrated_readings_of_a_still_board_give_the_field_back() -> None:
    board, sensors = table()
    board.lay()
    mean = np.mean([sensors.scan(t) for t in range(0, 2000, 10)], axis=0)
    found = sensors.calibration()
    assert float(np.abs((mean - found.offsets) / found.gains - sensors.field()).max()) < 8


def test_noise_is_one_unit_a_scan() -> None:
    board, sensors = table()
    board.lay()
    scans = np.array([sensors.scan(t) for t in range(0, 5000, 10)])
    assert float(scans.std(axis=0).mean()) == pytest.approx(1.04, abs=0.08)  # with rounding


def test_drift_stays_below_two_units_an_hour_and_turns_back() -> None:
    _, sensors = table(noise=0.0)
    hours = np.array([sensors.scan(h * 3_600_000).astype(float) for h in range(25)])
    hourly = np.diff(hours, axis=0).mean(axis=1)
    assert np.abs(hourly).max() < 2.6
    assert np.abs(hourly).max() > 1.0
    assert np.abs(hours[24] - hours[0]).max() <= 1


def test_readings_stop_at_127_after_noise() -> None:
    board, sensors = table()
    board.lay([1] + [0] * 24 + [-1])
    board.spoil(Colour.LIGHT, 0, 3.0)
    board.spoil(Colour.DARK, 25, 3.0)
    scan = sensors.scan(0)
    assert scan.max() == 127
    assert scan.min() == -127
    assert scan.dtype == np.int16


def test_cells_that_a_layout_lacks_have_no_reading() -> None:
    present = tuple(n % 5 != 4 for n in range(128))
    _, sensors = table(layout=Layout("four", signed=True, present=present))
    assert [n for n, value in enumerate(sensors.scan(0)) if value == NO_READING] == [
        n for n in range(128) if n % 5 == 4
    ]


def test_presence_cells_say_64_for_either_side() -> None:
    board, sensors = table(layout=Layout("presence", signed=False))
    board.lay()
    scan = sensors.scan(0)
    assert set(scan.tolist()) == {0, 64}
    assert scan[0] == scan[25] == 64


def test_moving_tells_of_lifts_slides_and_flicker_only() -> None:
    board, sensors = table(QUIET)
    board.lay()
    sensors.scan(0)
    assert not sensors.moving(10)
    board.lift(Colour.LIGHT, 5)
    assert sensors.moving(20)
    sensors.scan(20)
    assert not sensors.moving(30)
    board.slide(Colour.LIGHT, 7, 4, 30, 180)
    assert all(sensors.moving(t) and sensors.scan(t) is not None for t in range(30, 210, 10))
    sensors.scan(210)
    assert not sensors.moving(220)
    sensors.faults.set(3, CellFault.FLICKER)
    sensors.scan(230)
    assert sensors.moving(240)


def test_a_slide_is_seen_by_every_point_that_it_passes() -> None:
    board, sensors = table()
    board.lay([0] * 5 + [1] + [0] * 20)
    board.slide(Colour.LIGHT, 5, 0, 0, 300)
    seen = np.array([sensors.scan(t).astype(int) for t in range(0, 310, 10)])
    peaks = seen.max(axis=0)[:30].reshape(6, 5).max(axis=1)
    assert (peaks > 40).all()
    board.lay([0] * 3 + [-3, 0, 1] + [0] * 20)
    board.slide(Colour.LIGHT, 5, 0, 1000, 300)
    seen = np.array([sensors.scan(t).astype(int) for t in range(1000, 1310, 10)])
    assert seen.max(axis=0)[3 * 5 + 3] > 40  # round the stack on the 4-point, over its fourth cell


def test_a_dead_cell_reads_zero_and_shows_no_noise() -> None:
    board, sensors = table()
    board.lay()
    sensors.faults.set(26, CellFault.DEAD)
    assert {int(sensors.scan(t)[26]) for t in range(0, 500, 10)} == {0}


def test_a_stuck_cell_reads_its_value_until_cleared() -> None:
    board, sensors = table()
    board.lay()
    sensors.faults.set(26, CellFault.STUCK, 90)
    assert int(sensors.scan(0)[26]) == 90
    sensors.faults.clear()
    assert abs(int(sensors.scan(10)[26])) < 80


def test_a_flickering_cell_changes_more_than_five_times_in_two_seconds_alone() -> None:
    board, sensors = table()
    board.lay()
    sensors.faults.set(2, CellFault.FLICKER)
    scans = np.array([sensors.scan(t) for t in range(0, 2000, 10)]).astype(int)
    jumps = np.abs(np.diff(scans, axis=0)) >= 16
    assert jumps[:, 2].sum() > 5
    assert jumps.sum() == jumps[:, 2].sum()


@pytest.mark.parametrize(("cell", "value"), [(128, 0), (-1, 0), (3, 128)])
def test_faults_of_cells_that_do_not_exist_are_refused(cell: int, value: int) -> None:
    _, sensors = table()
    with pytest.raises(ValueError, match="cell"):
        sensors.faults.set(cell, CellFault.STUCK, value)


def test_a_flipped_checker_reads_as_the_other_side_and_a_weak_one_as_half() -> None:
    board, sensors = table()
    board.lay([1] + [0] * 25)
    whole = sensors.field()[0]
    board.spoil(Colour.LIGHT, 0, CheckerFault.FLIPPED.factor)
    assert sensors.field()[0] == pytest.approx(-whole)
    board.heal()
    board.spoil(Colour.LIGHT, 0, CheckerFault.WEAK.factor)
    assert sensors.field()[0] == pytest.approx(whole / 2)


def test_a_stray_magnet_adds_thirty_units_falling_over_150_mm() -> None:
    _, sensors = table(noise=0.0)
    before = sensors.scan(0).astype(int)
    sensors.place_stray((12 * 54.0, 24.0))
    assert sensors.moving(10)
    added = sensors.scan(10).astype(int) - before
    assert added[0] == pytest.approx(30, abs=3)
    assert added[1] == pytest.approx(30 * (1 - 48 / 150), abs=3)
    assert added[120] == 0
    assert not sensors.moving(20)
    sensors.place_stray((12 * 54.0, 24.0))
    assert sensors.scan(25).astype(int)[0] - before[0] == pytest.approx(60, abs=5)
    sensors.place_stray(None)
    assert (sensors.scan(30) == before).all()


def test_harsh_electronics_lose_a_row_of_16_for_300_ms_now_and_then() -> None:
    board = Board(EXACT, np.random.default_rng(1))
    sensors = Sensors(board, np.random.default_rng(2), with_dropouts=True)
    out_ms: list[int] = []
    for now_ms in range(0, 300_000, 10):
        (missing,) = np.nonzero(sensors.scan(now_ms) == NO_READING)
        if len(missing):
            assert len(missing) == 16
            assert missing[0] % 16 == 0
            out_ms.append(now_ms)
    starts = [t for t in out_ms if t - 10 not in out_ms]
    assert 1 <= len(starts) <= 15
    assert len(out_ms) == 30 * len(starts)


def test_the_same_seed_reads_the_same() -> None:
    def scans(seed: int) -> list[list[int]]:
        board, sensors = table(REALISTIC, seed)
        board.lay()
        return [sensors.scan(t).tolist() for t in range(0, 1000, 10)]

    assert scans(1) == scans(1)
    assert scans(1) != scans(2)


def test_a_new_table_does_not_drift_yet_wherever_its_clock_starts() -> None:
    """A machine that has been up for hours starts a table that was calibrated just now."""
    early, late = SimTable(seed=3), SimTable(seed=3)
    hours_ms = 3 * 3_600_000
    first = np.mean([early.sensors.scan(ms) for ms in range(0, 400, 10)], axis=0)
    then = np.mean([late.sensors.scan(hours_ms + ms) for ms in range(0, 400, 10)], axis=0)
    later = np.mean([late.sensors.scan(2 * hours_ms + ms) for ms in range(0, 400, 10)], axis=0)

    assert np.abs(then - first).max() < 1.5
    assert np.abs(later - first).mean() > 1.5  # it does drift in three hours


def test_a_drifting_cell_wanders_so_many_units_an_hour_and_no_other_does() -> None:
    _, sensors = table(noise=0.0)
    before = sensors.scan(0)
    sensors.faults.set(7, CellFault.DRIFT, 30)
    sensors.scan(0)
    after = sensors.scan(3_600_000)
    moved = after.astype(int) - before

    assert moved[7] - np.median(moved) == pytest.approx(30, abs=2)
    assert np.abs(np.delete(moved, 7) - np.median(moved)).max() < 8


def test_a_swapped_cable_shows_each_row_of_cells_at_the_others_place() -> None:
    _, sensors = table(noise=0.0)
    before = sensors.scan(0)
    sensors.faults.swap_rows(1, 4)
    after = sensors.scan(10)

    assert (after[16:32] == before[64:80]).all()
    assert (after[64:80] == before[16:32]).all()
    assert sensors.faults.swapped == (*range(16, 32), *range(64, 80))
    sensors.faults.clear()
    assert (sensors.scan(20) == before).all()
    with pytest.raises(ValueError, match="row 8"):
        sensors.faults.swap_rows(0, 8)


def test_unknown_magnets_differ_from_table_to_table_and_calibration_knows_them_nearly() -> None:
    widths = set()
    for seed in range(12):
        magnet = SimTable(seed, UNKNOWN_MAGNET).sensors.true_calibration().magnet
        found = SimTable(seed, UNKNOWN_MAGNET).calibration().magnet
        widths.add(round(magnet.sigma_mm))
        assert 14 <= magnet.sigma_mm <= 23
        assert 0.2 <= magnet.layers[1] <= 0.5
        assert found.sigma_mm == pytest.approx(magnet.sigma_mm, rel=0.1)
        assert found.layers[1:] == pytest.approx(magnet.layers[1:], rel=0.1)
    assert len(widths) > 4


def test_presence_cells_say_on_or_off_and_see_a_hand() -> None:
    sim = SimTable(3, QUIET, PRESENCE)
    readings = sim.sensors.scan(0)

    assert set(readings.tolist()) == {0, 64}
    assert (readings > 0).sum() == 30  # of the set-up; nothing lies on anything there
    sim.sensors.cover((1, 2))
    assert (sim.sensors.scan(10)[5:15] == 64).all()
    sim.sensors.cover(())
    assert (sim.sensors.scan(20) == readings).all()


def test_four_cells_a_point_lie_sixty_mm_apart_and_the_fifth_number_is_absent() -> None:
    places = cell_positions(FOUR)
    sim = SimTable(3, QUIET, FOUR)

    assert np.diff(places[:4, 1]).tolist() == [60.0, 60.0, 60.0]
    assert (sim.sensors.scan(0)[4:120:5] == NO_READING).all()
