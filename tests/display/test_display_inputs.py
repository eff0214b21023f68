"""Touches and keys to acts: one for each touch, deliberate where it costs a game."""

from __future__ import annotations

import pytest
from screen_finger import Finger

from controller.rules.position import Side
from controller.view.intents import NameDouble, Press, Resign
from controller.view.snapshot import Reach, Snapshot
from display.inputs import HOLD_MS, TWICE_MS
from display.items import Button
from display.samples.states import snapshot, states
from display.stage import Open, Tap

LIGHT = Side.LIGHT
STATES = states()


def test_a_touch_on_a_button_asks_once_when_the_finger_leaves() -> None:
    finger = Finger(STATES["to_roll"])
    finger.down(finger.button("R"))
    assert finger.acts == []
    finger.up(finger.button("R"))
    assert finger.acts == [Press("light", "done")]


def test_a_finger_that_slides_off_a_button_asks_nothing() -> None:
    finger = Finger(STATES["to_roll"])
    finger.down(finger.button("R"))
    finger.up(finger.button("O"))
    assert finger.acts == []


def test_a_second_finger_beside_the_first_is_left_out() -> None:
    finger = Finger(STATES["to_roll"])
    finger.down(finger.button("R"), finger=1)
    finger.down(finger.button("O"), finger=2)
    finger.up(finger.button("O"), finger=2)
    finger.up(finger.button("R"), finger=1)
    assert finger.acts == [Press("light", "done")]


def test_a_button_that_is_gone_while_the_finger_is_on_it_is_not_pressed() -> None:
    finger = Finger(STATES["to_roll"])
    at = finger.button("O")
    finger.down(at)
    finger.show(snapshot(can_double=False))
    finger.up(at)
    assert finger.acts == []


def test_BU01_a_tap_on_a_checker_and_BU03_a_tap_on_a_ring() -> None:
    finger = Finger(STATES["to_roll"])
    finger.touch(finger.at(7))
    finger.show(STATES["moving"])
    finger.touch(finger.at(3))
    assert finger.acts == [Tap(LIGHT, 7), Tap(LIGHT, 3)]


def test_BU04_the_lifted_checker_tapped_again_goes_to_its_only_place() -> None:
    finger = Finger(STATES["bearing_off"])
    finger.touch(finger.at(4))
    assert finger.acts == [Tap(LIGHT, 26)]


def test_with_several_places_the_lifted_checker_tapped_again_is_put_back() -> None:
    finger = Finger(STATES["moving"])
    finger.touch(finger.at(7))
    assert finger.acts == [Tap(LIGHT, 7)]


def test_BU05_a_drag_lifts_and_puts_down() -> None:
    finger = Finger(snapshot(phase="moving", roll=(4, 2)))
    finger.down(finger.at(7))
    finger.up(finger.at(3))
    assert finger.acts == [Tap(LIGHT, 7), Tap(LIGHT, 3)]


def test_a_drag_of_the_lifted_checker_only_puts_down() -> None:
    finger = Finger(STATES["moving"])
    finger.down(finger.at(7))
    finger.up(finger.at(3))
    assert finger.acts == [Tap(LIGHT, 3)]


def test_BU10_the_letters_of_the_sheet() -> None:
    finger = Finger(STATES["to_roll"])
    finger.keys("R", "O", "O", "O")  # the second O arms the offer, the third makes it
    finger.show(STATES["complete"])
    finger.keys("U", "D")
    assert finger.acts == [
        Press("light", "done"), Press("light", "double"), Press("light", "undo"),
        Press("light", "done"),
    ]  # fmt: skip


def test_letters_that_mean_nothing_now_do_nothing() -> None:
    finger = Finger(STATES["to_roll"])
    finger.keys("T", "X", "Q", "Enter", "U")
    assert finger.acts == []


def test_BU09_tab_goes_through_the_checkers_enter_lifts_arrows_choose_enter_moves() -> None:
    finger = Finger(snapshot(phase="moving", roll=(4, 2)))
    finger.keys("Tab")
    assert finger.inputs.hand.focus is not None
    assert finger.inputs.hand.focus.act == Tap(LIGHT, 23)
    finger.keys("Tab", "Tab", "Enter")
    assert finger.acts == [Tap(LIGHT, 7)]
    finger.show(STATES["moving"])
    finger.keys("Right", "Right", "Enter")
    assert finger.acts == [Tap(LIGHT, 7), Tap(LIGHT, 3)]


