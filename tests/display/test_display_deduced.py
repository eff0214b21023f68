"""What the screen shows and offers where people throw real dice and tell nobody."""

from __future__ import annotations

from typing import Any

import pytest

from controller.rules.any_roll import ROLLS
from controller.rules.position import Side
from controller.view.intents import Intent, Press, TypeDice
from controller.view.snapshot import Question, Snapshot
from display import items as i
from display.layout import Rect
from display.samples.states import snapshot
from display.scenes import compose
from display.stage import Act, Scene, ScreenSettings

SIZES = [(800, 480), (1280, 720), (1920, 1080)]
BOTH = frozenset(Side)


def scene(size: tuple[int, int] = (800, 480), sides: frozenset[Side] = BOTH, **shown: Any) -> Scene:
    made: Snapshot = snapshot(dice_source="deduced", commitment=None, **shown)
    return compose(made, ScreenSettings(size=size, sides=sides), None)


def buttons(made: Scene) -> dict[str, str]:
    return {item.label: item.kind for item in made.items if isinstance(item, i.Button)}


def asked(count: int, pointed: int | None = None) -> dict[str, Any]:
    rolls = ROLLS[:count]
    question = Question(
        "roll",
        "light",
        ("8/2",),
        rolls=rolls,
        pointed=None if pointed is None else rolls[pointed],
    )
    return {"interruption": "question", "question": question}


def intents(made: Scene) -> set[Act]:
    """What the table can be asked for; the screen's own pages left out."""
    return {hit.act for hit in made.hits if isinstance(hit.act, Intent)}


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("count", [2, 5, 8, 9, 15, 16, 21])
def test_every_candidate_is_a_button_inside_the_card_and_none_lies_on_another(
    size: tuple[int, int], count: int
) -> None:
    made = scene(size, **asked(count))
    acts = intents(made)
    rects = [hit.rect for hit in made.hits if hit.rect.w]

    assert acts == {TypeDice("light", roll) for roll in ROLLS[:count]}
    assert all(Rect(0, 0, *size).holds(rect) for rect in rects)
    assert all(rect.h >= 0.06 * size[1] for rect in rects)
    assert not any(
        a.x < b.right and b.x < a.right and a.y < b.bottom and b.y < a.bottom
        for n, a in enumerate(rects)
        for b in rects[n + 1 :]
    )


def test_the_roll_pointed_at_stands_out() -> None:
    assert buttons(scene(**asked(3, 1))) == {"2-1": "plain", "3-1": "primary", "3-2": "plain"}


def test_the_only_roll_is_confirmed_or_denied() -> None:
    made = scene(**asked(1, 0))

    assert intents(made) == {TypeDice("light", (2, 1)), Press("light", "no")}


def test_who_is_not_asked_sees_who_is() -> None:
    made = scene(sides=frozenset({Side.DARK}), **asked(3))

    assert not intents(made)
    assert any(isinstance(item, i.Words) and "is asked" in item.text for item in made.items)


def test_the_side_that_decides_lets_the_move_stand_and_either_the_roll() -> None:
    question = Question("contradiction", "dark", ("8/2",), rolls=((4, 2),))
    shown = {"phase": "moving", "roll": (3, 1), "interruption": "question", "question": question}

    assert intents(scene(**shown)) == {Press("dark", "yes"), Press("dark", "no")}
    mover = scene(sides=frozenset({Side.LIGHT}), **shown)
    assert intents(mover) == {Press("light", "no")}


def test_after_the_opening_throw_either_side_says_that_it_starts() -> None:
    made = scene(phase="opening", turn=None, can_double=False)

    assert buttons(made) == {"Light starts": "plain", "Dark starts": "plain"}
    touched = [hit for hit in made.hits if hit.rect.w]
    assert {hit.act for hit in touched if isinstance(hit.act, Press)} == {
        Press("light", "done"),
        Press("dark", "done"),
    }


def test_nothing_is_rolled_on_the_screen_and_the_cube_comes_before_the_first_step() -> None:
    assert buttons(scene()) == {"Done": "primary", "Double": "plain"}
    assert buttons(scene(steps=((8, 4),), verdict="under_way")) == {"Done": "off", "Undo": "plain"}
    assert buttons(scene(steps=((8, 4),), verdict="complete")) == {
        "Done": "primary",
        "Undo": "plain",
    }
