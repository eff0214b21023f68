"""The board with all that lies and shines on it, as items."""

from __future__ import annotations

from dataclasses import replace

from controller.rules.position import POINTS, SLOTS, Side
from controller.rules.variants import find_variant
from display import items as i
from display.layout import (
    CUBE_PLACE,
    PLACES,
    RESERVES,
    TRAYS,
    Board,
    Point,
    Rect,
    square,
)
from display.scene_dice import is_keypad, lay_doubles, lay_keypad, offer_doubles
from display.scene_last import is_shown, lay_last
from display.stage import Hit, Stage, Tap

SHOWN = 5  # checkers of a point that are drawn; the fifth carries the number
TURNS = (-9.0, 6.0, -4.0, 8.0)  # of the dice, in degrees
PILE = 3  # checkers of a reserve that are drawn, one over the other
PAIRS = 3  # at most so many arrows; the rest in words


def lay_board(
    stage: Stage, board: Board, *, dice: bool = True, marks: bool = True, keypad: bool = False
) -> None:
    """Everything on the board, from the lowest up. keypad: real dice may be typed on it."""
    lowest = len(stage.items)
    _pieces(stage, board, dice=dice, marks=marks)
    if keypad:
        lay_keypad(stage, board)
    stage.items[lowest:lowest] = _numbers(stage, board, stage.items[lowest:])


def _pieces(stage: Stage, board: Board, *, dice: bool, marks: bool) -> None:
    _trays(stage, board)
    _reserves(stage, board)
    _cube(stage, board)
    if dice:
        _dice(stage, board)
    _checkers(stage, board)
    if not marks:
        return
    if is_shown(stage):
        lay_last(stage, board)
    elif stage.is_mending:
        _mending(stage, board)
    else:
        _moves(stage, board)
        _rings(stage, board)


def offer_places(stage: Stage, board: Board) -> None:
    """Points, bar halves, trays and the reserve answer to touches of the side on turn; while it
    names a double, the six of them."""
    side = stage.actor
    if side is None or stage.snapshot.interruption is not None:
        return
    if stage.snapshot.phase == "naming":
        offer_doubles(stage, board, side)
        return
    if is_keypad(stage) and not stage.is_mending:
        return  # no checker goes anywhere before the dice are known
    if stage.snapshot.reserve[side.index]:
        stage.offer(Hit(board.cube_touch(side.other), Tap(side, RESERVES[side])))
    before = [hit.rect for hit in stage.hits if hit.rect.w]
    for place in PLACES:
        rect = board.touch(place)
        for taken in before:
            rect = _clear_of(rect, taken)
        stage.offer(Hit(rect, Tap(side, place)))
    focus = stage.hand.focus
    if focus is not None and isinstance(focus.act, Tap):
        at = place_mark(stage, board, focus.act.place)
        stage.show(i.Focus(square(at, board.d * 1.2), is_round=True))


def _clear_of(rect: Rect, taken: Rect) -> Rect:
    """The largest part of a box that lies on one side of another."""
    if not rect.meets(taken):
        return rect
    parts = (
        rect._replace(h=taken.y - rect.y),
        rect._replace(y=taken.bottom, h=rect.bottom - taken.bottom),
        rect._replace(w=taken.x - rect.x),
        rect._replace(x=taken.right, w=rect.right - taken.right),
    )
    return max(parts, key=lambda part: max(part.w, 0) * max(part.h, 0))


def place_mark(stage: Stage, board: Board, place: int) -> Point:
    """Where a place is pointed at: its topmost checker, or its nearest free spot."""
    if place == CUBE_PLACE:
        return board.cube_slot(None).centre
    if place in RESERVES.values():
        return board.reserve(Side.LIGHT if place == RESERVES[Side.LIGHT] else Side.DARK).centre
    if place >= SLOTS:
        return tray_mark(stage, board, Side.LIGHT if place == SLOTS else Side.DARK)
    return board.checker(place, max(abs(stage.lying[place]) - 1, 0))


def tray_mark(stage: Stage, board: Board, side: Side) -> Point:
    """Above the slabs of a side's tray."""
    return board.tray_mark(TRAYS[side], stage.snapshot.off[side.index])


