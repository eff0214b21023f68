"""The chip's own controls: a line of JSON in, one out."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from hw_sim.avr.controls import STALL_MS, ChipControls, PacedClock
from hw_sim.avr.device import ChipDevice
from hw_sim.bench_scanner import BenchScanner


class Bench:
    """A chip whose wall clock is turned by hand."""

    def __init__(self, elf: Path) -> None:
        self.wall_ms = 1000
        self.clock = PacedClock(lambda: self.wall_ms)
        self.device = ChipDevice(BenchScanner(), elf=elf)
        self.controls = ChipControls(self.device, self.clock)
        self.run(110)  # it begins when it is first called

    def run(self, for_ms: int) -> None:
        for _ in range(for_ms // 10):
            self.wall_ms += 10
            self.device.advance(self.clock())

    def ask(self, **control: object) -> dict[str, object]:
        answer: dict[str, object] = json.loads(self.controls.answer(json.dumps(control).encode()))
        return answer

    def cycle(self, **control: object) -> int:
        return int(str(self.ask(**control)["cycle"]))


@pytest.fixture
def bench(elf: Path) -> Iterator[Bench]:
    made = Bench(elf)
    yield made
    made.device.close()


def test_a_look_tells_cycle_counters_and_eeprom(bench: Bench) -> None:
    answer = bench.ask(control="look")

    assert answer["ok"]
    assert bench.cycle(control="look") >= 90 * 16_000
    assert answer["boot_counter"] == 1
    assert str(answer["eeprom"]).startswith("010000000100")


def test_a_reset_counts_a_start(bench: Bench) -> None:
    assert bench.ask(control="reset")["ok"]
    bench.run(100)

    assert bench.ask(control="look")["boot_counter"] == 2


def test_a_power_cycle_begins_cycles_anew_and_keeps_the_eeprom(bench: Bench) -> None:
    bench.run(1000)
    answer = bench.ask(control="powercycle")
    bench.run(100)

    assert answer["cycle"] == 0
    assert bench.ask(control="look")["boot_counter"] == 2


def test_time_stands_still_while_it_is_paused(bench: Bench) -> None:
    before = bench.ask(control="pause")["cycle"]
    bench.run(5000)
    assert bench.ask(control="resume")["cycle"] == before
    bench.run(10)
    assert int(str(bench.ask(control="look")["cycle"])) - int(str(before)) in range(
        159_000, 162_000
    )


def test_a_driver_that_was_away_goes_on_from_where_it_was(bench: Bench) -> None:
    before = bench.clock()
    bench.wall_ms += 60_000

    assert bench.clock() == before + STALL_MS
    assert bench.clock.lost_ms == 60_000 - STALL_MS


def test_time_runs_at_the_speed_that_is_set(bench: Bench) -> None:
    before = bench.cycle(control="speed", factor=0.5)
    bench.run(200)
    after = bench.cycle(control="look")

    assert abs((after - before) / 16_000 - 100) <= 11  # a quiet chip is run ten ms at a time


def test_a_line_is_cut_and_mended(bench: Bench) -> None:
    bench.ask(control="line", way="up", cut=True)
    bench.device.bytes_to_send()
    bench.run(2500)
    assert bench.device.bytes_to_send() == b""
    bench.ask(control="line", way="up")
    bench.run(1500)
    assert bench.device.bytes_to_send() != b""


def test_another_eeprom_is_another_board(bench: Bench) -> None:
    bench.ask(control="seteeprom", hex="6712000009", at=0)
    bench.run(100)
    answer = bench.ask(control="look")

    assert str(answer["eeprom"]).startswith("67120000")
    assert answer["boot_counter"] == 10


@pytest.mark.parametrize(
    "control",
    [
        {"control": "explode"},
        {"control": "speed", "factor": 1000},
        {"control": "line", "way": "sideways"},
        {"control": "line", "way": "up", "corrupt_share": 2},
        {"control": "seteeprom", "hex": "zz"},
        {"control": "seteeprom", "hex": "00", "at": 4096},
        {"control": "reset", "banner_ms": "long"},
    ],
    ids=str,
)
def test_what_cannot_be_done_is_answered_in_words(bench: Bench, control: dict[str, object]) -> None:
    answer = bench.ask(**control)

    assert not answer["ok"]
    assert answer["error"]
    assert json.loads(bench.controls.answer(b"\xff{"))["ok"] is False
