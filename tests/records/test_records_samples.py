"""Fifty-six matches that other people's programs wrote: read, judged, told as facts and back."""

from __future__ import annotations

import time
from dataclasses import replace
from pathlib import Path

import pytest

from controller.records.check import check_record
from controller.records.files import first_difference, read_record
from controller.records.mat import mat_view
from controller.records.model import from_facts
from controller.records.to_facts import to_facts

SAMPLES = sorted((Path(__file__).parents[1] / "data" / "matches").glob("*.txt"))
PLAYS = 10_355  # 10,357 cells with dice, two of them a roll before a resignation
PLAYS_A_SECOND = 5_000


def test_all_samples_are_there() -> None:
    assert len(SAMPLES) == 56


@pytest.mark.slow
def test_every_sample_is_read_without_a_warning_and_is_legal() -> None:
    plays = 0
    for path in SAMPLES:
        findings = check_record(read_record(path))
        assert (findings.illegal, findings.warnings) == ((), ()), path.name
        plays += findings.plays
    assert plays == PLAYS


@pytest.mark.slow
def test_check_judges_five_thousand_plays_a_second() -> None:
    """Processor time, the best of three: other work on the machine must not decide."""
    speeds = []
    for _ in range(3):
        began = time.process_time()
        plays = sum(check_record(read_record(path)).plays for path in SAMPLES)
        speeds.append(plays / (time.process_time() - began))
    assert max(speeds) >= PLAYS_A_SECOND


def difference_after_import(path: Path) -> str | None:
    """What a sample's facts tell otherwise than the file does."""
    read = read_record(path)
    told = to_facts(read, 1, path.name)
    assert told.left_out == ()
    expected = replace(read, dice="typed", identity="1")
    again = replace(from_facts(told.facts), identity="1")
    return first_difference(mat_view(expected), mat_view(again))


@pytest.mark.parametrize("path", SAMPLES[:7], ids=lambda path: path.stem)
def test_the_facts_of_a_sample_tell_the_same_match(path: Path) -> None:
    assert difference_after_import(path) is None


@pytest.mark.slow
def test_the_facts_of_every_sample_tell_the_same_match() -> None:
    assert {path.name: difference_after_import(path) for path in SAMPLES} == {
        path.name: None for path in SAMPLES
    }
