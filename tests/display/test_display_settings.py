"""The settings page, and a screen that changes while it runs."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pygame
import pytest

from controller.rules.position import Side
from controller.view.intents import Intent, SetAids, SetBrightness
from controller.view.snapshot import Snapshot
from display import items as i
from display.app import Screen
from display.layout import Rect
from display.preferences import Preferences
from display.samples.pages import NAME, start, writing
from display.samples.states import snapshot, states
from display.scenes import compose
from display.stage import Act, Adjust, Hand, Open, Scene, ScreenSettings

PAGE = Hand(page="settings")
TURNS = 3000


def scene(shown: Snapshot | None = None, **settings: Any) -> Scene:
    return compose(shown or snapshot(), ScreenSettings(**{"size": (800, 480)} | settings), PAGE)


def acts(made: Scene) -> set[Act]:
    return {hit.act for hit in made.hits}


def words(made: Scene) -> list[str]:
    return [item.text for item in made.items if isinstance(item, i.Words)]


@pytest.mark.parametrize("name", [*states(), "start"])
def test_a_gear_opens_the_settings_in_every_scene(name: str) -> None:
    shown = start() if name == "start" else states()[name]
    made = compose(shown, ScreenSettings(size=(800, 480)))
    (hit,) = [hit for hit in made.hits if hit.act == Open("settings")]
    assert hit.keys == ("S",)
    gears = [item for item in made.items if isinstance(item, i.Sign) and item.kind == "gear"]
    assert [hit.rect.holds(gear.rect) for gear in gears] == [True]


def test_what_is_chosen_now_is_shown_and_what_may_be_chosen_is_offered() -> None:
    made = scene(bottom=Side.DARK, motion=False)
    assert {Adjust("bottom", "light"), Adjust("motion", True), Adjust("large_print", True)} <= acts(
        made
    )
    assert Adjust("bottom", "dark") not in acts(made)
    assert "Dark" in words(made)


def test_the_table_is_asked_for_aids_and_lights() -> None:
    made = scene(snapshot(aids="wrong-only", brightness_pct=60))
    assert {SetAids("light", "full"), SetAids("light", "none")} <= acts(made)
    assert {SetBrightness("light", 50), SetBrightness("light", 70)} <= acts(made)
    assert "60 %" in words(made)


@pytest.mark.parametrize(("now", "less", "more"), [(100, 90, None), (1, None, 10), (10, 1, 20)])
def test_lights_go_from_one_percent_to_a_hundred(
    now: int, less: int | None, more: int | None
) -> None:
    asked = {act.pct for act in acts(scene(snapshot(brightness_pct=now)))
             if isinstance(act, SetBrightness)}  # fmt: skip
    assert asked == {pct for pct in (less, more) if pct is not None}


def test_a_tournament_s_aids_cannot_be_chosen_and_carry_a_lock() -> None:
    made = scene(snapshot(aids="none", locked=True))
    assert not any(isinstance(act, SetAids) for act in acts(made))
    assert "lock" in {item.kind for item in made.items if isinstance(item, i.Sign)}


def test_a_screen_where_nobody_may_act_asks_the_table_for_nothing() -> None:
    made = scene(sides=frozenset())
    assert not any(isinstance(act, Intent) for act in acts(made))
    assert any(isinstance(act, Adjust) for act in acts(made))


def test_a_whole_screen_has_no_window_to_change() -> None:
    assert not [act for act in acts(scene(fullscreen=True)) if getattr(act, "field", "") == "size"]


# --- a running screen ----------------------------------------------------------------------------


@pytest.fixture(autouse=True)
def unseen(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    pygame.display.quit()
    yield
    pygame.display.quit()


class Watched:
    """A screen with a script: each step runs between two turns of its loop."""

    def __init__(self, path: Path, shown: Snapshot) -> None:
        self.asked: list[Intent] = []
        self.steps: list[Callable[[], None]] = []
        self._left, self._seen = TURNS, False
        self.screen = Screen(
            ScreenSettings(size=(800, 480)),
            self.asked.append,
            on_drawn=self._drawn,
            preferences=Preferences(path),
        )
        self.screen.show(shown)

    def _drawn(self, _shown: Snapshot) -> None:
        self._seen = True

    def run(self) -> None:
        self.screen.run(self._is_over)

    def _is_over(self) -> bool:
        self._left -= 1
        assert self._left, "the screen never came to its end"
        if not self._seen:
            return False
        if not self.steps:
            return True
        self.steps.pop(0)()
        return False


def key(code: int, text: str = "", mod: int = 0) -> None:
    pygame.event.post(pygame.event.Event(pygame.KEYDOWN, key=code, mod=mod))
    if text:
        pygame.event.post(pygame.event.Event(pygame.TEXTINPUT, text=text))


def click(rect: Rect) -> None:
    for kind in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
        pygame.event.post(pygame.event.Event(kind, button=1, pos=rect.centre, touch=False))


def test_a_changed_setting_is_seen_at_once_and_kept(tmp_path: Path) -> None:
    path = tmp_path / "screen.json"
    watched = Watched(path, snapshot())
    hit = next(hit for hit in scene().hits if hit.act == Adjust("size", (1024, 600)))
    bottom = next(hit for hit in scene(size=(1024, 600)).hits
                  if hit.act == Adjust("bottom", "dark"))  # fmt: skip
    sizes: list[tuple[int, int]] = []
    watched.steps = [
        lambda: key(pygame.K_s, "s"),
        lambda: click(hit.rect),
        lambda: click(bottom.rect),
        lambda: key(pygame.K_m, "m"),
        lambda: sizes.append(pygame.display.get_surface().get_size()),
    ]
    watched.run()
    assert sizes == [(1024, 600)]
    assert json.loads(path.read_text()) == {"size": [1024, 600], "bottom": "dark", "muted": True}
    assert watched.screen.muted
    again = Preferences(path).applied(ScreenSettings())
    assert (again.size, again.bottom, again.muted) == ((1024, 600), Side.DARK, True)


def test_a_name_is_typed_and_pasted_on_a_real_keyboard_and_its_letters_are_no_keys(
    tmp_path: Path,
) -> None:
    watched = Watched(tmp_path / "screen.json", start())
    shown = start()
    settings = ScreenSettings(size=(800, 480))
    write = next(hit for hit in compose(shown, settings).hits if hit.act == NAME or
                 getattr(hit.act, "title", "") == "Who plays light?")  # fmt: skip
    watched.steps = [
        lambda: click(write.rect),
        lambda: key(pygame.K_m, "M"),
        lambda: key(pygame.K_v, mod=pygame.KMOD_CTRL),  # nothing to paste here
        lambda: key(pygame.K_s, "s" * 200),
        lambda: key(pygame.K_BACKSPACE),
        lambda: key(pygame.K_RETURN),
        lambda: key(pygame.K_RETURN),
    ]
    watched.run()
    assert not watched.screen.muted
    (begun,) = watched.asked
    assert begun.wishes.names == ("M" + "s" * 38, "Gnubg")  # type: ignore[union-attr]


def test_the_keyboard_s_page_is_drawn_with_its_caret(tmp_path: Path) -> None:
    made = compose(start(), ScreenSettings(size=(800, 480)), writing(NAME, text="Jo"))
    (field,) = [item for item in made.items if isinstance(item, i.Field)]
    assert (field.text, field.marked) == ("Jo", False)