def test_tab_reaches_the_buttons_too_and_goes_round_both_ways() -> None:
    finger = Finger(STATES["to_roll"])
    finger.keys("Back tab")
    assert finger.inputs.hand.focus is not None
    assert finger.inputs.hand.focus.act == Open("settings")
    finger.keys("Back tab")
    assert finger.inputs.hand.focus.act == Open("verify")
    finger.keys("Back tab")
    assert finger.inputs.hand.focus.act == Open("double")
    finger.keys("Back tab", "Enter")
    assert finger.acts == [Press("light", "done")]


def test_a_cube_is_not_answered_by_a_short_touch() -> None:
    finger = Finger(STATES["cube_offered"])
    finger.touch(finger.button("T"))
    finger.touch(finger.button("X"))
    assert finger.acts == []


@pytest.mark.parametrize(("key", "control"), [("T", "take"), ("X", "drop")])
def test_a_button_held_for_a_second_answers_once(key: str, control: str) -> None:
    finger = Finger(STATES["cube_offered"])
    at = finger.button(key)
    finger.down(at)
    finger.wait(HOLD_MS - 1)
    assert finger.acts == []
    assert finger.inputs.hand.filled == pytest.approx(1, abs=0.01)
    finger.wait(1)
    finger.wait(HOLD_MS)
    finger.up(at)
    assert finger.acts == [Press("light", control)]


def test_the_key_of_an_answer_is_pressed_twice() -> None:
    finger = Finger(STATES["cube_offered"])
    finger.keys("X")
    assert finger.acts == []
    finger.keys("X")
    assert finger.acts == [Press("light", "drop")]


def test_two_different_keys_are_no_answer() -> None:
    finger = Finger(STATES["cube_offered"])
    finger.keys("X", "T", "X", "T")
    assert finger.acts == []


def test_the_second_press_must_follow_soon() -> None:
    finger = Finger(STATES["cube_offered"])
    finger.keys("X")
    finger.wait(TWICE_MS)
    finger.keys("X")
    assert finger.acts == []


def test_enter_is_no_default_for_an_answer() -> None:
    finger = Finger(STATES["cube_offered"])
    finger.keys("Enter", "Enter")
    assert finger.acts == []
    finger.keys("Tab", "Enter", "Enter")
    assert finger.acts == []


def test_a_hold_ends_with_the_offer() -> None:
    finger = Finger(STATES["cube_offered"])
    finger.down(finger.button("T"))
    finger.show(STATES["to_roll"])
    finger.wait(HOLD_MS)
    assert finger.acts == []


def test_a_lost_finger_presses_nothing() -> None:
    finger = Finger(STATES["cube_offered"])
    finger.down(finger.button("T"))
    finger.inputs.cancel()
    finger.wait(HOLD_MS)
    assert finger.acts == []


def test_giving_up_opens_a_page_first_and_escape_leaves_it() -> None:
    finger = Finger(STATES["to_roll"])
    seat = next(hit.rect.centre for hit in finger.scene.hits if hit.act == Open("resign"))
    finger.touch(seat)
    assert finger.inputs.hand.page == "resign"
    finger.keys("Escape")
    assert finger.inputs.hand.page == ""
    finger.touch(seat)
    finger.keys("2")
    assert finger.acts == []
    finger.keys("2")
    assert finger.acts == [Resign("light", 2)]
    assert finger.inputs.hand.page == ""


def test_the_page_closes_when_the_turn_moves_on() -> None:
    finger = Finger(STATES["to_roll"])
    finger.touch(next(hit.rect.centre for hit in finger.scene.hits if hit.act == Open("resign")))
    finger.show(snapshot(turn_number=39))
    assert finger.inputs.hand.page == ""


def test_what_is_pointed_at_is_forgotten_when_it_can_go_nowhere_any_more() -> None:
    reach = (Reach(7, (3,), ((4,),)), Reach(5, (1,), ((4,),)))
    finger = Finger(snapshot(phase="moving", roll=(4, 2), reach=reach))
    finger.inputs.point(7)
    finger.refresh()
    assert finger.inputs.hand.pointed == reach[0]
    finger.inputs.point(5)
    finger.refresh()
    assert finger.inputs.hand.pointed == reach[1]
    finger.inputs.point(5)
    assert finger.inputs.hand.pointed is None
    finger.inputs.point(7)
    finger.show(STATES["moving"])
    assert finger.inputs.hand.pointed is None


