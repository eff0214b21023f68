"""Between two matches: what may be chosen, and how a match begins; what is set beside it."""

from __future__ import annotations

from controller.rules.position import Side
from controller.table import facts as f
from controller.table import turn
from controller.table.desk import UNSEEN, Desk, Room
from controller.table.effects import WantLobby, WantMatch
from controller.table.phases import BETWEEN, Interruption
from controller.table.wishes import AIDS, refusal
from controller.view.lobby import Lobby, Wishes


def prompt(desk: Desk) -> None:
    """Where a match is to be chosen, ask once what can be."""
    if desk.state.phase not in BETWEEN:
        desk.room = Room(desk.room.brightness_pct)
    elif is_open(desk) and not desk.room.asked:
        desk.room.asked = True
        desk.out.append(WantLobby())


def is_open(desk: Desk) -> bool:
    """Somebody may look at this table: a match has begun, or one is to be chosen."""
    return desk.state.card is not None or desk.room.is_open


def open_(desk: Desk) -> None:
    """No match is under way; people choose the first one."""
    desk.room.is_open = True
    desk.look()


def came(desk: Desk, lobby: Lobby) -> None:
    """What can be chosen is known."""
    desk.room.lobby = lobby


def begin(desk: Desk, card: f.MatchStarted) -> None:
    """A match starts; nothing of the one before lies on it."""
    desk.resume_question = desk.restoring = desk.blind = None
    desk.record(card)
    turn.continue_match(desk)


def new_match(desk: Desk, side: Side, wishes: Wishes) -> None:
    """These people want this match."""
    if not _may_begin(desk, side):
        return
    lobby = desk.room.lobby
    why = ("One moment, please.", {}) if lobby is None else refusal(wishes, lobby)
    if why is not None:
        desk.refuse(side, why)
    else:
        _want(desk, WantMatch(desk.reveals, wishes))


def rematch(desk: Desk, side: Side, *, swapped: bool) -> None:
    """The same match again, perhaps with sides changed."""
    if not _may_begin(desk, side):
        return
    if desk.state.card is None:
        desk.refuse(side, ("No match was played yet: choose one.", {}))
    else:
        _want(desk, WantMatch(desk.reveals, swapped=swapped, aids=desk.state.aids))


def press_done(desk: Desk, side: Side) -> None:
    """Done on the table's button: the same again, or what was wished last."""
    lobby = desk.room.lobby
    if desk.state.card is None and lobby is not None:
        new_match(desk, side, lobby.wishes)
    else:
        rematch(desk, side, swapped=False)


def set_aids(desk: Desk, side: Side, level: str) -> None:
    """Which lights may burn for the rest of the match."""
    if desk.state.phase in BETWEEN:
        desk.refuse(side, ("Choose the aids with the match.", {}))
    elif desk.is_locked:
        desk.refuse(side, ("This is a tournament match: it has no aids.", {}))
    elif level not in AIDS:
        desk.refuse(side, ("Aids are full, wrong-only or none.", {}))
    elif level != desk.aids:
        desk.record(f.AidsSet(side.value, level))


def set_brightness(desk: Desk, side: Side, pct: int) -> None:
    """How bright the lights under the points burn, from now on."""
    if 1 <= pct <= 100:
        desk.room.brightness_pct = pct
    else:
        desk.refuse(side, ("Brightness is 1 to 100 percent.", {}))


def _may_begin(desk: Desk, side: Side) -> bool:
    """Whether another match may begin now; if not, it is said why."""
    if desk.state.phase not in BETWEEN or not is_open(desk):
        desk.refuse(side, ("A match is under way: pause it and give it up first.", {}))
    elif desk.interruption() is Interruption.FAULT:
        desk.refuse(side, UNSEEN)
    elif not desk.state.revealed:
        desk.refuse(side, ("One moment: the last game's dice are being shown.", {}))
    else:
        return desk.moment.awaiting is None
    return False


def _want(desk: Desk, wanted: WantMatch) -> None:
    desk.moment.awaiting = "match"
    desk.out.append(wanted)
