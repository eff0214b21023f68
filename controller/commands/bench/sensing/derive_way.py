"""How much may the way tell? The same turns, judged with more and more weight on it.

Like the margins it is found on seeds that no reported figure uses. The best weight asks least among
those that record and accept nothing that the settled readings alone do not.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from controller.commands.bench.sensing.cases import Case
from controller.commands.bench.sensing.game import measure
from controller.sensing.settings import SensingSettings

WEIGHTS = (0.0, 4.0, 8.0, 12.0)
"""Nats by which the way may move what a settled reading says of a slot; the first: not at all."""


@dataclass(frozen=True, slots=True)
class Weighed:
    """What one weight does to one case."""

    case: str
    tells: float
    wrong: int
    questions_pct: float
    illegal: int
    unfinished: int


def derive_way(
    cases: Sequence[Case], turns: int, seed: int, on_turn: Callable[[], None]
) -> list[Weighed]:
    """All weights on all cases."""
    found = []
    for case in cases:
        for tells in WEIGHTS:
            settings = replace(SensingSettings(), tells=tells)
            tally = measure(case, turns, seed, settings, on_turn=on_turn)
            found.append(
                Weighed(
                    case.name, tells, tally.wrong, tally.questions_pct,
                    tally.illegal_accepted, tally.unfinished_accepted,
                )
            )  # fmt: skip
    return found


def best_weight(found: Sequence[Weighed]) -> float:
    """The weight that asks least over all cases and buys nothing with it; of equals the least."""
    silent = {each.case: each for each in found if each.tells == WEIGHTS[0]}
    asked: dict[float, float] = {}
    for tells in {each.tells for each in found}:
        of_weight = [each for each in found if each.tells == tells]
        if not any(_is_bought(each, silent[each.case]) for each in of_weight):
            asked[tells] = sum(each.questions_pct for each in of_weight)
    return min(asked, key=lambda tells: (asked[tells], tells))


def format_weights(found: Sequence[Weighed]) -> str:
    """A table by case."""
    lines = ["row                tells  wrong  questions  illegal  unfinished"]
    lines += [
        f"{each.case:<18} {each.tells:5.1f} {each.wrong:6d} {each.questions_pct:8.2f} %"
        f" {each.illegal:8d} {each.unfinished:11d}"
        for each in found
    ]
    return "\n".join([*lines, f"best: tells {best_weight(found)}"])


def _is_bought(each: Weighed, silent: Weighed) -> bool:
    """Whether anything is recorded or accepted that is not where the way is not heard."""
    return (
        each.wrong > silent.wrong
        or each.illegal > silent.illegal
        or each.unfinished > silent.unfinished
    )
