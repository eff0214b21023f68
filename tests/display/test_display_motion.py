"""How pictures come about: what is drawn between two scenes, and what never is."""

from __future__ import annotations

import logging
from typing import Any

import msgspec
import pytest

from controller.rules.position import Side
from controller.view.snapshot import Cube, Snapshot
from display import items as i
from display.items import Item
from display.layout import Rect
from display.motion import (
    CHECKER_MOST_MS,
    CHECKER_MS,
    CUBE_MS,
    DICE_MS,
    DOWN_MS,
    FADE_MS,
    HIT_MS,
    LATE_MS,
    Motion,
    Shown,
    between,
    ease_in_out,
    ease_out,
    ease_out_quart,
    linear,
    movements,
)
from display.samples.states import MIDGAME, snapshot, states
from display.scenes import compose
from display.stage import ScreenSettings

SETTINGS = ScreenSettings(size=(800, 480), sides=frozenset({Side.LIGHT}))
STATES = states()


def shown(of: Snapshot) -> Shown:
    return Shown(of, compose(of, SETTINGS))


def playing(slots: tuple[int, ...] = MIDGAME, **changes: Any) -> Snapshot:
    defaults = {"phase": "moving", "roll": (4, 2), "can_double": False, "slots": slots}
    return snapshot(**{**defaults, **changes})


def moved(*steps: tuple[int, int], side: Side = Side.LIGHT) -> tuple[int, ...]:
    slots = list(MIDGAME)
    for source, to in steps:
        slots[source] -= side.sign
        if slots[to] == -side.sign:
            slots[to] = 0
            slots[25 if side is Side.LIGHT else 24] -= side.sign
        slots[to] += side.sign
    return tuple(slots)


class Change:
    """From one snapshot to another, on a simulated table unless told otherwise."""

    def __init__(self, before: Snapshot, after: Snapshot, *, is_simulated: bool = True) -> None:
        self.before, self.after = shown(before), shown(after)
        self.motion = Motion(is_on=True, is_simulated=is_simulated)
        self.fades = self.motion.change(self.before, self.after, 1000)

    def at(self, ms: int) -> tuple[Item, ...]:
        return self.motion.items(self.after.scene.items, 1000 + ms)

    def strange(self, ms: int, kind: type) -> list[Any]:
        """Items drawn then that the new scene does not have."""
        own = set(self.after.scene.items)
        return [item for item in self.at(ms) if item not in own and isinstance(item, kind)]

    @property
    def lasts_ms(self) -> int:
        return next(ms for ms in range(2000) if not self.motion.is_moving(1000 + ms))


STEP = Change(playing(), playing(moved((7, 3)), used=(4,), steps=((8, 4),)))
HIT = Change(playing(), playing(moved((4, 0)), used=(4,), steps=((5, 1),)))


# --- checkers ------------------------------------------------------------


def test_a_checker_goes_from_where_it_lay_to_where_it_lies() -> None:
    board = STEP.after.scene.board
    (begun,) = STEP.strange(0, i.Checker)
    assert begun.at == board.checker(7, 2)
    (nearly,) = STEP.strange(STEP.lasts_ms - 1, i.Checker)
    assert nearly.at == pytest.approx(board.checker(3, 0), abs=0.5)


def test_no_checker_is_seen_twice_on_its_way() -> None:
    for ms in range(0, STEP.lasts_ms + 20, 10):
        checkers = [item for item in STEP.at(ms) if isinstance(item, i.Checker)]
        assert len(checkers) == len(
            [item for item in STEP.after.scene.items if isinstance(item, i.Checker)]
        )


def test_a_way_takes_its_time_by_its_length_and_never_long() -> None:
    far = Change(playing(), playing(moved((23, 0))))
    assert CHECKER_MS < STEP.lasts_ms < far.lasts_ms <= CHECKER_MOST_MS + HIT_MS


def test_a_hit_checker_waits_for_its_hitter_then_goes_to_the_bar() -> None:
    board = HIT.after.scene.board
    blot, hitter = HIT.strange(50, i.Checker)
    assert (blot.side, blot.at) == (Side.DARK, board.checker(0, 0))
    assert hitter.side is Side.LIGHT
    (last,) = HIT.strange(HIT.lasts_ms - 1, i.Checker)
    assert last.at == pytest.approx(board.checker(25, 1), abs=0.5)
    assert HIT.lasts_ms > HIT_MS + CHECKER_MS


