"""`gammonboard bench sensing` in small, and the form of its report."""

from __future__ import annotations

import json

import numpy as np
import pytest

from controller.commands.bench import sensing
from controller.commands.bench.baseline import matches
from controller.commands.bench.players import choose
from controller.commands.bench.report import Row, exit_code, format_json, format_table, percentile
from controller.commands.bench.rig import Rig
from controller.rules.plays import legal_ways
from controller.rules.position import START, START_BOARD, Side
from controller.sensing.verdict import VerdictKind

FAST, CAREFUL = sensing.CASES


@pytest.fixture(scope="module")
def tally() -> sensing.Tally:
    return sensing.measure(FAST, 30, 77)


def test_every_turn_is_judged_and_none_is_wrong_or_lost(tally: sensing.Tally) -> None:
    assert tally.turns == len(tally.verdict_ms) == 30
    assert tally.wrong == tally.lost == 0
    assert tally.illegal > 0
    assert tally.illegal_accepted == 0
    assert tally.unfinished > 0
    assert tally.questions <= 1


def test_the_same_seed_plays_the_same_turns(tally: sensing.Tally) -> None:
    again = sensing.measure(FAST, 30, 77)

    assert (again.illegal, again.unfinished, again.baseline_questions, again.notes) == (
        tally.illegal,
        tally.unfinished,
        tally.baseline_questions,
        tally.notes,
    )


def test_progress_is_told_turn_by_turn() -> None:
    told: list[None] = []
    sensing.run(3, 5, (CAREFUL,), on_turn=lambda: told.append(None))

    assert len(told) == 3


def test_rows_carry_budgets_and_the_reported_ones_none(tally: sensing.Tally) -> None:
    rows = {row.name: row for row in sensing.rows_of(FAST, tally)}

    assert rows["realistic, fast: wrong recorded"].met is True
    assert rows["realistic, fast: questions"].budget == 0.5
    assert rows["realistic, fast: baseline questions"].met is None


def test_a_wrong_play_misses_its_budget() -> None:
    tally = sensing.Tally(turns=1, wrong=1, verdict_ms=[1.0], book_ms=[1.0])

    assert exit_code(sensing.rows_of(FAST, tally)) == 1


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
