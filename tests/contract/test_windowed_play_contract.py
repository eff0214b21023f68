"""`play` on a real display: two windows, a mouse and a keyboard, and a match that is recorded."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from virtual_display import virtual_display
from windowed_game import DECISION, HOLD_S, READ_S, SCREEN, SCREEN_AT, Game

pytestmark = pytest.mark.slow


@pytest.fixture
def game(tmp_path: Path) -> Iterator[Game]:
    with virtual_display(2720, 820) as display:
        playing = Game(display, tmp_path, "--seed", "3", "--light", "person", "--dark", "person")
        playing.process.wait_for("Game 1")
        playing.wait_for_windows()
        yield playing
        playing.process.end()


def test_a_game_by_mouse_taps_and_keys_with_a_cube_and_a_correction(game: Game) -> None:
    game.open()

    # a whole turn by mouse in the table's window
    game.drag_steps(game.quiet_play())
    game.table_button("done")
    game.recorded()

    # one by taps on the screen
    game.main_button()
    game.rolled()
    game.tap_steps(game.quiet_play())
    game.main_button()
    game.recorded()

    # one by keyboard alone
    game.keys("r")
    game.rolled()
    game.key_steps(game.quiet_play())
    game.keys("d")
    game.recorded()

    # a cube is offered and taken
    game.click(SCREEN_AT, SCREEN.buttons[0].centre)
    time.sleep(READ_S)
    game.click(SCREEN_AT, DECISION.buttons[0].centre, HOLD_S)  # offered on purpose
    game.process.wait_for("doubles to 2")
    time.sleep(1.2)
    game.click(SCREEN_AT, DECISION.buttons[0].centre, HOLD_S)
    game.process.wait_for("takes")

    # a wrong play is refused, put right and recorded
    time.sleep(READ_S)
    game.main_button()
    game.rolled()
    play = game.quiet_play()
    first = play.steps[0]
    board = game.position.board(game.side)
    start = game.on_table(game.position, first.source, board[first.source] - 1)
    empty = next(p for p in range(24, 0, -1) if board[p] == 0 and abs(p - first.source) > 12)
    wrong = game.on_table(game.position, empty, 0)
    game.drag(start, wrong)
    game.table_button("done")
    time.sleep(READ_S)
    assert not re.search("plays", "\n".join(game.process.lines[-1:]))
    game.drag(wrong, start)
    game.drag_steps(play)
    game.table_button("done")
    game.recorded()
