"""Every page at every size: inside the window, nothing over another, nothing cut, fingers fit."""

from __future__ import annotations

from itertools import combinations

import pygame
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from display import items as i
from display.layout import Rect
from display.layout_pages import grid, page, split
from display.neighbours import WAYS, beside
from display.samples.pages import pages
from display.scenes import compose
from display.stage import Scene, ScreenSettings
from display.text import Type

MM = {(800, 480): (0.193, 0.179), (480, 800): (0.179, 0.193)}  # of a pixel, across and down
FINGER_MM = 9.0
SIZES = [(800, 480), (480, 800), (1024, 600), (1280, 720), (1080, 1920), (1920, 1080)]
PAGES = pages()
TOUCHING = (i.Words, i.Button, i.Field, i.Name, i.Sign)


@pytest.fixture(scope="module")
def kind() -> Type:
    pygame.font.init()
    return Type()


def scene(name: str, size: tuple[int, int], *, large: bool = False) -> Scene:
    shown, hand = PAGES[name]
    return compose(shown, ScreenSettings(size=size, large_print=large), hand)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("name", PAGES)
def test_nothing_lies_outside_or_over_another(name: str, size: tuple[int, int]) -> None:
    made = scene(name, size)
    whole = Rect(0, 0, *size)
    for hit in made.hits:
        assert whole.holds(hit.rect), hit
    for one, other in combinations(made.hits, 2):
        assert not one.rect.meets(other.rect), (one, other)
    shown = [item for item in made.items if isinstance(item, TOUCHING)]
    boards = [board.rect for board in made.small]
    for item in shown:
        assert whole.holds(item.rect), item
    free = [item for item in shown if not any(board.holds(item.rect) for board in boards)]
    for a, b in combinations(free, 2):
        assert not a.rect.meets(b.rect), (a, b)
    for board in boards:
        assert whole.holds(board)
        assert not any(board.meets(item.rect) for item in free)


@settings(max_examples=25, deadline=None)
@given(st.sampled_from(sorted(PAGES)), st.integers(480, 2000), st.integers(480, 1600))
def test_at_every_size_what_is_touched_lies_inside_and_apart(
    name: str, width: int, height: int
) -> None:
    made = scene(name, (width, height))
    assert all(Rect(0, 0, width, height).holds(hit.rect) for hit in made.hits)
    assert not any(a.rect.meets(b.rect) for a, b in combinations(made.hits, 2))


@pytest.mark.parametrize("size", MM)
@pytest.mark.parametrize("name", PAGES)
def test_every_target_has_nine_millimetres_on_the_seven_inch_panel(
    name: str, size: tuple[int, int]
) -> None:
    across, down = MM[size]
    for hit in scene(name, size).hits:
        assert hit.rect.w * across >= FINGER_MM, hit
        assert hit.rect.h * down >= FINGER_MM, hit


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("name", PAGES)
@pytest.mark.parametrize("large", [False, True])
def test_no_words_of_a_page_are_cut(
    kind: Type, name: str, size: tuple[int, int], large: bool
) -> None:
    for item in scene(name, size, large=large).items:
        if isinstance(item, i.Words):
            floor = min(item.floor, item.size)
            fitted = kind.fit(
                item.text, item.face, item.size, floor, item.rect.w, item.lines, item.rect.h
            )
            assert not fitted[1][-1].endswith("…"), item
        elif isinstance(item, i.Button):
            _size, rows = kind.fit(item.label, "bold", item.size, 14, item.rect.w - 12)
            assert not rows[-1].endswith("…"), item


@pytest.mark.parametrize("name", PAGES)
def test_every_target_of_a_page_is_reached_by_the_keyboard_alone(name: str) -> None:
    for hit in scene(name, (800, 480)).hits:
        assert hit.keys or hit.tabbed, hit


@pytest.mark.parametrize("name", PAGES)
def test_a_page_has_one_primary_button_at_most(name: str) -> None:
    made = scene(name, (800, 480))
    assert sum(isinstance(b, i.Button) and b.kind == "primary" for b in made.items) <= 1


@pytest.mark.parametrize("name", PAGES)
def test_arrows_lead_from_every_target_to_every_other(name: str) -> None:
    rects = [hit.rect for hit in scene(name, (800, 480)).hits]
    seen, left = {0}, [0]
    while left:
        at = left.pop()
        found = {beside(rects, rects[at], way) for way in WAYS} - seen - {None}
        seen |= found  # type: ignore[arg-type]
        left += found  # type: ignore[arg-type]
    assert seen == set(range(len(rects)))


areas = st.builds(
    Rect, st.integers(0, 99), st.integers(0, 99), st.integers(200, 900), st.integers(200, 900)
)


@given(areas, st.integers(1, 5), st.integers(1, 5), st.integers(0, 12))
def test_a_grid_fills_its_area_and_no_two_cells_meet(
    area: Rect, columns: int, rows: int, gap: int
) -> None:
    cells = grid(area, columns, rows, gap)
    assert len(cells) == columns * rows
    assert all(area.holds(cell) for cell in cells)
    assert not any(a.meets(b) for a, b in combinations(cells, 2))
    assert (cells[0].x, cells[0].y) == (area.x, area.y)
    assert (cells[-1].right, cells[-1].bottom) == (area.right, area.bottom)


@given(areas, st.lists(st.integers(1, 9), min_size=1, max_size=6), st.booleans())
def test_parts_lie_in_a_row_and_take_all_there_is(
    area: Rect, shares: list[int], down: bool
) -> None:
    parts = split(area, tuple(shares), 8, down=down)
    assert sum(p.h if down else p.w for p in parts) + 8 * (len(parts) - 1) == (
        area.h if down else area.w
    )


@settings(max_examples=60)
@given(st.integers(480, 2600), st.integers(480, 1600))
def test_the_parts_of_a_page_lie_below_each_other_at_every_size(width: int, height: int) -> None:
    where = page((width, height))
    assert Rect(0, 0, width, height).holds(where.body)
    assert where.title.bottom < where.main.y < where.main.bottom < where.foot.y
    assert where.body.holds(where.foot)
    assert where.main.h >= 5 * 52 * where.u
