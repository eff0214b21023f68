"""Reported faults of other boards that are no script of hands: orientation, clocks, stopping."""

from __future__ import annotations

import inspect
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from controller.commands.scenario import run
from controller.commands.scenario.parse import parse_scenario
from controller.journal.writer import JournalWriter
from controller.rules.position import POINTS, Side
from controller.service.realtime import Service
from display.layout import Board, Orientation, game
from firmware_bridge.bridge import Bridge
from firmware_bridge.gpio_table import GpioTable
from firmware_bridge.transport import Ports

ORIENTATIONS = [(side, home) for side in Side for home in ("right", "left")]


def board_of(side: Side, home: str) -> Board:
    return game((800, 480), Orientation(side, home)).board


@pytest.mark.parametrize(("side", "home"), ORIENTATIONS)
def test_sen_09_the_table_lights_the_points_of_the_play_however_the_picture_is_turned(
    side: Side, home: str
) -> None:
    script = f"""
        orientation bottom={side.value} home={home}
        turn light
        roll 5 3
        lift light 13
        expect lights light 13 from, light 10 target, light 8 target, light 5 target
        put light 8
        expect board light 24:2 13:4 8:4 6:5
    """
    outcome = run.play(Path("sen_09"), parse_scenario(script, "sen_09"))

    assert outcome.failure is None


@pytest.mark.parametrize(("side", "home"), ORIENTATIONS)
def test_sen_09_on_the_screen_a_point_is_lit_touched_and_drawn_at_one_place(
    side: Side, home: str
) -> None:
    board = board_of(side, home)
    for slot in range(POINTS):
        place = board.touch(slot)
        for x, y in (board.checker(slot, 0), board.mark(slot, 0), board.number(slot).centre):
            assert place.x <= x <= place.right
            assert board.is_far(slot) == (y < board.rect.centre[1])


CLOCKS = [
    (Service, "clock_ms", 1000),
    (Bridge, "clock_ms", 1000),
    (Ports, "clock_ms", 1000),
    (GpioTable, "clock_ms", 1000),
    (JournalWriter, "now_ms", 1000),
]


@pytest.mark.parametrize(("owner", "name", "per_s"), CLOCKS, ids=[c[0].__name__ for c in CLOCKS])
def test_sen_11_no_clock_follows_the_time_of_day(owner: type, name: str, per_s: int) -> None:
    """The time server may set the clock by months; that nobody reads it the gates see to."""
    clock: Callable[[], float] = inspect.signature(owner).parameters[name].default
    before = time.monotonic()
    read = clock() / per_s
    after = time.monotonic()

    assert before - 0.001 <= read <= after + 0.001
