"""When a board is worth judging, in virtual time."""

from __future__ import annotations

from controller.sensing.settle import Settling

SLOT_12 = 60  # first cell of slot 12


def settling() -> Settling:
    settle = Settling(settle_ms=250, limit_ms=1000)
    settle.prime([0] * 128, 0)
    return settle


def test_a_board_that_never_changed_is_settled() -> None:
    assert settling().is_settled(0)


def test_a_change_unsettles_for_the_settle_time() -> None:
    settle = settling()

    assert settle.feed({3: 64}, 1_000)

    assert not settle.is_settled(1_249)
    assert settle.is_settled(1_250)
    assert settle.settled_at_ms() == 1_250


def test_noise_of_a_scan_is_no_change() -> None:
    settle = settling()

    assert not settle.feed({3: 3, 4: -3}, 1_000)

    assert settle.is_settled(1_000)


def test_a_slide_over_five_points_is_one_movement() -> None:
    settle = settling()
    now_ms = 1_000
    settle.feed({SLOT_12 + 2: 0}, now_ms)
    for slot in range(12, 17):
        for value in (20, 45, 64, 40, 15, 0):
            settle.feed({slot * 5 + 2: value}, now_ms)
            assert not settle.is_settled(now_ms + 200)
            now_ms += 10
    settle.feed({17 * 5 + 2: 64}, now_ms)

    assert settle.settled_at_ms() == now_ms + 250
    assert settle.flickering() == ()


def test_a_bump_that_comes_back_settles_once() -> None:
    settle = settling()
    settle.feed({10: 30}, 1_000)
    settle.feed({10: 0}, 1_100)

    assert not settle.is_settled(1_300)
    assert settle.is_settled(1_350)


def flicker(settle: Settling, cell: int, times: int, start_ms: int, every_ms: int = 150) -> int:
    now_ms = start_ms
    for number in range(times):
        settle.feed({cell: 50 if number % 2 == 0 else 0}, now_ms)
        now_ms += every_ms
    return now_ms


def test_a_cell_that_alone_changes_more_than_five_times_in_two_seconds_is_left_out() -> None:
    settle = settling()
    now_ms = flicker(settle, 42, 6, 1_000)

    assert settle.flickering() == (42,)
    assert settle.is_settled(now_ms)
    assert not settle.feed({42: 50}, now_ms)


def test_five_changes_are_not_yet_flicker() -> None:
    settle = settling()
    flicker(settle, 42, 5, 1_000)

    assert settle.flickering() == ()


def test_a_cell_that_changes_with_its_neighbour_does_not_flicker() -> None:
    settle = settling()
    now_ms = 1_000
    for number in range(8):
        settle.feed({42: 50 * (number % 2), 43: 50 * ((number + 1) % 2)}, now_ms)
        now_ms += 150

    assert settle.flickering() == ()
    assert not settle.is_settled(now_ms)


def test_a_rise_in_many_reports_is_one_change() -> None:
    settle = settling()
    for number in range(12):
        settle.feed({42: 5 * number}, 1_000 + 20 * number)

    assert settle.flickering() == ()


def test_a_cell_that_came_to_rest_counts_again() -> None:
    settle = settling()
    now_ms = flicker(settle, 42, 6, 1_000)
    settle.feed({100: 64}, now_ms + 2_500)

    assert settle.flickering() == ()
    assert settle.feed({42: 64}, now_ms + 2_600)


def test_hands_beside_a_flickering_cell_unsettle_the_board() -> None:
    settle = settling()
    now_ms = flicker(settle, 42, 6, 1_000)

    assert settle.feed({44: 64}, now_ms)

    assert settle.settled_at_ms() == now_ms + 250


def test_the_board_is_judged_at_latest_a_second_after_the_other_cells_came_to_rest() -> None:
    settle = settling()
    settle.feed({100: 64}, 1_000)
    now_ms = flicker(settle, 42, 5, 1_010, every_ms=210)
    assert settle.flickering() == ()

    assert now_ms - 210 + 250 > 2_000
    assert settle.is_settled(2_000)


def test_a_cell_that_lost_its_reading_has_changed() -> None:
    settle = settling()

    assert settle.feed({42: None}, 1_000)


def test_out_of_sight_nothing_is_remembered() -> None:
    settle = settling()
    settle.feed({42: 64}, 1_000)
    settle.forget()

    assert settle.is_settled(1_000)
    assert settle.values == (None,) * 128
