"""Taps on the screen move simulated checkers: lift, then down where it is tapped next."""

from __future__ import annotations

import msgspec
from sample_snapshots import snapshot_of

from controller.commands.taps import Taps
from controller.rules.position import START, Position, Side
from controller.view.snapshot import Fix, Reach, Snapshot
from hw_sim.acts import Lift, Put
from hw_sim.checkers import Colour

LIGHT, DARK = Side.LIGHT, Side.DARK
SEEN = snapshot_of(START)


def test_BU_01_a_tap_lifts_and_a_second_tap_puts_down() -> None:
    taps = Taps()

    assert taps.tap(SEEN, LIGHT, 7) == [Lift(Colour.LIGHT, 8)]
    assert taps.tap(SEEN, LIGHT, 4) == [Put(Colour.LIGHT, 5)]


def test_points_are_named_as_the_side_counts_them() -> None:
    taps = Taps()

    assert taps.tap(SEEN, DARK, 16) == [Lift(Colour.DARK, 8)]
    assert taps.tap(SEEN, DARK, 19) == [Put(Colour.DARK, 5)]


def test_BU_04_tapping_the_lifted_checker_again_moves_it_to_the_only_place() -> None:
    taps = Taps()
    taps.tap(SEEN, LIGHT, 7)
    only = msgspec.structs.replace(SEEN, targets=(4,))

    assert taps.tap(only, LIGHT, 7) == [Put(Colour.LIGHT, 5)]


def test_with_several_places_a_second_tap_puts_it_back() -> None:
    taps = Taps()
    taps.tap(SEEN, LIGHT, 7)
    several = msgspec.structs.replace(SEEN, targets=(4, 6))

    assert taps.tap(several, LIGHT, 7) == [Put(Colour.LIGHT, 8)]


def test_a_hit_takes_the_blot_to_its_bar_first() -> None:
    slots = list(START.slots)
    slots[4] = -1
    seen = snapshot_of(Position(tuple(slots)))
    taps = Taps()
    taps.tap(seen, LIGHT, 7)

    assert taps.tap(seen, LIGHT, 4) == [
        Lift(Colour.DARK, 20),
        Put(Colour.DARK, "bar"),
        Put(Colour.LIGHT, 5),
    ]


def test_the_tray_bears_off() -> None:
    taps = Taps()
    taps.tap(SEEN, LIGHT, 5)

    assert taps.tap(SEEN, LIGHT, 26) == [Put(Colour.LIGHT, "off")]


def bearing_off(*, off: int) -> Snapshot:
    """Light bears off from its 6 point with a 6 and a 5; the table has seen so many go."""
    slots = [0] * 26
    slots[5], slots[2], slots[0], slots[23] = 1 - off, 3, 11, -15
    reach = () if off else (Reach(5, (0, 26), ((5,), (6,))),)
    return msgspec.structs.replace(snapshot_of(Position(tuple(slots))), off=(off, 0), reach=reach)


def test_what_the_table_takes_for_borne_off_is_laid_off_before_another_is_lifted() -> None:
    taps = Taps()
    taps.tap(bearing_off(off=0), LIGHT, 5)

    assert taps.tap(bearing_off(off=1), LIGHT, 2) == [
        Put(Colour.LIGHT, "off"),
        Lift(Colour.LIGHT, 3),
    ]
    assert taps.tap(bearing_off(off=1), LIGHT, 26) == [Put(Colour.LIGHT, "off")]


def test_what_the_table_takes_for_borne_off_may_still_go_elsewhere() -> None:
    taps = Taps()
    taps.tap(bearing_off(off=0), LIGHT, 5)

    assert taps.tap(bearing_off(off=1), LIGHT, 0) == [Put(Colour.LIGHT, 1)]


def test_what_the_table_takes_for_borne_off_may_be_put_back() -> None:
    taps = Taps()
    taps.tap(bearing_off(off=0), LIGHT, 5)

    assert taps.tap(bearing_off(off=1), LIGHT, 5) == [Put(Colour.LIGHT, 6)]


def test_a_checker_enters_from_its_own_bar_half() -> None:
    slots = list(START.slots)
    slots[24], slots[5] = 1, 4
    taps = Taps()

    assert taps.tap(snapshot_of(Position(tuple(slots))), LIGHT, 24) == [
        Lift(Colour.LIGHT, "bar.light")
    ]


