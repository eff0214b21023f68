"""Port URLs: each bad one is one clear line; spying keeps every byte."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from firmware_bridge.errors import PortUnavailable
from firmware_bridge.port import Port
from firmware_bridge.recording import Recorded, parse_recording
from firmware_bridge.transport import open_port
from hw_sim.bench_scanner import BenchScanner
from hw_sim.device import Device
from hw_sim.port import PairServer


@pytest.mark.parametrize(
    ("url", "words"),
    [
        ("", "begin with"),
        ("/dev/ttyACM0", "begin with"),
        ("tcp://host:1", "known are pty, replay, serial, sim"),
        ("gpio://", "no table on its own pins"),
        ("replay:", "replay:PATH"),
        ("replay:/nosuchfile", "no recording"),
        ("serial://auto?bauds=9600", "bauds is not known"),
        ("serial://ttyACM0", "whole path"),
        ("serial:ttyACM0", "whole path"),
        ("serial:///dev/nosuchtty", "is the cable in"),
        ("serial:///dev/null?baud=fast", "baud 'fast'"),
        ("serial:///dev/null?baud=1", "9600-2000000"),
        ("serial:///dev/null?bauds=9600", "bauds is not known"),
        ("serial:///dev/null", "serial:///dev/null: "),
        ("pty:", "pty:PATH"),
        ("pty:/dev/pts/none", "is the cable in"),
        ("spy+sim://", "spy=FILE"),
        ("spy+sim://?spy=/nosuchfolder/file", "cannot record to /nosuchfolder/file"),
    ],
)
def test_bad_url_is_one_clear_line(url: str, words: str) -> None:
    server = PairServer(Device(BenchScanner()))
    try:
        with pytest.raises(PortUnavailable) as caught:
            open_port(url, {"sim": server.open_host_end})
    finally:
        server.close()

    assert words in str(caught.value)
    assert "\n" not in str(caught.value)


def test_other_schemes_come_from_the_table_and_get_the_whole_url() -> None:
    asked: list[str] = []
    server = PairServer(Device(BenchScanner()))

    def opener(url: str) -> Port:
        asked.append(url)
        return server.open_host_end(url)

    open_port("sim://?noise=quiet&seed=4", {"sim": opener}).close()
    server.close()

    assert asked == ["sim://?noise=quiet&seed=4"]


@pytest.mark.parametrize("named_by", ["url", "argument"])
def test_spy_records_every_byte_with_direction_and_time(tmp_path: Path, named_by: str) -> None:
    path = tmp_path / "spied"
    asked: list[str] = []
    server = PairServer(Device(BenchScanner()))

    def opener(url: str) -> Port:
        asked.append(url)
        return server.open_host_end(url)

    times = iter(range(10, 100, 10))
    url = f"spy+sim://?seed=4&spy={path}" if named_by == "url" else "spy+sim://?seed=4"
    port = open_port(url, {"sim": opener}, spy_file=str(path), clock_ms=lambda: float(next(times)))
    port.write(bytes.fromhex("0003810103f3c700"))
    server.pump(0)
    answer = port.read()
    port.read()
    port.close()
    server.close()
    text = path.read_text()

    assert asked == ["sim://?seed=4"]
    assert text.startswith("# gammonboard spy 1 sim://?seed=4\n")
    assert list(parse_recording(text)) == [
        Recorded(10.0, ">", bytes.fromhex("0003810103f3c700")),
        Recorded(20.0, "<", answer),
    ]
    assert (port.bytes_read, port.bytes_written) == (len(answer), 8)
    assert answer


def test_spy_that_cannot_record_lets_the_port_go() -> None:
    server = PairServer(Device(BenchScanner()))
    for _ in range(2):
        with pytest.raises(PortUnavailable, match="cannot record"):
            open_port("spy+sim://?spy=/nosuchfolder/file", {"sim": server.open_host_end})
    server.close()


@pytest.mark.parametrize("line", ["1 <", "x < 00", "1 ? 00", "1 < 0g", "1  < 00"])
def test_a_damaged_recording_names_its_line(line: str) -> None:
    with pytest.raises(ValueError, match="line 2"):
        list(parse_recording("# gammonboard spy 1 x\n" + line + "\n"))


def test_a_port_that_cannot_be_opened_leaves_no_descriptor() -> None:
    def descriptors() -> int:
        return len(os.listdir("/proc/self/fd" if Path("/proc/self/fd").exists() else "/dev/fd"))

    before = descriptors()
    for url in ("serial:///dev/nosuchtty", "serial:///dev/null"):
        with pytest.raises(PortUnavailable):
            open_port(url)

    assert descriptors() == before
