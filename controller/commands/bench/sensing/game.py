"""Games played at one case, every turn judged as at Done.

Times are of this thread's work, so that a busy machine does not count.
"""

from __future__ import annotations

import copy
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Protocol

import numpy as np

from controller.commands.bench.sensing import baseline
from controller.commands.bench.sensing.cases import Case
from controller.commands.bench.sensing.players import SKILLS, Hands, choose
from controller.commands.bench.sensing.rig import Rig
from controller.commands.bench.sensing.tally import Tally
from controller.rules.any_roll import ways_of_any_roll
from controller.rules.plays import Ways, legal_ways
from controller.rules.position import CHECKERS, OFF, START, Board, Position, Roll, Side, slot_of
from controller.sensing.geometry import room_of
from controller.sensing.settings import SensingSettings
from controller.sensing.verdict import Verdict, VerdictKind
from hw_sim.faults import CellFault

GAMES_PER_SESSION = 2
LONGEST_GAME = 300  # turns; plain players hardly ever need 150
ILLEGAL_BOARDS = 1_000
UNFINISHED_BOARDS = 3_000
DYING_BOARDS = 300


class Judged(Protocol):
    """Hears of every verdict, with what it should be: a whole play's position, or None."""

    def __call__(self, verdict: Verdict, truth: Position | None, kind: str) -> None: ...


def measure(
    case: Case,
    turns: int,
    seed: int,
    settings: SensingSettings | None = None,
    on_turn: Callable[[], None] = lambda: None,
    judged: Judged = lambda verdict, truth, kind: None,
) -> Tally:
    """Play so many turns at one case. on_turn is called after each turn (progress)."""
    tally = Tally()
    while tally.turns < turns:
        rng = np.random.default_rng([seed, tally.sessions])
        tally.sessions += 1
        rig = _rig(case, rng, settings or SensingSettings())
        for _game in range(GAMES_PER_SESSION):
            _Game(rig, case, rng, tally, turns, on_turn, judged).play()
    return tally


def _rig(case: Case, rng: np.random.Generator, settings: SensingSettings) -> Rig:
    """A table of this case, its dead cells drawn."""
    seed = int(rng.integers(1 << 31))
    dead = frozenset(int(cell) for cell in rng.choice(128, case.dead, replace=False))
    if case.known:
        settings = replace(settings, dead_cells=dead)
    rig = Rig(seed, case.noise, settings, case.layout)
    for cell in dead:
        rig.table.faults.set(cell, CellFault.DEAD)
    return rig


