"""The device's side of the wire, by its bytes alone."""

from __future__ import annotations

import itertools
import json
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware_bridge.board import BUILT_IN_PALETTE, DARK, NO_HOST_CODES, OUTBOX_LIMIT_BYTES
from firmware_bridge.codec import decode_device, encode, pack_readings, values_hash
from firmware_bridge.conduct import QUEUE_LIMIT
from firmware_bridge.framing import MAX_FRAME_BYTES, Framer, frame
from firmware_bridge.messages import (
    Ack,
    Alive,
    Button,
    ButtonEvent,
    DeviceMessage,
    Heartbeat,
    Hello,
    HostMessage,
    Identity,
    Lights,
    LightsShown,
    Palette,
    PointReport,
    Snapshot,
    SnapshotRequest,
)
from hw_sim.bench_scanner import BenchScanner
from hw_sim.device import Device

WIRE = json.loads((Path(__file__).parents[1] / "vectors/wire.json").read_text())
FRAMES = {vector["name"]: bytes.fromhex(vector["frame"]) for vector in WIRE["vectors"]}
CODES = (1, 2, 3, 4) * 7


class Bench:
    """A device, the clock and a host that only says what the test has it say."""

    def __init__(self, *, noise: float = 0.0) -> None:
        self.scanner = BenchScanner(noise=noise)
        self.device = Device(self.scanner)
        self.now_ms = 0

    def say(self, *messages: HostMessage) -> list[DeviceMessage]:
        for message in messages:
            self.device.receive(frame(encode(message)), self.now_ms)
        return self.heard()

    def run(self, for_ms: int) -> list[DeviceMessage]:
        self.now_ms += for_ms
        self.device.advance(self.now_ms)
        return self.heard()

    def heard(self) -> list[DeviceMessage]:
        return [decode_device(payload) for payload in Framer().feed(self.device.bytes_to_send())]

    def open(self, session: int = 1) -> Bench:
        self.say(Hello(session), SnapshotRequest(1))
        return self


@pytest.fixture
def bench() -> Bench:
    return Bench().open()


def of_kind(kind: type, messages: list[DeviceMessage]) -> list[DeviceMessage]:
    return [message for message in messages if isinstance(message, kind)]


def test_golden_bytes_make_a_whole_conversation() -> None:
    bench = Bench()
    said = ("hello", "snapshot-request", "palette", "lights", "alive")
    bench.device.receive(b"".join(FRAMES[name] for name in said), 0)
    identity, snapshot, shown = bench.heard()

    assert isinstance(identity, Identity)
    assert identity.session == 1
    assert snapshot == Snapshot(3, 0, (0,) * 128)
    assert bench.device.bytes_to_send() == b""
    assert shown == LightsShown(9)
    assert bench.device.lights == tuple(light % 16 for light in range(28))
    assert bench.device.brightness_pct == 60


def test_golden_bytes_come_out_of_it() -> None:
    bench = Bench()
    bench.device.receive(FRAMES["hello"], 0)
    bench.device.bytes_to_send()
    for pressed in (True, False):
        bench.device.press(Button.LIGHT_DONE, pressed, 0)
    bench.device.bytes_to_send()
    bench.device.press(Button.LIGHT_DONE, True, 0)

    assert bench.device.bytes_to_send() == FRAMES["button-down"]
    bench.device.receive(FRAMES["lights-dark"], 0)
    assert bench.device.bytes_to_send() == frame(encode(LightsShown(1)))


def test_without_a_session_only_heartbeats_are_sent() -> None:
    bench = Bench()
    bench.scanner.set(0, 64)
    bench.device.press(Button.LIGHT_DONE, True, 0)
    messages = bench.run(2500) + bench.say(SnapshotRequest(1), Lights(1, 50, CODES), Ack(4))

    assert [type(message) for message in messages] == [Heartbeat, Heartbeat]
    assert all(isinstance(m, Heartbeat) and m.session == 0 for m in messages)


def test_hello_opens_a_session_with_numbers_from_one(bench: Bench) -> None:
    bench.scanner.set(0, 64)
    assert len(of_kind(PointReport, bench.run(20))) == 1
    identity, snapshot = bench.say(Hello(2), SnapshotRequest(5))
    bench.scanner.set(0, 0)
    (report,) = of_kind(PointReport, bench.run(20))

    assert isinstance(identity, Identity)
    assert identity.session == 2
    assert isinstance(snapshot, Snapshot)
    assert snapshot.last_report == 0
    assert isinstance(report, PointReport)
    assert report.number == 1


