"""Silence is a fault: whatever the state, both sides are told something readable."""

from __future__ import annotations

import dataclasses
from itertools import product

import pytest

from controller.guidance.mending import place_name, unfinished
from controller.guidance.reach import Reached
from controller.guidance.scene import Course, Offer, Question, Result, Scene
from controller.guidance.words import format_message, messages
from controller.rules.plays import Step, apply_steps
from controller.rules.position import START, Position, Side
from controller.sensing.verdict import Fix, Verdict, VerdictKind, Way
from controller.sensing.wiring import cell_name

LIGHT, DARK = Side.LIGHT, Side.DARK
PHASES = (
    "setup", "opening", "to_roll", "moving", "naming", "cube_offered", "game_over", "match_over",
)  # fmt: skip
INTERRUPTIONS = (None, "fault", "paused", "resign_offered", "question")
UNTOUCHED = Way((), START, False)
BEGUN = Way((Step(8, 5),), START, False)
BLOT = Position((*START.slots[:4], -1, *START.slots[5:]))
WHOLE = Way((Step(8, 5), Step(6, 5)), START, True)
FIXES = (Fix(LIGHT, 4, 7), Fix(DARK, None, 25), Fix(LIGHT, 3, None))
VERDICTS = (
    None,
    Verdict(VerdictKind.AGREED, UNTOUCHED),
    Verdict(VerdictKind.UNDER_WAY, BEGUN),
    Verdict(VerdictKind.COMPLETE, WHOLE),
    Verdict(VerdictKind.COMPLETE, UNTOUCHED),
    Verdict(VerdictKind.IN_HAND, BEGUN, lifted=((LIGHT, 5),)),
    Verdict(VerdictKind.IN_HAND, UNTOUCHED, hit_due=(DARK,)),
    Verdict(VerdictKind.WRONG),
    *(Verdict(VerdictKind.WRONG, fix=(fix,)) for fix in FIXES),
    Verdict(VerdictKind.UNSURE, BEGUN, choices=(BEGUN, WHOLE)),
    Verdict(VerdictKind.UNSURE, BEGUN, choices=(BEGUN,)),
    Verdict(VerdictKind.UNSURE, BEGUN),
    Verdict(VerdictKind.UNSURE, UNTOUCHED, lifted=((LIGHT, 23),), choices=(UNTOUCHED,)),
    Verdict(VerdictKind.BLIND, cells=tuple(range(128))),
)
REACHED = (Reached(3, (3, 1)), Reached(4, (3,)), Reached(6, (1,)))
SCENE = Scene(
    phase="moving",
    interruption=None,
    aids="full",
    names=("Ada", "Ben"),
    turn=LIGHT,
    agreed=START,
    roll=(3, 1),
    opening=(4, 4),
    fault="the cable is out",
    offer=Offer(DARK, 2),
    resign=(DARK, 2),
    result=Result(LIGHT, 1, "drop"),
    question=Question("which", LIGHT, (BEGUN, WHOLE), (4, 5)),
)


def scene(**changes: object) -> Scene:
    return dataclasses.replace(SCENE, **changes)  # type: ignore[arg-type]


@pytest.mark.parametrize("verdict", VERDICTS, ids=lambda v: v.kind.value if v else "none")
def test_every_state_says_something_to_both_sides(verdict: Verdict | None) -> None:
    lifts: tuple[tuple[tuple[Side, int], ...], ...] = ((), ((LIGHT, 7),), ((DARK, 18),))
    for phase, top, lifted, aids in product(PHASES, INTERRUPTIONS, lifts, ("full", "none")):
        shown = scene(phase=phase, interruption=top, verdict=verdict, lifted=lifted, aids=aids)
        for said in messages(shown):
            text = format_message(said)
            assert text.endswith((".", "?")), (phase, top, text)
            assert "{" not in text


def test_points_are_counted_by_the_side_that_is_spoken_to() -> None:
    light, dark = messages(scene(verdict=Verdict(VerdictKind.WRONG, fix=FIXES[:1])))

    assert format_message(light) == "The board is not right. Move one light checker from 5 to 8."
    assert format_message(dark) == "The board is not right. Move one light checker from 20 to 17."


def test_a_bar_half_is_named_by_its_owner() -> None:
    assert place_name(24, LIGHT) == "bar"
    assert place_name(24, DARK) == "light's bar"
    assert place_name(25, LIGHT) == "dark's bar"


def test_cells_are_named_as_on_the_sensor_board() -> None:
    assert [cell_name(cell) for cell in (0, 61, 119, 120, 127)] == [
        "1.1", "13.2", "24.5", "bar light.1", "bar dark.4",
    ]  # fmt: skip


def test_the_opponent_lifted_checker_is_asked_back() -> None:
    verdict = Verdict(VerdictKind.AGREED, UNTOUCHED)
    light, _dark = messages(scene(verdict=verdict, lifted=((DARK, 18),)))

    assert format_message(light) == "That is dark's checker: put it back on 19."


def test_a_lifted_blot_of_the_opponent_may_have_been_hit() -> None:
    verdict = Verdict(VerdictKind.AGREED, Way((), BLOT, False))
    light, _dark = messages(scene(verdict=verdict, interruption=None, lifted=((DARK, 4),)))

    assert format_message(light) == (
        "That is dark's checker: on its bar if you hit it, else back on 5."
    )


