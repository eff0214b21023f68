"""A wrong board that both sides let stand: illegal plays, unusual set-ups (tournament 6.2)."""

from __future__ import annotations

from collections.abc import Iterable

import pytest
from hypothesis import given
from hypothesis import strategies as st
from ideal_sight import moved
from table_driver import Driver

from controller.rules.position import START, Position, Side, slot_of
from controller.table import facts as f
from controller.table.state import MatchState, fold
from controller.view.intents import Press

LIGHT, DARK = Side.LIGHT, Side.DARK


def accept(driver: Driver, *sides: str) -> None:
    for side in sides:
        driver.ask(Press(side, "accept"))


def played(driver: Driver) -> list[f.Played]:
    return [fact for fact in driver.facts if isinstance(fact, f.Played)]


def wrong_play(*steps: tuple[int, int], roll: tuple[int, int] = (3, 1)) -> Driver:
    """Light has moved these against the rules; nobody has said anything yet."""
    driver = Driver(length=5).start()
    driver.roll("light", roll)
    driver.move(LIGHT, *(steps or ((8, 5), (6, 4))))
    return driver


@pytest.mark.parametrize("order", [("light", "dark"), ("dark", "light")])
def test_an_illegal_play_stands_when_both_accept_it_in_either_order(
    order: tuple[str, str],
) -> None:
    driver = wrong_play()
    accept(driver, order[0])
    assert played(driver) == []
    accept(driver, order[1])

    (play,) = played(driver)
    assert (play.side, play.dice, play.notation, play.illegal) == (
        "light", (3, 1), "8/5 6/4", True,
    )  # fmt: skip
    assert play.slots == driver.board
    assert (driver.phase, driver.snapshot.turn) == ("to_roll", "dark")


def test_the_game_goes_on_from_an_illegal_play_that_stood() -> None:
    driver = wrong_play()
    accept(driver, "light", "dark")
    driver.roll("dark", (6, 5))
    driver.turn(DARK, (24, 18), (18, 13))

    assert driver.plays() == ["8/5 6/4", "24/18 18/13"]
    state = fold(MatchState(), driver.facts)
    assert state.game.agreed.slots == driver.board


def test_one_acceptance_is_said_to_both_and_alone_records_nothing() -> None:
    driver = wrong_play()
    accept(driver, "light")

    assert driver.said("light").startswith("You let the illegal play 8/5 6/4 stand. Ben accepts")
    assert driver.said("dark").startswith("Ada lets the illegal play 8/5 6/4 stand.")
    accept(driver, "light")
    assert "already" in driver.said("light")
    assert played(driver) == []


def test_a_screen_is_told_what_may_stand_and_who_accepted() -> None:
    driver = wrong_play()
    standing = driver.snapshot.standing
    assert (standing.play, standing.accepted, standing.checkers) == ("8/5 6/4", None, (15, 15))
    accept(driver, "dark")
    assert driver.snapshot.standing.accepted == "dark"
    accept(driver, "light")
    assert driver.snapshot.standing is None


def test_putting_the_board_right_takes_an_acceptance_back() -> None:
    driver = wrong_play()
    accept(driver, "light")
    driver.put(START.slots)
    driver.move(LIGHT, (8, 5), (6, 4))
    accept(driver, "dark")

    assert played(driver) == []
    accept(driver, "light")
    assert len(played(driver)) == 1


def test_a_board_that_became_another_is_not_what_was_accepted() -> None:
    driver = wrong_play()
    accept(driver, "light")
    driver.put(moved(START, LIGHT, (8, 4), (6, 3)))
    accept(driver, "dark")

    assert played(driver) == []


def test_a_new_lift_takes_an_acceptance_back() -> None:
    driver = wrong_play()
    accept(driver, "light")
    driver.sight.restless, driver.sight.hinted = True, ((LIGHT, 12),)
    driver.put(driver.board)
    driver.sight.restless, driver.sight.hinted = False, ()
    driver.put(driver.board)
    accept(driver, "dark")

    assert played(driver) == []


def test_what_is_not_read_beyond_doubt_is_not_recorded() -> None:
    driver = wrong_play()
    driver.sight.clear = False
    driver.put(driver.board)
    accept(driver, "light", "dark")

    assert driver.snapshot.standing is None
    assert "beyond doubt" in driver.said("dark")
    assert played(driver) == []


def test_a_moved_checker_of_the_other_side_may_stand_without_a_text() -> None:
    """Nobody would write it, so the board alone tells it."""
    driver = Driver(length=5).start()
    driver.roll("light", (3, 1))
    driver.put(moved(Position(moved(START, DARK, (24, 23))), LIGHT, (8, 5), (6, 5)))
    accept(driver, "light", "dark")

    (play,) = played(driver)
    assert (play.notation, play.illegal, play.slots) == ("", True, driver.board)