class _Game:
    """One game, judged turn by turn."""

    def __init__(
        self,
        rig: Rig,
        case: Case,
        rng: np.random.Generator,
        tally: Tally,
        turns: int,
        on_turn: Callable[[], None],
        judged: Judged,
    ) -> None:
        self._rig = rig
        self._hands = Hands(rig, SKILLS[case.hands], rng, self._unfinished)
        self._rng = rng
        self._tally = tally
        self._turns = turns
        self._on_turn = on_turn
        self._case = case
        self._judged = judged
        self._dead = {rig.layout.grid.slot_of_cell(cell) for cell in rig.table.faults.cells}
        self._position = START

    def play(self) -> None:
        """Until somebody has borne off everything, or enough turns were played."""
        if not self._rig.start(START):
            self._tally.set_ups_unseen += 1
            self._tally.questions += int(self._case.dead > 0 and not self._case.known)
            self._tally.notes.append("the set-up was not seen: people said that it lies there")
        side = Side.LIGHT if self._rng.random() < 0.5 else Side.DARK
        for _turn in range(LONGEST_GAME):
            if self._tally.turns >= self._turns or max(self._position.off) == CHECKERS:
                return
            self._take_turn(side)
            self._on_turn()
            side = side.other

    def _take_turn(self, side: Side) -> None:
        roll = (int(self._rng.integers(1, 7)), int(self._rng.integers(1, 7)))
        ways = legal_ways(self._position.board(side), roll)
        started = time.thread_time()
        if self._case.any_roll:
            expected = ways_of_any_roll(self._position.board(side)).ways
        else:
            expected = ways
        self._rig.tracker.expect(side, expected)
        self._tally.book_ms.append(1e3 * (time.thread_time() - started))
        board = choose(ways, self._rng)
        if self._tally.dying < DYING_BOARDS:
            self._dying(side, ways, board)
        self._hands.play(side, ways.boards[board])
        self._judge(side, roll, expected, board)

    def _judge(self, side: Side, roll: Roll, ways: Ways, board: Board) -> None:
        tally, tracker = self._tally, self._rig.tracker
        tally.turns += 1
        truth = self._after(side, board)
        means = self._rig.settled_means()
        if means is None:
            tally.lost += 1
            tally.notes.append(f"lost: {roll} {ways.boards[board]}")
        else:
            started = time.thread_time()
            verdict = tracker.judge(means, self._rig.now_ms, at_done=True)
            took_ms = 1e3 * (time.thread_time() - started)
            tally.verdict_ms.append(took_ms)
            if roll[0] == roll[1]:
                tally.doubles.append((len(ways.boards), took_ms))
            self._judged(verdict, truth, "play")
            self._count(verdict, truth, f"{side.value} {roll} {ways.boards[board]}")
            self._count_baseline(
                baseline.matches(
                    means, self._rig.calibration, ways, side, signed=not self._rig.confirms
                ),
                board,
            )
            if tally.illegal < ILLEGAL_BOARDS and len(ways.boards) > 1:
                self._illegal(side, ways, board)
        self._position = truth
        tracker.agree(truth)
        tracker.expect(None, None)

    def _after(self, side: Side, board: Board) -> Position:
        off = list(self._position.off)
        position = Position.from_board(board, side)
        off[side.index] += self._position.on_board(side) - position.on_board(side)
        return Position(position.slots, (off[0], off[1]))

    def _count(self, verdict: Verdict, truth: Position, play: str) -> None:
        tally = self._tally
        read = accepted(verdict, self._rig.confirms)
        if self._case.any_roll and verdict.kind is VerdictKind.AGREED and verdict.way is not None:
            read = verdict.way.position  # a dance: people say with which roll
        if self._rig.confirms and read is not None and verdict.kind is VerdictKind.UNSURE:
            tally.shown += 1
            if read != truth:  # shown, denied by the players, and asked for
                tally.misread += 1
                tally.questions += 1
                tally.notes.append(f"misread: {play} as {verdict.way}")
        elif read is None:
            tally.questions += 1
            tally.notes.append(
                f"{verdict.kind.value}: {play} in {self._position.slots} margin {verdict.margin}"
                f" shortfall {verdict.shortfall}"
                f" choices {[way.steps for way in verdict.choices]} sensed "
                f"{_difference(verdict.sensed, truth.slots)} lifted {verdict.lifted}"
            )
        elif read != truth:
            tally.wrong += 1
            tally.notes.append(f"WRONG: {play} read as {verdict.way}")

    def _count_baseline(self, found: list[Board], board: Board) -> None:
        if len(found) != 1:
            self._tally.baseline_questions += 1
        elif found[0] != board:
            self._tally.baseline_wrong += 1

    def _unfinished(self, holding: bool) -> None:
        """Done is pressed in mid-turn: nothing may be recorded."""
        tally = self._tally
        if tally.unfinished >= UNFINISHED_BOARDS:
            return
        means = self._rig.settled_means()
        if means is None:
            return
        verdict = self._rig.tracker.judge(means, self._rig.now_ms, at_done=True)
        read = accepted(verdict, self._rig.confirms)
        if read is not None:
            if read.slots == self._rig.table.board.truth().slots:
                return  # a whole play lies there: the last checker borne off is still held
            tally.unfinished_accepted += 1
            tally.notes.append(f"UNFINISHED accepted, holding {holding}: {verdict}")
        tally.unfinished += 1
        self._judged(verdict, None, "unfinished")

    def _dying(self, side: Side, ways: Ways, board: Board) -> None:
        """On a copy of the table the hands leave out the last checker to bear off, and the cell
        under it dies: it must not be taken for borne off."""
        steps = ways.boards[board]
        if not steps or steps[-1].to != OFF or any(step.to == OFF for step in steps[:-1]):
            return
        rig = copy.deepcopy(self._rig)
        Hands(rig, SKILLS[self._case.hands], self._rng).play(side, steps[:-1])
        slot = slot_of(side, steps[-1].source)
        lying = rig.table.board.checkers_on(slot)
        if not lying or len(lying) > room_of(slot):
            return
        along = rig.layout.grid.along(slot)
        nearest = min(range(len(along)), key=lambda n: abs(along[n] - lying[-1].along))
        rig.table.faults.set(rig.layout.grid.first_cell(slot) + nearest, CellFault.DEAD)
        means = rig.settled_means()
        if means is None:
            return
        self._tally.dying += 1
        verdict = rig.tracker.judge(means, rig.now_ms, at_done=True)
        read = accepted(verdict, rig.confirms)
        if read is not None and read.slots != rig.table.board.truth().slots:
            self._tally.dying_accepted += 1
            self._tally.notes.append(f"DYING cell accepted: {steps}: {verdict}")

    def _illegal(self, side: Side, ways: Ways, board: Board) -> None:
        """On a copy of the table somebody moves one checker of the final elsewhere."""
        boards = {self._slots(way, side) for way in ways.boards}
        slots = list(self._slots(board, side))
        own = [slot for slot in range(24) if slots[slot] * side.sign > 0]
        if not own:
            return
        source = int(self._rng.choice(own))
        step = int(self._rng.choice((-1, 1)))
        to = source + step if self._rng.random() < 0.5 else int(self._rng.integers(24))
        if not 0 <= to < 24 or to == source or slots[to] * side.sign < 0:
            return
        slots[source] -= side.sign
        slots[to] += side.sign
        if tuple(slots) in boards:
            return
        rig = copy.deepcopy(self._rig)
        rig.table.hand.lift(side.value, _point(side, source))
        rig.run(300)
        rig.table.hand.put(side.value, _point(side, to))
        means = rig.settled_means()
        if means is None:
            return
        self._tally.illegal += 1
        verdict = rig.tracker.judge(means, rig.now_ms, at_done=True)
        self._judged(verdict, None, "illegal")
        if accepted(verdict, rig.confirms) is not None:
            beside = bool(self._dead & {source, to})
            self._tally.illegal_accepted += 1
            self._tally.beside_dead += beside
            where = ", beside a dead cell" if beside else ""
            self._tally.notes.append(f"ILLEGAL accepted: {source} to {to}{where}: {verdict}")

    def _slots(self, board: Board, side: Side) -> tuple[int, ...]:
        return Position.from_board(board, side).slots


def accepted(verdict: Verdict, confirms: bool) -> Position | None:
    """The position that a verdict records, or shows to be confirmed; None for everything else."""
    shown = confirms and verdict.kind is VerdictKind.UNSURE and len(verdict.choices) == 1
    if (shown or verdict.kind is VerdictKind.COMPLETE) and verdict.way is not None:
        return verdict.way.position
    return None


def _point(side: Side, slot: int) -> int:
    return slot + 1 if side is Side.LIGHT else 24 - slot


def _difference(sensed: Sequence[int], truth: Sequence[int]) -> dict[int, tuple[int, int]]:
    """Slots where the best guess is not the truth: {slot: (sensed, true)}."""
    return {
        slot: (seen, true)
        for slot, (seen, true) in enumerate(zip(sensed, truth, strict=False))
        if seen != true
    }
