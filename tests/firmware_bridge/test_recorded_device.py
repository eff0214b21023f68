"""A recorded device meets hosts of another pace: every question gets an answer that counts."""

from __future__ import annotations

import dataclasses

import pytest

from firmware_bridge.codec import decode_device, encode
from firmware_bridge.framing import Framer, frame
from firmware_bridge.layout import CELLS, CELLS_PER_POINT
from firmware_bridge.messages import (
    Button,
    ButtonEvent,
    DeviceMessage,
    Heartbeat,
    Hello,
    Identity,
    Lights,
    LightsShown,
    Message,
    PointReport,
    Snapshot,
    SnapshotRequest,
)
from firmware_bridge.recorded_device import PATIENCE_MS, RecordedDevice
from firmware_bridge.recording import Recorded

IDENTITY = Identity(1, 1, "sim", "reference", 16, 4, 7, 1, "x", session=4711)
EMPTY = Snapshot(1, 0, (0,) * CELLS)
FULL = Snapshot(2, 1, (64,) * CELLS)
REPORT = PointReport(1, 3, (64,) * CELLS_PER_POINT)
PRESS = ButtonEvent(2, Button.LIGHT_DONE, pressed=True)
BEAT = Heartbeat(1, 0, 3000, lights_frame=1, session=4711)
DARK = Lights(1, 50, (0,) * 28)


def line(at_ms: float, direction: str, *messages: Message) -> Recorded:
    return Recorded(at_ms, direction, b"".join(frame(encode(message)) for message in messages))


PART = [
    line(0, ">", Hello(4711)),
    line(3, "<", IDENTITY),
    line(4, ">", SnapshotRequest(1)),
    line(6, "<", EMPTY),
    line(20, ">", DARK),
    line(22, "<", LightsShown(1)),
    line(500, "<", REPORT),
    line(700, ">", SnapshotRequest(2)),
    line(702, "<", FULL),
    line(800, "<", BEAT),
    line(5000, "<", PRESS),
]


class Host:
    """Writes and reads at set moments; keeps what was said and when."""

    def __init__(self, part: list[Recorded] = PART) -> None:
        self.device = RecordedDevice(part, 0.0)
        self.heard: list[tuple[float, DeviceMessage]] = []
        self.bytes = b""
        self._framer = Framer()

    def ask(self, at_ms: float, *messages: Message) -> None:
        self.until(at_ms)
        self.device.hear(line(at_ms, ">", *messages).data, at_ms)
        self.until(at_ms)

    def until(self, end_ms: float) -> Host:
        while (now_ms := self.device.next_due_ms()) <= end_ms and not self.device.is_over(now_ms):
            said = self.device.say(now_ms)
            self.bytes += said
            self.heard += [(now_ms, decode_device(p)) for p in self._framer.feed(said)]
        return self

    def greeted(self, session: int = 77) -> Host:
        """As far as the recorded host was at 22 ms, by other numbers."""
        self.ask(0, Hello(session))
        self.ask(4, SnapshotRequest(900))
        self.ask(20, dataclasses.replace(DARK, frame=50))
        return self.until(22)

    def last(self) -> tuple[float, DeviceMessage]:
        return self.heard[-1]


def test_a_host_of_the_recorded_pace_hears_the_recording() -> None:
    host = Host()
    for piece in PART:
        if piece.direction == ">":
            host.until(piece.at_ms)
            host.device.hear(piece.data, piece.at_ms)
    host.until(5000)

    assert host.bytes == b"".join(piece.data for piece in PART if piece.direction == "<")
    assert host.last() == (5000, PRESS)


def test_answers_bear_the_numbers_of_the_host_that_asks() -> None:
    host = Host().greeted()

    assert [message for _, message in host.heard] == [
        dataclasses.replace(IDENTITY, session=77),
        dataclasses.replace(EMPTY, request=900),
        LightsShown(50),
    ]


def test_a_host_that_greets_twice_is_known_by_its_newest_session() -> None:
    host = Host()
    host.ask(0, Hello(77))
    host.ask(2, Hello(78))
    host.until(5)

    assert host.heard == [(5, dataclasses.replace(IDENTITY, session=78))]


@pytest.mark.parametrize("asked_ms", [620.0, 700.0, 1500.0])
def test_an_answer_comes_when_it_is_asked_for_early_or_late(asked_ms: float) -> None:
    host = Host().greeted()
    host.ask(asked_ms, SnapshotRequest(901))
    host.until(asked_ms + 2)

    assert host.last() == (asked_ms + 2, dataclasses.replace(FULL, request=901))


def test_a_question_just_before_what_the_recording_tells_has_its_answer_after_that() -> None:
    host = Host([*PART[:7], line(510, ">", SnapshotRequest(2)), line(512, "<", FULL)]).greeted()
    host.ask(480, SnapshotRequest(901))
    host.until(502)

    assert host.heard[-2:] == [(500, REPORT), (502, dataclasses.replace(FULL, request=901))]


