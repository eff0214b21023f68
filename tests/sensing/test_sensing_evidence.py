"""The evidence of a whole board, and what is kept of a reading."""

from __future__ import annotations

import numpy as np
import pytest
from plain_table import PlainTable, start_of

from controller.rules.position import START, Position, Side
from controller.sensing.change import Reference
from controller.sensing.evidence import Evidence, read_reference, reference_of, weigh
from controller.sensing.means import Means, read_means
from controller.sensing.settings import REFERENCE, Calibration
from controller.sensing.templates import CONTENT

EVERYTHING = (tuple(range(-CONTENT, CONTENT + 1)),) * 26
NOTHING: tuple[tuple[int, ...], ...] = ((),) * 26


def means_of(table: PlainTable) -> Means:
    return read_means(table.readings(), Calibration(), REFERENCE, ())


def reference() -> Reference:
    return read_reference(means_of(PlainTable(START)), START)


def evidence_of(table: PlainTable, agreed: Position = START) -> Evidence:
    return weigh(means_of(table), reference(), agreed, EVERYTHING)


def test_an_untouched_board_has_nothing_to_gain() -> None:
    evidence = evidence_of(PlainTable(START))

    assert (evidence.best == 0.0).all()


@pytest.mark.parametrize("drift", [-12, -5, 5, 12])
def test_what_all_cells_drifted_together_is_no_evidence(drift: int) -> None:
    plain = PlainTable(START).readings()
    warm = read_means(
        [value + drift for value in plain if value is not None], Calibration(), REFERENCE, ()
    )

    assert warm.values == pytest.approx(means_of(PlainTable(START)).values, abs=0.5)
    assert (weigh(warm, None, START, EVERYTHING).best == 0.0).all()


def test_a_drift_is_told_from_the_quiet_cells_of_a_crowded_board_too() -> None:
    table = PlainTable(START)
    for slot in range(26):
        table.put(Side.LIGHT, slot)
    plain = [value for value in table.readings() if value is not None]

    cold, warm = (
        read_means([value + drift for value in plain], Calibration(), REFERENCE, ())
        for drift in (0, 8)
    )

    assert warm.values == pytest.approx(cold.values, abs=1.5)


def test_what_was_moved_gains_on_its_two_slots_only() -> None:
    table = PlainTable(START)
    table.move(Side.LIGHT, 7, 4)
    evidence = evidence_of(table)

    assert np.flatnonzero(evidence.best > 1.0).tolist() == [4, 7]
    assert evidence.gains[7].argmax() - CONTENT == 2
    assert evidence.gains[4].argmax() - CONTENT == 1


def test_two_colours_on_a_point_are_strange() -> None:
    table = PlainTable(START)
    table.put(Side.LIGHT, 4)
    table.put(Side.DARK, 4)
    evidence = evidence_of(table)

    assert evidence.strange[4] > evidence.gains[4].max()


def test_a_reading_is_kept_for_every_slot_that_it_does_not_contradict() -> None:
    known = reference().known

    assert known.all()

    slots = list(START.slots)
    slots[7], slots[4] = 2, 1
    elsewhere = read_reference(means_of(PlainTable(START)), Position(tuple(slots)))

    assert np.flatnonzero(~elsewhere.known).tolist() == [4, 7]


def test_what_people_agreed_on_twice_over_one_reading_is_believed() -> None:
    slots = list(START.slots)
    slots[7] = 2
    agreed = Position(tuple(slots))
    means = means_of(PlainTable(START))
    evidence = weigh(means, None, agreed, NOTHING)
    first = reference_of(means, evidence, agreed)
    only_set = reference_of(means, evidence, agreed, (first, agreed))
    said = Reference(means, np.ones(26, dtype=np.bool_))
    second = reference_of(means, evidence, agreed, (said, agreed))

    assert not first.known[7]
    assert not only_set.known[7]
    assert second.known[7]


def test_another_reading_is_not_believed_for_being_agreed_twice() -> None:
    slots = list(START.slots)
    slots[7] = 2
    agreed = Position(tuple(slots))
    first = read_reference(means_of(PlainTable(START)), agreed)
    table = PlainTable(START)
    table.put(Side.LIGHT, 7)
    now = means_of(table)
    said = Reference(first.means, np.ones(26, dtype=np.bool_))
    second = reference_of(now, weigh(now, None, agreed, NOTHING), agreed, (said, agreed))

    assert not second.known[7]


def test_cells_at_the_stop_both_times_say_nothing() -> None:
    before, after = PlainTable(START), PlainTable(START)
    cell = start_of(12)
    before.stuck[cell] = after.stuck[cell] = 127
    agreed = read_reference(means_of(before), START)
    agreed = Reference(agreed.means, np.ones(26, dtype=np.bool_))

    evidence = weigh(means_of(after), agreed, START, EVERYTHING)

    assert evidence.gains[12, START.slots[12] + CONTENT] == 0.0
    assert evidence.gains[12, START.slots[12] + 1 + CONTENT] > -40.0
