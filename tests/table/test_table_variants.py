"""What the variants do to a game's course, through the core's one door."""

from __future__ import annotations

import msgspec
import pytest
from ideal_sight import moved
from table_driver import Driver

from controller.config import Config, set_value
from controller.rules.position import Position, Side
from controller.rules.variants import find_variant
from controller.table import facts as f
from controller.table.state import MatchState, fold
from controller.table.turn import AUTO_ROLL_MS
from controller.view.intents import NameDouble, Press, Resign

LIGHT, DARK = Side.LIGHT, Side.DARK
IN, BAR, OFF = 26, 25, 0
ACEY = "acey-deucey"


def at(
    variant: str,
    board: Position,
    *rolls: tuple[int, int],
    seats: tuple[str, str] = ("hands", "hands"),
    config: Config | None = None,
) -> Driver:
    """A game of a variant where light is to roll over this board, these rolls to come."""
    start = find_variant(variant).start_position
    first = Driver(variant=variant, seats=seats)
    facts: tuple[f.AnyFact, ...] = (
        first.card,
        f.GameStarted(1, "M1/G1", (0, 0), False, "c0", start.slots, reserve=start.reserve),
        f.BoardSet(board.slots, board.off, board.reserve, turn="light"),
    )
    driver = Driver(variant=variant, facts=facts, seats=seats, config=config)
    driver.board = board.slots
    driver.rolls.extend(rolls)
    return driver.resume(power_lost=False)


def board_of(
    light: dict[int, int],
    dark: dict[int, int],
    *,
    off: tuple[int, int] = (0, 0),
    reserve: tuple[int, int] = (0, 0),
) -> Position:
    """Each side's checkers by its own points (25 its bar)."""
    slots = [0] * 26
    for side, points in ((LIGHT, light), (DARK, dark)):
        for point, count in points.items():
            board = Position(tuple(slots)).board(side)
            slots = list(
                Position.from_board((*board[:point], count, *board[point + 1 :]), side).slots
            )
    return Position(tuple(slots), off, reserve)


ENTERING = board_of({24: 1, 20: 1}, {}, reserve=(13, 15))


def named() -> Driver:
    """Light has played 2-1 and is to name a double."""
    driver = at(ACEY, ENTERING)
    driver.roll("light", (2, 1))
    driver.turn(LIGHT, (24, 22), (IN, 24))
    assert driver.phase == "naming"
    return driver


def refolded(driver: Driver) -> MatchState:
    return fold(MatchState(), msgspec.json.decode(
        msgspec.json.encode(driver.facts), type=list[f.AnyFact]))  # fmt: skip


# -- openings -------------------------------------------------------------------------------------


@pytest.mark.parametrize("variant", [
    pytest.param("standard", id="PT-13 BR-03"), pytest.param("pt", id="PT-13"),
    pytest.param("pt-br", id="BR-03"), pytest.param("nackgammon", id="nackgammon"),
])  # fmt: skip
def test_the_higher_die_starts_and_plays_both_opening_numbers(variant: str) -> None:
    driver = Driver(variant=variant).start()
    driver.roll("light", (3, 5))

    assert (driver.phase, driver.snapshot.turn, driver.snapshot.roll) == ("moving", "dark", (5, 3))


@pytest.mark.parametrize("variant", ["pt", "tavla", ACEY])
def test_pt_14_br_03_equal_dice_of_the_opening_are_thrown_again(variant: str) -> None:
    driver = Driver(variant=variant).start()
    driver.roll("light", (4, 4), (6, 2))
    assert driver.phase == "opening"
    driver.wait(1000)

    assert driver.phase == ("moving" if variant == "pt" else "to_roll")
    assert driver.snapshot.turn == "light"


def test_pt_15_then_the_sides_alternate_with_two_dice() -> None:
    driver = Driver(variant="pt").start()
    driver.roll("light", (3, 1))
    driver.turn(LIGHT, (8, 5), (6, 5))
    assert (driver.phase, driver.snapshot.turn) == ("to_roll", "dark")
    driver.roll("light", (6, 6))  # not his turn

    assert driver.snapshot.roll is None
    driver.rolls.clear()
    driver.roll("dark", (6, 6))
    assert (driver.snapshot.turn, driver.snapshot.roll) == ("dark", (6, 6))


