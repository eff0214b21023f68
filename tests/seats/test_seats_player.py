"""Questions and choices are whole, and what has one answer is not thought about."""

from __future__ import annotations

from typing import Any

import pytest

from controller.errors import RulesError
from controller.rules.notation import find_play
from controller.rules.position import START_BOARD
from controller.seats.player import Choice, Question, forced_choice, is_legal


@pytest.mark.parametrize(
    "wrong",
    [
        {"what": "play"},
        {"what": "double", "roll": (3, 1)},
        {"what": "play", "roll": (7, 1)},
        {"what": "play", "roll": (3, 1), "board": (0,) * 25},
        {"what": "double", "cube": 3},
        {"what": "double", "length": 99},
        {"what": "double", "length": 5, "score": (5, 5)},
        {"what": "double", "size": 1},
        {"what": "resignation"},
    ],
)
def test_a_question_that_cannot_be_is_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(RulesError):
        Question(**{"board": START_BOARD, **wrong})


def test_a_choice_is_one_thing() -> None:
    with pytest.raises(RulesError):
        Choice()
    with pytest.raises(RulesError):
        Choice(play=START_BOARD, act="roll")


def test_only_an_answer_to_the_question_is_legal() -> None:
    play = Question("play", START_BOARD, (3, 1))
    fine = find_play(START_BOARD, (3, 1), "8/5 6/5").board
    assert is_legal(play, Choice(play=fine))
    assert not is_legal(play, Choice(play=START_BOARD))
    assert not is_legal(play, Choice(act="roll"))
    assert is_legal(Question("double", START_BOARD), Choice(act="double"))
    assert not is_legal(Question("double", START_BOARD), Choice(act="take"))
    assert is_legal(Question("answer", START_BOARD), Choice(act="take"))
    assert not is_legal(Question("answer", START_BOARD), Choice(play=START_BOARD))


@pytest.mark.parametrize(
    ("standing", "forced"),
    [
        ({}, False),
        ({"cube": 2, "cube_owner": "own"}, False),
        ({"cube": 2, "cube_owner": "other"}, True),
        ({"length": 5, "score": (4, 2)}, True),
        ({"length": 5, "score": (2, 4)}, False),
        ({"length": 5, "score": (2, 4), "crawford": True}, True),
        ({"length": 5, "score": (3, 0), "cube": 2, "cube_owner": "own"}, True),
    ],
)
def test_who_may_not_double_rolls(standing: dict[str, Any], forced: bool) -> None:
    choice = forced_choice(Question("double", START_BOARD, **standing))
    assert choice == (Choice(act="roll") if forced else None)


def test_a_dance_and_a_single_play_are_forced() -> None:
    shut = tuple({25: 1, 6: 14}.get(p, 0) - (2 if p >= 19 and p < 25 else 0) for p in range(26))
    assert forced_choice(Question("play", shut, (6, 5))) == Choice(play=shut)
    last = (0, 1, *[0] * 24)
    assert forced_choice(Question("play", last, (6, 5), off=(14, 0))) == Choice(play=(0,) * 26)
    assert forced_choice(Question("play", START_BOARD, (3, 1))) is None
