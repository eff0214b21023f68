"""A mind without cells for tests of hands: it sees the true board and knows the rules.

Buttons arrive as on a table; snapshots go out. What it accepts is kept in `record`.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass

import numpy as np

from controller.rules.plays import legal_plays
from controller.rules.position import START, Position, Side, pip_count
from controller.view.snapshot import Cube, Light, Question, Snapshot
from firmware_bridge.messages import Button
from hw_sim.board import Board
from hw_sim.hand_port import HandPort
from hw_sim.hands.looking import lies
from hw_sim.hands.person import Hands
from hw_sim.hands.skill import FAST, Skill
from hw_sim.placement import REALISTIC
from hw_sim.sensors import Sensors

MATCH_LENGTH = 3


@dataclass
class Recorded:
    turn: tuple[int, int, int]
    side: Side
    slots: tuple[int, ...]
    off: tuple[int, int]
    took_ms: int


class Referee:
    """Referees matches of hands on a board, in virtual time."""

    def __init__(
        self,
        seed: int,
        skill: Skill = FAST,
        start: Position = START,
        sides: tuple[Side, ...] = (Side.LIGHT, Side.DARK),
    ) -> None:
        rngs = np.random.default_rng(seed).spawn(4)
        self.rng = rngs[0]
        self.board = Board(REALISTIC, rngs[1])
        self.sensors = Sensors(self.board, rngs[2])
        self.port = HandPort(self.board, self.sensors.faults, self)
        self.hands = Hands(self.port, sides, skill, rngs[3])
        self.start = start
        self.agreed = start
        self.phase = "setup"
        self.interruption: str | None = None
        self.question: Question | None = None
        self.messages: tuple[object, object] = (None, None)
        self.turn: Side | None = None
        self.roll: tuple[int, int] | None = None
        self.opening: tuple[int, int] | None = None
        self.cube = Cube()
        self.score = [0, 0]
        self.game = 1
        self.turn_number = 0
        self.number = 0
        self.refused = 0
        self.ignored_dones = 0  # so many Dones are refused though the board is right
        self.now_ms = 0
        self.turn_began_ms = 0
        self.down: dict[Button, int] = {}
        self.record: list[Recorded] = []
        self.cube_acts: list[str] = []
        self.verdict: str | None = "agreed"
        self.lights: tuple[Light, ...] = ()
        self.chosen: str | None = None
        self.on_press: Callable[[Side], None] = lambda _side: None

    # --- the machine that the hand port touches --------------------------------------------------

    def press(self, button: Button, pressed: bool, now_ms: int) -> None:
        if pressed:
            self.down[button] = now_ms
            return
        held_ms = now_ms - self.down.pop(button)
        side = Side.LIGHT if button < Button.DARK_DONE else Side.DARK
        self.on_press(side)
        control = ("done", "double", "undo")[button % 3]
        if not self._act(side, control, held_ms):
            self.refused += 1

    def power(self, on: bool, now_ms: int) -> None:
        raise AssertionError("hands that play do not switch off")

    def connect(self, plugged: bool, now_ms: int) -> None:
        raise AssertionError("hands that play do not unplug")

    def cover(self, slots: Collection[int]) -> None: ...

    def lay_phone(self, slot: int | None) -> None:
        raise AssertionError("hands that play lay no phone on the board")

    # --- rules ---------------------------------------------------------------------------------

    def _act(self, side: Side, control: str, held_ms: int) -> bool:
        if self.interruption == "resign_offered":
            self.interruption = "paused"
            return True
        if self.interruption == "question":
            self.cube_acts.append(f"answer {control}")
            self.interruption = None
            return True
        if self.phase == "cube_offered":
            return self._answer_cube(side, control, held_ms)
        if self.phase == "game_over" and control == "done":
            self._next_game()
            return True
        if self.phase == "opening" and control == "done":
            self._open()
            return True
        if side is not self.turn or control == "undo":
            return False
        if self.phase == "to_roll":
            return self._double(side) if control == "double" else self._rolls()
        return self.phase == "moving" and control == "done" and self._play(side)

    def _open(self) -> None:
        light, dark = (int(n) for n in self.rng.integers(1, 7, 2))
        self.opening = (light, dark)
        if light != dark:
            self.turn = Side.LIGHT if light > dark else Side.DARK
            self.roll = (max(light, dark), min(light, dark))
            self._begin_moving()

    def _rolls(self) -> bool:
        if not lies(self.port.truth(), self.agreed):
            return False
        dice = sorted((int(n) for n in self.rng.integers(1, 7, 2)), reverse=True)
        self.roll = (dice[0], dice[1])
        self._begin_moving()
        return True

    def _begin_moving(self) -> None:
        self.phase = "moving"
        self.turn_number += 1
        self.turn_began_ms = self.now_ms

    def _can_double(self) -> bool:
        owner_fits = self.turn is not None and self.cube.owner in (None, self.turn.value)
        return self.phase == "to_roll" and owner_fits and self.cube.value < 4

    def _double(self, side: Side) -> bool:
        if not self._can_double():
            return False
        self.cube_acts.append("double")
        self.phase = "cube_offered"
        self.cube = Cube(self.cube.value, self.cube.owner, side.value)
        return True

    def _answer_cube(self, side: Side, control: str, held_ms: int) -> bool:
        if side.value == self.cube.offered_by:
            return False
        if control == "double" and held_ms >= 1000:
            self.cube_acts.append("take")
            self.cube = Cube(self.cube.value * 2, side.value)
            self.phase = "to_roll"
            return True
        if control == "undo" and held_ms >= 1500:
            self.cube_acts.append("drop")
            self._win(side.other, self.cube.value)
            return True
        return False

    def _play(self, side: Side) -> bool:
        assert self.roll is not None
        if self.ignored_dones:
            self.ignored_dones -= 1
            return False
        legal = legal_plays(self.agreed.board(side), self.roll).plays
        boards = [play.board for play in legal] or [self.agreed.board(side)]
        truth = self.port.truth()
        for board in boards:
            gone = [15 - sum(n for n in board if n > 0), 15 + sum(n for n in board if n < 0)]
            off = (gone[side.index], gone[side.other.index])
            after = Position.from_board(board, side, off)
            if lies(truth, after):
                self._accept(side, after)
                return True
        return False

    def _accept(self, side: Side, after: Position) -> None:
        turn = (1, self.game, self.turn_number)
        took_ms = self.now_ms - self.turn_began_ms
        self.record.append(Recorded(turn, side, after.slots, after.off, took_ms))
        self.agreed, self.roll, self.opening = after, None, None
        self.turn, self.phase = side.other, "to_roll"
        if not after.on_board(side):
            size = 2 if after.off[side.other.index] == 0 else 1
            self._win(side, size * self.cube.value)

    def _win(self, side: Side, points: int) -> None:
        self.score[side.index] += points
        self.phase = "match_over" if max(self.score) >= MATCH_LENGTH else "game_over"
        self.cube = Cube(self.cube.value, self.cube.owner)
        self.roll = None

    def _next_game(self) -> None:
        self.game += 1
        self.cube, self.turn = Cube(), None
        self.agreed, self.phase = self.start, "setup"

    # --- time ------------------------------------------------------------------------------------

    def run(self, until_ms: int) -> None:
        """Let hands and referee act until then, or until the match is over."""
        self._show()
        while self.now_ms < until_ms and self.phase != "match_over":
            dues = [self.hands.next_due_ms(), self.port.next_due_ms()]
            due_ms = min((due for due in dues if due is not None), default=until_ms)
            self.now_ms = min(max(due_ms, self.now_ms), until_ms)
            self.port.advance(self.now_ms)
            self.hands.act(self.now_ms)
            if self.phase == "setup" and lies(self.port.truth(), self.start):
                self.phase = "opening"
            self._show()

    def _show(self) -> None:
        self.number += 1
        self.hands.observe(self.snapshot(), self.now_ms)

    def snapshot(self) -> Snapshot:
        return Snapshot(
            number=self.number,
            match=1,
            turn_number=self.turn_number,
            phase=self.phase,
            interruption=self.interruption,
            question=self.question,
            turn=self.turn.value if self.turn else None,
            slots=self.agreed.slots,
            off=self.agreed.off,
            reserve=(0, 0),
            roll=self.roll,
            opening=self.opening,
            steps=(),
            targets=(),
            lifted=(),
            verdict=self.verdict,
            cube=self.cube,
            can_double=self._can_double(),
            score=(self.score[0], self.score[1]),
            match_length=MATCH_LENGTH,
            game=self.game,
            crawford=False,
            names=("Light", "Dark"),
            seats=("hands", "hands"),
            lights=self.lights,
            messages=self.messages,  # type: ignore[arg-type]
            fault_line=None,
            refused=self.refused,
            last_play="",
            last_side=None,
            pips=(pip_count(self.agreed, Side.LIGHT), pip_count(self.agreed, Side.DARK)),
            dice_source="fair",
            commitment=None,
            winner=None,
            game_points=0,
            recording=True,
            chosen=self.chosen,
        )
