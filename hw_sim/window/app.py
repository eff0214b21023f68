"""The window: the main thread's loop over pygame's events and a table in real time."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable

import pygame

from firmware_bridge.port import monotonic_ms
from hw_sim.acts import Act, HandError
from hw_sim.checkers import Area
from hw_sim.geometry import CHECKER_MM, XY
from hw_sim.live import LiveTable
from hw_sim.table import SimTable
from hw_sim.window.buttons import MOUSE, Buttons
from hw_sim.window.drag import MouseHand
from hw_sim.window.layout import Layout
from hw_sim.window.menu import Menu, open_menu
from hw_sim.window.motion import Motion
from hw_sim.window.picture import Drawn, Painter, Picture, Status
from hw_sim.window.scene import Lying, checkers_of, found_at

SIZE = (1280, 720)
LEAST_SIZE = (640, 360)
FRAME_MS = 16
IDLE_FRAME_MS = 40  # nobody notices the first frame of a movement come so late
IDLE_AFTER_MS = 1000
RESIZED_MS = 200  # no new size for so long: whoever drags the window's edge has let go
COUNTED_FROM = 6  # so many checkers on a slot bear their number
LEFT, RIGHT = 1, 3
_NO_SCREEN = ("dummy", "offscreen")


def has_display() -> bool:
    """Whether a window can be seen here: SDL finds no screen unless it was told to use none."""
    try:
        pygame.display.init()
    except pygame.error:
        return False
    return pygame.display.get_driver() not in _NO_SCREEN or "SDL_VIDEODRIVER" in os.environ


class TableWindow:
    """Shows one table and lets a person's mouse and keyboard be its hands.

    Opens its window when made. port: how a host reaches the table, as a line of text.
    """

    def __init__(
        self,
        sim: SimTable,
        live: LiveTable,
        port: str,
        size: tuple[int, int] = SIZE,
        clock_ms: Callable[[], int] = monotonic_ms,
    ) -> None:
        self._sim = sim
        self._live = live
        self._port = port
        self._clock_ms = clock_ms
        self._hand = MouseHand()
        self._buttons = Buttons()
        self._motion = Motion()
        self._menu: Menu | None = None
        self._shown: Picture | None = None
        self._resized_ms: int | None = None
        self._stirred_ms = clock_ms()
        self._is_closed = False
        pygame.display.init()
        pygame.font.init()
        pygame.display.set_caption("gammonboard: the table")
        self._screen = pygame.display.set_mode(size, pygame.RESIZABLE)
        self._open(size)

    def run(self, is_stopped: Callable[[], bool]) -> None:
        """Serve table and window until told to stop or the window is closed."""
        while not (self._is_closed or is_stopped()):
            now_ms = self._clock_ms()
            is_idle = now_ms - self._stirred_ms > IDLE_AFTER_MS
            self._live.step(IDLE_FRAME_MS if is_idle else FRAME_MS)
            for event in pygame.event.get():
                self._take(event)
                self._stirred_ms = now_ms
            self._mind_size()
            if self._show():
                self._stirred_ms = now_ms

    def close(self) -> None:
        """The window goes; what it held lies where it was taken."""
        self._do(self._hand.give_back())
        pygame.display.quit()

    # --- events ----------------------------------------------------------------------------------

    def _take(self, event: pygame.event.Event) -> None:
        if event.type == pygame.QUIT:
            self._is_closed = True
        elif event.type == pygame.MOUSEBUTTONDOWN and event.button in (LEFT, RIGHT):
            self._press(event.pos, right=event.button == RIGHT)
        elif event.type == pygame.MOUSEMOTION:
            self._do(self._hand.move(self._layout, event.pos, self._lying()))
        elif event.type == pygame.MOUSEBUTTONUP and event.button in (LEFT, RIGHT):
            self._do(self._buttons.let_go(MOUSE))
            right = event.button == RIGHT or self._hand.is_sliding
            self._do(self._hand.release(self._layout, event.pos, self._lying(), right=right))
        elif event.type == pygame.KEYDOWN:
            self._key(event.key, shift=bool(event.mod & pygame.KMOD_SHIFT))
        elif event.type == pygame.KEYUP:
            self._do(self._buttons.let_go(pygame.key.name(event.key)))
        elif event.type == pygame.WINDOWFOCUSLOST:
            self._do(self._buttons.let_all_go())
        elif event.type == pygame.VIDEORESIZE:
            self._resized_ms = self._clock_ms()
        elif event.type == pygame.WINDOWEXPOSED:
            self._shown = None

    def _press(self, at: XY, *, right: bool) -> None:
        if self._menu is not None:
            act = self._menu.act_at(at)
            self._menu = None
            self._do([] if act is None else [act])
        elif not self._hand.held and self._layout.faults_button.contains(at):
            self._open_menu(at)
        elif not self._hand.held and (button := self._layout.button_at(at)) is not None:
            self._do(self._buttons.press(MOUSE, *button))
        else:
            keys = pygame.key.get_mods()
            shift, slide = bool(keys & pygame.KMOD_SHIFT), right or bool(keys & pygame.KMOD_CTRL)
            acts = self._hand.press(self._layout, at, self._lying(), right=slide, shift=shift)
            self._do(acts)

    def _key(self, key: int, *, shift: bool) -> None:
        if key == pygame.K_ESCAPE and self._menu is not None:
            self._menu = None
        elif key == pygame.K_ESCAPE:
            self._do(self._hand.give_back())
        elif key == pygame.K_f:
            self._open_menu(self._hand.at)
        else:
            self._do(self._buttons.key_down(pygame.key.name(key), shift=shift))

    def _open_menu(self, at: XY) -> None:
        checker = found_at(self._lying(), self._layout, at)
        self._menu = open_menu(self._layout, at, checker, is_plugged=self._sim.plugged)

    def _do(self, acts: Iterable[Act]) -> None:
        """Carry acts out; what the table refuses, because other hands were there first, is left."""
        for act in acts:
            try:
                self._live.do(act)
            except HandError:
                break
        in_hands = {one.number for one in self._sim.board.checkers_in(Area.HAND)}
        self._hand.reconcile(in_hands)

    # --- the picture -----------------------------------------------------------------------------

    def _open(self, size: tuple[int, int]) -> None:
        self._layout = Layout(*size)
        self._painter = Painter(self._layout)
        self._shown = None

    def _mind_size(self) -> None:
        if self._resized_ms is None or self._clock_ms() - self._resized_ms < RESIZED_MS:
            return
        self._resized_ms = None
        self._menu = None
        wide, high = self._screen.get_size()
        self._open((max(wide, LEAST_SIZE[0]), max(high, LEAST_SIZE[1])))

    def _show(self) -> bool:
        """Paint when something looks otherwise than before; whether it does."""
        picture = self._picture()
        if picture == self._shown:
            return False
        self._shown = picture
        self._painter.paint(self._screen, picture)
        pygame.display.flip()
        return True

    def _lying(self) -> tuple[Lying, ...]:
        return checkers_of(self._sim.board, self._layout, self._hand.spots)

    def _picture(self) -> Picture:
        device = self._sim.device
        share = (device.brightness_pct / 100) ** 0.4  # as the eye sees a dimmed lamp
        palette = [
            (round(r * share), round(g * share), round(b * share)) for r, g, b in device.palette
        ]
        return Picture(
            checkers=self._drawn(),
            lamps=tuple(palette[code] for code in device.lights),
            down=self._buttons.down,
            status=Status(
                self._port, not device.no_host, self._sim.plugged, tuple(self._sim.faults.cells)
            ),
            menu=self._menu,
            pointer=self._hand.at if self._menu is not None else None,
        )

    def _drawn(self) -> tuple[Drawn, ...]:
        """Every checker, the lifted last; those in the mouse's hand under the pointer."""
        lying = self._lying()
        wanted = {one.number: one.where for one in lying}
        mine = [one.number for one in self._hand.held] if not self._hand.is_sliding else []
        at_once = {one.number for one in lying if one.place is None}
        pointer = self._layout.to_mm(self._hand.at)
        lifted = [one for one in self._sim.board.checkers_in(Area.HAND) if one.number not in wanted]
        for checker in lifted:
            where = self._motion.place_of(checker.number) or pointer
            if checker.number in mine:
                step = 0.4 * CHECKER_MM * mine.index(checker.number)
                where = pointer[0] + step, pointer[1] + step / 3
                at_once.add(checker.number)
            wanted[checker.number] = where
        places = self._motion.follow(wanted, at_once, self._clock_ms())
        counts = _counts(lying)
        return (
            *(
                Drawn(
                    one.colour,
                    *places[one.number],
                    layer=one.layer,
                    is_flipped=one.is_flipped,
                    is_slab=one.place is Area.OFF,
                    count=counts.get(one.number, 0),
                )
                for one in lying
            ),
            *(
                Drawn(one.colour, *places[one.number], is_lifted=True, is_flipped=one.strength < 0)
                for one in lifted
            ),
        )


def _counts(lying: Iterable[Lying]) -> dict[int, int]:
    """What number stands on which checker: on the top one of a slot of six and more."""
    by_slot: dict[int, list[Lying]] = {}
    for one in lying:
        if isinstance(one.place, int):
            by_slot.setdefault(one.place, []).append(one)
    return {
        max(there, key=lambda one: (one.layer, one.along or 0.0)).number: len(there)
        for there in by_slot.values()
        if len(there) >= COUNTED_FROM
    }
