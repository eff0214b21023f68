"""A game's turns through the core's one door, over a board that is always seen right."""

from __future__ import annotations

import pytest
from ideal_sight import moved
from table_driver import Driver

from controller.config import Config, set_value
from controller.errors import IllegalInput
from controller.rules.position import START, Position, Side
from controller.table import facts as f
from controller.table import inputs
from controller.view.intents import Answer, Press, Resign, TypeDice

LIGHT, DARK = Side.LIGHT, Side.DARK


def opened(*dice: tuple[int, int], **options: object) -> Driver:
    """A match whose opening is thrown: light plays 3-1 unless dice say otherwise."""
    driver = Driver(**options).start()  # type: ignore[arg-type]
    driver.roll("light", *(dice or ((3, 1),)))
    return driver


def bearing_off(**options: object) -> Driver:
    """Light to roll with his last two checkers on 2 and 1; dark has one off."""
    board = Position.from_board(
        (0, 1, 1, *(0,) * 15, -5, -5, -4, 0, 0, 0, 0, 0), LIGHT, off=(13, 1)
    )
    driver = Driver(**options)  # type: ignore[arg-type]
    facts: tuple[f.AnyFact, ...] = (
        driver.card,
        f.GameStarted(1, "M1/G1", (0, 0), False, "c0", START.slots),
        f.BoardSet(board.slots, board.off, turn="light"),
    )
    driver = Driver(**options, facts=facts)  # type: ignore[arg-type]
    driver.board = board.slots
    return driver.resume(power_lost=False)


def test_a_match_begins_with_a_card_a_commitment_and_the_set_up() -> None:
    driver = Driver().start()

    assert driver.kinds() == ["MatchStarted", "GameStarted"]
    assert driver.phase == "opening"


def test_an_empty_board_is_guided_into_the_set_up() -> None:
    driver = Driver()
    driver.board = (0,) * 26
    driver.start()

    assert driver.phase == "setup"
    assert "Set up the board" in driver.said("light")
    assert any("missing" in light for light in driver.lights)
    driver.put(START.slots)
    assert driver.phase == "opening"


def test_the_opening_ties_are_facts_and_thrown_again_by_themselves() -> None:
    driver = opened((4, 4), (2, 5))
    assert driver.phase == "opening"
    assert "4" in driver.said("light")
    driver.wait(1000)

    assert [fact.dice for fact in driver.facts if isinstance(fact, f.Rolled)] == [(4, 4), (2, 5)]
    assert (driver.phase, driver.snapshot.turn, driver.snapshot.roll) == ("moving", "dark", (5, 2))


def test_a_whole_legal_play_is_recorded_at_done_and_the_turn_passes() -> None:
    driver = opened()
    driver.turn(LIGHT, (8, 5), (6, 5))

    assert driver.plays() == ["8/5 6/5"]
    assert (driver.phase, driver.snapshot.turn) == ("to_roll", "dark")


def test_a_whole_play_without_done_records_nothing() -> None:
    driver = opened()
    driver.move(LIGHT, (8, 5), (6, 5))
    driver.wait(60_000)

    assert driver.plays() == []
    assert "Done" in driver.said("light")


def test_auto_done_ends_a_settled_complete_play_where_it_is_switched_on() -> None:
    driver = opened(config=set_value(Config(), "turn.auto_done_ms", "2000"))
    driver.move(LIGHT, (8, 5), (6, 5))
    driver.wait(2100)

    assert driver.plays() == ["8/5 6/5"]


def test_done_on_half_a_roll_is_refused_in_words() -> None:
    driver = opened()
    driver.turn(LIGHT, (8, 5))

    assert driver.plays() == []
    assert driver.snapshot.refused == 1
    assert driver.said("light") == "8/5 is not the whole roll."


def test_done_with_a_checker_in_the_hand_is_refused() -> None:
    driver = opened()
    lifted = list(moved(START, LIGHT, (8, 5)))
    lifted[5] -= 1
    driver.put(tuple(lifted))
    driver.press("light", "done")

    assert driver.plays() == []
    assert driver.snapshot.refused == 1


