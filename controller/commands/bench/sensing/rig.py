"""A simulated table, the wire and a tracker in lock-step, without the core: what benches of
sensing drive. Readings pass the device's reporting rule and the codec as they do in service."""

from __future__ import annotations

from collections.abc import Sequence

from controller.commands.data import calibration_of
from controller.rules.position import Position
from controller.sensing.settings import REFERENCE, CellLayout, SensingSettings
from controller.sensing.tracker import Tracker
from controller.sensing.verdict import VerdictKind
from firmware_bridge import layout
from firmware_bridge.link import Link
from firmware_bridge.messages import LinkEvent, PointReport, Snapshot, SnapshotRequest
from hw_sim.table import SimTable, placement_named

SETTLE_PATIENCE_MS = 2_000
"""A board that was not found settled so long after the last hand left it counts as lost."""

DONE_MS = 150
"""From letting go of a checker to the button: nobody is faster, and the eight scans of a mean are
over by then."""

REPORTED_MS = 100  # as the core waits after a press


class Rig:
    """One session: a table with its own cells and magnets, seen by one tracker."""

    def __init__(
        self,
        seed: int,
        noise: str,
        settings: SensingSettings | None = None,
        layout_name: str = REFERENCE.name,
    ) -> None:
        wired = layout.LAYOUTS[layout_name]
        self.layout = CellLayout.from_name(layout_name)
        self.table = SimTable(seed, placement_named(noise), wired)
        self.calibration = calibration_of(self.table)
        self.tracker = Tracker(self.layout, self.calibration, settings)
        self.confirms = not self.layout.signed  # such a table shows each play before it counts
        self.now_ms = 0
        self._link = Link(wired)
        self._request = 0
        self._means: Sequence[int | None] | None = None
        self._link.port_opened(0)
        self._pump()

    def run(self, duration_ms: int) -> None:
        """Let time pass; reports reach the tracker."""
        end_ms = self.now_ms + duration_ms
        while (due_ms := self._next_due_ms()) <= end_ms:
            self.now_ms = max(due_ms, self.now_ms)
            self._pump()
        self.now_ms = end_ms
        self._pump()

    def settled_means(self) -> Sequence[int | None] | None:
        """Means that a Done is judged by: once the tracker found the board settled and judged it,
        and what moved before the press was reported. None if it never settles."""
        end_ms = self.now_ms + SETTLE_PATIENCE_MS
        self.run(DONE_MS)
        while not self.tracker.wants_means(self.now_ms):
            due_ms = self.tracker.due_ms()
            if due_ms is None and self.tracker.settled(self.now_ms):
                break  # nothing moved since the last judgement
            if self.now_ms >= end_ms:
                return None
            self.run(10)
        means = self._ask()
        if means is None:
            return None
        self.tracker.judge(means, self.now_ms, at_done=False)  # what the lights follow
        self.run(REPORTED_MS)
        return self._ask()

    def start(self, position: Position) -> bool:
        """Lay out a position and let the tracker agree on it; whether it saw that by itself. If
        not, people say that it lies there."""
        self.table.hand.lay(position.slots, position.off, position.reserve)
        self.run(1_500)
        self.tracker.agree(position)
        means = self._ask()
        if means is None:
            return False
        verdict = self.tracker.judge(means, self.now_ms, at_done=False)
        if verdict.kind is VerdictKind.AGREED:
            return True
        self.tracker.confirm()
        return False

    def _ask(self) -> Sequence[int | None] | None:
        self._request += 1
        self._means = None
        self._link.send(SnapshotRequest(self._request), self.now_ms)
        self._pump()
        if self._means is None:
            self.run(200)
        return self._means

    def _next_due_ms(self) -> int:
        link_ms = self._link.next_due_ms()
        table_ms = self.table.next_due_ms()
        return table_ms if link_ms is None else min(table_ms, link_ms)

    def _pump(self) -> None:
        self.table.advance(self.now_ms)
        self._take(self._link.advance(self.now_ms))
        busy = True
        while busy:
            down = self._link.data_to_send()
            if down:
                self.table.receive(down, self.now_ms)
            up = self.table.bytes_to_send()
            if up:
                self._take(self._link.receive(up, self.now_ms))
            busy = bool(down or up)

    def _take(self, events: Sequence[LinkEvent]) -> None:
        for event in events:
            if isinstance(event, PointReport):
                cells = layout.cells_of(event.group)
                self.tracker.feed(dict(zip(cells, event.readings, strict=True)), self.now_ms)
            elif isinstance(event, Snapshot) and event.request == self._request:
                self._means = event.readings
