"""Link: identify first, each report once and in order, the newest lights, silence, restarts."""

from __future__ import annotations

import pytest
from wire_rig import Rig, frames_of

from firmware_bridge.board import NO_HOST_CODES
from firmware_bridge.bridge import LAST_BACKOFF_MS
from firmware_bridge.codec import decode_device, encode
from firmware_bridge.errors import LocalMisuse
from firmware_bridge.framing import Framer, frame
from firmware_bridge.layout import REFERENCE, Layout
from firmware_bridge.link import OUTBOX_LIMIT_BYTES, Link, LinkState
from firmware_bridge.messages import (
    Button,
    ButtonEvent,
    DeviceMessage,
    Heartbeat,
    Identity,
    Lights,
    LightsShown,
    LinkDown,
    LinkFault,
    LinkUp,
    Palette,
    PointReport,
    Snapshot,
    SnapshotRequest,
)
from hw_sim.device import Device

CODES = tuple(light % 16 for light in range(28))
OTHER_CODES = (7,) * 28
REDS = Palette(tuple((code, 0, 0) for code in range(16)))
IDENTITY = Identity(1, 1, "1.0", "reference", 16, 4, 1, 1, "x", session=2)


def said(*messages: DeviceMessage) -> bytes:
    return b"".join(frame(encode(message)) for message in messages)


def has(kind: type, data: bytes) -> bool:
    return any(isinstance(decode_device(payload), kind) for payload in Framer().feed(data))


def without(kind: type, data: bytes) -> bytes:
    return b"".join(one for one in frames_of(data) if not has(kind, one))


@pytest.fixture
def rig() -> Rig:
    """A line that is up and at rest."""
    rig = Rig().open()
    rig.run(500)
    assert rig.link.state is LinkState.UP
    rig.events.clear()
    return rig


def link_up(session: int = 2) -> Link:
    """A link that a scripted device has answered."""
    link = Link(REFERENCE)
    link.port_opened(0)
    assert link.receive(said(IDENTITY), 0) == [LinkUp(IDENTITY, restarted=False)]
    link.data_to_send()
    return link


# --- identifying ---------------------------------------------------------------------------------


def test_link_comes_up_and_begins_with_a_snapshot() -> None:
    rig = Rig().open()
    rig.scanner.set(12, 64)
    rig.run(100)
    (_, up), (_, snapshot) = rig.events

    assert isinstance(up, LinkUp)
    assert up.identity.layout == "reference"
    assert not up.restarted
    assert isinstance(snapshot, Snapshot)
    assert snapshot.readings[12] == 64


def test_nothing_is_believed_before_the_device_has_identified_itself() -> None:
    link = Link(REFERENCE)
    link.port_opened(0)

    assert link.receive(said(PointReport(1, 0, (9,) * 5), Heartbeat(1, 0, 5, 0)), 1) == []
    assert link.counters.before_identity == 2


def test_hello_is_repeated_until_answered_through_a_boot_loader_and_its_text() -> None:
    rig = Rig().open()
    rig.device.advance(rig.now_ms)
    rig.device.reset(rig.now_ms, banner_ms=2000)
    rig.run(3500)
    (up,) = rig.take(LinkUp)

    assert isinstance(up, LinkUp)
    assert rig.link.framer_counters.discarded_bytes > 200


def test_only_the_answer_to_the_newest_hello_counts() -> None:
    link = Link(REFERENCE)
    link.port_opened(0)  # session 2
    link.advance(250)  # session 3

    assert link.receive(said(IDENTITY), 251) == []
    assert link.counters.stale_identities == 1
    assert link.state is LinkState.CALLING


def test_an_identity_repeated_by_the_line_changes_nothing() -> None:
    link = link_up()
    link.receive(said(PointReport(1, 0, (9,) * 5)), 1)

    assert link.receive(said(IDENTITY, PointReport(1, 0, (9,) * 5)), 2) == []


@pytest.mark.parametrize(("low", "high"), [(2, 3), (0, 0)])
def test_another_protocol_is_refused_in_words(low: int, high: int) -> None:
    link = Link(REFERENCE)
    link.port_opened(0)
    (down,) = link.receive(said(Identity(low, high, "9.9", "reference", 16, 4, 1, 1, "x", 2)), 1)

    assert isinstance(down, LinkDown)
    assert down.fault is LinkFault.WRONG_FIRMWARE
    assert f"{low}-{high}" in down.detail
    assert "9.9" in down.detail
    assert "needed is 1" in down.detail
    assert down.detail.endswith("flash it: make -C firmware_bridge/firmware flash")
    assert link.state is LinkState.REFUSED


