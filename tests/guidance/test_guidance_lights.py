"""Which lights burn: the table of the aids levels, row by row."""

from __future__ import annotations

import dataclasses

import pytest

from controller.guidance.lights import deciding_places, lights, targets
from controller.guidance.scene import Question, Scene
from controller.rules.plays import Step, apply_steps, legal_ways
from controller.rules.position import START, Position, Side
from controller.sensing.verdict import Fix, Verdict, VerdictKind, Way

LIGHT, DARK = Side.LIGHT, Side.DARK
UNTOUCHED = Way((), START, False)
AGREED = Verdict(VerdictKind.AGREED, UNTOUCHED)
IN_HAND = Verdict(VerdictKind.IN_HAND, UNTOUCHED, lifted=((LIGHT, 7),))
WRONG = Verdict(VerdictKind.WRONG, fix=(Fix(LIGHT, 1, 4),))
SCENE = Scene("moving", None, "full", ("A", "B"), LIGHT, START, roll=(3, 1))


def lit(**changes: object) -> dict[int, str]:
    scene = dataclasses.replace(SCENE, **changes)  # type: ignore[arg-type]
    return {light.place: light.kind for light in lights(scene)}


LIFTED = {"verdict": IN_HAND, "lifted": ((LIGHT, 7),), "targets": (3, 4, 6)}
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
        (HIT, {25: "bar"}, {25: "bar"}, {}),
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


def test_targets_are_single_dice_and_their_sums_with_legal_landings() -> None:
    ways = legal_ways(START.board(LIGHT), (3, 1))

    assert targets(UNTOUCHED, ways, LIGHT, 7) == (3, 4, 6)
    assert targets(UNTOUCHED, ways, LIGHT, 23) == (19, 20, 22)
    assert targets(UNTOUCHED, ways, LIGHT, 12) == (8, 9)  # 12 is dark's
    assert targets(UNTOUCHED, ways, LIGHT, 3) == ()


def test_a_bearing_off_target_is_the_tray() -> None:
    board = (0, 2, 2, 2, 2, 2, 2, *(0,) * 12, -5, -5, -3, 0, 0, 0, 0)
    position = Position.from_board(board, LIGHT, off=(3, 2))
    ways = legal_ways(board, (6, 1))

    assert targets(Way((), position, False), ways, LIGHT, 5) == (4, 26)


def test_two_ways_are_told_apart_where_each_has_more() -> None:
    first = Way((), apply_steps(START, LIGHT, (Step(8, 5),)), False)
    second = Way((), apply_steps(START, LIGHT, (Step(6, 5),)), False)

    assert deciding_places((first, second), LIGHT) == (5, 7)
    assert deciding_places((first,), LIGHT) == ()
