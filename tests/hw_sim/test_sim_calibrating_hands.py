"""Hands that calibrate: over a socket as well as in the process, and only while asked."""

from __future__ import annotations

import msgspec

from hw_sim.acts import Act, Drag, Hand, Press, Sweep
from hw_sim.board import Truth
from hw_sim.calibrating_hands import Asked, CalibratingHands
from hw_sim.fault_words import parse_fault


class Recorder(Hand):
    """Keeps acts as the lines that a socket would carry."""

    def __init__(self) -> None:
        self.acts: list[Act] = []

    def do(self, act: Act) -> Truth | None:
        self.acts.append(msgspec.json.decode(msgspec.json.encode(act), type=Act))
        return None


def acted(asked: Asked, until_ms: int) -> list[Act]:
    hand = Recorder()
    hands = CalibratingHands(hand, lambda: asked, seed=1)
    while (due_ms := hands.next_due_ms()) is not None and due_ms <= until_ms:
        hands.act(due_ms)
    return hand.acts


def test_every_act_travels_as_json() -> None:
    assert any(isinstance(act, Drag) for act in acted(Asked("slide", "light", 26), 10_000))


def test_the_board_is_cleared_once() -> None:
    assert acted(Asked("clear"), 60_000) == [Sweep()]


def test_who_slid_along_everything_twice_says_that_it_is_all() -> None:
    acts = acted(Asked("slide", "dark", 1), 600_000)

    assert sum(isinstance(act, Press) for act in acts) >= 1


def test_nobody_acts_when_it_is_done() -> None:
    assert acted(Asked("done"), 60_000) == []


def test_a_bar_halfs_cell_can_be_named_in_a_fault() -> None:
    assert parse_fault("dead:bar.dark.2").place == "bar.dark"  # type: ignore[union-attr]
