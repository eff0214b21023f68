"""The reporting rule: jumps, drifts, noise, busy groups, means, cells without a reading."""

from __future__ import annotations

import numpy as np
import pytest

from firmware_bridge.codec import NO_READING
from firmware_bridge.conduct import DRIFT
from firmware_bridge.layout import CELLS
from firmware_bridge.reporting import GroupReport, Readings, ReportingRule

ROOM = 24


class Board:
    """A rule that has reported zeros, and the scans that it is given next."""

    def __init__(self, noise: float = 0.0) -> None:
        self.rule = ReportingRule()
        self.field = np.zeros(CELLS, np.int16)
        self.noise = noise
        self.now_ms = 0
        self._rng = np.random.default_rng(5)
        self.scans(8)
        self.rule.snapshot()

    def scans(self, count: int, room: int = ROOM) -> list[GroupReport]:
        reports = []
        for _ in range(count):
            self.now_ms += 10
            noise = np.rint(self._rng.normal(0, self.noise, CELLS)) if self.noise else 0
            reports += self.rule.scan((self.field + noise).astype(np.int16), self.now_ms, room)
        return reports


def values(report: GroupReport) -> list[int]:
    return [int(value) for value in report.values]


def test_a_jump_of_sixteen_is_reported_at_once_with_all_cells_as_read() -> None:
    board = Board()
    board.field[5:10] = [1, 16, 2, 0, 3]
    (report,) = board.scans(1)

    assert (report.group, values(report), report.busy) == (1, [1, 16, 2, 0, 3], False)
    assert board.scans(20) == []


def test_a_change_of_fifteen_is_no_jump_but_a_drift() -> None:
    board = Board()
    board.field[7] = 15
    (report, *_) = board.scans(3)

    assert values(report)[2] == 4  # (2 x 15 + 4) >> 3


def test_a_drift_is_reported_when_the_rounded_mean_has_moved_by_four() -> None:
    board = Board()
    board.field[0] = 3
    assert board.scans(20) == []
    board.field[0] = 4
    (report,) = board.scans(20)

    assert values(report) == [4, 0, 0, 0, 0]


def test_a_jump_does_not_look_like_seven_drifts() -> None:
    board = Board()
    board.field[0] = 64

    assert len(board.scans(30)) == 1


def test_the_end_of_a_slide_is_reported_however_small_the_last_step() -> None:
    board = Board()
    for value in (20, 40, 60, 64):
        board.field[0] = value
        last = board.scans(10)[-1]

    assert values(last)[0] == 64


def test_bar_halves_have_four_cells() -> None:
    board = Board()
    board.field[[120, 127]] = 50
    bars = board.scans(1)

    assert [(report.group, values(report)) for report in bars] == [
        (24, [50, 0, 0, 0]),
        (25, [0, 0, 0, 50]),
    ]


def test_snapshot_is_rounded_means_and_becomes_what_was_reported() -> None:
    board = Board()
    board.field[0] = 3
    board.scans(4)

    assert board.rule.snapshot()[0] == 2  # (12 + 4) >> 3
    board.field[0] = 5
    assert board.scans(20) == []
    assert board.rule.snapshot()[0] == 5


def test_negative_means_are_rounded_as_the_firmware_shifts() -> None:
    board = Board()
    board.field[0] = -3
    board.scans(4)

    assert board.rule.means()[0] == -1  # (-12 + 4) >> 3


def test_nothing_is_reported_before_the_first_snapshot_of_a_session() -> None:
    board = Board()
    board.rule.forget_reported()
    board.field[:] = 64
    assert board.scans(20) == []
    board.rule.snapshot()
    board.field[0] = 0

    assert [report.group for report in board.scans(1)] == [0]


def test_noise_of_one_is_never_reported() -> None:
    board = Board(noise=1.0)

    assert board.scans(5000) == []
    assert set(board.rule.thresholds) == {DRIFT}


def test_threshold_rises_to_six_spreads_of_a_mean_where_a_cell_is_noisier() -> None:
    board = Board(noise=3.0)
    board.scans(400)
    after = board.scans(2000)

    assert (
        5 <= board.rule.thresholds.min() <= board.rule.thresholds.max() <= 9
    )  # 6.4, known to a sixth
    assert len(after) <= 60  # jumps: 16 is 3.8 spreads of the difference of two scans


def test_a_block_in_which_the_group_jumped_does_not_measure_noise() -> None:
    board = Board()
    for _ in range(40):
        board.field[0] = 64 - board.field[0]
        board.scans(10)

    assert board.rule.thresholds[0] == DRIFT


def test_twenty_reports_in_a_second_make_a_group_busy_and_slow() -> None:
    board = Board()
    reports = []
    for _ in range(300):
        board.field[0] = 64 - board.field[0]
        reports += board.scans(1)
    first_busy = next(index for index, report in enumerate(reports) if report.busy)

    assert first_busy == 19
    assert len(reports) - 20 <= 15  # 2.8 s at most five times a second
    assert reports[-1].busy


def test_a_busy_group_reports_its_last_value_and_is_normal_after_a_still_second() -> None:
    board = Board()
    for _ in range(101):
        board.field[0] = 64 - board.field[0]
        board.scans(1)
    last = board.scans(30)
    assert values(last[-1])[0] == 64
    board.scans(100)
    board.field[0] = 0
    (report,) = board.scans(1)

    assert not report.busy


def test_groups_that_find_no_room_are_reported_by_the_next_scans() -> None:
    board = Board()
    board.field[:] = 64
    first = board.scans(1, room=10)
    assert board.scans(1, room=0) == []
    second = board.scans(1, room=24)

    assert [report.group for report in first + second] == list(range(26))


@pytest.mark.parametrize("value", [0, 64, -127])
def test_a_cell_that_loses_its_reading_is_reported_and_so_is_its_return(value: int) -> None:
    board = Board()
    board.field[3] = value
    board.scans(20)
    board.field[3] = NO_READING
    (lost,) = board.scans(20)
    board.field[3] = value
    (found,) = board.scans(20)

    assert values(lost)[3] == NO_READING
    assert values(found)[3] == value


def test_a_reading_found_while_there_was_no_room_is_reported_later() -> None:
    """-127 is but one step from "no reading": only the rule for lost and found can tell."""
    board = Board()
    board.field[3] = NO_READING
    board.scans(20)
    board.field[3] = -127
    assert board.scans(20, room=0) == []
    (found,) = board.scans(1)

    assert values(found)[3] == -127


def test_a_cell_that_never_reads_is_never_reported_and_its_group_still_is() -> None:
    board = Board()
    board.field[3] = NO_READING
    board.scans(20)
    assert board.scans(20) == []
    board.field[4] = 4
    (report,) = board.scans(20)

    assert values(report) == [0, 0, 0, NO_READING, 4]
    assert board.rule.snapshot()[3] == NO_READING


def test_means_leave_out_scans_without_a_reading() -> None:
    rule = ReportingRule()
    scan: Readings = np.full(CELLS, 40, np.int16)
    gap = scan.copy()
    gap[9] = NO_READING
    for number in range(12):
        rule.scan(gap if number in (5, 6, 7) else scan, number * 10, ROOM)

    assert rule.means()[9] == 40
    assert set(rule.means()) == {40}
