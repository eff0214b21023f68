"""The position restorer: the hands are guided to a position, the match pauses until it lies there.

Either to the agreed position, after a knock-over or a telephone call, where the match then simply
goes on; or to another one, an earlier one of this game or one given as an ID, from which the match
goes on when both sides want it so (the fact `BoardSet`). Everything that may be wrong on the way is
seen, said and lit as for any board: the eye is told to believe the position that is to come.
"""

from __future__ import annotations

from dataclasses import dataclass

from controller.errors import RulesError
from controller.guidance.mending import mending_board
from controller.rules.ids import MatchState, parse_match_id, parse_position_id, parse_xgid
from controller.rules.position import Position, Side
from controller.rules.variants import Variant
from controller.sensing.verdict import Verdict, VerdictKind
from controller.table import facts as f
from controller.table import turn
from controller.table.desk import Desk, Restoring
from controller.table.phases import RUNNING, TRANSITIONS, Interruption, Trigger


@dataclass(frozen=True, slots=True)
class Given:
    """A position to go on from, with turn and cube (owner None: in the middle)."""

    position: Position
    turn: Side
    cube: int
    owner: Side | None


def ask(desk: Desk, side: Side, board: str, back: int) -> None:
    """Start to guide to the agreed position, to that of `back` plays ago, or to that of an ID."""
    is_free = desk.interruption() is None or _is_merely_paused(desk)
    if not is_free or desk.moment.awaiting not in (None, "choice"):
        desk.refuse(side, ("Something else comes first: restore the board after it.", {}))
    elif board or back:
        _ask_to_set(desk, side, board, back)
    elif desk.state.phase not in RUNNING:
        desk.refuse(side, ("There is no position of a running game to restore.", {}))
    elif turn.is_board_agreed(desk):
        desk.refuse(side, ("The board is right: nothing is to be restored.", {}))
    else:
        _begin(desk, Restoring(desk.state.game.agreed, side))


def press(desk: Desk, side: Side, control: str) -> None:
    """A control pressed meanwhile: no stops it; yes says that all lies as shown, or agrees."""
    assert desk.restoring is not None
    if control in ("undo", "no"):
        _end(desk)
    elif control not in ("done", "yes"):
        desk.refuse(side, ("The board is being restored. Undo stops it.", {}))
    elif not desk.eye.is_settled(desk.now_ms) or desk.eye.verdict is None:
        desk.refuse(side, ("The board is not still yet. Press Done again.", {}))
    else:
        if turn.is_agreed_doubtful(desk):
            desk.eye.confirm()
        _agree(desk, side, desk.eye.verdict)


def seen(desk: Desk, verdict: Verdict) -> None:
    """A settled board was judged: the agreed position ends it by itself."""
    assert desk.restoring is not None
    if verdict.kind is VerdictKind.AGREED and desk.restoring.setting is None:
        _end(desk)


def read_given(text: str, side: Side, variant: Variant) -> Given:
    """The position of an XGID, a GNUbg ID ("position:match"), or a position ID with `side` on roll.

    Raises RulesError for text that is none, and for checkers that the variant has not.
    """
    slots, said = _read(text.strip(), side)
    off = [variant.checkers - slots.on_board(each) for each in Side]
    if min(off) < 0:
        raise RulesError(f"{text!r} has more checkers than the game")
    if max(off) == variant.checkers:
        raise RulesError(f"{text!r} is a finished game")
    position = Position(slots.slots, (off[0], off[1]))
    return Given(position, said.on_roll, said.cube_value, said.cube_owner)


def _read(text: str, side: Side) -> tuple[Position, MatchState]:
    if text.startswith("XGID") or text.count(":") > 1:
        return parse_xgid(text)
    place, _, match = text.partition(":")
    said = parse_match_id(match) if match else MatchState(on_roll=side)
    return Position.from_board(parse_position_id(place), said.on_roll), said


def _is_merely_paused(desk: Desk) -> bool:
    """The match stands still and no position is being restored: a pause is the time for that."""
    return desk.interruption() is Interruption.PAUSED and desk.restoring is None


def _ask_to_set(desk: Desk, side: Side, board: str, back: int) -> None:
    state = desk.state
    if not state.game.number or (state.phase, Trigger.BOARD_SET) not in TRANSITIONS:
        desk.refuse(side, ("A board can be set before a roll only.", {}))
    elif desk.variant.reserve:
        desk.refuse(side, ("In this game no board can be set.", {}))
    elif not board and not 1 <= back <= len(state.game.earlier):
        desk.refuse(side, ("So many plays were not made since the game began.", {}))
    else:
        try:
            given = read_given(board, side, desk.variant) if board else _earlier(desk, back)
        except RulesError as error:
            desk.refuse(side, ("This is no position: {why}.", {"why": str(error)}))
            return
        _begin(desk, Restoring(given.position, side, _fact(given)))


def _earlier(desk: Desk, back: int) -> Given:
    then = desk.state.game.earlier[-back]
    return Given(then.position, then.turn, then.cube.value, then.cube.owner)


def _fact(given: Given) -> f.BoardSet:
    owner = given.owner.value if given.owner else None
    at = given.position
    return f.BoardSet(at.slots, at.off, at.reserve, given.turn.value, given.cube, owner)


def _begin(desk: Desk, restoring: Restoring) -> None:
    desk.moment.done = desk.moment.undo_to = desk.moment.standing = None
    desk.restoring = restoring
    desk.look()
    if desk.eye.verdict is not None:
        seen(desk, desk.eye.verdict)


def _end(desk: Desk) -> None:
    """The match goes on below as it was."""
    desk.restoring = None
    desk.look()
    _judge(desk)


def _judge(desk: Desk) -> None:
    """What lies there counts again, unless the match still stands."""
    if desk.eye.verdict is not None and desk.state.paused_by is None:
        turn.seen(desk, desk.eye.verdict)


def _agree(desk: Desk, side: Side, verdict: Verdict | None) -> None:
    """A side says that the board lies as shown; one that is set needs the side that did not ask."""
    restoring = desk.restoring
    assert restoring is not None
    if verdict is None or verdict.kind is not VerdictKind.AGREED:
        what = "The board is not yet as shown."
        desk.refuse(side, mending_board(what, verdict, side) if verdict else (what, {}))
    elif restoring.setting is None:
        _end(desk)
    elif side is restoring.by and not desk.is_bot(side.other):
        desk.refuse(side, ("The other side agrees to the board that you set.", {}))
    else:
        desk.restoring = None
        desk.record(restoring.setting)
        _judge(desk)