def test_a_repeated_hello_is_only_answered(bench: Bench) -> None:
    bench.scanner.set(0, 64)
    bench.run(20)
    (identity,) = bench.say(Hello(1))
    bench.scanner.set(0, 0)
    reports = of_kind(PointReport, bench.run(20))

    assert isinstance(identity, Identity)
    assert [report.number for report in reports if isinstance(report, PointReport)] == [2]


def test_reports_are_repeated_ever_more_slowly_until_acknowledged(bench: Bench) -> None:
    bench.scanner.set(0, 64)
    times = []
    for _ in range(400):
        times += [bench.now_ms] * len(of_kind(PointReport, bench.run(10)))
    steps = [after - before for before, after in itertools.pairwise(times)]

    assert steps[:7] == [50, 100, 200, 400, 800, 800, 800]
    bench.say(Ack(1))
    assert of_kind(PointReport, bench.run(5000)) == []


def test_at_most_eight_are_under_way_and_the_rest_follows_the_acks(bench: Bench) -> None:
    for cell in range(0, 60, 5):
        bench.scanner.set(cell, 64)
    first = of_kind(PointReport, bench.run(10))
    second = of_kind(PointReport, bench.say(Ack(8)))

    assert (len(first), len(second)) == (8, 4)


def test_an_ack_said_twice_asks_for_a_repetition_at_once(bench: Bench) -> None:
    bench.scanner.set(0, 64)
    bench.run(10)
    bench.run(10)

    assert len(of_kind(PointReport, bench.say(Ack(0)))) == 1
    assert of_kind(PointReport, bench.say(Ack(0))) == []


def test_an_ack_of_what_was_never_sent_is_nothing(bench: Bench) -> None:
    bench.scanner.set(0, 64)
    bench.run(10)

    assert bench.say(Ack(77)) == []
    assert len(of_kind(PointReport, bench.run(60))) == 1


def test_a_full_queue_keeps_room_for_buttons_and_loses_no_value(bench: Bench) -> None:
    bench.scanner.set_all([64] * 128)
    bench.run(20)
    for _ in range(20):
        bench.device.press(Button.DARK_DONE, True, bench.now_ms)
    assert bench.device.counters.buttons_dropped == 24 + 20 - QUEUE_LIMIT
    values: dict[int, tuple[int | None, ...]] = {}
    for _ in range(20):
        bench.run(60)
        for message in bench.say(Ack(_ * 8)) + bench.run(40):
            if isinstance(message, PointReport):
                values[message.group] = message.readings

    assert set(values) == set(range(26))
    assert {reading for readings in values.values() for reading in readings} == {64}


def test_what_found_no_room_follows_the_first_ack_within_a_scan(bench: Bench) -> None:
    bench.scanner.set_all([64] * 128)
    bench.run(2000)
    assert bench.device.counters.reports == 24
    bench.say(Ack(8))
    bench.run(10)

    assert bench.device.counters.reports == 26


def test_heartbeat_carries_number_and_hash_of_the_values_last_reported(bench: Bench) -> None:
    bench.scanner.set(2, 64)
    (heartbeat,) = of_kind(Heartbeat, bench.run(1000))
    values = [0] * 128
    values[2] = 64

    assert isinstance(heartbeat, Heartbeat)
    assert heartbeat.last_report == 1
    assert heartbeat.values_hash == values_hash(pack_readings(values))
    assert heartbeat.uptime_ms == 1000
    assert heartbeat.session == 1


def test_heartbeats_come_each_second(bench: Bench) -> None:
    assert len(of_kind(Heartbeat, bench.run(60_000))) == 60


def test_no_host_is_shown_after_three_seconds_and_what_was_shown_comes_back(bench: Bench) -> None:
    bench.say(Lights(4, 50, CODES))
    bench.run(2990)
    assert bench.device.lights == CODES
    bench.run(20)
    assert bench.device.no_host
    assert bench.device.lights == NO_HOST_CODES
    assert bench.device.palette == BUILT_IN_PALETTE
    bench.say(Alive())

    assert bench.device.lights == CODES


def test_lights_in_a_palette_not_held_are_refused_without_a_word(bench: Bench) -> None:
    colours = ((9, 9, 9),) * 16

    assert bench.say(Lights(4, 50, CODES, palette=3)) == []
    assert bench.say(Palette(colours, 3), Lights(4, 50, CODES, palette=3)) == [LightsShown(4)]
    assert bench.device.palette == colours


