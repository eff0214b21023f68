"""Blind time: turns that nobody saw are asked about, recorded by a yes alone, and marked."""

from __future__ import annotations

import random

import pytest
from ideal_sight import moved
from table_driver import Driver

from controller.rules.missed import turn_between
from controller.rules.plays import legal_finals
from controller.rules.position import START, Position, Roll, Side
from controller.table import facts as f
from controller.table import inputs
from controller.table.state import MatchState, fold
from controller.view.intents import Press, TypeDice

LIGHT, DARK = Side.LIGHT, Side.DARK


def to_roll(position: Position = START, turn: Side = LIGHT, dice: str = "seeded") -> Driver:
    """A service that comes up over this position, which lies there; a side is to roll."""
    card = Driver(dice=dice).card
    commitment = None if dice == "typed" else "c0"
    facts = (
        card,
        f.GameStarted(1, "M1/G1", (0, 0), False, commitment, START.slots),
        f.BoardSet(position.slots, position.off, turn=turn.value),
    )
    driver = Driver(facts=facts, dice=dice)
    driver.board = position.slots
    return driver.resume(power_lost=False)


def moving(dice: str = "seeded", roll: Roll = (3, 1)) -> Driver:
    driver = to_roll(dice=dice)
    if dice == "typed":
        driver.ask(TypeDice("light", roll))
    else:
        driver.roll("light", roll)
    assert driver.phase == "moving"
    return driver


def blindly(driver: Driver, slots: tuple[int, ...]) -> None:
    """The cable is out while the board becomes this."""
    driver.tell(inputs.LinkDown(driver.now_ms, "the cable is out"))
    driver.board = slots
    driver.tell(inputs.LinkUp(driver.now_ms, False))


def both(light: tuple[tuple[int, int], ...], dark: tuple[tuple[int, int], ...]) -> tuple[int, ...]:
    return moved(Position(moved(START, LIGHT, *light)), DARK, *dark)


def played(driver: Driver) -> list[f.Played]:
    return [fact for fact in driver.facts if isinstance(fact, f.Played)]


# --- asked, and recorded by a yes alone -----------------------------------------------------------


def test_a_turn_played_while_the_cable_was_out_is_asked_about_and_not_recorded() -> None:
    driver = to_roll()
    blindly(driver, moved(START, LIGHT, (24, 18), (18, 13)))

    assert driver.interruption == "question"
    assert driver.said("light") == driver.said("dark")
    assert "Ada 6-5: 24/18 18/13" in driver.said("light")
    assert "17 question" not in driver.lights
    assert driver.lights == ("12 question",)
    assert driver.plays() == []


@pytest.mark.parametrize("side", ["light", "dark"])
def test_a_yes_of_either_side_records_it_as_reconstructed(side: str) -> None:
    driver = to_roll()
    blindly(driver, moved(START, LIGHT, (24, 18), (18, 13)))
    driver.press(side, "done")

    (turn,) = played(driver)
    assert (turn.side, turn.dice, turn.notation) == ("light", (6, 5), "24/18 18/13")
    assert turn.rolls == ((6, 5),)
    assert driver.interruption is None
    assert (driver.phase, driver.snapshot.turn) == ("to_roll", "dark")
    assert f.QuestionAnswered(side, "missed", "Ada 6-5: 24/18 18/13") in driver.facts


def test_the_table_throws_the_dice_that_it_would_have_thrown_all_the_same() -> None:
    """A roll that nobody saw is none of the table's: the numbers of its rolls have no gap."""
    driver = to_roll()
    blindly(driver, moved(START, LIGHT, (24, 18), (18, 13)))
    driver.press("light", "done")
    driver.roll("dark", (4, 2))

    assert [fact.n for fact in driver.facts if isinstance(fact, f.Rolled)] == [0]


def test_a_play_that_several_rolls_explain_is_recorded_without_dice() -> None:
    driver = to_roll()
    blindly(driver, moved(START, LIGHT, (13, 8)))
    assert "Ada 4-1/3-2: 13/8" in driver.said("dark")
    driver.press("dark", "done")

    (turn,) = played(driver)
    assert (turn.dice, turn.notation, turn.rolls) == ((0, 0), "13/8", ((4, 1), (3, 2)))