def test_nothing_is_lifted_where_the_side_has_nothing() -> None:
    taps = Taps()

    assert taps.tap(SEEN, LIGHT, 1) == []
    assert taps.tap(SEEN, LIGHT, 0) == []
    assert taps.tap(SEEN, LIGHT, 26) == []


def test_another_turn_forgets_what_was_held() -> None:
    taps = Taps()
    taps.tap(SEEN, LIGHT, 7)
    later = msgspec.structs.replace(SEEN, turn_number=SEEN.turn_number + 1)

    assert taps.look(SEEN) == []
    assert taps.look(later) == []
    assert taps.tap(later, LIGHT, 4) == []


def test_what_was_recorded_as_borne_off_is_laid_down_when_the_turn_is_over() -> None:
    taps = Taps()
    taps.tap(bearing_off(off=0), LIGHT, 5)
    gone = bearing_off(off=1)

    assert taps.look(gone) == []
    assert taps.look(msgspec.structs.replace(gone, turn_number=gone.turn_number + 1)) == [
        Put(Colour.LIGHT, "off")
    ]


def test_a_checker_is_taken_from_the_reserve_and_put_where_it_enters() -> None:
    taps = Taps()
    seen = msgspec.structs.replace(
        snapshot_of(Position((0,) * 26)), variant="acey-deucey", reserve=(15, 15)
    )

    assert taps.tap(seen, Side.LIGHT, 30) == []  # the other side's
    assert taps.tap(seen, Side.LIGHT, 29) == [Lift(Colour.LIGHT, "reserve")]
    assert taps.tap(seen, Side.LIGHT, 21) == [Put(Colour.LIGHT, 22)]
    assert taps.tap(seen, Side.LIGHT, 29) == [Lift(Colour.LIGHT, "reserve")]
    assert taps.tap(seen, Side.LIGHT, 29) == [Put(Colour.LIGHT, "reserve")]


def test_BU_03_a_sum_takes_the_blot_in_passing_to_its_bar_too() -> None:
    slots = [0] * 26
    slots[23], slots[17], slots[0] = 1, -1, 14  # light's 24; a blot on its 18
    seen = msgspec.structs.replace(
        snapshot_of(Position(tuple(slots))), reach=(Reach(23, (17, 13), ((6,), (6, 4))),)
    )
    taps = Taps()
    taps.tap(seen, LIGHT, 23)

    assert taps.tap(seen, LIGHT, 13) == [
        Lift(Colour.DARK, 7),
        Put(Colour.DARK, "bar"),
        Put(Colour.LIGHT, 14),
    ]


def test_a_blot_is_hit_once_while_the_table_still_shows_the_places_of_the_step_before() -> None:
    slots = [0] * 26
    slots[16], slots[10] = 1, -1  # light has come from 21 to 17, and goes on to hit on 11
    seen = snapshot_of(Position(tuple(slots), (14, 14)))
    late = msgspec.structs.replace(seen, targets=(16, 14, 10), target_dice=((4,), (6,), (6, 4)))
    taps = Taps()
    taps.tap(late, LIGHT, 16)

    assert taps.tap(late, LIGHT, 10) == [
        Lift(Colour.DARK, 14),
        Put(Colour.DARK, "bar"),
        Put(Colour.LIGHT, 11),
    ]


def test_a_checker_that_lies_where_none_should_can_be_taken_from_there() -> None:
    sensed = list(START.slots)
    sensed[7], sensed[6] = 2, 1
    fixes = (Fix("light", 6, 7),)
    wrong = msgspec.structs.replace(SEEN, verdict="wrong", sensed=tuple(sensed), fixes=fixes)

    assert Taps().tap(wrong, LIGHT, 6) == [Lift(Colour.LIGHT, 7)]


def test_what_is_held_is_told_with_where_it_could_go() -> None:
    taps, reach = Taps(), Reach(7, (4, 6), ((3,), (1,)))
    seen = msgspec.structs.replace(SEEN, reach=(reach,))
    assert taps.held is None
    taps.tap(seen, LIGHT, 7)
    assert taps.held == reach
    taps.tap(seen, LIGHT, 4)
    assert taps.held is None
    taps.tap(SEEN, LIGHT, 7)
    assert taps.held == Reach(7, (), ())
