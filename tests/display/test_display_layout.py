"""Geometry: nothing overlaps, nothing is cut, fingers have room, in all four orientations."""

from __future__ import annotations

import math
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller.rules.position import DARK_BAR_SLOT, LIGHT_BAR_SLOT, POINTS, Side
from display import layout
from display.board import Board, Orientation
from display.geometry import Rect, around
from display.items import Words
from display.samples.states import snapshot
from display.scenes import compose
from display.stage import ScreenSettings

SIZES = [(800, 480), (1024, 600), (1280, 720), (1920, 1080), (1024, 768), (480, 800), (2560, 1080)]
TARGETS = [(800, 480), (1280, 720), (1920, 1080)]
ORIENTATIONS = [Orientation(side, home) for side in Side for home in ("right", "left")]
MM_ACROSS, MM_DOWN = 154.1 / 800, 85.9 / 480  # a pixel of the 7-inch panel
FINGER_MM = 9.0
POINT_WIDTH_MM = 9.0  # 47 px of 0.1926 mm

sizes = st.one_of(
    st.sampled_from(SIZES),
    st.tuples(st.integers(640, 2560), st.integers(400, 1440)),
)
orientations = st.sampled_from(ORIENTATIONS)


def whole(size: tuple[int, int]) -> Rect:
    return Rect(0, 0, *size)


def column_x(board: Board, slot: int) -> float:
    return board.touch(slot).centre[0]


def check_board(board: Board) -> None:
    places = [board.touch(place) for place in layout.PLACES]
    places += [board.cube_touch(owner) for owner in (*Side, None)]
    for rect in places:
        assert rect.w > 0
        assert rect.h > 0
        assert board.rect.holds(rect)
    for one, other in combinations(places, 2):
        assert not one.meets(other)


@given(sizes, orientations)
def test_nothing_of_the_game_overlaps_or_is_cut(
    size: tuple[int, int], orientation: Orientation
) -> None:
    game = layout.game(size, orientation)
    check_board(game.board)
    parts = [game.board.rect, *game.seats, game.words, *game.buttons]
    parts += [game.info] if game.info.h else []
    for part in parts:
        assert part.w > 0
        assert part.h > 0
        assert whole(size).holds(part)
    for one, other in combinations(parts, 2):
        assert not one.meets(other)
    for part in (game.words, *game.buttons):
        assert game.strip.x <= part.x
        assert part.right <= game.strip.right


@given(sizes, orientations)
def test_nothing_of_a_decision_overlaps_or_is_cut(
    size: tuple[int, int], orientation: Orientation
) -> None:
    decision = layout.decision(size, orientation)
    check_board(decision.board)
    outside = [decision.board.rect, *decision.seats, decision.note, decision.card]
    inside = [
        decision.object,
        decision.title,
        *decision.lines[:2],
        *decision.buttons,
        decision.hint,
    ]
    for parts in (outside, inside):
        for one, other in combinations(parts, 2):
            assert not one.meets(other)
    assert all(whole(size).holds(part) for part in outside)
    assert all(decision.card.holds(part) for part in inside)
    assert not decision.lines[3].meets(decision.buttons[1])


@given(sizes, orientations)
def test_checkers_of_one_place_stay_on_it_and_off_their_neighbours(
    size: tuple[int, int], orientation: Orientation
) -> None:
    board = layout.game(size, orientation).board
    assert board.d < board.p
    half = board.d / 2
    for slot in range(POINTS):
        tip = board.point(slot)[2]
        for nth in range(15):
            x, y = board.checker(slot, nth)
            touch = board.touch(slot)
            assert touch.contains((x, y))
            across = y if board.upright else x
            assert across == pytest.approx(tip[1 if board.upright else 0])
            field = board.field(board.half_of(slot)).inset(-1)
            assert field.holds(around(x - half, y - half, x + half, y + half))
        assert math.dist(board.checker(slot, 4), tip) == pytest.approx(half)
    for slot in (LIGHT_BAR_SLOT, DARK_BAR_SLOT):
        for nth in range(4):
            x, y = board.checker(slot, nth)
            assert board.bar.contains((x, y))


@given(sizes, orientations)
def test_between_facing_columns_there_is_room_for_dice(
    size: tuple[int, int], orientation: Orientation
) -> None:
    board = layout.game(size, orientation).board
    gap = board.across - 2 * board.rail_b - 2 * board.reach
    assert gap >= layout.GAP * board.d - 1  # the box is a whole number of pixels high
    for side in Side:
        dice = board.dice(side, 4)
        half = 0.47 * board.d
        for x, y in dice:
            field = next(board.field(n) for n in (0, 1) if board.field(n).contains((x, y)))
            assert field.holds(around(x - half, y - half, x + half, y + half))


