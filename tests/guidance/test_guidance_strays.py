"""Something magnetic on the board: what is said of it, and where it is lit."""

from __future__ import annotations

import pytest

from controller.guidance.lights import lights
from controller.guidance.mending import unfinished
from controller.guidance.scene import Scene
from controller.guidance.words import format_message, messages
from controller.rules.position import LIGHT_BAR_SLOT, START, Side
from controller.sensing.verdict import Stray, Verdict, VerdictKind
from controller.view.snapshot import Light

LIGHT, DARK = Side.LIGHT, Side.DARK


def scene(*strays: Stray, phase: str = "moving", aids: str = "full") -> Scene:
    verdict = Verdict(VerdictKind.WRONG, strays=strays, sensed=START.slots)
    return Scene(phase, None, aids, ("Ada", "Ben"), LIGHT, START, (3, 1), verdict=verdict)


def said(shown: Scene) -> tuple[str, str]:
    light, dark = (format_message(message) for message in messages(shown))
    return light, dark


@pytest.mark.parametrize("aids", ["full", "wrong-only", "none"])
@pytest.mark.parametrize("phase", ["setup", "opening", "to_roll", "moving", "showing", "naming"])
def test_each_side_reads_its_own_number_in_every_phase(phase: str, aids: str) -> None:
    shown = scene(Stray((12,), 30.0, 4000.0), phase=phase, aids=aids)

    assert said(shown) == (
        "Something magnetic lies near 13, a phone perhaps: take it away.",
        "Something magnetic lies near 12, a phone perhaps: take it away.",
    )


def test_between_two_points_or_at_the_bar_both_are_named() -> None:
    between = scene(Stray((LIGHT_BAR_SLOT, 5), 30.0, 4000.0))

    assert "near the bar and 6," in said(between)[0]
    assert "near light's bar and 19," in said(between)[1]


def test_two_are_named_together() -> None:
    shown = scene(Stray((12,), 30.0, 4000.0), Stray((2,), 20.0, 2000.0))

    assert said(shown)[0] == "Magnetic things lie near 13, and near 3: take them away."


def test_a_done_is_refused_with_the_same_words() -> None:
    verdict = Verdict(VerdictKind.WRONG, strays=(Stray((12,), 30.0, 4000.0),))

    assert "Something magnetic lies near 12" in format_message(unfinished(verdict, START, DARK))


def test_its_points_are_lit_as_wrong_and_no_checker_is() -> None:
    shown = scene(Stray((12, 13), 30.0, 4000.0))

    assert lights(shown) == (Light(12, "wrong"), Light(13, "wrong"))
