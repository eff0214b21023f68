"""Places and strengths of a slot's checkers from one reading."""

from __future__ import annotations

import numpy as np
import pytest

from controller.sensing.geometry import UNIT, field_at
from controller.sensing.settings import REFERENCE
from controller.sensing.strengths import fit_slot, is_strange

STRIP = REFERENCE.model().strip(0)
ALL = np.ones(5, dtype=np.float32)


def reads(*checkers: tuple[float, float]) -> np.ndarray:
    """What five cells read of (mm from the rail, strength)."""
    at = np.array(STRIP.along)
    total = sum(s * field_at(np.abs(at - along)) for along, s in checkers)
    return np.asarray(UNIT * total, dtype=np.float32)


@pytest.mark.parametrize("along", [24.0, 40.0, 48.0, 110.0, 216.0])
def test_a_checker_off_its_cell_is_not_weak(along: float) -> None:
    fit = fit_slot(reads((along, 1.0)), ALL, 1, STRIP)

    assert fit.faulty == ()
    assert fit.along[0] == pytest.approx(along, abs=1.5)


def test_a_weak_checker_is_told_from_one_off_its_cell() -> None:
    fit = fit_slot(reads((24, 1.0), (72, 1.0), (120, 0.5), (168, 1.0)), ALL, 4, STRIP)

    assert fit.faulty == (2,)
    assert fit.strengths[2] == pytest.approx(0.5, abs=0.05)


def test_a_flipped_checker_is_found_within_a_stack() -> None:
    fit = fit_slot(reads((24, 1.0), (72, -1.0), (120, 1.0)), ALL, 3, STRIP)

    assert fit.faulty == (1,)
    assert fit.strengths[1] < -0.9


def test_two_faulty_checkers_of_one_stack_are_found() -> None:
    checkers = ((24, 0.5), (72, 1.0), (120, -1.0), (168, 1.0), (216, 1.0))

    assert sorted(fit_slot(reads(*checkers), ALL, 5, STRIP).faulty) == [0, 2]


def test_what_a_dead_cell_hides_is_no_fault_of_the_checker() -> None:
    weight = ALL.copy()
    weight[1] = 0
    values = reads((24, 1.0), (72, 1.0), (120, 1.0)) * weight

    assert fit_slot(values, weight, 3, STRIP).faulty == ()


def test_a_wrong_count_is_strange_rather_than_anybodys_fault() -> None:
    fit = fit_slot(reads((24, 1.0), (72, 1.0), (120, 1.0), (168, 1.0)), ALL, 2, STRIP)

    assert is_strange(fit, ALL)


def test_a_last_checker_that_may_be_weak_or_stand_off_is_doubtful_and_not_blamed() -> None:
    off, weak = reads((24, 1.0), (86, 1.0)), reads((24, 1.0), (72, 0.53))

    assert fit_slot(off, ALL, 2, STRIP).faulty == ()
    fit = fit_slot(weak, ALL, 2, STRIP)
    assert 1 in (*fit.faulty, fit.doubtful)


def test_a_tidy_stack_leaves_no_doubt() -> None:
    assert fit_slot(reads((24, 1.0), (72, 0.95), (120, 1.05)), ALL, 3, STRIP).doubtful is None
