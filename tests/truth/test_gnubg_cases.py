"""Our plays are gnubg's: on thousands of kept boards, and on fresh ones while it is installed."""

from __future__ import annotations

import lzma
import os
import random
from collections import Counter
from itertools import islice
from pathlib import Path

import pytest
from gnubg_plays import TruthCase, format_case, gnubg_finals, is_installed, parse_case
from random_boards import STRATA, random_questions_of_rules, stratum_of

from controller.rules.plays import legal_finals, legal_plays, legal_ways

HERE = Path(__file__).parent
FOUND = HERE / "found_cases.txt"
"""Boards on which we once differed: the live test appends here; commit what it finds."""

LIVE = 300


def kept_cases() -> list[TruthCase]:
    text = lzma.decompress((HERE / "gnubg_cases.txt.xz").read_bytes()).decode("ascii")
    found = FOUND.read_text(encoding="ascii") if FOUND.exists() else ""
    return [parse_case(line) for line in (text + found).splitlines()]


@pytest.fixture(scope="module")
def cases() -> list[TruthCase]:
    return kept_cases()


def test_the_truth_is_large_and_has_every_corner(cases: list[TruthCase]) -> None:
    assert len(cases) >= 5000
    counted = Counter(case.stratum for case in cases)
    assert all(counted[stratum] >= 200 for stratum in STRATA)
    assert len({(case.board, case.roll) for case in cases}) == len(cases)


@pytest.mark.parametrize("stratum", STRATA)
def test_finals_are_those_of_gnubg(cases: list[TruthCase], stratum: str) -> None:
    wrong = []
    for case in cases:
        if case.stratum == stratum:
            finals = legal_finals(case.board, case.roll)
            if len(set(finals)) != len(finals) or set(finals) != case.finals:
                wrong.append(format_case(case))
    assert not wrong


def test_plays_and_ways_end_on_the_same_boards(cases: list[TruthCase]) -> None:
    for case in cases[::7]:
        plays = legal_plays(case.board, case.roll).plays
        assert {play.board for play in plays} == case.finals
        assert legal_ways(case.board, case.roll).finals == (case.finals or {case.board})


def test_rul_20_the_order_of_the_dice_never_matters(cases: list[TruthCase]) -> None:
    for case in cases[::7]:
        swapped = (case.roll[1], case.roll[0])
        assert legal_plays(case.board, swapped) == legal_plays(case.board, case.roll)


@pytest.mark.gnubg
@pytest.mark.skipif(not is_installed(), reason="gnubg is not installed")
def test_fresh_boards_are_played_as_gnubg_plays_them(capsys: pytest.CaptureFixture[str]) -> None:
    seed = int(os.environ.get("GAMMONBOARD_TRUTH_SEED") or random.SystemRandom().randrange(2**32))
    with capsys.disabled():
        print(f"\nGAMMONBOARD_TRUTH_SEED={seed}")
    questions = list(islice(random_questions_of_rules(random.Random(seed)), LIVE))
    differing = [
        TruthCase(stratum_of(board, roll), board, roll, finals)
        for (board, roll), finals in zip(questions, gnubg_finals(questions), strict=True)
        if set(legal_finals(board, roll)) != finals
    ]
    if differing:
        with FOUND.open("a", encoding="ascii") as stream:
            stream.writelines(f"{format_case(case)}\n" for case in differing)
    assert not differing, f"{len(differing)} of seed {seed} are now in {FOUND.name}"
