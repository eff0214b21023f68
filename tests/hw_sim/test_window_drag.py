"""The mouse as a hand: what it takes, carries and lets go, on a real simulated table."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from firmware_bridge.layout import cells_of
from hw_sim.acts import Drag, Lift, Put
from hw_sim.board import Truth
from hw_sim.checkers import START, Area, Colour
from hw_sim.geometry import CHECKER_MM, DEPTH_MM, RADIUS_MM, XY, position
from hw_sim.table import SimTable, placement_named
from hw_sim.window.drag import MouseHand, free_place
from hw_sim.window.layout import FIELD_LEFT_MM, FIELD_RIGHT_MM, Layout
from hw_sim.window.scene import Lying, checkers_of

LAYOUT = Layout(1280, 720)
BESIDE_PX = (100.0, 360.0)


class Mouse:
    """A mouse over a table; checkers are named by slot and number from the rail."""

    def __init__(self, noise: str = "quiet") -> None:
        self.sim = SimTable(3, placement_named(noise))
        self.sim.advance(0)
        self.hand = MouseHand()

    @property
    def lying(self) -> tuple[Lying, ...]:
        return checkers_of(self.sim.board, LAYOUT, self.hand.spots)

    @property
    def truth(self) -> Truth:
        return self.sim.board.truth()

    def press(self, at: XY, *, right: bool = False, shift: bool = False) -> None:
        self._do(self.hand.press(LAYOUT, at, self.lying, right=right, shift=shift))

    def move(self, at: XY) -> None:
        self._do(self.hand.move(LAYOUT, at, self.lying))

    def release(self, at: XY, *, right: bool = False) -> None:
        self._do(self.hand.release(LAYOUT, at, self.lying, right=right))

    def drag(self, start: XY, end: XY, *, right: bool = False, shift: bool = False) -> None:
        self.press(start, right=right, shift=shift)
        self.move(end)
        self.release(end, right=right)

    def click(self, at: XY, *, shift: bool = False) -> None:
        self.press(at, shift=shift)
        self.release(at)

    def give_back(self) -> None:
        self._do(self.hand.give_back())

    def checker(self, slot: int, number: int = 0) -> XY:
        """The pixel over a slot's checker."""
        there = [one for one in self.lying if one.place == slot]
        return LAYOUT.to_px(there[number].where)

    def field(self) -> list[float]:
        return [float(value) for value in self.sim.sensors.field()]

    def _do(self, acts: list[Lift | Put | Drag]) -> None:
        for act in acts:
            self.sim.hand.do(act)


@pytest.fixture
def mouse() -> Mouse:
    return Mouse()


def slot_px(slot: int, along: float = 60.0) -> XY:
    return LAYOUT.to_px(position(slot, along))


def test_a_press_lifts_the_checker_away_from_its_cell(mouse: Mouse) -> None:
    cell = cells_of(7)[2]
    assert mouse.field()[cell] > 50
    mouse.press(mouse.checker(7, 2))
    assert mouse.truth.in_hand == (1, 0)
    assert abs(mouse.field()[cell]) < 5


def test_a_drag_puts_the_checker_down_where_it_ends(mouse: Mouse) -> None:
    mouse.drag(mouse.checker(7, 2), slot_px(4))
    assert mouse.truth.slots[7] == 2
    assert mouse.truth.slots[4] == 1
    assert mouse.hand.held == ()


def test_wrong_places_are_allowed(mouse: Mouse) -> None:
    mouse.drag(mouse.checker(7, 2), slot_px(11))
    mouse.drag(mouse.checker(23), slot_px(25))
    assert mouse.truth.mixed == (11,)
    assert mouse.truth.light[25] == 1


def test_in_the_air_it_is_sensed_nowhere_whatever_it_passes(mouse: Mouse) -> None:
    mouse.press(mouse.checker(7, 2))
    lifted = mouse.field()
    mouse.move(slot_px(3))
    assert mouse.field() == lifted