def test_a_checker_borne_off_becomes_a_slab_when_it_lands() -> None:
    base = STATES["bearing_off"]
    slots = list(base.slots)
    slots[4] -= 1
    before = msgspec.structs.replace(base, lifted=(), targets=(), target_dice=())
    change = Change(before, msgspec.structs.replace(before, slots=tuple(slots), off=(9, 7)))
    slabs = [len([s for s in change.at(ms) if isinstance(s, i.Slab)]) for ms in (0, 1000)]
    assert slabs == [15, 16]


def test_a_checker_leaves_a_point_of_six_and_comes_to_one() -> None:
    change = Change(playing(), playing(moved((5, 3))))
    board = change.after.scene.board
    (begun,) = change.strange(0, i.Checker)
    assert begun.at == board.checker(5, 4)
    back = Change(playing(moved((5, 3))), playing())
    (nearly,) = back.strange(back.lasts_ms - 1, i.Checker)
    assert nearly.at == pytest.approx(board.checker(5, 4), abs=0.5)


def test_of_a_real_table_no_checker_moves() -> None:
    real = Change(STEP.before.snapshot, STEP.after.snapshot, is_simulated=False)
    assert real.strange(0, i.Checker) == []


def test_what_is_set_down_again_sinks() -> None:
    down = Change(playing(lifted=(7,)), playing())
    (begun,) = down.strange(0, i.Checker)
    assert begun.d == pytest.approx(1.1 * down.after.scene.board.d)
    assert down.lasts_ms == DOWN_MS


def test_checkers_that_lie_beside_the_board_fly_nowhere() -> None:
    lost = list(MIDGAME)
    lost[7] -= 1
    assert Change(playing(), playing(tuple(lost))).strange(0, i.Checker) == []


def test_between_two_games_nothing_travels() -> None:
    change = Change(playing(), playing(moved((7, 3)), game=5))
    assert change.strange(0, i.Checker) == []


# --- rings, dice, cube, lamp ------------------------------------------------------------


def test_rings_are_there_in_the_first_picture_and_grow_nearest_first() -> None:
    change = Change(playing(), STATES["moving"])
    rings = change.strange(0, i.Ring)
    assert len(rings) == 3
    grown = {ring.label: ring.d for ring in change.strange(30, i.Ring)}
    assert grown["2"] > grown["4+2"]
    assert change.strange(200, i.Ring) == []


def test_thrown_dice_roll_from_the_rollers_edge_and_end_as_they_fell() -> None:
    change = Change(snapshot(), playing())
    begun = change.strange(0, i.Die)
    board = change.after.scene.board
    assert [die.at[1] > board.checker(0, 1)[1] for die in begun] == [True, True]
    faces = {change.strange(ms, i.Die)[0].value for ms in range(0, DICE_MS, 10)}
    assert len(faces) > 2
    assert [die.value for die in change.strange(DICE_MS - 1, i.Die)] == [4, 2]
    assert change.strange(DICE_MS, i.Die) == []


@pytest.mark.parametrize("source", ["typed", "deduced"])
def test_dice_that_people_threw_do_not_roll_again(source: str) -> None:
    change = Change(snapshot(dice_source=source), playing(dice_source=source))
    assert change.strange(0, i.Die) == []


def test_a_step_does_not_roll_the_dice() -> None:
    assert STEP.strange(0, i.Die) == []


