"""What is kept of the way: the still moments between two movements of a slot."""

from __future__ import annotations

from controller.sensing.geometry import REFERENCE_GRID
from controller.sensing.passage import MOVEMENTS, PICTURES, STILL_MS, Movement, Passage

REST = [0] * 128
CELL, SLOT = 36, 7
OTHER = 90


def passage() -> Passage:
    way = Passage(REFERENCE_GRID)
    way.begin(REST)
    return way


def test_a_checker_that_came_and_lay_still_before_the_next_movement_is_kept() -> None:
    way = passage()
    way.feed([(CELL, 64)], 1_000)
    way.feed([(CELL, 20), (CELL + 1, 20)], 1_000 + STILL_MS)

    (picture,) = way.pictures
    assert picture.raw[CELL] == 64
    assert SLOT in picture.still


def test_what_passes_over_a_point_is_not_kept() -> None:
    way = passage()
    for scan, value in enumerate((20, 45, 64, 45, 20, 0)):
        way.feed([(CELL, value)], 1_000 + 20 * scan)
    way.feed([(CELL, 64)], 3_000)

    assert [picture.raw[CELL] for picture in way.pictures] == [0]


def test_the_last_rest_is_left_to_the_snapshot() -> None:
    way = passage()
    way.feed([(CELL, 64)], 1_000)
    way.feed([(OTHER, 64)], 3_000)

    assert way.pictures == ()


def test_a_point_that_moves_is_not_still_in_the_picture_of_another() -> None:
    way = passage()
    way.feed([(CELL, 64)], 1_000)
    way.feed([(OTHER, 64)], 1_290)
    way.feed([(CELL, 0)], 1_300)

    (picture,) = way.pictures
    assert SLOT in picture.still
    assert REFERENCE_GRID.slot_of_cell(OTHER) not in picture.still


def test_noise_and_cells_that_lie_are_no_movement() -> None:
    way = passage()
    for number in range(9):
        way.feed([(CELL, 3 * (number % 2)), (OTHER, 64 * (number % 2))], 1_000 * number, {OTHER})

    assert way.pictures == ()


def test_a_snapshot_between_two_movements_is_better_than_the_reports_before_it() -> None:
    way = passage()
    way.feed([(CELL, 60)], 1_000)
    means = list(REST)
    means[CELL], means[CELL + 1] = 62, 2
    way.see(means, 1_400)
    way.feed([(CELL, 0)], 2_000)

    (picture,) = way.pictures
    assert picture.raw == tuple(means)


def test_the_way_starts_anew_at_each_agreed_reading() -> None:
    way = passage()
    way.feed([(CELL, 64)], 1_000)
    way.feed([(CELL, 0)], 2_000)
    way.begin(REST)

    assert way.pictures == ()


def test_what_was_reported_after_the_agreed_means_were_taken_is_on_the_way() -> None:
    way = passage()
    way.feed([(CELL, 64)], 1_000)
    way.begin(REST)
    way.feed([(CELL, 0)], 2_000)

    assert [picture.raw[CELL] for picture in way.pictures] == [64]


def test_out_of_sight_nothing_is_kept_before_the_next_agreed_reading() -> None:
    way = passage()
    way.feed([(CELL, 64)], 1_000)
    way.forget()
    way.feed([(CELL, 0)], 2_000)
    way.feed([(CELL, 64)], 3_000)

    assert way.pictures == ()


def test_hands_that_stir_the_board_without_end_say_nothing() -> None:
    way = passage()
    for number in range(PICTURES + 3):
        way.feed([(CELL, 64 * (number % 2))], 1_000 * (1 + number))
    assert way.pictures == ()
    assert len(way.movements) > PICTURES
    for number in range(MOVEMENTS + 3):
        way.feed([(CELL, 64 * (number % 2))], 1_000_000 + 1_000 * number)
    assert way.movements == ()


def test_a_movement_goes_from_rest_to_rest() -> None:
    way = passage()
    for now_ms, value in ((1_000, 30), (1_050, 64), (1_100, 40), (2_000, 0)):
        way.feed([(CELL, value)], now_ms)

    assert way.movements == (Movement(SLOT, 1_000, 1_100), Movement(SLOT, 2_000, 2_000))