def test_two_turns_of_which_the_first_roll_is_known() -> None:
    driver = moving()
    blindly(driver, both(((8, 5), (6, 5)), ((24, 18), (18, 13))))
    assert "Ada 3-1: 8/5 6/5; Ben 6-5: 24/18 18/13" in driver.said("light")
    driver.press("dark", "done")

    assert driver.plays() == ["8/5 6/5", "24/18 18/13"]
    assert [turn.rolls for turn in played(driver)] == [((3, 1),), ((6, 5),)]
    assert (driver.phase, driver.snapshot.turn) == ("to_roll", "light")


def test_after_a_power_cut_one_yes_answers_both_questions() -> None:
    before = moving()
    driver = Driver(facts=tuple(before.facts))
    driver.board = both(((8, 5), (6, 5)), ((24, 18), (18, 13)))
    driver.resume(power_lost=True)
    assert "While I could not see" in driver.said("light")
    driver.press("light", "done")

    assert driver.plays() == ["8/5 6/5", "24/18 18/13"]
    assert driver.facts[-1] == f.MatchResumed("light")
    assert driver.interruption is None


def test_what_is_recorded_folds_to_the_same_state() -> None:
    driver = moving()
    blindly(driver, both(((8, 5), (6, 5)), ((24, 18), (18, 13))))
    driver.press("light", "done")

    assert fold(MatchState(), driver.facts) == driver.table.state


def test_the_screen_shows_the_board_and_the_turns_asked_about() -> None:
    driver = moving()
    blindly(driver, both(((8, 5), (6, 5)), ((24, 18), (18, 13))))

    assert driver.snapshot.slots == driver.board
    question = driver.snapshot.question
    assert (question.ask, question.side) == ("missed", None)
    assert [(turn.side, turn.play) for turn in question.turns] == [
        ("light", "8/5 6/5"), ("dark", "24/18 18/13"),
    ]  # fmt: skip


def test_a_game_that_was_won_unseen_is_over_with_the_yes() -> None:
    near = Position.from_board((0, 2, *(0,) * 17, -1, *(0,) * 6), LIGHT, (13, 14))
    driver = to_roll(near)
    blindly(driver, (0,) * 18 + near.slots[18:])
    driver.press("light", "done")

    assert driver.phase == "game_over"
    ended = next(fact for fact in driver.facts if isinstance(fact, f.GameEnded))
    assert (ended.winner, ended.size) == ("light", 1)


def test_the_first_turn_of_a_game_may_be_missed_with_its_opening_roll() -> None:
    driver = Driver().start()
    assert driver.phase == "opening"
    blindly(driver, moved(START, DARK, (24, 18), (13, 11)))
    assert "Ben 6-2: 24/18 13/11" in driver.said("light")
    driver.press("light", "done")

    assert (driver.phase, driver.snapshot.turn) == ("to_roll", "light")
    assert fold(MatchState(), driver.facts) == driver.table.state


def test_no_double_opens_a_game() -> None:
    driver = Driver().start()
    blindly(driver, moved(START, LIGHT, (13, 11), (13, 11), (6, 4), (6, 4)))

    assert driver.interruption is None
    assert "not right" in driver.said("light") or "No legal" in driver.said("light")


def test_what_a_bot_chose_may_have_been_made_unseen_and_answered() -> None:
    driver = bot_shown()
    blindly(driver, moved(Position(moved(START, DARK, (8, 5), (6, 5))), LIGHT, (24, 18), (18, 13)))
    assert "Ben (bot) 3-1: 8/5 6/5; Ada 6-5: 24/18 18/13" in driver.said("light")
    driver.press("light", "done")

    assert driver.plays() == ["8/5 6/5", "24/18 18/13"]


def test_a_bot_has_played_nothing_that_it_did_not_choose() -> None:
    driver = bot_shown()
    blindly(driver, moved(Position(moved(START, DARK, (24, 23), (13, 10))), LIGHT, (24, 18)))
    assert driver.interruption is None
    driver = bot_shown()
    light = moved(Position(moved(START, DARK, (8, 5), (6, 5))), LIGHT, (24, 18), (18, 13))
    blindly(driver, moved(Position(light), DARK, (24, 18), (18, 13)))

    assert driver.interruption is None


def bot_shown() -> Driver:
    """The bot, dark, has won the opening and chosen 8/5 6/5."""
    driver = Driver(seats=("person", "bot gnubg")).start()
    driver.roll("light", (1, 3))
    driver.choose(Position(moved(START, DARK, (8, 5), (6, 5))).board(DARK))
    assert driver.phase == "showing"
    return driver


# --- no, several, none ----------------------------------------------------------------------------


