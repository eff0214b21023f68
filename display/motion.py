"""How a picture came about: what is drawn between two scenes. Pure; times in ms are given.

The new scene's state and hits hold at once; this only draws some of its items elsewhere for a
moment. An input ends all of it. A real table's checkers are never moved here: they are drawn where
the table says that they lie.
"""

from __future__ import annotations

import logging
import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from controller.rules.position import POINTS, SLOTS, Side
from controller.view.snapshot import Snapshot
from display import items as i
from display.items import Item
from display.layout import TRAYS, Board, Point, Rect
from display.stage import Scene, lying

CHECKER_MS, MS_A_PIXEL, CHECKER_MOST_MS = 120, 0.25, 260
DOWN_MS, HIT_MS, CUBE_MS, DICE_MS = 90, 200, 300, 360
RING_MS, RING_APART_MS, RING_FROM = 90, 15, 0.85
LIGHT_MS, LIGHT_GROWS = 150, 1.3  # the lamp of the record, when a play is kept
FADE_MS = 140
DASH_MS, QUARTERS = 500, 4  # the keyboard's circle turns by a dash in that time, in so many steps
RUN_MS, RUN_STEPS = 700, 5  # dashes of an arrow come to the next one's place
RUN_FOR_MS = 20_000  # then they rest: a board may lie wrong for a night
BACK_MS = 80  # a die that was played and is not any more
FACES, SPIN = 5, 300.0  # that a rolling die shows, degrees that it turns
LIFT = 1.06
ROLLED = ("fair", "seeded")  # dice that the table throws; real ones just lie there
LATE_MS, MOST_LATE = 33, 2  # a frame that took longer is late; so many in a row end all motion

log = logging.getLogger(__name__)

Curve = Callable[[float], float]


def linear(share: float) -> float:
    return share


def ease_out(share: float) -> float:
    """Cubic."""
    return 1 - (1 - share) ** 3


def ease_out_quart(share: float) -> float:
    return 1 - (1 - share) ** 4


def ease_in_out(share: float) -> float:
    return share * share * (3 - 2 * share)


@dataclass(frozen=True, slots=True)
class Movement:
    """Until it is over, `of` of the new scene is drawn as `look` says of a share of the way (0-1).

    of: None where the new scene has nothing to stand for. on_top: over everything.
    """

    of: Item | None
    look: Callable[[float], Item]
    ms: float
    from_ms: float = 0
    curve: Curve = ease_out
    on_top: bool = False

    @property
    def ends_ms(self) -> float:
        return self.from_ms + self.ms

    def drawn(self, now_ms: float) -> Item | None:
        """None once it is over."""
        if now_ms >= self.ends_ms:
            return None
        return self.look(self.curve(max(now_ms - self.from_ms, 0) / self.ms))


@dataclass(frozen=True, slots=True)
class Shown:
    """A snapshot and its scene."""

    snapshot: Snapshot
    scene: Scene


