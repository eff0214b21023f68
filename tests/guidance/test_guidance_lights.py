"""Which lights burn: the table of the aids levels, row by row."""

from __future__ import annotations

import dataclasses

import pytest

from controller.guidance.lights import deciding_places, lights
from controller.guidance.reach import Reached
from controller.guidance.scene import Question, Scene
from controller.rules.plays import Step, apply_steps
from controller.rules.position import START, Side
from controller.sensing.verdict import Fix, Verdict, VerdictKind, Way
from controller.view.snapshot import Light

LIGHT, DARK = Side.LIGHT, Side.DARK
UNTOUCHED = Way((), START, False)
AGREED = Verdict(VerdictKind.AGREED, UNTOUCHED)
IN_HAND = Verdict(VerdictKind.IN_HAND, UNTOUCHED, lifted=((LIGHT, 7),))
WRONG = Verdict(VerdictKind.WRONG, fix=(Fix(LIGHT, 1, 4),))
SCENE = Scene("moving", None, "full", ("A", "B"), LIGHT, START, roll=(3, 1))


def lit(**changes: object) -> dict[int, str]:
    scene = dataclasses.replace(SCENE, **changes)  # type: ignore[arg-type]
    return {light.place: light.kind for light in lights(scene)}


LIFTED = {
    "verdict": IN_HAND,
    "lifted": ((LIGHT, 7),),
    "targets": (Reached(3, (3, 1)), Reached(4, (3,)), Reached(6, (1,))),
}
HIT = {"verdict": Verdict(VerdictKind.IN_HAND, UNTOUCHED, hit_due=(DARK,))}
SETUP = {
    "phase": "setup",
    "verdict": Verdict(VerdictKind.WRONG, fix=(Fix(LIGHT, 2, None), Fix(DARK, None, 0))),
}
ASKED = {
    "interruption": "question",
    "question": Question("which", LIGHT, (UNTOUCHED, UNTOUCHED), (4, 5)),
    "verdict": AGREED,
}


@pytest.mark.parametrize(
    ("state", "full", "wrong_only", "none"),
    [
        ({"phase": "to_roll", "verdict": AGREED}, {}, {}, {}),
        ({"verdict": AGREED}, {}, {}, {}),
        (LIFTED, {3: "target", 4: "target", 6: "target", 7: "from"}, {}, {}),
        (HIT, *({25: "bar"},) * 3),
        ({"verdict": WRONG}, {1: "wrong", 4: "missing"}, {1: "wrong", 4: "missing"}, {}),
        (SETUP, *({0: "missing", 2: "extra"},) * 3),
        (ASKED, *({4: "question", 5: "question"},) * 3),
    ],
    ids=["to_roll", "nothing lifted", "lifted", "hit due", "wrong", "setup", "question"],
)
def test_each_state_at_each_level(
    state: dict[str, object], full: dict[int, str], wrong_only: dict[int, str], none: dict[int, str]
) -> None:
    assert lit(**state, aids="full") == full
    assert lit(**state, aids="wrong-only") == wrong_only
    assert lit(**state, aids="none") == none


def test_nothing_burns_over_a_table_that_cannot_be_seen_or_a_finished_game() -> None:
    assert lit(interruption="fault", verdict=WRONG) == {}
    assert lit(phase="game_over", verdict=WRONG) == {}


def test_an_undo_lights_what_goes_and_where_it_goes() -> None:
    begun = Way((Step(8, 5),), apply_steps(START, LIGHT, (Step(8, 5),)), False)

    assert lit(verdict=Verdict(VerdictKind.UNDER_WAY, begun), undo_to=UNTOUCHED) == {
        4: "wrong",
        7: "missing",
    }


def test_a_target_shows_by_which_dice_it_is_reached() -> None:
    shown = lights(dataclasses.replace(SCENE, **LIFTED))  # type: ignore[arg-type]

    assert [(light.place, light.of) for light in shown] == [
        (3, "both"), (4, "larger"), (6, "smaller"), (7, ""),
    ]  # fmt: skip


def test_a_double_has_one_die_only() -> None:
    lifted = {**LIFTED, "targets": (Reached(1, (3, 3)), Reached(4, (3,))), "roll": (3, 3)}
    shown = lights(dataclasses.replace(SCENE, **lifted))  # type: ignore[arg-type]

    assert [light.of for light in shown if light.kind == "target"] == ["both", "larger"]


def test_the_first_hand_movement_shines_and_those_after_it_are_dim() -> None:
    moves = (Fix(LIGHT, 1, 4), Fix(LIGHT, 1, 4), Fix(DARK, 9, 11), Fix(DARK, None, 25))
    shown = lights(dataclasses.replace(SCENE, verdict=Verdict(VerdictKind.WRONG, fix=moves)))

    assert shown == (
        Light(1, "wrong"),
        Light(4, "missing", "light"),
        Light(9, "wrong", later=True),
        Light(11, "missing", "dark", later=True),
        Light(25, "missing", "dark", later=True),
    )


def test_two_ways_are_told_apart_where_each_has_more() -> None:
    first = Way((), apply_steps(START, LIGHT, (Step(8, 5),)), False)
    second = Way((), apply_steps(START, LIGHT, (Step(6, 5),)), False)

    assert deciding_places((first, second), LIGHT) == (5, 7)
    assert deciding_places((first,), LIGHT) == ()