@pytest.mark.parametrize("orientation", ORIENTATIONS, ids=str)
def test_fingers_have_nine_millimetres_on_the_seven_inch_panel(orientation: Orientation) -> None:
    game = layout.game((800, 480), orientation)
    decision = layout.decision((800, 480), orientation)
    for place in layout.PLACES:
        touch = game.board.touch(place)
        assert touch.w * MM_ACROSS >= POINT_WIDTH_MM
        assert touch.h * MM_DOWN >= FINGER_MM
    for button in (*game.buttons, *decision.buttons):
        assert button.w * MM_ACROSS >= FINGER_MM
        assert button.h * MM_DOWN >= FINGER_MM
    first, second = decision.buttons
    assert second.y - first.bottom >= 30


@pytest.mark.parametrize("size", TARGETS)
def test_the_side_at_the_foot_bears_off_on_the_hand_that_the_setting_names(
    size: tuple[int, int],
) -> None:
    for orientation in ORIENTATIONS:
        board = layout.game(size, orientation).board
        foot = orientation.bottom
        ace = 0 if foot is Side.LIGHT else 23
        tray = board.tray(layout.TRAYS[foot])
        assert not board.is_far(ace)
        assert tray.y > board.rect.centre[1]
        right = orientation.home == "right"
        assert (column_x(board, ace) > column_x(board, 11)) == right
        assert (tray.centre[0] > column_x(board, ace)) == right


def test_turning_the_table_round_swaps_the_two_ends_of_the_slots() -> None:
    light = layout.game((800, 480), Orientation(Side.LIGHT)).board
    dark = layout.game((800, 480), Orientation(Side.DARK)).board
    for slot in range(POINTS):
        assert light.checker(slot, 2) == dark.checker(POINTS - 1 - slot, 2)
    assert light.checker(LIGHT_BAR_SLOT, 0) == dark.checker(DARK_BAR_SLOT, 0)


def test_hit_checkers_lie_in_their_own_half_of_the_bar() -> None:
    """As the bar's cells do: light's half on light's side (PROTOCOL.md, layout)."""
    board = layout.game((800, 480), Orientation()).board
    assert not board.is_far(LIGHT_BAR_SLOT)
    assert board.is_far(DARK_BAR_SLOT)


@pytest.mark.parametrize(
    ("size", "p", "d"), [((800, 480), 47.0, 41), ((1280, 720), 65.7, 58), ((1920, 1080), 98.5, 87)]
)
def test_points_and_checkers_have_the_sizes_of_the_visual_language(
    size: tuple[int, int], p: float, d: float
) -> None:
    board = layout.game(size, Orientation()).board
    assert board.p == pytest.approx(p, abs=0.1)
    assert board.d == pytest.approx(d, abs=0.3)


def test_slabs_fill_a_tray_from_its_owner_s_end_and_fifteen_fit() -> None:
    for orientation in ORIENTATIONS:
        board = layout.game((800, 480), orientation).board
        for side in Side:
            tray = board.tray(layout.TRAYS[side])
            slabs = [board.slab(layout.TRAYS[side], nth) for nth in range(15)]
            assert all(tray.holds(slab) for slab in slabs)
            assert not any(a.meets(b) for a, b in combinations(slabs, 2))
            middle = board.rect.centre
            assert math.dist(slabs[0].centre, middle) > math.dist(slabs[14].centre, middle)


@pytest.mark.parametrize("size", TARGETS)
def test_pt_08_no_02_the_home_of_the_side_at_the_foot_is_at_the_lower_right(
    size: tuple[int, int],
) -> None:
    board = layout.game(size, Orientation(Side.LIGHT, "right")).board
    homes = [board.touch(slot).centre for slot in range(6)]
    far = [board.touch(slot).centre for slot in range(18, 24)]

    assert all(x > board.bar.right and y > board.rect.centre[1] for x, y in homes)
    assert all(x > board.bar.right and y < board.rect.centre[1] for x, y in far)  # the mirror image


