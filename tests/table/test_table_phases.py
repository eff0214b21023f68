"""The phase table: complete, reachable, and drawn as ARCHITECTURE.md shows it."""

from __future__ import annotations

from pathlib import Path

import pytest

from controller.errors import IllegalInput
from controller.table.phases import (
    CONTROLS,
    TRANSITIONS,
    Phase,
    Trigger,
    format_mermaid,
    next_phase,
)

LATER = {Phase.NAMING}  # its ways in come with acey-deucey


def test_every_phase_is_reached_and_left() -> None:
    reached = set(TRANSITIONS.values()) | LATER
    left = {source for source, _trigger in TRANSITIONS} | LATER | {Phase.MATCH_OVER}

    assert reached == set(Phase)
    assert left == set(Phase)


def test_every_phase_says_what_people_may_ask() -> None:
    assert set(CONTROLS) == set(Phase)


def test_a_trigger_that_a_phase_does_not_list_names_both() -> None:
    with pytest.raises(IllegalInput, match=r"double.*moving"):
        next_phase(Phase.MOVING, Trigger.DOUBLED)


def test_the_picture_in_the_documentation_is_this_table() -> None:
    text = Path(__file__).parents[2].joinpath("ARCHITECTURE.md").read_text("utf-8")

    assert format_mermaid() in text