def test_a_newer_device_that_still_speaks_ours_is_welcome() -> None:
    link = Link(REFERENCE)
    link.port_opened(0)
    (up,) = link.receive(said(Identity(1, 5, "9.9", "reference", 16, 4, 1, 1, "x", 2)), 1)

    assert isinstance(up, LinkUp)


def test_another_layout_is_refused_once_in_words_and_asked_again_now_and_then() -> None:
    rig = Rig(layout=Layout("presence", signed=False)).open()
    rig.run(10_000)
    (down,) = rig.take(LinkDown)

    assert isinstance(down, LinkDown)
    assert down.fault is LinkFault.WRONG_LAYOUT
    assert "'reference'" in down.detail
    assert "'presence'" in down.detail
    assert 3 <= rig.link.framer_counters.frames <= 20


def test_another_layout_is_told_by_the_cells_that_differ() -> None:
    few = Layout(
        "few", signed=False, present=tuple(cell % 5 < 4 for cell in range(120)) + (True,) * 8
    )
    odd = Layout("odd", signed=True, present=(False, *(True,) * 127))
    layouts = {layout.name: layout for layout in (REFERENCE, few, odd)}

    def words(there: str, wanted: Layout) -> str:
        link = Link(wanted, layouts=layouts)
        link.port_opened(0)
        (down,) = link.receive(said(Identity(1, 1, "9.9", there, 16, 4, 1, 1, "x", 2)), 1)
        assert isinstance(down, LinkDown)
        return down.detail

    assert "without cells light 1.1)" in words("odd", REFERENCE)
    assert "with cells light 1.1)" in words("reference", odd)
    assert "light 8.5 and 16 more; with cells that see no colour" in words("few", REFERENCE)
    assert "not known here" in words("strange", REFERENCE)
    assert "device" not in words("strange", REFERENCE)


def test_a_table_of_ones_own_is_told_what_its_layout_file_lacks() -> None:
    link = Link(Layout("mine", signed=True))
    link.port_opened(0)
    (down,) = link.receive(said(Identity(1, 1, "9.9", "reference", 16, 4, 1, 1, "x", 2)), 1)

    assert isinstance(down, LinkDown)
    assert down.detail.endswith("if it is this one, its layout file needs device = 'reference'")


def test_bad_news_says_how_good_the_line_was() -> None:
    rig = Rig().open()
    rig.run(10_000)
    rig.up = lambda data: data.replace(b"\x04", b"\x07")  # heartbeats and reports are damaged
    rig.run(1500)
    rig.up = lambda data: b""
    rig.run(4000)
    (down,) = rig.take(LinkDown)

    assert isinstance(down, LinkDown)
    quality = down.quality
    assert quality is not None
    assert quality.damaged > 0
    assert quality.messages_per_s in (0, 1)
    assert 3000 <= (quality.silent_ms or 0) <= 3100


def test_a_board_swapped_behind_the_same_adapter_is_accepted() -> None:
    rig = Rig(layout=Layout("other", signed=True)).open()
    rig.run(1000)
    rig.device = Device(rig.scanner, layout=Layout("other", signed=True))
    rig.run(3000)

    assert rig.link.state is LinkState.UP


def test_a_port_that_nobody_answers_on_is_told_once() -> None:
    rig = Rig().open()
    rig.is_plugged = False
    rig.run(30_000)
    (down,) = rig.take(LinkDown)

    assert isinstance(down, LinkDown)
    assert down.fault is LinkFault.SILENT
    rig.is_plugged = True
    rig.run(1100)
    assert len(rig.take(LinkUp)) == 1


# --- reports and buttons -------------------------------------------------------------------------


def test_a_jump_arrives_as_a_report_and_is_acknowledged(rig: Rig) -> None:
    rig.scanner.set(3, 64)
    rig.run(20)

    assert rig.take(PointReport) == [PointReport(1, 0, (0, 0, 0, 64, 0))]
    rig.run(1000)
    assert rig.device.counters.resent == 0


def test_a_lost_report_is_waited_for_and_comes_in_order(rig: Rig) -> None:
    rig.device.lose(1)
    rig.scanner.set(3, 64)
    rig.run(20)
    rig.device.press(Button.DARK_DONE, True, rig.now_ms)
    rig.run(200)
    numbers = [
        event.number for _, event in rig.events if isinstance(event, PointReport | ButtonEvent)
    ]

    assert numbers == [1, 2]
    assert rig.link.counters.gaps >= 1


