"""`gammonboard bench endurance`: many games by hands; every record against what the hands did.

The hands' own log says what lay on the board when Done was pressed; the journal says what was
recorded. They share nothing but the match, game and turn number.
"""

from __future__ import annotations

import resource
import sys
import tempfile
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from controller.commands.bench.report import Row
from controller.commands.play import (
    LONGEST_MATCH_MS,
    PlayOptions,
    is_match_over,
    plan_match,
    seat_hands,
)
from controller.commands.rig import Rig, Watchers
from controller.config import Config, set_value
from controller.rules.position import Position
from controller.table.facts import AnyFact, GameEnded, Played, QuestionAnswered, Rolled
from controller.table.state import MatchState, fold_one
from hw_sim.hands.person import Hands, TurnLog

STUCK_MS = 600_000  # ten minutes of table time without a fact: something is wrong
MATCH_LENGTH = 5


@dataclass(slots=True)
class Tally:
    """What happened over all games. notes: each fault in words."""

    games: int = 0
    turns: int = 0
    dones: int = 0
    wrong: int = 0
    stuck: int = 0
    questions: int = 0
    false_refusals: int = 0
    lost_reports: int = 0
    chosen: int = 0
    misread_rolls: int = 0
    virtual_ms: int = 0
    notes: list[str] = field(default_factory=list)


def run(
    games: int = 20,
    seed: int = 1,
    *,
    minutes: float | None = None,
    variant: str = "standard",
    noise: str = "realistic",
    hands: str = "fast",
    dice: str = "fair",
    progress: Callable[[int], None] = lambda _games: None,
) -> tuple[list[Row], list[str]]:
    """Rows and notes of at least `games` games, or of so many minutes of table time.

    `progress` hears how many games are done.
    """
    tally = Tally()

    def is_enough() -> bool:
        if minutes is not None:
            return tally.virtual_ms >= minutes * 60_000
        return tally.games >= games

    match = 0
    first_mb = memory_mb()
    while not is_enough() and tally.stuck < 3:
        play_match(tally, seed * 1000 + match, variant, noise, hands, dice)
        if match == 0:
            first_mb = memory_mb()
        match += 1
        progress(tally.games)
    rows = [
        Row("games", tally.games, "games"),
        Row("turns", tally.turns, "turns"),
        Row("wrong", tally.wrong, "plays", 0),
        Row("games that could not go on", tally.stuck, "games", 0),
        Row("questions", tally.questions, "questions"),
        Row("right plays refused at Done", tally.false_refusals, "presses"),
        Row("questions and false refusals", _asked_pct(tally), "% of turns"),
        Row("lost reports", tally.lost_reports, "reports", 0),
        *_roll_rows(tally, dice),
        Row("table time", tally.virtual_ms / 3_600_000, "hours"),
        Row("memory gained after the first match", memory_mb() - first_mb, "MB"),
    ]
    return rows, tally.notes


def play_match(
    tally: Tally, seed: int, variant: str, noise: str, skill: str, dice: str = "fair"
) -> None:
    """One match to its end, its journal compared with the hands' log."""
    facts: list[AnyFact] = []
    with tempfile.TemporaryDirectory(prefix="gammonboard-") as folder:
        options = PlayOptions(
            Path(folder), seed=seed, speed=0, length=MATCH_LENGTH, noise=noise, hands=skill,
            pty=False,
            agreed=set_value(set_value(Config(), "match.variant", variant), "dice.source", dice),
        )  # fmt: skip
        plan = plan_match(options, seed)
        rig, hands = seat_hands(plan, skill, Watchers(facts.append), lambda _ms: None)
        try:
            rig.begin()
            if not play_on(rig, facts):
                tally.stuck += 1
                tally.notes.append(f"seed {seed}: stuck at {rig.run.now_ms} ms")
        finally:
            rig.close()
        tally.virtual_ms += rig.run.now_ms
        tally.lost_reports += rig.link.counters.gaps
        tally.games += sum(isinstance(fact, GameEnded) for fact in facts)
        tally.questions += sum(isinstance(fact, QuestionAnswered) for fact in facts)
        compare(tally, facts, hands, seed)


def compare(tally: Tally, facts: list[AnyFact], hands: Hands, seed: int) -> None:
    """Each recorded play is the board that lay there at the Done that ended the turn."""
    logged: dict[tuple[int, int, int], list[TurnLog]] = {}
    for log in hands.log:
        logged.setdefault(log.turn, []).append(log)
    state = MatchState()
    for fact in facts:
        if isinstance(fact, Played):
            tally.turns += 1
            turn = (_match(state), state.game.number, state.turn_number)
            presses = logged.get(turn, [])
            tally.dones += len(presses)
            truth = presses[-1].slots if presses else state.game.agreed.slots
            thrown = presses[-1].roll if presses else fact.dice
            tally.misread_rolls += sorted(thrown) != sorted(fact.dice)
            if fact.slots != truth:
                tally.wrong += 1
                tally.notes.append(f"seed {seed} turn {turn}: {fact.notation!r} is not {truth}")
            tally.false_refusals += sum(_is_final(state, press) for press in presses[:-1])
        tally.chosen += isinstance(fact, Rolled) and fact.source == "chosen"
        state = fold_one(state, fact)


def _is_final(state: MatchState, press: TurnLog) -> bool:
    """A whole legal play lay there, and yet this press did not end the turn."""
    game = state.game
    if game.turn is None or game.roll is None:
        return False
    return game.ways is not None and Position(press.slots).board(game.turn) in game.ways.finals


def play_on(rig: Rig, facts: list[AnyFact]) -> bool:
    """Until the match is over; False if ten minutes brought no fact."""
    told = [0, rig.run.now_ms]  # how many facts, and since when no more

    def is_over() -> bool:
        if len(facts) > told[0]:
            told[:] = [len(facts), rig.run.now_ms]
        return is_match_over(rig) or rig.run.now_ms - told[1] > STUCK_MS

    return rig.run.run_until(LONGEST_MATCH_MS, is_over) and is_match_over(rig)


def _roll_rows(tally: Tally, dice: str) -> list[Row]:
    """How rolls were known that nobody told the table."""
    if dice != "deduced":
        return []
    known = 100 * (1 - tally.chosen / max(1, tally.turns))
    return [
        Row("rolls known from the play", known, "% of turns"),
        Row("rolls recorded that were not thrown", tally.misread_rolls, "rolls"),
    ]


def _match(state: MatchState) -> int:
    return state.card.match if state.card is not None else 0


def _asked_pct(tally: Tally) -> float:
    return 100 * (tally.questions + tally.false_refusals) / max(1, tally.turns)


def memory_mb() -> float:
    """The most memory this process has held, in MB (kilobytes on Linux, bytes on macOS)."""
    held = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return held / (1024 * 1024 if sys.platform == "darwin" else 1024)
