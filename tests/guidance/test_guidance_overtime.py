"""Words and lights while the table plays for a side out of time, and while the match stands."""

from __future__ import annotations

from dataclasses import replace

import pytest

from controller.guidance.lights import lights
from controller.guidance.scene import Course, Restored, Scene
from controller.guidance.words import format_message, messages
from controller.rules.position import START, Position, Side, slot_of
from controller.sensing.verdict import Verdict, VerdictKind, Way
from controller.view.snapshot import Light

LIGHT, DARK = Side.LIGHT, Side.DARK


def moved(*moves: tuple[int, int]) -> tuple[int, ...]:
    """The start after light moved checkers, by his points."""
    slots = list(START.slots)
    for source, to in moves:
        slots[slot_of(LIGHT, source)] -= 1
        slots[slot_of(LIGHT, to)] += 1
    return tuple(slots)


PLAY = moved((8, 5), (6, 5))
SHOWING = Scene(
    phase="showing",
    interruption=None,
    aids="full",
    names=("Ada", "Ben"),
    turn=LIGHT,
    agreed=START,
    roll=(3, 1),
    verdict=Verdict(VerdictKind.AGREED, Way((), START, False), sensed=START.slots, clear=True),
    chosen="8/5 6/5",
    final=Position(PLAY),
    course=Course(out_of_time=LIGHT),
)


def said(scene: Scene) -> tuple[str, str]:
    light, dark = messages(scene)
    return format_message(light), format_message(dark)


def half_way(*, clear: bool = True) -> Scene:
    """One step of another play lies there: 24/23."""
    verdict = Verdict(VerdictKind.WRONG, sensed=moved((24, 23)), clear=clear)
    return replace(SHOWING, verdict=verdict)


def test_both_sides_read_whose_time_is_up_and_what_is_to_be_made() -> None:
    assert said(SHOWING) == (
        "Your time is up: 8/5 6/5. Move the checkers as lit.",
        "Ada's time is up: 8/5 6/5. Move the checkers as lit.",
    )
    assert lights(SHOWING) == (Light(4, "target"), Light(5, "from"), Light(7, "from"))


@pytest.mark.parametrize("aids", ["full", "wrong-only", "none"])
def test_half_way_in_another_play_the_chosen_one_is_shown_from_where_checkers_lie(
    aids: str,
) -> None:
    scene = replace(half_way(), aids=aids)
    assert lights(scene) == (
        Light(4, "target"), Light(5, "from"), Light(7, "from"), Light(22, "from"),
        Light(23, "target"),
    )  # fmt: skip
    light, dark = said(scene)
    assert light.startswith("Your time is up: 8/5 6/5. Move one light checker from ")
    assert dark.startswith("Ada's time is up: 8/5 6/5. Move one light checker from ")


def test_a_board_that_is_not_beyond_doubt_is_mended_as_any_other() -> None:
    scene = half_way(clear=False)
    assert all("time is up" not in words for words in said(scene))


def test_a_play_of_a_bot_is_guided_as_before() -> None:
    scene = replace(half_way(), course=Course())
    assert all("time is up" not in words for words in said(scene))


def test_where_nothing_can_be_played_the_checkers_go_back() -> None:
    scene = replace(half_way(), chosen="", final=START)
    assert said(scene)[0] == (
        "Your time is up: nothing can be played. Move one light checker from 23 to 24."
    )


def test_who_paused_is_said_and_how_it_goes_on() -> None:
    scene = replace(SHOWING, interruption="paused", course=Course(paused_by=DARK))
    assert said(scene) == ("Paused by Ben. Done goes on.",) * 2
    assert lights(scene) == ()


def test_a_position_that_is_restored_in_a_pause_comes_first() -> None:
    scene = replace(
        half_way(),
        interruption="paused",
        restored=Restored(DARK, is_set=False),
        course=Course(paused_by=DARK),
    )
    assert all("Put the board back" in words for words in said(scene))