def test_two_colours_on_a_point_are_a_hit_to_be_finished_for_both_sides() -> None:
    hitting = Fix(DARK, 4, 25)
    for verdict in (
        Verdict(VerdictKind.WRONG, fix=(hitting,), hitting=hitting),
        Verdict(VerdictKind.UNSURE, UNTOUCHED, choices=(UNTOUCHED,), hitting=hitting),
    ):
        light, dark = messages(scene(verdict=verdict, interruption=None))
        says = "Both colours lie on {}. If that is a hit put dark's checker on dark's bar."
        assert format_message(light) == says.format(5)
        assert format_message(dark) == says.format(20)
        assert format_message(unfinished(verdict, START, LIGHT)) == says.format(5)


@pytest.mark.parametrize("choices", [(BEGUN,), (BEGUN, UNTOUCHED)])
def test_done_is_not_offered_where_nothing_that_may_lie_there_is_whole(
    choices: tuple[Way, ...],
) -> None:
    verdict = Verdict(VerdictKind.UNSURE, BEGUN, choices=choices)
    light, _dark = messages(scene(verdict=verdict, interruption=None))

    assert format_message(light).endswith("Straighten the checkers, and play on.")


def test_an_undo_says_which_checker_goes_back_where() -> None:
    made = Way((Step(8, 5),), apply_steps(START, LIGHT, (Step(8, 5),)), False)
    under_way = Verdict(VerdictKind.UNDER_WAY, made)
    light, _dark = messages(scene(verdict=under_way, interruption=None, undo_to=UNTOUCHED))

    assert format_message(light) == (
        "Take back the whole play. Move one light checker from 5 to 8."
    )


def test_without_aids_the_words_name_no_targets() -> None:
    verdict = Verdict(VerdictKind.AGREED, UNTOUCHED)
    shown = scene(verdict=verdict, lifted=((LIGHT, 7),), targets=REACHED, aids="none")

    assert format_message(messages(shown)[0]) == ("Play 3-1: the checker from 8 is off the board.")
    full = format_message(messages(dataclasses.replace(shown, aids="full"))[0])
    assert full == "From 8: 4, 5, 7."


def test_only_the_side_asked_gets_the_question() -> None:
    light, dark = messages(scene(interruption="question"))

    assert "Which was it: 8/5 (Done) or 8/5 6/5 (Undo)?" in format_message(light)
    assert "asks Ada" in format_message(dark)


def test_a_name_with_braces_is_only_a_name() -> None:
    _light, dark = messages(scene(phase="to_roll", names=("{0} {name}", "Ben")))

    assert format_message(dark) == "{0} {name} is to roll."


NAMING = {"phase": "naming", "interruption": None, "roll": None, "verdict": None}


@pytest.mark.parametrize(
    ("pointed", "aids", "says"),
    [
        (0, "full", "Name a double"),
        (1, "full", "1-1: nothing can be played, your turn would end"),
        (2, "full", "2-2: only 3 of 4 can be played"),
        (3, "full", "3-3: all four can be played"),
        (3, "none", "3-3? Done names it."),
    ],
)
def test_no_12_what_a_double_would_bring_is_said_as_far_as_aids_go(
    pointed: int, aids: str, says: str
) -> None:
    course = Course(naming=pointed, playable=(0, 3, 4, 4, 4, 4))
    light, dark = messages(scene(**NAMING, aids=aids, course=course))

    assert says in format_message(light)
    assert format_message(dark) == "Ada names a double."


@pytest.mark.parametrize(
    ("then", "says"),
    [("name", "Done, then name a double"), ("roll", "Done, then roll again"), ("", "ends your")],
)
def test_no_11_no_13_what_a_done_leads_to_is_said_before_it(then: str, says: str) -> None:
    whole = Verdict(VerdictKind.COMPLETE, WHOLE)
    light, _dark = messages(scene(verdict=whole, interruption=None, course=Course(then=then)))

    assert says in format_message(light)


def test_hu_17_that_a_roll_is_played_in_part_only_is_said() -> None:
    part = Verdict(VerdictKind.COMPLETE, dataclasses.replace(BEGUN, complete=True))
    light, _dark = messages(scene(verdict=part, interruption=None))

    assert format_message(light) == "8/5. The rest cannot be played: Done ends your turn."


@pytest.mark.parametrize(
    ("lifted", "otherwise", "said"),
    [
        ((), None, "Nothing seems to be played yet. If something was, straighten the checkers."),
        ((23,), None, "A checker is off 24. I cannot read where it lies: straighten it."),
        (
            (23, 7),
            None,
            "Checkers are off 8 and 24. I cannot read where they lie: straighten them.",
        ),
        ((23,), 18, "A checker is off 24, and I cannot read 19: straighten the checkers there."),
    ],
)
def test_what_cannot_be_read_is_said_by_what_is_off_its_place(
    lifted: tuple[int, ...], otherwise: int | None, said: str
) -> None:
    sensed = [n - lifted.count(slot) for slot, n in enumerate(START.slots)]
    if otherwise is not None:
        sensed[otherwise] += 1
    verdict = Verdict(
        VerdictKind.UNSURE,
        UNTOUCHED,
        lifted=tuple((LIGHT, slot) for slot in lifted),
        choices=(UNTOUCHED,),
        sensed=tuple(sensed),
    )
    told = messages(dataclasses.replace(SCENE, question=None, verdict=verdict))[LIGHT.index]
    assert told is not None
    assert format_message(told) == said
