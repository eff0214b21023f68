"""What the snapshot holds for the eye: dice of targets, used dice, moves to carry, fixes."""

from __future__ import annotations

from table_driver import Driver

from controller.config import Config, set_value
from controller.rules.plays import legal_ways
from controller.rules.position import START, Side
from controller.view.intents import Resign
from controller.view.snapshot import Fix, Question, Snapshot

LIGHT, DARK = Side.LIGHT, Side.DARK


def opened(dice: tuple[int, int] = (3, 1), **options: object) -> Driver:
    driver = Driver(**options).start()  # type: ignore[arg-type]
    driver.roll("light", dice)
    return driver


def seen(driver: Driver) -> Snapshot:
    assert driver.snapshot is not None
    return driver.snapshot


def lift(driver: Driver, slot: int) -> None:
    """A checker of light's leaves its slot, and the board settles."""
    slots = list(driver.board)
    slots[slot] -= 1
    driver.put(tuple(slots))


def test_each_target_names_the_dice_that_lead_there_in_order() -> None:
    driver = opened()
    lift(driver, 7)
    assert dict(zip(seen(driver).targets, seen(driver).target_dice, strict=True)) == {
        6: (1,), 4: (3,), 3: (3, 1),
    }  # fmt: skip


def test_nothing_lifted_nothing_named() -> None:
    assert seen(opened()).target_dice == ()


def test_what_each_checker_could_do_is_told_while_none_is_lifted() -> None:
    driver = opened()
    reach = {each.slot: each for each in seen(driver).reach}
    assert set(reach) == {23, 12, 7, 5}
    assert dict(zip(reach[7].places, reach[7].dice, strict=True)) == {6: (1,), 4: (3,), 3: (3, 1)}
    lift(driver, 7)
    assert seen(driver).reach == ()


def test_without_full_aids_nothing_is_told_of_what_a_checker_could_do() -> None:
    for level in ("wrong-only", "none"):
        assert seen(opened(config=set_value(Config(), "aids.level", level))).reach == ()


def test_without_full_aids_nothing_is_told_of_where_a_lifted_checker_can_go() -> None:
    for level in ("wrong-only", "none"):
        driver = opened(config=set_value(Config(), "aids.level", level))
        lift(driver, 7)
        assert seen(driver).lifted == (7,)
        assert seen(driver).targets == seen(driver).target_dice == ()


def test_used_dice_are_those_of_the_steps_made() -> None:
    driver = opened()
    assert seen(driver).used == ()
    driver.move(LIGHT, (8, 5))
    assert seen(driver).used == (3,)
    driver.move(LIGHT, (6, 5))
    assert seen(driver).used == (3, 1)


def test_a_wrong_board_is_told_as_it_lies_with_its_fix() -> None:
    driver = opened()
    driver.move(LIGHT, (8, 6))
    assert seen(driver).verdict == "wrong"
    assert seen(driver).sensed == driver.board
    assert seen(driver).slots == START.slots
    assert Fix("light", 5, 7) in seen(driver).fixes


def test_a_right_board_has_nothing_to_mend() -> None:
    driver = opened()
    driver.move(LIGHT, (8, 5))
    assert (seen(driver).sensed, seen(driver).fixes) == ((), ())


def test_a_bot_s_play_is_moves_from_place_to_place_that_go_as_they_are_made() -> None:
    driver = opened(seats=("bot", "person"))
    board = START.board(LIGHT)
    ways = legal_ways(board, (3, 1))
    final = next(
        b for b in ways.finals if {(s.source, s.to) for s in ways.boards[b]} == {(8, 5), (6, 5)}
    )
    driver.choose(final)
    assert seen(driver).phase == "showing"
    assert sorted(seen(driver).moves) == [(5, 4), (7, 4)]
    driver.move(LIGHT, (8, 5))
    assert seen(driver).moves == ((5, 4),)


def test_what_an_undo_asks_back_is_moves_from_place_to_place() -> None:
    driver = opened()
    driver.move(LIGHT, (8, 5))
    driver.press("light", "undo")

    assert driver.snapshot is not None
    assert driver.snapshot.moves == ((4, 7),)


def test_of_a_lifted_blot_and_its_hitter_the_hitter_s_targets_are_told() -> None:
    driver = opened()
    driver.sight.restless = True
    driver.sight.hinted = ((DARK, 0), (LIGHT, 7))
    driver.put(driver.board)

    assert driver.snapshot is not None
    assert driver.snapshot.targets == (3, 4, 6)


def test_a_question_goes_with_its_plays_and_places() -> None:
    driver = opened()
    driver.move(LIGHT, (8, 5), (6, 5))
    one = driver.board
    driver = opened()
    driver.move(LIGHT, (8, 4))
    other = driver.board
    driver.sight.alike = (one, other)
    driver.put(other)
    driver.press("light", "done")
    asked = seen(driver).question
    assert isinstance(asked, Question)
    assert asked.side == "light"
    assert "8/5 6/5" in asked.choices
    assert len(asked.choices) == 2
    assert len(asked.places) == 2


def test_an_offer_to_resign_goes_with_its_size() -> None:
    driver = opened()
    assert seen(driver).resign is None
    driver.ask(Resign("light", 2))
    assert seen(driver).resign == ("light", 2)


def test_the_level_of_aids_is_told() -> None:
    config = set_value(Config(), "aids.level", "none")
    assert seen(opened(config=config)).aids == "none"
    assert seen(opened()).aids == "full"
