"""serial://auto: found by identity, in virtual time."""

from __future__ import annotations

import re
from pathlib import Path

from firmware_bridge.codec import encode
from firmware_bridge.discovery import KNOWN, PATIENCE_MS, Finder, SerialDevice
from firmware_bridge.errors import PortUnavailable
from firmware_bridge.framing import frame
from firmware_bridge.layout import REFERENCE
from firmware_bridge.link import Link, LinkState
from firmware_bridge.messages import Identity
from firmware_bridge.port import Port
from hw_sim.bench_scanner import BenchScanner
from hw_sim.device import Device

MEGA = SerialDevice("/dev/ttyACM0", "Mega 2560", 0x2341, 0x0042)
PRINTER = SerialDevice("/dev/ttyUSB0", "3D printer", 0x1A86, 0x7523)
PHONE = SerialDevice("/dev/ttyACM7", "modem", 0x1234, 0x0001)
CONSOLE = SerialDevice("/dev/ttyAMA0")


class FakePort:
    """What sits at one device: `says` answers to what was written."""

    def __init__(self, device: Device | None, world: World) -> None:
        self.bytes_read = self.bytes_written = 0
        self.is_open = True
        self._device = device
        self._world = world
        self.chatter = b""

    def fileno(self) -> int:
        return -1

    def read(self) -> bytes:
        said = self._device.bytes_to_send() if self._device is not None else b""
        return self.chatter + said

    def write(self, data: bytes) -> int:
        if self._device is not None:
            self._device.receive(data, self._world.now_ms)
        return len(data)

    def close(self) -> None:
        self.is_open = False


class World:
    """The devices of a machine, a link that wants a table, and the time."""

    def __init__(self, *devices: SerialDevice) -> None:
        self.devices = list(devices)
        self.now_ms = 0
        self.tables: dict[str, Device] = {}
        self.busy: set[str] = set()
        self.opened: list[str] = []
        self.words: list[str] = []
        self.chatter = b""
        self.link = Link(REFERENCE)
        self.finder = Finder(lambda: self.devices, self._open, lambda: self.now_ms)

    def _open(self, path: str) -> Port:
        self.opened.append(path)
        if path in self.busy:
            raise PortUnavailable(f"{path}: in use by another program; stop that one first")
        port = FakePort(self.tables.get(path), self)
        port.chatter = self.chatter
        return port

    def session(self, longest_ms: int = 20_000) -> None:
        """One opening, as the bridge serves it: until the table answers or the port fails."""
        try:
            port = self.finder.open("serial://auto")
            self.link.port_opened(self.now_ms)
            end_ms = self.now_ms + longest_ms
            while self.now_ms < end_ms and self.link.state is not LinkState.UP:
                if data := self.link.data_to_send():
                    port.write(data)
                self.link.receive(port.read(), self.now_ms)
                self.now_ms += 50
                self.link.advance(self.now_ms)
        except PortUnavailable as error:
            self.words.append(str(error))
            self.link.port_closed(self.now_ms, str(error))
            self.now_ms += 500

    def until_up(self) -> World:
        for _ in range(20):
            if self.link.state is LinkState.UP:
                break
            self.session()
        return self

    def lost(self) -> None:
        self.link.port_closed(self.now_ms, "the cable is out")


def a_table() -> Device:
    return Device(BenchScanner())


def test_the_table_is_found_behind_a_device_that_is_none_which_is_said_by_name() -> None:
    world = World(PRINTER, PHONE)
    world.tables[PHONE.path] = a_table()
    world.until_up()

    assert world.opened == [PRINTER.path, PHONE.path]
    assert world.words == [
        "/dev/ttyUSB0 (3D printer) does not answer as a table does; the next device is tried"
    ]
    assert world.now_ms < PATIENCE_MS + 1500


def test_what_may_be_a_board_by_its_usb_numbers_is_tried_first() -> None:
    world = World(PHONE, MEGA)
    world.tables[MEGA.path] = a_table()
    world.until_up()

    assert world.opened == [MEGA.path]


def test_a_device_that_is_not_on_usb_is_left_alone() -> None:
    world = World(CONSOLE)
    world.session()

    assert world.opened == []
    assert "no serial device on USB" in world.words[0]


