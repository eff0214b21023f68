"""The window's loop without a screen: events in, acts on the table, pictures that change."""

from __future__ import annotations

from collections.abc import Iterator

import pygame
import pytest

from hw_sim.acts import Lift, Power, Put, Unplug
from hw_sim.checkers import START, Colour
from hw_sim.geometry import XY, position
from hw_sim.live import LiveTable
from hw_sim.port import PairServer
from hw_sim.table import SimTable
from hw_sim.window.app import TableWindow, has_display
from hw_sim.window.layout import Layout

SIZE = (640, 360)  # the smallest window: painted fastest
LAYOUT = Layout(*SIZE)


class Rig:
    """A table, its window on no screen, and events as SDL would send them."""

    def __init__(self) -> None:
        self.now_ms = 1000
        self.sim = SimTable(2)
        self.live = LiveTable(self.sim, PairServer(self.sim), clock_ms=self.clock)
        self.window = TableWindow(self.sim, self.live, "pty:somewhere", SIZE, self.clock)
        self.run_once()

    def clock(self) -> int:
        return self.now_ms

    def run_once(self) -> None:
        """Everything posted is taken, then a frame is shown."""
        self.now_ms += 16
        turns = iter((False, True))
        self.window.run(lambda: next(turns))

    def post(self, kind: int, **values: object) -> None:
        pygame.event.post(pygame.event.Event(kind, values))

    def mouse(self, kind: int, at: XY, button: int = 1) -> None:
        self.post(kind, pos=(round(at[0]), round(at[1])), button=button)

    def pixels(self) -> bytes:
        """What the window shows."""
        return pygame.image.tobytes(pygame.display.get_surface(), "RGB")

    def close(self) -> None:
        self.window.close()
        self.live.close()


@pytest.fixture
def rig(monkeypatch: pytest.MonkeyPatch) -> Iterator[Rig]:
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    pygame.display.quit()
    rig = Rig()
    yield rig
    rig.close()


def slot_px(slot: int, along: float = 24.0) -> XY:
    return LAYOUT.to_px(position(slot, along))


def test_a_drag_moves_a_checker_and_is_seen(rig: Rig) -> None:
    before = rig.pixels()
    rig.mouse(pygame.MOUSEBUTTONDOWN, slot_px(7, 120.0))
    rig.run_once()
    assert rig.sim.board.truth().in_hand == (1, 0)
    held = rig.pixels()
    assert held != before
    rig.post(pygame.MOUSEMOTION, pos=slot_px(4), rel=(0, 0), buttons=(1, 0, 0))
    rig.mouse(pygame.MOUSEBUTTONUP, slot_px(4))
    rig.run_once()
    assert rig.sim.board.truth().slots[4] == 1
    assert rig.pixels() not in (before, held)


def test_other_hands_are_seen_and_glide_to_an_end(rig: Rig) -> None:
    rig.live.do(Lift(Colour.DARK, 24))
    rig.run_once()
    lifted = rig.pixels()
    rig.live.do(Put(Colour.DARK, 20))
    seen = []
    for _ in range(20):
        rig.run_once()
        seen.append(rig.pixels())
    assert len({lifted, *seen}) > 4
    assert len(set(seen[-5:])) == 1


def test_with_ctrl_the_left_button_slides(rig: Rig) -> None:
    pygame.key.set_mods(pygame.KMOD_CTRL)
    rig.mouse(pygame.MOUSEBUTTONDOWN, slot_px(7, 120.0))
    rig.run_once()
    pygame.key.set_mods(pygame.KMOD_NONE)
    assert len(rig.sim.board.magnets()) == 30
    assert rig.sim.board.truth().in_hand == (1, 0)
    rig.mouse(pygame.MOUSEBUTTONUP, slot_px(4, 150.0))
    rig.run_once()
    (slid,) = rig.sim.board.checkers_on(4)
    assert slid.along == pytest.approx(150.0, abs=3.0)


