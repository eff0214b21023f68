"""The match clock at the table: delay, reserve, the flag, a restart (MAT-17 to MAT-20)."""

from __future__ import annotations

import pytest
from table_driver import Driver

from controller.match.clock import TimeRule
from controller.rules.position import START, Side
from controller.table import facts as f
from controller.view.intents import Press, Resign

LIGHT, DARK = Side.LIGHT, Side.DARK
TWELVE_TWO_MINUTES = TimeRule(reserve_ms=120_000, delay_ms=12_000)
BLITZ = TimeRule(reserve_ms=10_000, delay_ms=2_000)


def moving(rule: TimeRule = TWELVE_TWO_MINUTES, **changes: object) -> Driver:
    """Light has 3-1 to play, from now."""
    driver = Driver(clock=rule, **changes).start()  # type: ignore[arg-type]
    driver.roll("light", (3, 1))
    return driver


def reserves(driver: Driver) -> tuple[int, int]:
    """Both sides' reserve now, in ms."""
    assert driver.snapshot is not None
    clock = driver.snapshot.clock
    assert clock is not None
    return clock.left("light", driver.now_ms)[0], clock.left("dark", driver.now_ms)[0]


def readings(driver: Driver) -> list[f.ClockRead]:
    return [fact for fact in driver.facts if isinstance(fact, f.ClockRead)]


def test_the_delay_costs_nothing_and_then_the_reserve_runs() -> None:
    driver = moving()
    driver.wait(10_000)
    assert reserves(driver) == (120_000, 120_000)
    driver.wait(4_000)
    light, dark = reserves(driver)
    assert (light, dark) == (pytest.approx(118_000, abs=200), 120_000)


def test_what_it_shows_at_the_turn_s_end_is_a_fact_after_the_play() -> None:
    driver = moving()
    driver.wait(22_000)
    driver.turn(LIGHT, (8, 5), (6, 5))
    assert driver.kinds()[-2:] == ["Played", "ClockRead"]
    (reading,) = readings(driver)
    assert reading.reserves[0] == pytest.approx(110_000, abs=200)
    assert reading.reserves[1] == 120_000
    assert reading.fallen is None
    assert reserves(driver) == reading.reserves


def test_a_cube_passes_the_time_to_who_answers_and_back() -> None:
    driver = moving()
    driver.turn(LIGHT, (8, 5), (6, 5))
    driver.press("dark", "double")
    driver.wait(20_000)
    light, dark = reserves(driver)
    assert (light, dark) == (pytest.approx(112_000, abs=200), 120_000)
    driver.press("light", "double", hold_ms=1_000)
    driver.wait(20_000)
    assert reserves(driver)[1] == pytest.approx(112_000, abs=300)


def test_mat_17_an_increment_is_added_after_a_completed_turn_only() -> None:
    driver = moving(TimeRule(120_000, 0, increment_ms=8_000))
    driver.turn(LIGHT, (8, 5), (6, 5))
    assert reserves(driver)[0] == pytest.approx(128_000, abs=500)
    driver.press("dark", "double")
    assert reserves(driver)[1] == pytest.approx(120_000, abs=500)  # he has yet to roll
    driver.press("light", "double", hold_ms=1_100)
    light, dark = reserves(driver)
    assert light == pytest.approx(127_000, abs=500)  # the answer is no turn
    driver.roll("dark", (3, 1))
    driver.turn(DARK, (8, 5), (6, 5))
    assert reserves(driver)[1] == pytest.approx(dark + 8_000, abs=500)


def test_mat_18_steps_that_are_taken_back_leave_the_clock_with_who_is_on_roll() -> None:
    driver = moving(TimeRule(3_000, 0))
    driver.move(LIGHT, (8, 5))
    driver.press("light", "undo")
    driver.move(LIGHT, (5, 8))
    assert driver.snapshot is not None
    assert driver.snapshot.clock is not None
    assert driver.snapshot.clock.turn == "light"
    before = reserves(driver)
    driver.wait(1_000)
    assert reserves(driver) == (before[0] - 1_000, before[1])
    driver.wait(3_000)
    assert driver.snapshot.clock.fallen == "light"


