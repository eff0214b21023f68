"""The last play, shown again: where its checkers went, and its text. Always one press away."""

from __future__ import annotations

from controller.errors import InvalidNotation
from controller.rules.notation import parse_play
from controller.rules.plays import Step
from controller.rules.position import BAR, OFF, RESERVE, SLOTS, Side, slot_of
from display import items as i
from display.layout import RESERVES, TRAYS, Board, Point, Rect
from display.stage import NOWHERE, Act, Hit, Open, Stage

PAGE, KEY = "last", "V"
MOST = 4  # checkers of one place that an arrow may leave or reach, each apart


def is_shown(stage: Stage) -> bool:
    """Whether the last play is looked at now."""
    snapshot = stage.snapshot
    is_open = stage.hand.page == PAGE and snapshot.last_side is not None
    return is_open and not snapshot.lifted and not stage.is_mending


def toggle(stage: Stage) -> Act:
    """Shows it, or leaves it."""
    return Open("" if stage.hand.page == PAGE else PAGE)


def offer_last(stage: Stage, words: Rect) -> None:
    """A touch on the words, or the key; again: no more."""
    if stage.snapshot.last_side is not None:
        act = toggle(stage)
        stage.offer(Hit(words, act))
        stage.offer(Hit(NOWHERE, act, (KEY,)))


def told(stage: Stage) -> str:
    """Who played what; "" where nothing was played yet."""
    snapshot = stage.snapshot
    if snapshot.last_side is None:
        return ""
    name = stage.name(Side(snapshot.last_side))
    if not snapshot.last_play:
        return stage.text("{name} could not move.", name=name)
    return stage.text("{name} played {play}.", name=name, play=snapshot.last_play)


def last_steps(stage: Stage) -> tuple[tuple[int, int], ...]:
    """(from, to) places of its steps, in order; none of a play that is no play."""
    side_name = stage.snapshot.last_side
    if side_name is None:
        return ()
    try:
        steps = parse_play(stage.snapshot.last_play)
    except InvalidNotation:  # an illegal play that both let stand
        return ()
    return tuple(_places(Side(side_name), step) for step in steps)


def _places(side: Side, step: Step) -> tuple[int, int]:
    return _place(side, step.source), _place(side, step.to)


def _place(side: Side, point: int) -> int:
    if point == OFF:
        return TRAYS[side]
    return RESERVES[side] if point == RESERVE else slot_of(side, min(point, BAR))


def lay_last(stage: Stage, board: Board) -> None:
    """From where each checker stood to where it was put, in brass; a ghost where it stood."""
    if stage.snapshot.last_side is None:
        return
    side = Side(stage.snapshot.last_side)
    steps = last_steps(stage)
    passed = {to for _source, to in steps} & {source for source, _to in steps}
    gone: dict[int, int] = {}
    come: dict[int, int] = {}
    arrows: list[i.Item] = []
    for source, to in steps:
        start = _stood(stage, board, side, source, gone.get(source, 0))
        end = _lies(stage, board, side, to, come.get(to, 0), is_passed=to in passed)
        gone[source], come[to] = gone.get(source, 0) + 1, come.get(to, 0) + 1
        if source < SLOTS and source not in passed:
            stage.show(i.Ghost(start, board.d, ""))
        hangs = (start[1] + end[1]) / 2 < board.middle
        arrows.append(i.Arrow(start, end, board.d, "accent", hangs))
    stage.show(*arrows)


def _stood(stage: Stage, board: Board, side: Side, place: int, nth: int) -> Point:
    """Above what lies there now."""
    if place >= SLOTS:
        return board.reserve(side).centre
    return board.checker(place, min(stage.count(place, side) + nth, MOST))


def _lies(
    stage: Stage, board: Board, side: Side, place: int, nth: int, *, is_passed: bool
) -> Point:
    """The topmost checker there, or the one below it for the next; where it went on, the spot."""
    if place >= SLOTS:
        return board.tray_mark(place, 0)
    count = stage.count(place, side)
    if is_passed:
        return board.checker(place, min(count, MOST))
    return board.checker(place, max(min(count - 1, MOST) - nth, 0))
