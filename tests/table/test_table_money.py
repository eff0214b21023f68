"""Money play through the core's door: automatic doubles, beavers, Jacoby, resignation."""

from __future__ import annotations

import pytest
from table_driver import Driver

from controller.errors import IllegalInput
from controller.match.stakes import USUAL, Stakes
from controller.rules.position import Position, Side
from controller.table import facts as f
from controller.table.state import MatchState, fold, fold_one
from controller.view.intents import Press, Resign

LIGHT, DARK = Side.LIGHT, Side.DARK


def money(stakes: Stakes, **options: object) -> Driver:
    return Driver(length=0, stakes=stakes, **options)  # type: ignore[arg-type]


def offered(stakes: Stakes, **options: object) -> Driver:
    """Dark doubles to 2, light is to answer."""
    driver = money(stakes, **options).start()
    driver.roll("light", (3, 1))
    driver.turn(LIGHT, (8, 5), (6, 5))
    driver.press("dark", "double")
    driver.wait(1000)
    return driver


def hold(driver: Driver, side: str, control: str, ms: int) -> None:
    driver.press(side, control, hold_ms=ms)


def take(driver: Driver, side: str) -> None:
    hold(driver, side, "double", 1000)


def drop(driver: Driver, side: str) -> None:
    driver.wait(1000)
    hold(driver, side, "undo", 1500)


def beaver(driver: Driver, side: str) -> None:
    hold(driver, side, "done", 2000)


# -- automatic doubles ----------------------------------------------------------------------------


def test_c13_mat_16_ties_turn_the_cube_at_most_so_often_and_it_stays_in_the_middle() -> None:
    driver = money(Stakes(automatic_doubles=1)).start()
    driver.roll("light", (4, 4), (2, 2), (5, 3))
    driver.wait(3000)

    assert driver.kinds().count("AutomaticDouble") == 1
    assert driver.snapshot.cube.value == 2
    assert driver.snapshot.cube.owner is None
    assert (driver.snapshot.turn, driver.snapshot.roll) == ("light", (5, 3))


def test_c13_an_automatic_double_is_said() -> None:
    driver = money(Stakes(automatic_doubles=2)).start()
    driver.roll("light", (4, 4))

    assert driver.said("light") == "Both threw 4: the cube goes to 2. Again."


def test_mat_16_without_automatic_doubles_ties_leave_the_cube() -> None:
    driver = Driver(length=5, stakes=Stakes(automatic_doubles=3)).start()
    driver.roll("light", (4, 4), (2, 2), (5, 3))
    driver.wait(3000)

    assert driver.snapshot.cube.value == 1
    assert driver.snapshot.roll == (5, 3)


# -- beavers --------------------------------------------------------------------------------------


def test_c11_a_beaver_is_held_on_done_and_the_doubler_takes_or_drops() -> None:
    driver = offered(Stakes(beavers=1))
    assert "Hold Done: beaver to 4." in driver.said("light")
    beaver(driver, "light")

    assert driver.facts[-1] == f.Beavered("light", 4)
    assert driver.phase == "cube_offered"
    assert "beavers to 4" in driver.said("dark")
    take(driver, "dark")
    assert driver.facts[-1] == f.Taken("dark", 4)
    assert (driver.snapshot.cube.value, driver.snapshot.cube.owner) == (4, "light")
    assert (driver.phase, driver.snapshot.turn) == ("to_roll", "dark")


def test_c11_a_dropped_beaver_loses_what_it_took() -> None:
    driver = offered(Stakes(beavers=1))
    beaver(driver, "light")
    drop(driver, "dark")

    assert driver.snapshot.score == (2, 0)
    assert driver.phase == "game_over"


def test_c11_a_raccoon_leaves_the_cube_with_the_beaverer() -> None:
    driver = offered(Stakes(beavers=2))
    beaver(driver, "light")
    beaver(driver, "dark")
    take(driver, "light")

    assert driver.facts[-1] == f.Taken("light", 8)
    assert (driver.snapshot.cube.value, driver.snapshot.cube.owner) == (8, "light")
    assert driver.snapshot.turn == "dark"