@pytest.mark.parametrize("variant", [
    pytest.param(ACEY, id="NO-03 NO-04 AD-01 AD-02"), "tavla", "portes",
])  # fmt: skip
def test_the_higher_die_starts_with_a_fresh_roll_that_may_be_a_double(variant: str) -> None:
    driver = Driver(variant=variant).start()
    driver.roll("light", (2, 5))
    assert (driver.phase, driver.snapshot.turn) == ("to_roll", "dark")
    assert "You start" in driver.said("dark")
    driver.roll("dark", (6, 6))

    assert (driver.phase, driver.snapshot.roll) == ("moving", (6, 6))
    assert refolded(driver).game.roll == (6, 6)


def test_there_is_no_cube_before_the_first_roll_of_a_starter_who_rolls_anew() -> None:
    driver = Driver(variant="tavla").start()
    driver.roll("light", (5, 2))
    driver.ask(Press("light", "double"))

    assert driver.phase == "to_roll"
    assert "without a cube" in driver.said("light")


def test_hu_04_light_starts_without_an_opening_throw() -> None:
    driver = Driver(variant="hu").start()

    assert (driver.phase, driver.snapshot.turn) == ("to_roll", "light")
    assert driver.facts[1].starter == "light"


def test_hu_07_the_table_throws_by_itself_after_a_pause_to_read() -> None:
    driver = Driver(variant="hu").start()
    driver.rolls.extend([(3, 1), (6, 5)])
    driver.wait(AUTO_ROLL_MS - 1)
    assert driver.phase == "to_roll"
    driver.wait(1)
    assert (driver.phase, driver.snapshot.roll) == ("moving", (3, 1))
    driver.turn(LIGHT, (8, 5), (6, 5))
    assert "The table rolls" in driver.said("dark")
    driver.wait(AUTO_ROLL_MS)

    assert (driver.snapshot.turn, driver.snapshot.roll) == ("dark", (6, 5))


def test_hu_07_no_dice_by_themselves_over_a_board_that_is_not_right() -> None:
    driver = Driver(variant="hu").start()
    driver.rolls.append((3, 1))
    right = driver.board
    driver.move(LIGHT, (24, 20))
    driver.wait(3 * AUTO_ROLL_MS)
    assert driver.phase == "to_roll"
    driver.put(right)
    driver.wait(AUTO_ROLL_MS)

    assert driver.phase == "moving"


def test_a_game_that_light_starts_folds_again_from_its_facts() -> None:
    driver = Driver(variant="hu").start()
    driver.ask(Resign("light", 1))
    driver.ask(Press("dark", "yes"))

    assert driver.phase == "game_over"
    assert refolded(driver).phase.value == "game_over"


def test_the_winner_of_a_game_of_portes_opens_the_next() -> None:
    driver = Driver(variant="portes").start()
    driver.roll("light", (5, 2))
    driver.ask(Resign("light", 1))
    driver.ask(Press("dark", "yes"))
    driver.press("light", "done")

    assert (driver.phase, driver.snapshot.turn) == ("to_roll", "dark")


# -- passing --------------------------------------------------------------------------------------

SHUT_OUT = board_of(
    {BAR: 1, 13: 5, 8: 4, 7: 5}, dict.fromkeys(range(1, 7), 2) | {13: 3}
)  # fmt: skip


@pytest.mark.parametrize(("variant", "passes"), [
    pytest.param("hu", False, id="HU-17"), pytest.param("pt-br", True, id="BR-09"),
])  # fmt: skip
def test_a_dance_passes_by_itself_unless_the_sheet_wants_a_pass(variant: str, passes: bool) -> None:
    driver = at(variant, SHUT_OUT)
    driver.roll("light", (5, 3))
    driver.wait(10_000)
    assert (driver.snapshot.turn == "dark") is passes
    driver.rolls.clear()
    if not passes:
        driver.press("light", "done")

    assert driver.plays() == [""]


def test_hu_17_even_a_play_in_part_waits_for_done() -> None:
    config = set_value(Config(), "turn.auto_done_ms", "500")
    half = board_of({BAR: 2, 13: 5, 8: 4, 7: 4}, {6: 2, 13: 5, 8: 5, 11: 3})
    driver = at("hu", half)
    driver.table._desk.config = config
    driver.roll("light", (6, 3))
    driver.move(LIGHT, (BAR, 22))
    driver.wait(5000)

    assert driver.plays() == []
    assert "The rest cannot be played" in driver.said("light")