def test_a_button_is_seen_to_be_down(rig: Rig) -> None:
    up = rig.pixels()
    rig.mouse(pygame.MOUSEBUTTONDOWN, LAYOUT.button(Colour.LIGHT, "done").centre)
    rig.run_once()
    assert rig.pixels() != up
    rig.mouse(pygame.MOUSEBUTTONUP, (3.0, 3.0))
    rig.run_once()
    assert rig.pixels() == up


def test_lamps_burn_as_the_device_says_and_are_dark_without_power(rig: Rig) -> None:
    rig.now_ms += 3000
    rig.run_once()
    at = LAYOUT.lamp(26)
    lamp = (round(at[0]), round(at[1]))
    surface = pygame.display.get_surface()
    burning = sum(surface.get_at(lamp)[:3])
    rig.live.do(Power(False))
    rig.run_once()
    assert burning > sum(surface.get_at(lamp)[:3]) + 100


def test_a_cable_that_is_out_is_said(rig: Rig) -> None:
    before = rig.pixels()
    rig.live.do(Unplug())
    rig.run_once()
    assert rig.pixels() != before


def test_the_menu_opens_over_the_board_and_a_click_beside_it_does_nothing(rig: Rig) -> None:
    before = rig.pixels()
    rig.mouse(pygame.MOUSEBUTTONDOWN, LAYOUT.faults_button.centre)
    rig.mouse(pygame.MOUSEBUTTONUP, LAYOUT.faults_button.centre)
    rig.run_once()
    assert rig.pixels() != before
    rig.mouse(pygame.MOUSEBUTTONDOWN, slot_px(7, 120.0))
    rig.mouse(pygame.MOUSEBUTTONUP, slot_px(7, 120.0))
    rig.run_once()
    assert rig.sim.board.truth().slots == START
    assert rig.pixels() == before


def test_escape_puts_back_what_is_held(rig: Rig) -> None:
    rig.mouse(pygame.MOUSEBUTTONDOWN, slot_px(7, 120.0))
    rig.post(pygame.KEYDOWN, key=pygame.K_ESCAPE, mod=0)
    rig.run_once()
    assert rig.sim.board.truth().slots == START


def test_closing_the_window_puts_back_what_is_held(rig: Rig) -> None:
    rig.mouse(pygame.MOUSEBUTTONDOWN, slot_px(7, 120.0))
    rig.run_once()
    rig.window.close()
    assert rig.sim.board.truth().slots == START


def test_a_closed_window_ends_the_loop(rig: Rig) -> None:
    rig.post(pygame.QUIT)
    rig.window.run(lambda: False)


def test_a_table_set_up_anew_by_other_hands_empties_the_mouse(rig: Rig) -> None:
    rig.mouse(pygame.MOUSEBUTTONDOWN, slot_px(7, 120.0))
    rig.run_once()
    rig.sim.board.lay()
    rig.mouse(pygame.MOUSEBUTTONUP, slot_px(7, 120.0))
    rig.run_once()
    rig.mouse(pygame.MOUSEBUTTONDOWN, slot_px(4))
    rig.run_once()
    assert rig.sim.board.truth().slots == START


def test_a_window_made_larger_is_filled(rig: Rig) -> None:
    pygame.display.set_mode((800, 450))
    rig.post(pygame.VIDEORESIZE, size=(800, 450), w=800, h=450)
    rig.run_once()
    rig.now_ms += 500
    rig.run_once()
    larger = Layout(800, 450)
    rig.mouse(pygame.MOUSEBUTTONDOWN, larger.to_px(position(7, 120.0)))
    rig.run_once()
    assert rig.sim.board.truth().in_hand == (1, 0)


def test_nothing_new_is_nothing_painted(rig: Rig) -> None:
    surface = pygame.display.get_surface()
    surface.fill((1, 2, 3))
    rig.run_once()
    assert surface.get_at((0, 0))[:3] == (1, 2, 3)


def test_a_display_that_was_asked_for_counts_as_one(rig: Rig) -> None:
    assert has_display()
