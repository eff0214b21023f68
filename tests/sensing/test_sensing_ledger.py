"""What agreed boards tell of cells and checkers, on ideal readings of a plain table."""

from __future__ import annotations

import numpy as np
import pytest
from plain_table import PlainTable, start_of

from controller.rules.plays import legal_ways
from controller.rules.position import START, Position, Side
from controller.sensing.findings import Finding, Kind
from controller.sensing.ledger import Ledger
from controller.sensing.means import read_means
from controller.sensing.settings import REFERENCE, Calibration, SensingSettings
from controller.sensing.tracker import Tracker
from controller.sensing.verdict import VerdictKind

EMPTY = Position((0,) * 26, (15, 15))


def noted(
    *tables: PlainTable, position: Position = START, more: dict[int, int] | None = None
) -> Ledger:
    """A ledger that was told of these boards; more: added to cells' raw values."""
    ledger = Ledger(REFERENCE.grid)
    for table in tables:
        raw = [v + (more or {}).get(c, 0) for c, v in enumerate(table.readings()) if v is not None]
        ledger.note(read_means(raw, Calibration(), REFERENCE, ()), position)
    return ledger


def kinds(findings: tuple[Finding, ...]) -> list[tuple[Kind, int | None]]:
    return [(finding.kind, finding.cell) for finding in findings]


def test_a_healthy_table_has_nothing_and_clear_margins() -> None:
    ledger = noted(*[PlainTable(START)] * 8)

    assert ledger.findings((), (), ()) == ()
    margins = [record.margin for record in ledger.records()]
    assert min(margin for margin in margins if margin is not None) > 0.7


def test_a_cell_that_nothing_was_seen_of_has_no_margin() -> None:
    assert Ledger(REFERENCE.grid).records()[0].margin is None


def test_a_broken_cell_that_reads_0_is_dead_and_one_that_reads_the_same_is_stuck() -> None:
    table = PlainTable(START)
    table.stuck = {61: 0, 62: 33}

    found = noted(*[table] * 5).findings((), (61, 62), ())

    assert kinds(found) == [(Kind.DEAD, 61), (Kind.STUCK, 62)]
    assert found[1].value == 33


def test_a_broken_cell_that_reads_this_and_that_is_unreliable() -> None:
    tables = [PlainTable(START) for _ in range(5)]
    for number, table in enumerate(tables):
        table.stuck = {61: 7 * number}

    assert kinds(noted(*tables).findings((), (61,), ())) == [(Kind.UNRELIABLE, 61)]


def test_a_flickering_cell_is_named_so_whatever_else_it_is() -> None:
    assert kinds(noted(PlainTable(START)).findings((61,), (61,), (61,))) == [(Kind.FLICKER, 61)]


def test_a_cell_that_stands_off_its_rest_drifts() -> None:
    found = noted(*[PlainTable(START)] * 8, more={10: 12}).findings((), (), ())

    assert kinds(found) == [(Kind.DRIFT, 10)]
    assert found[0].value == pytest.approx(12, abs=1)


def test_many_cells_off_their_rest_are_one_stray_magnet() -> None:
    near = {start_of(slot) + n: 14 for slot in (2, 3) for n in range(5)}

    (found,) = noted(*[PlainTable(START)] * 8, more=near).findings((), (), ())

    assert found.kind is Kind.STRAY
    assert found.slot in (2, 3)


def test_a_checker_that_reads_as_the_other_side_lies_upside_down() -> None:
    table = PlainTable(START)
    table.stuck = {start_of(7) + 1: -62}  # the second of light's three

    (found,) = noted(table).findings((), (), ())

    assert (found.kind, found.slot, found.side, found.place) == (Kind.FLIPPED, 7, Side.LIGHT, 2)


def test_a_checker_that_reads_half_between_whole_ones_is_weak() -> None:
    table = PlainTable(START)
    table.stuck = {start_of(7) + 1: 31}

    (found,) = noted(table).findings((), (), ())

    assert (found.kind, found.slot, found.place) == (Kind.WEAK, 7, 2)


def test_a_lone_checker_between_two_cells_is_not_weak() -> None:
    position = Position((1, *(0,) * 25), (14, 15))
    for along in range(24, 217, 3):
        table = PlainTable(EMPTY)
        table.put(Side.LIGHT, 0, float(along))

        ledger = noted(table, position=position)

        assert ledger.findings((), (), ()) == ()
        assert ledger.strengths().get(0, 1.0) == pytest.approx(1.0, abs=0.15)


def test_presence_only_tables_say_nothing_of_strengths() -> None:
    layout = REFERENCE.from_name("presence")
    ledger = Ledger(layout.grid)
    raw = [64 if v and abs(v) > 32 else 0 for v in PlainTable(START).readings()]

    ledger.note(read_means(raw, Calibration(), layout, ()), START)

    assert ledger.findings((), (), ()) == ()


def test_a_masked_cell_is_named_and_the_board_is_judged_without_it() -> None:
    dead = frozenset({start_of(12) + 1})
    table = PlainTable(START)
    table.stuck = {start_of(12) + 1: 40}
    tracker = Tracker(REFERENCE, Calibration(), SensingSettings(dead_cells=dead))
    tracker.agree(START)

    verdict = tracker.judge(table.readings(), 1_000, at_done=False)

    assert verdict.kind in (VerdictKind.AGREED, VerdictKind.UNSURE)
    tracker.confirm()
    tracker.expect(Side.LIGHT, legal_ways(START.board(Side.LIGHT), (3, 1)))
    table.move(Side.LIGHT, 7, 4)
    table.move(Side.LIGHT, 5, 4)
    verdict = tracker.judge(table.readings(), 2_000, at_done=True)
    assert verdict.kind is VerdictKind.COMPLETE
    assert kinds(tracker.findings()) == [(Kind.DEAD, 61)]


def test_a_table_is_read_in_the_order_that_its_calibration_names() -> None:
    wires = tuple(np.roll(np.arange(128), 16).tolist())
    tracker = Tracker(REFERENCE, Calibration(wires=wires))
    tracker.agree(START)
    cells = PlainTable(START).readings()
    sent: list[int | None] = [None] * 128
    for cell, wire in enumerate(wires):
        sent[wire] = cells[cell]

    assert tracker.judge(sent, 1_000, at_done=False).kind is VerdictKind.AGREED
