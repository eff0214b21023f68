"""Which lights burn: the table of DESIGN's aids levels as one function of a scene."""

from __future__ import annotations

from controller.guidance.scene import Scene
from controller.rules.plays import Ways
from controller.rules.position import BAR, OFF, RESERVE, Position, Side, point_of, slot_of
from controller.sensing.verdict import Fix, Verdict, VerdictKind, Way
from controller.view.snapshot import Light

TRAYS = {Side.LIGHT: 26, Side.DARK: 27}
RESERVES = {Side.LIGHT: 29, Side.DARK: 30}
"""Places without a light: screens call a side's reserve so (28 is the cube)."""


def lights(scene: Scene) -> tuple[Light, ...]:
    """The lights of a scene, by place; none twice at one place (the first rule named wins)."""
    burning: dict[int, str] = {}
    for place, kind in _wishes(scene):
        burning.setdefault(place, kind)
    return tuple(Light(place, kind) for place, kind in sorted(burning.items()))


def targets(way: Way, ways: Ways, side: Side, slot: int) -> tuple[int, ...]:
    """Slots (26/27 for the trays) that the checker lifted from `slot` can reach now.

    One die or several in a row with this one checker, each landing legal; () if it may not move.
    """
    reached: set[int] = set()
    start = way.position.board(side)
    source = point_of(side, slot)
    if start[source] <= 0:
        return ()
    frontier = [(start, source)]
    while frontier:
        board, standing = frontier.pop()
        for step, _die, after in ways.next_steps(board):
            if step.source == standing and step.to not in reached:
                reached.add(step.to)
                if step.to != OFF:
                    frontier.append((after, step.to))
    return tuple(sorted(TRAYS[side] if to == OFF else slot_of(side, to) for to in reached))


def place_of(side: Side, point: int) -> int:
    """The place of one end of a step: slot, tray (26/27) or reserve (29/30)."""
    if point == OFF:
        return TRAYS[side]
    return RESERVES[side] if point == RESERVE else slot_of(side, point)


def deciding_places(choices: tuple[Way, ...], side: Side) -> tuple[int, ...]:
    """The places that tell two ways apart: where each has more of `side` than the other.

    A single way has nothing to be told from: ().
    """
    if len(choices) != 2:
        return ()
    a, b = (choice.position.slots for choice in choices)
    places = []
    for more, less in ((a, b), (b, a)):
        differing = [s for s in range(26) if more[s] * side.sign > less[s] * side.sign]
        places.append(differing[0] if differing else TRAYS[side])
    return tuple(places)


def _wishes(scene: Scene) -> list[tuple[int, str]]:
    if scene.interruption == "fault":
        return []
    if scene.question and scene.question.ask == "which":
        return [(place, "question") for place in scene.question.places]
    verdict = scene.verdict
    if verdict is None or scene.phase in ("game_over", "match_over"):
        return []
    if scene.phase == "setup":
        return _fixing(verdict.fix, too_much="extra")
    if scene.phase == "showing" and verdict.kind is not VerdictKind.WRONG:
        return _showing(scene, verdict)
    if scene.aids == "none":
        return []
    if verdict.kind is VerdictKind.WRONG:
        return _fixing(verdict.fix, too_much="wrong")
    if scene.phase != "moving":
        return _restoring(verdict)
    if scene.undo_to is not None and verdict.way is not None:
        return _back(verdict.way.position, scene.undo_to.position)
    return _playing(scene, verdict)


def _playing(scene: Scene, verdict: Verdict) -> list[tuple[int, str]]:
    wishes = [(slot_of(side, BAR), "bar") for side in verdict.hit_due]
    if scene.aids == "full" and scene.lifted:
        wishes += [(place, "target") for place in scene.targets]
        wishes += [(slot, "from") for side, slot in scene.lifted if side is scene.turn]
    return wishes


def _showing(scene: Scene, verdict: Verdict) -> list[tuple[int, str]]:
    """The steps of a chosen play that are not made yet: where from, where to, who was hit."""
    assert scene.turn is not None
    assert scene.final is not None
    side = scene.turn
    now = verdict.way.position if verdict.way is not None else scene.agreed
    wishes = [(slot_of(hit, BAR), "bar") for hit in verdict.hit_due]
    for slot, (have, want) in enumerate(zip(now.slots, scene.final.slots, strict=True)):
        gain = max(0, want * side.sign) - max(0, have * side.sign)
        if gain:
            wishes.append((slot, "target" if gain > 0 else "from"))
    if scene.final.off[side.index] > now.off[side.index]:
        wishes.append((TRAYS[side], "target"))
    return wishes


def _restoring(verdict: Verdict) -> list[tuple[int, str]]:
    """Nobody may move now: a checker off its place is asked back."""
    if verdict.kind is VerdictKind.IN_HAND and verdict.fix:
        return _fixing(verdict.fix, too_much="wrong")
    return []


def _fixing(fixes: tuple[Fix, ...], too_much: str) -> list[tuple[int, str]]:
    """Where something lies too much, then where something lacks (a swap of sides lights both)."""
    wishes = [(fix.source, too_much) for fix in fixes if fix.source is not None]
    wishes += [(fix.to, "missing") for fix in fixes if fix.to is not None]
    return wishes


def _back(now: Position, before: Position) -> list[tuple[int, str]]:
    """The slots whose contents an undo still has to change."""
    wishes = []
    for slot, (have, want) in enumerate(zip(now.slots, before.slots, strict=True)):
        if have != want:
            kind = "missing" if abs(want) > abs(have) and want * have >= 0 else "wrong"
            wishes.append((slot, kind))
    return wishes
