"""The conversation in C: rule by rule, and in random talk against the device in Python."""

from __future__ import annotations

import dataclasses

import numpy as np
import pytest
from native_rig import NativeRig, said

from firmware_bridge.codec import encode
from firmware_bridge.conduct import (
    DRIFT,
    FIRST_RESEND_MS,
    HEARTBEAT_MS,
    JUMP,
    QUEUE_LIMIT,
    WINDOW,
)
from firmware_bridge.framing import frame
from firmware_bridge.layout import LIGHTS, REFERENCE
from firmware_bridge.link import Link
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
    LinkUp,
    Palette,
    PointReport,
    Snapshot,
    SnapshotRequest,
)
from hw_sim.bench_scanner import BenchScanner
from hw_sim.device import Device
from hw_sim.native import NativeDevice

pytestmark = pytest.mark.usefixtures("toolchain")


def test_identity_says_who_it_is() -> None:
    rig = NativeRig(session=0)
    rig.tell(Hello(4711))
    (identity,) = rig.heard()

    assert identity == Identity(
        1, 1, "0.1.0", "reference", JUMP, DRIFT, boot_counter=3, board_id=7, build="native",
        session=4711,
    )  # fmt: skip


def test_without_a_session_only_heartbeats_are_sent() -> None:
    rig = NativeRig(session=0)
    rig.tell(SnapshotRequest(1), Lights(1, 50, (1,) * LIGHTS), Alive())
    rig.board.press(Button.LIGHT_DONE, True, 5)
    rig.wait(3 * HEARTBEAT_MS)

    assert [type(message) for message in rig.heard()] == [Heartbeat] * 3


def test_a_button_is_told_again_until_acknowledged() -> None:
    rig = NativeRig()
    rig.board.press(Button.DARK_UNDO, True, 0)
    event = ButtonEvent(1, Button.DARK_UNDO, True)
    assert rig.heard() == [event]
    rig.wait(FIRST_RESEND_MS)
    assert rig.heard() == [event]
    rig.tell(Ack(1))
    rig.wait(500)
    assert rig.heard() == []


def test_no_more_than_a_window_is_under_way_and_a_full_queue_drops_buttons() -> None:
    rig = NativeRig()
    for number in range(QUEUE_LIMIT + 3):
        rig.board.press(Button.LIGHT_DONE, number % 2 == 0, 0)
    assert len(rig.heard()) == WINDOW
    assert rig.board.counters.buttons_dropped == 3
    numbers = list(range(1, WINDOW + 1))
    while len(numbers) < QUEUE_LIMIT:
        rig.tell(Ack(numbers[-1]))
        fresh = rig.heard()
        assert len(fresh) == min(WINDOW, QUEUE_LIMIT - len(numbers))
        numbers += [event.number for event in fresh if isinstance(event, ButtonEvent)]
    assert numbers == list(range(1, QUEUE_LIMIT + 1))


def test_an_ack_of_what_was_never_said_changes_nothing() -> None:
    rig = NativeRig()
    rig.board.press(Button.LIGHT_DONE, True, 0)
    rig.heard()
    rig.tell(Ack(0xFFFFFFFF))
    rig.wait(FIRST_RESEND_MS)

    assert len(rig.heard()) == 1


def test_hello_of_another_session_forgets_the_old_one() -> None:
    rig = NativeRig(session=1)
    rig.board.press(Button.LIGHT_DONE, True, 0)
    rig.heard()
    rig.tell(Hello(2))
    (identity,) = rig.heard()
    rig.board.press(Button.LIGHT_DONE, False, 0)
    (event,) = rig.heard()

    assert isinstance(identity, Identity)
    assert isinstance(event, ButtonEvent)
    assert (identity.session, event.number, event.pressed) == (2, 1, False)


def test_hello_of_the_session_that_is_open_is_only_answered() -> None:
    rig = NativeRig(session=1)
    rig.board.press(Button.LIGHT_DONE, True, 0)
    rig.heard()
    rig.tell(Hello(1))
    assert [type(message) for message in rig.heard()] == [Identity]
    rig.wait(FIRST_RESEND_MS)

    assert rig.heard() == [ButtonEvent(1, Button.LIGHT_DONE, True)]


