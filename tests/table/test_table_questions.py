"""Where two boards look alike the table asks one question; an answer counts, a guess never."""

from __future__ import annotations

from ideal_sight import moved
from table_driver import Driver

from controller.rules.position import START, Side
from controller.table import facts as f
from controller.view.intents import Answer

LIGHT = Side.LIGHT
MADE_FIVE = moved(START, LIGHT, (8, 5), (6, 5))
DOWN = moved(START, LIGHT, (8, 4))
HALF = moved(START, LIGHT, (8, 5))
OTHER_PLAY = moved(START, LIGHT, (24, 21), (6, 5))


def asked(*alike: tuple[int, ...]) -> Driver:
    """Light has played to the first of these boards with 3-1, and pressed Done."""
    driver = Driver().start()
    driver.roll("light", (3, 1))
    driver.sight.alike = alike
    driver.put(alike[0])
    driver.press("light", "done")
    return driver


def test_two_whole_plays_that_look_alike_are_asked_about_and_nothing_is_recorded() -> None:
    driver = asked(MADE_FIVE, DOWN)

    assert driver.interruption == "question"
    assert driver.plays() == []
    assert "Which was it: 8/5 6/5 (Done) or 8/7 7/4 (Undo)?" in driver.said("light")
    assert driver.lights == ("3 question", "4 question")


def test_yes_is_the_first_and_no_the_second() -> None:
    first, second = asked(MADE_FIVE, DOWN), asked(MADE_FIVE, DOWN)
    first.press("light", "done")
    second.press("light", "undo")

    assert first.plays() == ["8/5 6/5"]
    assert second.plays() == ["8/7 7/4"]
    assert isinstance(first.facts[-2], f.QuestionAnswered)


def test_a_touch_on_a_lit_point_answers() -> None:
    driver = asked(MADE_FIVE, DOWN)
    driver.ask(Answer("light", 7))
    assert driver.plays() == []
    assert driver.snapshot.refused == 1
    driver.ask(Answer("light", 4))

    assert driver.plays() == ["8/5 6/5"]


def test_the_other_side_does_not_answer_for_the_mover() -> None:
    driver = asked(MADE_FIVE, DOWN)
    driver.press("dark", "done")

    assert driver.plays() == []
    assert driver.interruption == "question"
    assert driver.said("dark") == "It is not your turn."


def test_an_unfinished_board_that_is_chosen_is_played_on_and_not_recorded() -> None:
    driver = asked(HALF, MADE_FIVE)
    driver.press("light", "done")

    assert driver.plays() == []
    assert driver.interruption is None
    assert driver.phase == "moving"


def test_a_nudge_that_makes_it_clear_answers_by_itself() -> None:
    driver = asked(MADE_FIVE, DOWN)
    driver.sight.alike = ()
    driver.put(MADE_FIVE)
    assert driver.interruption is None
    assert driver.plays() == []
    driver.press("light", "done")

    assert driver.plays() == ["8/5 6/5"]


def nudged(driver: Driver, slot: int) -> None:
    """A checker of one slot is stirred and lies as it lay."""
    driver.sight.stirred = slot
    driver.put(driver.board)


def test_a_nudge_on_one_of_the_lit_points_answers() -> None:
    first, second = asked(MADE_FIVE, DOWN), asked(MADE_FIVE, DOWN)
    assert "or nudge its checker" in first.said("light")
    nudged(first, 4)
    nudged(second, 3)

    assert first.plays() == ["8/5 6/5"]
    assert second.plays() == ["8/7 7/4"]
    assert isinstance(first.facts[-2], f.QuestionAnswered)


def test_a_nudge_elsewhere_is_no_answer_and_the_hand_may_point_again() -> None:
    driver = asked(MADE_FIVE, DOWN)
    nudged(driver, 7)

    assert driver.plays() == []
    assert driver.interruption == "question"
    nudged(driver, 4)
    assert driver.plays() == ["8/5 6/5"]


def test_a_checker_of_a_lit_point_may_be_lifted_and_put_back_as_an_answer() -> None:
    driver = asked(MADE_FIVE, DOWN)
    held = list(MADE_FIVE)
    held[4] -= 1
    driver.sight.stirred = 4
    driver.put(tuple(held))
    assert driver.interruption == "question"
    assert driver.plays() == []
    driver.put(MADE_FIVE)

    assert driver.plays() == ["8/5 6/5"]


def test_a_checker_that_goes_elsewhere_is_no_answer() -> None:
    driver = asked(MADE_FIVE, DOWN)
    driver.sight.stirred = 4
    driver.put(HALF)

    assert driver.interruption is None
    assert driver.plays() == []


def test_a_question_does_not_outlive_the_boards_it_is_about() -> None:
    driver = asked(MADE_FIVE, DOWN)
    driver.sight.alike = (OTHER_PLAY, HALF)
    driver.put(OTHER_PLAY)

    assert driver.interruption is None
    driver.press("light", "done")
    assert driver.plays() == []
    driver.press("light", "done")
    assert driver.plays() == ["24/21 6/5"]


def test_one_doubtful_board_is_asked_with_yes_or_no() -> None:
    driver = asked(MADE_FIVE)
    assert driver.said("light") == "Was it 8/5 6/5? Done: yes. Undo: no."
    driver.press("light", "undo")
    assert driver.plays() == []
    driver.press("light", "done")
    driver.press("light", "done")

    assert driver.plays() == ["8/5 6/5"]


def test_no_question_is_put_that_no_answer_could_end_the_turn_with() -> None:
    for alike, why in (
        ((START.slots,), "Nothing seems to be played yet."),
        ((HALF, START.slots), "8/5 is not the whole roll."),
        ((moved(START, LIGHT, (6, 5)),), "6/5 is not the whole roll."),
    ):
        driver = asked(*alike)

        assert driver.interruption is None
        assert driver.said("light").startswith(why)
        assert driver.plays() == []


def test_before_a_roll_a_done_says_that_a_doubtful_board_stands_as_agreed() -> None:
    driver = Driver().start()
    driver.roll("light", (3, 1))
    driver.put(MADE_FIVE)
    driver.press("light", "done")
    driver.sight.doubtful = True
    driver.put(MADE_FIVE)
    assert "Does the board stand as shown" in driver.said("dark")
    driver.rolls.append((6, 5))
    driver.press("dark", "done")

    assert driver.snapshot.roll == (6, 5)


def test_checkers_that_lie_as_none_do_are_vouched_for_with_a_second_done() -> None:
    driver = Driver()
    driver.sight.crooked = True
    driver.start()
    assert "Straighten" in driver.said("light")
    driver.press("light", "done")
    assert driver.interruption is None
    driver.press("light", "done")
    assert driver.interruption == "question"
    assert "Does the board stand as shown" in driver.said("light")
    driver.press("light", "yes")

    assert driver.interruption is None
    assert driver.phase == "opening"


def test_what_was_said_of_a_refused_board_is_gone_when_the_board_has_changed() -> None:
    driver = Driver().start()
    driver.roll("light", (3, 1))
    driver.put(moved(START, LIGHT, (8, 6)))
    driver.press("light", "done")
    assert "This is no legal play" in driver.said("light")
    driver.put(HALF)

    assert "8/5 so far" in driver.said("light")