@given(sizes, orientations)
def test_the_doubles_to_name_lie_in_the_gap_and_leave_room_for_a_finger(
    size: tuple[int, int], orientation: Orientation
) -> None:
    board = layout.game(size, orientation).board
    for side in Side:
        dice = board.naming(side)
        assert all(board.rect.holds(rect) for rect in dice)
        assert not any(one.meets(other) for one, other in combinations(dice, 2))
        wide = [rect.h if board.upright else rect.w for rect in dice]
        assert all(abs(one - board.p) <= 1 for one in wide)


# --- upright, the left hand, windows too small -----------------------------------------------


@given(sizes, orientations)
def test_for_a_left_hand_panel_and_buttons_stand_left_and_the_board_keeps_its_sides(
    size: tuple[int, int], orientation: Orientation
) -> None:
    right, left = (
        layout.game(size, orientation, left_handed=hand == "left") for hand in ("right", "left")
    )
    assert left.board.orientation == right.board.orientation
    assert left.board.rect.w == right.board.rect.w
    assert left.buttons[1].x == size[0] - right.buttons[1].right
    assert left.button_touch[1].x == 0
    for count in range(3):
        words = left.words_beside(count)
        assert left.strip.holds(words)
        assert all(not words.meets(button) for button in left.buttons[2 - count :])
    if left.kind != "upright":
        assert left.seats[0].right <= left.board.rect.x


@pytest.mark.parametrize("orientation", ORIENTATIONS, ids=str)
def test_bu_08_upright_points_are_rows_and_the_side_at_the_foot_sits_at_the_left(
    orientation: Orientation,
) -> None:
    board = layout.game((480, 800), orientation).board
    ace = 0 if orientation.bottom is Side.LIGHT else 23
    assert board.upright
    for slot in range(POINTS):
        rail, _other, tip = board.point(slot)
        assert (tip[0] > rail[0]) == (not board.is_far(slot))
    assert board.touch(ace).centre[0] < board.rect.centre[0]
    tray = board.tray(layout.TRAYS[orientation.bottom])
    assert (tray.y > board.rect.centre[1]) == (orientation.home == "right")


@pytest.mark.parametrize("orientation", ORIENTATIONS, ids=str)
@pytest.mark.parametrize("size", [(800, 480), (480, 800)])
def test_points_that_neighbour_or_face_each_other_differ_in_colour(
    size: tuple[int, int], orientation: Orientation
) -> None:
    board = layout.game(size, orientation).board
    for slot in range(POINTS - 1):
        if slot != 11:  # 12 and 13 face each other
            assert board.is_pale(slot) != board.is_pale(slot + 1)
        assert board.is_pale(slot) != board.is_pale(POINTS - 1 - slot)


@pytest.mark.parametrize("orientation", ORIENTATIONS, ids=str)
def test_bu_08_a_row_of_the_upright_panel_is_nine_millimetres_high(
    orientation: Orientation,
) -> None:
    board = layout.game((480, 800), orientation).board
    for place in layout.PLACES:
        touch = board.touch(place)
        assert touch.w * MM_DOWN >= FINGER_MM
        assert touch.h * MM_ACROSS >= FINGER_MM


@given(st.integers(1, 20), st.integers(100, 600), st.integers(60, 600))
def test_cells_of_a_grid_lie_apart_in_as_few_columns_as_fingers_allow(
    count: int, wide: int, high: int
) -> None:
    area = Rect(7, 9, wide, high)
    cells = layout.grid(area, count, 1, 62)
    assert len(cells) == count
    assert not any(a.meets(b) for a, b in combinations(cells, 2))
    assert all(area.x <= cell.x and cell.right <= area.right for cell in cells)


@pytest.mark.parametrize("size", [(800, 480), (480, 800), (801, 481), (1366, 768)])
def test_a_table_is_shown_from_the_smallest_panel_on(size: tuple[int, int]) -> None:
    assert layout.is_large_enough(size)


@pytest.mark.parametrize(
    ("size", "has_row"), [((480, 800), False), ((600, 800), False), ((1080, 1920), True)]
)
def test_what_a_taller_window_has_more_is_a_row_about_the_match(
    size: tuple[int, int], has_row: bool
) -> None:
    made = layout.game(size, Orientation())
    words = [item.text for item in compose(snapshot(aids="none"), ScreenSettings(size=size)).items
             if isinstance(item, Words)]  # fmt: skip

    assert bool(made.info.h) == has_row
    assert ("Match to 7" in words) == has_row
    assert "Aids none" in words
    assert ("7F3A 91C2" in words) == has_row  # else the aids stand in its place
