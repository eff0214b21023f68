"""The position restorer: back to the agreed board, an earlier one, or one given as an ID."""

from __future__ import annotations

import pytest
from ideal_sight import moved
from table_driver import Driver

from controller.config import Config, set_value
from controller.errors import RulesError
from controller.rules.ids import MatchState, format_match_id, format_position_id, format_xgid
from controller.rules.position import START, Position, Side
from controller.rules.variants import STANDARD, find_variant
from controller.table import facts as f
from controller.table import inputs
from controller.table.restorer import read_given
from controller.view.intents import Press, Restore

LIGHT, DARK = Side.LIGHT, Side.DARK
KNOCKED = (*START.slots[:5], 2, 3, *START.slots[7:])  # three of light's 6-point slid to the 7
AFTER_31 = Position(moved(START, LIGHT, (8, 5), (6, 5)))
XGID = format_xgid(AFTER_31, MatchState(on_roll=DARK, cube_value=2, cube_owner=LIGHT))


def to_roll(**changes: object) -> Driver:
    """Light has played 3-1; dark is to roll."""
    driver = Driver(**changes).start()  # type: ignore[arg-type]
    driver.roll("light", (3, 1))
    driver.turn(LIGHT, (8, 5), (6, 5))
    assert driver.phase == "to_roll"
    return driver


def moving() -> Driver:
    """Light has 3-1 to play."""
    driver = Driver().start()
    driver.roll("light", (3, 1))
    return driver


def test_a_knocked_board_is_guided_back_and_the_match_goes_on_by_itself() -> None:
    driver = moving()
    driver.put(KNOCKED)
    driver.ask(Restore("light"))

    assert driver.interruption == "paused"
    assert driver.said("dark") == (
        "Put the board back; Undo stops it. Move 3 light checkers from 18 to 19."
    )
    assert driver.lights == ("5 missing", "6 wrong")
    driver.put(START.slots)
    assert driver.interruption is None
    assert driver.phase == "moving"
    assert driver.lights == ()


def test_it_leads_to_the_board_before_the_turn_and_not_to_the_nearest_on_the_way() -> None:
    driver = moving()
    driver.move(LIGHT, (8, 5))
    driver.ask(Restore("light"))

    assert "Move one light checker from 5 to 8." in driver.said("light")
    assert driver.snapshot is not None
    assert driver.snapshot.slots == START.slots
    assert driver.snapshot.restoring == "agreed"


def test_nothing_is_played_by_a_done_meanwhile() -> None:
    driver = moving()
    driver.move(LIGHT, (8, 5), (6, 5))
    driver.ask(Restore("dark"))
    refused = driver.snapshot.refused if driver.snapshot else 0
    driver.press("light", "done")

    assert driver.plays() == []
    assert driver.snapshot is not None
    assert driver.snapshot.refused > refused
    assert driver.said("light").startswith("The board is not yet as shown. Move")


def test_undo_stops_it_and_the_play_lies_there_as_before() -> None:
    driver = moving()
    driver.move(LIGHT, (8, 5), (6, 5))
    driver.ask(Restore("dark"))
    driver.press("dark", "undo")

    assert driver.interruption is None
    driver.press("light", "done")
    assert driver.plays() == ["8/5 6/5"]


def test_lights_show_the_way_back_at_every_level_of_aids() -> None:
    for level in ("full", "wrong-only", "none"):
        driver = Driver(config=set_value(Config(), "aids.level", level)).start()
        driver.roll("light", (3, 1))
        driver.put(KNOCKED)
        driver.ask(Restore("light"))
        assert driver.lights == ("5 missing", "6 wrong"), level


def test_a_right_board_a_set_up_and_a_finished_game_have_nothing_to_restore() -> None:
    driver = to_roll()
    driver.ask(Restore("dark"))
    assert driver.interruption is None
    assert "nothing is to be restored" in driver.said("dark")

    fresh = Driver()
    fresh.board = (0,) * 26
    fresh.start()
    fresh.ask(Restore("light"))
    assert "no position of a running game" in fresh.said("light")


def test_a_cable_that_comes_out_meanwhile_changes_nothing() -> None:
    driver = moving()
    driver.put(KNOCKED)
    driver.ask(Restore("light"))
    driver.tell(inputs.LinkDown(driver.now_ms, "the cable is out"))
    assert driver.interruption == "fault"
    driver.tell(inputs.LinkUp(driver.now_ms, False))

    assert driver.interruption == "paused"
    driver.put(START.slots)
    assert driver.phase == "moving"
    assert driver.interruption is None


