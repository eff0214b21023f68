"""MAT-11 and LIB-14: a touch counts once, and never for a picture that was not seen yet."""

from __future__ import annotations

import pytest
from screen_finger import Finger

from controller.rules.position import Side
from controller.view.intents import Press
from display.inputs import HOLD_MS, Inputs
from display.layout import Rect
from display.samples.states import snapshot, states
from display.stage import Act, Hit, Scene, Tap
from display.touches import ECHO_MS, FRESH_MS, MOUSE

STATES = states()
BINDING = ["cube_offered", "beaver_possible", "resign_offered", "question", "missed", "standing"]


def answers(finger: Finger) -> list[tuple[float, float]]:
    return [hit.rect.centre for hit in finger.scene.hits if hit.keys]


@pytest.mark.parametrize("name", BINDING)
def test_mat_11_a_touch_within_300_ms_of_the_card_answers_nothing(name: str) -> None:
    finger = Finger(STATES["to_roll"])
    finger.shown = STATES[name]
    finger.refresh()
    finger.wait(FRESH_MS - 1)
    for at in answers(finger):
        finger.down(at)
        finger.wait(HOLD_MS)
        finger.up(at)
        finger.shown = STATES["to_roll"]
        finger.refresh()
        finger.shown = STATES[name]
        finger.refresh()
        finger.wait(FRESH_MS - 1)
    assert finger.acts == []


def test_mat_11_a_touch_that_began_before_the_card_does_not_answer_it() -> None:
    finger = Finger(STATES["to_roll"])
    take = next(h.rect.centre for h in Finger(STATES["cube_offered"]).scene.hits if "T" in h.keys)
    finger.down(take)
    finger.show(STATES["cube_offered"])
    finger.wait(2 * HOLD_MS)
    finger.up(take)
    assert finger.acts == []


def test_mat_11_two_quick_touches_answer_nothing() -> None:
    finger = Finger(STATES["cube_offered"])
    for at in answers(finger) * 2:
        finger.touch(at)
        finger.wait(50)
    assert finger.acts == []


@pytest.mark.parametrize("name", BINDING)
def test_mat_11_enter_answers_nothing_by_default_and_never_what_is_binding(name: str) -> None:
    finger = Finger(STATES[name])
    finger.keys("Enter", "Enter")
    assert finger.acts == []
    finger = Finger(STATES["cube_offered"])
    finger.keys("Tab", "Enter", "Enter", "Tab", "Enter", "Enter")
    assert finger.acts == []


def test_mat_11_enter_on_a_binding_answer_does_nothing_else_either() -> None:
    hits = (Hit(Rect(0, 0, 9, 9), Press("light", "drop"), ("X",), deliberate=True),
            Hit(Rect(9, 0, 9, 9), Press("light", "yes"), ("Enter",)))  # fmt: skip
    acts: list[Act] = []
    inputs = Inputs(acts.append)
    inputs.look(STATES["cube_offered"], Scene("leather", Finger(snapshot()).scene.board, (), hits))
    inputs.key("Tab", 1000)
    inputs.key("Enter", 1000)
    assert acts == []
    inputs.key("Tab", 1000)
    inputs.key("Enter", 1000)
    assert acts == [Press("light", "yes")]


def test_mat_11_time_alone_answers_nothing() -> None:
    finger = Finger(STATES["cube_offered"])
    finger.wait(100_000)
    assert finger.acts == []


def test_mat_11_what_was_read_is_answered_by_holding() -> None:
    finger = Finger(STATES["cube_offered"])
    finger.down(finger.button("T"))
    finger.wait(HOLD_MS)
    assert finger.acts == [Press("light", "take")]


@pytest.mark.parametrize("late_ms", [0, 5, ECHO_MS - 1])
def test_lib_14_a_mouse_event_made_of_a_touch_is_no_second_one(late_ms: int) -> None:
    """The system says touch=False of it."""
    finger = Finger(STATES["to_roll"])
    at = finger.button("R")
    finger.down(at, finger=3)
    finger.up(at, finger=3)
    finger.wait(late_ms)
    near = at[0] + 2, at[1] - 1
    finger.down(near, finger=MOUSE)
    finger.up(near, finger=MOUSE)
    assert finger.acts == [Press("light", "done")]


def test_lib_14_nor_is_the_touch_after_its_mouse_event() -> None:
    finger = Finger(STATES["to_roll"])
    at = finger.button("R")
    for pointer in (MOUSE, 3):
        finger.down(at, finger=pointer)
        finger.up(at, finger=pointer)
    assert finger.acts == [Press("light", "done")]


def test_lib_14_both_at_once_are_one() -> None:
    finger = Finger(STATES["to_roll"])
    at = finger.button("R")
    finger.down(at, finger=3)
    finger.down(at, finger=MOUSE)
    finger.up(at, finger=MOUSE)
    finger.up(at, finger=3)
    assert finger.acts == [Press("light", "done")]


def test_lib_14_a_mouse_elsewhere_or_later_is_a_mouse() -> None:
    finger = Finger(snapshot(phase="moving", roll=(4, 2)))
    finger.touch(finger.at(7))
    for wait_ms, place in ((0, 5), (ECHO_MS, 7)):
        finger.wait(wait_ms)
        finger.down(finger.at(place), finger=MOUSE)
        finger.up(finger.at(place), finger=MOUSE)
    assert finger.acts == [Tap(Side.LIGHT, place) for place in (7, 5, 7)]


def test_lib_14_a_quick_finger_is_not_taken_for_an_echo_of_itself() -> None:
    finger = Finger(snapshot(phase="moving", roll=(4, 2)))
    for _ in range(3):
        finger.touch(finger.at(7))
    assert finger.acts == [Tap(Side.LIGHT, 7)] * 3


def test_a_15_a_wrong_o_is_taken_back_and_offers_nothing() -> None:
    for key in ("U", "Escape"):
        finger = Finger(STATES["to_roll"])
        finger.keys("O", key, "O", "O", key)
        assert finger.acts == []
        assert finger.inputs.hand.page == ""


def test_a_15_the_offer_is_held_or_its_key_pressed_twice() -> None:
    finger = Finger(STATES["to_roll"])
    finger.touch(finger.button("O"))
    finger.wait(FRESH_MS)
    finger.touch(finger.button("O"))
    assert finger.acts == []
    finger.down(finger.button("O"))
    finger.wait(HOLD_MS)
    assert finger.acts == [Press("light", "double")]