def test_a_value_out_of_range_is_refused_and_counted_and_not_heard() -> None:
    rig = NativeRig()
    bad = bytearray(encode(Lights(1, 100, (0,) * LIGHTS)))
    bad[3] = 101
    rig.board.receive(frame(bytes(bad)), 0)

    assert rig.board.counters.violations == 1
    assert rig.heard() == []


def test_a_firmware_in_c_is_up_on_the_real_link() -> None:
    device, link = NativeDevice(BenchScanner()), Link(REFERENCE)
    events = list(link.port_opened(0) or [])
    for now_ms in range(300):
        device.advance(now_ms)
        device.receive(link.data_to_send(), now_ms)
        events += link.receive(device.bytes_to_send(), now_ms)

    assert isinstance(events[0], LinkUp)
    assert isinstance(events[1], Snapshot)


class Talk:
    """The same said to the device in Python and to the one in C, at the same times."""

    def __init__(self, seed: int) -> None:
        self.rng = np.random.default_rng(seed)
        self.scanner = BenchScanner()
        self.python = Device(_Twin(self.scanner), boot_counter=1)
        self.native = NativeDevice(_Twin(self.scanner))
        self.now_ms = 0
        self.last = 0
        self.heard = 0
        self.session = 0

    def run(self, steps: int) -> None:
        for _ in range(steps):
            self._something()
            self.now_ms += int(self.rng.choice([0, 1, 7, 10, 30, 60, 250]))
            self.python.advance(self.now_ms)
            self.native.advance(self.now_ms)
            self._compare()

    def _something(self) -> None:
        kind = self.rng.integers(10)
        if kind <= 2:
            for _ in range(self.rng.integers(1, 12)):
                self.scanner.set(int(self.rng.integers(128)), int(self.rng.integers(-127, 128)))
        elif kind == 3:
            press = Button(int(self.rng.integers(6))), bool(self.rng.integers(2)), self.now_ms
            self.python.press(*press)
            self.native.press(*press)
        else:
            data = frame(encode(self._message(kind)))
            self.python.receive(data, self.now_ms)
            self.native.receive(data, self.now_ms)
        self._compare()

    def _message(self, kind: int) -> HostMessage:
        rng = self.rng
        if self.session == 0 or (kind == 9 and rng.random() < 0.2):
            self.session += 1
            self.last = 0
            return Hello(self.session)
        if kind <= 6:
            return Ack(int(self.last - rng.integers(0, 2) * (self.last > 0)))
        if kind == 7:
            return SnapshotRequest(int(rng.integers(65536)))
        if kind == 8:
            codes = tuple(int(code) for code in rng.integers(0, 16, LIGHTS))
            return Lights(int(rng.integers(1, 65536)), 70, codes, int(rng.integers(2)))
        return Palette(tuple((code, 2 * code, 3 * code) for code in range(16)), 1)

    def _compare(self) -> None:
        mine = [_plain(message) for message in said(self.python.bytes_to_send())]
        theirs = [_plain(message) for message in said(self.native.bytes_to_send())]
        assert theirs == mine, f"at {self.now_ms} ms"
        self.heard += len(mine)
        numbers = [m.number for m in mine if isinstance(m, PointReport | ButtonEvent)]
        self.last = max([self.last, *numbers])


class _Twin:
    """One of two who look at the same field: each has seen a change when it has scanned."""

    def __init__(self, scanner: BenchScanner) -> None:
        self._scanner = scanner

    def scan(self, now_ms: int) -> np.ndarray:
        return self._scanner.scan(now_ms)

    def moving(self, now_ms: int) -> bool:
        return True


def _plain(message: DeviceMessage) -> DeviceMessage:
    """Without what may differ between two devices."""
    if isinstance(message, Identity):
        return dataclasses.replace(message, firmware="", build="")
    return message


@pytest.mark.parametrize("seed", range(15))
def test_c_says_what_python_says_in_random_talk(seed: int) -> None:
    talk = Talk(seed)
    talk.run(300)

    assert talk.heard > 100
    assert talk.session >= 1


def test_lights_shown_is_said_for_a_frame_of_the_palette_that_is_held() -> None:
    rig = NativeRig()
    rig.tell(Lights(5, 50, (3,) * LIGHTS), Lights(6, 50, (3,) * LIGHTS, palette=4))

    assert rig.heard() == [LightsShown(5)]
    assert rig.board.counters.frames_refused == 1
