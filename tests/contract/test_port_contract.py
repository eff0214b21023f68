"""One suite over every way to reach a table: what a link promises holds on each of them."""

from __future__ import annotations

import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest
from backends import Ability, needs
from contract_rig import CODES, NO_HOST, PATIENCE_S, SHOWN, Table, Tampered, is_lit, show

from firmware_bridge.bridge import Bridge
from firmware_bridge.codec import body_formats, decode_device
from firmware_bridge.errors import LocalMisuse, PortUnavailable, ProtocolViolation
from firmware_bridge.framing import DELIMITER, Framer, frame
from firmware_bridge.layout import REFERENCE, Layout
from firmware_bridge.link import Link
from firmware_bridge.messages import (
    Button,
    ButtonEvent,
    Heartbeat,
    Identity,
    Lights,
    LinkDown,
    LinkEvent,
    LinkFault,
    LinkUp,
    PointReport,
    Snapshot,
    SnapshotRequest,
)
from firmware_bridge.recording import SpyPort, parse_parts
from firmware_bridge.replay import Replay, first_session, replay_events

ON_ALL_BACKENDS = True


# --- identify, snapshot, reports, buttons, lights, heartbeat -------------------------------------


def test_identifies_and_begins_with_a_snapshot(table: Table) -> None:
    table.bridge.start()
    table.until(lambda: len(table.events) >= 2)
    up, snapshot = table.events[:2]

    assert isinstance(up, LinkUp)
    assert up.identity.layout == "reference"
    assert isinstance(snapshot, Snapshot)
    assert len(snapshot.readings) == 128


@needs(Ability.HANDS)
def test_the_first_snapshot_tells_what_lies_there(table: Table) -> None:
    table.backend.set_cell(12, 64)
    table.backend.set_cell(127, -30)
    table.bridge.start()
    snapshot = table.until_seen(Snapshot)

    assert isinstance(snapshot, Snapshot)
    assert abs((snapshot.readings[12] or 0) - 64) <= 1
    assert abs((snapshot.readings[127] or 0) + 30) <= 1


def test_a_snapshot_is_answered(up: Table) -> None:
    up.bridge.send(SnapshotRequest(42))
    snapshot = up.until_seen(Snapshot)

    assert isinstance(snapshot, Snapshot)
    assert snapshot.request == 42
    assert len(snapshot.readings) == 128


