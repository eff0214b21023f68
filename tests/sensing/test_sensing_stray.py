"""A magnet that is no checker is told from all that checkers do (`controller.sensing.stray`)."""

from __future__ import annotations

import math
import random
from collections.abc import Sequence

import pytest
from plain_table import PlainTable

from controller.rules.plays import legal_ways
from controller.rules.position import DARK_BAR_SLOT, START, Position, Side
from controller.sensing.change import Reference
from controller.sensing.evidence import read_reference
from controller.sensing.geometry import POINT_PITCH_MM, REFERENCE_GRID, column_of, is_far
from controller.sensing.means import Means, read_means
from controller.sensing.settings import REFERENCE, Calibration, CellLayout
from controller.sensing.stray import DEPTH_MM, cell_places, find_strays
from controller.sensing.tracker import Tracker
from controller.sensing.verdict import Verdict, VerdictKind

LIGHT, DARK = Side.LIGHT, Side.DARK
PLACES = cell_places(REFERENCE_GRID)


def middle_of(slot: int) -> tuple[float, float]:
    return column_of(slot) * POINT_PITCH_MM, DEPTH_MM - 120.0 if is_far(slot) else 120.0


def with_phone(
    raw: Sequence[int | None], at: tuple[float, float], units: float = 30.0, reach: float = 150.0
) -> list[int | None]:
    """Readings with a stray on top: it falls to nothing within its reach."""
    felt = []
    for value, (x, y) in zip(raw, PLACES, strict=True):
        more = units * max(0.0, 1 - math.hypot(x - at[0], y - at[1]) / reach)
        felt.append(None if value is None else max(-127, min(127, round(value + more))))
    return felt


def means_of(raw: Sequence[int | None], layout: CellLayout = REFERENCE) -> Means:
    return read_means(raw, Calibration(), layout, ())


def reference_to(position: Position) -> Reference:
    return read_reference(means_of(PlainTable(position).readings()), position)


@pytest.mark.parametrize("units", [30.0, -30.0])
@pytest.mark.parametrize("slot", range(26))
def test_it_is_named_by_where_it_lies_and_how_strong_it_is(slot: int, units: float) -> None:
    now = means_of(with_phone(PlainTable(START).readings(), middle_of(slot), units))

    (stray,) = find_strays(now, reference_to(START), START)

    assert slot in stray.slots
    assert stray.units == pytest.approx(units, rel=0.35)
    assert stray.margin > 0


def test_it_is_named_beside_a_play_under_way() -> None:
    table = PlainTable(START)
    for source, to in ((12, 8), (12, 8), (7, 3), (5, 3)):
        table.move(LIGHT, source, to)
    now = means_of(with_phone(table.readings(), middle_of(6)))

    (stray,) = find_strays(now, reference_to(START), START)

    assert 6 in stray.slots


def test_two_are_named_the_stronger_first() -> None:
    raw = with_phone(PlainTable(START).readings(), middle_of(2), 20.0)
    now = means_of(with_phone(raw, middle_of(15), 40.0))

    first, second = find_strays(now, reference_to(START), START)

    assert 15 in first.slots
    assert 2 in second.slots


def test_without_an_agreed_reading_the_points_that_should_be_empty_tell() -> None:
    now = means_of(with_phone(PlainTable(START).readings(), middle_of(9)))

    (stray,) = find_strays(now, None, START)

    assert 9 in stray.slots


@pytest.mark.parametrize("seed", range(60))
def test_checkers_lying_anywhere_are_never_taken_for_one(seed: int) -> None:
    rng = random.Random(seed)
    table = PlainTable(START)
    for _ in range(rng.randrange(1, 12)):
        table.put(rng.choice((LIGHT, DARK)), rng.randrange(24), rng.uniform(24.0, 216.0))
    for slot in rng.sample([slot for slot in range(24) if START.slots[slot]], rng.randrange(5)):
        table.lift(slot)
    now = means_of(table.readings())

    assert find_strays(now, reference_to(START), START) == ()
    assert find_strays(now, None, START) == ()


def test_checkers_midway_between_all_cells_of_a_point_are_none() -> None:
    table = PlainTable(START)
    for number in range(4):
        table.put(LIGHT, 9, 48.0 + 48.0 * number)  # each cell of the point feels a fifth of them

    assert find_strays(means_of(table.readings()), reference_to(START), START) == ()


def test_cells_that_only_feel_a_presence_never_name_one() -> None:
    layout = CellLayout.from_name("presence")
    table = PlainTable(START)
    table.presence = True
    raw = table.readings()
    reference = read_reference(means_of(raw, layout), START)
    raw[45:75] = [64] * 30  # hands over six points

    assert find_strays(means_of(raw, layout), reference, START) == ()


# --- through the tracker ------------------------------------------------------------------------


class Board:
    """A tracker that agreed on the start, light to play 3-1; what it says of a table."""

    def __init__(self) -> None:
        self.table = PlainTable(START)
        self.tracker = Tracker(REFERENCE, Calibration())
        self.now_ms = 0
        self.tracker.agree(START)
        self.judge(self.table.readings())
        self.tracker.expect(LIGHT, legal_ways(START.board(LIGHT), (3, 1)))

    def judge(self, raw: Sequence[int | None], *, at_done: bool = False) -> Verdict:
        self.now_ms += 1_000
        return self.tracker.judge(raw, self.now_ms, at_done=at_done)


def test_while_one_lies_there_no_checker_is_told_of_and_no_play_is_read() -> None:
    board = Board()
    board.table.move(LIGHT, 7, 4)
    board.table.move(LIGHT, 5, 4)
    verdict = board.judge(with_phone(board.table.readings(), middle_of(3)), at_done=True)

    assert verdict.kind is VerdictKind.WRONG
    assert verdict.strays
    assert verdict.way is None
    assert (verdict.fix, verdict.odd, verdict.clear) == ((), (), False)
    assert board.tracker.readings() == ()
    assert not verdict.is_near(START)


def test_when_it_is_gone_the_play_is_read() -> None:
    board = Board()
    board.judge(with_phone(board.table.readings(), middle_of(DARK_BAR_SLOT)))
    board.table.move(LIGHT, 7, 4)
    board.table.move(LIGHT, 5, 4)
    board.judge(with_phone(board.table.readings(), middle_of(DARK_BAR_SLOT)))

    assert board.judge(board.table.readings(), at_done=True).kind is VerdictKind.COMPLETE
