"""`gammonboard screen` where there is no display: words, and an exit that is no crash."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

DRIVERS = {
    None: "neither DISPLAY nor WAYLAND_DISPLAY is set, and SDL_VIDEODRIVER is not set",
    "dummy": "SDL_VIDEODRIVER is dummy, which draws where nobody sees it",
    "offscreen": "SDL_VIDEODRIVER is offscreen, which draws where nobody sees it",
    "kmsdrm": "SDL_VIDEODRIVER is kmsdrm: kmsdrm not available",
    "x11": "SDL_VIDEODRIVER is x11: x11 not available",
    "no-such-driver": "SDL_VIDEODRIVER is no-such-driver: no-such-driver not available",
}


def environment(driver: str | None) -> dict[str, str]:
    """This one's, without any display, and with a driver of SDL's."""
    left_out = ("DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER")
    kept = {name: value for name, value in os.environ.items() if name not in left_out}
    return kept if driver is None else {**kept, "SDL_VIDEODRIVER": driver}


def gammonboard(driver: str | None, *words: str | Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "controller", *words],
        env=environment(driver), capture_output=True, text=True, timeout=60, check=False,
    )  # fmt: skip


@pytest.mark.parametrize("driver", DRIVERS)
def test_lib_13_without_a_display_one_line_names_the_driver_that_was_tried(
    driver: str | None,
) -> None:
    done = gammonboard(driver, "screen")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == (
        f"gammonboard: there is no display ({DRIVERS[driver]});"
        " start the screen in a desktop or kiosk session\n"
    )


@pytest.mark.slow
def test_lib_13_a_match_is_played_and_kept_where_no_display_is(tmp_path: Path) -> None:
    done = gammonboard("kmsdrm", "play", "--length", "1", "--seed", "3", "--data-dir", tmp_path)
    assert done.returncode == 0, done.stderr
    assert "wins" in done.stdout


def test_lib_13_the_table_loads_nothing_of_the_screen() -> None:
    """So a missing library or driver of the screen cannot touch it."""
    code = "import sys, controller.commands.serve; print('pygame' in sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=True
    )
    assert done.stdout == "False\n"
