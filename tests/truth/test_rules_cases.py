"""The 443 checked positions (gnubg agrees with all): finals, dice used, and our own notation."""

from __future__ import annotations

import json
import lzma
from pathlib import Path
from typing import Any

import pytest

from controller.rules.notation import find_play, format_play
from controller.rules.plays import legal_plays

CASES: list[dict[str, Any]] = json.loads(
    lzma.decompress((Path(__file__).parent / "rules_cases.json.xz").read_bytes())
)


def test_the_corpus_is_whole() -> None:
    assert len(CASES) == 443
    assert len({case["id"] for case in CASES}) == 443


@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_finals_and_dice_used_are_those_of_gnubg(case: dict[str, Any]) -> None:
    board, dice = tuple(case["board"]), tuple(case["dice"])
    legal = legal_plays(board, dice)
    finals = [list(play.board) for play in legal.plays] or [case["board"]]
    assert finals == (sorted(case["finals"]) or [case["board"]])
    assert legal.dice_used == case["dice_used"]
    swapped = legal_plays(board, (dice[1], dice[0]))
    assert swapped == legal


@pytest.mark.parametrize("case", CASES[::5], ids=[case["id"] for case in CASES[::5]])
def test_every_play_is_found_again_by_its_own_text(case: dict[str, Any]) -> None:
    board, dice = tuple(case["board"]), tuple(case["dice"])
    for play in legal_plays(board, dice).plays:
        assert find_play(board, dice, format_play(play.steps)) == play
