"""Tables with other cells, other magnets, or cells that only say whether something lies there."""

from __future__ import annotations

from dataclasses import replace

import pytest
from plain_table import PlainTable

from controller.rules.plays import legal_ways
from controller.rules.position import START, Side
from controller.sensing.geometry import Grid, Magnet
from controller.sensing.settings import Calibration, CellLayout
from controller.sensing.tracker import Tracker
from controller.sensing.verdict import Verdict, VerdictKind

WAYS = legal_ways(START.board(Side.LIGHT), (3, 1))
PLAY = ((7, 4), (5, 4))


def judged(
    layout: CellLayout, moves: tuple[tuple[int, int], ...], magnet: Magnet | None = None
) -> Verdict:
    """What a tracker makes of light's moves from the start at Done."""
    magnet = magnet or Magnet()
    table = PlainTable(START, layout.grid.per_point, layout.grid.stride, magnet)
    table.presence = not layout.signed
    calibration = Calibration((0.0,) * layout.cells, (1.0,) * layout.cells, magnet)
    tracker = Tracker(layout, calibration)
    tracker.agree(START)
    tracker.judge(table.readings(), 0, at_done=False)
    tracker.expect(Side.LIGHT, WAYS)
    for source, to in moves:
        table.move(Side.LIGHT, source, to)
    return tracker.judge(table.readings(), 1_000, at_done=True)


@pytest.mark.parametrize("name", ["reference", "four", "six"])
def test_a_play_is_read_with_four_five_or_six_cells_a_point(name: str) -> None:
    verdict = judged(CellLayout.from_name(name), PLAY)

    assert verdict.kind is VerdictKind.COMPLETE
    assert verdict.way is not None
    assert verdict.way.position.slots[4] == 2


@pytest.mark.parametrize("name", ["reference", "four", "six"])
def test_a_part_of_a_play_is_never_a_whole_one(name: str) -> None:
    assert judged(CellLayout.from_name(name), PLAY[:1]).kind is VerdictKind.UNDER_WAY


@pytest.mark.parametrize("sigma_mm", [14.0, 18.0, 23.0])
@pytest.mark.parametrize("layers", [(1.0, 0.2, 0.1), (1.0, 0.5, 0.25)])
def test_a_calibrated_magnet_of_any_width_is_read(
    sigma_mm: float, layers: tuple[float, float, float]
) -> None:
    verdict = judged(CellLayout.from_name("reference"), PLAY, Magnet(sigma_mm, layers))

    assert verdict.kind is VerdictKind.COMPLETE


def test_presence_only_shows_what_it_read_and_waits_for_a_yes() -> None:
    verdict = judged(CellLayout.from_name("presence"), PLAY)

    assert verdict.kind is VerdictKind.UNSURE
    (choice,) = verdict.choices
    assert choice.complete
    assert choice.position.slots[4] == 2


def test_presence_only_never_records_half_a_play() -> None:
    """8/5 alone: the 3 may be all, or the ace was played where cells see nothing: it asks."""
    verdict = judged(CellLayout.from_name("presence"), PLAY[:1])

    assert verdict.kind in (VerdictKind.UNDER_WAY, VerdictKind.UNSURE)
    assert not verdict.choices or not verdict.choices[0].complete


def test_more_cells_than_numbers_are_refused() -> None:
    with pytest.raises(ValueError, match="6 cells do not fit in 5"):
        CellLayout.of_grid("crowded", Grid(per_point=6))


@pytest.mark.parametrize("layers", [(1.0, 0.4, 0.5), (0.9, 0.4, 0.2), (1.0, 0.4, 0.0)])
def test_layers_that_do_not_fall_are_no_magnet(layers: tuple[float, float, float]) -> None:
    with pytest.raises(ValueError, match="layers"):
        Magnet(18.0, layers)


def test_what_a_wire_without_a_cell_says_is_never_heard() -> None:
    there = tuple(cell not in (4, 119) for cell in range(128))
    lacking = replace(CellLayout.from_name("reference"), name="mine", present=there)
    tracker = Tracker(lacking, Calibration())
    table = PlainTable(START)
    table.stuck = {4: 90, 119: -127}
    tracker.agree(START)

    assert tracker.judge(table.readings(), 0, at_done=False).kind is VerdictKind.AGREED
    for now_ms in range(0, 3_000, 50):
        tracker.feed({4: 90 - now_ms % 100, 119: now_ms % 100}, now_ms)
    assert tracker.settled(3_000)
    assert tracker.findings() == ()


def test_a_layouts_wires_serve_as_those_of_a_calibration() -> None:
    wires = tuple(reversed(range(128)))
    layout = replace(CellLayout.from_name("reference"), name="mine", wires=wires)
    tracker = Tracker(layout, Calibration.ideal(layout))
    table = PlainTable(START)
    tracker.agree(START)

    assert tracker.judge(table.readings()[::-1], 0, at_done=False).kind is VerdictKind.AGREED
