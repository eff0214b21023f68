"""The turn timer: what it counts, and what the table does when it runs out (BU-11 to BU-13)."""

from __future__ import annotations

import pytest
from ideal_sight import moved
from table_driver import Driver

from controller.config import Config, set_value
from controller.rules.position import START, Position, Side, slot_of
from controller.rules.variants import find_variant
from controller.table import facts as f
from controller.table import inputs
from controller.view.intents import Press, Resign, Restore, TypeDice

LIGHT, DARK = Side.LIGHT, Side.DARK
TIMER_MS = 45_000
ENGINE = Config()  # an engine is asked
PLAIN = set_value(Config(), "turn.timeout_play", "first-legal")


def timed(**changes: object) -> Driver:
    """A match whose turns have 45 s; the board lies ready."""
    fields: dict[str, object] = {"config": PLAIN, **changes}
    return Driver(timer_s=45, **fields).start()  # type: ignore[arg-type]


def moving(**changes: object) -> Driver:
    """Light has 3-1 to play, from now."""
    driver = timed(**changes)
    driver.roll("light", (3, 1))
    driver.now_ms -= 100  # what the press was waited for
    return driver


def to_roll(**changes: object) -> Driver:
    """Light has played 3-1 at once; dark's turn begins."""
    driver = moving(**changes)
    driver.turn(LIGHT, (8, 5), (6, 5))
    return driver


def at(
    board: Position,
    *rolls: tuple[int, int],
    variant: str = "standard",
    config: Config = PLAIN,
    dice: str = "seeded",
) -> Driver:
    """Light is to roll over this board, these rolls to come."""
    start = find_variant(variant).start_position
    facts: tuple[f.AnyFact, ...] = (
        Driver(variant=variant, timer_s=45, dice=dice).card,
        f.GameStarted(1, "M1/G1", (0, 0), False, "c0", start.slots, reserve=start.reserve),
        f.BoardSet(board.slots, board.off, board.reserve, turn="light"),
    )
    driver = Driver(variant=variant, config=config, facts=facts, dice=dice)
    driver.board = board.slots
    driver.rolls.extend(rolls)
    return driver.resume(power_lost=False)


def board_of(light: dict[int, int], dark: dict[int, int], *, off: tuple[int, int]) -> Position:
    """Each side's checkers by its own points (25 its bar)."""
    slots = [0] * 26
    for side, points in ((LIGHT, light), (DARK, dark)):
        for point, count in points.items():
            slots[slot_of(side, point)] = count * side.sign
    return Position(tuple(slots), off)


def left_s(driver: Driver) -> float:
    """What the side on turn has left, in s."""
    assert driver.snapshot is not None
    clock = driver.snapshot.clock
    assert clock is not None
    return clock.left(clock.turn or "light", driver.now_ms)[1] / 1000


def timed_out(driver: Driver) -> list[f.AnyFact]:
    return [fact for fact in driver.facts if getattr(fact, "cause", "") == f.TIMEOUT]


def final(side: Side, *steps: tuple[int, int]) -> tuple[int, ...]:
    return Position(moved(START, side, *steps)).board(side)


# -- what it counts --------------------------------------------------------------------------------


def test_bu_11_a_turn_has_45_s_from_its_start_to_done() -> None:
    driver = to_roll()
    assert driver.snapshot is not None
    assert driver.snapshot.clock is not None
    assert (driver.snapshot.clock.kind, driver.snapshot.clock.turn) == ("turn", "dark")
    driver.wait(10_000)
    assert left_s(driver) == pytest.approx(35, abs=0.2)
    driver.roll("dark", (6, 5))
    driver.wait(10_000)
    assert left_s(driver) == pytest.approx(25, abs=0.4)
    driver.turn(DARK, (24, 18), (18, 13))
    assert left_s(driver) == pytest.approx(45, abs=0.2)


def test_nobody_s_time_runs_in_the_set_up_and_the_opening() -> None:
    driver = timed()
    driver.wait(3 * TIMER_MS)
    assert driver.phase == "opening"
    assert driver.snapshot is not None
    assert driver.snapshot.clock is not None
    assert driver.snapshot.clock.since_ms is None
    assert driver.facts[-1] == driver.facts[1]  # nothing but the start of match and game


def test_no_new_picture_because_time_went_by() -> None:
    driver = to_roll()
    assert driver.snapshot is not None
    number = driver.snapshot.number
    for _ in range(20):
        driver.wait(500)
        driver.tell(inputs.Tick(driver.now_ms))
    assert driver.snapshot.number == number
    assert driver.snapshot.at_ms < driver.now_ms


