"""A finished match as a QR code: what is in it, and that a camera finds it on the glass."""

from __future__ import annotations

import msgspec
import pygame
import pytest
import segno
from screen_finger import Finger

from controller.rules.position import Side
from controller.view.coded import packed
from controller.view.snapshot import Kept
from display import items as i
from display import qr
from display.painter import PRINTED
from display.picture import draw
from display.samples.moments import KEPT_AT, ONE_POINT, SEVEN_POINTS
from display.samples.states import states
from display.scenes import compose
from display.stage import Hand, Scene, ScreenSettings

SIZES = [(800, 480), (480, 800), (1280, 720), (1920, 1080)]
PERSON = frozenset({Side.LIGHT})


def ended(text: str, size: tuple[int, int], page: str = "") -> Scene:
    shown = msgspec.structs.replace(states()["match_over"], kept=Kept(KEPT_AT, text))
    return compose(shown, ScreenSettings(size=size, sides=PERSON), Hand(page=page))


def code(made: Scene) -> i.Qr:
    (found,) = (item for item in made.items if isinstance(item, i.Qr))
    return found


def rows_of(content: str) -> tuple[str, ...]:
    matrix = segno.make(content, error="m", micro=False, boost_error=False).matrix
    return tuple("".join(str(module) for module in row) for row in matrix)


def test_all_letters_are_of_the_alphanumeric_mode_which_is_the_densest() -> None:
    made = segno.make(packed(ONE_POINT), error="m", micro=False, boost_error=False)
    assert made.mode == "alphanumeric"


def test_a_code_that_no_version_holds_or_no_room_has_is_none() -> None:
    assert qr.code_of("A" * 5000, 100_000) is None
    assert qr.code_of(packed(SEVEN_POINTS), 480) is None
    assert qr.code_of(packed(ONE_POINT), 480) is not None


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("page", ["", "code"])
@pytest.mark.parametrize("text", [ONE_POINT, SEVEN_POINTS, "x" * 200_000])
def test_modules_are_whole_pixels_and_the_quiet_zone_is_four_of_them(
    size: tuple[int, int], page: str, text: str
) -> None:
    made = ended(text, size, page)
    shown = code(made)
    paper = next(item.rect for item in made.items if isinstance(item, i.Paper))
    assert shown.px >= qr.LEAST_PX
    assert paper.holds(shown.rect.inset(-qr.QUIET * shown.px))
    for item in made.items:
        if isinstance(item, i.Words):
            assert not item.rect.meets(shown.rect), item


@pytest.mark.parametrize(
    ("text", "size", "page", "whole"),
    [
        (ONE_POINT, (800, 480), "", False),
        (ONE_POINT, (800, 480), "code", True),
        (ONE_POINT, (480, 800), "code", True),
        (SEVEN_POINTS, (800, 480), "code", False),  # then there is no such page
        (SEVEN_POINTS, (1280, 720), "code", True),
        (ONE_POINT, (1920, 1080), "", True),
    ],
)
def test_the_whole_match_where_it_fits_and_where_it_lies_elsewhere(
    text: str, size: tuple[int, int], page: str, whole: bool
) -> None:
    made = ended(text, size, page)
    content = packed(text) if whole else f"file://{KEPT_AT}"
    assert code(made).rows == rows_of(content)
    said = [item.text for item in made.items if isinstance(item, i.Words)]
    assert any("whole match" in each for each in said) == (whole or text is ONE_POINT)
    assert ("Where the match lies" in said) != whole


def test_a_touch_on_the_card_fills_the_screen_and_another_leads_back() -> None:
    shown = msgspec.structs.replace(states()["match_over"], kept=Kept(KEPT_AT, ONE_POINT))
    finger = Finger(shown)
    paper = next(item.rect for item in finger.scene.items if isinstance(item, i.Paper))
    finger.touch(paper.centre)
    assert code(finger.scene).rows == rows_of(packed(ONE_POINT))
    finger.touch((5, 5))
    assert finger.inputs.hand.page == ""


@pytest.mark.parametrize("page", ["", "code"])
def test_every_module_is_on_the_glass_as_it_was_made(page: str) -> None:
    size = (800, 480)
    shown = msgspec.structs.replace(states()["match_over"], kept=Kept(KEPT_AT, ONE_POINT))
    settings = ScreenSettings(size=size, sides=PERSON)
    made, picture = code(ended(ONE_POINT, size, page)), draw(shown, settings, Hand(page=page))
    dark, paper = PRINTED["print"], PRINTED["paper"]
    count, (left, top) = len(made.rows), made.at
    for y in range(-qr.QUIET, count + qr.QUIET):
        for x in range(-qr.QUIET, count + qr.QUIET):
            inside = 0 <= x < count and 0 <= y < count
            wanted = dark if inside and made.rows[y][x] == "1" else paper
            for dx, dy in ((0, 0), (made.px - 1, made.px - 1)):
                at = left + x * made.px + dx, top + y * made.px + dy
                assert picture.get_at(at)[:3] == wanted, (x, y)
    assert isinstance(picture, pygame.Surface)
