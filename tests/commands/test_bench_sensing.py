"""`gammonboard bench sensing` in small, and the form of its report."""

from __future__ import annotations

import json
from dataclasses import replace
from xml.etree import ElementTree

import numpy as np
import pytest

from controller.commands.bench.report import Row, exit_code, format_json, format_table, percentile
from controller.commands.bench.sensing.baseline import matches
from controller.commands.bench.sensing.cases import CASES, Case, find_cases
from controller.commands.bench.sensing.derive import best, derive, format_choices
from controller.commands.bench.sensing.derive_way import (
    WEIGHTS,
    Weighed,
    best_weight,
    derive_way,
    format_weights,
)
from controller.commands.bench.sensing.game import measure
from controller.commands.bench.sensing.players import SKILLS, choose
from controller.commands.bench.sensing.plot import Chart, Series, format_svg
from controller.commands.bench.sensing.rig import Rig
from controller.commands.bench.sensing.tally import Tally, rows_of
from controller.errors import UsageError
from controller.rules.plays import legal_ways
from controller.rules.position import START, START_BOARD, Position, Side
from controller.sensing.settings import SensingSettings
from controller.sensing.verdict import Verdict, VerdictKind
from hw_sim.placement import LEVELS

(FAST,) = find_cases(["realistic"])


@pytest.fixture(scope="module")
def tally() -> Tally:
    return measure(FAST, 30, 77)


def test_every_turn_is_judged_and_none_is_wrong_or_lost(tally: Tally) -> None:
    assert tally.turns == len(tally.verdict_ms) == 30
    assert tally.wrong == tally.lost == 0
    assert tally.illegal > 0
    assert tally.illegal_accepted == 0
    assert tally.unfinished > 0
    assert tally.questions <= 1


def test_the_same_seed_plays_the_same_turns(tally: Tally) -> None:
    again = measure(FAST, 30, 77)

    assert (again.illegal, again.unfinished, again.baseline_questions, again.notes) == (
        tally.illegal,
        tally.unfinished,
        tally.baseline_questions,
        tally.notes,
    )


@pytest.mark.parametrize("level", ["realistic", "harsh"])
@pytest.mark.parametrize("seed", [31, 32])
def test_the_way_never_prefers_a_play_that_was_not_made(level: str, seed: int) -> None:
    """Such a margin makes each settled reading a question, so each way is heard."""
    (case,) = find_cases([level])
    read: list[tuple[Position | None, Position | None]] = []

    def judged(verdict: Verdict, truth: Position | None, kind: str) -> None:
        if kind == "play" and verdict.kind is VerdictKind.UNSURE and verdict.way is not None:
            read.append((verdict.way.position, truth))

    measure(case, 24, seed, SensingSettings(margin=500.0), judged=judged)

    assert len(read) >= 20
    assert all(position == truth for position, truth in read)


def test_progress_is_told_turn_by_turn() -> None:
    told: list[None] = []
    measure(FAST, 3, 5, on_turn=lambda: told.append(None))

    assert len(told) == 3


def test_the_rows_are_those_of_the_design_and_a_wrong_name_lists_them() -> None:
    assert [case.name for case in find_cases([])] == [
        "quiet",
        "realistic",
        "unknown-magnet",
        "known-dead",
        "unknown-dead",
        "harsh",
        "harsh-known-dead",
        "presence",
        "deduced",
    ]
    assert {case.noise for case in CASES} == set(LEVELS)
    assert {case.hands for case in CASES} == set(SKILLS)
    with pytest.raises(UsageError, match="harsh-known-dead"):
        find_cases(["noisy"])


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_no_row_records_a_play_that_the_hands_did_not_make(case: Case) -> None:
    tally = measure(case, 12, 31)

    assert tally.turns == 12
    assert tally.wrong == tally.lost == 0
    assert tally.shown <= tally.turns


def test_a_table_that_confirms_records_nothing_by_itself() -> None:
    (case,) = find_cases(["presence"])
    tally = measure(case, 25, 8)

    assert tally.shown + tally.questions - tally.misread >= 20  # the rest are dances
    assert tally.wrong == tally.lost == 0


def test_rows_carry_budgets_and_the_reported_ones_none(tally: Tally) -> None:
    rows = {row.name: row for row in rows_of(FAST, tally)}

    assert rows["realistic: wrong recorded"].met is True
    assert rows["realistic: questions"].budget == 0.15
    assert rows["realistic: baseline questions"].met is None


def test_each_dead_cell_that_nobody_knows_of_may_cost_one_question() -> None:
    (case,) = find_cases(["unknown-dead"])
    tally = Tally(turns=200, sessions=2, questions=8, verdict_ms=[1.0], book_ms=[1.0])
    rows = {row.name: row for row in rows_of(case, tally)}

    assert rows["unknown-dead: questions"].budget == pytest.approx(4.0)
    assert rows["unknown-dead: questions"].met is True


def test_a_wrong_play_misses_its_budget() -> None:
    tally = Tally(turns=1, wrong=1, verdict_ms=[1.0], book_ms=[1.0])

    assert exit_code(rows_of(FAST, tally)) == 1