def test_without_a_timer_there_is_no_clock() -> None:
    driver = Driver().start()
    driver.roll("light", (3, 1))
    driver.wait(10 * TIMER_MS)
    assert driver.snapshot is not None
    assert driver.snapshot.clock is None
    assert driver.phase == "moving"


def test_done_stops_it_at_the_press_even_while_the_board_settles() -> None:
    driver = moving()
    driver.wait(TIMER_MS - 200)
    driver.move(LIGHT, (8, 5), (6, 5))
    driver.sight.restless = True
    driver.tell_pressed("light")
    driver.wait(600)
    assert driver.plays() == []
    assert driver.phase == "moving"
    driver.sight.restless = False
    driver.tell(inputs.Readings(driver.now_ms, ((0, 1),)))

    assert driver.plays() == ["8/5 6/5"]
    assert timed_out(driver) == []
    assert left_s(driver) == 45


def test_a_done_that_is_refused_never_stopped_it() -> None:
    driver = moving()
    driver.wait(20_000)
    driver.move(LIGHT, (8, 5))
    driver.press("light", "done")
    assert driver.plays() == []
    driver.wait(9_900)
    assert left_s(driver) == pytest.approx(15, abs=0.2)


def test_a_done_after_the_time_was_up_is_refused_in_words() -> None:
    driver = moving(config=ENGINE)
    driver.wait(TIMER_MS + 500)
    driver.move(LIGHT, (8, 5))
    driver.press("light", "done")
    assert driver.plays() == []
    assert "Your time is up" in driver.said("light")
    assert "Ada's time is up" in driver.said("dark")


def test_a_late_tick_makes_no_late_done_early() -> None:
    driver = moving()
    driver.move(LIGHT, (8, 5), (6, 5))
    driver.now_ms += TIMER_MS + 1
    driver.tell_pressed("light")
    assert [type(fact) for fact in timed_out(driver)] == [f.Chosen]


# -- what stops it ---------------------------------------------------------------------------------


def test_a_fault_stops_it_and_it_goes_on_where_it_stood() -> None:
    driver = moving()
    driver.wait(30_000)
    driver.tell(inputs.LinkDown(driver.now_ms, "the cable is out"))
    driver.wait(2 * TIMER_MS)
    assert timed_out(driver) == []
    driver.tell(inputs.LinkUp(driver.now_ms, False))
    assert left_s(driver) == pytest.approx(15, abs=0.2)
    driver.wait(15_100)
    assert len(timed_out(driver)) == 1


def test_a_question_of_the_table_stops_it() -> None:
    one, other = final(LIGHT, (8, 5), (6, 5)), final(LIGHT, (8, 4))
    driver = moving()
    driver.sight.alike = tuple(Position.from_board(board, LIGHT).slots for board in (one, other))
    driver.wait(10_000)
    driver.move(LIGHT, (8, 5), (6, 5))
    driver.press("light", "done")
    assert driver.interruption == "question"
    driver.wait(2 * TIMER_MS)
    assert timed_out(driver) == []
    driver.press("light", "done")
    assert len(driver.plays()) == 1


def test_a_board_that_one_side_lets_stand_stops_it() -> None:
    driver = moving()
    driver.move(LIGHT, (8, 3))
    driver.ask(Press("light", "accept"))
    driver.wait(2 * TIMER_MS)
    assert timed_out(driver) == []


def test_a_position_that_is_restored_stops_it() -> None:
    driver = moving()
    driver.move(LIGHT, (8, 2))
    driver.ask(Restore("light"))
    assert driver.interruption == "paused"
    driver.wait(2 * TIMER_MS)
    driver.put(START.slots)
    assert driver.interruption is None
    assert left_s(driver) == pytest.approx(45, abs=0.3)


def test_a_bot_s_turn_costs_nobody_time() -> None:
    driver = timed(seats=("person", "bot gnubg"))
    driver.roll("light", (1, 3))
    driver.wait(3 * TIMER_MS)  # the bot thinks
    assert timed_out(driver) == []
    driver.choose(final(DARK, (8, 5), (6, 5)))
    driver.wait(3 * TIMER_MS)  # somebody carries its checkers
    assert driver.phase == "showing"
    driver.move(DARK, (8, 5), (6, 5))
    driver.wait(1_000)
    assert driver.phase == "to_roll"
    assert left_s(driver) == pytest.approx(45, abs=1)


def test_after_a_restart_the_turn_has_its_whole_time() -> None:
    driver = moving()
    driver.wait(40_000)
    again = Driver(config=PLAIN, timer_s=45, facts=tuple(driver.facts)).resume(power_lost=False)
    again.wait(40_000)
    assert timed_out(again) == []
    again.wait(5_000)
    assert len(timed_out(again)) == 1


