"""Deduced dice in the core: a roll is recorded with its play only, as people confirmed it."""

from __future__ import annotations

import pytest
from ideal_sight import moved
from table_driver import Driver

from controller.records.model import from_facts
from controller.rules.any_roll import ROLLS
from controller.rules.position import START, Position, Side
from controller.table import facts as f
from controller.table.state import MatchState, fold
from controller.view.intents import Press, TypeDice

LIGHT, DARK = Side.LIGHT, Side.DARK


def begun(*, dice: str = "deduced", seats: tuple[str, str] = ("hands", "hands")) -> Driver:
    """Light is to play from the start."""
    card = f.MatchStarted(1, "standard", 3, "Ada", "Ben", seats, dice)
    facts = (
        card,
        f.GameStarted(1, "M1/G1", (0, 0), False, None, START.slots),
        f.BoardSet(START.slots, (0, 0), turn="light"),
    )
    driver = Driver(dice=dice, facts=facts, seats=seats).resume(power_lost=False)
    driver.wait(10)
    return driver


def rolled(driver: Driver) -> list[tuple[tuple[int, int], str]]:
    return [(fact.dice, fact.source) for fact in driver.facts if isinstance(fact, f.Rolled)]


def test_the_only_roll_is_shown_and_one_press_records_roll_and_play() -> None:
    driver = begun()
    driver.move(LIGHT, (13, 7), (8, 7))
    assert driver.said("light") == "13/7 8/7: 6-1? Done says yes and ends your turn."
    assert driver.said("dark") == "Ada: 13/7 8/7 with 6-1."
    driver.press("light", "done")

    assert driver.kinds()[-2:] == ["Rolled", "Played"]
    assert rolled(driver) == [((6, 1), "deduced")]
    assert driver.plays() == ["13/7 8/7"]
    assert (driver.phase, driver.snapshot.turn) == ("to_roll", "dark")


def test_a_press_before_the_roll_was_shown_is_asked_back() -> None:
    driver = begun()
    driver.sight.restless = True
    driver.move(LIGHT, (13, 7), (8, 7))
    driver.tell_pressed("light")
    driver.sight.restless = False
    driver.put(driver.board)
    driver.wait(200)

    assert driver.interruption == "question"
    assert driver.plays() == []
    driver.press("light", "done")
    assert driver.plays() == ["13/7 8/7"]


def test_of_several_rolls_none_is_taken_until_one_is_chosen() -> None:
    driver = begun()
    driver.move(LIGHT, (24, 18))
    driver.press("light", "done")
    question = driver.snapshot.question
    assert (question.ask, question.rolls, question.pointed) == ("roll", ((4, 2), (5, 1)), None)
    driver.press("light", "done")
    assert driver.plays() == []
    driver.press("light", "undo")
    assert driver.snapshot.question.pointed == (5, 1)
    driver.press("light", "double")
    assert driver.snapshot.question.pointed == (4, 2)
    driver.press("dark", "done")
    assert driver.plays() == []
    driver.press("light", "done")

    assert rolled(driver) == [((4, 2), "chosen")]
    assert driver.kinds()[-3:] == ["QuestionAnswered", "Rolled", "Played"]


def test_a_board_that_moves_on_answers_the_question_itself() -> None:
    driver = begun()
    driver.move(LIGHT, (24, 18))
    driver.press("light", "done")
    driver.put(START.slots)

    assert driver.interruption is None
    assert driver.said("light").startswith("Your turn. Throw")


def test_no_answer_counts_while_something_moves() -> None:
    driver = begun()
    driver.move(LIGHT, (24, 18))
    driver.press("light", "done")
    driver.sight.restless = True
    driver.ask(TypeDice("light", (4, 2)))

    assert driver.plays() == []
    assert driver.said("light") == "The board is not still yet. Press Done again."


def test_a_roll_that_is_no_candidate_is_typed_and_both_outcomes_are_offered() -> None:
    driver = begun()
    driver.move(LIGHT, (13, 7), (8, 7))
    driver.ask(TypeDice("light", (3, 1)))

    assert rolled(driver) == [((3, 1), "typed")]
    assert driver.snapshot.question.ask == "contradiction"
    assert driver.said("light").endswith("Ben may let the move stand. Undo: the roll stands.")
    driver.press("light", "done")
    assert driver.plays() == []
    driver.press("dark", "done")
    assert driver.plays() == ["13/7 8/7"]
    assert driver.kinds()[-3:] == ["QuestionAnswered", "RollCorrected", "Played"]