def changed(side: Side, points: Iterable[int], by: int) -> tuple[int, ...]:
    slots = list(START.slots)
    for point in points:
        slots[slot_of(side, point)] += by * side.sign
    return tuple(slots)


@pytest.mark.parametrize(
    "board",
    [
        pytest.param(changed(DARK, (6, 8), -1), id="two of the other side's are gone"),
        pytest.param(changed(LIGHT, (6, 8), -1), id="two were borne off too early"),
        pytest.param(changed(LIGHT, (6, 8), 1), id="two came from nowhere"),
    ],
)
def test_checkers_that_vanish_or_appear_never_stand(board: tuple[int, ...]) -> None:
    driver = Driver(length=5).start()
    driver.roll("light", (3, 1))
    driver.put(board)
    accept(driver, "light", "dark")

    assert played(driver) == []
    assert "missing or too many" in driver.said("light")


def test_a_checker_in_a_hand_never_stands() -> None:
    driver = Driver(length=5).start()
    driver.roll("light", (3, 1))
    driver.put(changed(LIGHT, (8,), -1))
    accept(driver, "light", "dark")

    assert played(driver) == []
    assert "put it down" in driver.said("light")


def test_half_a_roll_stands_only_after_done_was_refused() -> None:
    driver = Driver(length=5).start()
    driver.roll("light", (3, 1))
    driver.move(LIGHT, (8, 5))
    accept(driver, "light", "dark")
    assert played(driver) == []
    driver.press("light", "done")
    assert driver.snapshot.standing.play == "8/5"
    accept(driver, "dark", "light")

    (play,) = played(driver)
    assert (play.notation, play.illegal) == ("8/5", True)


def test_a_roll_that_was_not_played_at_all_stands_after_done_was_refused() -> None:
    driver = Driver(length=5).start()
    driver.roll("light", (3, 1))
    driver.press("light", "done")
    accept(driver, "light", "dark")

    (play,) = played(driver)
    assert (play.notation, play.illegal, play.slots) == ("", True, START.slots)
    assert driver.snapshot.turn == "dark"


def test_a_checker_moved_on_after_a_refused_done_asks_for_another() -> None:
    driver = Driver(length=5).start()
    driver.roll("light", (3, 1))
    driver.move(LIGHT, (8, 5))
    driver.press("light", "done")
    driver.put(moved(START, LIGHT, (6, 5)))
    accept(driver, "light", "dark")

    assert played(driver) == []


def test_an_accept_before_the_board_is_still_waits_for_it() -> None:
    driver = Driver(length=5).start()
    driver.roll("light", (3, 1))
    driver.sight.restless = True
    driver.move(LIGHT, (8, 5), (6, 4))
    accept(driver, "light", "dark")
    driver.sight.restless = False
    driver.put(driver.board)
    driver.wait(200)
    accept(driver, "light", "dark")

    assert [play.notation for play in played(driver)] == ["8/5 6/4"]


def test_a_legal_play_is_ended_by_done_and_by_nothing_else() -> None:
    driver = Driver(length=5).start()
    driver.roll("light", (3, 1))
    driver.move(LIGHT, (8, 5), (6, 5))
    accept(driver, "light", "dark")

    assert played(driver) == []
    assert "nothing to let stand" in driver.said("dark")


@pytest.mark.parametrize("seats", [("bot b", "person"), ("person", "bot b")])
def test_a_bot_lets_nothing_stand(seats: tuple[str, str]) -> None:
    driver = Driver(length=5, seats=seats)
    driver.board = changed(LIGHT, (6, 8), -1)
    driver.start()
    accept(driver, "light", "dark")

    assert driver.phase == "setup"
    assert "bot" in driver.said("light").lower()


def test_nothing_stands_before_the_roll() -> None:
    driver = Driver(length=5).start()
    accept(driver, "light", "dark")

    assert driver.phase == "opening"
    assert driver.snapshot.refused == 2


def test_the_last_checkers_off_end_the_game_though_the_play_was_illegal() -> None:
    slots = [0] * 26
    slots[2], slots[3], slots[23] = 1, 1, -15
    card = f.MatchStarted(1, "standard", 5, "Ada", "Ben", ("hands", "hands"), "seeded")
    started = f.GameStarted(1, "M1/G1", (0, 0), False, "c0", START.slots)
    placed = f.BoardSet(tuple(slots), (13, 0), turn="light")
    driver = Driver(facts=(card, started, placed))
    driver.board = tuple(slots)
    driver.resume(power_lost=False)
    driver.roll("light", (1, 2))
    slots[2] = slots[3] = 0
    driver.put(tuple(slots))
    accept(driver, "light", "dark")
    assert played(driver) == []  # one may be in a hand still
    driver.press("light", "done")
    accept(driver, "light", "dark")

    assert played(driver)[-1].notation == "4/off 3/off"
    assert (driver.phase, driver.snapshot.score) == ("game_over", (2, 0))


