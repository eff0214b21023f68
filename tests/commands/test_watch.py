"""What a maker reads while the table is soldered."""

from __future__ import annotations

from controller.commands.watch import Watch
from firmware_bridge.messages import (
    Button,
    ButtonEvent,
    Identity,
    LinkDown,
    LinkFault,
    LinkUp,
    PointReport,
    Snapshot,
)


def at_rest(*, blind: tuple[int, ...] = ()) -> Watch:
    watch = Watch()
    readings = tuple(None if cell in blind else 5 for cell in range(128))
    assert list(watch.lines(Snapshot(0, 0, readings)))
    return watch


def test_a_checker_over_a_cell_names_the_cell_its_side_and_lights_its_point() -> None:
    watch = at_rest()
    assert list(watch.lines(PointReport(1, 6, (5, 5, 66, 2, 5)))) == ["cell light 7.3: +61, light"]
    assert watch.lit == 6
    assert list(watch.lines(PointReport(2, 24, (-58, 5, 5, 5)))) == ["cell light bar 1: -63, dark"]
    assert watch.lit == 24


def test_a_cell_is_named_once_until_it_was_at_rest_again() -> None:
    watch = at_rest()
    held = PointReport(1, 0, (64, 5, 5, 5, 5))
    assert len(list(watch.lines(held))) == 1
    assert list(watch.lines(held)) == []
    assert list(watch.lines(PointReport(2, 0, (5, 5, 5, 5, 5)))) == []
    assert len(list(watch.lines(held))) == 1


def test_cells_without_a_reading_are_listed() -> None:
    watch = Watch()
    readings = tuple(None if cell in (0, 127) else 0 for cell in range(128))

    assert list(watch.lines(Snapshot(0, 0, readings))) == [
        "126 cells read; 2 do not",
        "  without a reading: light 1.1, dark bar 4",
    ]


def test_buttons_and_the_line_are_told() -> None:
    watch = at_rest()
    identity = Identity(1, 1, "1.2.3", "reference", 16, 4, 1, 9, "x")

    assert list(watch.lines(ButtonEvent(1, Button.DARK_UNDO, True))) == ["button dark undo down"]
    assert list(watch.lines(LinkUp(identity, False))) == [
        "a table answers: firmware 1.2.3, board 9"
    ]
    assert list(watch.lines(LinkDown(LinkFault.SILENT, "is it powered?"))) == [
        "no table: is it powered?"
    ]
