"""Where arrows lead while a checker is moved: keys alone must reach what a finger could."""

from __future__ import annotations

from screen_finger import Finger

from controller.rules.position import POINTS, Side
from controller.view.snapshot import Fix, Reach, Snapshot
from display.layout import TRAYS
from display.onward import onward
from display.samples.states import snapshot, states
from display.stage import Tap

LIGHT = Side.LIGHT
STATES = states()
GOING_ON = {"phase": "moving", "roll": (4, 2), "verdict": "in_hand"}


def moving(**changes: object) -> Snapshot:
    return snapshot(**{**GOING_ON, **changes})


def test_the_lifted_checker_goes_where_it_can_and_back() -> None:
    assert onward(moving(lifted=(7,), targets=(1, 3, 5)), None) == (1, 3, 5, 7)


def test_BU04_with_one_place_the_checker_itself_means_that_place() -> None:
    assert onward(moving(lifted=(7,), targets=(3,)), None) == (3,)


def test_BU09_from_the_lifted_checker_the_first_arrow_leads_to_its_first_place() -> None:
    for targets in ((1,), (1, 3, 5)):
        fix = (Fix("light", None, 7),)  # as the table has it of any checker in a hand
        finger = Finger(moving(lifted=()))
        finger.keys("Tab", "Tab", "Tab")
        finger.show(moving(lifted=(7,), targets=targets, steps=((9, 8),), fixes=fix))
        finger.keys("Right")
        assert finger.inputs.hand.focus is not None
        assert finger.inputs.hand.focus.act == Tap(LIGHT, 1)


def test_a_checker_that_came_in_this_turn_can_be_taken_back_all_the_way() -> None:
    doubled = moving(roll=(2, 2), lifted=(1,), steps=((8, 6), (4, 2), (6, 4)), targets=())
    assert onward(doubled, None) == (3, 5, 7, 1)


def test_dark_counts_from_the_other_end() -> None:
    asked = moving(turn="dark", lifted=(19,), steps=((8, 5),), targets=(22, 21))
    assert onward(asked, None) == (22, 21, 16, 19)


def test_what_the_table_takes_for_borne_off_keeps_its_places() -> None:
    carried = Reach(5, (3, 26), ((2,), (6,)))
    assert onward(moving(verdict="under_way"), carried) == (3, 26, 5)


def test_a_checker_from_the_reserve_goes_back_there() -> None:
    entered = moving(lifted=(20,), steps=((26, 21),), targets=(16, 18))
    assert onward(entered, None) == (16, 18, 29, 20)


def test_a_wrong_board_s_checker_goes_where_it_is_asked() -> None:
    mending = moving(verdict="wrong", fixes=(Fix("light", 2, 5), Fix("dark", 2, 7)))
    assert onward(mending, Reach(2, (), ())) == (5, 2)


def test_where_undo_asks_a_checker_back_to_is_one_of_its_places() -> None:
    asked = moving(lifted=(3,), steps=((8, 4),), targets=(1, 0), moves=((3, 7),))
    assert onward(asked, None) == (1, 0, 7, 3)


def test_where_aids_say_nothing_every_place_is_one_from_the_checker_on() -> None:
    for aids in ("none", "wrong-only"):
        everywhere = onward(moving(aids=aids, lifted=(7,)), None)
        assert everywhere == (*range(6, -1, -1), TRAYS[LIGHT], *range(POINTS - 1, 6, -1))


def test_where_the_table_is_in_doubt_every_place_is_one_after_those_it_tells() -> None:
    assert len(onward(moving(verdict="unsure"), None)) == POINTS + 1
    told = onward(moving(verdict="unsure", lifted=(7,), targets=(3, 5)), None)
    assert (told[:3], told[-1]) == ((3, 5, 6), 7)


def test_where_nothing_is_in_the_hand_or_something_is_asked_arrows_choose_as_tab_does() -> None:
    assert onward(moving(verdict="agreed"), None) == ()
    assert onward(moving(interruption="question", lifted=(7,), targets=(3,)), None) == ()
    assert onward(snapshot(turn=None, phase="game_over"), None) == ()


def test_by_keys_a_checker_is_put_back_where_its_step_began() -> None:
    finger = Finger(moving(lifted=(3,), steps=((8, 4),), targets=(1,)))
    finger.keys("Right", "Right", "Enter")
    assert finger.acts == [Tap(LIGHT, 7)]


def test_by_keys_every_checker_of_a_wrong_board_can_be_lifted() -> None:
    slots = [0] * 26
    slots[5] = 1
    sensed = [0] * 26
    sensed[2] = 1
    wrong = snapshot(
        phase="moving", roll=(4, 2), verdict="wrong", slots=tuple(slots), sensed=tuple(sensed),
        fixes=(Fix("light", 2, 5),),
    )  # fmt: skip
    finger = Finger(wrong)
    finger.keys("Tab", "Enter")
    assert finger.acts == [Tap(LIGHT, 2)]