def test_a_checker_in_the_hand_keeps_its_places_when_the_table_takes_it_for_borne_off() -> None:
    reach = (Reach(5, (3, 26), ((2,), (6,))), Reach(4, (2,), ((2,),)))
    slots = (1, 0, 0, 2, 2, 1, *[0] * 16, -1, -1, 0, 0)
    before = snapshot(phase="moving", roll=(6, 2), slots=slots, reach=reach)
    finger = Finger(before)
    finger.keys("Tab", "Enter")
    finger.inputs.carry(reach[0])
    gone = (*slots[:5], 0, *slots[6:])
    finger.show(snapshot(phase="moving", roll=(6, 2), slots=gone, off=(1, 0), reach=reach[1:]))
    assert finger.inputs.hand.pointed == reach[0]
    finger.keys("Right", "Enter")
    assert finger.acts == [Tap(LIGHT, 5), Tap(LIGHT, 3)]
    finger.inputs.carry(None)
    finger.refresh()
    assert finger.inputs.hand.pointed is None


def test_another_checker_chosen_means_that_the_first_is_off() -> None:
    reach = (Reach(5, (3, 26), ((2,), (6,))), Reach(4, (2,), ((2,),)))
    slots = (1, 0, 0, 2, 2, 1, *[0] * 16, -1, -1, 0, 0)
    finger = Finger(snapshot(phase="moving", roll=(6, 2), slots=slots, reach=reach))
    finger.inputs.carry(reach[0])
    finger.inputs.carry(reach[1])
    finger.refresh()
    assert finger.inputs.hand.pointed == reach[1]


def test_a_question_s_answers_are_plain() -> None:
    finger = Finger(STATES["question"])
    finger.touch(finger.at(1))
    finger.keys("A")
    assert [getattr(act, "place", None) for act in finger.acts] == [1, 3]


def test_a_double_is_pointed_at_by_touch_by_its_digit_and_by_arrows() -> None:
    finger = Finger(STATES["naming"])
    finger.touch(finger.button("2"))
    finger.keys("5")
    finger.keys("Right", "Right", "Right", "Enter")
    finger.keys("D")

    assert finger.acts == [
        NameDouble("light", 2), NameDouble("light", 5), NameDouble("light", 3),
        Press("light", "done"),
    ]  # fmt: skip


def test_the_reserve_is_touched_beside_the_others_home_and_first_for_tab() -> None:
    finger = Finger(STATES["entering"])
    at = finger.scene.board.reserve(LIGHT).centre
    assert at[1] < finger.scene.board.rect.centre[1]  # where light enters
    finger.touch(at)
    finger.keys("Tab", "Enter")

    assert finger.acts == [Tap(LIGHT, 29), Tap(LIGHT, 29)]


def test_a_checker_from_the_reserve_shows_its_places_until_it_is_put_down() -> None:
    reach = (Reach(29, (19, 21), ((5,), (3,))),)
    finger = Finger(snapshot(phase="moving", roll=(5, 3), reserve=(15, 15), slots=(0,) * 26,
                             variant="acey-deucey", reach=reach))  # fmt: skip
    finger.inputs.carry(reach[0])

    assert finger.inputs.hand.pointed == reach[0]
    finger.keys("Right", "Right", "Enter")
    assert finger.acts == [Tap(LIGHT, 21)]


def kinds(shown: Snapshot) -> dict[str, str]:
    """Of each button by its label."""
    buttons = (item for item in Finger(shown).scene.items if isinstance(item, Button))
    return {button.label: button.kind for button in buttons}


def test_bu_06_undo_is_there_when_a_step_was_made_and_asks_for_one_step() -> None:
    assert kinds(snapshot(phase="moving", roll=(4, 2)))["Undo"] == "off"
    assert kinds(STATES["complete"])["Undo"] == "plain"
    finger = Finger(STATES["complete"])
    finger.touch(finger.button("U"))
    finger.keys("U")
    assert finger.acts == [Press("light", "undo")] * 2


def test_bu_07_a_10_done_shines_at_once_where_nothing_can_be_played() -> None:
    dance = snapshot(phase="moving", roll=(6, 6), verdict="complete", steps=())
    assert kinds(dance)["Done"] == "primary"


def test_bu_02_without_rings_a_touch_still_lifts_and_puts_down() -> None:
    for aids in ("wrong-only", "none"):
        finger = Finger(snapshot(phase="moving", roll=(4, 2), aids=aids))
        finger.touch(finger.at(7))
        finger.touch(finger.at(3))
        assert finger.acts == [Tap(LIGHT, 7), Tap(LIGHT, 3)]