def test_margins_are_derived_with_every_pair_tried_and_a_wrong_play_rules_one_out() -> None:
    choices = derive([FAST], 8, 900_100, lambda: None)
    loosest = min(choices, key=lambda choice: (choice.margin, -choice.closeness))
    strictest = max(choices, key=lambda choice: (choice.margin, -choice.closeness))

    assert loosest.questions_pct <= strictest.questions_pct
    assert best(choices) is not None
    assert "realistic" in format_choices(choices)
    assert best([replace(choice, kept=False) for choice in choices]) is None


def test_plays_that_are_confirmed_buy_no_question_with_boards_that_are_none() -> None:
    choices = derive(find_cases(["presence"]), 30, 900_100, lambda: None)
    now = SensingSettings()
    (in_use,) = (c for c in choices if (c.margin, c.closeness) == (now.margin, now.closeness))
    kept = [choice for choice in choices if choice.kept]

    assert in_use in kept
    assert in_use.questions_pct < 100.0
    assert all(c.illegal <= in_use.illegal and c.unfinished <= in_use.unfinished for c in kept)
    assert any(choice.unfinished > in_use.unfinished for choice in choices)


def test_the_weight_of_the_way_is_the_one_that_asks_least_and_buys_nothing_with_it() -> None:
    silent = Weighed("row", WEIGHTS[0], 0, 2.0, 1, 3)
    good, bold = replace(silent, tells=4.0, questions_pct=1.5), replace(silent, tells=8.0)
    bold = replace(bold, questions_pct=1.0)

    assert best_weight([silent, good, bold]) == 8.0
    assert best_weight([silent, good, replace(bold, wrong=1)]) == 4.0
    assert best_weight([silent, good, replace(bold, illegal=2)]) == 4.0
    assert best_weight([silent, good, replace(bold, unfinished=4)]) == 4.0
    assert best_weight([silent, replace(good, questions_pct=2.0)]) == WEIGHTS[0]


def test_each_weight_of_the_way_is_tried_on_the_same_turns() -> None:
    found = derive_way([FAST], 3, 900_100, lambda: None)

    assert [each.tells for each in found] == list(WEIGHTS)
    assert "best: tells" in format_weights(found)


def test_a_plot_is_one_svg_with_a_line_for_each_series() -> None:
    chart = Chart("Noise <all>", "level", ("a", "b"), (Series("questions", (0.0, 1.5)),) * 2)
    picture = ElementTree.fromstring(format_svg([chart, chart], "7 turns"))

    lines = [part for part in picture.iter() if part.tag.endswith("polyline")]
    assert picture.tag.endswith("svg")
    assert len(lines) == 4
    assert "7 turns" in "".join(picture.itertext())


def test_json_is_one_object_with_met_only_where_there_is_a_budget() -> None:
    rows = [
        Row("a", 0.98, "x", 1.1),
        Row("b", 3.0, "ms"),
        Row("c", None, "ms", 1.0, why="no peer"),
    ]
    report = json.loads(format_json("sensing", 1, rows))

    assert report == {
        "bench": "sensing",
        "seed": 1,
        "rows": [
            {"name": "a", "value": 0.98, "unit": "x", "budget": 1.1, "met": True},
            {"name": "b", "value": 3.0, "unit": "ms"},
            {
                "name": "c",
                "value": None,
                "unit": "ms",
                "budget": 1.0,
                "met": False,
                "why": "no peer",
            },
        ],
    }
    assert exit_code(rows) == 1
    assert "MISSED" in format_table(rows)


def test_percentile_is_one_of_the_values() -> None:
    assert percentile([3.0, 1.0, 2.0], 0.5) == 2.0
    assert percentile([1.0], 0.99) == 1.0
    with pytest.raises(ValueError, match="no values"):
        percentile([], 0.5)


def test_players_choose_a_final() -> None:
    ways = legal_ways(START_BOARD, (3, 1))

    assert choose(ways, np.random.default_rng(3)) in ways.finals


def test_the_baseline_reads_a_tidy_board() -> None:
    rig = Rig(4, "quiet")
    rig.start(START)
    ways = legal_ways(START_BOARD, (3, 1))
    for source, to in ((8, 5), (6, 5)):
        rig.table.hand.lift("light", source)
        rig.run(200)
        rig.table.hand.put("light", to)
    means = rig.settled_means()

    assert means is not None
    (board,) = matches(means, rig.calibration, ways, Side.LIGHT)
    assert board[5] == 2


def test_a_bench_table_settles_with_its_start_agreed() -> None:
    rig = Rig(9, "realistic")
    rig.start(START)
    means = rig.settled_means()

    assert means is not None
    assert rig.tracker.judge(means, rig.now_ms, at_done=False).kind is VerdictKind.AGREED


def test_without_a_roll_told_a_dance_is_right_and_no_play_is_misread() -> None:
    (deduced,) = find_cases(["deduced"])
    tally = measure(deduced, 25, 5)

    assert tally.turns == 25
    assert tally.wrong == tally.lost == tally.illegal_accepted == 0
    assert tally.questions <= 2