def test_a_lost_ack_makes_a_repetition_that_is_not_handed_up_twice(rig: Rig) -> None:
    rig.device.lose(1, "down")
    rig.scanner.set(3, 64)
    rig.run(300)

    assert len(rig.take(PointReport)) == 1
    assert rig.link.counters.duplicates >= 1


def test_every_frame_doubled_gives_each_report_once(rig: Rig) -> None:
    rig.up = lambda data: b"".join(one + one for one in frames_of(data))
    for cell in range(0, 60, 5):
        rig.scanner.set(cell, 64)
        rig.run(20)
    numbers = [report.number for report in rig.take(PointReport) if isinstance(report, PointReport)]

    assert numbers == list(range(1, 13))


def test_reordered_frames_give_each_report_once_in_order(rig: Rig) -> None:
    rig.up = lambda data: b"".join(reversed(frames_of(data)))
    for cell in range(0, 120, 5):
        rig.scanner.set(cell, 64)
    rig.run(3000)
    numbers = [report.number for report in rig.take(PointReport) if isinstance(report, PointReport)]

    assert numbers == list(range(1, 25))


# --- snapshots -----------------------------------------------------------------------------------


def test_a_snapshot_carries_the_number_that_its_asker_gave(rig: Rig) -> None:
    rig.link.send(SnapshotRequest(70_000), rig.now_ms)
    rig.run(10)
    (snapshot,) = rig.take(Snapshot)

    assert isinstance(snapshot, Snapshot)
    assert snapshot.request == 70_000


@pytest.mark.parametrize("direction", ["up", "down"])
def test_a_lost_snapshot_is_asked_for_again(rig: Rig, direction: str) -> None:
    rig.device.lose(2, direction)
    rig.link.send(SnapshotRequest(5), rig.now_ms)
    rig.run(500)

    assert len(rig.take(Snapshot)) == 1
    assert rig.link.counters.resent == 2


def test_an_answer_that_was_overtaken_is_dropped() -> None:
    link = link_up()  # asked with number 1
    link.send(SnapshotRequest(8), 1)  # number 2
    old, new = Snapshot(1, 0, (1,) * 128), Snapshot(2, 0, (2,) * 128)

    assert link.receive(said(old, new, new), 2) == [Snapshot(8, 0, (2,) * 128)]
    assert link.counters.stale_snapshots == 2


def test_a_snapshot_waits_for_the_reports_before_it() -> None:
    link = link_up()
    one, two = PointReport(1, 0, (1,) * 5), ButtonEvent(2, Button.LIGHT_DONE, True)
    snapshot = Snapshot(1, 2, (2,) * 128)

    assert link.receive(said(snapshot, two), 2) == []
    assert link.receive(said(one, two, PointReport(3, 1, (3,) * 5)), 3) == [
        one,
        two,
        Snapshot(0, 2, (2,) * 128),
        PointReport(3, 1, (3,) * 5),
    ]


def test_a_snapshot_wanted_before_the_line_is_up_is_asked_for_then() -> None:
    rig = Rig()
    rig.link.send(SnapshotRequest(9), rig.now_ms)
    rig.open().run(100)
    (snapshot,) = rig.take(Snapshot)

    assert isinstance(snapshot, Snapshot)
    assert snapshot.request == 9


def test_values_that_differ_from_the_devices_are_found_by_the_next_heartbeat(rig: Rig) -> None:
    """SEN-08: a change that never arrived; the snapshot wins."""
    rig.link._mirror.values[40] = 99
    rig.run(1100)
    (snapshot,) = rig.take(Snapshot)

    assert isinstance(snapshot, Snapshot)
    assert rig.link.counters.hash_mismatches == 1


def test_hashes_agree_through_reports_snapshots_and_losses(rig: Rig) -> None:
    for step in range(40):
        rig.device.lose(step % 3)
        rig.scanner.set(step * 3, 20 + step)
        if step % 4 == 0:
            rig.link.send(SnapshotRequest(step), rig.now_ms)
        rig.run(170)
    rig.run(5000)

    assert rig.link.counters.hash_mismatches == 0
    assert len(rig.take(PointReport)) >= 30


# --- lights --------------------------------------------------------------------------------------


