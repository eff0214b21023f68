"""One suite over every way to reach a table: what a link promises holds on each of them."""

from __future__ import annotations

import os
from pathlib import Path

import numpy as np
import pytest
from contract_rig import BOARD, Table, open_descriptors

from firmware_bridge.board import NO_HOST_CODES
from firmware_bridge.bridge import Bridge
from firmware_bridge.errors import LocalMisuse, PortUnavailable
from firmware_bridge.layout import REFERENCE
from firmware_bridge.messages import (
    Button,
    ButtonEvent,
    Heartbeat,
    Lights,
    LinkDown,
    LinkEvent,
    LinkFault,
    LinkUp,
    Palette,
    PointReport,
    Snapshot,
    SnapshotRequest,
)
from firmware_bridge.port import Port
from firmware_bridge.transport import open_port

CODES = tuple(light % 16 for light in range(28))


def test_identifies_and_begins_with_a_snapshot(table: Table) -> None:
    table.scanner.set(12, 64)
    table.bridge.start()
    table.until(lambda: len(table.events) >= 2)
    up, snapshot = table.events[:2]

    assert isinstance(up, LinkUp)
    assert up.identity.layout == "reference"
    assert isinstance(snapshot, Snapshot)
    assert abs((snapshot.readings[12] or 0) - 64) <= 1


def test_a_snapshot_is_answered(up: Table) -> None:
    up.bridge.send(SnapshotRequest(42))
    snapshot = up.until_seen(Snapshot)

    assert isinstance(snapshot, Snapshot)
    assert snapshot.request == 42
    assert len(snapshot.readings) == 128