@given(st.data())
def test_whatever_stands_is_what_lies_there_and_nobody_gains_or_loses_a_checker(
    data: st.DataObject,
) -> None:
    """Hands do anything at all with up to four checkers; both accept whatever it is."""
    driver = Driver(length=5).start()
    driver.roll("light", (data.draw(st.integers(2, 6)), 1))
    slots = list(START.slots)
    for _ in range(data.draw(st.integers(1, 4))):
        source = data.draw(st.sampled_from([slot for slot in range(26) if slots[slot]]))
        sign = 1 if slots[source] > 0 else -1
        slots[source] -= sign
        free = [slot for slot in range(24) if slots[slot] * sign >= 0]
        to = data.draw(st.sampled_from([*free, 24 if sign > 0 else 25, None]))
        if to is not None:
            slots[to] += sign
    driver.put(tuple(slots))
    accept(driver, "light", "dark")
    for play in played(driver):
        after = Position(play.slots, play.off, play.reserve)
        assert play.slots == tuple(slots)
        assert [after.owned(side) for side in Side] == [15, 15]
        assert after.off[DARK.index] == 0


# -- a set-up that is not the usual one -----------------------------------------------------------


def test_a_set_up_with_a_checker_short_stands_when_both_accept_it() -> None:
    driver = Driver(length=5)
    driver.board = changed(LIGHT, (13,), -1)
    driver.start()
    assert driver.phase == "setup"
    assert driver.snapshot.standing.checkers == (14, 15)
    accept(driver, "dark")
    assert "14 light and 15 dark checkers" in driver.said("light")
    accept(driver, "light")

    placed = driver.facts[-1]
    assert isinstance(placed, f.BoardSet)
    assert (placed.slots, placed.off, placed.turn) == (driver.board, (0, 0), None)
    assert driver.phase == "opening"


def test_a_game_with_fourteen_checkers_is_played_and_survives_a_restart() -> None:
    driver = Driver(length=5)
    driver.board = changed(LIGHT, (13,), -1)
    driver.start()
    accept(driver, "dark", "light")
    driver.roll("light", (3, 1))
    driver.turn(LIGHT, (8, 5), (6, 5))
    assert driver.plays() == ["8/5 6/5"]

    again = Driver(facts=tuple(driver.facts))
    again.board = driver.board
    again.resume(power_lost=False)
    assert again.phase == "to_roll"
    assert again.snapshot.pips[0] == 167 - 13 - 4
    assert again.snapshot.off == (0, 0)


def test_a_set_up_that_stood_is_ready_again_after_a_restart() -> None:
    driver = Driver(length=5)
    driver.board = changed(LIGHT, (13,), -1)
    driver.start()
    accept(driver, "dark", "light")

    again = Driver(facts=tuple(driver.facts))
    again.board = driver.board
    again.resume(power_lost=True)
    assert again.phase == "opening"


def test_a_set_up_with_a_checker_misplaced_stands() -> None:
    driver = Driver(length=5)
    driver.board = moved(START, LIGHT, (8, 7))
    driver.start()
    accept(driver, "dark", "light")

    assert driver.phase == "opening"


@pytest.mark.parametrize(
    ("board", "said"),
    [
        (changed(LIGHT, (13,), 1), "more light checkers"),
        (tuple(max(n, 0) for n in START.slots), "Without a dark checker"),
    ],
)
def test_no_set_up_stands_with_too_many_checkers_or_none(board: tuple[int, ...], said: str) -> None:
    driver = Driver(length=5)
    driver.board = board
    driver.start()
    accept(driver, "dark", "light")

    assert driver.phase == "setup"
    assert said in driver.said("light")


def test_rul_fourteen_checkers_borne_off_end_the_game() -> None:
    slots = [0] * 26
    slots[0], slots[23] = 1, -14
    card = f.MatchStarted(1, "standard", 5, "Ada", "Ben", ("hands", "hands"), "seeded")
    started = f.GameStarted(1, "M1/G1", (0, 0), False, "c0", START.slots)
    placed = f.BoardSet(tuple(slots), (13, 0), turn="light")
    driver = Driver(facts=(card, started, placed))
    driver.board = tuple(slots)
    driver.resume(power_lost=False)
    driver.roll("light", (6, 5))
    driver.turn(LIGHT, (1, 0))

    assert (driver.phase, driver.snapshot.score) == ("game_over", (2, 0))