class Motion:
    """What moves at the moment. is_simulated: the table is one in software, whose checkers may be
    seen travelling."""

    def __init__(self, *, is_on: bool, is_simulated: bool) -> None:
        self.is_on = is_on
        self._is_simulated = is_simulated
        self._movements: tuple[Movement, ...] = ()
        self._running: frozenset[i.Arrow] = frozenset()
        self._runs_ms = 0  # until then
        self._fades_ms = 0
        self._late = 0

    def change(self, before: Shown, after: Shown, now_ms: int) -> bool:
        """A new snapshot is shown. What moves goes on where it still is what it was; all else is at
        its end. True: the old picture fades."""
        if not self.is_on:
            return False
        running = self._still_running(before.scene, after.scene)
        if running - self._running:
            self._runs_ms = now_ms + RUN_FOR_MS
        self._running = running
        begun = [
            replace(each, from_ms=now_ms + each.from_ms)
            for each in movements(before, after, is_simulated=self._is_simulated)
        ]
        fades = not is_same_place(before.scene, after.scene)
        if fades:
            self._fades_ms = now_ms + FADE_MS
            self._movements = tuple(begun)
            return True
        anew, items = {each.of for each in begun}, set(after.scene.items)
        going = [
            each
            for each in self._movements
            if each.of in items and each.of not in anew and now_ms < each.ends_ms
        ]
        self._movements = (*going, *begun)
        return False

    def end(self) -> None:
        """Everything is where it belongs, at once."""
        self._movements = ()
        self._running = frozenset()
        self._fades_ms = 0

    def is_moving(self, now_ms: int) -> bool:
        return now_ms < max((self._fades_ms, *(each.ends_ms for each in self._movements)))

    def items(self, items: tuple[Item, ...], now_ms: int) -> tuple[Item, ...]:
        """A scene's items as they are drawn now."""
        turn = self.turn(items, now_ms)
        if turn:
            items = tuple(replace(f, turn=turn) if isinstance(f, i.Focus) else f for f in items)
        run = self.run(items, now_ms)
        if run is not None:
            share = run / RUN_STEPS
            items = tuple(
                replace(each, run=share) if each in self._running else each for each in items
            )
        return between(self._movements, items, now_ms)

    def turn(self, items: tuple[Item, ...], now_ms: int) -> int:
        """Where the keyboard's circle is on its way round, in quarters of a dash; 0 for none."""
        if not self.is_on or not any(isinstance(f, i.Focus) and f.is_round for f in items):
            return 0
        return now_ms * QUARTERS // DASH_MS % QUARTERS

    def run(self, items: tuple[Item, ...], now_ms: int) -> int | None:
        """How far the dashes of arrows are on their way, in `RUN_STEPS`; None: none run."""
        if not self.is_on or now_ms >= self._runs_ms or self._running.isdisjoint(items):
            return None
        return now_ms * RUN_STEPS // RUN_MS % RUN_STEPS

    def steps(self, items: tuple[Item, ...], now_ms: int) -> tuple[int, int | None]:
        """What of a scene at rest looks different from time to time: the circle, the dashes."""
        return self.turn(items, now_ms), self.run(items, now_ms)

    def _still_running(self, before: Scene, after: Scene) -> frozenset[i.Arrow]:
        """The arrows of a wrong board whose dashes run: those that came, and those that an input
        has not stopped since."""
        known = set(before.items)
        arrows = [a for a in after.items if isinstance(a, i.Arrow) and a.colour == "warn"]
        return frozenset(a for a in arrows if a not in known or a in self._running)

    def old_share(self, now_ms: int) -> float:
        """How much of the old picture is still seen (1-0)."""
        return max(self._fades_ms - now_ms, 0) / FADE_MS

    def took(self, ms: float) -> None:
        """So long did a frame take; two late ones in a row and nothing moves any more."""
        self._late = self._late + 1 if ms > LATE_MS else 0
        if self.is_on and self._late >= MOST_LATE:
            self.is_on = False
            self.end()
            log.info("motion is off: two frames in a row took more than %d ms", LATE_MS)


def is_same_place(before: Scene, after: Scene) -> bool:
    """Whether both show the same board in the same place: nothing but that can move."""
    return before.ground == after.ground and before.board == after.board


def between(
    movements: tuple[Movement, ...], items: tuple[Item, ...], now_ms: float
) -> tuple[Item, ...]:
    """The items of a scene at a moment of its movements."""
    now = [(each, each.drawn(now_ms)) for each in movements]
    moving = [(each, drawn) for each, drawn in now if drawn is not None]
    if not moving:
        return items
    placed = {each.of: drawn for each, drawn in moving if each.of is not None}
    above = {each.of for each, _ in moving if each.on_top}
    kept = [placed.get(item, item) for item in items if item not in above]
    return (*kept, *(drawn for each, drawn in moving if each.on_top))


# --- what moves ------------------------------------------------------------


def movements(before: Shown, after: Shown, *, is_simulated: bool) -> Iterator[Movement]:
    """From one scene to the next; where the board stands elsewhere only the cube is followed."""
    old, new = before.snapshot, after.snapshot
    if (old.match, old.game) != (new.match, new.game):
        return
    yield from _cube(old, after)
    if not is_same_place(before.scene, after.scene):
        return
    if is_simulated:
        yield from _checkers(old, after)
        yield from _set_down(before.scene, after.scene)
    yield from _rings(before, after)
    yield from _dice(old, after)
    yield from _dice_back(before, after)
    yield from _lamp(old, after)