# -- acey-deucey ----------------------------------------------------------------------------------


def test_no_01_the_game_begins_with_an_empty_board_and_fifteen_in_reserve() -> None:
    driver = Driver(variant=ACEY).start()

    assert driver.phase == "opening"
    assert driver.snapshot.reserve == (15, 15)
    assert driver.snapshot.pips == (375, 375)


def test_no_05_checkers_enter_from_the_reserve_and_are_recorded() -> None:
    driver = Driver(variant=ACEY).start()
    driver.roll("light", (5, 2))
    driver.roll("light", (6, 3))
    driver.turn(LIGHT, (IN, 22), (IN, 19))

    played = driver.facts[-1]
    assert isinstance(played, f.Played)
    assert (played.notation, played.reserve, played.then) == ("in/22 in/19", (13, 15), "")


@pytest.mark.parametrize("roll", [pytest.param((1, 2), id="AD-05"), pytest.param((2, 1), id="05b")])
def test_no_11_ad_05_after_a_whole_1_2_a_double_is_to_be_named(roll: tuple[int, int]) -> None:
    driver = at(ACEY, ENTERING)
    driver.roll("light", roll)
    driver.turn(LIGHT, (24, 22), (IN, 24))

    assert (driver.phase, driver.snapshot.turn) == ("naming", "light")
    assert driver.facts[-1].then == "name"
    assert refolded(driver).phase.value == "naming"


def test_no_12_ad_06_the_named_double_is_played_as_if_it_had_been_thrown() -> None:
    driver = named()
    driver.ask(NameDouble("light", 3))
    assert (driver.phase, driver.snapshot.naming) == ("naming", 3)
    driver.ask(NameDouble("light", 3))

    assert driver.facts[-1] == f.NamedDouble("light", 3)
    assert (driver.phase, driver.snapshot.roll) == ("moving", (3, 3))
    assert refolded(driver).game.roll == (3, 3)


def test_no_13_ad_07_after_all_four_of_it_the_same_side_rolls_again() -> None:
    driver = named()
    driver.ask(NameDouble("light", 3))
    driver.ask(NameDouble("light", 3))
    driver.turn(LIGHT, (20, 17), (17, 14), (14, 11), (11, 8))

    assert (driver.phase, driver.snapshot.turn, driver.snapshot.bonus) == ("to_roll", "light", True)
    assert "Roll again" in driver.said("light")
    driver.roll("light", (6, 5))
    driver.turn(LIGHT, (IN, 19), (IN, 20))
    assert (driver.phase, driver.snapshot.turn, driver.snapshot.bonus) == ("to_roll", "dark", False)


def test_ad_10_a_1_2_on_the_roll_after_the_double_begins_it_anew() -> None:
    driver = named()
    driver.ask(NameDouble("light", 3))
    driver.ask(NameDouble("light", 3))
    driver.turn(LIGHT, (20, 17), (17, 14), (14, 11), (11, 8))
    driver.roll("light", (1, 2))
    driver.turn(LIGHT, (8, 6), (IN, 24))

    assert (driver.phase, driver.snapshot.turn) == ("naming", "light")


def test_no_14_ad_08_with_only_the_2_of_a_1_2_played_the_turn_is_over() -> None:
    driver = at(ACEY, board_of({BAR: 2, 13: 5, 8: 4, 6: 4}, {1: 3, 13: 5, 11: 4, 10: 3}))
    driver.roll("light", (1, 2))
    driver.turn(LIGHT, (BAR, 23))

    assert (driver.phase, driver.snapshot.turn) == ("to_roll", "dark")


def test_no_14_ad_09_after_part_of_the_double_no_roll_follows() -> None:
    driver = at(ACEY, board_of({24: 1, 3: 4, 2: 5, 1: 5}, {21: 2}, reserve=(0, 13)))
    driver.roll("light", (1, 2))
    driver.turn(LIGHT, (24, 22), (3, 2))
    assert driver.snapshot.playable[5] == 2
    driver.ask(NameDouble("light", 6))
    assert "only 2 of 4" in driver.said("light")
    driver.ask(NameDouble("light", 6))
    driver.turn(LIGHT, (22, 16), (16, 10))

    assert (driver.phase, driver.snapshot.turn) == ("to_roll", "dark")


