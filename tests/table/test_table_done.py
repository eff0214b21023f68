"""Done is judged on a still board, on means taken after the press; a later lift takes it back."""

from __future__ import annotations

from ideal_sight import moved
from table_driver import Driver

from controller.config import Config
from controller.rules.position import START, Side
from controller.table import inputs

LIGHT = Side.LIGHT
HALF = moved(START, LIGHT, (8, 5))
WHOLE = moved(START, LIGHT, (8, 5), (6, 5))


def restless() -> Driver:
    """Light has played 8/5 of 3-1 and his other hand still moves."""
    driver = Driver().start()
    driver.roll("light", (3, 1))
    driver.put(HALF)
    driver.sight.restless = True
    driver.tell(inputs.Readings(driver.now_ms, ((0, 1),)))
    return driver


def calm(driver: Driver, slots: tuple[int, ...]) -> None:
    """The board comes to rest like this."""
    driver.sight.restless = False
    driver.put(slots)


def test_a_done_over_a_moving_board_waits_for_it() -> None:
    driver = restless()
    driver.press("light", "done")
    driver.wait(500)
    assert driver.plays() == []
    assert driver.snapshot.refused == 0

    calm(driver, WHOLE)
    assert driver.plays() == ["8/5 6/5"]


def test_a_board_that_does_not_come_to_rest_is_refused_in_words() -> None:
    driver = restless()
    driver.press("light", "done")
    driver.wait(Config().sensing.settle_limit_ms + 10)

    assert driver.snapshot.refused == 1
    assert "not still" in driver.said("light")
    calm(driver, WHOLE)
    assert driver.plays() == []


def test_a_lift_after_the_press_takes_it_back() -> None:
    driver = restless()
    driver.press("light", "done")
    driver.sight.hinted = ((LIGHT, 12),)
    driver.tell(inputs.Readings(driver.now_ms, ((60, 0),)))
    assert "taken back" in driver.said("light")

    driver.sight.hinted = ()
    calm(driver, WHOLE)
    assert driver.plays() == []


def test_a_lift_from_before_the_press_does_not_take_it_back() -> None:
    driver = restless()
    driver.sight.hinted = ((LIGHT, 5),)  # on its way from 6 to 5 while the button is pressed
    driver.press("light", "done")
    driver.tell(inputs.Readings(driver.now_ms, ((30, 0),)))
    driver.sight.hinted = ()
    calm(driver, WHOLE)

    assert driver.plays() == ["8/5 6/5"]


def test_the_means_that_decide_are_taken_after_the_press() -> None:
    driver = Driver().start()
    driver.roll("light", (3, 1))
    driver.put(HALF)
    driver.board = WHOLE  # moved, but not yet reported when the button goes down
    driver.press("light", "done")

    assert driver.plays() == ["8/5 6/5"]
