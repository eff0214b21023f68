"""Acts on a simulated table, in process and as JSON lines."""

from __future__ import annotations

import contextlib
import json
import socket
import threading
from collections.abc import Collection, Iterator
from pathlib import Path

import numpy as np
import pytest

from firmware_bridge.messages import Button
from hw_sim.acts import HandError
from hw_sim.board import Board
from hw_sim.checkers import START
from hw_sim.hand_port import HandClient, HandPort, HandSocket, handle_line
from hw_sim.placement import QUIET
from hw_sim.sensors import Sensors


class Machine:
    """Notes what was done to buttons, switch and cable."""

    def __init__(self) -> None:
        self.presses: list[tuple[Button, bool, int]] = []
        self.switched: list[tuple[str, bool, int]] = []
        self.phones: list[int | None] = []

    def press(self, button: Button, pressed: bool, now_ms: int) -> None:
        self.presses.append((button, pressed, now_ms))

    def power(self, on: bool, now_ms: int) -> None:
        self.switched.append(("power", on, now_ms))

    def connect(self, plugged: bool, now_ms: int) -> None:
        self.switched.append(("cable", plugged, now_ms))

    def cover(self, slots: Collection[int]) -> None:
        if slots:
            raise ValueError("cover needs a presence-only table")

    def lay_phone(self, slot: int | None) -> None:
        self.phones.append(slot)


@pytest.fixture
def machine() -> Machine:
    return Machine()


@pytest.fixture
def sensors() -> Sensors:
    board = Board(QUIET, np.random.default_rng(1))
    board.lay()
    return Sensors(board, np.random.default_rng(2))


@pytest.fixture
def port(machine: Machine, sensors: Sensors) -> HandPort:
    return HandPort(sensors._board, sensors.faults, machine)


def test_points_are_counted_by_the_side_named(port: HandPort) -> None:
    port.lift("dark", 24)
    port.put("dark", 20)
    slots = port.truth().slots
    assert (slots[0], slots[4]) == (-1, -1)


def test_a_slide_takes_sixty_ms_a_point_and_six_points_from_the_bar(port: HandPort) -> None:
    assert port.slide("light", 13, 7) == 360
    port.advance(359)
    assert port.truth().in_hand == (1, 0)
    port.advance(360)
    assert port.truth().slots[6] == 1
    port.lift("light", 24)
    port.put("light", "bar")
    assert port.slide("light", "bar", 20) == 360


def test_the_wrong_bar_half_and_the_table_beside_are_places(port: HandPort) -> None:
    for place in ("bar.dark", "table", "off", "reserve"):
        port.lift("light", 13)
        port.put("light", place)
    truth = port.truth()
    assert truth.light[25] == 1
    assert (truth.beside, truth.off, truth.reserve) == ((1, 0), (1, 0), (1, 0))


def test_what_cannot_be_done_is_said_in_words(port: HandPort) -> None:
    with pytest.raises(HandError, match="no light checker lies on its 5-point"):
        port.lift("light", 5)
    with pytest.raises(HandError, match="no dark checker is in a hand"):
        port.put("dark", 5)
    with pytest.raises(HandError, match="no place '27'"):
        port.lift("light", 27)
    with pytest.raises(HandError, match="done, double or undo"):
        port.press("light", "take")
    with pytest.raises(HandError, match="presence-only"):
        port.cover("light", 13, 18)


def test_a_held_button_comes_up_when_its_time_is_over(port: HandPort, machine: Machine) -> None:
    port.advance(500)
    port.press("dark", "undo", hold_ms=1500)
    assert port.next_due_ms() == 2000
    port.advance(1999)
    assert machine.presses == [(Button.DARK_UNDO, True, 500)]
    port.advance(2500)
    assert machine.presses[1:] == [(Button.DARK_UNDO, False, 2000)]


def test_pressing_a_button_that_is_down_lets_it_up_first(port: HandPort, machine: Machine) -> None:
    port.press("light", "done", hold_ms=1000)
    port.advance(300)
    port.press("light", "done", hold_ms=1000)
    port.advance(1000)
    assert [pressed for _, pressed, _ in machine.presses] == [True, False, True]
    port.advance(1300)
    assert machine.presses[-1] == (Button.LIGHT_DONE, False, 1300)


