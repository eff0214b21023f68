"""`gammonboard bench sensing`: does the decoder record what the hands did?

Games of two plain players on a simulated table; every turn is judged as at Done. Beside wrong
plays and questions it counts what each can be bought with: illegal boards accepted, unfinished
boards accepted at Done. A false "wrong board" counts as a question. After a question the players
answer truthfully. `SEED` is what reported figures use; margins were derived on seeds from
900,000 on.
"""

from __future__ import annotations

import copy
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

import numpy as np

from controller.commands.bench import baseline
from controller.commands.bench.players import SKILLS, Hands, choose
from controller.commands.bench.report import Row, percentile
from controller.commands.bench.rig import Rig
from controller.rules.plays import Ways, legal_ways
from controller.rules.position import CHECKERS, START, Board, Position, Roll, Side
from controller.sensing.settings import SensingSettings
from controller.sensing.verdict import Verdict, VerdictKind

SEED = 1
GAMES_PER_SESSION = 2
LONGEST_GAME = 300  # turns; plain players hardly ever need 150
ILLEGAL_BOARDS = 1_000
UNFINISHED_BOARDS = 3_000
WORST_DOUBLES = 0.95  # share of doubles, by size of the book, above which they count as worst


@dataclass(frozen=True, slots=True)
class Case:
    """One line of the table of design section 5, with its budgets."""

    noise: str
    hands: str
    questions_pct: float
    unfinished: float


CASES = (
    Case("realistic", "fast", questions_pct=0.5, unfinished=10),
    Case("quiet", "careful", questions_pct=0.05, unfinished=0),
)


@dataclass(slots=True)
class Tally:
    """What happened. notes: the questions and faults in words, for development."""

    turns: int = 0
    wrong: int = 0
    lost: int = 0
    questions: int = 0
    baseline_questions: int = 0
    baseline_wrong: int = 0
    illegal: int = 0
    illegal_accepted: int = 0
    unfinished: int = 0
    unfinished_accepted: int = 0
    verdict_ms: list[float] = field(default_factory=list)
    doubles: list[tuple[int, float]] = field(default_factory=list)
    book_ms: list[float] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)


def run(
    turns: int,
    seed: int,
    cases: Sequence[Case] = CASES,
    settings: SensingSettings | None = None,
    on_turn: Callable[[], None] = lambda: None,
) -> list[Row]:
    """The rows of all cases. on_turn is called after each turn (progress)."""
    rows: list[Row] = []
    for case in cases:
        rows += rows_of(case, measure(case, turns, seed, settings, on_turn))
    return rows


def measure(
    case: Case,
    turns: int,
    seed: int,
    settings: SensingSettings | None = None,
    on_turn: Callable[[], None] = lambda: None,
) -> Tally:
    """Play so many turns at one case."""
    tally = Tally()
    session = 0
    while tally.turns < turns:
        rng = np.random.default_rng([seed, session])
        rig = Rig(int(rng.integers(1 << 31)), case.noise, settings)
        for _game in range(GAMES_PER_SESSION):
            _Game(rig, case, rng, tally, turns, on_turn).play()
        session += 1
    return tally


def rows_of(case: Case, tally: Tally) -> list[Row]:
    """What a case's tally says, with its budgets."""
    name = f"{case.noise}, {case.hands}"
    share = 100.0 / max(tally.turns, 1)
    worst = _worst_doubles(tally)
    rows = [
        Row(f"{name}: turns", tally.turns, "turns"),
        Row(f"{name}: wrong recorded", tally.wrong, "plays", 0),
        Row(f"{name}: lost", tally.lost, "plays", 0),
        Row(f"{name}: questions", tally.questions * share, "%", case.questions_pct),
        Row(
            f"{name}: illegal boards accepted of {tally.illegal}",
            tally.illegal_accepted,
            "boards",
            0,
        ),
        Row(
            f"{name}: unfinished boards accepted at Done of {tally.unfinished}",
            tally.unfinished_accepted,
            "boards",
            case.unfinished,
        ),
        Row(f"{name}: baseline questions", tally.baseline_questions * share, "%"),
        Row(f"{name}: baseline wrong", tally.baseline_wrong, "plays"),
        Row(f"{name}: verdict p50", percentile(tally.verdict_ms, 0.5), "ms"),
        Row(f"{name}: verdict p99", percentile(tally.verdict_ms, 0.99), "ms", 5.0),
        Row(f"{name}: verdict worst doubles", max(worst, default=0.0), "ms", 25.0),
        Row(f"{name}: preparing the book p99", percentile(tally.book_ms, 0.99), "ms"),
        Row(f"{name}: preparing the book worst", max(tally.book_ms), "ms"),
    ]
    return rows


