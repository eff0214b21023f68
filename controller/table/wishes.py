"""What people may wish of a match, and what a match was wished as. Pure."""

from __future__ import annotations

from controller.config import Text
from controller.rules.position import Side
from controller.table.facts import MatchStarted
from controller.table.state import MatchState
from controller.view.lobby import Lobby, Stored, Wishes
from controller.view.snapshot import Message

LONGEST = 64  # points
LONGEST_TURN_S = 600
AIDS = ("full", "wrong-only", "none")
SEATS = ("person", "bot")
LONGEST_NAME = 40
_NAME = Text(LONGEST_NAME, 1)


def refusal(wishes: Wishes, lobby: Lobby) -> Message | None:
    """Why this table cannot have such a match, in words; None: it can."""
    if not all(is_name(name) for name in wishes.names):
        return "A name has 1 to {most} printable characters.", {"most": LONGEST_NAME}
    if not 0 <= wishes.length <= LONGEST:
        return "A match has 1 to {most} points, or 0 for money.", {"most": LONGEST}
    if not 0 <= wishes.timer_s <= LONGEST_TURN_S:
        return "A turn has 1 to {most} seconds, or 0 for no timer.", {"most": LONGEST_TURN_S}
    for value, known, template in (
        (wishes.variant, lobby.variants, "This table does not play {what}."),
        (wishes.level, lobby.levels, "This table has no bot of level {what}."),
        (wishes.dice, lobby.dice, "This table has no {what} dice."),
        (wishes.aids, AIDS, "There are no aids called {what}."),
        (wishes.seats[0], SEATS, "Nobody called {what} can take a seat."),
        (wishes.seats[1], SEATS, "Nobody called {what} can take a seat."),
    ):
        if value not in known:
            return template, {"what": _shown(value)}
    return None


def wishes_of(card: MatchStarted) -> Wishes:
    """A match as people would ask for it again."""
    usual = Wishes()
    return Wishes(
        names=(card.light, card.dark),
        seats=(_seat(card.seats[0]), _seat(card.seats[1])),
        level=card.level or usual.level,
        variant=card.variant,
        length=card.length,
        dice=card.dice,
        timer_s=card.timer_s,
        aids=card.aids or usual.aids,
        entropy=card.entropy,
    )


def stored_of(state: MatchState) -> Stored:
    """An unfinished match as the journal holds it; it has a card."""
    card, game = state.card, state.game
    assert card is not None
    return Stored(
        match=card.match,
        names=(card.light, card.dark),
        seats=card.seats,
        variant=card.variant,
        length=card.length,
        game=game.number,
        score=state.score,
        turn=game.turn.value if game.turn else None,
        slots=game.agreed.slots,
        off=game.agreed.off,
        reserve=game.agreed.reserve,
    )


def swapped(card: MatchStarted) -> dict[str, object]:
    """The fields of a card whose people change sides."""
    light, dark = (card.seats[side.index] for side in Side)
    return {"light": card.dark, "dark": card.light, "seats": (dark, light)}


def is_name(name: str) -> bool:
    """Whether a person can be called so."""
    try:
        return bool(_NAME.check(name).strip())
    except ValueError:
        return False


def _seat(seat: str) -> str:
    return "bot" if seat.startswith("bot") else "person"


def _shown(text: str) -> str:
    """What a stranger's words may show of themselves."""
    return "".join(c if c.isprintable() else "?" for c in text[:LONGEST_NAME])