def test_a_host_that_asks_once_more_is_told_the_same_again() -> None:
    host = Host().greeted()
    host.ask(700, SnapshotRequest(901))
    host.ask(710, SnapshotRequest(902))

    assert host.last() == (710, dataclasses.replace(FULL, request=902))


def test_what_was_reported_since_the_last_answer_is_told_too() -> None:
    later = PointReport(2, 4, REPORT.readings)
    host = Host([*PART[:7], line(1500, "<", later), *PART[7:]]).greeted()
    host.ask(510, SnapshotRequest(901))
    told = (*[0] * 15, *REPORT.readings, *[0] * (CELLS - 20))

    assert host.last() == (510, Snapshot(901, 1, told))


def test_a_question_long_before_the_next_answer_does_not_take_it() -> None:
    later = PointReport(2, 4, REPORT.readings)
    full = dataclasses.replace(FULL, last_report=2)
    host = Host(
        [*PART[:7], line(650, "<", later), line(700, ">", SnapshotRequest(2)), line(702, "<", full)]
    ).greeted()
    host.ask(510, SnapshotRequest(901))
    host.ask(1000, SnapshotRequest(902))
    host.until(1002)

    assert host.last() == (1002, dataclasses.replace(full, request=902))


def test_after_a_press_a_snapshot_counts_it() -> None:
    host = Host().greeted()
    host.ask(700, SnapshotRequest(901))
    host.until(5000)
    host.ask(5040, SnapshotRequest(902))

    assert host.last() == (5040, dataclasses.replace(FULL, request=902, last_report=2))


def test_a_host_that_asks_once_less_waits_a_second_and_the_rest_comes_as_it_came() -> None:
    host = Host().greeted().until(9000)
    full_ms, beat_ms, press_ms = (at_ms for at_ms, _ in host.heard[-3:])

    assert full_ms == 702 + PATIENCE_MS
    assert beat_ms - full_ms == 98
    assert press_ms - beat_ms == 4200


def test_a_press_comes_after_the_lights_that_the_person_waited_for() -> None:
    part = [*PART[:6], line(23, "<", dataclasses.replace(PRESS, number=1))]
    host = Host(part)
    host.ask(0, Hello(77))
    host.ask(4, SnapshotRequest(900))
    host.ask(600, DARK)
    host.until(603)

    assert [at_ms for at_ms, _ in host.heard[-2:]] == [602, 603]


def test_another_picture_is_confirmed_at_once_and_the_press_waits_for_the_recorded_one() -> None:
    part = [*PART[:6], line(23, "<", dataclasses.replace(PRESS, number=1))]
    host = Host(part)
    host.ask(0, Hello(77))
    host.ask(4, SnapshotRequest(900))
    host.ask(20, dataclasses.replace(DARK, codes=(3,) * 28))
    host.ask(600, dataclasses.replace(DARK, frame=2))
    host.until(603)

    assert [message for _, message in host.heard[2:4]] == [LightsShown(1), LightsShown(2)]
    assert [at_ms for at_ms, _ in host.heard[2:]] == [20, 602, 603]


def test_lights_shown_once_more_are_confirmed_at_once() -> None:
    host = Host().greeted()
    host.ask(300, dataclasses.replace(DARK, frame=51))

    assert host.last() == (300, LightsShown(51))


def test_a_heartbeat_names_the_hosts_session_and_frame() -> None:
    host = Host().greeted()
    host.ask(300, dataclasses.replace(DARK, frame=51))
    host.ask(700, SnapshotRequest(901))
    host.until(800)

    assert host.last() == (800, dataclasses.replace(BEAT, session=77, lights_frame=51))


def test_damaged_bytes_and_frames_in_pieces_pass_byte_for_byte() -> None:
    whole = frame(encode(REPORT))
    part = [
        *PART[:4],
        Recorded(100, "<", b"\x07boot text" + whole[:9]),
        Recorded(101, "<", whole[9:]),
        Recorded(102, "<", b"cut"),
    ]
    host = Host(part)
    host.ask(0, Hello(4711))
    host.ask(4, SnapshotRequest(1))
    host.until(200)

    assert host.bytes == b"".join(piece.data for piece in part if piece.direction == "<")


def test_a_question_at_the_very_end_is_answered_before_the_line_goes() -> None:
    host = Host().greeted()
    host.ask(700, SnapshotRequest(901))
    host.ask(5500, SnapshotRequest(902))

    assert host.last() == (5500, dataclasses.replace(FULL, request=902, last_report=2))
    assert not host.device.is_over(7999)
    assert host.device.is_over(8000)
