"""The window and its loop. Holds only the latest snapshot; sleeps until something happens."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from dataclasses import replace

import pygame

from controller.rules.position import Side
from controller.view.intents import Intent
from controller.view.snapshot import Reach, Snapshot
from display.clocks import Ticker
from display.driver import has_display
from display.ground import Grounds
from display.inputs import Inputs
from display.items import Item
from display.layout import Point, Rect
from display.locale import Catalogue
from display.memory import keep_small
from display.motion import Motion, Shown
from display.painter import Painter
from display.picture import draw
from display.preferences import Preferences, adjusted
from display.scenes import compose
from display.stage import Act, Adjust, Hand, Scene, ScreenSettings, Tap
from display.theme import find_theme
from display.touches import MOUSE

__all__ = ["Screen", "ScreenSettings", "draw", "has_display"]

POLL_S, REST_S, REST_AFTER_MS = 0.008, 0.025, 2000
"""How often the queue is looked at, soon after an input and later: pygame's own waiting looks a
thousand times a second, which alone takes two percent of a core. A snapshot wakes the loop at once.
"""
MOST_PARTS = 24  # more changed rectangles than this are drawn as one whole frame
KEYS = {
    pygame.K_TAB: "Tab",
    pygame.K_RETURN: "Enter",
    pygame.K_KP_ENTER: "Enter",
    pygame.K_ESCAPE: "Escape",
    pygame.K_BACKSPACE: "Backspace",
    pygame.K_LEFT: "Left",
    pygame.K_RIGHT: "Right",
    pygame.K_UP: "Up",
    pygame.K_DOWN: "Down",
}


class Screen:
    """One window. What it calls is called on the thread that runs it.

    tap: a point, bar half or tray was touched by a side; returns the checker that hands hold now
        and where it could go when it was lifted. None where the table is a real one,
        which only shows where that checker could go.
    on_drawn: a snapshot is on the glass.
    preferences: what people changed at this screen before, and where it is kept.
    """

    def __init__(
        self,
        settings: ScreenSettings,
        ask: Callable[[Intent], None],
        tap: Callable[[Side, int], Reach | None] | None = None,
        on_drawn: Callable[[Snapshot], None] | None = None,
        preferences: Preferences | None = None,
    ) -> None:
        self._preferences = preferences or Preferences()
        self._settings = self._preferences.applied(settings)
        self._ask, self._tap, self._on_drawn = ask, tap, on_drawn
        self._catalogue = Catalogue()
        self._inputs = Inputs(self._do)
        self._lock = threading.Lock()
        self._newest: Snapshot | None = None
        self._came_ms = 0
        self._ticker = Ticker()
        self._window: Window | None = None
        self._woken = threading.Event()
        self._heard_ms = 0
        self._is_stale = threading.Event()  # the same snapshot is to be drawn once more
        self._motion = Motion(is_on=self._settings.motion, is_simulated=tap is not None)
        self._shown: Shown | None = None
        self._hand: Hand | None = None  # that it was composed with
        self._is_between = False  # what was drawn last was on its way
        self._steps: tuple[int, int | None] = (0, None)  # drawn last of what runs on and on

    @property
    def muted(self) -> bool:
        """Whether the screen makes no sound."""
        return self._settings.muted

    @property
    def page(self) -> str:
        """Which of the screen's own pages is open; "" for none."""
        return self._inputs.hand.page

    def show(self, snapshot: Snapshot) -> None:
        """From any thread; only the newest is kept."""
        with self._lock:
            # what is shown again, for a trouble and after it, is as old as it was
            if self._newest is None or self._newest.at_ms != snapshot.at_ms:
                self._came_ms = _now_ms()
            self._newest = snapshot
        self._woken.set()

    def run(self, is_stopped: Callable[[], bool]) -> None:
        """On the main thread; returns when stopped or when the window is closed."""
        keep_small()
        pygame.display.init()
        pygame.font.init()
        try:
            self._window = Window(self._settings, self._redraw)
            while not is_stopped() and self._turn():
                pass
        finally:
            if self._window is not None:
                self._window.close()
            pygame.display.quit()

    # -- the loop ---------------------------------------------------------------------------------

    def _turn(self) -> bool:
        """Draw, hear, and if nothing was heard wait; False when the window is to close."""
        self._draw()
        events = pygame.event.get()
        for event in events:
            if not self._hear(event):
                return False
        now_ms = _now_ms()
        self._inputs.tick(now_ms)
        if events:
            self._heard_ms = now_ms
        else:
            rests = now_ms - self._heard_ms > REST_AFTER_MS and not self._is_between
            self._woken.wait(REST_S if rests else POLL_S)
            self._woken.clear()
        return True

    def _draw(self) -> None:
        with self._lock:
            snapshot, came_ms = self._newest, self._came_ms
        assert self._window is not None
        if snapshot is None:
            return
        now_ms = _now_ms()
        age_ms = self._ticker.age(snapshot, now_ms - came_ms)
        hand = replace(self._inputs.hand, remark=self._preferences.remark, age_ms=age_ms)
        is_new = self._shown is None or self._shown.snapshot is not snapshot
        is_changed = is_new or self._hand != hand or self._is_stale.is_set()
        if not is_changed and not self._is_between and not self._has_stepped(now_ms):
            return
        self._is_stale.clear()
        if is_changed:
            self._compose(snapshot, hand, now_ms)
        self._show_shown(now_ms, is_changed=is_changed)
        if is_changed and self._on_drawn is not None:
            self._on_drawn(snapshot)

    def _compose(self, snapshot: Snapshot, hand: Hand, now_ms: int) -> None:
        """The scene of a snapshot becomes what is shown; what changed begins to move."""
        assert self._window is not None
        scene = compose(snapshot, self._settings, hand, self._catalogue)
        self._inputs.tick(now_ms)
        self._inputs.look(snapshot, scene)
        before, self._shown, self._hand = self._shown, Shown(snapshot, scene), hand
        if (
            before is not None
            and before.snapshot is not snapshot
            and self._motion.change(before, self._shown, now_ms)
        ):
            self._window.fade()

    def _has_stepped(self, now_ms: int) -> bool:
        """The keyboard's circle or an arrow's dashes are a step further than they were drawn."""
        assert self._shown is not None
        return self._motion.steps(self._shown.scene.items, now_ms) != self._steps

    def _show_shown(self, now_ms: int, *, is_changed: bool) -> None:
        """As far as it has come on its way."""
        assert self._window is not None
        assert self._shown is not None
        scene, motion = self._shown.scene, self._motion
        self._is_between = motion.is_moving(now_ms)
        self._steps = motion.steps(scene.items, now_ms)
        began = time.perf_counter()
        self._window.draw(scene, motion.items(scene.items, now_ms), motion.old_share(now_ms))
        if self._is_between or not is_changed:
            motion.took((time.perf_counter() - began) * 1000)

    def _redraw(self) -> None:
        """From the painting thread: what lies under everything has become better."""
        self._is_stale.set()
        self._woken.set()

    def _hear(self, event: pygame.event.Event) -> bool:
        now_ms = _now_ms()
        if event.type in (pygame.MOUSEBUTTONDOWN, pygame.FINGERDOWN, pygame.KEYDOWN):
            self._motion.end()
        match event.type:
            case pygame.QUIT:
                return False
            case pygame.MOUSEBUTTONDOWN if event.button == 1 and not event.touch:
                self._inputs.press(MOUSE, event.pos, now_ms)
            case pygame.MOUSEBUTTONUP if event.button == 1 and not event.touch:
                self._inputs.release(MOUSE, event.pos, now_ms)
            case pygame.MOUSEMOTION if not event.touch:
                self._inputs.move(event.pos, now_ms)
            case pygame.FINGERDOWN:
                self._inputs.press(event.finger_id, self._pixels(event), now_ms)
            case pygame.FINGERUP:
                self._inputs.release(event.finger_id, self._pixels(event), now_ms)
            case pygame.WINDOWFOCUSLOST:
                self._inputs.cancel()
            case pygame.WINDOWEXPOSED | pygame.WINDOWRESTORED:
                assert self._window is not None
                self._window.forget()
                self._is_stale.set()
            case pygame.VIDEORESIZE:
                self._resize(event.size)
            case pygame.KEYDOWN:
                self._key(event, now_ms)
            case pygame.TEXTINPUT:
                self._inputs.text(event.text)
        return True

    def _resize(self, size: tuple[int, int]) -> None:
        """Somebody drew at the window's edge, or its manager did: everything has another place."""
        if size != self._settings.size and self._window is not None:
            self._settings = replace(self._settings, size=size)
            self._window.change(self._settings)
            self._is_stale.set()

    def _key(self, event: pygame.event.Event, now_ms: int) -> None:
        name = KEYS.get(event.key) or pygame.key.name(event.key).upper()
        if event.dict.get("unicode") == "?":
            name = "?"  # on another key in every country
        if name == "Tab" and event.mod & pygame.KMOD_SHIFT:
            name = "Back tab"
        if self._inputs.is_writing and name == "V" and event.mod & pygame.KMOD_CTRL:
            self._inputs.text(_clipboard())
        elif name == "M" and not self._inputs.is_writing:
            self._adjust(Adjust("muted", not self.muted))
        else:
            self._inputs.key(name, now_ms)

    def _pixels(self, event: pygame.event.Event) -> Point:
        width, height = self._settings.size
        return event.x * width, event.y * height

    def _do(self, act: Act) -> None:
        if isinstance(act, Tap):
            if self._tap is None:
                self._inputs.point(act.place)
            else:
                self._inputs.carry(self._tap(act.side, act.place))
        elif isinstance(act, Adjust):
            self._adjust(act)
        elif isinstance(act, Intent):
            self._ask(act)

    def _adjust(self, act: Adjust) -> None:
        """A setting changes: seen at once, and kept."""
        self._settings = adjusted(self._settings, act.field, act.value)
        self._preferences.keep(act.field, act.value)
        if act.field == "motion":
            self._motion.is_on = self._settings.motion
        if self._window is not None:
            self._window.change(self._settings)
        self._is_stale.set()