def test_a_candidate_that_is_typed_is_the_roll_and_done_ends_the_turn() -> None:
    driver = begun()
    driver.move(LIGHT, (24, 18))
    driver.ask(TypeDice("light", (1, 5)))
    assert (driver.phase, driver.interruption) == ("moving", None)
    driver.press("light", "done")

    assert driver.plays() == ["24/23 23/18"]


def test_the_roll_stands_and_the_checkers_go_back() -> None:
    driver = begun(dice="typed")
    driver.ask(TypeDice("light", (3, 1)))
    driver.move(LIGHT, (13, 7), (8, 7))
    driver.press("light", "done")
    assert driver.snapshot.question.rolls == ((6, 1),)
    driver.press("dark", "undo")
    assert driver.interruption is None
    assert driver.said("light") == "The roll stands: put the checkers back and play it."
    driver.put(START.slots)
    driver.turn(LIGHT, (8, 5), (6, 5))

    assert driver.plays() == ["8/5 6/5"]
    assert "RollCorrected" not in driver.kinds()


def test_against_a_bot_the_mover_says_whether_the_move_stands() -> None:
    driver = begun(dice="typed", seats=("person", "bot plain"))
    driver.ask(TypeDice("light", (3, 1)))
    driver.move(LIGHT, (13, 7), (8, 7))
    driver.press("light", "done")
    assert driver.snapshot.question.side == "light"
    driver.press("light", "done")

    assert driver.plays() == ["13/7 8/7"]


def test_dice_that_the_table_threw_are_never_in_question() -> None:
    driver = Driver(dice="seeded").start()
    driver.roll("light", (3, 1))
    driver.move(LIGHT, (13, 7), (8, 7))
    driver.press("light", "done")

    assert driver.interruption is None
    assert driver.snapshot.refused == 1


def test_half_a_roll_is_unfinished_and_no_contradiction() -> None:
    """8/5 is a whole play of 2-1, but it is half of the 3-1 that was typed."""
    driver = begun(dice="typed")
    driver.ask(TypeDice("light", (3, 1)))
    driver.move(LIGHT, (8, 5))
    driver.press("light", "done")

    assert driver.interruption is None
    assert driver.said("light") == "8/5 is not the whole roll."


def test_a_corrected_roll_is_what_the_record_has() -> None:
    driver = begun(dice="typed")
    driver.ask(TypeDice("light", (3, 1)))
    driver.turn(LIGHT, (13, 7), (8, 7))
    driver.press("dark", "done")

    (game,) = from_facts(driver.facts).games
    assert [entry.dice for entry in game.entries if hasattr(entry, "dice")] == [(6, 1)]
    assert fold(MatchState(), driver.facts).game.turn is DARK


@pytest.mark.parametrize(("side", "dice"), [("light", (6, 1)), ("dark", (1, 6))])
def test_the_opening_throw_is_found_from_its_play(side: str, dice: tuple[int, int]) -> None:
    driver = Driver(dice="deduced").start()
    assert driver.said("light").startswith("The board is ready. Throw one die each: who starts")
    driver.press(side, "done")
    driver.wait(10)
    driver.move(Side(side), (13, 7), (8, 7))
    driver.press(side, "done")

    assert rolled(driver) == [(dice, "deduced")]
    assert driver.snapshot.turn == Side(side).other.value


def test_the_opening_is_never_won_with_a_double() -> None:
    driver = Driver(dice="deduced").start()
    driver.press("light", "done")
    driver.wait(10)
    driver.move(LIGHT, (8, 5), (8, 5), (6, 3), (6, 3))
    driver.press("light", "done")

    assert driver.snapshot.verdict == "wrong"
    assert driver.plays() == []


def test_the_other_side_may_say_that_it_starts_until_a_play_is_recorded() -> None:
    driver = Driver(dice="deduced").start()
    driver.press("light", "done")
    assert driver.snapshot.turn == "light"
    driver.press("dark", "done")
    assert driver.snapshot.turn == "dark"


def test_a_starter_who_throws_anew_may_begin_with_a_double() -> None:
    driver = Driver(dice="deduced", variant="tavla").start()
    driver.press("dark", "done")
    driver.wait(10)
    driver.move(DARK, (8, 5), (8, 5), (6, 3), (6, 3))
    driver.press("dark", "done")

    assert driver.kinds()[-3:] == ["OpeningWon", "Rolled", "Played"]
    assert fold(MatchState(), driver.facts).game.turn is LIGHT


