"""The screen's own pages in a real window: a mouse and a keyboard choose a match."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest
from virtual_display import PATIENCE_S, virtual_display

from controller.view.intents import NewMatch
from display.layout_pages import grid, page, split

pytestmark = pytest.mark.slow

SIZE = (800, 480)
WHERE = page(SIZE)
PROGRAM = Path(__file__).parent / "start_process.py"


@pytest.fixture
def display() -> Iterator[str]:
    with virtual_display(*SIZE) as name:
        yield name


class Window:
    """The screen's process, with its mouse and keyboard."""

    def __init__(self, display: str, folder: Path) -> None:
        self._env = os.environ | {"DISPLAY": display, "SDL_VIDEO_WINDOW_POS": "0,0"}
        self._env.pop("SDL_VIDEODRIVER", None)
        self._process = subprocess.Popen(
            [sys.executable, "-u", str(PROGRAM), str(folder)],
            env=self._env,
            stdout=subprocess.PIPE,
            text=True,
        )
        self.wait_for("page ")

    def wait_for(self, wanted: str) -> str:
        """The next line that begins so."""
        assert self._process.stdout is not None
        for line in self._process.stdout:
            if line.startswith(wanted):
                return line.rstrip()
        raise AssertionError(f"the screen ended before {wanted!r}")

    def click(self, at: tuple[float, float]) -> None:
        x, y = str(round(at[0])), str(round(at[1]))
        self.xdotool("mousemove", x, y, "sleep", "0.3", "click", "1")

    def xdotool(self, *words: str) -> None:
        """One go of mouse and keyboard."""
        subprocess.run(["xdotool", *words], env=self._env, check=True, timeout=PATIENCE_S)

    def close(self) -> None:
        self._process.kill()
        self._process.wait(PATIENCE_S)
        assert self._process.stdout is not None
        self._process.stdout.close()


@pytest.fixture
def window(display: str, tmp_path: Path) -> Iterator[Window]:
    made = Window(display, tmp_path)
    yield made
    made.close()


def test_a_mouse_and_a_keyboard_change_a_setting_write_a_name_and_begin_a_match(
    window: Window, tmp_path: Path
) -> None:
    window.click(WHERE.corner.centre)  # the gear
    window.wait_for("page settings")
    at_the_foot = grid(WHERE.main, 3, 4, round(10 * WHERE.u))[1]
    window.click((at_the_foot.right - 20, at_the_foot.centre[1]))
    window.xdotool("sleep", "0.5", "key", "Escape")
    window.wait_for("page ")
    assert json.loads((tmp_path / "screen.json").read_text()) == {"bottom": "dark"}
    window.click((WHERE.main.x + 60, WHERE.main.y + 40))  # light's name
    window.wait_for("page keyboard")
    window.xdotool("sleep", "0.5", "type", "--delay", "60", "Mia Smith")
    window.xdotool("sleep", "0.3", "key", "Return")
    window.wait_for("page ")
    window.click(split(WHERE.foot, (2.8, 1.2), 10)[1].centre)  # Begin
    begun = msgspec.json.decode(window.wait_for("{"), type=NewMatch)
    assert begun.wishes.names == ("Mia Smith", "Gnubg")