def test_mat_17_a_pause_carries_the_rest_of_the_delay_over() -> None:
    driver = moving()
    driver.wait(10_000)
    driver.ask(Press("dark", "pause"))
    driver.wait(100_000)
    driver.ask(Press("dark", "go_on"))
    driver.wait(1_500)
    assert reserves(driver) == (120_000, 120_000)
    driver.wait(2_000)
    assert reserves(driver)[0] < 120_000


def test_mat_20_the_flag_is_told_to_both_and_ends_nothing() -> None:
    driver = moving(BLITZ)
    driver.wait(12_000)
    assert driver.said("light") == driver.said("dark")
    assert driver.said("dark") == "Ada's time is up. Players or director decide."
    assert readings(driver) == [f.ClockRead((0, 10_000), "light")]
    assert driver.snapshot is not None
    assert driver.snapshot.clock is not None
    assert (driver.snapshot.clock.fallen, driver.snapshot.clock.since_ms) == ("light", None)
    assert driver.phase == "moving"

    driver.turn(LIGHT, (8, 5), (6, 5))  # they agree to play on
    driver.wait(60_000)
    assert reserves(driver) == (0, 10_000)
    assert not any(isinstance(fact, f.Chosen | f.GameEnded) for fact in driver.facts)


def test_mat_18_a_done_at_the_last_millisecond_counts() -> None:
    driver = moving(BLITZ)
    driver.move(LIGHT, (8, 5), (6, 5))
    assert driver.snapshot is not None
    assert driver.snapshot.clock is not None
    assert driver.snapshot.clock.since_ms is not None
    driver.wait(driver.snapshot.clock.since_ms + 11_999 - driver.now_ms)
    driver.press("light", "done")
    assert driver.plays() == ["8/5 6/5"]
    assert readings(driver) == [f.ClockRead((1, 10_000))]


@pytest.mark.parametrize("after_the_flag", [False, True])
def test_a_restart_finds_what_was_left(*, after_the_flag: bool) -> None:
    driver = moving(BLITZ)
    driver.wait(5_000)
    driver.turn(LIGHT, (8, 5), (6, 5))
    if after_the_flag:
        driver.wait(20_000)
    again = Driver(facts=tuple(driver.facts)).resume(power_lost=False)
    light, dark = reserves(again)
    assert light == pytest.approx(7_000, abs=300)
    assert dark == (0 if after_the_flag else 10_000)
    assert again.snapshot is not None
    assert again.snapshot.clock is not None
    assert again.snapshot.clock.fallen == ("dark" if after_the_flag else None)


def test_between_games_nobody_s_time_runs_and_the_reserve_is_kept() -> None:
    driver = moving()
    driver.turn(LIGHT, (8, 5), (6, 5))
    driver.wait(22_000)
    driver.press("dark", "double")
    driver.wait(1_100)
    driver.press("light", "undo", hold_ms=1_600)
    assert driver.phase == "game_over"
    driver.wait(100_000)
    assert reserves(driver)[1] == pytest.approx(110_000, abs=400)
    driver.press("dark", "done")
    driver.put(START.slots)
    assert driver.phase == "opening"
    driver.wait(100_000)
    assert reserves(driver)[1] == pytest.approx(110_000, abs=400)


def test_a_match_clock_goes_before_a_turn_timer() -> None:
    driver = moving(timer_s=45)
    driver.wait(60_000)
    assert driver.snapshot is not None
    assert driver.snapshot.clock is not None
    assert driver.snapshot.clock.kind == "reserve"
    assert driver.phase == "moving"


def test_the_next_match_has_its_whole_time() -> None:
    driver = moving(BLITZ, length=1)
    driver.wait(5_000)
    driver.turn(LIGHT, (8, 5), (6, 5))
    driver.roll("dark", (6, 5))
    driver.turn(DARK, (24, 18), (18, 13))
    assert driver.table.state.reserves is not None
    driver.ask(Resign("light", 1))
    driver.press("dark", "done")
    assert driver.phase == "match_over"
    driver.press("dark", "done")
    assert driver.snapshot is not None
    assert driver.snapshot.clock is not None
    assert driver.snapshot.clock.reserve_ms == (10_000, 10_000)
