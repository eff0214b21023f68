"""What the screen costs, measured in a process of its own: `python -m display.measure WHAT ...`.

Prints one JSON object of figures. `bench screen` runs it; the bench's own process holds a whole
service and would hide what a screen takes.
"""

from __future__ import annotations

import json
import random
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path

import pygame

from controller.rules.position import START, Side
from controller.view.intents import Intent
from controller.view.snapshot import Cube, Snapshot
from display.app import Screen, Window
from display.scenes import compose
from display.stage import ScreenSettings

FRAMES = 120
PRESSES = 150
SETTLE_S = 2.5  # textures are painted and sprites made by then
FLAT_S = 30.0  # at the latest the textured picture is there


def position(roll: tuple[int, int] | None, number: int) -> Snapshot:
    """The start of a game: to roll, or with dice and a checker in the hand."""
    return Snapshot(
        number=number, match=1, turn_number=number, phase="moving" if roll else "to_roll",
        interruption=None, turn="light", slots=START.slots, off=(0, 0), reserve=(0, 0), roll=roll,
        opening=None, steps=(), targets=(3, 4, 6) if roll else (), lifted=(7,) if roll else (),
        verdict="in_hand" if roll else "agreed", cube=Cube(), can_double=not roll, score=(3, 2),
        match_length=7, game=4, crawford=False, names=("Light", "Dark"), seats=("person", "bot"),
        lights=(), messages=(("Your turn. Done rolls the dice.", {}),) * 2, fault_line=None,
        refused=0, last_play="", last_side=None, pips=(167, 167), dice_source="fair",
        commitment="7f3a91c2" * 8, winner=None, game_points=0, recording=True,
        target_dice=((3, 1), (3,), (1,)) if roll else (),
    )  # fmt: skip


def settings(size: tuple[int, int]) -> ScreenSettings:
    return ScreenSettings(size=size, sides=frozenset({Side.LIGHT}))


def redraw(size: tuple[int, int]) -> dict[str, list[float]]:
    """Milliseconds of whole frames, ground, all items and flip; and of making a scene."""
    pygame.display.init()
    pygame.font.init()
    wanted = settings(size)
    ready = threading.Event()
    window = Window(wanted, ready.set)
    snapshot = position((3, 1), 1)
    scene = compose(snapshot, wanted)
    window.draw(scene)
    ready.wait(FLAT_S)
    window.draw(scene)
    frames, scenes = [], []
    for _ in range(FRAMES):
        began = time.perf_counter()
        scene = compose(snapshot, wanted)
        composed = time.perf_counter()
        window.forget()
        window.draw(scene)
        ended = time.perf_counter()
        frames.append((ended - composed) * 1000)
        scenes.append((composed - began) * 1000)
        pygame.event.pump()
    window.close()
    return {"frame_ms": frames, "scene_ms": scenes}


class Pressing:
    """Presses of the main button, each after the last one was seen; the table answers at once.

    So a figure holds the way of an input in, of a snapshot back, and the drawing.
    """

    def __init__(self, seed: int) -> None:
        self.screen: Screen | None = None
        self.took_ms: list[float] = []
        self._turn = 1
        self._began: float | None = None
        self._chance = random.Random(seed)
        self._free = threading.Event()

    def asked(self, _intent: Intent) -> None:
        """The table answers a press."""
        assert self.screen is not None
        self._turn += 1
        self.screen.show(position((3, 1) if self._turn % 2 == 0 else None, self._turn))

    def drawn(self, snapshot: Snapshot) -> None:
        """The answer is on the glass."""
        if self._began is not None and snapshot.turn_number == self._turn:
            self.took_ms.append((time.perf_counter() - self._began) * 1000)
            self._began = None
            self._free.set()

    def press(self, where: tuple[int, int]) -> None:
        """On a thread: one after the other."""
        time.sleep(SETTLE_S)
        while len(self.took_ms) < PRESSES:
            self._free.clear()
            time.sleep(self._chance.uniform(0.005, 0.03))
            self._began = time.perf_counter()
            for kind in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
                pygame.event.post(pygame.event.Event(kind, button=1, pos=where, touch=False))
            if not self._free.wait(SETTLE_S):
                return


def latency(size: tuple[int, int], seed: int) -> dict[str, list[float]]:
    """Milliseconds from a press of the main button to the picture of its answer."""
    wanted, pressing = settings(size), Pressing(seed)
    scene = compose(position(None, 1), wanted)
    button = next(hit.rect for hit in scene.hits if "R" in hit.keys)
    pressing.screen = Screen(wanted, pressing.asked, on_drawn=pressing.drawn)
    pressing.screen.show(position(None, 1))
    where = (int(button.centre[0]), int(button.centre[1]))
    presser = threading.Thread(target=pressing.press, args=(where,), daemon=True)
    presser.start()
    pressing.screen.run(lambda: not presser.is_alive())
    return {"input_ms": pressing.took_ms}


def rest(size: tuple[int, int], seconds: float, spawned: float) -> dict[str, float]:
    """Start, idling and memory of a screen that shows one snapshot.

    spawned: the monotonic time when this process was started.
    """
    watch = _Watch(seconds)
    screen = Screen(settings(size), lambda intent: None, on_drawn=watch.drawn)
    screen.show(position((3, 1), 1))
    screen.run(watch.is_over)
    return {
        "start_ms": (watch.first - spawned) * 1000,
        "textured_ms": (watch.last - spawned) * 1000,
        "cpu_pct": 100 * watch.cpu_s / max(watch.idle_s, 1e-9),
        "rss_mb": _resident_mb(),
    }


class _Watch:
    """Notes the first picture, waits until all is painted, then watches the idling."""

    def __init__(self, seconds: float) -> None:
        self.first = self.last = 0.0
        self.cpu_s = self.idle_s = 0.0
        self._seconds = seconds
        self._from: tuple[float, float] | None = None

    def drawn(self, _snapshot: Snapshot) -> None:
        self.last = time.monotonic()
        self.first = self.first or self.last

    def is_over(self) -> bool:
        """Between two turns of the loop."""
        now = time.monotonic()
        if self._from is None:
            if self.first and now - self.first >= SETTLE_S:
                self._from = (now, time.process_time())
            return False
        self.idle_s, self.cpu_s = now - self._from[0], time.process_time() - self._from[1]
        return self.idle_s >= self._seconds


def _resident_mb() -> float:
    for line in Path("/proc/self/status").read_text(encoding="ascii").splitlines():
        if line.startswith("VmRSS:"):
            return int(line.split()[1]) / 1024
    return 0.0


def main(words: list[str]) -> None:
    """WHAT (redraw, latency or rest) WIDTH HEIGHT SEED SECONDS SPAWNED."""
    what, size = words[0], (int(words[1]), int(words[2]))
    runs: dict[str, Callable[[], object]] = {
        "redraw": lambda: redraw(size),
        "latency": lambda: latency(size, int(words[3])),
        "rest": lambda: rest(size, float(words[4]), float(words[5])),
    }
    print(json.dumps(runs[what]()))


if __name__ == "__main__":
    main(sys.argv[1:])
