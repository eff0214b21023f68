"""What the window adds to the hand port, its buttons and keys, its menu, its glides."""

from __future__ import annotations

import numpy as np
import pytest

from firmware_bridge.layout import CELLS, cells_of
from hw_sim.acts import (
    Act,
    ClearFaults,
    Drag,
    FaultCell,
    FaultChecker,
    HandError,
    Hold,
    Lift,
    Plug,
    Put,
    Release,
    Reset,
    Unplug,
)
from hw_sim.checkers import Area, Colour, Place, format_place, parse_place
from hw_sim.faults import CellFault, CheckerFault
from hw_sim.hand_port import handle_line
from hw_sim.placement import HARSH
from hw_sim.table import SimTable
from hw_sim.window.buttons import MOUSE, Buttons
from hw_sim.window.layout import Layout
from hw_sim.window.menu import Menu, cell_name, open_menu
from hw_sim.window.motion import GLIDE_MS, Motion
from hw_sim.window.scene import checkers_of

LAYOUT = Layout(1280, 720)
LIGHT, DARK = Colour.LIGHT, Colour.DARK


@pytest.fixture
def sim() -> SimTable:
    table = SimTable(5)
    table.advance(0)
    return table


# --- acts ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("colour", list(Colour))
@pytest.mark.parametrize("place", [*range(26), Area.OFF, Area.RESERVE, Area.BESIDE])
def test_the_name_of_a_place_leads_back_to_it(colour: Colour, place: Place) -> None:
    assert parse_place(colour, format_place(colour, place)) == place


def test_a_lift_with_a_distance_takes_the_checker_there() -> None:
    sim = SimTable(1, HARSH)  # where hands often take one from inside the stack
    for checker in sim.board.checkers_on(12)[::-1]:
        sim.hand.do(Lift(LIGHT, 13, checker.along))
        assert sim.board.checkers_in(Area.HAND)[-1] is checker
        sim.hand.do(Put(LIGHT, "table"))


def test_a_put_with_a_distance_lays_the_checker_there_and_pushes_others(sim: SimTable) -> None:
    sim.hand.do(Lift(LIGHT, 8))
    sim.hand.do(Put(LIGHT, 3, along_mm=130.0))
    assert [one.along for one in sim.board.checkers_on(2)] == [130.0]
    sim.hand.do(Lift(LIGHT, 8))
    sim.hand.do(Put(LIGHT, 3, along_mm=140.0))
    first, second = (one.along for one in sim.board.checkers_on(2))
    assert second == 140.0
    assert first == pytest.approx(140.0 - 48.0)


def test_a_dragged_checker_is_held_and_sensed(sim: SimTable) -> None:
    cell = cells_of(3)[1]
    sim.hand.do(Lift(LIGHT, 8))
    sim.hand.do(Drag(LIGHT, *LAYOUT.to_mm(LAYOUT.cell(cell))))
    assert sim.sensors.field()[cell] > 55
    assert sim.board.truth().in_hand == (1, 0)
    sim.hand.do(Put(LIGHT, "off"))
    assert abs(sim.sensors.field()[cell]) < 5


def test_an_empty_hand_drags_nothing(sim: SimTable) -> None:
    with pytest.raises(HandError, match="in a hand"):
        sim.hand.do(Drag(LIGHT, 0.0, 0.0))


def test_a_button_is_down_from_hold_to_release() -> None:
    presses: list[tuple[int, bool, int]] = []

    class Noting(SimTable):
        def press(self, button: int, pressed: bool, now_ms: int) -> None:  # type: ignore[override]
            presses.append((button, pressed, now_ms))

    sim = Noting(1)
    sim.advance(100)
    sim.hand.do(Hold(DARK, "undo"))
    sim.advance(1700)
    sim.hand.do(Release(DARK, "undo"))
    sim.hand.do(Release(DARK, "undo"))
    assert presses == [(5, True, 100), (5, False, 1700)]
    with pytest.raises(HandError, match="no button"):
        sim.hand.do(Hold(DARK, "bell"))