def test_the_newest_lights_are_shown_and_then_left_alone(rig: Rig) -> None:
    rig.link.send(Lights(1, 50, OTHER_CODES), rig.now_ms)
    rig.link.send(Lights(2, 60, CODES), rig.now_ms)
    rig.run(5000)

    assert rig.device.lights == CODES
    assert rig.device.brightness_pct == 60
    assert rig.link.counters.resent == 0


@pytest.mark.parametrize("direction", ["up", "down"])
def test_lost_lights_are_sent_again(rig: Rig, direction: str) -> None:
    rig.device.lose(1, direction)
    rig.link.send(Lights(1, 50, CODES), rig.now_ms)
    rig.run(150)

    assert rig.device.lights == CODES


def test_lights_are_confirmed_by_a_heartbeat_too(rig: Rig) -> None:
    rig.up = lambda data: without(LightsShown, data)
    rig.link.send(Lights(1, 50, CODES), rig.now_ms)
    rig.run(3000)
    resent = rig.link.counters.resent
    rig.run(5000)

    assert resent > 0
    assert rig.link.counters.resent == resent


def test_lights_come_back_after_a_reset_of_the_device(rig: Rig) -> None:
    rig.link.send(REDS, rig.now_ms)
    rig.link.send(Lights(1, 50, CODES), rig.now_ms)
    rig.run(100)
    rig.device.reset(rig.now_ms)
    assert rig.device.lights == (0,) * 28
    rig.run(2500)

    assert rig.device.lights == CODES
    assert rig.device.palette == REDS.colours


def test_lights_wait_for_the_line_and_come_when_it_is_back(rig: Rig) -> None:
    """SEN-10: sending while disconnected fails quietly and is made up for."""
    rig.link.port_closed(rig.now_ms, "cable")
    rig.link.send(Lights(1, 50, CODES), rig.now_ms)
    rig.run(4000)
    assert rig.device.lights == NO_HOST_CODES
    rig.open().run(100)

    assert rig.device.lights == CODES


def test_lights_are_never_shown_in_another_palette(rig: Rig) -> None:
    """The palette is lost, the lights that need it are not: they wait for it."""
    rig.link.send(Lights(1, 50, OTHER_CODES), rig.now_ms)
    rig.run(100)
    rig.device.lose(1, "down")
    rig.link.send(REDS, rig.now_ms)
    rig.run(1)
    assert rig.device.counters.frames_refused == 1
    rig.run(200)

    assert rig.device.palette == REDS.colours
    assert rig.device.lights == OTHER_CODES


def test_what_the_wire_cannot_carry_is_refused_at_once(rig: Rig) -> None:
    with pytest.raises(LocalMisuse):
        rig.link.send(Lights(1, 50, (16,) * 28), rig.now_ms)


# --- silence, restart, reconnect -----------------------------------------------------------------


def test_silence_is_told_after_three_seconds_and_ends_by_itself(rig: Rig) -> None:
    rig.is_plugged = False
    rig.run(20_000)
    (told_ms, _), *_ = rig.events
    (down,) = rig.take(LinkDown)
    assert 1500 + 2000 < told_ms <= 1500 + 3000  # the last heartbeat is up to a second old
    assert isinstance(down, LinkDown)
    assert down.fault is LinkFault.SILENT
    rig.is_plugged = True
    rig.run(1100)
    (up,) = rig.take(LinkUp)

    assert isinstance(up, LinkUp)
    assert not up.restarted


def test_a_restart_is_noticed_and_identified_without_a_link_down(rig: Rig) -> None:
    rig.device.reset(rig.now_ms, banner_ms=300)
    rig.run(2000)
    kinds = [type(event) for _, event in rig.events]
    (up,) = rig.take(LinkUp)

    assert kinds == [LinkUp, Snapshot]
    assert isinstance(up, LinkUp)
    assert up.restarted


def test_a_device_that_forgot_the_session_without_a_restart_is_identified_anew(rig: Rig) -> None:
    rig.device.receive(b"\0" + bytes.fromhex("0003810909"), rig.now_ms)
    other = Link(REFERENCE, first_session=500)
    other.port_opened(rig.now_ms)
    rig.device.receive(other.data_to_send(), rig.now_ms)
    rig.run(1200)
    (up,) = rig.take(LinkUp)

    assert isinstance(up, LinkUp)
    assert not up.restarted
    assert rig.link.counters.new_sessions == 1


