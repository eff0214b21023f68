"""Dice that people throw are typed by two taps, on the board where they lie."""

from __future__ import annotations

from typing import Any

import pytest
from screen_finger import Finger

from controller.rules.position import START, Side
from controller.view.intents import Press, TypeDice
from controller.view.snapshot import Cube, Snapshot
from display import items as i
from display.samples.states import snapshot
from display.stage import Open, ScreenSettings, Tap

MM_ACROSS, MM_DOWN = 154.1 / 800, 85.9 / 480
BOTH = ScreenSettings(size=(800, 480))


def typed(**changes: Any) -> Snapshot:
    return snapshot(**{"dice_source": "typed", "commitment": None, **changes})


def opening(**changes: Any) -> Snapshot:
    start = {"phase": "opening", "turn": None, "slots": START.slots, "off": (0, 0)}
    return typed(**start, cube=Cube(), can_double=False, **changes)


def words(finger: Finger) -> str:
    return " | ".join(item.text for item in finger.scene.items if isinstance(item, i.Words))


def test_two_taps_are_a_roll_in_the_order_tapped() -> None:
    finger = Finger(typed())
    finger.touch(finger.button("3"))
    assert finger.acts == []
    assert "3 and?" in words(finger)
    finger.touch(finger.button("6"))
    assert finger.acts == [TypeDice("light", (3, 6))]
    assert finger.inputs.hand.page == ""


def test_two_digits_are_a_roll_and_the_same_twice_a_double() -> None:
    finger = Finger(typed())
    finger.keys("5", "5")
    assert finger.acts == [TypeDice("light", (5, 5))]


@pytest.mark.parametrize("key", ["U", "Escape"])
def test_the_first_die_is_taken_back_before_the_second(key: str) -> None:
    finger = Finger(typed())
    finger.keys("5", key, "2", "1")
    assert finger.acts == [TypeDice("light", (2, 1))]


def test_the_key_for_rolling_is_answered_by_the_table_in_words() -> None:
    finger = Finger(typed())
    finger.keys("R")
    assert finger.acts == [Press("light", "done")]  # refused: type the dice that you threw


def test_a_first_die_is_forgotten_when_the_turn_is_over() -> None:
    finger = Finger(typed())
    finger.keys("5")
    finger.show(typed(turn_number=39))
    finger.keys("2", "1")
    assert finger.acts == [TypeDice("light", (2, 1))]


def test_nothing_is_rolled_by_a_button_and_the_cube_comes_before_the_first_die() -> None:
    finger = Finger(typed())
    touched = {hit.act for hit in finger.scene.hits if hit.rect.w}
    assert not any(isinstance(act, Press | Tap) for act in touched)
    assert Open("double") in {hit.act for hit in finger.scene.hits}
    finger.keys("5")
    assert Open("double") not in {hit.act for hit in finger.scene.hits}


@pytest.mark.parametrize("first", list(Side))
def test_in_the_opening_each_side_s_die_is_tapped_in_its_own_half_in_either_order(
    first: Side,
) -> None:
    finger = Finger(opening(), BOTH)
    board, dice = finger.scene.board, {Side.LIGHT: 6, Side.DARK: 2}
    for side in (first, first.other):
        finger.touch(board.naming(side)[dice[side] - 1].centre)
    assert finger.acts == [TypeDice("light", (6, 2))]


def test_in_the_opening_digits_are_light_s_die_and_then_dark_s() -> None:
    finger = Finger(opening(), BOTH)
    finger.keys("1", "4")
    assert finger.acts == [TypeDice("light", (1, 4))]


def test_a_die_of_the_opening_is_corrected_by_another_tap() -> None:
    finger = Finger(opening(), BOTH)
    board = finger.scene.board
    for side, face in ((Side.LIGHT, 6), (Side.LIGHT, 5), (Side.DARK, 2)):
        finger.touch(board.naming(side)[face - 1].centre)
    assert finger.acts == [TypeDice("light", (5, 2))]


@pytest.mark.parametrize("source", ["typed", "deduced"])
def test_a_bot_s_real_dice_are_typed_by_whoever_sits_here(source: str) -> None:
    finger = Finger(typed(turn="dark", dice_source=source))
    row = finger.scene.board.naming(Side.DARK)
    finger.touch(row[0].centre)
    finger.touch(row[5].centre)
    assert finger.acts == [TypeDice("light", (1, 6))]
    assert Open("double") not in {hit.act for hit in finger.scene.hits}


def test_the_dice_of_a_person_at_another_screen_are_not_typed_here() -> None:
    shown = typed(turn="dark", seats=("person", "person"))
    assert not any(hit.keys and hit.keys[0].isdigit() for hit in Finger(shown).scene.hits)


def test_deduced_dice_may_be_typed_instead_by_touch_or_at_once_by_digit() -> None:
    finger = Finger(typed(dice_source="deduced"))
    finger.touch(finger.button("T"))
    finger.touch(finger.button("6"))
    finger.touch(finger.button("1"))
    finger.show(typed(dice_source="deduced", turn_number=39))
    finger.keys("4", "3")
    assert finger.acts == [TypeDice("light", (6, 1)), TypeDice("light", (4, 3))]


def test_the_table_s_own_dice_are_never_typed() -> None:
    finger = Finger(snapshot())
    finger.keys("3", "1")
    assert finger.acts == []


@pytest.mark.parametrize("shown", [typed(), opening(), typed(dice_source="deduced")], ids=str)
def test_a_finger_has_nine_millimetres(shown: Snapshot) -> None:
    finger = Finger(shown, BOTH)
    dice = [h.rect for h in finger.scene.hits if isinstance(h.act, Open | TypeDice) and h.rect.w]
    assert dice
    assert all(rect.w * MM_ACROSS >= 9 and rect.h * MM_DOWN >= 9 for rect in dice)
