"""The reporting rule in C against the one in Python, scan by scan, on random fields."""

from __future__ import annotations

import numpy as np
import pytest
from native_rig import NativeRig
from numpy.typing import NDArray

from firmware_bridge.codec import NO_READING, pack_readings
from firmware_bridge.conduct import QUEUE_REPORTS
from firmware_bridge.layout import CELLS, cells_of
from firmware_bridge.messages import Ack, PointReport, Snapshot, SnapshotRequest
from firmware_bridge.reporting import ReportingRule

pytestmark = pytest.mark.usefixtures("toolchain")

Reported = list[tuple[int, list[int], bool]]


class Pair:
    """Both rules, told the same. `waiting`: reports that the host has not acknowledged."""

    def __init__(self) -> None:
        self.rule = ReportingRule()
        self.rig = NativeRig()
        self.numbers: list[int] = []

    def snapshot(self) -> None:
        self.rig.tell(SnapshotRequest(9))
        (answer,) = self.rig.heard()
        assert isinstance(answer, Snapshot)
        mine = self.rule.snapshot().astype(np.int8).tobytes()
        assert pack_readings(answer.readings) == mine

    def scan(self, readings: NDArray[np.int16], now_ms: int) -> tuple[Reported, Reported]:
        """What each reports; the host acknowledges nothing by itself."""
        room = max(0, QUEUE_REPORTS - len(self.numbers))
        mine = self.rule.scan(readings, now_ms, room)
        self.rig.board.scan(readings, now_ms)
        theirs = [
            report
            for report in self.rig.heard()
            if isinstance(report, PointReport) and report.number > max(self.numbers, default=0)
        ]
        self.numbers += [report.number for report in theirs]
        plain = [
            (r.group, [NO_READING if v is None else v for v in r.readings], r.busy) for r in theirs
        ]
        return [(r.group, [int(v) for v in r.values], r.busy) for r in mine], plain

    def acknowledge(self) -> Reported:
        """Acknowledge until nothing waits; what came from behind the window meanwhile."""
        late: Reported = []
        while self.numbers:
            self.rig.tell(Ack(self.numbers[-1]))
            self.numbers.clear()
            for report in self.rig.heard():
                assert isinstance(report, PointReport)
                self.numbers.append(report.number)
                values = [NO_READING if v is None else v for v in report.readings]
                late.append((report.group, values, report.busy))
        return late


def random_field(rng: np.random.Generator, field: NDArray[np.int16]) -> None:
    """A change such as checkers, drift, loose joints and dead multiplexers make."""
    kind = rng.integers(8)
    cell = int(rng.integers(CELLS))
    if kind <= 2:
        field[cell] = rng.choice([-127, -64, -17, -16, -15, 0, 4, 15, 16, 17, 64, 127])
    elif kind == 3:
        field += rng.integers(-1, 2, CELLS, dtype=np.int16)
    elif kind == 4:
        field[cell] = NO_READING
    elif kind == 5:
        row = slice(cell // 16 * 16, cell // 16 * 16 + 16)
        field[row] = NO_READING if rng.random() < 0.3 else rng.integers(-60, 60)
    elif kind == 6:
        field[cell : cell + 5] = rng.integers(-127, 128)
    np.clip(field, NO_READING, 127, out=field)


@pytest.mark.parametrize("seed", range(12))
def test_c_reports_what_python_reports_on_random_fields(seed: int) -> None:
    rng = np.random.default_rng(seed)
    noise = float(rng.choice([0.0, 0.7, 2.0, 5.0]))
    pair = Pair()
    field: NDArray[np.int16] = np.zeros(CELLS, np.int16)
    now_ms = 0
    reports = 0
    for number in range(600):
        now_ms += 10
        if number % 150 == 8:
            pair.snapshot()
        if rng.random() < 0.2:
            random_field(rng, field)
        strays = np.rint(rng.normal(0, noise, CELLS)).astype(np.int16)
        readings = np.clip(field + strays, -127, 127).astype(np.int16)
        readings[field == NO_READING] = NO_READING
        mine, theirs = pair.scan(readings, now_ms)
        theirs += pair.acknowledge()
        assert theirs == mine, f"scan {number}"
        reports += len(mine)
        assert pair.rig.board.thresholds == pair.rule.thresholds.tolist()
    assert reports > 50


@pytest.mark.parametrize("seed", range(4))
def test_c_keeps_back_what_finds_no_room_as_python_does(seed: int) -> None:
    rng = np.random.default_rng(100 + seed)
    pair = Pair()
    for number in range(8):
        pair.scan(np.zeros(CELLS, np.int16), number * 10)
    pair.snapshot()
    waiting: Reported = []
    got: Reported = []
    unsent = 0
    for number in range(8, 200):
        field = rng.integers(-60, 60, CELLS).astype(np.int16)
        room = max(0, QUEUE_REPORTS - len(pair.numbers) - unsent)
        mine = pair.rule.scan(field, number * 10, room)
        pair.rig.board.scan(field, number * 10)
        fresh = [m for m in pair.rig.heard() if isinstance(m, PointReport)]
        pair.numbers += [report.number for report in fresh]
        got += [(r.group, list(r.readings), r.busy) for r in fresh]
        waiting += [(r.group, [int(v) for v in r.values], r.busy) for r in mine]
        unsent += len(mine) - len(fresh)
        if number % 3 == 0:
            got += pair.acknowledge()
            unsent = 0
    got += pair.acknowledge()
    assert len(waiting) > 200
    assert got == waiting


def test_a_noise_measured_in_whole_blocks_is_the_same_in_both_at_every_threshold() -> None:
    """Squares that lie exactly on the border of a threshold are no matter of rounding."""
    for step in range(1, 23):
        pair = Pair()
        for number in range(8):
            pair.scan(np.zeros(CELLS, np.int16), number * 10)
        pair.snapshot()
        for number in range(8, 80):
            readings = np.zeros(CELLS, np.int16)
            if number % 2 and step <= 15:
                readings[: min(number, CELLS)] = step
            elif number % 4 == 1:
                readings[:] = 8
            mine, theirs = pair.scan(readings, number * 10)
            assert theirs + pair.acknowledge() == mine
            assert pair.rig.board.thresholds == pair.rule.thresholds.tolist()


def test_groups_are_counted_as_the_layout_counts_them() -> None:
    pair = Pair()
    for number in range(8):
        pair.scan(np.zeros(CELLS, np.int16), number * 10)
    pair.snapshot()
    for group in range(26):
        field = np.zeros(CELLS, np.int16)
        field[cells_of(group).start : cells_of(group).stop] = 64
        _, theirs = pair.scan(field, 1000 + group * 10)
        theirs += pair.acknowledge()
        assert (group, [64] * len(cells_of(group)), False) in theirs