@needs(Ability.HANDS)
def test_reports_arrive_in_order(up: Table) -> None:
    for cell in range(0, 40, 5):
        up.backend.set_cell(cell, 64)
        up.until_seen(PointReport, cell // 5 + 1)

    assert [report.group for report in up.reports()] == list(range(8))
    assert [report.number for report in up.reports()] == list(range(1, 9))


@needs(Ability.HANDS)
def test_what_was_acknowledged_is_not_sent_again(up: Table) -> None:
    up.backend.set_cell(3, 64)
    up.until_seen(PointReport)
    up.pass_time(1000)
    up.until(lambda: len(up.heard(Heartbeat)) >= 1)
    said = len(up.heard(PointReport))
    up.pass_time(2000)
    up.until(lambda: len(up.heard(Heartbeat)) >= 2)

    assert len(up.heard(PointReport)) == said


@needs(Ability.HANDS)
def test_buttons_arrive(up: Table) -> None:
    for button in Button:
        up.backend.press(button, True)
        up.until_seen(ButtonEvent, 2 * button + 1)
        up.backend.press(button, False)
        up.until_seen(ButtonEvent, 2 * button + 2)
    events = [event for event in up.seen(ButtonEvent) if isinstance(event, ButtonEvent)]

    assert [(event.button, event.pressed) for event in events] == [
        (button, pressed) for button in Button for pressed in (True, False)
    ]


@needs(Ability.SIGHT)
def test_lights_are_shown_in_their_palette(up: Table) -> None:
    show(up)
    up.until(lambda: is_lit(up, SHOWN))


def test_what_the_wire_cannot_carry_fails_where_it_was_sent(up: Table) -> None:
    """A light index out of range, or a brightness, is an error of ours; nothing is sent."""
    for wrong in (
        Lights(1, 400, CODES),
        Lights(1, 40, (*CODES, 1)),
        Lights(1, 40, (16, *CODES[1:])),
    ):
        with pytest.raises(LocalMisuse):
            up.bridge.send(wrong)
    assert not [m for _, way, m in up.bridge.recent_messages() if isinstance(m, Lights)]


@needs(Ability.HANDS)
def test_heartbeats_come_and_their_hash_agrees(up: Table) -> None:
    up.backend.set_cell(30, -64)
    up.until_seen(PointReport)
    for beat in (1, 2):
        up.pass_time(1000)
        up.until(lambda wanted=beat: len(up.heard(Heartbeat)) >= wanted)  # type: ignore[misc]

    assert up.bridge.counters.hash_mismatches == 0


# --- restart, boot loader, silence, supply -------------------------------------------------------


@needs(Ability.RESET, Ability.SIGHT, Ability.CLOCK)
def test_a_restart_of_the_device_is_told_and_its_lights_come_back(up: Table) -> None:
    show(up)
    up.until(lambda: is_lit(up, SHOWN))
    up.backend.reset(banner_ms=300)
    up.pass_time(1300)
    again = up.until_seen(LinkUp)
    up.until(lambda: is_lit(up, SHOWN))

    assert isinstance(again, LinkUp)
    assert again.restarted
    assert up.seen(LinkDown) == []


@needs(Ability.BOOT_LOADER)
def test_lib_05_a_boot_loader_with_text_delays_but_does_not_stop_it(table: Table) -> None:
    """SEN-14 too: 300 bytes of text and two deaf seconds after opening. 4 s are allowed."""
    table.step()
    table.bridge.start()
    table.until(lambda: table.opened == 1)
    began_ms = table.clock()
    table.backend.reset(banner_ms=2000)
    table.until_seen(LinkUp)

    assert table.clock() - began_ms < 4000


@needs(Ability.SILENCE)
def test_lib_03_silence_is_told_and_ends_by_itself(up: Table) -> None:
    up.backend.power(False)
    up.pass_time(3100)
    down = up.until_seen(LinkDown)
    up.backend.power(True)
    again = up.until_seen(LinkUp)

    assert isinstance(down, LinkDown)
    assert down.fault is LinkFault.SILENT
    assert down.quality is not None
    assert isinstance(again, LinkUp)
    assert again.restarted


@needs(Ability.POWER, Ability.HANDS, Ability.SIGHT)
def test_after_a_brown_out_the_table_is_as_it_lies_and_its_lights_come_back(up: Table) -> None:
    show(up)
    up.until(lambda: is_lit(up, SHOWN))
    up.backend.power(False)
    for _ in range(40):
        up.step()
    up.backend.set_cell(9, 64)
    up.backend.power(True)
    up.pass_time(1100)
    up.until_seen(LinkUp)
    snapshot = up.until_seen(Snapshot)
    up.until(lambda: is_lit(up, SHOWN))

    assert isinstance(snapshot, Snapshot)
    assert abs((snapshot.readings[9] or 0) - 64) <= 1


@needs(Ability.SIGHT, Ability.CLOCK)
def test_a_host_that_is_gone_is_shown_on_the_table(up: Table) -> None:
    show(up)
    up.until(lambda: is_lit(up, SHOWN))
    up.bridge.close()
    up.pass_time(3100)
    up.until(lambda: is_lit(up, NO_HOST))


@needs(Ability.HANDS)
def test_lib_22_the_systems_time_may_jump_as_it_likes(
    up: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A Pi has no clock of its own: the network sets it, by minutes or months."""
    for number, jump_s in enumerate((3600.0, -3600.0, 30 * 86400.0, -30 * 86400.0), 1):
        then_s = time.time() + jump_s
        monkeypatch.setattr(time, "time", lambda then_s=then_s: then_s)
        monkeypatch.setattr(time, "time_ns", lambda then_s=then_s: int(then_s * 1e9))
        up.backend.set_cell(5 * number, 64)
        up.until_seen(PointReport, number)
        up.pass_time(1000)

    assert up.seen(LinkDown) == []
    assert up.bridge.counters.ups == 1


# --- a bad line ----------------------------------------------------------------------------------


@needs(Ability.HANDS)
def test_garbage_and_half_frames_cost_nothing_that_was_said(table: Table) -> None:
    """Rubbish before each frame, and of every fifth frame only the half."""
    rng = np.random.default_rng(11)
    frames, begun = [0], [b""]

    def bad(data: bytes) -> bytes:
        *whole, begun[0] = (begun[0] + data).split(DELIMITER)
        out = b""
        for payload in filter(None, whole):
            frames[0] += 1
            kept = payload[: len(payload) // 2] if frames[0] % 5 == 0 else payload + DELIMITER
            out += rng.bytes(60) + DELIMITER + kept
        return out

    table.wrap = lambda port: Tampered(port, bad)
    table.bridge.start()
    table.until_seen(Snapshot)
    for cell in range(0, 50, 5):
        table.backend.set_cell(cell, 64)
        table.until(lambda group=cell // 5: any(r.group == group for r in table.reports()))  # type: ignore[misc]
    numbers = [report.number for report in table.reports()]

    assert numbers == list(range(1, len(numbers) + 1))
    assert table.seen(LinkDown) == []


@needs(Ability.HANDS)
def test_replayed_frames_are_told_once(table: Table) -> None:
    kept: list[bytes] = []

    def again(data: bytes) -> bytes:
        kept.append(data)
        return data + b"".join(kept[-3:])

    table.wrap = lambda port: Tampered(port, again)
    table.bridge.start()
    table.until_seen(Snapshot)
    for cell in range(0, 50, 5):
        table.backend.set_cell(cell, 64)
        table.until(lambda group=cell // 5: any(r.group == group for r in table.reports()))  # type: ignore[misc]
    numbers = [report.number for report in table.reports()]

    assert numbers == list(range(1, len(numbers) + 1))
    assert len(table.seen(LinkUp)) == 1


@needs()
def test_another_protocol_is_refused_by_version_with_the_command_that_flashes(table: Table) -> None:
    def newer(data: bytes) -> bytes:
        """Whole frames of one protocol later."""
        out = b""
        for payload in framer.feed(data):
            try:
                message = decode_device(payload)
            except ProtocolViolation:
                continue
            if isinstance(message, Identity):
                payload = payload[:3] + bytes((7, 9)) + payload[5:]
            out += frame(payload)
        return out

    framer = Framer()
    table.wrap = lambda port: Tampered(port, newer)
    table.bridge.start()
    down = table.until_seen(LinkDown)

    assert isinstance(down, LinkDown)
    assert down.fault is LinkFault.WRONG_FIRMWARE
    assert "speaks protocol 7-9, needed is 1" in down.detail
    assert down.detail.endswith("make -C firmware_bridge/firmware flash")


@needs()
def test_another_layout_is_refused_by_its_cells(table: Table) -> None:
    wanted = Layout("other", signed=True, present=(False, *(True,) * 127))
    bridge = Bridge(table.open_port, wanted, deliver=table.events.append, clock_ms=table.clock)
    with bridge:
        down = table.until_seen(LinkDown)

    assert isinstance(down, LinkDown)
    assert down.fault is LinkFault.WRONG_LAYOUT
    assert "with cells light 1.1" in down.detail


@needs()
def test_a_recording_plays_back_bit_for_bit_in_virtual_and_in_real_time(
    table: Table, tmp_path: Path
) -> None:
    path = tmp_path / "recording"
    table.wrap = lambda port: SpyPort(port, str(path), "x", table.clock)
    table.bridge.start()
    table.until_seen(Snapshot)
    if Ability.HANDS not in table.backend.quirks:
        table.backend.set_cell(70, -64)
        table.until_seen(PointReport)
    table.bridge.send(SnapshotRequest(9))
    table.until_seen(Snapshot, 2)
    table.bridge.close()
    seen = [event for event in table.events if not isinstance(event, LinkDown)]
    parts = list(parse_parts(path.read_text()))
    said = b"".join(piece.data for part in parts for piece in part if piece.direction == "<")

    link = Link(REFERENCE, first_session=first_session(parts))
    in_virtual_time = [event for _, event in replay_events(parts, link)]
    replay = Replay("replay:x", parts, table.clock)
    port = replay.open()
    port.write(frame(encode_hello(parts)))
    played = b""
    while len(played) < len(said):
        table.step()
        played += port.read()
    port.close()

    assert played == said
    assert in_virtual_time[0] == seen[0]
    assert [e for e in in_virtual_time if isinstance(e, PointReport)] == [
        e for e in seen if isinstance(e, PointReport)
    ]
    assert [s.readings for s in in_virtual_time if isinstance(s, Snapshot)] == [
        s.readings for s in seen if isinstance(s, Snapshot)
    ]


# --- the cable -----------------------------------------------------------------------------------


def pulled_and_plugged(up: Table, *, renamed: bool) -> None:
    show(up)
    up.backend.unplug()
    down = up.until_seen(LinkDown)
    up.backend.set_cell(7, 64)
    for _ in range(40):
        up.step()
    up.backend.plug(renamed=renamed)
    plugged_ms = up.clock()
    up.until_seen(LinkUp)
    took_ms = up.clock() - plugged_ms
    snapshot = up.until_seen(Snapshot)
    up.until(lambda: is_lit(up, SHOWN))

    assert isinstance(down, LinkDown)
    assert down.fault is LinkFault.PORT_LOST
    assert len(up.seen(LinkDown)) <= 2  # gone, then "no such device": each told once
    assert isinstance(snapshot, Snapshot)
    assert abs((snapshot.readings[7] or 0) - 64) <= 1
    assert took_ms <= 2000  # 0.5 s of backoff at most, and what a loaded machine adds


@needs(Ability.CABLE, Ability.HANDS, Ability.SIGHT)
def test_the_cable_comes_out_and_goes_in_again(up: Table) -> None:
    pulled_and_plugged(up, renamed=False)


@needs(Ability.OTHER_NAME, Ability.HANDS, Ability.SIGHT)
def test_the_cable_goes_in_again_under_another_device_name(up: Table) -> None:
    pulled_and_plugged(up, renamed=True)


@needs()
def test_two_programs_cannot_hold_one_port(up: Table) -> None:
    with pytest.raises(PortUnavailable, match="in use by"):
        up.open_port()
    up.bridge.send(SnapshotRequest(3))
    up.until_seen(Snapshot)


@needs(Ability.PROCESSES)
def test_lib_04_a_second_process_is_told_that_the_port_is_in_use(up: Table) -> None:
    device = up.backend.url
    if device == "serial://auto":
        device = "pty:" + up.backend.serial_devices()[0].path  # type: ignore[attr-defined]
    script = (
        "import sys\n"
        "from firmware_bridge.errors import PortUnavailable\n"
        "from firmware_bridge.transport import open_port\n"
        "try:\n    open_port(sys.argv[1])\n"
        "except PortUnavailable as error:\n    sys.exit(str(error))\n"
    )
    second = subprocess.run(
        [sys.executable, "-c", script, device],
        capture_output=True,
        text=True,
        timeout=PATIENCE_S,
        check=False,
    )

    assert second.returncode == 1
    assert "in use by another program" in second.stderr
    up.bridge.send(SnapshotRequest(3))
    up.until_seen(Snapshot)


def test_the_second_program_gets_the_port_when_the_first_lets_go(up: Table) -> None:
    other = Bridge(up.open_port, REFERENCE, first_session=900, clock_ms=up.clock)
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


def encode_hello(parts: list) -> bytes:  # type: ignore[type-arg]
    """The greeting that was answered: the newest of those that the recorded host said."""
    from_host = b"".join(piece.data for part in parts for piece in part if piece.direction == ">")
    hello = body_formats()["Hello"][0]
    return [payload for payload in Framer().feed(from_host) if payload[0] == hello][-1]
