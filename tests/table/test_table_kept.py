"""What the last picture of a match says of its record, and how many plays were made."""

from __future__ import annotations

import pytest
from table_driver import Driver

from controller.rules.position import Side
from controller.table import inputs
from controller.view.intents import Resign
from controller.view.snapshot import Kept


@pytest.fixture
def over() -> Driver:
    """Light has resigned the one game of the match after a play."""
    driver = Driver(length=1).start()
    driver.roll("light", (3, 1))
    driver.turn(Side.LIGHT, (8, 5), (6, 5))
    driver.ask(Resign("light", 1))
    driver.press("dark", "done")
    assert driver.phase == "match_over"
    return driver


def test_the_record_is_shown_once_it_is_written(over: Driver) -> None:
    assert over.snapshot is not None
    assert over.snapshot.kept is None
    over.tell(inputs.RecordKept(over.now_ms, 1, "records/a.mat", "; [Site]"))
    assert over.snapshot.kept == Kept("records/a.mat", "; [Site]")
    assert over.said("light") == over.said("dark")
    assert "record" not in over.said("light")


def test_a_record_that_could_not_be_written_is_said_to_both(over: Driver) -> None:
    over.tell(inputs.RecordKept(over.now_ms, 1, why="no space left"))
    for side in ("light", "dark"):
        assert "was not written (no space left); the journal has it" in over.said(side)


def test_the_next_match_knows_nothing_of_it(over: Driver) -> None:
    over.tell(inputs.RecordKept(over.now_ms, 1, "records/a.mat", "; [Site]"))
    over.press("dark", "done")
    assert over.snapshot is not None
    assert over.snapshot.match == 2
    assert over.snapshot.kept is None
    assert over.snapshot.plays == 0


def test_plays_are_counted_dances_and_all(over: Driver) -> None:
    assert over.snapshot is not None
    assert over.snapshot.plays == 1
