"""Lines to a device: real ptys and pairs, unplugging, bounded queues, lock-step."""

from __future__ import annotations

import os
import select
from collections.abc import Iterator
from pathlib import Path

import pytest

from firmware_bridge.codec import decode_device, encode
from firmware_bridge.errors import PortUnavailable
from firmware_bridge.framing import Framer, frame
from firmware_bridge.layout import REFERENCE
from firmware_bridge.link import Link, LinkState
from firmware_bridge.messages import Hello, Identity, PointReport, SnapshotRequest
from firmware_bridge.port import Port
from firmware_bridge.transport import open_port
from hw_sim.bench_scanner import BenchScanner
from hw_sim.device import Device
from hw_sim.port import (
    QUEUE_LIMIT_BYTES,
    LineServer,
    LockStep,
    PairServer,
    PtyServer,
    parse_sim_url,
)

HELLO = frame(encode(Hello(1)))


class Talker:
    """A device that says what it was told to say."""

    def __init__(self) -> None:
        self.to_say = b""
        self.heard = b""

    def receive(self, data: bytes, now_ms: int) -> None:
        self.heard += data

    def bytes_to_send(self) -> bytes:
        said, self.to_say = self.to_say, b""
        return said


def read_twice(port: Port) -> None:
    """A serial port forgives one empty reading."""
    port.read()
    port.read()


@pytest.fixture(params=["pty", "pair"])
def kind(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def talker() -> Talker:
    return Talker()


@pytest.fixture
def server(kind: str, talker: Talker, tmp_path: Path) -> Iterator[LineServer]:
    server = PtyServer(talker, tmp_path / "table") if kind == "pty" else PairServer(talker)
    yield server
    server.close()


def open_host(server: LineServer) -> Port:
    if isinstance(server, PairServer):
        return server.open_host_end()
    assert isinstance(server, PtyServer)
    return open_port(f"pty:{server.path}")


def test_all_byte_values_pass_both_ways(server: LineServer, talker: Talker) -> None:
    port = open_host(server)
    step = LockStep(server, port)
    everything = bytes(range(256))
    talker.to_say = everything
    step.to_device(everything, 0)

    assert talker.heard == everything
    assert step.to_host(0) == everything
    port.close()


def test_more_than_the_line_holds_passes_whole(server: LineServer, talker: Talker) -> None:
    port = open_host(server)
    step = LockStep(server, port)
    much = bytes(range(1, 251)) * 200
    talker.to_say = much
    assert step.to_host(0) == much
    step.to_device(much, 0)

    assert talker.heard == much
    port.close()


def test_a_host_that_reads_nothing_costs_a_bounded_queue(
    server: LineServer, talker: Talker
) -> None:
    port = open_host(server)
    for _ in range(2000):
        talker.to_say = b"x" * 1000
        server.pump(0)

    assert len(server._queue) <= QUEUE_LIMIT_BYTES
    assert server.bytes_dropped + server.bytes_written + len(server._queue) == 2_000_000
    port.close()


def test_unplugging_is_seen_by_the_host_and_what_is_said_meanwhile_is_lost(
    server: LineServer, talker: Talker
) -> None:
    port = open_host(server)
    server.unplug()
    talker.to_say = b"lost"
    server.pump(0)
    assert select.select([port.fileno()], [], [], 1)[0]
    with pytest.raises(PortUnavailable, match="has gone"):
        read_twice(port)
    port.close()
    with pytest.raises(PortUnavailable):
        open_host(server)
    server.plug()
    again = open_host(server)
    talker.to_say = b"new"

    assert LockStep(server, again).to_host(0) == b"new"
    assert server.bytes_dropped == 4
    again.close()


def test_one_host_at_a_time(server: LineServer) -> None:
    first = open_host(server)
    with pytest.raises(PortUnavailable, match="in use by another program"):
        open_host(server)
    first.close()
    open_host(server).close()


def test_hosts_come_and_go_on_one_line(server: LineServer, talker: Talker) -> None:
    for _ in range(3):
        port = open_host(server)
        talker.to_say = b"hello"
        assert LockStep(server, port).to_host(0) == b"hello"
        port.close()
        server.pump(0)


def test_closing_may_be_done_again(server: LineServer) -> None:
    port = open_host(server)
    for end in (port, server, port, server):
        end.close()

    assert not server.is_plugged


def test_bytes_that_never_arrive_are_an_error_not_a_hang(server: LineServer) -> None:
    port = open_host(server)
    step = LockStep(server, port)
    port.close()
    with pytest.raises(PortUnavailable):
        step.to_device(b"x", 0)


def test_link_and_device_talk_in_lock_step_over_the_line(kind: str, tmp_path: Path) -> None:
    """A second of virtual time, byte for byte the same however slow the kernel is."""

    def run() -> list[object]:
        scanner = BenchScanner(noise=1.0)
        device = Device(scanner)
        server = PtyServer(device, tmp_path / "table") if kind == "pty" else PairServer(device)
        port = open_host(server)
        step, link = LockStep(server, port), Link(REFERENCE)
        link.port_opened(0)
        events: list[object] = []
        for now_ms in range(0, 1000, 10):
            if now_ms == 500:
                scanner.set(3, 64)
            device.advance(now_ms)
            events += link.advance(now_ms)
            while True:
                up, down = step.to_host(now_ms), link.data_to_send()
                if not (up or down):
                    break
                step.to_device(down, now_ms)
                events += link.receive(up, now_ms)
        port.close()
        server.close()
        assert link.state is LinkState.UP
        return events

    first = run()

    assert first == run()
    assert any(isinstance(event, PointReport) for event in first)


def test_pty_has_a_link_that_moves_with_the_cable(tmp_path: Path) -> None:
    link = tmp_path / "table"
    server = PtyServer(Device(BenchScanner()), link)
    first = os.readlink(link)
    server.unplug()
    assert not link.is_symlink()
    holder = os.open("/dev/null", os.O_RDONLY)
    server.plug()

    assert os.readlink(link).startswith("/dev/")
    assert server.path == str(link)
    assert first.startswith("/dev/")
    os.close(holder)
    server.close()
    assert not link.is_symlink()


def test_pty_without_a_link_is_named_by_the_system() -> None:
    server = PtyServer(Device(BenchScanner()))
    port = open_port(f"pty:{server.path}")
    step = LockStep(server, port)
    step.to_device(HELLO + frame(encode(SnapshotRequest(1))), 0)
    identity, _ = [decode_device(payload) for payload in Framer().feed(step.to_host(0))]

    assert isinstance(identity, Identity)
    port.close()
    server.close()


@pytest.mark.parametrize(
    ("url", "words"),
    [
        ("sim://", {}),
        ("sim://?noise=realistic&seed=7", {"noise": "realistic", "seed": "7"}),
        ("sim:///?seed=7", {"seed": "7"}),
    ],
)
def test_sim_url_gives_its_words(url: str, words: dict[str, str]) -> None:
    assert parse_sim_url(url, {"noise", "seed"}.__contains__) == words


@pytest.mark.parametrize(
    "url",
    ["sim://host", "sim:///path", "pty:x", "sim://?nose=1", "sim://?seed=", "sim://?seed=1&seed=2"],
)
def test_sim_url_with_strange_words_is_refused(url: str) -> None:
    with pytest.raises(PortUnavailable, match=r"sim://\?key|is unknown, empty"):
        parse_sim_url(url, {"noise", "seed"}.__contains__)