class Window:
    """The surface that is seen, and what was drawn on it last. on_ready: see `Grounds`."""

    def __init__(self, settings: ScreenSettings, on_ready: Callable[[], None]) -> None:
        self._settings, self._on_ready = settings, on_ready
        self._left: list[Grounds] = []  # of earlier settings; their threads may still paint
        self._items: tuple[Item, ...] = ()
        self._ground: pygame.Surface | None = None
        self._old: pygame.Surface | None = None  # what is fading
        self._open()
        pygame.display.set_caption("gammonboard")
        self._make()

    def _open(self) -> None:
        flags = pygame.FULLSCREEN if self._settings.fullscreen else pygame.RESIZABLE
        self._surface = pygame.display.set_mode(self._settings.size, flags)
        self._whole = Rect(0, 0, *self._settings.size)
        self._surface.fill(find_theme(self._settings.theme).board.room_edge)
        pygame.display.flip()

    def _make(self) -> None:
        self._painter = Painter(find_theme(self._settings.theme))
        self._grounds = Grounds(self._settings, self._on_ready)

    def change(self, settings: ScreenSettings) -> None:
        """Other settings from the next draw on."""
        before, self._settings = self._settings, settings
        if before.size != settings.size:
            self._open()
        if (before.size, before.theme) != (settings.size, settings.theme):
            self._left = [one for one in (*self._left, self._grounds) if one.is_painting]
            self._make()
        self._old = None
        self.forget()

    def draw(
        self, scene: Scene, items: tuple[Item, ...] | None = None, old_share: float = 0
    ) -> None:
        """Only what differs from what is there. items: those of a scene on its way; old_share:
        how much is still seen of what `fade` kept."""
        items = scene.items if items is None else items
        ground = self._grounds.of(scene)
        if old_share and self._old is not None:
            self._old.set_alpha(round(255 * old_share))
            self._draw_whole(ground, items)
            self._surface.blit(self._old, (0, 0))
            pygame.display.flip()
            self.forget()
            return
        self._old = None
        parts = None if ground is not self._ground else changed(self._items, items)
        if parts is not None and not parts:
            return
        if parts is None or len(parts) > MOST_PARTS:
            self._draw_whole(ground, items)
            pygame.display.flip()
        else:
            seen = [part.within(self._whole) for part in parts if part.meets(self._whole)]
            for part in seen:
                self._surface.blit(ground, part[:2], pygame.Rect(part))
                self._painter.draw(self._surface, items, part)
            pygame.display.update([pygame.Rect(part) for part in seen])
        self._ground, self._items = ground, items

    def _draw_whole(self, ground: pygame.Surface, items: tuple[Item, ...]) -> None:
        self._surface.blit(ground, (0, 0))
        self._painter.draw(self._surface, items)

    def fade(self) -> None:
        """What is seen now is kept, to show through the next pictures."""
        self._old = self._surface.copy()

    def forget(self) -> None:
        """Whatever was drawn is gone: the next draw is whole."""
        self._ground = None

    def close(self) -> None:
        """Wait for what still paints."""
        for grounds in (*self._left, self._grounds):
            grounds.close()


