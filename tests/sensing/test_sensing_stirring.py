"""A whole play was read; then something came and went, and the board still reads as that play."""

from __future__ import annotations

from test_sensing_tracker import LIGHT, ready

from controller.rules.plays import legal_ways
from controller.rules.position import Position, Side
from controller.sensing.settings import REFERENCE, Calibration
from controller.sensing.tracker import Tracker
from controller.sensing.verdict import VerdictKind

DARK = Side.DARK
BEFORE = {
    0: (55, -3, 1, 0, 0), 4: (-62, -64, -58, 3, -1), 17: (-49, -47, 2, 1, -1),
    20: (0, 2, 3, 4, 2), 21: (1, -12, -15, -12, -12), 22: (-51, -40, -32, -30, 1),
    23: (-58, -56, -47, 4, 2),
}  # fmt: skip
"""Dark bears off: its 3-point (slot 21) holds three checkers that all lie between cells."""

PLAYED = BEFORE | {17: (0, 0, 0, 0, 1), 21: (-68, -9, -15, -14, -14), 22: (-58, -55, -47, -59, -53)}
MOVED = PLAYED | {21: (-69, -10, -6, -5, -14), 22: (-57, -55, -67, -60, -53)}
"""Readings of the bench (realistic, seed 1): 7/3 7/2, then one of the three from the 3-point onto
the five of the 2-point. By the sum of all its changes alone that is 7/3 7/2 by 14 nats."""


def readings(slots: dict[int, tuple[int, ...]]) -> list[int | None]:
    values: list[int | None] = [0] * 128
    for slot, cells in slots.items():
        values[slot * 5 : slot * 5 + 5] = cells
    return values


def test_a_checker_that_went_elsewhere_since_the_play_was_read_is_asked_about() -> None:
    slots = [0] * 26
    slots[0] = 1
    slots[4], slots[17], slots[21], slots[22], slots[23] = -3, -2, -3, -4, -3
    position = Position(tuple(slots), (14, 0))
    tracker = Tracker(REFERENCE, Calibration())
    tracker.agree(position)
    tracker.judge(readings(BEFORE), 1000, at_done=False)
    tracker.confirm()  # people say that it lies so
    tracker.expect(DARK, legal_ways(position.board(DARK), (5, 4)))
    played = tracker.judge(readings(PLAYED), 3000, at_done=True)

    moved = tracker.judge(readings(MOVED), 5000, at_done=True)

    assert played.kind is VerdictKind.COMPLETE
    assert moved.kind is VerdictKind.UNSURE
    assert moved.choices == (played.way,)


def test_a_checker_that_a_sleeve_pushed_since_the_play_was_read_changes_nothing() -> None:
    scene = ready()
    scene.table.move(LIGHT, 7, 4)
    scene.table.move(LIGHT, 5, 4)
    assert scene.look(at_done=True).kind is VerdictKind.COMPLETE
    scene.table.lift(7)
    scene.table.put(LIGHT, 7, 80.0)  # it lay at 72 mm

    verdict = scene.look(at_done=True)

    assert verdict.kind is VerdictKind.COMPLETE


def test_a_play_that_was_changed_to_another_whole_one_is_read_as_that() -> None:
    scene = ready()
    scene.table.move(LIGHT, 7, 4)
    scene.table.move(LIGHT, 5, 4)
    assert scene.look(at_done=True).kind is VerdictKind.COMPLETE
    scene.table.move(LIGHT, 4, 3)
    scene.table.move(LIGHT, 4, 5)

    verdict = scene.look(at_done=True)

    assert verdict.kind is VerdictKind.COMPLETE
    assert verdict.way is not None
    assert verdict.way.position.slots[3:8] == (1, 0, 5, 0, 2)