# -- another position ------------------------------------------------------------------------------


def test_two_plays_back_are_set_when_both_sides_want_it() -> None:
    driver = to_roll()
    driver.roll("dark", (6, 5))
    driver.turn(DARK, (24, 18), (18, 13))
    driver.ask(Restore("light", back=2))
    assert driver.interruption == "paused"
    assert driver.said("light").startswith("Set the board as shown; Undo stops it. Move")

    driver.put(START.slots)
    assert driver.said("light") == (
        "The board lies as you set it. Ben agrees with Done. Undo: stop."
    )
    assert driver.said("dark") == "Ada set this board. Done: go on from here. Undo: stop."
    driver.press("light", "done")
    assert driver.interruption == "paused"
    driver.press("dark", "done")

    assert driver.interruption is None
    assert driver.facts[-1] == f.BoardSet(START.slots, (0, 0), turn="light")
    assert driver.phase == "to_roll"
    assert driver.snapshot is not None
    assert driver.snapshot.turn == "light"


def test_more_plays_back_than_were_made_are_refused() -> None:
    driver = to_roll()
    driver.ask(Restore("light", back=2))

    assert driver.interruption is None
    assert "So many plays were not made" in driver.said("light")


@pytest.mark.parametrize(
    "text",
    [
        XGID,
        XGID.removeprefix("XGID="),
        f"{format_position_id(AFTER_31.board(DARK))}:"
        + format_match_id(MatchState(on_roll=DARK, cube_value=2, cube_owner=LIGHT)),
    ],
    ids=["XGID", "without its name", "GNUbg ID"],
)
def test_a_position_given_as_an_id_is_set_up_and_played_on_from(text: str) -> None:
    driver = Driver().start()
    driver.ask(Restore("dark", board=text))
    assert driver.interruption == "paused"
    driver.put(AFTER_31.slots)
    driver.press("light", "done")

    assert driver.facts[-1] == f.BoardSet(
        AFTER_31.slots, (0, 0), turn="dark", cube=2, owner="light"
    )
    assert driver.phase == "to_roll"


def test_a_position_id_alone_is_seen_by_the_side_that_gives_it() -> None:
    given = read_given(format_position_id(AFTER_31.board(DARK)), DARK, STANDARD)

    assert given.position == AFTER_31
    assert given.turn is DARK


def test_what_lacks_of_fifteen_is_off() -> None:
    few = Position((2, *(0,) * 22, -3, 0, 0), (13, 12))

    assert read_given(format_xgid(few, MatchState()), LIGHT, STANDARD).position == few


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("hello", "position ID"),
        ("XGID=nonsense", "no XGID"),
        (format_position_id((0,) * 26), "finished game"),
    ],
)
def test_what_is_no_position_is_refused_with_the_reason(text: str, why: str) -> None:
    driver = Driver().start()
    driver.ask(Restore("light", board=text))

    assert driver.interruption is None
    assert why in driver.said("light")


def test_more_checkers_than_a_game_has_are_no_position_of_it() -> None:
    with pytest.raises(RulesError, match="more checkers"):
        read_given(XGID, LIGHT, find_variant("hypergammon"))


def test_no_board_is_set_while_dice_lie_there() -> None:
    driver = moving()
    driver.ask(Restore("light", board=XGID))

    assert driver.interruption is None
    assert "before a roll only" in driver.said("light")


def test_against_a_bot_one_side_is_enough() -> None:
    driver = Driver(seats=("person", "bot gnubg")).start()
    driver.ask(Restore("light", board=XGID))
    driver.put(AFTER_31.slots)
    driver.press("light", "done")

    assert isinstance(driver.facts[-1], f.BoardSet)


def test_a_stack_that_was_never_read_before_is_confirmed_by_a_person() -> None:
    driver = moving()
    driver.put(KNOCKED)
    driver.ask(Restore("light"))
    driver.sight.doubtful = True
    driver.put(START.slots)
    assert driver.said("light").startswith("Does the board lie as shown, every checker of it?")
    driver.ask(Press("light", "yes"))

    assert driver.interruption is None
