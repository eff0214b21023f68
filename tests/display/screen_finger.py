"""A person at a screen that nobody draws: touches, keys and time, and what was asked."""

from __future__ import annotations

from controller.rules.position import Side
from controller.view.snapshot import Snapshot
from display.inputs import Inputs
from display.layout import Point
from display.scenes import compose
from display.stage import Act, Scene, ScreenSettings
from display.touches import FRESH_MS

SETTINGS = ScreenSettings(size=(800, 480), sides=frozenset({Side.LIGHT}))


class Finger:
    """A person at a screen that shows one snapshot after the other."""

    def __init__(self, shown: Snapshot, settings: ScreenSettings = SETTINGS) -> None:
        self.settings = settings
        self.acts: list[Act] = []
        self.inputs = Inputs(self.acts.append)
        self.now_ms = 1000
        self.show(shown)

    def show(self, shown: Snapshot) -> None:
        """And look at it, long enough to mean an answer."""
        self.shown = shown
        self.refresh()
        self.wait(FRESH_MS)

    def refresh(self) -> None:
        self.scene: Scene = compose(self.shown, self.settings, self.inputs.hand)
        self.inputs.look(self.shown, self.scene)

    def at(self, place: int) -> Point:
        return self.scene.board.touch(place).centre

    def button(self, key: str) -> Point:
        return next(hit.rect.centre for hit in self.scene.hits if key in hit.keys)

    def down(self, at: Point, finger: int = 0) -> None:
        self.inputs.press(finger, at, self.now_ms)
        self.refresh()

    def up(self, at: Point, finger: int = 0) -> None:
        self.inputs.release(finger, at, self.now_ms)
        self.refresh()

    def touch(self, at: Point) -> None:
        self.down(at)
        self.up(at)

    def wait(self, ms: int) -> None:
        self.now_ms += ms
        self.inputs.tick(self.now_ms)
        self.refresh()

    def keys(self, *names: str) -> None:
        for name in names:
            self.inputs.key(name, self.now_ms)
            self.refresh()