def _numbers(stage: Stage, board: Board, above: list[i.Item]) -> list[i.Item]:
    """Points as the side counts them that is to act; nobody: as the one at the foot does. In the
    gap of an upright board what lies there has its place, and the number under it none."""
    reader = stage.answerer or stage.turn or stage.settings.bottom
    size = round(0.32 * board.p) if board.upright else round(board.rail_b * 0.80)
    solids = [solid for solid in map(i.solid, above) if solid is not None] if board.upright else []
    made: list[i.Item] = []
    for slot in range(POINTS):
        box = board.number(slot)
        ink = box.inset(0, round(0.28 * board.p))
        if any(solid.meets(ink) for solid in solids):
            continue
        text = stage.number(slot, reader)
        made.append(
            i.Words(box, text, max(size, 9), "number", "bold", "centre", floor=8, engraved=True)
        )
    return made


def _trays(stage: Stage, board: Board) -> None:
    for side in Side:
        for nth in range(min(stage.snapshot.off[side.index], 15)):
            stage.show(i.Slab(board.slab(TRAYS[side], nth), side))


def _reserves(stage: Stage, board: Board) -> None:
    """A pile seen from above, with how many lie in it."""
    for side in Side:
        left = stage.snapshot.reserve[side.index]
        x, y = board.reserve(side).centre
        shown = min(left, PILE)
        for nth in range(shown):
            rise = (2 * nth - shown + 1) * 0.035 * board.d
            at = (x + rise, y - rise)
            stage.show(i.Checker(at, 0.84 * board.d, side, nth))
            if nth == shown - 1 and left > 1:
                stage.show(i.Count(at, 0.56 * board.d, side, left))


def _cube(stage: Stage, board: Board) -> None:
    """In its owner's end slot or the middle; away while it is offered, faint in Crawford's game."""
    snapshot = stage.snapshot
    if snapshot.match_length == 1 or snapshot.phase == "cube_offered":
        return
    if not find_variant(snapshot.variant).cube:
        return
    owner = Side(snapshot.cube.owner) if snapshot.cube.owner else None
    value = snapshot.cube.value if snapshot.cube.value > 1 else 64
    at = board.cube_slot(owner).centre
    stage.show(i.CubeFace(at, 0.80 * board.p, value, faded=snapshot.crawford))


def _dice(stage: Stage, board: Board) -> None:
    snapshot, size = stage.snapshot, 0.94 * board.d
    if snapshot.opening is not None and snapshot.phase == "opening":
        for side in Side:
            value = snapshot.opening[side.index]
            stage.show(i.Die(board.opening_die(side), size, side, value, TURNS[side.index]))
        return
    if snapshot.phase == "naming" and stage.turn is not None:
        lay_doubles(stage, board, stage.turn)
    if snapshot.roll is None or stage.turn is None:
        return
    high, low = snapshot.roll
    dice = [high] * 4 if high == low else [high, low]
    used = list(snapshot.used)
    for nth, at in enumerate(board.dice(stage.turn, len(dice))):
        faded = dice[nth] in used
        if faded:
            used.remove(dice[nth])
        stage.show(i.Die(at, size, stage.turn, dice[nth], TURNS[nth], faded))


def _checkers(stage: Stage, board: Board) -> None:
    up: list[i.Checker] = []
    snapshot = stage.snapshot
    may_lift = not stage.is_mending and snapshot.phase in ("moving", "showing")
    for slot in range(SLOTS):
        count = abs(stage.lying[slot])
        side = Side.LIGHT if stage.lying[slot] > 0 else Side.DARK
        most = SHOWN if slot < POINTS else board.bar_room
        lifted = may_lift and slot in snapshot.lifted
        for nth in range(min(count, most)):
            at = board.checker(slot, nth)
            piece = i.Checker(at, board.d, side, (slot * 5 + nth * 3) % 3)
            last = nth == min(count, most) - 1
            if last and lifted:
                up.append(i.Checker(at, board.d, side, piece.seed, lifted=True))
            else:
                stage.show(piece)
        if count > most and not lifted:
            stage.show(i.Count(board.checker(slot, most - 1), 0.60 * board.d, side, count))
    stage.show(*up)


def _rings(stage: Stage, board: Board) -> None:
    """Where the lifted checker may go, each with the dice that lead there."""
    snapshot = stage.snapshot
    if snapshot.aids != "full" or snapshot.phase != "moving":
        return
    for light in snapshot.lights:
        if light.kind == "bar":
            at = board.checker(light.place, abs(snapshot.slots[light.place]))
            stage.show(_ring(stage, board, at, ""))
    turn = stage.turn
    if turn is None:
        return
    targets, dice = snapshot.targets, snapshot.target_dice or ((),) * len(snapshot.targets)
    pointed = stage.hand.pointed
    if pointed is not None:
        targets, dice = pointed.places, pointed.dice
        at = place_mark(stage, board, pointed.slot)
        stage.show(i.Focus(square(at, board.d * 1.2), is_round=True))
    for place, used in zip(targets, dice, strict=True):
        label = dice_label(used)
        if place >= SLOTS:
            stage.show(_ring(stage, board, tray_mark(stage, board, turn), label))
        elif snapshot.slots[place] * turn.sign < 0:
            stage.show(i.Ring(board.checker(place, 0), 1.06 * board.d, label, hit=True))
        else:
            stage.show(_ring(stage, board, board.mark(place, stage.count(place, turn)), label))


