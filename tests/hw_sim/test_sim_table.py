"""The whole simulated table on one clock, from one seed, speaking the wire."""

from __future__ import annotations

import pytest

from firmware_bridge.layout import REFERENCE
from firmware_bridge.link import Link
from firmware_bridge.messages import Button, ButtonEvent, LinkUp, PointReport, SnapshotRequest
from firmware_bridge.messages import Snapshot as Means
from hw_sim.placement import QUIET, REALISTIC
from hw_sim.table import SimTable, placement_named


class Host:
    """A link on a table, in lock-step."""

    def __init__(self, table: SimTable, start_ms: int = 0) -> None:
        self.table = table
        self.link = Link(REFERENCE)
        self.link.port_opened(start_ms)
        self.now_ms = start_ms
        self.events: list[object] = []

    def run(self, ms: int) -> list[object]:
        """Both sides for so long; what came up meanwhile."""
        fresh: list[object] = []
        end_ms = self.now_ms + ms
        while self.now_ms < end_ms:
            self.now_ms += 10
            self.table.advance(self.now_ms)
            fresh += self.link.receive(self.table.bytes_to_send(), self.now_ms)
            fresh += self.link.advance(self.now_ms)
            self.table.receive(self.link.data_to_send(), self.now_ms)
        self.events += fresh
        return fresh


def means_of(host: Host) -> Means:
    host.link.send(SnapshotRequest(7), host.now_ms)
    return next(event for event in host.run(300) if isinstance(event, Means))


@pytest.mark.parametrize("start_ms", [0, 3_000_000])
def test_a_table_identifies_and_shows_the_set_up(start_ms: int) -> None:
    host = Host(SimTable(seed=3), start_ms)
    assert any(isinstance(event, LinkUp) for event in host.run(500))
    readings = means_of(host).readings
    strong = [n for n, value in enumerate(readings) if value is not None and abs(value) > 40]
    assert len(strong) == 30


def test_a_lift_and_a_button_arrive_as_messages() -> None:
    host = Host(SimTable(seed=3))
    host.run(500)
    host.table.hand.lift("light", 6)
    host.table.hand.press("light", "done")
    events = host.run(200)
    assert any(isinstance(event, PointReport) and event.group == 5 for event in events)
    buttons = [(e.button, e.pressed) for e in events if isinstance(e, ButtonEvent)]
    assert buttons == [(Button.LIGHT_DONE, True), (Button.LIGHT_DONE, False)]


def test_nothing_passes_while_the_cable_is_out() -> None:
    table = SimTable(seed=3)
    host = Host(table)
    host.run(500)
    table.hand.unplug()
    table.hand.lift("light", 6)
    table.advance(host.now_ms + 500)
    assert table.bytes_to_send() == b""
    table.hand.plug()
    table.advance(host.now_ms + 2000)
    assert table.bytes_to_send() != b""


def test_hands_move_on_while_the_power_is_off() -> None:
    table = SimTable(seed=3)
    host = Host(table)
    host.run(500)
    table.hand.power(False)
    table.hand.slide("light", 13, 7)
    host.run(1000)
    assert table.hand.truth().slots[6] == 1
    table.hand.power(True)
    assert any(isinstance(event, LinkUp) for event in host.run(5000))


def test_the_same_seed_sends_the_same_bytes() -> None:
    def sent(seed: int) -> bytes:
        table = SimTable(seed=seed, placement=REALISTIC)
        host = Host(table)
        host.run(300)
        table.hand.slide("light", 8, 3)
        host.run(600)
        return repr(host.events).encode() + repr(means_of(host)).encode()

    assert sent(11) == sent(11)
    assert sent(11) != sent(12)


def test_noise_is_chosen_by_name() -> None:
    assert placement_named("quiet") is QUIET
    with pytest.raises(ValueError, match="quiet, realistic, harsh"):
        placement_named("loud")