def test_a_no_leads_back_to_the_agreed_position() -> None:
    driver = to_roll()
    blindly(driver, moved(START, LIGHT, (24, 18), (18, 13)))
    driver.press("dark", "undo")

    assert driver.plays() == []
    assert driver.interruption is None
    assert "put the board back" in driver.said("light")
    assert f.QuestionAnswered("dark", "missed", "no") in driver.facts
    driver.put(START.slots)
    assert driver.snapshot.verdict == "agreed"
    driver.roll("light", (3, 1))
    assert driver.phase == "moving"


def test_a_refused_board_is_not_asked_about_again_while_it_lies_there() -> None:
    driver = to_roll()
    slots = moved(START, LIGHT, (24, 18), (18, 13))
    blindly(driver, slots)
    driver.press("dark", "undo")
    driver.put(slots)

    assert driver.interruption is None


def after_random(rng: random.Random, position: Position, side: Side) -> Position:
    seen = position.board(side)
    board = rng.choice(legal_finals(seen, (rng.randint(1, 6), rng.randint(1, 6))) or [seen])
    turn = turn_between(position, side, board)
    assert turn is not None
    return turn.after


def test_several_explanations_are_asked_about_one_after_the_other() -> None:
    """Which point the hit checker had come to cannot be told from the board."""
    driver = to_roll()
    blindly(driver, both(((24, 22), (8, 3)), ((8, 4), (8, 3))))
    assert "Ada 5-2: 24/22 8/3; Ben 5-4: 8/4 8/3*" in driver.said("light")
    driver.press("light", "undo")
    assert "Ada 5-3: 24/21 8/3; Ben 5-4: 8/4* 8/3" in driver.said("light")
    assert driver.plays() == []
    driver.press("dark", "done")

    assert driver.plays() == ["24/21 8/3", "8/4* 8/3"]


def test_after_the_last_no_longer_sequences_are_thought_of_then_the_hands_are_led_back() -> None:
    driver = to_roll()
    blindly(driver, both(((24, 22), (8, 3)), ((8, 4), (8, 3))))
    driver.press("light", "undo")
    driver.press("light", "undo")

    assert driver.interruption is None
    assert driver.snapshot.fixes
    assert driver.plays() == []


def test_more_than_three_are_not_asked_about() -> None:
    """Two turns by each side, all plain moves: nobody can tell which dice were whose."""
    driver = to_roll()
    slots = both(((24, 20), (13, 10), (13, 7), (8, 7)), ((24, 23), (13, 11)))
    blindly(driver, slots)

    assert driver.interruption is None
    assert "More was played unseen" in driver.said("light")
    assert driver.snapshot.fixes


def test_a_board_that_no_legal_turns_explain_is_guided_back() -> None:
    driver = to_roll()
    blindly(driver, moved(START, LIGHT, (8, 9 - 1)))
    blindly(driver, moved(START, LIGHT, (6, 8)))

    assert driver.interruption is None
    assert "No legal turns lead to this board." in driver.said("light")
    assert driver.snapshot.fixes
    assert any(light.endswith("missing") for light in driver.lights)


def test_a_board_that_changes_under_the_question_is_judged_anew() -> None:
    driver = to_roll()
    blindly(driver, moved(START, LIGHT, (24, 18), (18, 13)))
    driver.put(moved(START, LIGHT, (13, 8)))
    assert "13/8" in driver.said("light")
    driver.put(START.slots)

    assert driver.interruption is None
    assert driver.plays() == []


def test_a_yes_over_a_board_that_has_changed_records_nothing() -> None:
    driver = to_roll()
    blindly(driver, moved(START, LIGHT, (24, 18), (18, 13)))
    driver.board = moved(START, LIGHT, (13, 8))
    driver.press("light", "done")

    assert driver.plays() == []
    assert "has changed" in driver.said("light")


def test_a_yes_over_cells_that_are_silent_for_a_moment_can_be_given_again() -> None:
    driver = to_roll()
    blindly(driver, moved(START, LIGHT, (24, 18), (18, 13)))
    driver.blind = True
    driver.press("light", "done")
    assert driver.plays() == []
    assert "no reading" in driver.said("light")
    driver.blind = False
    driver.put(driver.board)
    driver.press("light", "done")

    assert driver.plays() == ["24/18 18/13"]


def test_where_the_table_was_never_blind_nothing_is_asked() -> None:
    driver = to_roll()
    driver.put(START.slots)
    driver.put(moved(START, LIGHT, (24, 18), (18, 13)))

    assert driver.interruption is None
    assert "not right" in driver.said("light")