def test_a_sweep_leaves_nothing_on_the_board_after_a_second(port: HandPort) -> None:
    port.sweep()
    port.advance(500)
    assert 0 < sum(port.truth().light) < 15
    port.advance(1000)
    assert port.truth().beside == (15, 15)


def test_a_board_can_be_laid(port: HandPort) -> None:
    port.sweep()
    port.advance(1000)
    port.lay(START)
    assert port.truth().slots == START


def test_adding_and_removing_changes_how_many_there_are(port: HandPort) -> None:
    port.add("light", 5)
    port.remove("dark", 6)
    truth = port.truth()
    assert (sum(truth.light), sum(truth.dark)) == (16, 14)


def test_cable_and_switch_are_told_when(port: HandPort, machine: Machine) -> None:
    port.advance(70)
    port.unplug()
    port.plug()
    port.power(False)
    assert machine.switched == [("cable", False, 70), ("cable", True, 70), ("power", False, 70)]


def test_a_phone_is_laid_on_a_point_and_cleared_away(port: HandPort, machine: Machine) -> None:
    port.phone("dark", 13)
    port.clear()
    assert machine.phones == [11, None]
    with pytest.raises(HandError, match="off has no cells"):
        port.phone("dark", "off")


def test_faults_are_named_by_side_point_and_cell(port: HandPort, sensors: Sensors) -> None:
    port.fault_cell("light", 13, 2, "stuck", 90)
    assert sensors.scan(0)[12 * 5 + 1] == 90
    port.fault_checker("light", 24, "flipped")
    assert sensors.field()[23 * 5 : 24 * 5].min() < -40
    port.clear_faults()
    assert sensors.scan(10)[12 * 5 + 1] < 90
    assert sensors.field()[23 * 5 : 24 * 5].min() > -40
    with pytest.raises(HandError, match="cell 6 is not 1-5"):
        port.fault_cell("light", 13, 6, "dead")


def test_one_line_of_json_is_one_act(port: HandPort) -> None:
    line = '{"act":"slide","side":"light","from":8,"to":5}'
    assert json.loads(handle_line(port, line)) == {"ok": True}
    port.advance(1000)
    reply = json.loads(handle_line(port, '{"act":"truth"}'))
    assert reply["truth"]["light"][4] == 1


@pytest.mark.parametrize(
    "line",
    [
        "",
        "nonsense",
        '{"act":"fly"}',
        '{"act":"lift","side":"red","place":5}',
        '{"act":"lift","side":"light"}',
        '{"act":"lift","side":"light","place":5,"speed":3}',
        '{"act":"lift","side":"light","place":"5-point"}',
        b"\xff\xfe",
    ],
)
def test_a_bad_line_is_answered_in_words(port: HandPort, line: str | bytes) -> None:
    reply = json.loads(handle_line(port, line))
    assert reply["ok"] is False
    assert reply["error"]
    assert port.truth().slots == START


@pytest.fixture
def served(port: HandPort, tmp_path: Path) -> Iterator[Path]:
    path = tmp_path / "hands"
    server = HandSocket(path, port, lambda: None)
    stop = threading.Event()

    def serve() -> None:
        while not stop.is_set():
            server.serve(0.02)

    thread = threading.Thread(target=serve)
    thread.start()
    yield path
    stop.set()
    thread.join(2)
    server.close()


def test_hands_in_another_process_do_the_same_through_the_socket(
    served: Path, port: HandPort
) -> None:
    client = HandClient(served)
    client.lift("light", 6)
    client.put("light", 5)
    assert client.truth() == port.truth()
    assert client.truth().slots[4] == 1
    with pytest.raises(HandError, match="no light checker lies on its 1-point"):
        client.lift("light", 1)
    client.close()


def test_a_client_that_vanishes_or_rambles_harms_nobody(served: Path) -> None:
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as gone:
        gone.connect(str(served))
        gone.sendall(b'{"act":"tru')
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as rambling:
        rambling.settimeout(2)
        rambling.connect(str(served))
        rambling.sendall(b"x" * 10_000)
        with contextlib.suppress(ConnectionResetError):
            assert rambling.recv(10) == b""
    client = HandClient(served)
    assert client.truth().slots == START
    client.close()


def test_a_missing_hand_port_is_named(tmp_path: Path) -> None:
    with pytest.raises(HandError, match="no hand port at"):
        HandClient(tmp_path / "none")
