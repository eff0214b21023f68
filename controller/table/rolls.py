"""Deduced dice, what is known: the plays of all rolls, and which rolls explain the board now."""

from __future__ import annotations

from controller.rules.any_roll import ROLLS, SINGLES, AnyRoll, ways_of_any_roll
from controller.rules.plays import legal_play_to
from controller.rules.position import Position, Roll, Side
from controller.rules.variants import Opening
from controller.sensing.verdict import Verdict, VerdictKind, Way
from controller.table.desk import Desk, Found
from controller.table.phases import Phase

_BEYOND_DOUBT = (VerdictKind.AGREED, VerdictKind.UNDER_WAY, VerdictKind.COMPLETE)


def prepare(desk: Desk) -> None:
    """Expect the plays of all rolls that the side on turn may have thrown."""
    desk.moment.prepare_ms = None
    side, agreed = desk.mover, desk.state.game.agreed
    if not desk.deducing or side is None:
        return
    desk.possible = any_roll(desk, side)
    desk.eye.believe(agreed, side, desk.possible.ways)


def any_roll(desk: Desk, side: Side) -> AnyRoll:
    """What `side` may play from the agreed position; the opening is never won with a double."""
    game = desk.state.game
    is_opening = desk.state.phase is Phase.OPENING or game.opening is not None
    rolls = SINGLES if is_opening and desk.variant.opening is Opening.DIE_EACH else ROLLS
    reserve = game.agreed.reserve[side.index]
    return ways_of_any_roll(game.agreed.board(side), desk.variant, reserve, rolls)


def note(desk: Desk, verdict: Verdict) -> None:
    """What a settled board tells of the roll."""
    moment = desk.moment
    moment.found = None
    if verdict.kind not in _BEYOND_DOUBT or verdict.way is None:
        return
    moment.rested = longer(moment.rested, verdict.way)
    if verdict.kind is VerdictKind.COMPLETE:
        moment.found = found(desk, verdict.way)
        if desk.mover is not None:
            desk.notices.pop(desk.mover, None)  # which roll it is comes before older words


def found(desk: Desk, way: Way) -> Found:
    """The rolls that explain a board: those of a whole play, or for the untouched one those of
    which nothing can be played."""
    assert desk.possible is not None
    assert desk.mover is not None
    side = desk.mover
    rested = [each.position.board(side) for each in desk.moment.rested]
    explained = desk.possible.explain(way.position.board(side), rested)
    return Found(way_with(desk, way.position, explained[0]) if explained else way, explained)


def way_with(desk: Desk, position: Position, roll: Roll) -> Way:
    """The play with this roll, which explains it, that leads to a position."""
    assert desk.mover is not None
    side, agreed = desk.mover, desk.state.game.agreed
    play = legal_play_to(
        agreed.board(side),
        roll,
        position.board(side),
        desk.variant,
        agreed.reserve[side.index],
    )
    assert play is not None
    return Way(play.steps, position, True)


def longer(trail: tuple[Way, ...], way: Way) -> tuple[Way, ...]:
    """The trail with this board at its end; going back to one seen before shortens it."""
    for index, earlier in enumerate(trail):
        if earlier.position == way.position:
            return trail[: index + 1]
    return (*trail, way)