def test_reports_arrive_in_order_and_are_acknowledged(up: Table) -> None:
    for cell in range(0, 40, 5):
        up.scanner.set(cell, 64)
        up.until_seen(PointReport, cell // 5 + 1)
    groups = [report.group for report in up.seen(PointReport) if isinstance(report, PointReport)]

    assert groups == list(range(8))
    up.until(lambda: len(up.device._numbered) == 0)


def test_buttons_arrive(up: Table) -> None:
    up.device.press(Button.DARK_DOUBLE, True, up.clock())
    up.device.press(Button.DARK_DOUBLE, False, up.clock())
    up.until_seen(ButtonEvent, 2)

    assert up.seen(ButtonEvent) == [
        ButtonEvent(1, Button.DARK_DOUBLE, True),
        ButtonEvent(2, Button.DARK_DOUBLE, False),
    ]


def test_lights_are_shown_in_their_palette(up: Table) -> None:
    colours = tuple((code, 0, 255) for code in range(16))
    up.bridge.send(Palette(colours))
    up.bridge.send(Lights(1, 40, CODES))
    up.until(lambda: up.device.lights == CODES)

    assert up.device.palette == colours
    assert up.device.brightness_pct == 40


def test_what_the_wire_cannot_carry_fails_where_it_was_sent(up: Table) -> None:
    with pytest.raises(LocalMisuse):
        up.bridge.send(Lights(1, 400, CODES))


def test_heartbeats_come_and_their_hash_agrees(up: Table) -> None:
    def beats() -> int:
        return sum(isinstance(m, Heartbeat) for _, _, m in up.bridge.recent_messages())

    up.scanner.set(30, -64)
    up.until_seen(PointReport)
    for beat in (1, 2):
        up.clock.ahead_ms += 1000
        up.until(lambda wanted=beat: beats() >= wanted)  # type: ignore[misc]

    assert up.bridge.counters.hash_mismatches == 0


def test_a_restart_of_the_device_is_told_and_its_lights_come_back(up: Table) -> None:
    up.bridge.send(Lights(1, 40, CODES))
    up.until(lambda: up.device.lights == CODES)
    up.device.reset(up.clock(), banner_ms=300)
    up.clock.ahead_ms += 1300
    again = up.until_seen(LinkUp)
    up.until(lambda: up.device.lights == CODES)

    assert isinstance(again, LinkUp)
    assert again.restarted
    assert up.seen(LinkDown) == []


def test_a_boot_loader_with_text_delays_but_does_not_stop_it(table: Table) -> None:
    """SEN-14: 300 bytes of text and two deaf seconds after opening."""
    table.device.advance(table.clock())
    table.bridge.start()
    table.until(lambda: table.opened == 1)
    began_ms = table.clock()
    table.device.reset(began_ms, banner_ms=2000)
    table.until_seen(LinkUp)

    assert table.clock() - began_ms < 6000


def test_silence_is_told_and_ends_by_itself(up: Table) -> None:
    up.device.power(False, up.clock())
    up.clock.ahead_ms += 3100
    down = up.until_seen(LinkDown)
    up.device.power(True, up.clock())
    again = up.until_seen(LinkUp)

    assert isinstance(down, LinkDown)
    assert down.fault is LinkFault.SILENT
    assert isinstance(again, LinkUp)
    assert again.restarted


def test_a_host_that_is_gone_is_shown_on_the_table(up: Table) -> None:
    up.bridge.send(Lights(1, 40, CODES))
    up.until(lambda: up.device.lights == CODES)
    up.bridge.close()
    up.clock.ahead_ms += 3100
    up.step()

    assert up.device.lights == NO_HOST_CODES


def test_garbage_and_half_frames_cost_nothing_that_was_said(up: Table) -> None:
    rng = np.random.default_rng(11)
    for cell in range(0, 50, 5):
        up.device.garble(60, rng)
        up.scanner.set(cell, 64)
        up.device.lose(cell % 2)
        up.until_seen(PointReport, cell // 5 + 1)
    numbers = [report.number for report in up.seen(PointReport) if isinstance(report, PointReport)]

    assert numbers == list(range(1, 11))


def test_the_cable_comes_out_and_goes_in_again(up: Table) -> None:
    up.server.unplug()
    down = up.until_seen(LinkDown)
    up.scanner.set(7, 64)
    up.bridge.send(Lights(1, 40, CODES))
    for _ in range(40):
        up.step()
    up.server.plug()
    up.until_seen(LinkUp)
    snapshot = up.until_seen(Snapshot)
    up.until(lambda: up.device.lights == CODES)

    assert isinstance(down, LinkDown)
    assert down.fault is LinkFault.PORT_LOST
    assert len(up.seen(LinkDown)) <= 2  # gone, then "no such device": each told once
    assert isinstance(snapshot, Snapshot)
    assert abs((snapshot.readings[7] or 0) - 64) <= 1


def test_two_programs_cannot_hold_one_port(up: Table) -> None:
    with pytest.raises(PortUnavailable, match="in use by another program"):
        up.open_port()
    up.scanner.set(3, 64)
    up.until_seen(PointReport)


def test_the_second_program_gets_the_port_when_the_first_lets_go(up: Table) -> None:
    other = Bridge(up.open_port, REFERENCE, first_session=900)
    events: list[LinkEvent] = []
    with other:
        for _ in range(30):
            up.step()
        up.bridge.close()

        def arrived() -> bool:
            while not other.events.empty():
                events.append(other.events.get_nowait())
            return any(isinstance(event, LinkUp) for event in events)

        up.until(arrived)

    assert isinstance(events[0], LinkDown)
    assert "in use" in events[0].detail


def test_writing_to_a_line_that_fails_does_not_end_the_bridge(table: Table) -> None:
    """SEN-10: every write fails for a while; the loop goes on and the lights come."""
    broken = [True]

    class Failing:
        """A port whose writes fail while it is broken."""

        def __init__(self, port: Port) -> None:
            self._port = port
            self.fileno, self.read, self.close = port.fileno, port.read, port.close
            self.bytes_read = self.bytes_written = 0

        def write(self, data: bytes) -> int:
            if broken[0]:
                raise PortUnavailable("the line fails")
            return self._port.write(data)

    table.wrap = Failing
    table.bridge.start()
    table.bridge.send(Lights(1, 40, CODES))
    down = table.until_seen(LinkDown)
    table.until(lambda: table.opened >= 3)
    broken[0] = False
    table.until(lambda: table.device.lights == CODES)

    assert down == LinkDown(LinkFault.PORT_LOST, "the line fails")


def test_a_fault_of_our_own_is_told_and_the_bridge_goes_on(
    table: Table, caplog: pytest.LogCaptureFixture
) -> None:
    """Never die in silence: the thread's top reports what nobody foresaw, then begins anew."""
    faulty = [True]

    def wrap(port: Port) -> Port:
        if faulty[0]:
            faulty[0] = False
            port.close()
            raise KeyError("nobody foresaw this")
        return port

    table.wrap = wrap
    table.bridge.start()
    down = table.until_seen(LinkDown)
    table.until_seen(LinkUp)

    assert isinstance(down, LinkDown)
    assert "nobody foresaw this" in down.detail
    assert "the bridge failed" in caplog.text


def test_closing_is_quick_and_may_be_done_again(up: Table) -> None:
    up.bridge.close()
    up.bridge.close()
    up.bridge.send(Lights(1, 40, CODES))


def test_closing_by_whoever_gets_the_events_is_no_deadlock(table: Table) -> None:
    bridge = Bridge(table.open_port, REFERENCE, deliver=lambda event: bridge.close())
    bridge.start()
    table.until(lambda: not bridge.is_alive)

    assert table.opened == 1


def test_closing_before_starting_lets_everything_go(table: Table) -> None:
    table.bridge.close()


def test_closing_while_no_port_is_there_does_not_wait_for_one(table: Table) -> None:
    table.server.unplug()
    table.bridge.start()
    table.until_seen(LinkDown)
    table.bridge.close()


def test_events_can_be_delivered_to_a_callback(table: Table) -> None:
    seen: list[LinkEvent] = []
    with Bridge(table.open_port, REFERENCE, deliver=seen.append):
        table.until(lambda: len(seen) >= 2)

    assert isinstance(seen[0], LinkUp)


def test_a_leak_of_a_descriptor_would_be_noticed(tmp_path: Path) -> None:
    """The check that guards this folder, checked itself."""
    before = open_descriptors()
    held = os.open(tmp_path, os.O_RDONLY)
    during = open_descriptors()
    os.close(held)

    assert during == before + 1


if BOARD is not None:
    BOARD_URL = BOARD

    def test_a_real_board_identifies_answers_and_shows_lights() -> None:
        """Configured and absent is a failure, not a skip."""
        with Bridge(lambda: open_port(BOARD_URL), REFERENCE) as bridge:
            assert isinstance(bridge.events.get(timeout=8), LinkUp)
            assert isinstance(bridge.events.get(timeout=2), Snapshot)
            bridge.send(Lights(1, 10, CODES))
            bridge.send(SnapshotRequest(1))
            while not isinstance(event := bridge.events.get(timeout=2), Snapshot):
                pass
            assert event.request == 1