def test_the_cube_slides_to_its_new_owner() -> None:
    change = Change(snapshot(cube=Cube(1)), snapshot(cube=Cube(2, "light")))
    board = change.after.scene.board
    (begun,) = change.strange(0, i.CubeFace)
    assert begun.at == board.cube_slot(None).centre
    (middle,) = change.strange(CUBE_MS // 2, i.CubeFace)
    assert middle.at[0] == board.cube_slot(None).centre[0]
    assert board.cube_slot(None).centre[1] < middle.at[1] < board.cube_slot(Side.LIGHT).centre[1]


def test_the_lamp_swells_when_a_play_is_kept() -> None:
    change = Change(snapshot(plays=36), snapshot(plays=37))
    (lamp,) = change.strange(0, i.Sign)
    own = next(s for s in change.after.scene.items if isinstance(s, i.Sign) and s.kind == lamp.kind)
    assert lamp.rect.w == pytest.approx(1.3 * own.rect.w, abs=2)


# --- the rules of motion ------------------------------------------------------------


def test_the_new_scenes_hits_hold_at_once() -> None:
    """Motion knows items only; what can be touched is never its own."""
    assert STEP.after.scene.hits == compose(STEP.after.snapshot, SETTINGS).hits


def test_an_end_shows_the_scene_as_it_is() -> None:
    change = Change(snapshot(), playing())
    change.motion.end()
    assert change.at(0) == change.after.scene.items
    assert not change.motion.is_moving(1000)


def test_the_keyboards_circle_turns_by_a_dash_in_half_a_second_and_only_with_motion() -> None:
    items = (i.Focus(Rect(0, 0, 50, 50), is_round=True), i.Focus(Rect(0, 0, 90, 50), False))
    motion = Motion(is_on=True, is_simulated=False)
    turns = [motion.turn(items, ms) for ms in range(0, 1001, 125)]
    assert turns == [0, 1, 2, 3, 0, 1, 2, 3, 0]
    assert isinstance(motion.items(items, 130)[0], i.Focus)
    assert motion.items(items, 130) != items
    assert motion.turn(items[1:], 130) == 0  # an outline round a button stands
    assert Motion(is_on=False, is_simulated=False).items(items, 130) == items


def test_another_scene_fades_in_and_nothing_slides() -> None:
    change = Change(snapshot(), STATES["cube_offered"])
    assert change.fades
    assert [change.motion.old_share(1000 + ms) for ms in (0, 70, 140, 500)] == [1, 0.5, 0, 0]
    assert change.lasts_ms == FADE_MS
    assert change.at(0) == change.after.scene.items


def test_without_motion_everything_is_there_at_once() -> None:
    motion = Motion(is_on=False, is_simulated=True)
    for before, after in ((STEP.before, STEP.after), (STEP.before, shown(STATES["paused"]))):
        assert not motion.change(before, after, 0)
        assert not motion.is_moving(0)
        assert motion.items(after.scene.items, 0) == after.scene.items


def test_two_late_frames_in_a_row_end_motion_for_good(caplog: pytest.LogCaptureFixture) -> None:
    motion = Motion(is_on=True, is_simulated=True)
    with caplog.at_level(logging.INFO):
        for ms in (LATE_MS + 1, 3, LATE_MS + 1):
            motion.took(ms)
        assert motion.is_on
        for _ in range(5):
            motion.took(LATE_MS + 1)
    assert not motion.is_on
    assert len(caplog.records) == 1
    assert not motion.change(STEP.before, STEP.after, 0)


def test_a_snapshot_that_moves_nothing_lets_what_moves_go_on() -> None:
    change = Change(STEP.before.snapshot, STEP.after.snapshot)
    later = shown(msgspec.structs.replace(STEP.after.snapshot, verdict="complete"))
    change.motion.change(change.after, later, 1050)
    assert change.motion.is_moving(1051)
    flying = [c for c in change.motion.items(later.scene.items, 1051)
              if c not in later.scene.items and isinstance(c, i.Checker)]  # fmt: skip
    assert len(flying) == 1


def test_what_moves_on_from_there_leaves_from_where_it_lies() -> None:
    change = Change(STEP.before.snapshot, STEP.after.snapshot)
    later = shown(playing(moved((7, 1)), used=(4, 2)))
    change.motion.change(change.after, later, 1050)
    flying = [c for c in change.motion.items(later.scene.items, 1050)
              if c not in later.scene.items and isinstance(c, i.Checker)]  # fmt: skip
    assert [c.at for c in flying] == [later.scene.board.checker(3, 0)]


@pytest.mark.parametrize("curve", [linear, ease_out, ease_out_quart, ease_in_out])
def test_every_curve_begins_and_ends_where_it_should_and_never_goes_back(curve: Any) -> None:
    along = [curve(n / 50) for n in range(51)]
    assert (along[0], along[-1]) == (0, 1)
    assert along == sorted(along)


@pytest.mark.parametrize("name", STATES)
def test_from_every_state_to_every_other_all_movements_end_in_the_new_scene(name: str) -> None:
    for other in STATES.values():
        before, after = shown(STATES[name]), shown(other)
        moving = tuple(movements(before, after, is_simulated=True))
        longest = max((each.ends_ms for each in moving), default=0)
        assert longest <= CHECKER_MOST_MS + HIT_MS + 100
        assert between(moving, after.scene.items, longest) == after.scene.items
        for ms in (0, 40, 200):
            between(moving, after.scene.items, ms)