def test_a_table_that_was_lost_is_tried_first_again() -> None:
    world = World(PRINTER, PHONE)
    world.tables[PHONE.path] = a_table()
    world.until_up()
    world.lost()
    world.opened.clear()
    began_ms = world.now_ms
    world.until_up()

    assert world.opened == [PHONE.path]
    assert world.now_ms - began_ms <= 1000


def test_under_another_name_it_is_found_again() -> None:
    world = World(MEGA)
    world.tables[MEGA.path] = a_table()
    world.until_up()
    world.lost()
    moved = SerialDevice("/dev/ttyACM3", "Mega 2560", 0x2341, 0x0042)
    world.devices, world.tables = [moved], {moved.path: a_table()}
    world.until_up()

    assert world.opened[-1] == moved.path


def test_a_port_in_use_is_passed_over_and_named_where_no_other_is_left() -> None:
    world = World(MEGA, PHONE)
    world.busy = {MEGA.path}
    world.tables[PHONE.path] = a_table()
    world.until_up()
    assert world.opened == [MEGA.path, PHONE.path]

    world.lost()
    world.busy = {MEGA.path, PHONE.path}
    world.session()
    assert world.words[-1].count("in use by another program") == 2


def test_all_devices_are_tried_in_turn_for_ever() -> None:
    world = World(PRINTER, PHONE, MEGA)
    for _ in range(9):
        world.session()

    assert sorted(world.opened[:3]) == sorted(world.opened[3:6]) == sorted(world.opened[6:])
    assert len(set(world.opened)) == 3


def test_a_talkative_device_that_is_none_is_no_table() -> None:
    """Frames of ours with a wrong CRC, text, and a good frame that is no identity."""
    world = World(PRINTER)
    world.chatter = b"ok T:21.0 /0.0\r\n\x00\x03\x06\x09\x03\xc4\xa4\x00\x00\x01\x02"
    world.session()

    assert "does not answer as a table does" in world.words[0]


def test_a_table_of_another_layout_is_not_passed_over() -> None:
    """What is wrong with it is said until somebody mends it."""
    world = World(MEGA, PHONE)
    identity = Identity(1, 1, "1", "another", 16, 4, 1, 1, "x", session=2)
    world.chatter = frame(encode(identity))
    world.session()

    assert world.link.state is LinkState.REFUSED
    assert world.opened == [MEGA.path]


def test_a_boot_loader_of_two_seconds_is_waited_for() -> None:
    world = World(MEGA)
    device = a_table()
    device.advance(0)
    device.reset(0, banner_ms=2000)
    world.tables[MEGA.path] = device
    world.until_up()

    assert world.words == []
    assert world.now_ms <= 4000


def test_the_udev_rule_names_the_same_boards() -> None:
    rule = (Path(__file__).parents[2] / "deploy/60-gammonboard.rules").read_text()
    named = {
        (int(vendor, 16), int(product, 16))
        for vendor, products in re.findall(r'idVendor}=="(\w+)".*idProduct}=="([\w|]+)"', rule)
        for product in products.split("|")
    }

    assert named == KNOWN


def test_sen_07_of_console_gps_and_board_only_the_board_is_chosen() -> None:
    """Neither the first port that opens nor the one that talks, but the one that answers."""
    console, gps = CONSOLE, SerialDevice("/dev/ttyACM0", "GPS", 0x1546, 0x01A7)
    board = SerialDevice("/dev/ttyACM1", "board")
    unknown = SerialDevice(board.path, "board", 0x1209, 0x0001)
    world = World(console, gps, unknown)
    world.chatter = b"$GPGGA,123519,4807.038,N,01131.000,E,1,08,0.9,545.4,M,46.9,M,,*47\r\n"
    world.tables[board.path] = a_table()
    world.until_up()

    assert world.link.state is LinkState.UP
    assert world.opened == [gps.path, board.path]
    world.lost()
    world.until_up()
    assert world.opened == [gps.path, board.path, board.path]


def test_sen_07_a_board_that_usb_names_is_tried_before_anybody_else_is_spoken_to() -> None:
    gps = SerialDevice("/dev/ttyACM0", "GPS", 0x1546, 0x01A7)
    board = SerialDevice("/dev/ttyACM1", "Mega 2560", 0x2341, 0x0042)
    world = World(CONSOLE, gps, board)
    world.tables[board.path] = a_table()
    world.until_up()

    assert world.opened == [board.path]
