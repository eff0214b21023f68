"""`play` on a real display: two windows, a mouse and a keyboard, and a match that is recorded."""

from __future__ import annotations

import os
import re
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from contract_rig import PATIENCE_S, Process
from virtual_display import virtual_display

from controller.guidance.reach import reached
from controller.rules.notation import find_play
from controller.rules.plays import Play, apply_steps, legal_plays, legal_ways
from controller.rules.position import START, Position, Side, slot_of
from display import layout as screen_layout
from display.layout import Orientation
from hw_sim.checkers import Colour
from hw_sim.geometry import XY, along_of_cell, position
from hw_sim.window.layout import Layout

pytestmark = pytest.mark.slow

SIZE = (1280, 720)
TABLE_AT, SCREEN_AT = (20, 60), (1400, 60)
TABLE = Layout(*SIZE)
SCREEN = screen_layout.game(SIZE, Orientation(Side.LIGHT, "right"))
DECISION = screen_layout.decision(SIZE, Orientation(Side.LIGHT, "right"))
READ_S = 1.2  # a board is judged in a third of a second; a busy machine takes its time
HOLD_S = 1.3
ROLLED = r"(?:rolls|Opening: O Light) (\d)[^\d]+(\d)"


class Game:
    """Two people at one desktop: mouse and keyboard, and what the terminal tells of the match."""

    def __init__(self, display: str, folder: Path) -> None:
        at = f"{SCREEN_AT[0]},{SCREEN_AT[1]}"
        self._environment = {**os.environ, "DISPLAY": display, "SDL_VIDEO_WINDOW_POS": at}
        self.process = Process(
            "play", "--seed", "3", "--light", "person", "--dark", "person", "--noise", "quiet",
            "--data-dir", str(folder / "data"), env=self._environment,
        )  # fmt: skip
        self.position = START
        self.side = Side.LIGHT
        self.roll = (0, 0)

    # -- mouse and keyboard -------------------------------------------------------------------

    def xdotool(self, *words: str) -> None:
        subprocess.run(
            ["xdotool", *words], env=self._environment, check=True, timeout=PATIENCE_S,
            capture_output=True,
        )  # fmt: skip

    def click(self, window: tuple[int, int], at: XY, hold_s: float = 0.08) -> None:
        self.move(window, at)
        self.xdotool("mousedown", "1")
        time.sleep(hold_s)
        self.xdotool("mouseup", "1")
        time.sleep(0.15)

    def move(self, window: tuple[int, int], at: XY) -> None:
        self.xdotool("mousemove", str(round(window[0] + at[0])), str(round(window[1] + at[1])))

    def drag(self, start: XY, end: XY) -> None:
        """A checker on the table, with the mouse."""
        self.move(TABLE_AT, start)
        self.xdotool("mousedown", "1")
        time.sleep(0.15)
        self.move(TABLE_AT, ((start[0] + end[0]) / 2, (start[1] + end[1]) / 2))
        self.move(TABLE_AT, end)
        time.sleep(0.15)
        self.xdotool("mouseup", "1")
        time.sleep(READ_S)

    def keys(self, *names: str) -> None:
        """The screen's keys; the pointer rests there, for nobody else gives it the focus."""
        self.move(SCREEN_AT, SCREEN.words.centre)
        for name in names:
            self.xdotool("key", name)
            time.sleep(0.1)

    def main_button(self) -> None:
        """Roll, or Done."""
        self.click(SCREEN_AT, SCREEN.buttons[1].centre)

    # -- the match ----------------------------------------------------------------------------

    def open(self) -> None:
        time.sleep(READ_S)
        self.main_button()
        while True:
            found = self.process.wait_for(ROLLED)
            light, dark = int(found[1]), int(found[2])
            if light != dark:
                break
        self.side = Side.LIGHT if light > dark else Side.DARK
        self.roll = (light, dark)

    def rolled(self) -> None:
        found = self.process.wait_for(ROLLED)
        self.roll = (int(found[1]), int(found[2]))

    def quiet_play(self) -> Play:
        """A legal play that hits nothing and touches no point with more than five."""
        for play in legal_plays(self.position.board(self.side), self.roll).plays:
            if not any(step.hit for step in play.steps) and max(play.board) <= 5:
                return play
        raise AssertionError("the seed's dice leave no play without a hit")

    def recorded(self) -> None:
        """The play on the board was recorded, and it is the other side's turn."""
        found = self.process.wait_for(r"plays (\d\S*(?: \d\S*)*)")
        board = self.position.board(self.side)
        play = find_play(board, self.roll, found[1])
        self.position = apply_steps(self.position, self.side, play.steps)
        self.side = self.side.other

    def on_table(self, position_: Position, point: int, nth: int) -> XY:
        """Where the nth checker (from 0) of a point lies in the table's window."""
        slot = slot_of(self.side, point)
        return TABLE.to_px(position(slot, along_of_cell(nth + 1)))

    def drag_steps(self, play: Play) -> None:
        board = list(self.position.board(self.side))
        for step in play.steps:
            start = self.on_table(self.position, step.source, board[step.source] - 1)
            end = self.on_table(self.position, step.to, board[step.to])
            board[step.source] -= 1
            board[step.to] += 1
            self.drag(start, end)

    def tap_steps(self, play: Play) -> None:
        for step in play.steps:
            for point in (step.source, step.to):
                at = SCREEN.board.touch(slot_of(self.side, point)).centre
                self.click(SCREEN_AT, at)
                time.sleep(READ_S)

    def key_steps(self, play: Play) -> None:
        """Tab to the checker, Enter lifts it, arrows go through its places, Enter moves it."""
        ways = legal_ways(self.position.board(self.side), self.roll)
        made = self.position
        for step in play.steps:
            own = [s for s in range(24) if made.slots[s] * self.side.sign > 0]
            own.sort(reverse=self.side is Side.LIGHT)
            source, to = slot_of(self.side, step.source), slot_of(self.side, step.to)
            board = made.board(self.side)
            places = [to for to, _ in reached(board, ways, self.side, step.source)]
            self.keys("Escape", *["Tab"] * (own.index(source) + 1), "Return")
            time.sleep(READ_S)
            self.keys(*["Right"] * (places.index(to) + 1), "Return")
            time.sleep(READ_S)
            made = apply_steps(made, self.side, (step,))

    def table_button(self, control: str) -> None:
        self.click(TABLE_AT, TABLE.button(Colour(self.side.value), control).centre)


@pytest.fixture
def game(tmp_path: Path) -> Iterator[Game]:
    with virtual_display(2720, 820) as display:
        playing = Game(display, tmp_path)
        playing.process.wait_for("Game 1")
        time.sleep(2.0)  # both windows draw their first picture
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