def _worst_doubles(tally: Tally) -> list[float]:
    if not tally.doubles:
        return []
    least = percentile([float(size) for size, _ms in tally.doubles], WORST_DOUBLES)
    return [ms for size, ms in tally.doubles if size >= least]


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
    ) -> None:
        self._rig = rig
        self._hands = Hands(rig, SKILLS[case.hands], rng, self._unfinished)
        self._rng = rng
        self._tally = tally
        self._turns = turns
        self._on_turn = on_turn
        self._position = START

    def play(self) -> None:
        """Until somebody has borne off everything, or enough turns were played."""
        self._rig.start(START)
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
        started = time.perf_counter()
        self._rig.tracker.expect(side, ways)
        self._tally.book_ms.append(1e3 * (time.perf_counter() - started))
        board = choose(ways, self._rng)
        self._hands.play(side, ways.boards[board])
        self._judge(side, roll, ways, board)

    def _judge(self, side: Side, roll: Roll, ways: Ways, board: Board) -> None:
        tally, tracker = self._tally, self._rig.tracker
        tally.turns += 1
        truth = self._after(side, board)
        means = self._rig.settled_means()
        if means is None:
            tally.lost += 1
            tally.notes.append(f"lost: {roll} {ways.boards[board]}")
        else:
            started = time.perf_counter()
            verdict = tracker.judge(means, self._rig.now_ms, at_done=True)
            took_ms = 1e3 * (time.perf_counter() - started)
            tally.verdict_ms.append(took_ms)
            if roll[0] == roll[1]:
                tally.doubles.append((len(ways.boards), took_ms))
            self._count(verdict, truth, f"{side.value} {roll} {ways.boards[board]}")
            self._count_baseline(baseline.matches(means, self._rig.calibration, ways, side), board)
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
        accepted = verdict.kind is VerdictKind.COMPLETE
        if accepted and (verdict.way is None or verdict.way.position != truth):
            tally.wrong += 1
            tally.notes.append(f"WRONG: {play} read as {verdict.way}")
        elif not accepted:
            tally.questions += 1
            tally.notes.append(
                f"{verdict.kind.value}: {play} in {self._position.slots} margin {verdict.margin}"
                f" choices {[way.steps for way in verdict.choices]} sensed "
                f"{_difference(verdict.sensed, truth.slots)} lifted {verdict.lifted}"
            )

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
        shown = self._rig.table.board.truth().slots
        if verdict.kind is VerdictKind.COMPLETE and verdict.way is not None:
            if verdict.way.position.slots == shown:
                return  # a whole play lies there: the last checker borne off is still held
            tally.unfinished_accepted += 1
            tally.notes.append(f"UNFINISHED accepted, holding {holding}: {verdict}")
        tally.unfinished += 1

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
        if verdict.kind is VerdictKind.COMPLETE:
            self._tally.illegal_accepted += 1
            self._tally.notes.append(f"ILLEGAL accepted: {source} to {to}: {verdict}")

    def _slots(self, board: Board, side: Side) -> tuple[int, ...]:
        return Position.from_board(board, side).slots


def _point(side: Side, slot: int) -> int:
    return slot + 1 if side is Side.LIGHT else 24 - slot


def _difference(sensed: Sequence[int], truth: Sequence[int]) -> dict[int, tuple[int, int]]:
    """Slots where the best guess is not the truth: {slot: (sensed, true)}."""
    return {
        slot: (seen, true)
        for slot, (seen, true) in enumerate(zip(sensed, truth, strict=False))
        if seen != true
    }
