"""What is seen on the way decides where the end alone does not: a slot followed from rest to rest.

Stacks on one point of a plain table, each stage a list of distances from the rail in mm; what
comes after the fifth lies on top.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pytest
from plain_table import PlainTable

from controller.rules.position import SLOTS, Position, Side
from controller.sensing.change import Reference
from controller.sensing.evidence import Evidence, weigh
from controller.sensing.geometry import REFERENCE_MAGNET, Magnet
from controller.sensing.means import Means, read_means
from controller.sensing.passage import Movement
from controller.sensing.settings import REFERENCE, Calibration, SensingSettings
from controller.sensing.templates import CONTENT
from controller.sensing.transitions import SLEEVED, Waypoint, follow, hear, is_sleeved

SLOT = 5
TELLS = SensingSettings().tells
EVERY_SLOT = frozenset(range(SLOTS))
FIVE = [24.0, 72.0, 120.0, 168.0, 216.0]
Stage = list[float]


def means(stage: Stage, magnet: Magnet = REFERENCE_MAGNET, blots: Stage | None = None) -> Means:
    """The table with light checkers on the slot, and dark ones at `blots`."""
    table = PlainTable(Position((0,) * SLOTS, (15, 15)), magnet=magnet)
    for along in stage:
        table.put(Side.LIGHT, SLOT, along)
    for along in blots or ():
        table.put(Side.DARK, SLOT, along)
    return read_means(table.readings(), Calibration(magnet=magnet), REFERENCE, ())


def shoved(stage: Stage, by_mm: float) -> Stage:
    return [along + by_mm for along in stage]


class Seen:
    """A slot's contents by its end alone, and by its way."""

    def __init__(self, content: int, *stages: Means) -> None:
        self.content = content
        self.start, *self.middle, self.end = stages
        slots = tuple(content if slot == SLOT else 0 for slot in range(SLOTS))
        self.agreed = Position(slots, (15 - max(content, 0), 15 + min(content, 0)))
        self.reference = Reference(self.start, np.ones(SLOTS, dtype=np.bool_))
        self.waypoints = [Waypoint(stage, EVERY_SLOT) for stage in self.middle]
        near = tuple(range(max(content - 2, -CONTENT), min(content + 3, CONTENT)))
        wanted = tuple(near if slot == SLOT else (0,) for slot in range(SLOTS))
        self.settled = weigh(self.end, self.reference, self.agreed, wanted)

    @property
    def heard(self) -> Evidence:
        return hear(self.settled, self.reference, self.waypoints, (), self.agreed, TELLS)

    def best_of(self, evidence: Evidence) -> int:
        return int(evidence.gains[SLOT].argmax()) - CONTENT


def followed(seen: Seen) -> int:
    told = follow(seen.start, seen.waypoints, seen.end, SLOT, seen.content)
    assert told is not None
    return int(told[0].argmax()) - CONTENT


@pytest.mark.parametrize("layers", [(1.0, 0.39, 0.19), (1.0, 0.2, 0.1)])
def test_a_sixth_checker_that_came_before_the_stack_was_shoved_is_seen_on_the_way_only(
    layers: tuple[float, float, float],
) -> None:
    magnet = Magnet(18.0, layers)
    stages = [FIVE, [*FIVE, 24.0], shoved([*FIVE, 24.0], 10.0)]
    seen = Seen(5, *(means(stage, magnet) for stage in stages))

    assert seen.best_of(seen.settled) == 5
    assert seen.best_of(seen.heard) == 6


def test_the_same_stack_shoved_with_nothing_on_it_stays_what_it_is() -> None:
    seen = Seen(5, *(means(stage) for stage in (FIVE, shoved(FIVE, 10.0), shoved(FIVE, 7.0))))

    assert seen.best_of(seen.heard) == 5


def test_a_checker_lifted_and_put_back_elsewhere_on_its_point_is_no_wrong_board() -> None:
    three = FIVE[:3]
    seen = Seen(3, means(three), means(three[:2]), means([*three[:2], 200.0]))

    assert seen.settled.strange[SLOT] > seen.settled.gains[SLOT].max()
    assert seen.heard.strange[SLOT] < seen.heard.gains[SLOT].max() - 3.0
    assert seen.best_of(seen.heard) == 3


def test_two_that_come_one_by_one_are_counted_one_by_one() -> None:
    first = [*shoved(FIVE[:3], 8.0), 178.0]
    seen = Seen(3, means(FIVE[:3]), means(first), means([*first, 226.0]))

    assert followed(seen) == 5


def test_a_hitter_and_its_blot_may_lie_on_one_point_for_a_moment() -> None:
    blot = means([], blots=[24.0])
    both = means([72.0], blots=[24.0])
    seen = Seen(-1, blot, both, means([72.0]))

    assert followed(seen) == 1


def test_where_something_stirs_only_once_the_way_says_nothing() -> None:
    seen = Seen(5, means(FIVE), means([*FIVE, 24.0]))

    assert follow(seen.start, seen.waypoints, seen.end, SLOT, 5) is None
    assert (seen.heard.gains == seen.settled.gains).all()