def test_reset_counts_the_boot_and_forgets_the_session(bench: Bench) -> None:
    bench.say(Lights(4, 50, CODES))
    bench.device.reset(bench.now_ms)
    (heartbeat,) = of_kind(Heartbeat, bench.run(1000))
    (identity,) = bench.say(Hello(9))

    assert isinstance(heartbeat, Heartbeat)
    assert (heartbeat.session, heartbeat.lights_frame) == (0, 0)
    assert isinstance(identity, Identity)
    assert identity.boot_counter == 2
    assert bench.device.lights == DARK


def test_boot_loader_sends_text_and_is_deaf(bench: Bench) -> None:
    bench.device.reset(bench.now_ms, banner_ms=2000)
    text = bench.device.bytes_to_send()
    bench.run(1990)
    assert bench.say(Hello(9)) == []
    bench.run(20)

    assert len(text) > 250
    assert text.strip().isascii()
    assert isinstance(bench.say(Hello(9))[0], Identity)


def test_without_power_it_is_dark_and_dumb(bench: Bench) -> None:
    bench.say(Lights(4, 50, CODES))
    bench.device.power(False, bench.now_ms)
    assert bench.run(5000) == []
    assert bench.say(Hello(3)) == []
    assert bench.device.lights == DARK
    bench.device.power(True, bench.now_ms)
    (identity,) = bench.say(Hello(4))

    assert isinstance(identity, Identity)
    assert identity.boot_counter == 2


def test_lost_messages_are_lost_in_their_direction_only(bench: Bench) -> None:
    bench.device.lose(1, "down")
    assert bench.say(SnapshotRequest(2)) == []
    bench.device.lose(1, "up")
    assert bench.say(SnapshotRequest(3)) == []
    assert len(bench.say(SnapshotRequest(4))) == 1
    with pytest.raises(ValueError, match="sideways"):
        bench.device.lose(1, "sideways")


def test_garbling_puts_random_bytes_on_the_line(bench: Bench) -> None:
    bench.device.garble(40, np.random.default_rng(3))

    assert bench.device.bytes_to_send() == np.random.default_rng(3).bytes(40)


def test_scans_at_rest_are_few_and_a_change_is_still_seen_within_one_scan(bench: Bench) -> None:
    bench.run(1000)
    before = bench.device.counters.scans
    bench.run(10_000)
    assert bench.device.counters.scans - before <= 101
    bench.run(37)
    bench.scanner.set(0, 64)

    assert bench.device.next_due_ms() - bench.now_ms <= 10
    assert len(of_kind(PointReport, bench.run(10))) == 1


def test_left_out_scans_change_nothing_that_is_sent() -> None:
    """The same acts on a board that is never believed to rest: the same bytes."""
    sent = []
    for misbehaving in (False, True):
        bench = Bench().open()
        bench.scanner.misbehaving = misbehaving
        data = b""
        for step in range(60):
            if step % 3 == 0:
                bench.scanner.set(step * 2, 10 + step)
            bench.now_ms += 130
            bench.device.advance(bench.now_ms)
            bench.device.receive(frame(encode(Ack(step))), bench.now_ms)
            data += bench.device.bytes_to_send()
        sent.append(data)

    assert sent[0] == sent[1]


def test_the_clock_may_start_anywhere() -> None:
    bench = Bench()
    bench.now_ms = 10**12
    bench.open()
    bench.run(100)

    assert bench.device.counters.scans < 20


def test_nobody_reading_does_not_pile_up(bench: Bench) -> None:
    bench.device.advance(10_000_000)

    assert len(bench.device.bytes_to_send()) <= OUTBOX_LIMIT_BYTES
    assert bench.device.counters.outbox_drops > 0


@given(st.lists(st.binary(max_size=300), max_size=10))
def test_any_bytes_never_raise_and_get_no_answer_but_for_whole_frames(chunks: list[bytes]) -> None:
    bench = Bench()
    for chunk in chunks:
        bench.device.receive(chunk, bench.now_ms)

    assert len(bench.device.bytes_to_send()) <= MAX_FRAME_BYTES * 10
    assert isinstance(bench.say(Alive(), Hello(5))[-1], Identity)


def test_a_button_is_a_numbered_event_of_its_own(bench: Bench) -> None:
    bench.device.press(Button.DARK_UNDO, True, bench.now_ms)

    assert bench.heard() == [ButtonEvent(1, Button.DARK_UNDO, True)]