def test_nothing_moved_is_no_play_where_every_roll_can_be_played() -> None:
    driver = begun()
    driver.press("light", "done")

    assert driver.snapshot.refused == 1
    assert driver.interruption is None


def test_a_dance_is_asked_for_among_the_rolls_that_dance() -> None:
    closed = list(START.slots)
    for slot, count in {18: -2, 19: -2, 20: -2, 21: -2, 22: -2, 23: 0, 11: -3, 16: 0}.items():
        closed[slot] = count
    closed[23] = 0
    closed[24] = 2
    driver = begun()
    driver.board = tuple(closed)
    driver.facts.append(f.BoardSet(tuple(closed), (0, 2), turn="light"))
    again = Driver(dice="deduced", facts=tuple(driver.facts))
    again.board = tuple(closed)
    again.resume(power_lost=False).wait(10)
    again.press("light", "done")

    assert again.snapshot.question.rolls == tuple(roll for roll in ROLLS if 1 not in roll)
    assert again.said("light").startswith("Nothing was moved: one of 15 rolls?")
    again.ask(TypeDice("light", (4, 4)))
    assert again.plays() == [""]


def test_who_has_begun_to_play_has_thrown_and_may_not_double() -> None:
    driver = begun()
    driver.move(LIGHT, (8, 5))
    driver.press("light", "double")
    assert (driver.phase, driver.snapshot.refused) == ("to_roll", 1)
    driver.put(START.slots)
    driver.press("light", "double")

    assert driver.phase == "cube_offered"


def test_nothing_ends_by_itself_while_another_roll_might_go_on() -> None:
    driver = begun()
    driver.move(LIGHT, (8, 5))
    driver.wait(60_000)

    assert driver.plays() == []


def test_undo_goes_back_over_the_boards_that_were_seen() -> None:
    driver = begun()
    driver.move(LIGHT, (13, 8))
    driver.move(LIGHT, (6, 5))
    driver.press("light", "undo")
    assert driver.said("light") == "Take back: return to 13/8."
    driver.press("light", "undo")

    assert driver.said("light") == "Take back: return to nothing."


def test_two_boards_alike_are_asked_first_and_then_the_roll() -> None:
    driver = begun()
    one = moved(START, LIGHT, (24, 18))
    other = moved(START, LIGHT, (13, 7), (8, 7))
    driver.sight.alike = (one, other)
    driver.put(one)
    driver.press("light", "done")
    assert driver.snapshot.question.ask == "which"
    driver.press("light", "done")

    assert driver.snapshot.question.rolls == ((4, 2), (5, 1))
    driver.ask(TypeDice("light", (5, 1)))
    assert driver.plays() == ["24/23 23/18"]


def test_an_illegal_play_stands_only_when_its_dice_are_known() -> None:
    driver = begun()
    driver.move(LIGHT, (6, 3), (6, 3))
    driver.ask(Press("light", "accept"))
    assert driver.said("light") == "Type the dice that you threw first."
    driver.ask(TypeDice("light", (5, 3)))
    assert driver.phase == "moving"
    for side in ("light", "dark"):
        driver.ask(Press(side, "accept"))

    assert [fact.illegal for fact in driver.facts if isinstance(fact, f.Played)] == [True]


def test_a_bots_dice_are_typed_in() -> None:
    driver = begun(seats=("bot plain", "person"))
    driver.choose(act="roll")
    driver.ask(TypeDice("dark", (3, 1)))

    assert driver.phase == "moving"
    assert driver.wanted is not None
    assert driver.wanted.what == "play"


def test_after_a_power_cut_the_board_tells_the_roll_again() -> None:
    driver = begun()
    driver.move(LIGHT, (13, 7), (8, 7))
    again = Driver(dice="deduced", facts=tuple(driver.facts))
    again.board = driver.board
    again.resume(power_lost=True).wait(10)
    again.press("dark", "done")
    assert again.interruption is None
    assert again.said("light") == "13/7 8/7: 6-1? Done says yes and ends your turn."
    again.press("light", "done")

    assert again.plays() == ["13/7 8/7"]


def test_a_match_that_stopped_between_roll_and_play_goes_on_with_that_roll() -> None:
    driver = begun()
    facts = (*driver.facts, f.Rolled("R", 0, (6, 1), "light", "deduced"))
    again = Driver(dice="deduced", facts=facts)
    again.board = moved(START, LIGHT, (13, 7), (8, 7))
    again.resume(power_lost=False)
    again.press("light", "done")

    assert again.plays() == ["13/7 8/7"]
    assert Position(again.board).slots == again.table.state.game.agreed.slots