# -- expiry ----------------------------------------------------------------------------------------


def test_bu_12_a_side_that_has_not_rolled_gets_a_roll_and_a_play() -> None:
    driver = to_roll()
    driver.rolls.append((6, 5))
    driver.wait(TIMER_MS + 100)
    rolled, chosen = driver.facts[-2:]
    assert rolled == f.Rolled("R", 0, (6, 5), "dark")
    assert isinstance(chosen, f.Chosen)
    assert (chosen.side, chosen.cause) == ("dark", "timeout")
    assert driver.phase == "showing"


def test_bu_12_the_play_is_shown_and_recorded_when_the_board_matches() -> None:
    driver = moving()
    driver.wait(TIMER_MS)
    (chosen,) = timed_out(driver)
    assert isinstance(chosen, f.Chosen)
    assert driver.plays() == []
    assert "Your time is up" in driver.said("light")
    assert chosen.notation in driver.said("dark")
    assert driver.lights != ()
    assert driver.snapshot is not None
    assert driver.snapshot.clock is not None
    assert (driver.snapshot.clock.fallen, driver.snapshot.clock.since_ms) == ("light", None)

    driver.wait(2 * TIMER_MS)  # the other's time does not run before
    assert timed_out(driver) == [chosen]
    driver.put(chosen.slots)
    driver.wait(200)
    assert driver.plays() == [chosen.notation]
    assert driver.snapshot.clock.turn == "dark"
    assert left_s(driver) == pytest.approx(45, abs=0.2)


def test_bu_12_the_first_legal_play_brings_the_farthest_checkers_on() -> None:
    driver = moving()
    driver.wait(TIMER_MS)
    (chosen,) = timed_out(driver)
    assert isinstance(chosen, f.Chosen)
    assert chosen.notation == "24/23 24/21"


def test_bu_12_an_engine_chooses_where_there_is_one() -> None:
    driver = moving(config=ENGINE)
    driver.wait(TIMER_MS)
    assert driver.wanted is not None
    assert (driver.wanted.what, driver.wanted.side) == ("play", "light")
    driver.choose(final(LIGHT, (8, 5), (6, 5)))
    (chosen,) = timed_out(driver)
    assert isinstance(chosen, f.Chosen)
    assert chosen.notation == "8/5 6/5"


def test_an_engine_that_does_not_answer_is_not_waited_for_but_where_it_is_told_to() -> None:
    driver = moving(config=ENGINE)
    driver.wait(TIMER_MS + 2_900)
    assert timed_out(driver) == []
    driver.wait(200)
    assert len(timed_out(driver)) == 1

    patient = moving(config=set_value(Config(), "turn.timeout_play", "engine"))
    patient.wait(3 * TIMER_MS)
    assert timed_out(patient) == []
    patient.choose(final(LIGHT, (8, 5), (6, 5)))
    assert len(timed_out(patient)) == 1


def test_a_whole_play_that_lies_there_is_the_one_that_is_chosen() -> None:
    driver = moving()
    driver.move(LIGHT, (24, 23), (13, 10))
    driver.wait(TIMER_MS + 200)
    (chosen,) = timed_out(driver)
    assert isinstance(chosen, f.Chosen)
    assert chosen.notation == "24/23 13/10"
    assert driver.plays() == ["24/23 13/10"]  # nothing is left to be moved


def test_a_dance_is_passed_when_the_checkers_lie_where_they_lay() -> None:
    shut = dict.fromkeys(range(1, 7), 2)
    driver = at(board_of({25: 1}, shut, off=(14, 3)), (3, 1))
    driver.move(LIGHT, (25, 20))
    driver.wait(TIMER_MS + 200)
    assert "nothing can be played" not in driver.said("light")  # no dice over a wrong board
    driver.put(board_of({25: 1}, shut, off=(14, 3)).slots)
    driver.wait(200)
    assert driver.plays() == [""]
    assert driver.snapshot is not None
    assert driver.snapshot.turn == "dark"


@pytest.mark.parametrize(("config", "kind"), [("take", f.Taken), ("drop", f.Dropped)])
def test_bu_12_a_cube_is_answered_as_configured(config: str, kind: type[f.Fact]) -> None:
    driver = to_roll(config=set_value(PLAIN, "turn.timeout_cube", config))
    driver.wait(30_000)
    driver.press("dark", "double")
    assert driver.phase == "cube_offered"
    driver.wait(TIMER_MS - 500)  # an answer has a time of its own
    assert timed_out(driver) == []
    driver.wait(500)
    (answer,) = timed_out(driver)
    assert isinstance(answer, kind)
    assert answer.side == "light"  # type: ignore[attr-defined]


