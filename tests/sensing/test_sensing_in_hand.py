"""A checker in the hand: where it stood is where it was seen last, though the picture is also that
of a checker lifted from where it stood at first."""

from __future__ import annotations

from plain_table import PlainTable

from controller.rules.plays import Step, legal_ways
from controller.rules.position import BAR, START, Position, Side, slot_of
from controller.sensing.settings import REFERENCE, Calibration
from controller.sensing.tracker import Tracker
from controller.sensing.verdict import Fix, Verdict, VerdictKind

LIGHT, DARK = Side.LIGHT, Side.DARK
ROLL = (4, 2)
BLOT_ON_4 = Position(
    tuple({3: -1, 0: -1}.get(slot, count) for slot, count in enumerate(START.slots))
)


class Scene:
    """Light has rolled, and moves checkers from slot to slot."""

    def __init__(self, position: Position = START) -> None:
        self.table = PlainTable(position)
        self.tracker = Tracker(REFERENCE, Calibration())
        self.tracker.agree(position)
        self.now_ms = 0
        assert self.look().kind is VerdictKind.AGREED
        self.tracker.expect(LIGHT, legal_ways(position.board(LIGHT), ROLL))
        assert self.tracker.rejudge(at_done=False).kind is VerdictKind.AGREED

    def look(self, *, at_done: bool = False) -> Verdict:
        self.now_ms += 1000
        return self.tracker.judge(self.table.readings(), self.now_ms, at_done=at_done)


def test_a_checker_that_was_seen_to_come_to_a_point_is_lifted_from_there() -> None:
    scene = Scene()
    scene.table.move(LIGHT, 7, 3)
    made = scene.look()
    scene.table.lift(3)
    verdict = scene.look()

    assert verdict.kind is VerdictKind.IN_HAND
    assert verdict.lifted == ((LIGHT, 3),)
    assert verdict.way == made.way
    assert verdict.fix == (Fix(LIGHT, None, 3),)


def test_a_checker_lifted_at_once_comes_from_where_it_stood_at_first() -> None:
    scene = Scene()
    scene.table.lift(7)

    verdict = scene.look()
    assert verdict.lifted == ((LIGHT, 7),)
    assert verdict.way is not None
    assert verdict.way.steps == ()


def test_a_hitter_that_goes_on_is_lifted_from_where_it_hit() -> None:
    """The picture is also that of a blot put on its bar before its hitter came."""
    scene = Scene(BLOT_ON_4)
    scene.table.lift(3)
    scene.table.put(DARK, slot_of(DARK, BAR))
    scene.table.move(LIGHT, 7, 3)
    assert scene.look().kind is VerdictKind.UNDER_WAY
    scene.table.lift(3)

    verdict = scene.look()
    assert verdict.kind is VerdictKind.IN_HAND
    assert verdict.lifted == ((LIGHT, 3),)
    assert verdict.hit_due == ()
    assert verdict.way is not None
    assert verdict.way.steps == (Step(8, 4, hit=True),)


def test_where_the_hitter_is_lifted_after_the_blot_was_taken_away_it_has_not_moved_yet() -> None:
    scene = Scene(BLOT_ON_4)
    scene.table.lift(3)
    scene.table.put(DARK, slot_of(DARK, BAR))
    assert scene.look().kind is VerdictKind.UNDER_WAY
    scene.table.lift(7)

    assert scene.look().lifted == ((LIGHT, 7),)


def test_put_back_where_it_stood_at_first_the_step_is_taken_back() -> None:
    scene = Scene()
    scene.table.move(LIGHT, 7, 3)
    scene.look()
    scene.table.lift(3)
    scene.look()
    scene.table.put(LIGHT, 7)

    assert scene.look().kind is VerdictKind.AGREED


def test_what_was_seen_in_an_earlier_turn_tells_nothing() -> None:
    scene = Scene()
    scene.table.move(LIGHT, 7, 3)
    scene.table.move(LIGHT, 5, 3)
    made = scene.look(at_done=True)
    assert made.kind is VerdictKind.COMPLETE
    assert made.way is not None
    scene.tracker.agree(made.way.position)
    ways = legal_ways(made.way.position.board(DARK), ROLL)
    scene.tracker.expect(DARK, ways)
    scene.table.lift(23 - 7)  # before the board was looked at again

    verdict = scene.look()
    assert verdict.lifted == ((DARK, 16),)
    assert verdict.way is not None
    assert verdict.way.steps == ()