def changed(before: tuple[Item, ...], after: tuple[Item, ...]) -> list[Rect]:
    """The rectangles of items that came or went, those that meet made one.

    Where kept items changed their order it does not matter: they are drawn in the new order
    wherever a rectangle reaches them, and equal pictures lie equal elsewhere.
    """
    old, new = set(before), set(after)
    parts: list[Rect] = []
    for item in (*(i for i in before if i not in new), *(i for i in after if i not in old)):
        part = item.rect
        while True:
            met = [other for other in parts if other.meets(part)]
            if not met:
                break
            for other in met:
                parts.remove(other)
                part = _union(part, other)
        parts.append(part)
    return parts


def _clipboard() -> str:
    """What may be pasted; "" for nothing."""
    try:
        if hasattr(pygame.scrap, "get_text"):  # pygame-ce
            return str(pygame.scrap.get_text())
        pygame.scrap.init()
        found = pygame.scrap.get("text/plain;charset=utf-8")
    except pygame.error:
        return ""
    return found.decode("utf-8", "replace") if found else ""


def _union(a: Rect, b: Rect) -> Rect:
    x, y = min(a.x, b.x), min(a.y, b.y)
    return Rect(x, y, max(a.right, b.right) - x, max(a.bottom, b.bottom) - y)


def _now_ms() -> int:
    return int(time.monotonic() * 1000)