def test_an_answer_that_is_being_held_down_comes_before_the_timer() -> None:
    driver = to_roll()
    driver.press("dark", "double")
    driver.wait(TIMER_MS - 600)
    driver.press("light", "double", hold_ms=1_050)
    assert timed_out(driver) == []
    assert isinstance(driver.facts[-1], f.Taken)


def test_a_resignation_that_nobody_answers_is_refused() -> None:
    driver = moving()
    driver.wait(20_000)
    driver.ask(Resign("light", 1))
    driver.wait(TIMER_MS)
    assert timed_out(driver) == [f.ResignAnswered("dark", False, "timeout")]
    assert driver.interruption is None
    assert left_s(driver) == pytest.approx(25, abs=0.4)  # and the turn goes on where it stood


def test_over_a_wrong_board_no_dice_are_thrown_before_it_is_right() -> None:
    driver = to_roll()
    driver.rolls.append((6, 5))
    standing = driver.board
    driver.move(DARK, (24, 20))
    driver.wait(TIMER_MS + 5_000)
    assert driver.phase == "to_roll"
    assert driver.said("dark") != ""
    driver.put(standing)
    assert driver.phase == "showing"


def test_real_dice_are_waited_for_in_words() -> None:
    driver = timed(dice="typed")
    driver.ask(TypeDice("light", (3, 1)))
    driver.turn(LIGHT, (8, 5), (6, 5))
    driver.wait(TIMER_MS + 100)
    assert driver.said("dark") == "Your time is up: throw the dice."
    driver.ask(TypeDice("dark", (6, 5)))
    assert driver.phase == "showing"


def test_bu_13_no_double_after_the_time_was_up() -> None:
    driver = to_roll(dice="seeded")  # no dice come: the table waits for them
    driver.sight.doubtful = True
    driver.wait(TIMER_MS + 100)
    driver.press("dark", "double")
    assert not any(isinstance(fact, f.Doubled) for fact in driver.facts)


def test_in_acey_deucey_the_first_playable_double_is_named() -> None:
    driver = at(
        board_of({24: 1, 3: 2}, {19: 2, 23: 2}, off=(12, 11)), (2, 1), variant="acey-deucey"
    )
    driver.press("light", "done")
    driver.turn(LIGHT, (24, 22), (22, 21))
    assert driver.phase == "naming"
    driver.wait(TIMER_MS)
    (named,) = timed_out(driver)
    assert named == f.NamedDouble("light", 1, "timeout")
    assert driver.phase == "moving"
    assert left_s(driver) == pytest.approx(45, abs=0.2)


def test_a_hit_that_is_half_made_is_taken_back_where_another_play_is_chosen() -> None:
    board = board_of({8: 2, 6: 2, 13: 11}, {21: 1, 24: 2, 1: 12}, off=(0, 0))
    driver = at(board, (4, 1), config=ENGINE)
    driver.press("light", "done")
    driver.move(LIGHT, (8, 4))
    driver.wait(TIMER_MS)
    driver.choose(Position(moved(board, LIGHT, (13, 9), (9, 8))).board(LIGHT))
    assert driver.phase == "showing"
    assert driver.snapshot is not None
    assert driver.snapshot.moves != ()
    driver.put(moved(board, LIGHT, (13, 9), (9, 8)))
    driver.wait(200)
    assert driver.plays() == ["13/12 12/8"]


def test_a_pause_stops_the_time_of_an_answer_too() -> None:
    driver = moving()
    driver.ask(Resign("light", 1))
    driver.wait(30_000)
    driver.ask(Press("light", "pause"))
    driver.wait(2 * TIMER_MS)
    driver.ask(Press("light", "go_on"))
    assert timed_out(driver) == []
    driver.wait(15_100)
    assert timed_out(driver) == [f.ResignAnswered("dark", False, "timeout")]


def test_who_plays_without_telling_the_roll_is_not_played_for_and_goes_on() -> None:
    driver = at(START, dice="deduced")
    driver.wait(TIMER_MS + 200)
    assert driver.said("dark") == "Ada's time is up."
    driver.move(LIGHT, (13, 7), (8, 7))
    assert driver.said("light") == "13/7 8/7: 6-1? Done says yes and ends your turn."
    driver.press("light", "done")
    assert driver.plays() == ["13/7 8/7"]
    assert timed_out(driver) == []