def test_c11_beavers_without_raccoons_end_after_one() -> None:
    driver = offered(Stakes(beavers=1))
    beaver(driver, "light")
    driver.ask(Press("dark", "beaver"))

    assert driver.phase == "cube_offered"
    assert "often enough" in driver.said("dark")


def test_c11_done_let_go_too_early_answers_nothing() -> None:
    driver = offered(Stakes(beavers=1))
    hold(driver, "light", "done", 1900)
    driver.wait(3000)

    assert driver.phase == "cube_offered"
    assert driver.kinds()[-1] == "Doubled"


def test_c11_a_beavered_drop_waits_until_it_could_be_read() -> None:
    driver = offered(Stakes(beavers=1))
    beaver(driver, "light")
    hold(driver, "dark", "undo", 5000)

    assert driver.phase == "cube_offered"


@pytest.mark.parametrize(
    ("length", "stakes", "said"),
    [
        (0, Stakes(), "no beavers in this session"),
        (5, Stakes(beavers=2), "no beavers in a match"),
    ],
)
def test_c10_a_beaver_that_is_not_played_is_refused_in_words(
    length: int, stakes: Stakes, said: str
) -> None:
    driver = Driver(length=length, stakes=stakes).start()
    driver.roll("light", (3, 1))
    driver.turn(LIGHT, (8, 5), (6, 5))
    driver.press("dark", "double")
    driver.ask(Press("light", "beaver"))

    assert said in driver.said("light")
    assert "beaver" not in " ".join(driver.kinds()).lower()


def test_c11_the_screen_beavers_by_its_own_word() -> None:
    driver = offered(Stakes(beavers=1))
    assert driver.snapshot.cube.can_beaver
    driver.ask(Press("light", "beaver"))

    assert driver.facts[-1] == f.Beavered("light", 4)
    assert not driver.snapshot.cube.can_beaver


def test_c11_a_bot_that_doubled_takes_the_beaver() -> None:
    driver = money(Stakes(beavers=1), seats=("hands", "bot b")).start()
    driver.roll("light", (3, 1))
    driver.turn(LIGHT, (8, 5), (6, 5))
    driver.choose(act="double")
    driver.wait(1000)
    beaver(driver, "light")

    assert driver.facts[-1] == f.Taken("dark", 4)
    assert driver.snapshot.cube.owner == "light"


def test_c14_a_bot_is_told_what_the_game_can_be_won_by() -> None:
    driver = money(Stakes(jacoby=True), seats=("hands", "bot b")).start()
    driver.roll("light", (3, 1))
    driver.turn(LIGHT, (8, 5), (6, 5))
    assert driver.wanted is not None
    assert (driver.wanted.what, driver.wanted.largest_win) == ("double", 1)


def test_c11_the_fold_of_facts_alone_knows_a_beaver_under_way() -> None:
    driver = offered(Stakes(beavers=2))
    beaver(driver, "light")
    state = fold(MatchState(), driver.facts)

    assert (state.game.turned_back, state.game.offered_by) == (1, LIGHT)
    assert (state.game.cube.value, state.game.cube.owner) == (2, LIGHT)


# -- no cube, Crawford, limits --------------------------------------------------------------------


def test_br_21_without_a_cube_doubling_is_refused_in_words() -> None:
    driver = Driver(length=5, stakes=Stakes(cube=False)).start()
    driver.roll("light", (3, 1))
    driver.turn(LIGHT, (8, 5), (6, 5))
    assert not driver.snapshot.can_double
    driver.press("dark", "double")

    assert driver.said("dark") == "This game is played without a cube."
    assert driver.phase == "to_roll"


def at_score(score: tuple[int, int], stakes: Stakes = USUAL, *, crawford: bool) -> Driver:
    """A game at this score of a 5-point match, dark to roll over the set-up."""
    card = f.MatchStarted(
        1, "standard", 5, "Ada", "Ben", ("hands", "hands"), "seeded", stakes=stakes
    )
    slots = Driver().board
    started = f.GameStarted(2, "M1/G2", score, crawford, "c0", slots)
    placed = f.BoardSet(slots, (0, 0), turn="dark")
    return Driver(facts=(card, started, placed)).resume(power_lost=False)


