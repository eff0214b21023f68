"""People at the two windows of `play`: their mouse, their keyboard and what the terminal tells."""

from __future__ import annotations

import itertools
import os
import subprocess
import time
from collections.abc import Callable
from pathlib import Path

from contract_rig import PATIENCE_S, Process

from controller.guidance.reach import reached
from controller.rules.notation import find_play
from controller.rules.plays import Play, apply_steps, legal_plays, legal_ways
from controller.rules.position import OFF, Position, Side, slot_of
from controller.rules.variants import STANDARD, Variant
from display import layout as screen_layout
from display.layout import TRAYS, Orientation
from hw_sim.checkers import Colour
from hw_sim.geometry import XY, along_of_cell, position
from hw_sim.window.layout import Layout

SIZE = (1280, 720)
TABLE_AT, SCREEN_AT = (20, 60), (1400, 60)
TABLE = Layout(*SIZE)
SCREEN = screen_layout.game(SIZE, Orientation(Side.LIGHT, "right"))
DECISION = screen_layout.decision(SIZE, Orientation(Side.LIGHT, "right"))
WINDOWS = "gammonboard"  # the class of both
READ_S = 1.2  # a board is judged in a third of a second; a busy machine takes its time
HOLD_S = 1.3
ROLLED = r"(?:rolls|Opening: O Light) (\d)[^\d]+(\d)"


def place_of(side: Side, point: int) -> int:
    """Where the screen has a point, the bar (25) or the tray (0) of a side."""
    return TRAYS[side] if point == OFF else slot_of(side, point)


class Game:
    """Two people at one desktop: mouse and keyboard, and what the terminal tells of the match."""

    def __init__(
        self, display: str, folder: Path, *words: str, variant: Variant = STANDARD
    ) -> None:
        at = f"{SCREEN_AT[0]},{SCREEN_AT[1]}"
        named = {"SDL_VIDEO_X11_WMCLASS": WINDOWS}
        self._environment = os.environ | {"DISPLAY": display, "SDL_VIDEO_WINDOW_POS": at} | named
        self.process = Process(
            "play", "--noise", "quiet", "--variant", variant.id, *words,
            "--data-dir", str(folder / "data"), env=self._environment,
        )  # fmt: skip
        self.position = variant.start_position
        self.side = Side.LIGHT
        self.roll = (0, 0)

    # -- mouse and keyboard -------------------------------------------------------------------

    def xdotool(self, *words: str) -> None:
        subprocess.run(
            ["xdotool", *words], env=self._environment, check=True, timeout=PATIENCE_S,
            capture_output=True,
        )  # fmt: skip

    def wait_for_windows(self) -> None:
        """Until both windows are there and have drawn their first picture."""
        end = time.monotonic() + PATIENCE_S
        words = ["xdotool", "search", "--class", WINDOWS]
        while True:
            found = subprocess.run(words, env=self._environment, capture_output=True, check=False)
            if len(found.stdout.split()) == len((TABLE_AT, SCREEN_AT)):
                break
            told = "\n".join(self.process.lines)
            assert time.monotonic() < end, f"the windows did not open:\n{told}"
            time.sleep(0.2)
        time.sleep(2.5)

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
                at = SCREEN.board.touch(place_of(self.side, point)).centre
                self.click(SCREEN_AT, at)
                time.sleep(READ_S)

    def key_steps(self, play: Play) -> None:
        """Tab to the checker, Enter lifts it, arrows go through its places, Enter moves it."""
        ways = legal_ways(self.position.board(self.side), self.roll)
        made = self.position
        for step in play.steps:
            own = [s for s in range(26) if made.slots[s] * self.side.sign > 0]
            own.sort(reverse=self.side is Side.LIGHT)
            there = reached(made.board(self.side), ways, self.side, step.source)
            places = [target.place for target in there if target.is_clear]
            source, to = place_of(self.side, step.source), place_of(self.side, step.to)
            self.keys("Escape", *["Tab"] * (own.index(source) + 1), "Return")
            time.sleep(READ_S)
            self.keys(*["Right"] * (places.index(to) + 1), "Return")
            time.sleep(READ_S)
            made = apply_steps(made, self.side, (step,))

    def table_button(self, control: str) -> None:
        self.click(TABLE_AT, TABLE.button(Colour(self.side.value), control).centre)


def onward(play: Play) -> int:
    """How often a checker goes on from where it has just come to."""
    return sum(one.to == other.source for one, other in itertools.pairwise(play.steps))


EVENT = (
    r"Opening: O Light (?P<light>\d), X Dark[^\d]* (?P<dark>\d)(?!: again)\b(?!:)"
    r"|(?P<roller>[OX]) .* rolls (?P<first>\d) (?P<second>\d)"
    r"|(?P<player>[OX]) .*(?:plays (?P<play>\S+(?: \S+)*)|cannot move)"
    r"|(?P<winner>[OX]) .* wins the match"
)
"""What the terminal tells of a match without a cube."""

SIDES = {"O": Side.LIGHT, "X": Side.DARK}
Steps = Callable[[Game, Play], None]


class WholeGame:
    """Light, a person, plays a match against a bot to its end, following what is told of it.

    main: presses the main button, Roll or Done; steps: makes a play.
    """

    def __init__(self, game: Game, main: Callable[[], None], steps: Steps) -> None:
        self.turns = 0
        self._game = game
        self._main = main
        self._steps = steps

    def begin(self, act: Callable[[], None]) -> None:
        """Do this at the start scene until the match has begun: a busy machine draws it late."""
        game = self._game
        for _ in range(5):
            act()
            for _ in range(20):
                time.sleep(0.2)
                if any(line.startswith("Game 1") for line in game.process.lines):
                    time.sleep(2.0)
                    return
        raise AssertionError("no match began:\n" + "\n".join(game.process.lines))

    def play(self) -> Side:
        """The winner."""
        game = self._game
        self._main()  # the opening
        while True:
            found = game.process.wait_for(EVENT)
            if found["winner"]:
                return SIDES[found["winner"]]
            if found["light"]:
                light, dark = int(found["light"]), int(found["dark"])
                game.side = Side.LIGHT if light > dark else Side.DARK
                self._rolled((light, dark))
            elif found["roller"]:
                assert SIDES[found["roller"]] is game.side
                self._rolled((int(found["first"]), int(found["second"])))
            else:
                assert SIDES[found["player"]] is game.side
                self._played(found["play"] or "")

    def _rolled(self, roll: tuple[int, int]) -> None:
        game = self._game
        game.roll = roll
        if game.side is Side.DARK:
            return
        plays = legal_plays(game.position.board(Side.LIGHT), roll).plays
        play = max(plays, key=onward) if plays else None
        if play is not None and play.steps:
            time.sleep(READ_S)  # the dice are seen
            self._steps(game, play)
            self._main()

    def _played(self, text: str) -> None:
        game = self._game
        if text:
            play = find_play(game.position.board(game.side), game.roll, text)
            game.position = apply_steps(game.position, game.side, play.steps)
        self.turns += 1
        game.side = game.side.other
        if game.side is Side.LIGHT and game.position.off[Side.DARK.index] < self._checkers:
            time.sleep(READ_S)
            if game.position.on_board(Side.LIGHT):
                self._main()

    @property
    def _checkers(self) -> int:
        return self._game.position.owned(Side.DARK)
