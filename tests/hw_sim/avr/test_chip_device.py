"""The chip as a table's device, on the real link: the verbs that hands and scripts use."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from firmware_bridge.board import DARK, NO_HOST_CODES
from firmware_bridge.layout import LIGHTS, REFERENCE
from firmware_bridge.link import Link
from firmware_bridge.messages import (
    Button,
    ButtonEvent,
    Lights,
    LinkDown,
    LinkEvent,
    LinkUp,
    Palette,
    PointReport,
    Snapshot,
)
from hw_sim.avr.device import ChipDevice
from hw_sim.bench_scanner import BenchScanner

CODES = tuple(light % 16 for light in range(LIGHTS))
COLOURS = tuple((code, 2 * code, 3 * code) for code in range(16))


class Line:
    """A link and the chip, a millisecond at a time."""

    def __init__(self, elf: Path) -> None:
        self.scanner = BenchScanner()
        self.device = ChipDevice(self.scanner, elf=elf)
        self.link = Link(REFERENCE)
        self.now_ms = 5000
        self.events: list[LinkEvent] = []
        self.link.port_opened(self.now_ms)

    def run(self, for_ms: int) -> None:
        for _ in range(for_ms):
            self.now_ms += 1
            self.device.advance(self.now_ms)
            self.events += self.link.advance(self.now_ms)
            down = self.link.data_to_send()
            if down:
                self.device.receive(down, self.now_ms)
            up = self.device.bytes_to_send()
            if up:
                self.events += self.link.receive(up, self.now_ms)

    def take(self, kind: type[LinkEvent]) -> list[LinkEvent]:
        found = [event for event in self.events if isinstance(event, kind)]
        self.events.clear()
        return found


@pytest.fixture
def line(elf: Path) -> Iterator[Line]:
    made = Line(elf)
    made.run(500)
    assert [type(event) for event in made.events[:2]] == [LinkUp, Snapshot]
    made.events.clear()
    yield made
    made.device.close()


def test_a_cell_that_changes_is_reported(line: Line) -> None:
    line.scanner.set(12, 64)
    line.scanner.set(127, -64)
    line.run(30)
    reports = line.take(PointReport)

    assert [(report.group, report.readings) for report in reports] == [
        (2, (0, 0, 64, 0, 0)), (25, (0, 0, 0, -64)),
    ]  # fmt: skip


def test_reports_that_are_lost_come_again_in_order(line: Line) -> None:
    line.device.lose(3)
    for cell in (0, 5, 10, 15):
        line.scanner.set(cell, 50)
        line.run(20)
    line.run(300)

    assert [report.group for report in line.take(PointReport)] == [0, 1, 2, 3]


def test_messages_to_it_that_are_lost_come_again(line: Line) -> None:
    line.device.lose(2, "down")
    line.link.send(Palette(COLOURS), line.now_ms)
    line.link.send(Lights(1, 100, CODES), line.now_ms)
    line.run(600)

    assert line.device.colours == tuple(COLOURS[code] for code in CODES)
    assert line.device.lights == CODES
    assert line.device.palette == COLOURS


def test_garbled_bytes_cost_nothing_but_themselves(line: Line) -> None:
    line.device.garble(60, np.random.default_rng(1))
    line.scanner.set(3, 40)
    line.run(200)

    assert len(line.take(PointReport)) == 1


@pytest.mark.parametrize("hold_ms", [0, 5, 60])
def test_a_press_however_short_is_seen_down_and_up(line: Line, hold_ms: int) -> None:
    line.device.press(Button.DARK_UNDO, True, line.now_ms)
    line.run(hold_ms)
    line.device.press(Button.DARK_UNDO, False, line.now_ms)
    line.run(80)

    assert [event.pressed for event in line.take(ButtonEvent)] == [True, False]


def test_lib_05_a_reset_with_a_banner_is_deaf_and_then_known_as_a_restart(line: Line) -> None:
    boots = line.device.boot_counter
    line.device.reset(line.now_ms, banner_ms=1500)
    line.run(5000)
    ups = line.take(LinkUp)

    assert ups
    assert ups[-1].restarted
    assert line.device.boot_counter == boots + 1


def test_power_off_is_dark_and_silent_and_on_again_is_a_restart(line: Line) -> None:
    line.link.send(Lights(1, 100, CODES), line.now_ms)
    line.run(300)
    line.device.power(False, line.now_ms)
    assert line.device.lights == DARK
    line.run(4000)
    assert line.take(LinkDown)
    line.device.power(True, line.now_ms)
    line.run(2500)
    (up,) = line.take(LinkUp)

    assert up.restarted
    assert up.identity.boot_counter == 2
    assert line.device.lights == CODES  # the link sends its newest frame again


def test_a_host_that_falls_silent_is_missed(elf: Path) -> None:
    device = ChipDevice(BenchScanner(), elf=elf)
    device.advance(0)
    device.advance(3200)

    assert device.no_host
    assert device.lights == NO_HOST_CODES
    device.close()


def test_a_line_cut_in_one_direction_is_told_as_silence(line: Line) -> None:
    line.device.lines["up"].is_cut = True
    line.run(3500)
    assert line.take(LinkDown)
    line.device.lines["up"].is_cut = False
    line.run(2500)
    assert line.take(LinkUp)


def test_a_line_that_corrupts_a_byte_in_fifty_still_brings_everything(line: Line) -> None:
    for way in ("up", "down"):
        line.device.lines[way].corrupt_share = 0.02
    for cell in range(0, 100, 5):
        line.scanner.set(cell, 60)
        line.run(60)
    line.run(3000)

    assert [report.group for report in line.take(PointReport)] == list(range(20))


def test_it_sleeps_most_of_a_quiet_second_and_nothing_is_overrun(line: Line) -> None:
    line.run(1000)
    counters = line.device.chip_counters

    assert counters.rx_overruns == 0
    assert counters.unsettled == 0
    assert counters.resets == 0