def test_br_21_c06_mat_06_mat_07_the_crawford_game_knows_no_double() -> None:
    driver = at_score((4, 1), crawford=True)
    driver.press("dark", "double")

    assert driver.said("dark") == "No doubling in the Crawford game."
    assert (driver.snapshot.cube.value, driver.snapshot.crawford) == (1, True)


def test_c07_mat_06_after_crawford_the_trailer_doubles_on_his_first_turn() -> None:
    driver = at_score((4, 2), crawford=False)
    driver.press("dark", "double")

    assert driver.phase == "cube_offered"


def next_game_after(score: tuple[int, int], stakes: Stakes) -> f.GameStarted:
    """Dark drops at this score of a 5-point match; the game that follows."""
    driver = at_score(score, stakes, crawford=False)
    driver.ask(Resign("dark", 1))
    driver.press("light", "done")
    driver.press("light", "done")
    started = driver.facts[-1]
    assert isinstance(started, f.GameStarted)
    return started


def test_c06_mat_07_the_game_after_reaching_match_point_is_the_crawford_game() -> None:
    started = next_game_after((3, 1), Stakes())
    assert (started.score, started.crawford) == ((4, 1), True)


def test_c06_without_the_crawford_rule_every_game_has_its_cube() -> None:
    assert not next_game_after((3, 1), Stakes(crawford=False)).crawford


def test_c12_the_limit_of_the_card_holds() -> None:
    driver = at_score((0, 0), Stakes(cube_limit=0), crawford=False)
    assert driver.snapshot.can_double
    driver.press("dark", "double")
    take(driver, "light")
    assert driver.snapshot.cube.value == 2


# -- resignation ----------------------------------------------------------------------------------


@pytest.mark.parametrize(("size", "points"), [(1, 2), (2, 4), (3, 6)])
def test_c15_mat_13_a_resignation_of_each_size_is_worth_its_size_times_the_cube(
    size: int, points: int
) -> None:
    driver = offered(Stakes())
    take(driver, "light")
    driver.ask(Resign("dark", size))
    assert driver.interruption == "resign_offered"
    driver.press("light", "done")

    ended = next(fact for fact in driver.facts if isinstance(fact, f.GameEnded))
    assert (ended.winner, ended.how, ended.size, ended.points) == ("light", "resign", size, points)


def test_c15_mat_13_after_a_refusal_the_same_side_plays_on_with_the_same_dice() -> None:
    driver = offered(Stakes())
    take(driver, "light")
    driver.roll("dark", (6, 5))
    driver.ask(Resign("dark", 1))
    driver.press("light", "undo")

    assert (driver.phase, driver.snapshot.turn, driver.snapshot.roll) == ("moving", "dark", (6, 5))
    driver.turn(DARK, (24, 18), (18, 13))
    assert driver.plays()[-1] == "24/18 18/13"


def test_c14_c15_under_jacoby_with_the_cube_in_the_middle_only_a_single_game_is_lost() -> None:
    driver = money(Stakes(jacoby=True)).start()
    driver.roll("light", (3, 1))
    driver.ask(Resign("light", 2))
    assert driver.said("light") == "This game can only be lost single."
    driver.ask(Resign("light", 1))

    assert driver.interruption == "resign_offered"


# -- the end of a game ----------------------------------------------------------------------------


def last_checker(
    stakes: Stakes = USUAL,
    cube: int = 1,
    owner: str | None = None,
    *,
    dark: int = 23,
    variant: str = "standard",
) -> Driver:
    """Light bears off the last checker; dark has fourteen at home and one on slot `dark`."""
    slots = [0] * 26
    slots[0], slots[23] = 1, -14
    slots[dark] -= 1
    card = f.MatchStarted(1, variant, 0, "Ada", "Ben", ("hands", "hands"), "seeded", stakes=stakes)
    started = f.GameStarted(1, "M1/G1", (0, 0), False, "c0", Driver().board)
    placed = f.BoardSet(tuple(slots), (14, 0), turn="light", cube=cube, owner=owner)
    driver = Driver(facts=(card, started, placed))
    driver.board = Position(tuple(slots)).slots
    driver.resume(power_lost=False)
    driver.roll("light", (6, 5))
    driver.turn(LIGHT, (1, 0))
    return driver


