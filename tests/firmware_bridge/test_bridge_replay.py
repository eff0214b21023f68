"""Recordings: parts, real-time playing, what a link makes of them, and what they must not hold."""

from __future__ import annotations

import select
from pathlib import Path

import pytest

from firmware_bridge.codec import encode
from firmware_bridge.errors import PortUnavailable
from firmware_bridge.fault_log import FaultLog, format_fault
from firmware_bridge.framing import frame
from firmware_bridge.layout import REFERENCE
from firmware_bridge.link import Link
from firmware_bridge.messages import Hello, LinkDown, LinkUp
from firmware_bridge.recording import Recorded, parse_parts
from firmware_bridge.replay import Replay, first_session, replay_events
from firmware_bridge.transport import Ports
from hw_sim.bench_scanner import BenchScanner
from hw_sim.device import Device

HELLO = frame(encode(Hello(4711)))


class Time:
    def __init__(self) -> None:
        self.now_ms = 0.0

    def __call__(self) -> float:
        return self.now_ms


def recorded(parts: list[list[Recorded]]) -> str:
    lines = []
    for part in parts:
        lines.append("# gammonboard spy 1 serial:///dev/x")
        lines += [f"{p.at_ms:.3f} {p.direction} {p.data.hex()}" for p in part]
    return "\n".join(lines) + "\n"


PARTS = [
    [Recorded(500.0, ">", HELLO), Recorded(503.0, "<", b"one\0"), Recorded(600.0, "<", b"two\0")],
    [Recorded(9000.0, ">", HELLO), Recorded(9001.0, "<", b"three\0")],
]


def test_a_recording_has_a_part_for_each_opening_and_may_end_in_mid_line() -> None:
    assert list(parse_parts(recorded(PARTS) + "9002.0 < 00ff")) == PARTS


def test_a_piece_comes_so_long_after_the_one_before_it_as_it_once_came() -> None:
    time = Time()
    port = Replay("replay:x", PARTS, time).open()
    time.now_ms = 2.0
    assert port.read() == b""
    time.now_ms = 3.0
    assert port.read() == b"one\0"
    time.now_ms = 99.0
    assert port.read() == b""
    time.now_ms = 100.0
    assert port.read() == b"two\0"
    time.now_ms = 3099.0
    assert port.read() == b""
    time.now_ms = 3100.0
    with pytest.raises(PortUnavailable, match="ends here"):
        port.read()
    port.close()


def test_the_port_becomes_readable_by_itself_when_a_piece_is_due() -> None:
    ports = Replay("replay:x", [PARTS[0][:2]], Time())
    port = ports.open()
    assert not select.select([port.fileno()], [], [], 0)[0]
    port.write(HELLO)
    assert select.select([port.fileno()], [], [], 5)[0]
    port.close()


def test_each_opening_plays_the_next_part_until_all_are_over() -> None:
    replay = Replay("replay:x", PARTS, Time())
    for _ in PARTS:
        replay.open().close()
    with pytest.raises(PortUnavailable, match="the recording is over"):
        replay.open()


def test_a_link_that_begins_with_the_recorded_session_takes_the_answers() -> None:
    device = Device(BenchScanner())
    device.receive(HELLO, 0)
    said = device.bytes_to_send()
    parts = [[Recorded(10.0, ">", HELLO), Recorded(12.0, "<", said)]]
    link = Link(REFERENCE, first_session=first_session(parts))
    events = [event for _, event in replay_events(parts, link)]

    assert isinstance(events[0], LinkUp)
    assert isinstance(events[1], LinkDown)
    assert events[0].identity.session == 4711


@pytest.mark.parametrize("session", [1, 2, 4711, 0xFFFF])
def test_any_recorded_session_is_found_again(session: int) -> None:
    parts = [[Recorded(0.0, ">", frame(encode(Hello(session))))]]
    link = Link(REFERENCE, first_session=first_session(parts))
    link.port_opened(0)

    assert link.data_to_send() == frame(encode(Hello(session)))


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "nothing that a table said"),
        ("# gammonboard spy 1 x\n1.0 > 00\n", "nothing that a table said"),
        ("PK\x03\x04 binary\n", "line 1 is no recording"),
    ],
)
def test_what_is_no_recording_is_refused_by_name(tmp_path: Path, text: str, words: str) -> None:
    path = tmp_path / "recording"
    path.write_text(text)
    with pytest.raises(PortUnavailable, match=words):
        Ports().open(f"replay:{path}")


def test_a_fault_is_kept_with_its_last_messages_and_counters(tmp_path: Path) -> None:
    link = Link(REFERENCE)
    link.port_opened(5)
    (down,) = link.port_closed(9, "the device has gone")
    assert isinstance(down, LinkDown)
    log = FaultLog(tmp_path / "faults")
    log.keep(format_fault(down, link))
    text = (tmp_path / "faults/fault-000001.txt").read_text()

    assert text.startswith("port lost: the device has gone\n")
    assert "framer_bad_crc: 0" in text
    assert "5 > Hello(session=2)" in text


def test_only_the_newest_faults_are_kept(tmp_path: Path) -> None:
    log = FaultLog(tmp_path, kept=3)
    for number in range(7):
        log.keep(f"fault {number}")
    FaultLog(tmp_path, kept=3).keep("after a restart")
    names = sorted(path.name for path in tmp_path.iterdir())

    assert names == ["fault-000006.txt", "fault-000007.txt", "fault-000008.txt"]
    assert (tmp_path / "fault-000008.txt").read_text() == "after a restart"


def test_a_folder_that_cannot_be_written_is_no_fault_of_the_game(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("")
    FaultLog(blocked / "faults").keep("x")

    assert "cannot be kept" in caplog.text
