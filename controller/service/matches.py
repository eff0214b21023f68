"""Makes the matches of a table: what can be chosen, and card, dice and bots of what was chosen."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field

import msgspec

from controller.rules.position import Side
from controller.seats.player import Player
from controller.service.chance import DiceSource
from controller.table.effects import WantMatch
from controller.table.facts import MatchStarted
from controller.table.wishes import swapped, wishes_of
from controller.view.lobby import Lobby, Wishes
from controller.view.seats import is_bot

MOST_NAMES = 50
NOBODY = ("Light", "Dark")  # the names of those who have none


@dataclass(frozen=True, slots=True)
class House:
    """What the owner of a table settles for every match that is chosen there.

    card: of the match that would begin by itself; event, place, stakes and lock are taken from it.
    wishes: what is offered where nothing was played before. seat: a bot of this level and variant.
    dice: what throws in a match. today: the date that a header may carry.
    """

    card: MatchStarted
    wishes: Wishes
    seat: Callable[[str, str], Player]
    dice: Callable[[MatchStarted], DiceSource]
    today: Callable[[], str | None] = lambda: None
    variants: tuple[str, ...] = ("standard",)
    levels: tuple[str, ...] = ("advanced",)
    sources: tuple[str, ...] = ("fair", "typed", "deduced")


@dataclass(frozen=True, slots=True)
class Made:
    """A match ready to begin. players: of its bots; None: those who sat there before."""

    card: MatchStarted
    dice: DiceSource
    players: Mapping[Side, Player] | None = field(default=None)


def lobby_of(house: House, cards: Iterable[MatchStarted]) -> Lobby:
    """What people may choose. cards: of the matches played here, the oldest first."""
    played = [card for card in cards if not card.source and card.seats != ("", "")]
    wishes = wishes_of(played[-1]) if played else house.wishes
    return Lobby(
        wishes=_possible(wishes, house),
        names=names_of(played),
        variants=house.variants,
        levels=house.levels,
        dice=house.sources,
    )


def names_of(played: Iterable[MatchStarted]) -> tuple[str, ...]:
    """The people of these matches, each once, those of the last match first; no bots."""
    names: dict[str, None] = {}
    for card in reversed(list(played)):
        for name, seat in zip((card.light, card.dark), card.seats, strict=True):
            if not is_bot(seat) and name not in NOBODY:
                names.setdefault(name)
    return tuple(names)[:MOST_NAMES]


def make_match(house: House, wanted: WantMatch, last: MatchStarted | None, number: int) -> Made:
    """The match that people want. last: the one that was played last; number: of the new one."""
    if wanted.wishes is not None:
        return _wished(house, wanted.wishes, number)
    assert last is not None, "only a match that was played is played again"
    changed = swapped(last) if wanted.swapped else {}
    card = msgspec.structs.replace(
        last, match=number, date=house.today(), aids=wanted.aids, **changed
    )
    return Made(card, house.dice(card))


def _wished(house: House, wishes: Wishes, number: int) -> Made:
    players = {
        side: house.seat(wishes.level, wishes.variant)
        for side in Side
        if wishes.seats[side.index] == "bot"
    }
    light, dark = (
        f"bot {players[side].name}" if side in players else wishes.seats[side.index]
        for side in Side
    )
    locked = house.card.tournament
    card = msgspec.structs.replace(
        house.card,
        match=number,
        variant=wishes.variant,
        length=wishes.length,
        light=wishes.names[0],
        dark=wishes.names[1],
        seats=(light, dark),
        dice=wishes.dice,
        date=house.today(),
        seed=house.card.seed if wishes.dice == "seeded" else None,
        level=wishes.level if players else "",
        timer_s=0 if locked else wishes.timer_s,
        aids="none" if locked else wishes.aids,
        entropy=wishes.entropy and wishes.dice in ("fair", "seeded"),
    )
    return Made(card, house.dice(card), players)


def _possible(wishes: Wishes, house: House) -> Wishes:
    """The wishes with what this table no longer has replaced by what it has."""
    pairs = (("variant", house.variants), ("level", house.levels), ("dice", house.sources))
    gone = {key: known[0] for key, known in pairs if getattr(wishes, key) not in known}
    return msgspec.structs.replace(wishes, **gone)
