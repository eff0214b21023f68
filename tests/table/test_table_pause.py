"""A pause: either side stops the match and its clocks, and either goes on."""

from __future__ import annotations

import pytest
from ideal_sight import moved
from table_driver import Driver

from controller.rules.position import START, Position, Side
from controller.table import facts as f
from controller.table import inputs
from controller.table.turn import REROLL_MS
from controller.view.intents import Press, Resign, Restore, TypeDice
from controller.view.snapshot import Paused

LIGHT, DARK = Side.LIGHT, Side.DARK
PLAYED = moved(START, LIGHT, (8, 5), (6, 5))
KNOCKED = (*START.slots[:5], 2, 3, *START.slots[7:])


def moving(**changes: object) -> Driver:
    """Light has 3-1 to play."""
    driver = Driver(**changes).start()  # type: ignore[arg-type]
    driver.roll("light", (3, 1))
    return driver


def paused(**changes: object) -> Driver:
    driver = moving(**changes)
    driver.ask(Press("dark", "pause"))
    return driver


def test_either_side_stops_the_match_and_both_read_who_did() -> None:
    driver = moving()
    driver.ask(Press("dark", "pause"))
    assert driver.interruption == "paused"
    assert driver.phase == "moving"
    assert driver.snapshot is not None
    assert driver.snapshot.paused == Paused("dark", driver.now_ms - 100)
    assert driver.said("light") == driver.said("dark") == "Paused by Ben. Done goes on."
    assert driver.lights == ()


@pytest.mark.parametrize("control", ["go_on", "done", "yes"])
@pytest.mark.parametrize("side", ["light", "dark"])
def test_either_side_goes_on(side: str, control: str) -> None:
    driver = paused()
    driver.ask(Press(side, control))
    assert driver.interruption is None
    assert driver.phase == "moving"
    assert driver.snapshot is not None
    assert driver.snapshot.paused is None
    assert driver.kinds()[-2:] == ["MatchPaused", "MatchWentOn"]


def test_everything_else_is_refused_in_words() -> None:
    driver = paused()
    for intent in (
        Press("light", "undo"),
        Press("dark", "double"),
        Press("dark", "pause"),
        Resign("light", 1),
        TypeDice("light", (3, 1)),
    ):
        assert driver.snapshot is not None
        refused = driver.snapshot.refused
        driver.ask(intent)
        assert driver.snapshot.refused == refused + 1, intent
        assert driver.said(intent.side) != "Paused by Ben. Done goes on."
    assert driver.interruption == "paused"


def test_what_hands_do_meanwhile_is_judged_when_it_goes_on() -> None:
    driver = paused()
    driver.move(LIGHT, (8, 5), (6, 5))
    driver.wait(60_000)
    assert driver.plays() == []
    driver.ask(Press("light", "go_on"))
    driver.press("light", "done")
    assert driver.plays() == ["8/5 6/5"]


def test_a_play_that_is_shown_is_recorded_after_it_only() -> None:
    driver = Driver(seats=("person", "bot gnubg")).start()
    driver.roll("light", (1, 3))
    driver.choose(Position(moved(START, DARK, (8, 5), (6, 5))).board(DARK))
    assert driver.phase == "showing"
    driver.ask(Press("light", "pause"))
    driver.move(DARK, (8, 5), (6, 5))
    driver.wait(5_000)
    assert driver.plays() == []
    driver.ask(Press("light", "go_on"))
    assert driver.plays() == ["8/5 6/5"]


def test_a_dance_does_not_pass_meanwhile() -> None:
    shut = [0] * 26
    for slot in range(18, 24):
        shut[slot] = -2
    shut[24] = 1
    start = f.GameStarted(1, "M1/G1", (0, 0), False, "c0", START.slots)
    facts = (Driver().card, start, f.BoardSet(tuple(shut), (14, 3), turn="light"))
    driver = Driver(facts=facts)
    driver.board = tuple(shut)
    driver.resume(power_lost=False)
    driver.roll("light", (3, 1))
    driver.ask(Press("dark", "pause"))
    driver.wait(30_000)
    assert driver.plays() == []
    driver.ask(Press("dark", "go_on"))
    driver.wait(2_100)
    assert driver.plays() == [""]


def test_a_done_that_waited_for_the_board_is_forgotten() -> None:
    driver = moving()
    driver.move(LIGHT, (8, 5), (6, 5))
    driver.sight.restless = True
    driver.tell_pressed("light")
    driver.ask(Press("dark", "pause"))
    driver.sight.restless = False
    driver.tell(inputs.Readings(driver.now_ms, ((0, 1),)))
    driver.ask(Press("dark", "go_on"))
    driver.wait(5_000)
    assert driver.plays() == []


def test_a_tied_opening_throws_again_after_it() -> None:
    driver = Driver().start()
    driver.roll("light", (3, 3))
    driver.rolls.append((3, 1))
    driver.ask(Press("light", "pause"))
    driver.wait(10 * REROLL_MS)
    assert driver.phase == "opening"
    driver.ask(Press("light", "go_on"))
    driver.wait(REROLL_MS)
    assert driver.phase == "moving"


def test_it_lies_on_an_offer_and_leaves_it_as_it_was() -> None:
    driver = moving()
    driver.ask(Resign("light", 1))
    driver.ask(Press("dark", "pause"))
    assert driver.interruption == "paused"
    driver.ask(Press("dark", "go_on"))
    assert driver.interruption == "resign_offered"


def test_a_bot_that_was_asked_before_it_is_asked_again_after_it() -> None:
    driver = Driver(seats=("person", "bot gnubg")).start()
    driver.roll("light", (1, 3))
    late = driver.wanted
    assert late is not None
    driver.ask(Press("light", "pause"))
    driver.choose(Position(moved(START, DARK, (8, 5), (6, 5))).board(DARK))
    assert driver.phase == "moving"
    driver.ask(Press("light", "go_on"))
    assert driver.wanted is not None
    assert driver.wanted.request == late.request + 1


def test_a_position_may_be_restored_in_it_and_the_match_still_stands_then() -> None:
    driver = moving()
    driver.put(KNOCKED)
    driver.ask(Press("dark", "pause"))
    driver.ask(Restore("dark"))
    assert "Put the board back" in driver.said("light")
    driver.put(START.slots)
    assert driver.said("light") == "Paused by Ben. Done goes on."
    driver.ask(Press("light", "go_on"))
    assert driver.interruption is None
    assert driver.phase == "moving"


def test_a_fault_lies_over_it() -> None:
    driver = paused()
    driver.tell(inputs.LinkDown(driver.now_ms, "the cable is out"))
    assert driver.interruption == "fault"
    driver.tell(inputs.LinkUp(driver.now_ms, False))
    assert driver.interruption == "paused"


def test_it_outlives_a_restart() -> None:
    driver = paused()
    again = Driver(facts=tuple(driver.facts))
    again.now_ms = 700_000  # the machine's own time since it started
    again.tell(inputs.Resume(again.now_ms, False))
    again.tell(inputs.LinkUp(again.now_ms, False))
    assert again.interruption == "paused"
    assert again.snapshot is not None
    assert again.snapshot.paused == Paused("dark", again.now_ms)
    again.ask(Press("light", "go_on"))
    assert again.interruption is None


def test_between_games_there_is_nothing_to_pause() -> None:
    driver = moving()
    driver.ask(Resign("light", 1))
    driver.press("dark", "done")
    assert driver.phase == "game_over"
    driver.ask(Press("dark", "pause"))
    assert driver.interruption is None
    assert "Nothing is under way" in driver.said("dark")