def test_a_checker_slid_with_the_right_button_is_sensed_on_its_way(mouse: Mouse) -> None:
    mouse.press(mouse.checker(7, 2), right=True)
    assert mouse.truth.in_hand == (1, 0)
    for slot in (4, 3, 2):
        mouse.move(slot_px(slot, RADIUS_MM))
        under = [cell for cell, value in enumerate(mouse.field()) if value > 40]
        assert cells_of(slot)[0] in under
    mouse.release(slot_px(2, RADIUS_MM), right=True)
    assert mouse.truth.slots[2] == 1
    assert mouse.truth.in_hand == (0, 0)


def test_a_slid_checker_lies_where_it_was_let_go(mouse: Mouse) -> None:
    mouse.drag(mouse.checker(7, 2), slot_px(3, 150.0), right=True)
    (checker,) = mouse.sim.board.checkers_on(3)
    # it keeps the grip: the press was on its centre
    assert checker.along == pytest.approx(150.0, abs=1.0)


def test_a_slid_checker_can_leave_the_board(mouse: Mouse) -> None:
    mouse.drag(mouse.checker(0), BESIDE_PX, right=True)
    assert mouse.truth.beside == (0, 1)
    assert not mouse.hand.is_sliding
    assert all(value > -70 for value in mouse.field())


def test_a_slid_checker_goes_round_the_others(mouse: Mouse) -> None:
    mouse.press(mouse.checker(7, 2), right=True)
    mouse.move(mouse.checker(5, 2))
    moved = [one for one in mouse.lying if one.place is None]
    others = [one for one in mouse.lying if one.place == 5]
    assert len(moved) == 1
    assert all(math.dist(moved[0].where, other.where) >= CHECKER_MM - 1e-3 for other in others)


def test_a_click_keeps_the_checker_in_the_hand_until_the_next_click(mouse: Mouse) -> None:
    mouse.click(mouse.checker(7, 2))
    mouse.move(slot_px(3))
    assert mouse.truth.in_hand == (1, 0)
    mouse.click(slot_px(3))
    assert mouse.truth.in_hand == (0, 0)
    assert mouse.truth.slots[3] == 1


def test_shift_takes_two_at_once(mouse: Mouse) -> None:
    mouse.drag(mouse.checker(5, 4), slot_px(2), shift=True)
    assert mouse.truth.slots[5] == 3
    assert mouse.truth.slots[2] == 2


def test_a_second_checker_can_be_taken_while_the_first_is_held(mouse: Mouse) -> None:
    mouse.click(mouse.checker(7, 2))
    mouse.click(mouse.checker(5, 4), shift=True)
    assert mouse.truth.in_hand == (2, 0)
    mouse.click(slot_px(4))
    assert mouse.truth.in_hand == (1, 0)
    mouse.click(slot_px(4))
    assert mouse.truth.slots[4] == 2
    assert mouse.truth.slots[7] == 2


def test_the_right_button_takes_one_more_on_a_drag(mouse: Mouse) -> None:
    mouse.press(mouse.checker(7, 2))
    mouse.move(mouse.checker(5, 4))
    mouse.press(mouse.checker(5, 4), right=True)
    mouse.release(mouse.hand.at, right=True)
    assert mouse.truth.in_hand == (2, 0)
    mouse.move(slot_px(4))
    mouse.release(slot_px(4))
    assert mouse.truth.slots[4] == 2


def test_two_colours_can_be_held_for_a_hit(mouse: Mouse) -> None:
    mouse.drag(mouse.checker(0), slot_px(3))
    mouse.press(mouse.checker(3))
    mouse.move(mouse.checker(5, 4))
    mouse.press(mouse.checker(5, 4), right=True)
    assert mouse.truth.in_hand == (1, 1)
    mouse.give_back()
    assert mouse.truth.slots[3] == -1
    assert mouse.truth.slots[5] == 5


def test_dropped_on_the_cloth_it_lies_there_and_can_be_taken_again(mouse: Mouse) -> None:
    mouse.drag(mouse.checker(7, 2), BESIDE_PX)
    assert mouse.truth.beside == (1, 0)
    (beside,) = [one for one in mouse.lying if one.place is Area.BESIDE]
    assert LAYOUT.to_px(beside.where) == pytest.approx(BESIDE_PX)
    mouse.drag(BESIDE_PX, slot_px(7))
    assert mouse.truth.slots == START