@dataclass(frozen=True, slots=True)
class Place:
    """Where a checker came from or went: its centre, and the item that stands for it there."""

    at: Point
    item: Item | None
    slot: int


def _checkers(old: Snapshot, after: Shown) -> Iterator[Movement]:
    """Each checker from where it lay to where it lies; a hit one leaves when its hitter lands."""
    board, new = after.scene.board, after.snapshot
    hitters: list[Movement] = []
    hit: list[tuple[Side, Place, Place]] = []
    for side in Side:
        left, come = _changes(old, new, side, after.scene)
        if len(left) != len(come):
            continue  # some lie beside the board: nobody saw which way they went
        for source, to in zip(left, come, strict=True):
            if POINTS <= to.slot < SLOTS:
                hit.append((side, source, to))
                continue
            far = math.dist(source.at, to.at)
            ms = min(CHECKER_MS + MS_A_PIXEL * far, CHECKER_MOST_MS)
            hitters.append(_flight(board, side, source, to, ms))
    landed_ms = max((each.ms for each in hitters), default=0)
    for side, source, to in hit:  # they lie under whoever hits them
        flight = _flight(board, side, source, to, HIT_MS)
        yield replace(flight, from_ms=landed_ms, curve=ease_in_out)
    yield from hitters


def _changes(
    old: Snapshot, new: Snapshot, side: Side, scene: Scene
) -> tuple[list[Place], list[Place]]:
    """Places that a side's checkers left, and those that they came to, the farthest first."""
    board, items = scene.board, set(scene.items)
    left: list[Place] = []
    come: list[Place] = []
    was_lying, is_lying = lying(old), lying(new)
    for slot in range(SLOTS):
        was, now = (max(each[slot] * side.sign, 0) for each in (was_lying, is_lying))
        left += (Place(board.checker(slot, nth), None, slot) for nth in range(now, was))
        for nth in range(was, now):
            at = board.checker(slot, nth)
            shown = next((item for item in items if _is_checker(item, side, at)), None)
            come.append(Place(at, shown if nth < 5 else None, slot))
    for nth in range(old.off[side.index], new.off[side.index]):
        slab = i.Slab(board.slab(TRAYS[side], nth), side)
        come.append(Place(slab.rect.centre, slab if slab in items else None, TRAYS[side]))
    for nth in range(new.off[side.index], old.off[side.index]):
        left.append(Place(board.slab(TRAYS[side], nth).centre, None, TRAYS[side]))
    for _ in range(new.reserve[side.index], old.reserve[side.index]):
        left.append(Place(board.reserve(side).centre, None, -1))
    return left, come


def _is_checker(item: Item, side: Side, at: Point) -> bool:
    return isinstance(item, i.Checker) and item.side is side and item.at == at and not item.lifted


def _flight(board: Board, side: Side, source: Place, to: Place, ms: float) -> Movement:
    seed = to.item.seed if isinstance(to.item, i.Checker) else 0

    def look(share: float) -> Item:
        x = source.at[0] + (to.at[0] - source.at[0]) * share
        y = source.at[1] + (to.at[1] - source.at[1]) * share
        grown = 1 + (LIFT - 1) * min(3 * share, 1) if share < 0.9 else 1
        # sprites are kept by size: three sizes are enough to be seen as one growth
        return i.Checker((x, y), board.d * round(grown / 0.03) * 0.03, side, seed)

    return Movement(to.item, look, ms, on_top=True)


def _set_down(before: Scene, after: Scene) -> Iterator[Movement]:
    """A checker that was in the hand lies on its place again."""
    lifted = {(c.at, c.side) for c in before.items if isinstance(c, i.Checker) and c.lifted}
    for item in after.items:
        if isinstance(item, i.Checker) and not item.lifted and (item.at, item.side) in lifted:
            yield Movement(item, _shrinking(item), DOWN_MS)


def _shrinking(item: i.Checker) -> Callable[[float], Item]:
    def look(share: float) -> Item:
        return replace(item, d=item.d * (1 + 0.10 * round(3 * (1 - share)) / 3))

    return look