def _ring(stage: Stage, board: Board, at: Point, label: str) -> i.Ring:
    large = stage.settings.large_print
    ring = i.Ring(at, (1.0 if large else 0.90) * board.d, label, large=large)
    return replace(ring, at=board.inside(at, ring.wide))


def dice_label(dice: tuple[int, ...]) -> str:
    """ "4", "4+2", or for three and more of a double "3×5"."""
    if len(dice) > 2:
        return f"{len(dice)}×{dice[0]}"
    return "+".join(str(die) for die in dice)


def _moves(stage: Stage, board: Board) -> None:
    """A play that is shown to the hands, from point to point, in brass."""
    left: dict[int, int] = {}
    landed: dict[int, int] = {}
    snapshot, turn = stage.snapshot, stage.turn
    if turn is None:
        return
    for source, to in snapshot.moves:
        gone, come = left.get(source, 0), landed.get(to, 0)
        left[source], landed[to] = gone + 1, come + 1
        if source >= SLOTS:
            start = place_mark(stage, board, source)
        else:
            nth = max(min(stage.count(source, turn), SHOWN) - 1 - gone, 0)
            start = board.checker(source, nth)
        end = _landing(stage, board, to, turn, come)
        if to < SLOTS:
            stage.show(i.Ghost(end, board.d, ""))
        stage.show(_arrow(board, start, end, "accent"))


def _arrow(board: Board, start: Point, end: Point, colour: str, gap: float = 0) -> i.Arrow:
    """The bow leans to the middle of the board, where there is room."""
    return i.Arrow(start, end, board.d, colour, board.leans_back(start, end), gap)


def _landing(stage: Stage, board: Board, to: int, side: Side, nth: int) -> Point:
    if to >= SLOTS:
        return tray_mark(stage, board, side)
    return board.mark(to, stage.count(to, side) + nth)


_MIDDLE = 2  # of a point: over its third checker


def _mending(stage: Stage, board: Board) -> None:
    """What lies too much, where something lacks, and the way from one to the other; or where a
    magnet lies that is no checker."""
    snapshot, setup = stage.snapshot, stage.snapshot.phase == "setup"
    landed: dict[int, int] = {}
    taken: dict[int, int] = {}
    marks: list[i.Item] = [
        i.Mark(board.checker(slot, _MIDDLE), board.d, "!") for slot in snapshot.strays
    ]
    for nth, fix in enumerate(snapshot.fixes):
        if nth >= PAIRS and not setup:
            break
        side, label = Side(fix.side), str(nth + 1)
        start = end = None
        if fix.to is not None:
            lies = stage.count(fix.to, side) + landed.get(fix.to, 0)
            landed[fix.to] = landed.get(fix.to, 0) + 1
            end = board.checker(fix.to, min(lies, 4))
            word = "+1" if setup else label if fix.source is None else ""
            marks.append(i.Ghost(end, board.d, word))
        if fix.source is not None:
            lies = abs(stage.lying[fix.source]) - 1 - taken.get(fix.source, 0)
            taken[fix.source] = taken.get(fix.source, 0) + 1
            start = board.checker(fix.source, max(min(lies, 4), 0))
            marks.append(i.Mark(start, board.d, "−1" if setup else label))
        if start is not None and end is not None and (nth == 0 or not setup):
            gap = 0.5 * board.d if setup else 0
            marks.append(_arrow(board, start, end, "warn", gap))
    arrows = [mark for mark in marks if isinstance(mark, i.Arrow)]
    ghosts = [mark for mark in marks if isinstance(mark, i.Ghost)]
    rest = [mark for mark in marks if isinstance(mark, i.Mark)]
    stage.show(*ghosts, *arrows, *rest)


def question_rings(stage: Stage, board: Board) -> None:
    """The two places that tell the plays in question apart, as A and B."""
    question, turn = stage.snapshot.question, stage.turn
    if question is None:
        return
    for place, label in zip(question.places, "AB", strict=False):
        if place >= SLOTS and turn is not None:
            at = tray_mark(stage, board, turn)
        else:
            at = place_mark(stage, board, place)
        stage.show(_ring(stage, board, at, label))