def test_a_checker_borne_off_can_come_back(mouse: Mouse) -> None:
    mouse.drag(mouse.checker(23, 1), LAYOUT.tray(Colour.LIGHT).centre)
    assert mouse.truth.off == (1, 0)
    (slab,) = [one for one in mouse.lying if one.place is Area.OFF]
    mouse.drag(LAYOUT.to_px(slab.where), slot_px(23))
    assert mouse.truth.slots == START


def test_the_checker_under_the_pointer_is_taken_not_another(mouse: Mouse) -> None:
    at = mouse.checker(12, 1)
    taken = next(one.number for one in mouse.lying if LAYOUT.to_px(one.where) == at)
    mouse.press(at)
    assert [one.number for one in mouse.sim.board.checkers_in(Area.HAND)] == [taken]


def test_of_two_that_lie_on_each_other_the_upper_is_taken(mouse: Mouse) -> None:
    mouse.drag(mouse.checker(7, 2), slot_px(5))
    upper = next(one for one in mouse.lying if one.layer)
    mouse.press(LAYOUT.to_px(upper.where))
    assert mouse.hand.held[0].number == upper.number


def test_what_other_hands_took_away_is_held_no_longer(mouse: Mouse) -> None:
    mouse.press(mouse.checker(7, 2))
    mouse.sim.board.lay()
    mouse.hand.reconcile({one.number for one in mouse.sim.board.checkers_in(Area.HAND)})
    assert mouse.hand.held == ()


def test_a_press_beside_every_checker_takes_nothing(mouse: Mouse) -> None:
    mouse.drag(slot_px(3), slot_px(4))
    assert mouse.truth.slots == START


ANYWHERE = st.tuples(st.floats(0, 1280), st.floats(0, 720))
GESTURES = st.lists(
    st.tuples(
        st.sampled_from(("press", "move", "release")), ANYWHERE, st.booleans(), st.booleans()
    ),
    max_size=30,
)


@settings(max_examples=60)
@given(GESTURES, st.sampled_from(("quiet", "harsh")))
def test_whatever_the_mouse_does_no_checker_is_lost_and_hand_and_table_agree(
    gestures: list[tuple[str, XY, bool, bool]], noise: str
) -> None:
    mouse = Mouse(noise)
    for kind, at, right, shift in gestures:
        if kind == "press":
            mouse.press(at, right=right, shift=shift)
        elif kind == "move":
            mouse.move(at)
        else:
            mouse.release(at, right=right)
        truth = mouse.truth
        assert sum(truth.light) + truth.off[0] + truth.beside[0] + truth.in_hand[0] == 15
        assert sum(truth.dark) + truth.off[1] + truth.beside[1] + truth.in_hand[1] == 15
        held = {one.number for one in mouse.hand.held}
        assert held == {one.number for one in mouse.sim.board.checkers_in(Area.HAND)}
    mouse.give_back()
    assert mouse.truth.in_hand == (0, 0)


PLACE = st.tuples(st.floats(-300, 1000), st.floats(-200, 800))


@given(PLACE, st.lists(st.tuples(st.floats(0, 650), st.floats(24, 536)), max_size=1))
def test_a_slid_checker_stays_in_the_field_and_off_a_lone_other(
    wanted: XY, others: list[XY]
) -> None:
    x, y = free_place(wanted, others)
    assert FIELD_LEFT_MM + RADIUS_MM <= x <= FIELD_RIGHT_MM - RADIUS_MM
    assert RADIUS_MM <= y <= DEPTH_MM - RADIUS_MM
    near_the_rim = any(
        min(other[1], DEPTH_MM - other[1]) < 2 * CHECKER_MM
        or min(other[0] - FIELD_LEFT_MM, FIELD_RIGHT_MM - other[0]) < 2 * CHECKER_MM
        for other in others
    )
    if not near_the_rim:
        assert all(math.dist((x, y), other) >= CHECKER_MM - 1e-3 for other in others)


def test_a_free_place_is_left_as_it_was() -> None:
    rng = np.random.default_rng(5)
    wanted = (float(rng.uniform(0, 600)), 280.0)
    assert free_place(wanted, [(wanted[0], 280.0 + CHECKER_MM + 1)]) == wanted