def _rings(before: Shown, after: Shown) -> Iterator[Movement]:
    """New rings grow, the nearest to the lifted checker first."""
    known = set(before.scene.items)
    rings = [r for r in after.scene.items if isinstance(r, i.Ring) and r not in known]
    lifted = [c.at for c in after.scene.items if isinstance(c, i.Checker) and c.lifted]
    if lifted:
        rings.sort(key=lambda ring: math.dist(ring.at, lifted[0]))
    for nth, ring in enumerate(rings):
        yield Movement(ring, _growing(ring), RING_MS, nth * RING_APART_MS)


def _growing(ring: i.Ring) -> Callable[[float], Item]:
    def look(share: float) -> Item:
        steps = round((1 - RING_FROM) * share / 0.05)
        return replace(ring, d=ring.d * (RING_FROM + steps * 0.05))

    return look


def _dice(old: Snapshot, after: Shown) -> Iterator[Movement]:
    """From the roller's edge of the board, over several faces, to where they lie."""
    new, board = after.snapshot, after.scene.board
    is_new = (old.turn_number, old.roll) != (new.turn_number, new.roll) and new.roll is not None
    if new.phase == "opening":
        is_new = old.opening != new.opening and new.opening is not None
    if not is_new or new.dice_source not in ROLLED or new.steps:
        return
    for nth, die in enumerate(d for d in after.scene.items if isinstance(d, i.Die)):
        foot = die.side is board.orientation.bottom
        edge = board.rect.bottom - die.size if foot else board.rect.y + die.size
        start = die.at[0], float(edge)
        yield Movement(die, _rolling(die, start, nth), DICE_MS, 0, ease_out_quart, on_top=True)


def _rolling(die: i.Die, start: Point, nth: int) -> Callable[[float], Item]:
    def look(share: float) -> Item:
        x, y = (a + (b - a) * share for a, b in zip(start, die.at, strict=True))
        left = math.ceil((1 - share) * FACES)  # faces still to come, the last one is its own
        face = (die.value - 1 + left * (2 + nth)) % 6 + 1 if left > 1 else die.value
        spin = SPIN * (1 - share) * (1 if nth % 2 else -1)
        return replace(die, at=(x, y), value=face, spin=spin)

    return look


def _dice_back(before: Shown, after: Shown) -> Iterator[Movement]:
    """A die of the same roll that is to be played once more."""
    old, new = before.snapshot, after.snapshot
    if (old.turn_number, old.roll) != (new.turn_number, new.roll):
        return
    was = set(before.scene.items)
    for die in after.scene.items:
        if isinstance(die, i.Die) and not die.faded and replace(die, faded=True) in was:
            yield Movement(die, _coming_back(die), BACK_MS, curve=linear)


def _coming_back(die: i.Die) -> Callable[[float], Item]:
    return lambda share: replace(die, faded=True, back=share)


def _cube(old: Snapshot, after: Shown) -> Iterator[Movement]:
    """Along its rail, to whoever owns it now."""
    if old.cube.owner == after.snapshot.cube.owner:
        return
    start, end = (
        after.scene.board.cube_slot(Side(owner) if owner else None).centre
        for owner in (old.cube.owner, after.snapshot.cube.owner)
    )
    for item in after.scene.items:
        if isinstance(item, i.CubeFace) and item.at == end:  # an offered one lies on its card
            yield Movement(item, _sliding(item, start), CUBE_MS, 0, ease_in_out, on_top=True)


def _sliding(item: i.CubeFace, start: Point) -> Callable[[float], Item]:
    def look(share: float) -> Item:
        x, y = (a + (b - a) * share for a, b in zip(start, item.at, strict=True))
        return replace(item, at=(x, y))

    return look


def _lamp(old: Snapshot, after: Shown) -> Iterator[Movement]:
    """The lamp of the record swells when the journal has one play more."""
    if after.snapshot.plays <= old.plays or after.snapshot.match != old.match:
        return
    for item in after.scene.items:
        if isinstance(item, i.Sign) and item.kind == "recording":
            yield Movement(item, _swelling(item), LIGHT_MS, curve=linear)


def _swelling(item: i.Sign) -> Callable[[float], Item]:
    by = max(round(item.rect.w * (LIGHT_GROWS - 1) / 2), 1)
    grown = replace(item, rect=Rect(*item.rect.inset(-by)))
    return lambda share: grown
