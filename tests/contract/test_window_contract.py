"""`sim --window` on a real display: a mouse drags a checker, keys and the menu reach the table."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from contract_rig import PATIENCE_S, Process
from virtual_display import virtual_display

from controller.rules.plays import legal_plays
from controller.rules.position import START as SET_UP
from controller.rules.position import Side
from firmware_bridge.bridge import Bridge
from firmware_bridge.layout import REFERENCE, cells_of, group_of
from firmware_bridge.messages import Button, ButtonEvent, LinkEvent, PointReport, Snapshot
from firmware_bridge.transport import open_port
from hw_sim.board import Truth
from hw_sim.checkers import START, Colour, parse_place
from hw_sim.geometry import XY, position
from hw_sim.hand_port import HandClient
from hw_sim.table import SimTable
from hw_sim.window.layout import Layout
from hw_sim.window.menu import STUCK_AT, open_menu
from hw_sim.window.scene import checkers_of

pytestmark = pytest.mark.slow

SIZE = (1280, 720)
LAYOUT = Layout(*SIZE)


@pytest.fixture
def display() -> Iterator[str]:
    """A screen of our own; its name."""
    with virtual_display(*SIZE) as name:
        yield name


class Window:
    """The table's process, its mouse and keyboard, and its hand port to see what is true."""

    def __init__(self, display: str, folder: Path) -> None:
        self._display = display
        self.link, socket = folder / "table.pty", folder / "hands.socket"
        words = ["sim", "--window", "--link", str(self.link), "--hands", str(socket)]
        words += ["--calibration", str(folder / "data" / "calibration.json")]
        self._process = Process(*words, env=self._environment())
        self._process.wait_for(re.escape(f"pty:{self.link}"))
        self._process.wait_for(re.escape(str(socket)))
        self.hands = HandClient(socket)
        self.number = self.xdotool("search", "--sync", "--class", "gammonboard-table").split()[-1]
        self.xdotool("windowfocus", self.number)  # nobody else does: there is no window manager

    def xdotool(self, *words: str) -> str:
        """One go of mouse and keyboard."""
        return subprocess.run(
            ["xdotool", *words],
            env=self._environment(),
            capture_output=True,
            text=True,
            check=True,
            timeout=PATIENCE_S,
        ).stdout

    def drag(self, start: XY, end: XY, button: str = "1") -> None:
        self.move(start)
        self.xdotool("mousedown", button)
        self.move(((start[0] + end[0]) / 2, (start[1] + end[1]) / 2))
        self.move(end)
        self.xdotool("mouseup", button)

    def click(self, at: XY) -> None:
        self.move(at)
        self.xdotool("click", "1")

    def carry(self, colour: Colour, source: int, to: int) -> None:
        """Drag the checker nearest to the middle from one point of a side to another."""
        slots = [parse_place(colour, place) for place in (source, to)]
        assert isinstance(slots[0], int)
        assert isinstance(slots[1], int)
        before = self.hands.truth()
        count = abs(before.slots[slots[0]])
        self.drag(slot_px(slots[0], 24.0 + 48.0 * (min(count, 5) - 1)), slot_px(slots[1], 100.0))
        self.until(lambda truth: truth.in_hand == (0, 0) and truth != before)

    def move(self, at: XY) -> None:
        self.xdotool("mousemove", str(round(at[0])), str(round(at[1])))

    def host(self) -> Bridge:
        """The product's end of the table's line."""
        return Bridge(lambda: open_port(f"pty:{self.link}", None), REFERENCE)

    def until(self, is_so: Callable[[Truth], bool]) -> Truth:
        """The first truth that is so."""
        end = time.monotonic() + PATIENCE_S
        while not is_so(truth := self.hands.truth()):
            assert time.monotonic() < end, truth
            time.sleep(0.02)
        return truth

    def close(self) -> None:
        """Stop the table as systemd would; it ends well."""
        self.hands.close()
        assert self._process.end() == 0

    def _environment(self) -> dict[str, str]:
        kept = {name: value for name, value in os.environ.items() if name != "SDL_VIDEODRIVER"}
        return kept | {"DISPLAY": self._display}


@pytest.fixture
def window(display: str, tmp_path: Path) -> Iterator[Window]:
    window = Window(display, tmp_path)
    yield window
    window.close()


def wait_for(bridge: Bridge, is_it: Callable[[LinkEvent], bool]) -> LinkEvent:
    """The next event that is meant."""
    end = time.monotonic() + PATIENCE_S
    while True:
        event = bridge.events.get(timeout=max(0.01, end - time.monotonic()))
        if is_it(event):
            return event


def shows(event: LinkEvent, cell: int, least: int = 40) -> bool:
    """Whether a report has this cell at `least` or more."""
    if not isinstance(event, PointReport) or group_of(cell) != event.group:
        return False
    reading = event.readings[cells_of(event.group).index(cell)]
    return reading is not None and reading >= least


def slot_px(slot: int, along: float = 24.0) -> XY:
    return LAYOUT.to_px(position(slot, along))


def test_a_checker_dragged_to_another_point_lies_there(window: Window) -> None:
    window.drag(slot_px(7, 120.0), slot_px(4))
    truth = window.until(lambda truth: truth.slots[4] == 1)
    assert truth.slots[7] == 2
    assert truth.in_hand == (0, 0)