@pytest.mark.parametrize(
    ("stakes", "cube", "owner", "points"),
    [
        pytest.param(Stakes(jacoby=True), 1, None, 1, id="G07"),
        pytest.param(Stakes(jacoby=True), 2, "dark", 4, id="G08"),
        pytest.param(Stakes(), 1, None, 2, id="G02"),
        pytest.param(Stakes(jacoby=True, automatic_doubles=1), 2, None, 2, id="C13-C14"),
    ],
)
def test_br_18_br_19_mat_14_what_a_finished_game_is_worth(
    stakes: Stakes, cube: int, owner: str | None, points: int
) -> None:
    driver = last_checker(stakes, cube, owner)

    assert driver.snapshot.score == (points, 0)
    assert driver.phase == "game_over"


@pytest.mark.parametrize(
    ("dark", "points"),
    [
        pytest.param(11, 2, id="G03"),
        pytest.param(6, 2, id="G04"),
        pytest.param(5, 3, id="G05"),
        pytest.param(25, 3, id="G06"),
    ],
)
def test_br_19_br_20_gammon_and_backgammon_by_where_the_last_checker_is(
    dark: int, points: int
) -> None:
    assert last_checker(dark=dark).snapshot.score == (points, 0)


@pytest.mark.parametrize(
    ("variant", "points"),
    [
        pytest.param("pt", 1, id="PT03-PT28"),
        pytest.param("hu", 1, id="HU18"),
        pytest.param("acey-deucey", 1, id="NO19"),
        pytest.param("tavla", 2, id="tavla"),
        pytest.param("portes", 2, id="portes"),
        pytest.param("pt-br", 3, id="BR20"),
        pytest.param("nackgammon", 3, id="nackgammon"),
    ],
)
def test_who_bears_off_all_first_wins_what_the_variant_knows(variant: str, points: int) -> None:
    """Dark has borne none off and has one on the bar: no game can be lost worse."""
    driver = last_checker(dark=25, variant=variant)

    assert driver.snapshot.score == (points, 0)
    assert driver.phase == "game_over"


@pytest.mark.parametrize(
    ("variant", "size", "said"),
    [
        ("pt", 2, "only be lost single"),
        ("tavla", 3, "single or as a gammon"),
    ],
)
def test_c15_nobody_resigns_more_than_the_variant_knows(variant: str, size: int, said: str) -> None:
    driver = in_variant(variant)
    driver.ask(Resign("dark", size))
    assert said in driver.said("dark")
    assert driver.interruption is None
    driver.ask(Resign("dark", size - 1))
    assert driver.interruption == "resign_offered"


@pytest.mark.parametrize("variant", ["pt", "hu", "tavla", "portes", "acey-deucey"])
def test_no_19_variants_without_a_cube_refuse_doubling_in_words(variant: str) -> None:
    driver = in_variant(variant)
    assert not driver.snapshot.can_double
    driver.press("dark", "double")

    assert driver.said("dark") == "This game is played without a cube."


def in_variant(variant: str) -> Driver:
    """Dark to roll over the standard set-up."""
    slots = Driver().board
    card = f.MatchStarted(1, variant, 5, "Ada", "Ben", ("hands", "hands"), "seeded")
    started = f.GameStarted(1, "M1/G1", (0, 0), False, "c0", slots)
    placed = f.BoardSet(slots, (0, 0), turn="dark")
    return Driver(facts=(card, started, placed)).resume(power_lost=False)


def test_c17_a_game_under_way_is_never_swept_aside_by_a_new_one() -> None:
    """gnubg would count it as resigned; here it is no step that facts allow, nor a Done."""
    driver = offered(Stakes())
    take(driver, "light")
    with pytest.raises(IllegalInput, match="game started"):
        fold_one(driver.table.state, f.GameStarted(2, "x", (0, 0), False, None, driver.board))
    driver.roll("dark", (6, 5))
    driver.press("light", "done")
    assert driver.kinds().count("GameStarted") == 1


def test_mat_04_no_offer_and_no_cube_survive_into_the_next_game() -> None:
    driver = offered(Stakes())
    drop(driver, "light")
    driver.press("light", "double")
    assert driver.phase == "game_over"
    driver.press("light", "done")

    assert driver.kinds()[-1] == "GameStarted"
    assert driver.snapshot.cube.value == 1
    assert driver.snapshot.cube.offered_by is None