def test_an_illegal_board_says_what_to_move_and_lights_it_and_a_correction_plays_on() -> None:
    driver = opened()
    driver.move(LIGHT, (8, 5), (6, 4))
    assert driver.snapshot.verdict == "wrong"
    assert "3 wrong" in driver.lights  # slot 3 is light's 4-point
    assert "Move one light checker" in driver.said("light")
    driver.press("light", "done")
    assert driver.plays() == []

    driver.put(moved(START, LIGHT, (8, 5), (6, 5)))
    driver.press("light", "done")
    assert driver.plays() == ["8/5 6/5"]


def test_done_by_the_side_not_on_roll_is_refused() -> None:
    driver = opened()
    driver.move(LIGHT, (8, 5), (6, 5))
    driver.press("dark", "done")

    assert driver.plays() == []
    assert driver.said("dark") == "It is not your turn."
    assert driver.snapshot.noticed == (False, True)


def test_rolling_is_refused_while_the_board_is_not_agreed() -> None:
    driver = opened()
    driver.turn(LIGHT, (8, 5), (6, 5))
    driver.move(DARK, (24, 20))
    driver.roll("dark", (6, 5))

    assert driver.phase == "to_roll"
    assert driver.snapshot.refused == 1


def test_undo_asks_the_last_steps_back_and_ends_when_they_are() -> None:
    driver = opened()
    driver.move(LIGHT, (8, 5))
    driver.move(LIGHT, (6, 5))
    driver.press("light", "undo")
    assert driver.said("light") == ("Take back: return to 8/5. Move one light checker from 5 to 6.")
    assert driver.lights == ("4 wrong", "5 missing")

    driver.put(moved(START, LIGHT, (8, 5)))
    assert driver.said("light") == "8/5 so far. Play on."
    driver.press("light", "undo")
    assert driver.said("light") == "Take back the whole play. Move one light checker from 5 to 8."


def test_undo_with_nothing_moved_is_refused() -> None:
    driver = opened()
    driver.press("light", "undo")

    assert driver.snapshot.refused == 1


def test_a_dance_passes_by_itself_and_is_recorded() -> None:
    # dark holds six points of his home, light on the bar
    slots = [0] * 26
    slots[24], slots[0] = 1, 14
    for point in range(1, 7):
        slots[24 - point] = -2
    slots[10] = -3
    driver = Driver()
    driver = Driver(
        facts=(
            driver.card,
            f.GameStarted(1, "M1/G1", (0, 0), False, "c0", START.slots),
            f.BoardSet(tuple(slots), (0, 0), turn="light"),
        )
    )
    driver.board = tuple(slots)
    driver.resume(power_lost=False)
    driver.roll("light", (6, 5))
    assert "no legal move" in driver.said("light")
    driver.wait(1900)
    assert driver.plays() == []
    driver.wait(200)

    assert driver.plays() == [""]
    assert driver.snapshot.turn == "dark"


def test_the_last_checker_off_ends_the_game_after_a_while() -> None:
    driver = bearing_off()
    driver.roll("light", (2, 1))
    driver.move(LIGHT, (2, 0), (1, 0))
    driver.wait(1400)
    assert driver.plays() == []
    driver.wait(200)

    assert driver.kinds()[-4:] == ["Rolled", "Played", "GameEnded", "SeedRevealed"]
    assert driver.snapshot.score == (1, 0)
    assert driver.phase == "game_over"


def test_the_last_checker_off_is_confirmed_by_done_at_once() -> None:
    driver = bearing_off()
    driver.roll("light", (2, 1))
    driver.turn(LIGHT, (2, 0), (1, 0))

    assert driver.phase == "game_over"


