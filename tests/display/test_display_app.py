"""The window on a driver that nobody sees: redraws, threads, events."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator

import msgspec
import pygame
import pytest

from controller.rules.position import Side
from controller.view.intents import Intent, Press
from controller.view.snapshot import Reach, Snapshot
from display.app import Screen, Window, changed, has_display
from display.layout import Rect
from display.samples.states import RESERVE, snapshot, states
from display.scenes import compose
from display.stage import ScreenSettings

SETTINGS = ScreenSettings(size=(800, 480), sides=frozenset({Side.LIGHT}))
STATES = states()
TURNS = 3000  # of the loop; a screen that never gets there fails instead of hanging


@pytest.fixture(autouse=True)
def unseen(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    pygame.display.quit()
    yield
    pygame.display.quit()


class Watched:
    """A screen with a script: each step runs when the one before is on the glass."""

    def __init__(self, first: Snapshot, *, tap: bool = True) -> None:
        self.asked: list[Intent] = []
        self.taps: list[tuple[Side, int]] = []
        self.drawn: list[str] = []
        self.steps: list[Callable[[], None]] = []
        self._left = TURNS
        self.screen = Screen(
            SETTINGS,
            self.asked.append,
            (lambda side, place: self.taps.append((side, place))) if tap else None,
            on_drawn=lambda shown: self.drawn.append(shown.phase),
        )
        self.screen.show(first)

    def run(self) -> None:
        self.screen.run(self._is_over)

    def _is_over(self) -> bool:
        self._left -= 1
        assert self._left, "the screen never came to its end"
        if not self.drawn:
            return False
        if not self.steps:
            return True
        self.steps.pop(0)()
        return False


def click(at: tuple[float, float], *, touch: bool = False) -> None:
    for kind in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
        pygame.event.post(pygame.event.Event(kind, button=1, pos=at, touch=touch))


def finger(at: tuple[float, float]) -> None:
    """A touch as SDL reports it: the finger, and a mouse made of it."""
    x, y = at[0] / 800, at[1] / 480
    for kind in (pygame.FINGERDOWN, pygame.FINGERUP):
        pygame.event.post(pygame.event.Event(kind, finger_id=3, x=x, y=y))
    click(at, touch=True)


def press(key: int) -> None:
    pygame.event.post(pygame.event.Event(pygame.KEYDOWN, key=key, mod=0))


def place(number: int) -> tuple[float, float]:
    return compose(STATES["moving"], SETTINGS).board.touch(number).centre


def test_a_driver_that_nobody_sees_is_no_display() -> None:
    assert not has_display()


def test_a_snapshot_comes_onto_the_glass_and_only_the_newest_is_kept() -> None:
    watched = Watched(STATES["setup"])
    watched.screen.show(STATES["to_roll"])
    watched.run()
    assert set(watched.drawn) == {"to_roll"}


def test_mouse_touch_and_keys_ask_and_tap() -> None:
    watched = Watched(STATES["moving"])
    watched.steps = [
        lambda: click(place(3)),
        lambda: finger(place(5)),
        lambda: press(pygame.K_d),
        lambda: None,
    ]
    watched.run()
    assert watched.taps == [(Side.LIGHT, 3), (Side.LIGHT, 5)]
    assert watched.asked == [Press("light", "done")]


def test_lib_14_a_mouse_event_made_of_a_touch_counts_once_whatever_it_says_of_itself() -> None:
    watched = Watched(STATES["moving"])
    watched.steps = [lambda: finger(place(5)), lambda: click(place(5)), lambda: None]
    watched.run()
    assert watched.taps == [(Side.LIGHT, 5)]


def test_on_a_real_table_a_touch_only_shows_where_the_checker_could_go() -> None:
    shown = snapshot(phase="moving", roll=(4, 2), reach=(Reach(7, (3, 5), ((4,), (2,))),))
    watched = Watched(shown, tap=False)
    pictures: list[bytes] = []
    watched.steps = [
        lambda: pictures.append(on_glass()),
        lambda: click(place(7)),
        lambda: None,
        lambda: pictures.append(on_glass()),
        lambda: None,
    ]
    watched.run()
    assert (watched.taps, watched.asked) == ([], [])
    assert pictures[0] != pictures[1]


def test_m_mutes_and_asks_nothing() -> None:
    watched = Watched(STATES["to_roll"])
    watched.steps = [lambda: press(pygame.K_m), lambda: None]
    watched.run()
    assert watched.screen.muted
    assert watched.asked == []


def test_closing_the_window_ends_the_loop() -> None:
    watched = Watched(STATES["to_roll"])
    watched.steps = [lambda: pygame.event.post(pygame.event.Event(pygame.QUIT))] * TURNS
    watched.run()
    assert len(watched.steps) > TURNS - 10


def on_glass() -> bytes:
    surface = pygame.display.get_surface()
    assert surface is not None
    return pygame.image.tobytes(surface, "RGB")


ROLLED = snapshot(phase="moving", roll=(4, 2), can_double=False)
A_WHILE: list[Callable[[], None]] = [lambda: None] * 80  # of the loop's turns: all motion is over


def pictures_of_a_roll() -> list[bytes]:
    """The first after the dice were thrown, the next one after some key, and one a while later."""
    watched = Watched(snapshot())
    pictures: list[bytes] = []
    watched.steps = [
        *A_WHILE,  # the ground is painted
        lambda: watched.screen.show(ROLLED),
        lambda: pictures.append(on_glass()),
        lambda: press(pygame.K_z),
        lambda: None,
        lambda: pictures.append(on_glass()),
        *A_WHILE,
        lambda: pictures.append(on_glass()),
    ]
    watched.run()
    return pictures


def test_dice_roll_for_a_moment_and_any_input_ends_that_in_the_same_frame() -> None:
    first, pressed, late = pictures_of_a_roll()
    assert first != late
    assert pressed == late


DELAY = msgspec.structs.replace(RESERVE, since_ms=0, delay_ms=12_000)
TICKING = msgspec.structs.replace(STATES["clock"], at_ms=0, clock=DELAY)


@pytest.mark.parametrize(("shown", "most_a_s"), [(STATES["moving"], 0), (TICKING, 10)])
def test_lib_15_an_idle_screen_waits_and_draws_only_what_changes(
    shown: Snapshot, most_a_s: int
) -> None:
    watched = Watched(shown)
    marks: list[tuple[float, float, int]] = []

    def mark() -> None:
        marks.append((time.process_time(), time.monotonic(), len(watched.drawn)))

    watched.steps = [*A_WHILE, mark, *A_WHILE, mark]
    watched.run()
    (cpu, began, drawn), (cpu_after, ended, drawn_after) = marks
    assert (cpu_after - cpu) / (ended - began) < 0.10
    assert drawn_after - drawn <= most_a_s * (ended - began) + bool(most_a_s)


def test_redrawing_what_changed_comes_to_the_same_picture_as_drawing_it_whole() -> None:
    """Through all states and back."""
    pygame.display.init()
    pygame.font.init()
    window = Window(SETTINGS, lambda: None)
    before = b""
    for name in [*STATES, *reversed(STATES)]:
        scene = compose(STATES[name], SETTINGS)
        window.draw(scene)
        window.close()  # waits for the textured ground, so that no part lies on the flat one
        window.draw(scene)
        parts = on_glass()
        window.forget()
        window.draw(scene)
        assert parts == on_glass(), name
        assert parts != before, name
        before = b"" if name == list(STATES)[-1] else parts


def test_an_unchanged_scene_has_no_part_to_redraw() -> None:
    scene = compose(STATES["moving"], SETTINGS)
    assert changed(scene.items, scene.items) == []


def test_a_changed_score_redraws_a_small_part_only() -> None:
    before = compose(snapshot(), SETTINGS)
    after = compose(snapshot(score=(4, 2)), SETTINGS)
    (part,) = changed(before.items, after.items)
    assert part.w * part.h < 800 * 480 / 50


def test_parts_that_meet_are_drawn_as_one() -> None:
    before = compose(snapshot(), SETTINGS)
    after = compose(STATES["moving"], SETTINGS)
    parts = changed(before.items, after.items)
    assert not any(a.meets(b) for n, a in enumerate(parts) for b in parts[:n])
    assert all(isinstance(part, Rect) for part in parts)


def test_a_window_that_is_resized_is_laid_out_anew_and_keeps_hearing() -> None:
    watched = Watched(STATES["to_roll"])
    sizes: list[tuple[int, int]] = []

    def see() -> None:
        surface = pygame.display.get_surface()
        assert surface is not None
        sizes.append(surface.get_size())

    def to(size: tuple[int, int]) -> Callable[[], None]:
        def resize() -> None:
            pygame.event.post(pygame.event.Event(pygame.VIDEORESIZE, size=size))

        return resize

    for size in ((480, 800), (300, 200), (1280, 720)):
        watched.steps += [to(size), lambda: None, see]
    watched.steps += [lambda: press(pygame.K_r), lambda: None]
    watched.run()
    assert sizes == [(480, 800), (300, 200), (1280, 720)]
    assert watched.asked == [Press("light", "done")]
