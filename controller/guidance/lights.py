"""Which lights burn: the table of DESIGN's aids levels as one function of a scene."""

from __future__ import annotations

from collections.abc import Iterator

from controller.guidance import overtime
from controller.guidance.reach import TRAYS, dice_of
from controller.guidance.scene import AT_REST, Scene
from controller.rules.position import BAR, Position, Side, slot_of
from controller.sensing.mending import fixes
from controller.sensing.verdict import Fix, Verdict, VerdictKind, Way
from controller.view.snapshot import Light


def lights(scene: Scene) -> tuple[Light, ...]:
    """The lights of a scene, by place; none twice at one place (the first rule named wins)."""
    burning: dict[int, Light] = {}
    for light in _wishes(scene):
        burning.setdefault(light.place, light)
    return tuple(burning[place] for place in sorted(burning))


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


def _wishes(scene: Scene) -> Iterator[Light]:
    if scene.interruption == "fault":
        return
    if scene.interruption == "paused":
        if scene.restored is not None and scene.verdict is not None:
            yield from _mending(scene.verdict, too_much="wrong")
        return
    if scene.question and scene.question.ask == "which":
        yield from (Light(place, "question") for place in scene.question.places)
        return
    if scene.question and scene.question.ask == "missed":
        yield from _arrived(scene.agreed, scene.question.turns[-1].after)
        return
    verdict = scene.verdict
    if verdict is None or scene.phase in AT_REST:
        return
    if scene.phase == "setup":
        yield from _mending(verdict, too_much="extra")
    elif verdict.hitting is not None and scene.aids != "none":
        yield from _fixing((verdict.hitting,), too_much="wrong")
    elif scene.phase == "moving" and verdict.kind is VerdictKind.UNSURE and not scene.lifted:
        yield from _told_apart(scene, verdict)
    elif scene.phase == "moving" and scene.aids == "none":
        yield from _hit_due(verdict)
    elif scene.phase == "showing" and verdict.kind is not VerdictKind.WRONG:
        yield from _showing(scene, verdict)
    elif moves := overtime.left(scene):
        yield from _leading(moves)
    elif scene.aids == "none":
        return
    elif verdict.kind is VerdictKind.WRONG:
        yield from _mending(verdict, too_much="wrong")
    elif scene.phase != "moving" and scene.course.deduced is None:
        yield from _restoring(verdict)
    elif scene.undo_to is not None and verdict.way is not None:
        back = fixes(verdict.way.position.slots, scene.undo_to.position.slots)
        yield from _fixing(back, too_much="wrong")
    else:
        yield from _playing(scene, verdict)


def _told_apart(scene: Scene, verdict: Verdict) -> Iterator[Light]:
    """The two places that tell the boards in doubt apart, before a question is put."""
    assert scene.turn is not None
    places = set(deciding_places(verdict.choices, scene.turn))
    yield from (Light(place, "question") for place in places if len(places) == 2)


def _playing(scene: Scene, verdict: Verdict) -> Iterator[Light]:
    yield from _hit_due(verdict)
    if scene.aids == "full" and scene.lifted and scene.roll is not None:
        for place, dice, _ in scene.targets:
            yield Light(place, "target", of=dice_of(dice, scene.roll))
        yield from (Light(slot, "from") for side, slot in scene.lifted if side is scene.turn)


def _showing(scene: Scene, verdict: Verdict) -> Iterator[Light]:
    """The steps of a chosen play that are not made yet: where from, where to, who was hit."""
    assert scene.turn is not None
    assert scene.final is not None
    side = scene.turn
    now = verdict.way.position if verdict.way is not None else scene.agreed
    yield from _hit_due(verdict)
    for slot, (have, want) in enumerate(zip(now.slots, scene.final.slots, strict=True)):
        gain = max(0, want * side.sign) - max(0, have * side.sign)
        if gain:
            yield Light(slot, "target" if gain > 0 else "from")
    if scene.final.off[side.index] > now.off[side.index]:
        yield Light(TRAYS[side], "target")


def _leading(moves: tuple[Fix, ...]) -> Iterator[Light]:
    """From where to where checkers go that lie half way in another play."""
    for fix in moves:
        if fix.source is not None:
            yield Light(fix.source, "from")
        yield Light(TRAYS[fix.side] if fix.to is None else fix.to, "target")


def _hit_due(verdict: Verdict) -> Iterator[Light]:
    """The hit checker lies beside the table, or in a hand: its half of the bar asks for it."""
    return (Light(slot_of(side, BAR), "bar") for side in verdict.hit_due)


def _restoring(verdict: Verdict) -> Iterator[Light]:
    """Nobody may move now: a checker off its place is asked back."""
    if verdict.kind is VerdictKind.IN_HAND and verdict.fix:
        yield from _fixing(verdict.fix, too_much="wrong")


def _mending(verdict: Verdict, too_much: str) -> Iterator[Light]:
    """The hand movements that mend a board, where its checkers are to be straightened, or a magnet
    is to be taken away."""
    yield from (Light(slot, "wrong") for stray in verdict.strays for slot in stray.slots)
    yield from (Light(slot, too_much) for slot in verdict.odd)
    yield from _fixing(verdict.fix, too_much)


def _fixing(moves: tuple[Fix, ...], too_much: str) -> Iterator[Light]:
    """Both ends of each hand movement: where something lies too much, where something lacks.

    A point that a swap of sides lights twice shows what must leave it. The first movement, and
    all like it, shine; those that come after are dim.
    """
    for fix in moves:
        later = fix != moves[0]
        if fix.source is not None:
            yield Light(fix.source, too_much, later=later)
    for fix in moves:
        if fix.to is not None:
            yield Light(fix.to, "missing", of=fix.side.value, later=fix != moves[0])


def _arrived(before: Position, after: Position) -> Iterator[Light]:
    """Where checkers lie now that did not lie there before, trays too."""
    for side in Side:
        sign = side.sign
        for slot, (had, has) in enumerate(zip(before.slots, after.slots, strict=True)):
            if max(0, has * sign) > max(0, had * sign):
                yield Light(slot, "question")
        if after.off[side.index] > before.off[side.index]:
            yield Light(TRAYS[side], "question")