def test_unplugging_is_told_with_its_reason_and_plugging_identifies(rig: Rig) -> None:
    assert rig.link.port_closed(rig.now_ms, "cable out") == [
        LinkDown(LinkFault.PORT_LOST, "cable out")
    ]
    assert rig.link.port_closed(rig.now_ms, "cable out") == []
    assert rig.link.next_due_ms() is None
    rig.run(5000)
    rig.open().run(100)

    assert len(rig.take(LinkUp)) == 1


def test_a_report_of_the_last_session_is_not_taken_for_one_of_this() -> None:
    link = link_up()
    link.receive(said(PointReport(1, 0, (1,) * 5)), 1)
    link.port_closed(2, "cable")
    link.port_opened(3)
    late = PointReport(2, 0, (2,) * 5)
    again = Identity(1, 1, "1.0", "reference", 16, 4, 1, 1, "x", session=3)

    assert link.receive(said(late, again), 4) == [LinkUp(again, restarted=False)]


def test_a_frame_that_began_on_the_last_line_does_not_end_on_this() -> None:
    link = link_up()
    answer = said(Identity(1, 1, "1.0", "reference", 16, 4, 1, 1, "x", session=3))
    link.receive(answer[:20], 1)
    link.port_closed(2, "cable")
    link.port_opened(3)

    assert link.receive(answer[20:], 4) == []


def test_bytes_without_an_open_port_are_nothing() -> None:
    link = Link(REFERENCE)

    assert link.receive(said(IDENTITY), 0) == []
    assert link.advance(10) == []


def test_alive_is_said_each_second_and_keeps_the_device_content(rig: Rig) -> None:
    rig.run(20_000)

    assert not rig.device.no_host
    assert rig.take(LinkDown) == []


def test_a_line_that_takes_nothing_does_not_pile_up() -> None:
    link = link_up()
    for step in range(10_000):
        link.send(Lights(1, 50, CODES), step)

    assert len(link.data_to_send()) <= OUTBOX_LIMIT_BYTES
    assert link.counters.outbox_drops > 0


def test_a_full_outbox_is_no_reason_to_hurry() -> None:
    link = link_up()
    for step in range(1000):
        link.send(Lights(1, 50, CODES), step)
    link.advance(2500)

    assert (link.next_due_ms() or 0) > 2500


def test_a_device_that_shows_another_frame_gets_the_newest_again(rig: Rig) -> None:
    rig.link.send(Lights(1, 50, CODES), rig.now_ms)
    rig.run(1100)
    rig.device._shown.codes, rig.device._shown.frame = OTHER_CODES, 77
    rig.run(1200)

    assert rig.device.lights == CODES


def test_the_last_messages_are_kept_for_fault_reports(rig: Rig) -> None:
    rig.run(600_000)

    assert len(rig.link.recent) == 200
    assert {direction for _, direction, _ in rig.link.recent} == {"<", ">"}


def test_violations_with_a_good_crc_are_counted() -> None:
    link = link_up()

    assert link.receive(frame(b"\x7f\x00"), 1) == []
    assert link.counters.violations == 1


@pytest.mark.parametrize("off_ms", [200, 2500, 3100, 9000, 61_300])
@pytest.mark.parametrize("phase_ms", [0, 170, 333, 510, 999])
def test_a_device_that_answers_again_is_in_step_within_a_second(off_ms: int, phase_ms: int) -> None:
    rig = Rig().open()
    rig.run(2000 + phase_ms)
    rig.device.power(False, rig.now_ms)
    rig.run(off_ms)
    rig.device.power(True, rig.now_ms)
    back_ms = rig.now_ms
    rig.events.clear()
    rig.run(5000)
    took_ms = [at_ms - back_ms for at_ms, event in rig.events if isinstance(event, LinkUp)]

    assert len(took_ms) == 1
    assert took_ms[0] <= 1000 + 10


@pytest.mark.parametrize("deaf_ms", [800, 1500, 2000])
@pytest.mark.parametrize("phase_ms", [0, 170, 333, 510, 999])
def test_lib_05_opening_a_port_that_resets_the_board_takes_four_seconds_at_most(
    deaf_ms: int, phase_ms: int
) -> None:
    rig = Rig()
    rig.run(phase_ms)
    rig.device.reset(rig.now_ms, banner_ms=deaf_ms)
    opened_ms = rig.now_ms
    rig.open()
    rig.run(6000)
    took_ms = [at_ms - opened_ms for at_ms, event in rig.events if isinstance(event, Snapshot)]

    assert took_ms[0] <= 4000 - LAST_BACKOFF_MS
    assert not any(isinstance(event, LinkDown) for _, event in rig.events)
