"""Dashes of a wrong board's arrows, and a die that comes back when its step is undone."""

from __future__ import annotations

import math
from itertools import pairwise

import msgspec
import pytest

from controller.rules.position import Side
from controller.view.snapshot import Snapshot
from display import items as i
from display import signs
from display.app import changed
from display.motion import BACK_MS, RUN_FOR_MS, RUN_MS, RUN_STEPS, Motion, Shown
from display.samples.states import snapshot, states
from display.scenes import compose
from display.stage import ScreenSettings

SETTINGS = ScreenSettings(size=(800, 480), sides=frozenset({Side.LIGHT}))
STATES = states()
WRONG = STATES["wrong"]
STEP_MS = RUN_MS // RUN_STEPS


def shown(of: Snapshot) -> Shown:
    return Shown(of, compose(of, SETTINGS))


BEFORE, AFTER = shown(STATES["complete"]), shown(WRONG)
ITEMS = AFTER.scene.items


def gone_wrong(*, is_on: bool = True) -> Motion:
    motion = Motion(is_on=is_on, is_simulated=False)
    motion.change(BEFORE, AFTER, 1000)
    return motion


def runs(motion: Motion, now_ms: int) -> list[float | None]:
    return [arrow.run for arrow in motion.items(ITEMS, now_ms) if isinstance(arrow, i.Arrow)]


# --- arrows ---------------------------------------------------------------------------------------


def test_dashes_of_a_wrong_board_come_to_the_next_one_s_place_in_700_ms() -> None:
    motion = gone_wrong()
    seen = [runs(motion, 7000 + ms)[0] for ms in range(0, RUN_MS, STEP_MS)]

    assert seen == [n / RUN_STEPS for n in range(RUN_STEPS)]
    assert runs(motion, 7000 + RUN_MS) == runs(motion, 7000) == [0, 0]


def test_between_two_steps_nothing_is_drawn() -> None:
    motion = gone_wrong()

    assert motion.steps(ITEMS, 7000) == motion.steps(ITEMS, 7000 + STEP_MS - 1)
    assert motion.steps(ITEMS, 7000) != motion.steps(ITEMS, 7000 + STEP_MS)


def test_a_step_draws_the_arrows_and_nothing_beside_them() -> None:
    motion = gone_wrong()
    parts = changed(motion.items(ITEMS, 7000), motion.items(ITEMS, 7000 + STEP_MS))
    arrows = [item.rect for item in ITEMS if isinstance(item, i.Arrow)]

    assert arrows
    assert sorted(parts) == sorted(arrows)


def test_after_a_while_they_rest_until_the_board_is_wrong_in_another_way() -> None:
    motion = gone_wrong()
    assert motion.items(ITEMS, 1000 + RUN_FOR_MS - 1) != ITEMS
    assert motion.items(ITEMS, 1000 + RUN_FOR_MS) == ITEMS
    assert motion.steps(ITEMS, 1000 + RUN_FOR_MS) == motion.steps(ITEMS, 60_000)

    motion.change(AFTER, BEFORE, 60_000)
    motion.change(BEFORE, AFTER, 61_000)
    assert motion.items(ITEMS, 61_100) != ITEMS


def test_any_input_stops_them_until_the_board_is_wrong_in_another_way() -> None:
    motion = gone_wrong()
    motion.end()
    assert motion.items(ITEMS, 7100) == ITEMS

    motion.change(AFTER, shown(msgspec.structs.replace(WRONG, pips=(1, 2))), 8000)
    assert runs(motion, 8100) == [None, None]

    other = shown(msgspec.structs.replace(WRONG, fixes=WRONG.fixes[:1]))
    motion.change(shown(msgspec.structs.replace(WRONG, fixes=())), other, 9000)
    assert motion.run(other.scene.items, 9100) is not None


def test_a_snapshot_that_leaves_the_board_wrong_lets_them_run_on() -> None:
    motion = gone_wrong()
    motion.change(AFTER, shown(msgspec.structs.replace(WRONG, pips=(1, 2))), 2000)

    assert None not in runs(motion, 2100)


def test_with_motion_off_and_on_a_slow_machine_arrows_are_one_stroke() -> None:
    assert gone_wrong(is_on=False).items(ITEMS, 7100) == ITEMS
    motion = gone_wrong()
    for _ in range(2):
        motion.took(1000)
    assert motion.items(ITEMS, 7100) == ITEMS


def test_a_play_that_is_shown_points_without_running() -> None:
    motion = Motion(is_on=True, is_simulated=False)
    showing = shown(STATES["showing"])
    motion.change(shown(snapshot()), showing, 0)

    assert any(isinstance(item, i.Arrow) for item in showing.scene.items)
    assert motion.run(showing.scene.items, 500) is None


@pytest.mark.parametrize("run", [0, 0.3, 0.9])
def test_what_parts_the_dashes_lies_on_the_stroke_evenly_and_short_of_the_head(run: float) -> None:
    path = signs.arrow_path((20, 100), (180, 90), 40, 60, 0)
    apart = signs.gaps(path, 40, run)
    longer = [math.dist(a, b) for a, b in pairwise(apart)]

    assert len(apart) >= 5
    assert longer == pytest.approx([signs.DASH * 40] * len(longer), rel=0.05)
    assert all(math.dist(at, path[-1]) > 2.5 * signs.ARROW_THICK * 40 for at in apart)
    assert all(min(math.dist(at, on) for on in path) < 6 for at in apart)


def test_dashes_run_from_the_checker_to_its_place() -> None:
    path = signs.arrow_path((20, 100), (180, 90), 40, 60, 0)
    (first, *_), (later, *_) = signs.gaps(path, 40, 0.1), signs.gaps(path, 40, 0.5)

    assert math.dist(later, path[0]) > math.dist(first, path[0])


# --- dice -----------------------------------------------------------------------------------------

PLAYED = {"phase": "moving", "roll": (4, 2), "can_double": False}
UNDONE = shown(snapshot(**PLAYED))
USED = shown(snapshot(**PLAYED, used=(4,), steps=((8, 4),)))


def faces(motion: Motion, after: Shown, now_ms: int) -> list[tuple[int, bool, float]]:
    items = motion.items(after.scene.items, now_ms)
    return [(die.value, die.faded, die.back) for die in items if isinstance(die, i.Die)]


def test_a_die_that_is_not_played_any_more_comes_back_over_80_ms() -> None:
    motion = Motion(is_on=True, is_simulated=False)
    motion.change(USED, UNDONE, 1000)

    assert faces(motion, UNDONE, 1000) == [(4, True, 0), (2, False, 0)]
    assert faces(motion, UNDONE, 1040) == [(4, True, 0.5), (2, False, 0)]
    assert motion.items(UNDONE.scene.items, 1000 + BACK_MS) == UNDONE.scene.items
    assert not motion.is_moving(1000 + BACK_MS)


def test_a_die_that_is_played_fades_at_once() -> None:
    motion = Motion(is_on=True, is_simulated=False)
    motion.change(UNDONE, USED, 1000)

    assert motion.items(USED.scene.items, 1000) == USED.scene.items


def test_the_dice_of_another_roll_do_not_come_back_but_are_thrown() -> None:
    motion = Motion(is_on=True, is_simulated=False)
    after = shown(snapshot(**PLAYED, turn_number=40))
    motion.change(USED, after, 1000)

    assert {back for _, _, back in faces(motion, after, 1040)} == {0}