def test_while_the_mouse_holds_it_the_checker_is_in_a_hand(window: Window) -> None:
    window.move(slot_px(7, 120.0))
    window.xdotool("mousedown", "1")
    assert window.until(lambda truth: truth.in_hand == (1, 0)).slots[7] == 2
    window.move((60.0, 300.0))
    window.xdotool("mouseup", "1")
    assert window.until(lambda truth: truth.in_hand == (0, 0)).beside == (1, 0)


def test_two_checkers_at_once_with_shift_and_back_with_escape(window: Window) -> None:
    window.move(slot_px(5, 216.0))
    window.xdotool("keydown", "shift", "mousedown", "1")
    window.until(lambda truth: truth.in_hand == (2, 0))
    window.xdotool("keyup", "shift")
    window.move(slot_px(2, 60.0))
    window.xdotool("key", "Escape")
    window.until(lambda truth: truth.in_hand == (0, 0))
    window.xdotool("mouseup", "1")
    assert window.until(lambda truth: truth.in_hand == (0, 0)).slots == START


def test_a_checker_slid_with_the_right_button_is_reported_on_its_way(window: Window) -> None:
    with window.host() as bridge:
        wait_for(bridge, lambda event: isinstance(event, Snapshot))
        window.move(slot_px(7, 120.0))
        window.xdotool("mousedown", "3")
        for slot in (4, 3, 2):
            window.move(slot_px(slot))
            wait_for(bridge, lambda event, slot=slot: shows(event, cells_of(slot)[0]))
        window.xdotool("mouseup", "3")
    assert window.until(lambda truth: truth.in_hand == (0, 0)).slots[2] == 1


def test_keys_and_clicks_are_presses_on_the_wire(window: Window) -> None:
    with window.host() as bridge:
        wait_for(bridge, lambda event: isinstance(event, Snapshot))
        for words, button in (
            (("key", "d"), Button.LIGHT_DONE),
            (("key", "shift+u"), Button.DARK_UNDO),
            (("click", "1"), Button.DARK_DOUBLE),
        ):
            window.move(LAYOUT.button(Colour.DARK, "double").centre)
            window.xdotool(*words)
            for is_down in (True, False):
                event = wait_for(bridge, lambda event: isinstance(event, ButtonEvent))
                assert isinstance(event, ButtonEvent)
                assert (event.button, event.pressed) == (button, is_down)


def test_the_menu_breaks_what_lies_under_the_pointer(window: Window) -> None:
    cell = cells_of(7)[0]
    with window.host() as bridge:
        wait_for(bridge, lambda event: isinstance(event, Snapshot))
        at = LAYOUT.cell(cell)
        window.move(at)
        window.xdotool("key", "f")
        lying = checkers_of(SimTable().board, LAYOUT, {})
        menu = open_menu(LAYOUT, (round(at[0]), round(at[1])), lying[0], is_plugged=True)
        stuck = next(n for n, line in enumerate(menu.lines) if line.text.startswith("Stuck"))
        window.move(menu.boxes[stuck].centre)
        window.xdotool("click", "1")
        wait_for(bridge, lambda event: shows(event, cell, STUCK_AT))


@pytest.fixture
def service(window: Window, tmp_path: Path) -> Iterator[Process]:
    """The product on the window's table."""
    config = tmp_path / "table.toml"
    config.write_text(f'[table]\nport = "pty:{window.link}"\n', "utf-8")
    service = Process("serve", "--config", str(config), "--data-dir", str(tmp_path / "data"))
    yield service
    assert service.end() == 0


def test_a_whole_turn_is_played_with_the_mouse(window: Window, service: Process) -> None:
    """A wrong play first, mended by dragging it back; what is recorded is what was played."""
    service.wait_for("board is ready")
    window.click(LAYOUT.button(Colour.LIGHT, "done").centre)
    found = service.wait_for(r"to (Light|Dark): Play (\d)-(\d)")
    side, roll = Side(found[1].lower()), (int(found[2]), int(found[3]))
    colour = Colour(side.value)

    window.carry(colour, 8, 9)
    service.wait_for("Move one")
    window.carry(colour, 9, 8)
    service.wait_for(rf"to {found[1]}: Play")

    play = legal_plays(SET_UP.board(side), roll).plays[0]
    for step in play.steps:
        window.carry(colour, step.source, step.to)
    service.wait_for("Done ends your turn")
    window.click(LAYOUT.button(colour, "done").centre)
    recorded = service.wait_for(rf"{found[1]} plays (\S+/.*)")
    assert [set(step.split("/")) for step in recorded[1].split()] == [
        {str(step.source), str(step.to)} for step in play.steps
    ]


def test_a_window_without_a_display_is_refused_in_one_line(tmp_path: Path) -> None:
    left_out = ("DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER")
    kept = {name: value for name, value in os.environ.items() if name not in left_out}
    done = subprocess.run(
        [sys.executable, "-m", "controller", "sim", "--window"],
        env=kept | {"XDG_RUNTIME_DIR": str(tmp_path)},  # libwayland complains without one
        capture_output=True,
        text=True,
        check=False,
        timeout=PATIENCE_S,
    )
    assert done.returncode == 2
    assert done.stdout == ""
    assert re.fullmatch(r"gammonboard: no display for the table's window.*\n", done.stderr)
