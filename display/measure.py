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

import msgspec
import pygame

from controller.rules.position import Side
from controller.view.intents import Intent
from controller.view.snapshot import Clock, Snapshot
from display.app import Screen, Window
from display.samples import scenes
from display.samples.states import states
from display.scenes import compose
from display.stage import Scene, ScreenSettings

FRAMES = 12  # of each scene
TABS = 12  # in each state
PAINT_S = 0.9  # a ground is painted by then
ANSWER_S = 1.0  # a picture that does not come within this changes nothing
PRESSES = 150
SETTLE_S = 2.5  # textures are painted and sprites made by then
FLAT_S = 30.0  # at the latest the textured picture is there


def position(roll: tuple[int, int] | None, number: int) -> Snapshot:
    """To roll, or with dice and a checker in the hand."""
    state = states()["moving" if roll else "to_roll"]
    return msgspec.structs.replace(state, number=number, turn_number=number)


def ticking() -> Snapshot:
    """A turn whose delay runs: what is drawn most often while nobody does anything."""
    clock = Clock("reserve", (600_000, 600_000), 12_000, 12_000, "light", since_ms=0)
    return msgspec.structs.replace(states()["complete"], clock=clock)


def settings(size: tuple[int, int]) -> ScreenSettings:
    return ScreenSettings(size=size, sides=frozenset({Side.LIGHT}))


def redraw(size: tuple[int, int]) -> dict[str, object]:
    """Milliseconds of whole frames, ground, all items and flip, by the scene that they show; of
    making a scene; of a frame in which one scene fades into another."""
    pygame.display.init()
    pygame.font.init()
    wanted = settings(size)
    ready = threading.Event()
    window = Window(wanted, ready.set)
    frames: dict[str, list[float]] = {}
    composed: list[float] = []
    for name, (snapshot, hand) in scenes().items():
        began = time.perf_counter()
        scene = compose(snapshot, wanted, hand)
        composed.append(_ms_since(began))
        ready.clear()
        window.draw(scene)  # sprites and words are made here, and the ground is asked for
        window.close()
        window.draw(scene)
        frames[name] = [_whole_frame(window, scene) for _ in range(FRAMES)]
        pygame.event.pump()
    fades = [_fading_frame(window, scene, share / FRAMES) for share in range(1, FRAMES)]
    window.close()
    return {"frame_ms": frames, "scene_ms": composed, "fade_ms": fades}


def _whole_frame(window: Window, scene: Scene) -> float:
    window.forget()
    began = time.perf_counter()
    window.draw(scene)
    return _ms_since(began)


def _fading_frame(window: Window, scene: Scene, old_share: float) -> float:
    window.fade()
    began = time.perf_counter()
    window.draw(scene, None, old_share)
    return _ms_since(began)


def _ms_since(began: float) -> float:
    return (time.perf_counter() - began) * 1000


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


def latency(size: tuple[int, int], seed: int) -> dict[str, object]:
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


class Tabbing:
    """In each state the Tab key, which moves the keyboard's place: the screen's own answer."""

    def __init__(self, size: tuple[int, int]) -> None:
        self.took_ms: dict[str, list[float]] = {}
        self.screen = Screen(settings(size), lambda intent: None, on_drawn=self._drawn)
        self._began: float | None = None
        self._took = 0.0
        self._seen = threading.Event()

    def _drawn(self, _snapshot: Snapshot) -> None:
        if self._began is not None:
            self._took, self._began = _ms_since(self._began), None
            self._seen.set()

    def press_through(self, size: tuple[int, int]) -> None:
        """On a thread: the states one after the other."""
        for name, snapshot in states().items():
            if not any(hit.keys for hit in compose(snapshot, settings(size)).hits):
                continue  # nothing to go to: a fault mends itself
            self._began = None
            self.screen.show(snapshot)
            time.sleep(PAINT_S)
            self.took_ms[name] = []
            for nth in range(TABS):
                time.sleep(0.01)
                self._seen.clear()
                self._began = time.perf_counter()
                key = pygame.K_ESCAPE if nth % 2 else pygame.K_TAB  # there and away again
                pygame.event.post(pygame.event.Event(pygame.KEYDOWN, key=key, mod=0))
                if not self._seen.wait(ANSWER_S):
                    break
                self.took_ms[name].append(self._took)


def tabs(size: tuple[int, int]) -> dict[str, object]:
    """Milliseconds from a key to the changed picture, by state; memory after all of them."""
    tabbing = Tabbing(size)
    presser = threading.Thread(target=tabbing.press_through, args=(size,), daemon=True)
    presser.start()
    tabbing.screen.run(lambda: not presser.is_alive())
    return {"tab_ms": tabbing.took_ms, "rss_mb": _resident_mb()}


def rest(
    size: tuple[int, int], seconds: float, spawned: float, snapshot: Snapshot
) -> dict[str, object]:
    """Start, idling and memory of a screen that shows one snapshot.

    spawned: the monotonic time when this process was started.
    """
    watch = _Watch(seconds)
    screen = Screen(settings(size), lambda intent: None, on_drawn=watch.drawn)
    screen.show(snapshot)
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
    """WHAT (redraw, latency, tabs, rest or ticking) WIDTH HEIGHT SEED SECONDS SPAWNED."""
    what, size = words[0], (int(words[1]), int(words[2]))
    runs: dict[str, Callable[[], object]] = {
        "redraw": lambda: redraw(size),
        "latency": lambda: latency(size, int(words[3])),
        "tabs": lambda: tabs(size),
        "rest": lambda: rest(size, float(words[4]), float(words[5]), position((3, 1), 1)),
        "ticking": lambda: rest(size, float(words[4]), float(words[5]), ticking()),
    }
    print(json.dumps(runs[what]()))


if __name__ == "__main__":
    main(sys.argv[1:])
