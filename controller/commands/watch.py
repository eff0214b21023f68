"""`gammonboard doctor --watch`: a line for whatever changes on a table, and the light of its point,
until interrupted: for soldering it.

Hold a checker over a cell: the cell that answers is named, with its reading. Needs no calibration:
what counts is the change since the cells were at rest.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NoReturn, TextIO

from controller.commands.ports import TablePorts
from firmware_bridge.bridge import Bridge
from firmware_bridge.layout import LIGHTS, REFERENCE, cell_name, cells_of
from firmware_bridge.messages import (
    ButtonEvent,
    Lights,
    LinkDown,
    LinkEvent,
    LinkUp,
    Palette,
    PointReport,
    Reading,
    Snapshot,
)
from hw_sim.live import SimScheme

SEEN = 24  # units; a checker centred is 64, one beside the cell -2
PALETTE = Palette(((0, 0, 0), (120, 120, 120)) + ((0, 0, 0),) * 14)


class Watch:
    """What there is to say of a table's events, and which light is to burn."""

    def __init__(self) -> None:
        self.lit: int | None = None  # the group whose cell answered last
        self._rest: list[Reading] = []
        self._said: dict[int, bool] = {}

    def lines(self, event: LinkEvent) -> Iterator[str]:
        match event:
            case LinkUp(identity=identity):
                yield f"a table answers: firmware {identity.firmware}, board {identity.board_id}"
            case LinkDown(detail=detail):
                yield f"no table: {detail}"
            case Snapshot(readings=readings):
                self._rest = list(readings)
                blind = [cell_name(cell) for cell, value in enumerate(readings) if value is None]
                yield f"{len(readings) - len(blind)} cells read; {len(blind)} do not"
                if blind:
                    yield f"  without a reading: {', '.join(blind)}"
            case PointReport(group=group, readings=readings):
                yield from self._cells(group, readings)
            case ButtonEvent(button=button, pressed=pressed):
                words = button.name.lower().replace("_", " ")
                yield f"button {words} {'down' if pressed else 'up'}"

    def _cells(self, group: int, readings: tuple[Reading, ...]) -> Iterator[str]:
        if not self._rest:
            return
        for cell, value in zip(cells_of(group), readings, strict=True):
            rest = self._rest[cell]
            change = None if value is None or rest is None else value - rest
            is_seen = change is not None and abs(change) >= SEEN
            if is_seen and not self._said.get(cell):
                self.lit = group
                side = "light" if (change or 0) > 0 else "dark"
                yield f"cell {cell_name(cell)}: {change:+d}, {side}"
            self._said[cell] = is_seen


def run(port: str, out: TextIO) -> NoReturn:
    """Print until interrupted."""
    watch = Watch()
    with (
        SimScheme() as sims,
        TablePorts(sims) as ports,
        Bridge(lambda: ports.open(port), REFERENCE) as bridge,
    ):
        bridge.send(PALETTE)
        while True:
            before = watch.lit
            for line in watch.lines(bridge.events.get()):
                print(line, file=out, flush=True)
            if watch.lit != before:
                codes = tuple(int(light == watch.lit) for light in range(LIGHTS))
                bridge.send(Lights(1, 50, codes))