def test_the_new_acts_come_over_the_socket_too(sim: SimTable) -> None:
    before = sim.device.boot_counter
    for line in (
        '{"act":"lift","side":"light","place":8,"along_mm":24.0}',
        '{"act":"drag","side":"light","x_mm":100.0,"y_mm":200.0}',
        '{"act":"put","side":"light","place":5,"along_mm":100.0}',
        '{"act":"hold","side":"light","control":"done"}',
        '{"act":"release","side":"light","control":"done"}',
        '{"act":"reset"}',
    ):
        assert handle_line(sim.hand, line) == '{"ok":true}'
    assert sim.device.boot_counter == before + 1


def test_broken_cells_are_known_by_their_fault(sim: SimTable) -> None:
    sim.faults.set(3, CellFault.DEAD)
    sim.faults.set(4, CellFault.STUCK, 90)
    sim.faults.set(5, CellFault.FLICKER)
    assert sim.faults.cells == {3: CellFault.DEAD, 4: CellFault.STUCK, 5: CellFault.FLICKER}
    sim.faults.clear()
    assert sim.faults.cells == {}


# --- buttons -------------------------------------------------------------------------------------


def test_a_key_holds_its_button_until_it_comes_up() -> None:
    buttons = Buttons()
    assert buttons.key_down("d", shift=False) == [Hold(LIGHT, "done")]
    assert buttons.key_down("d", shift=False) == []  # it repeats itself
    assert buttons.down == {(LIGHT, "done")}
    assert buttons.let_go("d") == [Release(LIGHT, "done")]
    assert buttons.down == frozenset()


def test_shift_is_dark_and_may_be_let_go_first() -> None:
    buttons = Buttons()
    assert buttons.key_down("u", shift=True) == [Hold(DARK, "undo")]
    assert buttons.let_go("u") == [Release(DARK, "undo")]


def test_a_button_held_twice_comes_up_with_the_last() -> None:
    buttons = Buttons()
    buttons.key_down("o", shift=False)
    assert buttons.press(MOUSE, LIGHT, "double") == []
    assert buttons.let_go("o") == []
    assert buttons.let_go(MOUSE) == [Release(LIGHT, "double")]


def test_other_keys_are_nobodys() -> None:
    buttons = Buttons()
    assert buttons.key_down("x", shift=False) == []
    assert buttons.let_go("x") == []


def test_a_window_that_loses_the_keyboard_lets_all_buttons_go() -> None:
    buttons = Buttons()
    buttons.key_down("d", shift=False)
    buttons.key_down("u", shift=True)
    assert set(buttons.let_all_go()) == {Release(LIGHT, "done"), Release(DARK, "undo")}
    assert buttons.down == frozenset()


# --- the menu of faults --------------------------------------------------------------------------


def acts_of(menu: Menu) -> list[Act]:
    """What clicks on the middle of each line ask for."""
    acts = [menu.act_at(box.centre) for box in menu.boxes]
    return [act for act in acts if act is not None]


@pytest.mark.parametrize("cell", range(CELLS))
def test_the_menu_breaks_the_cell_that_it_names(sim: SimTable, cell: int) -> None:
    menu = open_menu(LAYOUT, LAYOUT.cell(cell), None, is_plugged=True)
    assert menu.lines[0].text == f"Cell {cell_name(cell)}"
    for act, kind in zip(acts_of(menu), CellFault, strict=False):
        assert isinstance(act, FaultCell)
        sim.hand.do(act)
        assert sim.faults.cells == {cell: kind}


def test_cells_are_called_as_everywhere() -> None:
    assert cell_name(cells_of(12)[1]) == "light 13.2"
    assert cell_name(cells_of(25)[0]) == "bar dark 1"


def test_the_menu_spoils_the_checker_under_the_pointer(sim: SimTable) -> None:
    one = next(one for one in checkers_of(sim.board, LAYOUT, {}) if one.place == 18)
    menu = open_menu(LAYOUT, LAYOUT.to_px(one.where), one, is_plugged=True)
    spoils = [act for act in acts_of(menu) if isinstance(act, FaultChecker)]
    assert [act.kind for act in spoils] == [CheckerFault.WEAK, CheckerFault.FLIPPED]
    sim.hand.do(spoils[1])
    after = checkers_of(sim.board, LAYOUT, {})
    assert [other.number for other in after if other.is_flipped] == [one.number]