def test_done_after_a_game_starts_the_next_one_at_the_set_up() -> None:
    driver = bearing_off()
    driver.roll("light", (2, 1))
    driver.turn(LIGHT, (2, 0), (1, 0))
    driver.press("dark", "done")

    assert driver.phase == "setup"
    assert isinstance(driver.facts[-1], f.GameStarted)
    assert driver.facts[-1].game == 2


def test_SEN_06_clearing_the_board_after_the_game_records_nothing() -> None:
    driver = bearing_off()
    driver.roll("light", (2, 1))
    driver.turn(LIGHT, (2, 0), (1, 0))
    facts = len(driver.facts)
    driver.put((0,) * 26)

    assert len(driver.facts) == facts
    assert driver.lights == ()


def test_a_won_match_writes_its_records_and_is_over() -> None:
    driver = bearing_off(length=1)
    driver.roll("light", (2, 1))
    driver.turn(LIGHT, (2, 0), (1, 0))

    assert driver.phase == "match_over"
    assert driver.kinds()[-3:] == ["GameEnded", "MatchEnded", "SeedRevealed"]
    assert driver.records == [1]
    driver.press("light", "double")
    assert "match is over" in driver.said("light")


def test_done_after_a_match_begins_another_of_the_same_people() -> None:
    driver = bearing_off(length=1)
    driver.roll("light", (2, 1))
    driver.turn(LIGHT, (2, 0), (1, 0))
    driver.press("dark", "done")

    assert driver.kinds()[-2:] == ["MatchStarted", "GameStarted"]
    assert driver.phase == "setup"
    assert driver.snapshot.match == 2
    assert driver.snapshot.score == (0, 0)
    driver.put(START.slots)
    assert driver.phase == "opening"


def test_typed_dice_are_entered_on_the_own_turn_only() -> None:
    driver = Driver(dice="typed").start()
    driver.press("light", "done")
    assert driver.snapshot.refused == 1
    driver.ask(TypeDice("light", (3, 1)))
    driver.turn(LIGHT, (8, 5), (6, 5))
    driver.ask(TypeDice("light", (6, 5)))
    assert driver.phase == "to_roll"
    driver.ask(TypeDice("dark", (6, 5)))

    assert (driver.phase, driver.snapshot.roll) == ("moving", (6, 5))


def test_dice_that_were_not_asked_for_are_an_error_of_ours() -> None:
    driver = opened()
    with pytest.raises(IllegalInput, match="R0"):
        driver.table.handle(inputs.DiceRolled(0, "R", 0, (6, 6)))


def test_a_resignation_needs_its_answer_and_a_refusal_leaves_the_turn_as_it_was() -> None:
    driver = opened()
    driver.move(LIGHT, (8, 5))
    driver.ask(Resign("light", 2))
    assert driver.interruption == "resign_offered"
    driver.press("light", "done")
    assert driver.interruption == "resign_offered"
    driver.press("dark", "undo")
    assert (driver.interruption, driver.phase) == (None, "moving")

    driver.ask(Resign("light", 2))
    driver.press("dark", "done")
    assert driver.snapshot.score == (0, 2)
    assert driver.phase == "game_over"


def test_an_intent_is_refused_when_late_repeated_forged_or_for_another_match() -> None:
    driver = opened()
    driver.move(LIGHT, (8, 5), (6, 5))
    for changes in ({"turn_number": 99}, {"token": "x"}, {"match": 2}):
        driver.ask(Press("light", "done"), **changes)
    assert driver.plays() == []
    assert driver.snapshot.refused == 3
    driver.ask(Press("light", "done"))
    driver.ask(Press("dark", "done"), number=1)

    assert driver.plays() == ["8/5 6/5"]
    assert driver.phase == "to_roll"
    refusals = [fact for fact in driver.facts if isinstance(fact, f.IntentRefused)]
    assert len(refusals) == 1  # at most one a second a sender


def test_a_touch_without_a_question_is_refused() -> None:
    driver = opened()
    driver.ask(Answer("light", 5))

    assert driver.snapshot.refused == 1