def test_ad_14_the_last_checker_off_ends_the_game_in_the_middle_of_the_double() -> None:
    driver = at(ACEY, board_of({3: 1, 1: 1}, {1: 5, 2: 5, 3: 5}, off=(13, 0)))
    driver.roll("light", (2, 1))
    driver.turn(LIGHT, (3, 1), (1, OFF))
    driver.ask(NameDouble("light", 4))
    driver.ask(NameDouble("light", 4))
    driver.turn(LIGHT, (1, OFF))

    assert driver.phase == "game_over"
    assert [fact.then for fact in driver.facts if isinstance(fact, f.Played)] == ["name", ""]


def test_no_15_ad_15_a_hit_checker_goes_to_the_bar_and_not_into_the_reserve() -> None:
    driver = at(ACEY, board_of({24: 1}, {5: 1}, reserve=(14, 14)))
    driver.roll("light", (4, 1))
    driver.put(moved(Position(driver.board), LIGHT, (24, 20), (IN, 24)))
    driver.press("light", "done")

    played = driver.facts[-1]
    assert isinstance(played, f.Played)
    assert Position(played.slots).board(DARK)[BAR] == 1
    assert played.reserve == (13, 14)


def test_a_double_is_named_by_the_buttons_step_by_step() -> None:
    driver = named()
    driver.press("light", "done")
    assert driver.phase == "naming"
    assert "Name a double first" in driver.said("light")
    seen = []
    for control in ("undo", "double", "double", "undo"):
        driver.press("light", control)
        seen.append(driver.snapshot.naming)
    assert seen == [6, 1, 2, 1]
    driver.press("light", "done")

    assert driver.facts[-1] == f.NamedDouble("light", 1)


@pytest.mark.parametrize("intent", [
    NameDouble("dark", 3), NameDouble("light", 0), NameDouble("light", 7),
], ids=str)  # fmt: skip
def test_a_name_from_the_other_side_or_of_no_die_is_refused_in_words(intent: NameDouble) -> None:
    driver = named()
    driver.ask(intent)

    assert driver.snapshot.refused == 1
    assert driver.snapshot.naming == 0
    assert driver.said(intent.side)


def test_nothing_is_named_over_a_board_that_is_not_right() -> None:
    driver = named()
    driver.ask(NameDouble("light", 3))
    driver.move(LIGHT, (20, 19))
    driver.press("light", "done")

    assert driver.phase == "naming"


def test_a_double_is_not_named_in_another_phase() -> None:
    driver = at(ACEY, ENTERING)
    driver.ask(NameDouble("light", 3))

    assert "after a 1-2 only" in driver.said("light")


def test_a_bot_names_its_double_and_is_asked_for_the_play() -> None:
    driver = at(ACEY, ENTERING, (2, 1), seats=("bot built-in player", "hands"))
    assert driver.wanted is not None
    assert (driver.wanted.what, driver.wanted.reserve) == ("play", (13, 15))
    after = Position(moved(ENTERING, LIGHT, (24, 22), (IN, 24)))
    driver.choose(after.board(LIGHT))
    driver.put(after.slots)
    driver.wait(1000)
    assert driver.wanted is not None
    assert driver.wanted.what == "name"
    driver.choose(double=3)

    assert driver.facts[-1] == f.NamedDouble("light", 3)
    assert driver.wanted.what == "play"


def test_the_reserve_tells_a_screen_where_it_could_enter() -> None:
    driver = at(ACEY, ENTERING)
    driver.roll("light", (6, 3))
    reach = {each.slot: each for each in driver.snapshot.reach}

    assert reach[29].places == (15, 18, 21)
    assert reach[29].dice[1:] == ((6,), (3,))
    assert driver.lights == ()


# -- what cannot be told ---------------------------------------------------------------------------


def test_a_set_up_that_cannot_be_told_is_begun_by_a_done() -> None:
    driver = Driver(variant="long-gammon")
    driver.sight.doubtful = True
    driver.start()
    assert driver.phase == "setup"
    assert "every checker" in driver.said("light")
    driver.press("dark", "done")

    assert driver.phase == "opening"


def test_done_begins_nothing_over_a_set_up_that_is_wrong() -> None:
    driver = Driver()
    driver.board = (0,) * 26
    driver.start()
    driver.press("light", "done")

    assert driver.phase == "setup"
    assert driver.snapshot.refused == 1
