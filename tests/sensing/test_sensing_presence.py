"""Cells that only switch: what they can tell of a slot, and what stays open."""

from __future__ import annotations

import itertools
import math

import numpy as np
import pytest
from plain_table import PlainTable

from controller.rules.plays import Step, legal_ways
from controller.rules.position import START, Position, Roll, Side, slot_of
from controller.sensing.lies import fields, lying
from controller.sensing.likelihood import NEVER, SlotReading
from controller.sensing.presence import absolute, compared
from controller.sensing.settings import Calibration, CellLayout, SensingSettings
from controller.sensing.templates import CONTENT
from controller.sensing.tracker import Tracker
from controller.sensing.verdict import Verdict, VerdictKind

LAYOUT = CellLayout.from_name("presence")
MODEL = LAYOUT.model()
POINT = MODEL.point
NEXT_MM = 72.0  # from the rail to a checker beside the first


def read(cells: str, *, unread: int | None = None) -> SlotReading:
    """Cells from the rail outward, # where on, ? where so half of the time."""
    values = np.array([{"#": 64.0, "?": 32.0, ".": 0.0}[cell] for cell in cells], dtype=np.float32)
    weight = np.ones(len(cells), dtype=np.float32)
    if unread is not None:
        weight[unread] = 0.0
    never = np.zeros(len(cells), dtype=np.bool_)
    return SlotReading(values, weight, never, never, POINT)


def told(before: str, now: str, content: int, to: int, *, unread: int | None = None) -> float:
    """Nats by which these readings speak for a change rather than for none."""
    readings = read(before, unread=unread), read(now, unread=unread)
    row = compared(*readings, content, {content, to}, others=False)
    return float(row[to + CONTENT] - row[content + CONTENT])


PATTERNS = tuple("".join(cells) for cells in itertools.product(".#", repeat=5))


@pytest.mark.parametrize(("content", "to"), [(0, 1), (2, 2), (3, 1), (4, 5), (6, 5), (1, -1)])
def test_what_cells_may_show_before_and_after_adds_up_to_certainty(content: int, to: int) -> None:
    total = sum(
        math.exp(compared(read(was), read(now), content, (to,), others=False)[to + CONTENT])
        for was in PATTERNS
        for now in PATTERNS
    )

    assert total == pytest.approx(1.0, abs=0.02)


@pytest.mark.parametrize("content", range(8))
def test_what_cells_may_show_of_a_content_adds_up_to_certainty(content: int) -> None:
    total = sum(math.exp(absolute(read(cells))[content + CONTENT]) for cells in PATTERNS)

    assert total == pytest.approx(1.0, abs=0.02)


@pytest.mark.parametrize("count", range(1, 6))
def test_checkers_never_overlap_nor_leave_their_slot(count: int) -> None:
    places = lying(POINT, count).places

    assert (np.diff(places, axis=1) >= 46.0).all()  # 48 mm, rounded to 2
    assert places.min() >= 24.0
    assert places.max() <= 228.0


def test_the_last_of_a_full_row_is_pushed_to_where_its_cell_is() -> None:
    found = fields(POINT, 4, 5)

    assert float(found.share[found.after.min(axis=1) > 32.0].sum()) > 0.95


def test_what_lies_on_others_cannot_be_seen_to_come_or_go() -> None:
    assert abs(told("#####", "#####", 5, 6)) < 1.0
    assert abs(told("#####", "#####", 7, 5)) < 1.0


@pytest.mark.parametrize(("now", "least"), [("#....", -1.5), (".#...", 5.0)])
def test_a_hitter_lies_where_its_blot_lay_or_beside_it(now: str, least: float) -> None:
    assert told("#....", now, -1, 1) > least


@pytest.mark.parametrize(
    ("before", "now", "content", "to"),
    [("#....", ".....", -1, 0), ("##...", "###..", 2, 3), ("#####", "####.", 5, 4)],
)
def test_a_cell_that_switched_where_hands_put_checkers_tells_of_one(
    before: str, now: str, content: int, to: int
) -> None:
    assert told(before, now, content, to) > 5.0


def test_a_lone_checker_on_its_cell_is_seen_to_stay() -> None:
    assert told("#....", "#....", 1, 0) < -8.0


def test_a_checker_may_lie_between_two_cells_the_likelier_the_longer_the_row() -> None:
    second, third = told("#....", "#....", 1, 2), told("##...", "##...", 2, 3)
    fourth = told("###..", "###..", 3, 4)

    assert -5.0 < second < third < fourth < -1.0


def test_one_that_is_not_seen_may_go_unseen() -> None:
    assert abs(told(".....", ".....", 1, 0)) < 0.5
    assert told("#....", "#....", 2, 1) > -1.5


def test_a_cell_that_is_not_read_tells_nothing() -> None:
    assert told("##...", "###..", 2, 3, unread=2) == told("##...", "##...", 2, 3, unread=2)


def test_a_cell_on_for_half_of_the_scans_tells_little() -> None:
    assert told("##...", "##...", 2, 3) < told("##...", "##?..", 2, 3) < 8.0