def test_cable_and_device_are_in_every_menu(sim: SimTable) -> None:
    on_cloth = open_menu(LAYOUT, (5.0, 5.0), None, is_plugged=True)
    assert acts_of(on_cloth) == [Unplug(), Reset(), ClearFaults()]
    assert acts_of(open_menu(LAYOUT, (5.0, 5.0), None, is_plugged=False))[0] == Plug()


@pytest.mark.parametrize("at", [(0.0, 0.0), (1279.0, 719.0), LAYOUT.cell(0), LAYOUT.cell(119)])
def test_the_menu_stays_within_the_window(sim: SimTable, at: tuple[float, float]) -> None:
    one = checkers_of(sim.board, LAYOUT, {})[0]
    menu = open_menu(LAYOUT, at, one, is_plugged=True)
    assert menu.frame.x >= 0
    assert menu.frame.y >= 0
    assert menu.frame.x + menu.frame.width <= LAYOUT.width
    assert menu.frame.y + menu.frame.height <= LAYOUT.height
    assert all(menu.frame.contains(box.centre) for box in menu.boxes)


# --- glides --------------------------------------------------------------------------------------


def test_a_checker_put_elsewhere_glides_there_and_arrives() -> None:
    motion = Motion()
    assert motion.follow({1: (0.0, 0.0)}, (), 0) == {1: (0.0, 0.0)}
    assert motion.follow({1: (100.0, 0.0)}, (), 10)[1][0] == 0.0
    halfway = motion.follow({1: (100.0, 0.0)}, (), 10 + GLIDE_MS // 2)[1][0]
    assert 50 < halfway < 100
    assert motion.is_moving
    assert motion.follow({1: (100.0, 0.0)}, (), 10 + GLIDE_MS) == {1: (100.0, 0.0)}
    assert not motion.is_moving


def test_a_checker_in_the_mouses_hand_never_lags() -> None:
    motion = Motion()
    motion.follow({1: (0.0, 0.0)}, (), 0)
    assert motion.follow({1: (300.0, 9.0)}, {1}, 5) == {1: (300.0, 9.0)}
    assert not motion.is_moving


def test_a_nudge_is_shown_at_once() -> None:
    motion = Motion()
    motion.follow({1: (0.0, 0.0)}, (), 0)
    assert motion.follow({1: (3.0, 0.0)}, (), 5) == {1: (3.0, 0.0)}


def test_a_new_aim_is_followed_from_where_it_is_seen() -> None:
    motion = Motion()
    motion.follow({1: (0.0, 0.0)}, (), 0)
    motion.follow({1: (100.0, 0.0)}, (), 0)
    seen = motion.follow({1: (100.0, 0.0)}, (), GLIDE_MS // 2)[1]
    assert motion.follow({1: (0.0, 0.0)}, (), GLIDE_MS // 2)[1] == pytest.approx(seen)
    assert motion.follow({1: (0.0, 0.0)}, (), 2 * GLIDE_MS) == {1: (0.0, 0.0)}


def test_what_is_gone_is_forgotten() -> None:
    motion = Motion()
    motion.follow({1: (0.0, 0.0), 2: (9.0, 9.0)}, (), 0)
    motion.follow({1: (50.0, 0.0)}, (), 0)
    assert motion.follow({}, (), 1) == {}
    assert not motion.is_moving
    assert motion.place_of(2) is None


def test_readings_follow_a_hand_within_one_scan(sim: SimTable) -> None:
    """The device reports what a dragging hand does while it is under way."""
    readings = [sim.sensors.scan(10)]
    sim.hand.do(Lift(LIGHT, 6))
    sim.hand.do(Drag(LIGHT, 200.0, 260.0))
    readings.append(sim.sensors.scan(20))
    assert np.abs(readings[1] - readings[0]).max() > 40
