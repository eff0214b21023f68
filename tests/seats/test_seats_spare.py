"""When gnubg fails for good the built-in player goes on, and it is said."""

from __future__ import annotations

import pytest

from controller.rules.position import START_BOARD
from controller.seats.builtin import BuiltinPlayer
from controller.seats.gnubg import Gnubg
from controller.seats.player import PlayerFailed, Question, is_legal
from controller.seats.spare import WithSpare

OPENING = Question("play", START_BOARD, (3, 1))


def test_the_spare_answers_the_very_question_that_failed_and_all_that_follow() -> None:
    said: list[str] = []
    player = WithSpare(Gnubg(["no-such-gnubg"]), BuiltinPlayer(), said.append)
    assert player.name == "gnubg expert"
    assert is_legal(OPENING, player.choose(OPENING))
    assert player.name == "built-in player"
    assert is_legal(OPENING, player.choose(OPENING))
    assert len(said) == 1
    assert "cannot start no-such-gnubg" in said[0]
    player.close()


def test_a_closed_player_does_not_go_on_with_its_spare() -> None:
    said: list[str] = []
    player = WithSpare(Gnubg(["no-such-gnubg"]), BuiltinPlayer(), said.append)
    player.close()
    with pytest.raises(PlayerFailed):
        player.choose(OPENING)
    assert said == []