def test_contents_that_are_not_asked_about_are_only_what_may_lie_there_anew() -> None:
    silent = compared(read("##..."), read("##..."), 2, (2,), others=False)
    open_ = compared(read("##..."), read("....."), 2, (2,), others=True)

    assert silent[CONTENT] == NEVER
    assert open_[CONTENT] > open_[3 + CONTENT] > NEVER


def blot_on_5() -> Position:
    """The start, one of dark's back checkers on light's 5-point."""
    slots = list(START.slots)
    slots[0], slots[4] = -1, -1
    return Position(tuple(slots))


def rolled(position: Position, roll: Roll) -> tuple[PlainTable, Tracker]:
    """Light is to play from this position, which the table has seen."""
    table = PlainTable(position)
    table.presence = True
    tracker = Tracker(LAYOUT, Calibration())
    tracker.agree(position)
    tracker.judge(table.readings(), 0, at_done=False)
    tracker.expect(Side.LIGHT, legal_ways(position.board(Side.LIGHT), roll))
    return table, tracker


def done(hitter_mm: float, *, blot_on_bar: bool, gone: int | None = None) -> Verdict:
    """Light plays 8/5*, 13/11; what is made of it at Done. gone: a slot that one more left."""
    table, tracker = rolled(blot_on_5(), (3, 2))
    table.lift(4)
    if blot_on_bar:
        table.put(Side.DARK, 25)
    table.lift(7)
    table.put(Side.LIGHT, 4, hitter_mm)
    table.move(Side.LIGHT, 12, 10)
    if gone is not None:
        table.lift(gone)
    return tracker.judge(table.readings(), 1_000, at_done=True)


@pytest.mark.parametrize("hitter_mm", [24.0, NEXT_MM])
def test_a_hit_is_shown_to_be_confirmed_wherever_the_hitter_lies(hitter_mm: float) -> None:
    verdict = done(hitter_mm, blot_on_bar=True)

    assert verdict.kind is VerdictKind.UNSURE
    (choice,) = verdict.choices
    assert set(choice.steps) == {Step(8, 5, hit=True), Step(13, 11)}


@pytest.mark.parametrize("hitter_mm", [24.0, NEXT_MM])
def test_a_hit_whose_blot_is_not_seen_on_the_bar_is_in_doubt(hitter_mm: float) -> None:
    whole, half = (done(hitter_mm, blot_on_bar=there) for there in (True, False))

    assert half.kind is not VerdictKind.COMPLETE
    assert whole.margin is not None
    assert half.margin is not None
    assert half.margin < SensingSettings().margin < whole.margin


@pytest.mark.parametrize("gone", [5, 23])
def test_a_checker_missing_beside_a_whole_play_is_said_and_no_yes_is_asked_for(gone: int) -> None:
    verdict = done(24.0, blot_on_bar=True, gone=gone)

    assert verdict.kind is VerdictKind.IN_HAND
    assert verdict.lifted == ((Side.LIGHT, gone),)
    assert not verdict.choices


@pytest.mark.parametrize("side", list(Side))
def test_a_checker_borne_off_is_shown_though_no_switch_gives_a_sign_of_life(side: Side) -> None:
    """What vouches for an empty cell elsewhere, its noise and its neighbours, no switch shows."""
    slots = [0] * 26
    for point, count in ((6, 3), (5, 3), (4, 2)):
        slots[slot_of(side, point)] = count * side.sign
    slots[slot_of(side.other, 1)] = -side.sign
    position = Position(tuple(slots), (7, 14) if side is Side.LIGHT else (14, 7))
    table = PlainTable(position)
    table.presence = True
    tracker = Tracker(LAYOUT, Calibration())
    tracker.agree(position)
    tracker.judge(table.readings(), 0, at_done=False)
    tracker.expect(side, legal_ways(position.board(side), (6, 5)))
    table.lift(slot_of(side, 5))
    for _checker in range(3):  # from inside: the cell is empty between two that are on
        table.lift(slot_of(side, 6))
    for along in (24.0, 120.0):
        table.put(side, slot_of(side, 6), along)

    verdict = tracker.judge(table.readings(), 1_000, at_done=True)

    (choice,) = verdict.choices
    assert choice.steps == (Step(6, 0), Step(5, 0))


def test_a_play_is_never_taken_before_done_either() -> None:
    """A turn may end by itself where a whole play lies there beyond doubt: not on such a table."""
    table, tracker = rolled(START, (3, 1))
    table.move(Side.LIGHT, 7, 4)
    table.move(Side.LIGHT, 5, 4)

    verdict = tracker.judge(table.readings(), 1_000, at_done=False)

    assert verdict.kind is VerdictKind.UNSURE
    assert [choice.complete for choice in verdict.choices] == [True]


def test_a_tidy_board_is_agreed_and_one_with_a_checker_on_others_asked_about() -> None:
    slots = list(START.slots)
    slots[5], slots[7] = 6, 2
    kinds = []
    for position in (START, Position(tuple(slots))):
        table = PlainTable(position)
        table.presence = True
        tracker = Tracker(LAYOUT, Calibration())
        tracker.agree(position)
        kinds.append(tracker.judge(table.readings(), 0, at_done=False).kind)

    assert kinds == [VerdictKind.AGREED, VerdictKind.UNSURE]
