"""What happened at one case, and what the report says of it."""

from __future__ import annotations

from dataclasses import dataclass, field

from controller.commands.bench.report import Row, percentile
from controller.commands.bench.sensing.cases import Case

WORST_DOUBLES = 0.95  # share of doubles, by size of the book, above which they count as worst
_FULL_ILLEGAL = 1_000  # what the budgets are told for
_FULL_UNFINISHED = 3_000


@dataclass(slots=True)
class Tally:
    """Counts of one case.

    set_ups_unseen: games whose set-up people had to vouch for, before any reading was agreed.
    shown: plays of a table that confirms each, as they were read; misread: those of them that the
    players had to deny. beside_dead: illegal boards accepted that differ from the play at a slot
    with a dead cell. dying: boards on which the cell under a checker dies that could be borne off.
    notes: questions and faults in words.
    """

    turns: int = 0
    sessions: int = 0
    set_ups_unseen: int = 0
    wrong: int = 0
    lost: int = 0
    questions: int = 0
    shown: int = 0
    misread: int = 0
    baseline_questions: int = 0
    baseline_wrong: int = 0
    illegal: int = 0
    illegal_accepted: int = 0
    beside_dead: int = 0
    unfinished: int = 0
    unfinished_accepted: int = 0
    dying: int = 0
    dying_accepted: int = 0
    verdict_ms: list[float] = field(default_factory=list)
    doubles: list[tuple[int, float]] = field(default_factory=list)
    book_ms: list[float] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)

    @property
    def questions_pct(self) -> float:
        return 100.0 * self.questions / max(self.turns, 1)

    @property
    def baseline_pct(self) -> float:
        return 100.0 * self.baseline_questions / max(self.turns, 1)


def rows_of(case: Case, tally: Tally) -> list[Row]:
    """What a case's tally says, with its budgets."""
    name = case.name
    rows = [
        Row(f"{name}: turns", tally.turns, "turns"),
        Row(f"{name}: wrong recorded", tally.wrong, "plays", 0),
        Row(f"{name}: lost", tally.lost, "plays", 0),
        Row(f"{name}: questions", tally.questions_pct, "%", _questions_budget(case, tally)),
        Row(
            f"{name}: illegal boards accepted of {tally.illegal}",
            tally.illegal_accepted,
            "boards",
            _share(case.illegal_per_mille, tally.illegal, _FULL_ILLEGAL),
        ),
        Row(
            f"{name}: unfinished boards accepted at Done of {tally.unfinished}",
            tally.unfinished_accepted,
            "boards",
            _share(case.unfinished, tally.unfinished, _FULL_UNFINISHED),
        ),
        Row(
            f"{name}: cells that died taken for a play, of {tally.dying}",
            tally.dying_accepted,
            "boards",
        ),
        Row(f"{name}: baseline questions", tally.baseline_pct, "%"),
        Row(f"{name}: baseline wrong", tally.baseline_wrong, "plays"),
        Row(f"{name}: set-ups that people vouched for", tally.set_ups_unseen, "games"),
    ]
    if case.dead:
        rows.append(
            Row(f"{name}: illegal accepted beside a dead cell", tally.beside_dead, "boards")
        )
    if tally.shown:
        shown = 100.0 / max(tally.turns, 1)
        rows.append(Row(f"{name}: plays shown to be confirmed", tally.shown * shown, "%"))
        rows.append(Row(f"{name}: of these misread and denied", tally.misread * shown, "%"))
    return rows + _times(case, tally)


def _questions_budget(case: Case, tally: Tally) -> float | None:
    if case.questions_pct is None:
        return None
    expected = case.questions_a_cell * case.dead * tally.sessions
    return case.questions_pct + 100.0 * expected / max(tally.turns, 1)


def _share(budget: float | None, tried: int, full: int) -> float | None:
    """A budget told for so many tries, for those that were made; never a fraction of one."""
    if budget is None:
        return None
    return float(-(-budget * min(tried, full) // full))


def _times(case: Case, tally: Tally) -> list[Row]:
    name, worst = case.name, _worst_doubles(tally)
    return [
        Row(f"{name}: verdict p50", percentile(tally.verdict_ms, 0.5), "ms"),
        Row(f"{name}: verdict p99", percentile(tally.verdict_ms, 0.99), "ms", case.verdict_ms),
        Row(f"{name}: verdict worst doubles", max(worst, default=0.0), "ms", 25.0),
        Row(f"{name}: preparing the book p99", percentile(tally.book_ms, 0.99), "ms"),
        Row(f"{name}: preparing the book worst", max(tally.book_ms), "ms"),
    ]


def _worst_doubles(tally: Tally) -> list[float]:
    if not tally.doubles:
        return []
    least = percentile([float(size) for size, _ms in tally.doubles], WORST_DOUBLES)
    return [ms for size, ms in tally.doubles if size >= least]
