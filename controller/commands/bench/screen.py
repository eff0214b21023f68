"""`bench screen`: what a picture costs, how soon a press is seen, what an idle screen takes.

Each figure comes from a process of its own (`display.measure`) with a real window: on the display
there is, or on an Xvfb started for it. Without either the rows say so and miss their budgets.
"""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator

from controller.commands.bench.report import Row, percentile

SMALL, LARGE = (800, 480), (1920, 1080)
CHILD_S = 240.0
NO_DISPLAY = "no display, and no Xvfb to make one"


def run(seconds: float = 5.0, seed: int = 1) -> list[Row]:
    """seconds: how long each idle screen is watched."""
    with _display() as environment:
        if environment is None:
            return _rows({}, {}, {}, {}, {}, {})
        return _rows(
            _measured(environment, "redraw", LARGE, seed, seconds),
            _measured(environment, "latency", LARGE, seed, seconds),
            _measured(environment, "tabs", LARGE, seed, seconds),
            _measured(environment, "rest", SMALL, seed, seconds),
            _measured(environment, "rest", LARGE, seed, seconds),
            _measured(environment, "ticking", SMALL, seed, seconds),
        )


Figures = dict[str, list[float] | dict[str, list[float]] | float]


def _rows(
    redraw: Figures, latency: Figures, tabs: Figures, small: Figures, large: Figures, clock: Figures
) -> list[Row]:
    return [
        _worst("full redraw 1920x1080 p50, worst scene", redraw, "frame_ms", 12, 0.50),
        _worst("full redraw 1920x1080 p99, worst scene", redraw, "frame_ms", None, 0.99),
        *_each("full redraw 1920x1080 p50", redraw, "frame_ms", 12, 0.50),
        _row("frame of a fade 1920x1080 p50", redraw, "fade_ms", "ms", None, 0.50),
        _row("scene from snapshot p50", redraw, "scene_ms", "ms", None, 0.50),
        _row("input to changed pixel p99", latency, "input_ms", "ms", 50, 0.99),
        _row("input to changed pixel p50", latency, "input_ms", "ms", None, 0.50),
        _row(
            "key to changed pixel p99, all scenes",
            _together(tabs, "tab_ms"),
            "tab_ms",
            "ms",
            50,
            0.99,
        ),
        _worst("key to changed pixel p50, worst scene", tabs, "tab_ms", None, 0.50),
        _row("start to first picture 800x480", small, "start_ms", "ms", 1500),
        _row("start to first picture 1920x1080", large, "start_ms", "ms", 1500),
        _row("start to textured picture 1920x1080", large, "textured_ms", "ms", None),
        _row("idle 800x480", small, "cpu_pct", "% of a core", 2),
        _row("idle 1920x1080", large, "cpu_pct", "% of a core", 2),
        _row("idle with a running delay 800x480", clock, "cpu_pct", "% of a core", None),
        _row("memory 800x480", small, "rss_mb", "MB", 150),
        _row("memory 1920x1080", large, "rss_mb", "MB", 200),
        _row("memory 1920x1080 after every state", tabs, "rss_mb", "MB", 200),
    ]


def _each(name: str, figures: Figures, key: str, budget: float, share: float) -> list[Row]:
    """A row for each scene."""
    scenes = figures.get(key)
    if not isinstance(scenes, dict):
        return []
    return [
        _row(f"{name}, {scene}", {key: took}, key, "ms", budget, share)
        for scene, took in scenes.items()
    ]


def _together(figures: Figures, key: str) -> Figures:
    """All scenes' figures as one list: a dozen of one scene have no hundredth of their own."""
    scenes = figures.get(key)
    if not isinstance(scenes, dict):
        return figures
    return {key: [took for each in scenes.values() for took in each]}


def _worst(name: str, figures: Figures, key: str, budget: float | None, share: float) -> Row:
    """The row of the scene that costs most."""
    scenes = figures.get(key)
    most: Figures = figures
    if isinstance(scenes, dict):
        seen = [took for took in scenes.values() if took]
        most = {key: max(seen, key=lambda took: percentile(took, share), default=[])}
    return _row(name, most, key, "ms", budget, share)


def _row(
    name: str,
    figures: Figures,
    key: str,
    unit: str,
    budget: float | None,
    share: float | None = None,
) -> Row:
    """share: which percentile of a list of figures."""
    value = figures.get(key)
    if isinstance(value, list):
        value = percentile(value, share or 0.5) if value else None
    if not isinstance(value, float):
        return Row(name, None, unit, budget, why=NO_DISPLAY if not figures else "nothing was seen")
    return Row(name, round(value, 3), unit, budget)


def _measured(
    environment: dict[str, str], what: str, size: tuple[int, int], seed: int, seconds: float
) -> Figures:
    words = [what, str(size[0]), str(size[1]), str(seed), str(seconds), repr(time.monotonic())]
    done = subprocess.run(
        [sys.executable, "-m", "display.measure", *words],
        env=environment, capture_output=True, text=True, timeout=CHILD_S + seconds, check=True,
    )  # fmt: skip
    figures: Figures = json.loads(done.stdout)
    return figures


@contextlib.contextmanager
def _display() -> Iterator[dict[str, str] | None]:
    """The environment of a display: the present one, or an Xvfb of our own; None for none."""
    if any(os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER")):
        yield dict(os.environ)
        return
    xvfb = shutil.which("Xvfb")
    if xvfb is None:
        yield None
        return
    reading, writing = os.pipe()
    with subprocess.Popen(
        [xvfb, "-displayfd", str(writing), "-screen", "0", "1920x1080x24", "-nolisten", "tcp",
         "-noreset"],  # a server that starts anew when a client leaves refuses the next one
        pass_fds=(writing,), stderr=subprocess.DEVNULL,
    ) as server:  # fmt: skip
        os.close(writing)
        with os.fdopen(reading, encoding="ascii") as told:
            number = told.readline().strip()
        try:
            yield {**os.environ, "DISPLAY": f":{number}"} if number else None
        finally:
            server.terminate()
