"""A wrong board that both sides may let stand: an illegal play, or an unusual set-up.

Tournament 6.2: an illegal play that nobody corrects stands, and so does a set-up error. What is
recorded is what sensing read beyond doubt; a checker that is on its way nowhere known, backwards
off the board or among too many, lets nothing stand.
"""

from __future__ import annotations

from dataclasses import dataclass

from controller.rules.difference import steps_between
from controller.rules.notation import format_play
from controller.rules.position import DARK_BAR_SLOT, LIGHT_BAR_SLOT, POINTS, Position, Side, slot_of
from controller.sensing.verdict import Verdict, VerdictKind
from controller.table.desk import Desk
from controller.table.phases import Phase
from controller.view.snapshot import Message

HOME_TOP = 6
_UNREADABLE: Message = ("The board cannot be read beyond doubt: straighten the checkers first.", {})
_NOTHING: Message = ("There is nothing to let stand now.", {})


@dataclass(frozen=True, slots=True)
class Lying:
    """A board that may be let stand, and its play's text ("" for none)."""

    position: Position
    play: str = ""


def what_may_stand(desk: Desk, verdict: Verdict | None) -> Lying | Message:
    """The board that would be recorded, else why there is none."""
    if desk.state.phase not in (Phase.SETUP, Phase.MOVING) or verdict is None:
        return _NOTHING
    if any(desk.is_bot(side) for side in Side):
        return "A bot lets nothing stand: put the board right.", {}
    if desk.state.phase is Phase.SETUP:
        return _set_up(desk, verdict)
    return _played(desk, verdict)


def can_stand(desk: Desk) -> Lying | None:
    """What both sides could let stand at this moment; None for nothing."""
    if desk.interruption() is not None or not desk.eye.is_settled(desk.now_ms):
        return None
    found = what_may_stand(desk, desk.eye.verdict)
    return found if isinstance(found, Lying) else None


def cancel_if_changed(desk: Desk, verdict: Verdict) -> None:
    """The board settled again: one side's acceptance was of what lay there before."""
    standing = desk.moment.standing
    if standing is None:
        return
    found = what_may_stand(desk, verdict)
    if not isinstance(found, Lying) or found.position != standing.position:
        desk.moment.standing = None


def cancel_if_lifted(desk: Desk) -> None:
    """Something moves: a lift takes one side's acceptance back."""
    standing = desk.moment.standing
    if standing is not None and set(desk.eye.lifted(desk.now_ms)) - set(standing.lifted):
        desk.moment.standing = None


def _set_up(desk: Desk, verdict: Verdict) -> Lying | Message:
    if not desk.state.game.number or verdict.kind not in (VerdictKind.WRONG, VerdictKind.IN_HAND):
        return _NOTHING
    read = _read(verdict)
    if read is None:
        return _UNREADABLE
    start = desk.state.game.agreed
    for side in Side:
        if read.on_board(side) > start.on_board(side):
            return "There are more {side} checkers than the game has.", {"side": side.value}
        if not read.on_board(side):
            return "Without a {side} checker there is no game.", {"side": side.value}
    return Lying(Position(read.slots, start.off, start.reserve))


def _played(desk: Desk, verdict: Verdict) -> Lying | Message:
    game = desk.state.game
    if verdict.kind in (VerdictKind.UNDER_WAY, VerdictKind.AGREED):
        if not desk.moment.done_refused or verdict.way is None:
            return _NOTHING
        return Lying(verdict.way.position, format_play(verdict.way.steps))
    if verdict.kind is VerdictKind.IN_HAND and not desk.moment.done_refused:
        return "A checker is missing from the board: put it down first.", {}
    if verdict.kind not in (VerdictKind.WRONG, VerdictKind.IN_HAND) or game.turn is None:
        return _NOTHING
    read = _read(verdict)
    if read is None or game.ways is None or read.board(game.turn) in game.ways.boards:
        return _UNREADABLE
    after = _after(game.agreed, read, game.turn)
    if after is None:
        return "Checkers are missing or too many: nothing can be let stand.", {}
    assert game.roll is not None
    steps = steps_between(game.agreed.board(game.turn), after.board(game.turn), game.roll)
    return Lying(after, format_play(steps or ()))


def _read(verdict: Verdict) -> Position | None:
    """What lies there, if it is beyond doubt and every hit checker lies on its own half."""
    slots = verdict.sensed
    if not verdict.clear or not slots or slots[LIGHT_BAR_SLOT] < 0 or slots[DARK_BAR_SLOT] > 0:
        return None
    return Position(slots)


def _after(agreed: Position, read: Position, mover: Side) -> Position | None:
    """The position that was read, with what it says of checkers off and in reserve.

    The other side keeps all its checkers on the board. The mover's may have been borne off where
    the rest is home, or have come in from his reserve.
    """
    if read.on_board(mover.other) != agreed.on_board(mover.other):
        return None
    gone = agreed.on_board(mover) - read.on_board(mover)
    off, reserve = list(agreed.off), list(agreed.reserve)
    if gone > 0:
        if any(read.slots[slot] * mover.sign > 0 for slot in _abroad(mover)):
            return None
        off[mover.index] += gone
    else:
        reserve[mover.index] += gone
        if reserve[mover.index] < 0:
            return None
    return Position(read.slots, (off[0], off[1]), (reserve[0], reserve[1]))


def _abroad(side: Side) -> list[int]:
    """The slots outside a side's home, its bar too."""
    return [slot_of(side, point) for point in range(HOME_TOP + 1, POINTS + 2)]
