"""A hand points at one point of two: what counts as pointing, and what does not."""

from __future__ import annotations

from controller.sensing.geometry import REFERENCE_GRID
from controller.sensing.nudge import Watch

REST = [0] * 128
POINT = 7  # its cells are 35-39


def watch() -> Watch:
    return Watch(REFERENCE_GRID, REST)


def test_a_checker_stirred_on_one_point_points_at_it() -> None:
    seen = watch()
    seen.feed([(36, 20), (37, -9)], ())
    seen.feed([(36, 0), (37, 0)], ())

    assert seen.pointed_at == POINT


def test_nothing_stirred_points_at_nothing() -> None:
    seen = watch()
    seen.feed([(36, 2), (90, -3)], ())

    assert seen.pointed_at is None


def test_a_stack_that_a_sleeve_moved_a_little_was_not_meant() -> None:
    seen = watch()
    seen.feed([(36, 9)], ())

    assert seen.pointed_at is None


def test_a_sleeve_that_stirs_the_point_beside_it_too_points_at_nothing() -> None:
    seen = watch()
    seen.feed([(36, 30)], ())
    seen.feed([(41, 8)], ())

    assert seen.pointed_at is None


def test_what_the_next_point_feels_of_lifted_checkers_is_no_stirring() -> None:
    seen = watch()
    seen.feed([(36, -64), (37, -64)], ())
    seen.feed([(41, 4), (32, 4)], ())

    assert seen.pointed_at == POINT


def test_cells_that_lie_or_say_nothing_do_not_point() -> None:
    seen = watch()
    seen.feed([(90, 64), (91, None)], {90})

    assert seen.pointed_at is None
