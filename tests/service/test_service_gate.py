"""Commit, then reveal: what shows an uncommitted fact waits."""

from __future__ import annotations

from controller.service.gate import Gate
from controller.table.effects import AskMeans, ShowLights, WantRoll
from controller.view.snapshot import Light


def lights(place: int, reveals: int) -> ShowLights:
    return ShowLights((Light(place, "target"),), reveals)


def test_what_reveals_nothing_new_passes_at_once() -> None:
    gate = Gate(committed=3)

    assert gate.put(lights(1, 0)) == [lights(1, 0)]
    assert gate.put(lights(2, 3)) == [lights(2, 3)]
    assert gate.put(AskMeans(1)) == [AskMeans(1)]


def test_what_reveals_an_uncommitted_fact_waits_for_its_commit() -> None:
    gate = Gate(committed=3)

    assert gate.put(lights(1, 5)) == []
    assert gate.commit(4) == []
    assert gate.commit(5) == [lights(1, 5)]
    assert gate.commit(6) == []


def test_the_newest_frame_discards_older_ones_that_still_wait() -> None:
    gate = Gate(committed=3)
    gate.put(lights(1, 4))
    gate.put(lights(2, 5))

    assert gate.commit(5) == [lights(2, 5)]


def test_a_frame_that_may_pass_discards_the_older_one_that_may_not() -> None:
    gate = Gate(committed=3)
    gate.put(lights(1, 9))

    assert gate.put(lights(2, 0)) == [lights(2, 0)]
    assert gate.commit(9) == []


def test_a_roll_waits_like_a_picture() -> None:
    gate = Gate(committed=0)

    assert gate.put(WantRoll("M1/G1", "R", 0, reveals=1)) == []
    assert gate.commit(1) == [WantRoll("M1/G1", "R", 0, reveals=1)]