def test_blind_time_over_the_same_board_asks_nothing() -> None:
    driver = moving()
    driver.move(LIGHT, (8, 5))
    blindly(driver, driver.board)

    assert driver.interruption is None
    driver.turn(LIGHT, (6, 5))
    assert driver.plays() == ["8/5 6/5"]


@pytest.mark.parametrize("seed", range(12))
def test_random_turns_played_blind_are_never_recorded_unasked_and_truly_when_confirmed(
    seed: int,
) -> None:
    rng = random.Random(seed)
    position, side = START, LIGHT
    for _ in range(rng.randint(0, 40)):
        after = after_random(rng, position, side)
        if not after.on_board(side):
            break
        position, side = after, side.other
    driver = to_roll(position, side)
    made, mover = [position], side
    for _ in range(rng.randint(1, 2)):
        made.append(after_random(rng, made[-1], mover))
        mover = mover.other
        if not made[-1].on_board(mover.other):
            return
    blindly(driver, made[-1].slots)
    assert driver.plays() == []
    if made[-1].slots == position.slots:
        assert driver.interruption is None
        return
    while driver.interruption == "question":
        desk = driver.table._desk
        asked = [turn.after for turn in desk.blind.asked[0]]
        is_true = asked == made[1:]
        driver.press("light", "done" if is_true else "undo")
        if is_true:
            assert driver.table.state.game.agreed == made[-1]
            assert [Position(turn.slots, turn.off) for turn in played(driver)] == made[1:]
            assert driver.table.state.game.turn is mover
            return
        assert driver.plays() == []
    assert driver.table.snapshot is not None
    assert "More was played" in driver.said("light") or "put the board back" in driver.said("light")


# --- ran ahead, with real dice --------------------------------------------------------------------


def test_where_the_other_side_played_on_before_done_the_play_before_it_is_asked_about() -> None:
    driver = moving("typed")
    driver.put(both(((8, 5), (6, 5)), ((24, 18), (18, 13))))
    driver.press("light", "done")
    assert driver.said("dark") == "Was it 8/5 6/5? Done: yes. Undo: no."
    assert driver.plays() == []
    driver.press("dark", "done")

    assert driver.plays() == ["8/5 6/5"]
    assert (driver.phase, driver.snapshot.turn) == ("to_roll", "dark")
    assert driver.said("dark") == "Type the dice that you threw, or put the checkers back."
    driver.ask(TypeDice("dark", (6, 5)))
    driver.press("dark", "done")
    assert driver.plays() == ["8/5 6/5", "24/18 18/13"]


def test_whoever_played_on_may_press_done_himself() -> None:
    driver = moving("typed")
    driver.put(both(((8, 5), (6, 5)), ((24, 18), (18, 13))))
    driver.press("dark", "done")

    assert driver.interruption == "question"


def test_where_no_play_of_the_roll_leads_on_done_is_refused() -> None:
    driver = moving("typed")
    driver.put(both(((8, 5), (6, 4)), ((24, 18), (18, 13))))
    driver.press("dark", "done")

    assert driver.interruption is None
    assert "no legal play" in driver.said("dark")
    assert driver.plays() == []


def test_with_the_tables_own_dice_nobody_can_have_played_on() -> None:
    driver = moving()
    driver.put(both(((8, 5), (6, 5)), ((24, 18), (18, 13))))
    driver.press("light", "done")

    assert driver.interruption is None
    assert "no legal play" in driver.said("light")


def test_a_play_made_before_its_dice_were_typed_asks_for_them() -> None:
    driver = to_roll(dice="typed")
    driver.put(moved(START, LIGHT, (8, 5), (6, 5)))
    assert "Type the dice" in driver.said("light")
    assert "not right" in driver.said("dark")
    driver.ask(TypeDice("light", (3, 1)))
    driver.press("light", "done")

    assert driver.plays() == ["8/5 6/5"]
    assert played(driver)[0].rolls == ()


def test_played_blind_with_real_dice_it_is_their_owner_who_tells_them() -> None:
    driver = to_roll(dice="typed")
    blindly(driver, moved(START, LIGHT, (13, 8)))

    assert driver.interruption is None
    assert "Type the dice" in driver.said("light")


def test_an_illegal_play_can_still_be_let_stand_after_a_no() -> None:
    driver = moving()
    blindly(driver, both(((8, 5), (6, 5)), ((24, 18), (18, 13))))
    driver.press("light", "undo")
    driver.ask(Press("light", "accept"))

    assert driver.plays() == []
