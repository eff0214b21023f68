"""Blind time: what was played while nobody saw, and plays that ran ahead of Done or of the dice.

A board that comes back and is none of this turn may still be the end of legal turns. Those are
asked about one after the other, and only a yes records them (`catch_up`); where there are none, or
too many, the hands are guided back to the agreed position as over any wrong board.
"""

from __future__ import annotations

from dataclasses import replace

from controller.rules.missed import (
    OPENING_ROLLS,
    ROLLS,
    SEARCHES,
    Gap,
    MissedTurn,
    missed_turns,
)
from controller.rules.plays import apply_steps
from controller.rules.position import Position, Side
from controller.rules.variants import Opening
from controller.sensing.verdict import Verdict, VerdictKind, Way
from controller.table.desk import Blind, Desk
from controller.table.phases import Phase

MOST_TURNS = 3  # more cannot be told from one another
MOST_ASKED = 3
AHEAD_TURNS = 2  # a turn each, before anybody misses the Done

Readings = tuple[tuple[int, ...], ...]

_OF_THIS_TURN = (VerdictKind.AGREED, VerdictKind.UNDER_WAY, VerdictKind.COMPLETE)
_OF_NONE = (VerdictKind.WRONG, VerdictKind.IN_HAND)


def look(desk: Desk, verdict: Verdict) -> None:
    """A settled board was judged: may it be the end of turns that nobody saw?"""
    desk.moment.untyped = _is_untyped(desk, verdict)
    if desk.blind is None or verdict.kind is VerdictKind.BLIND:
        return
    if verdict.kind in _OF_THIS_TURN:
        desk.blind = None
    elif verdict.kind not in _OF_NONE or desk.moment.untyped:
        desk.blind = None if desk.blind.ahead else Blind()
    else:
        readings = desk.eye.readings()
        if desk.blind.readings and desk.blind.readings[0] in readings:
            return
        if desk.blind.ahead:
            desk.blind = None
        else:
            known = 1 if desk.state.game.roll is not None else 0  # that one turn was judged already
            desk.blind = _searched(desk, Blind(readings, turns=known))
            if desk.state.phase is Phase.SETUP and not desk.blind.asked:
                desk.blind = None  # hands set up from here: what they pass through is no play


def refused(desk: Desk, blind: Blind) -> Blind | None:
    """The turns asked about were not played: the next ones, or longer sequences, or none."""
    left = replace(blind, asked=blind.asked[1:], refused=blind.refused + 1)
    if left.asked:
        return left
    return None if blind.ahead else _searched(desk, left)


def ask_ahead(desk: Desk, verdict: Verdict) -> bool:
    """Both sides may have played on without a Done, with dice that nobody tells: whether that is
    asked about."""
    if verdict.kind is not VerdictKind.WRONG or not desk.deducing or desk.blind is not None:
        return False
    found = _searched(desk, Blind(desk.eye.readings(), turns=1, ahead=True), AHEAD_TURNS)
    desk.blind = found if found.asked else None
    return desk.blind is not None


def first_turns(desk: Desk, verdict: Verdict) -> tuple[Way, ...]:
    """The plays of the side on turn after which the other has played on with real dice: whole ones,
    from which a legal turn leads to the board seen."""
    game = desk.state.game
    if not is_ahead(desk, verdict) or game.turn is None or game.roll is None or game.ways is None:
        return ()
    boards = []
    for end in _ends(desk, desk.eye.readings()):
        found = missed_turns(
            Gap(game.agreed, game.turn, end, (game.roll,), variant=desk.variant), 2
        )
        boards += [turns[0].after.board(game.turn) for turns in found.sequences]
    ways = game.ways.boards
    return tuple(
        Way(ways[board], apply_steps(game.agreed, game.turn, ways[board]), complete=True)
        for board in dict.fromkeys(boards)
    )


def is_ahead(desk: Desk, verdict: Verdict | None) -> bool:
    """Whether the other side may have played on before Done: it needs dice of its own."""
    is_wrong = verdict is not None and verdict.kind is VerdictKind.WRONG
    return is_wrong and desk.state.phase is Phase.MOVING and _throws_real_dice(desk)


def _is_untyped(desk: Desk, verdict: Verdict) -> bool:
    """A whole play of the side on roll lies there, and its dice were not typed yet."""
    game = desk.state.game
    if verdict.kind not in _OF_NONE or desk.state.phase is not Phase.TO_ROLL:
        return False
    if not _throws_real_dice(desk) or game.turn is None or desk.variant.acey_deucey:
        return False
    return any(
        missed_turns(Gap(game.agreed, game.turn, end, variant=desk.variant), 1).sequences
        for end in _ends(desk, desk.eye.readings())
    )


def _throws_real_dice(desk: Desk) -> bool:
    return desk.card.dice == "typed"


def _searched(desk: Desk, blind: Blind, most_turns: int = MOST_TURNS) -> Blind:
    """The fewest turns beyond those searched for that explain the board; none if there are more
    explanations than may be asked about."""
    gaps, left = _gaps(desk, blind.readings), MOST_ASKED - blind.refused
    if not gaps:
        return replace(blind, turns=0)
    for turns in range(blind.turns + 1, most_turns + 1):
        found: list[tuple[MissedTurn, ...]] = []
        searches = SEARCHES
        for gap in gaps:
            if turns > _most_turns(desk, gap):
                continue
            explained = missed_turns(gap, turns, most=max(1, left), searches=searches)
            found += explained.sequences
            searches -= explained.searches
            if not explained.is_whole or len(found) > left:
                return replace(blind, asked=(), turns=MOST_TURNS, many=True)
        if found:
            return replace(blind, asked=tuple(found), turns=turns)
    return replace(blind, asked=(), turns=MOST_TURNS)


def _gaps(desk: Desk, readings: Readings) -> list[Gap]:
    """What is known of the way from the agreed position to each board that may lie there."""
    game, variant = desk.state.game, desk.variant
    if variant.acey_deucey:  # a turn of several rolls, and no count of what is still to enter
        return []
    ends = _ends(desk, readings)
    match desk.state.phase:
        case Phase.SETUP if game.starter is not None:
            return [Gap(game.agreed, game.starter, end, variant=variant) for end in ends]
        case Phase.OPENING | Phase.SETUP if game.number:  # set up and seen before the power went
            rolls = OPENING_ROLLS if variant.opening is Opening.DIE_EACH else ROLLS
            return [Gap(game.agreed, side, end, rolls, variant=variant)
                    for end in ends for side in Side]  # fmt: skip
        case Phase.TO_ROLL | Phase.MOVING | Phase.SHOWING:
            assert game.turn is not None
            rolls = ROLLS if game.roll is None else (game.roll,)
            chosen = None
            if game.chosen is not None and game.ways is not None:
                (chosen,) = game.ways.finals
            return [Gap(game.agreed, game.turn, end, rolls, chosen, variant) for end in ends]
    return []


def _most_turns(desk: Desk, gap: Gap) -> int:
    """A bot plays nothing that it has not chosen."""
    side, turns = gap.first, 0
    while turns < MOST_TURNS and (not desk.is_bot(side) or (gap.chosen and not turns)):
        side, turns = side.other, turns + 1
    return turns


def _ends(desk: Desk, readings: Readings) -> list[Position]:
    """Boards as positions; what is missing counts as borne off."""
    agreed = desk.state.game.agreed
    ends = []
    for slots in readings:
        board = Position(slots)
        light, dark = (
            agreed.on_board(side) + agreed.off[side.index] - board.on_board(side) for side in Side
        )
        ends.append(Position(slots, (light, dark), agreed.reserve))
    return ends
