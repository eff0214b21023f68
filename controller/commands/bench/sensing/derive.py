"""Where do the margins come from? From turns on seeds that no reported figure uses.

Every board is judged with the margins wide open; then each pair of margins is asked what it would
have accepted. The best pair asks least among those that record nothing wrong and keep each row's
budgets of illegal and unfinished boards. A row that has none because its plays are confirmed (cells
that only switch) is held to what the margins in use accept: fewer questions are not bought there.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from controller.commands.bench.sensing.cases import Case
from controller.commands.bench.sensing.game import accepted, measure
from controller.rules.position import Position
from controller.sensing.settings import CellLayout, SensingSettings
from controller.sensing.verdict import Verdict

SEED = 900_000
"""Reported figures use smaller seeds; `bench sensing --derive` starts here."""

MARGINS = (2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 9.0)
CLOSENESS = (2.0, 3.0, 4.0, 5.0, 6.0, 9.0)
OPEN = SensingSettings(margin=0.0, closeness=1e6)


@dataclass(frozen=True, slots=True)
class Choice:
    """What one pair of margins does to one case."""

    case: str
    margin: float
    closeness: float
    wrong: int
    questions_pct: float
    illegal: int
    unfinished: int
    kept: bool  # nothing wrong (or misread), illegal and unfinished boards within what is allowed


class _Heard:
    """Every board judged: (margin, shortfall, accepted with open margins, right, kind).

    confirms: a play that is shown to be confirmed counts as accepted.
    """

    def __init__(self, *, confirms: bool) -> None:
        self.rows: list[tuple[float, float, bool, bool, str]] = []
        self._confirms = confirms

    def __call__(self, verdict: Verdict, truth: Position | None, kind: str) -> None:
        read = accepted(verdict, self._confirms)
        margin = float("inf") if verdict.margin is None else verdict.margin
        right = read is not None and read == truth
        self.rows.append((margin, verdict.shortfall or 0.0, read is not None, right, kind))


def derive(
    cases: Sequence[Case], turns: int, seed: int, on_turn: Callable[[], None]
) -> list[Choice]:
    """All pairs of margins on all cases."""
    choices = []
    for case in cases:
        heard = _Heard(confirms=_confirms(case))
        tally = measure(case, turns, seed, OPEN, on_turn=on_turn, judged=heard)
        arrays = [np.array(column) for column in zip(*heard.rows, strict=True)]
        for margin in MARGINS:
            for closeness in CLOSENESS:
                choices.append(
                    _choice(case, margin, closeness, arrays, tally.illegal, tally.unfinished)
                )
    return choices


def best(choices: Sequence[Choice]) -> tuple[float, float] | None:
    """The pair that all cases keep and that asks least over all of them; None: no pair does."""
    asked: dict[tuple[float, float], float] = {}
    for pair in {(choice.margin, choice.closeness) for choice in choices}:
        of_pair = [choice for choice in choices if (choice.margin, choice.closeness) == pair]
        if all(choice.kept for choice in of_pair):
            asked[pair] = sum(choice.questions_pct for choice in of_pair)
    return min(asked, key=lambda pair: (asked[pair], -pair[0], pair[1]), default=None)


def format_choices(choices: Sequence[Choice]) -> str:
    """A table by case, the pairs that break a budget marked."""
    lines = ["row                margin closeness  wrong  questions  illegal  unfinished"]
    lines += [
        f"{choice.case:<18} {choice.margin:6.1f} {choice.closeness:9.1f} {choice.wrong:6d}"
        f" {choice.questions_pct:8.2f} % {choice.illegal:8d} {choice.unfinished:11d}"
        f"{'' if choice.kept else '  breaks a budget'}"
        for choice in choices
    ]
    pair = best(choices)
    lines.append("no pair keeps all budgets" if pair is None else f"best: margin, closeness {pair}")
    return "\n".join(lines)


def _choice(
    case: Case,
    margin: float,
    closeness: float,
    heard: Sequence[npt.NDArray[Any]],
    illegal_tried: int,
    unfinished_tried: int,
) -> Choice:
    right, kinds = heard[3].astype(bool), heard[4]
    taken = _taken(heard, margin, closeness)
    plays = kinds == "play"
    wrong = int((taken & plays & ~right).sum())
    illegal = int((taken & (kinds == "illegal")).sum())
    unfinished = int((taken & (kinds == "unfinished")).sum())
    kept = wrong == 0
    if _confirms(case):
        now = SensingSettings()
        in_use = _taken(heard, now.margin, now.closeness)
        kept &= illegal <= int((in_use & (kinds == "illegal")).sum())
        kept &= unfinished <= int((in_use & (kinds == "unfinished")).sum())
    if case.illegal_per_mille is not None:
        kept &= illegal <= case.illegal_per_mille * illegal_tried / 1_000
    if case.unfinished is not None:
        kept &= unfinished <= case.unfinished * unfinished_tried / 3_000
    asked = 100.0 * float((plays & ~taken).sum()) / max(int(plays.sum()), 1)
    return Choice(case.name, margin, closeness, wrong, asked, illegal, unfinished, kept)


def _taken(heard: Sequence[npt.NDArray[Any]], margin: float, closeness: float) -> npt.NDArray[Any]:
    """Which boards these margins accept."""
    margins, shortfalls, open_, _right, _kinds = heard
    return np.asarray(open_.astype(bool) & (margins >= margin) & (shortfalls <= closeness))


def _confirms(case: Case) -> bool:
    """Whether plays are shown and confirmed, never taken."""
    return not CellLayout.from_name(case.layout).signed
