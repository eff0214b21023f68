"""Double, take and drop through the core's door."""

from __future__ import annotations

from table_driver import Driver

from controller.rules.position import Side
from controller.table import facts as f

LIGHT, DARK = Side.LIGHT, Side.DARK


def dark_to_roll(length: int = 5) -> Driver:
    driver = Driver(length=length).start()
    driver.roll("light", (3, 1))
    driver.turn(LIGHT, (8, 5), (6, 5))
    return driver


def offered() -> Driver:
    driver = dark_to_roll()
    driver.press("dark", "double")
    driver.wait(1000)
    return driver


def test_br_21_c_01_no_double_after_the_roll() -> None:
    driver = Driver().start()
    driver.roll("light", (3, 1))
    driver.press("light", "double")

    assert driver.phase == "moving"
    assert driver.snapshot.refused == 1


def test_br_22_c_04_a_take_is_held_for_a_second_and_gives_the_taker_the_cube() -> None:
    driver = offered()
    assert driver.phase == "cube_offered"
    driver.press("light", "double", hold_ms=1000)

    assert isinstance(driver.facts[-1], f.Taken)
    assert (driver.snapshot.cube.value, driver.snapshot.cube.owner) == (2, "light")
    assert (driver.phase, driver.snapshot.turn) == ("to_roll", "dark")


def test_a_take_let_go_too_early_is_no_take() -> None:
    driver = offered()
    driver.press("light", "double", hold_ms=900)
    driver.wait(2000)

    assert driver.phase == "cube_offered"
    assert driver.snapshot.refused == 1


def test_br_23_c_05_a_drop_is_held_and_loses_the_value_before_the_offer() -> None:
    driver = offered()
    driver.press("light", "undo", hold_ms=1500)

    assert driver.kinds()[-3:] == ["Dropped", "GameEnded", "SeedRevealed"]
    assert driver.snapshot.score == (0, 1)
    assert driver.phase == "game_over"


def test_no_drop_before_the_offer_stood_for_a_second() -> None:
    driver = dark_to_roll()
    driver.press("dark", "double")
    driver.press("light", "undo", hold_ms=5000)

    assert driver.phase == "cube_offered"


def test_C_02_the_doubler_does_not_own_the_cube_after_a_take() -> None:
    driver = offered()
    driver.press("light", "double", hold_ms=1000)
    driver.press("dark", "double")

    assert driver.phase == "to_roll"
    assert "not yours" in driver.said("dark")


def test_C_16_a_one_point_match_knows_no_double() -> None:
    driver = dark_to_roll(length=1)
    driver.press("dark", "double")

    assert driver.phase == "to_roll"


def test_done_does_not_answer_an_offer() -> None:
    driver = offered()
    driver.press("light", "done", hold_ms=3000)

    assert driver.phase == "cube_offered"
    assert "hold" in driver.said("light").lower()


def test_the_offer_is_said_to_both_sides() -> None:
    driver = offered()

    assert "doubles to 2" in driver.said("light")
    assert "offered the cube at 2" in driver.said("dark")