def test_a_picture_in_which_the_slot_still_moves_is_not_used() -> None:
    seen = Seen(5, means(FIVE), means([*FIVE, 24.0]), means(FIVE))
    moving = [Waypoint(seen.middle[0], EVERY_SLOT - {SLOT})]

    assert follow(seen.start, moving, seen.end, SLOT, 5) is None


def test_the_way_moves_what_the_end_says_by_a_bounded_weight() -> None:
    """Pictures that are plainly of something else cannot outvote the settled reading."""
    lies = [means([]), means([24.0] * 2)]
    seen = Seen(2, means(FIVE[:2]), *lies, means(FIVE[:2]))

    settled, heard = seen.settled.gains[SLOT], seen.heard.gains[SLOT]
    apart = (heard - heard[2 + CONTENT]) - (settled - settled[2 + CONTENT])
    assert np.abs(apart).max() <= 2 * TELLS
    assert seen.best_of(seen.heard) == 2


def test_where_a_cell_of_the_slot_says_nothing_the_way_says_nothing() -> None:
    stages = [means(stage) for stage in (FIVE, [*FIVE, 24.0], shoved([*FIVE, 24.0], 10.0))]
    dead = np.ones(len(stages[0].weight), dtype=np.float32)
    dead[SLOT * 5 + 3] = 0.0
    seen = Seen(5, *(replace(stage, weight=stage.weight * dead) for stage in stages))

    assert (seen.heard.gains == seen.settled.gains).all()


def moved(slot: int, start_ms: int, end_ms: int) -> Movement:
    return Movement(slot, start_ms, end_ms)


def sleeved(movements: Sequence[Movement]) -> set[int]:
    return {slot for slot in range(26) if is_sleeved(slot, movements)}


def test_a_sleeve_moves_points_that_lie_side_by_side_at_once() -> None:
    assert sleeved([moved(4, 100, 130), moved(5, 110, 140)]) == {4, 5}
    assert sleeved([moved(4, 100, 130), moved(5, 400, 430)]) == set()
    assert sleeved([moved(4, 100, 130), moved(9, 110, 140)]) == set()


def test_a_point_that_was_touched_again_was_not_only_brushed() -> None:
    movements = [moved(4, 100, 130), moved(4, 900, 930), moved(5, 110, 140)]

    assert sleeved(movements) == {5}


def odd(seen: Seen, second: float) -> Evidence:
    """A reading that nothing explains; of all contents the agreed ones fit best, others worse by
    `second` nats."""
    gains, strange = seen.settled.gains.copy(), seen.settled.strange.copy()
    gains[SLOT] = -second
    gains[SLOT, seen.content + CONTENT] = 0.0
    strange[SLOT] = 4.5
    return replace(seen.settled, gains=gains, strange=strange)


BRUSHED = (moved(SLOT, 100, 120), moved(SLOT - 1, 110, 130))


def test_a_strange_reading_is_less_strange_where_a_sleeve_explains_it() -> None:
    seen = Seen(3, means(FIVE[:3]), means(shoved(FIVE[:3], 9.0)))

    heard = hear(odd(seen, 9.0), seen.reference, (), BRUSHED, seen.agreed, TELLS)

    assert heard.strange[SLOT] == pytest.approx(4.5 - SLEEVED * TELLS)


def test_a_sleeve_explains_nothing_where_other_contents_might_lie_there() -> None:
    seen = Seen(3, means(FIVE[:3]), means(shoved(FIVE[:3], 9.0)))

    heard = hear(odd(seen, 2.0), seen.reference, (), BRUSHED, seen.agreed, TELLS)

    assert heard.strange[SLOT] == pytest.approx(4.5)


@pytest.mark.parametrize("seed", range(12))
def test_random_ways_are_followed_to_what_lies_there(seed: int) -> None:
    """Checkers come and go one by one, stacks are shoved: whatever the way says at the end, it
    never prefers other contents by what would decide a question."""
    chance = random.Random(seed)
    for _way in range(5):
        stage = shoved(FIVE[: chance.randint(1, 5)], chance.uniform(0.0, 4.0))
        content, stages = len(stage), [means(stage)]
        for _movement in range(chance.randint(2, 4)):
            act = chance.choice(("come", "go", "shove"))
            if act == "come" and len(stage) < 9:
                beyond = stage[-1] + 48.0 + abs(chance.gauss(0.0, 4.0))
                rides = len(stage) >= 5 or beyond > 228.0
                if rides and len(stage) < 5:
                    continue
                stage = [*stage, stage[len(stage) - 5] if rides else beyond]
            elif act == "go" and len(stage) > 1:
                stage = stage[:-1]
            else:
                room_mm = 228.0 - max(stage[:5])
                stage = shoved(stage, chance.uniform(-0.2, 1.0) * min(room_mm, 7.0))
            stages.append(means(stage))
        told = follow(
            stages[0], [Waypoint(s, EVERY_SLOT) for s in stages[1:-1]], stages[-1], SLOT, content
        )
        if told is not None:
            assert told[0][len(stage) + CONTENT] > -5.0, (content, len(stage))
