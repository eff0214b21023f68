"""What the owner of a table settles for the matches chosen there, from config and command line."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from controller.commands.bots import make_player
from controller.config import BOT_LEVELS, Config
from controller.rules.position import Side
from controller.rules.variants import VARIANTS
from controller.seats.player import Player
from controller.service.chance import DiceSource, FairSource, RealDice, SeededDice
from controller.service.matches import House
from controller.table.facts import MatchStarted
from controller.table.wishes import wishes_of
from controller.view.lobby import Wishes
from controller.view.seats import is_bot

REAL = ("typed", "deduced")


def dice_maker(seeds: Path) -> Callable[[MatchStarted], DiceSource]:
    """What throws in a match, by its card; seeds of fair dice are kept in this folder."""

    def dice(card: MatchStarted) -> DiceSource:
        if card.dice in REAL:
            return RealDice()
        return FairSource(seeds) if card.seed is None else SeededDice(card.seed)

    return dice


def players_of(card: MatchStarted, level: str) -> dict[Side, Player]:
    """The bots of a match that goes on. level: where its card names none."""
    return {
        side: make_player(card.level or level, card.variant)
        for side in Side
        if is_bot(card.seats[side.index])
    }


def house_of(
    card: MatchStarted,
    config: Config,
    dice: Callable[[MatchStarted], DiceSource],
    today: Callable[[], str | None],
    seat: Callable[[str, str], Player] = make_player,
) -> House:
    """A house where `card` is the match that would begin by itself."""
    thrown = "fair" if card.seed is None else "seeded"
    return House(
        card=card,
        wishes=_first_wishes(card, config),
        seat=seat,
        dice=dice,
        today=today,
        variants=tuple(VARIANTS),
        levels=BOT_LEVELS,
        sources=(thrown, *REAL),
    )


def _first_wishes(card: MatchStarted, config: Config) -> Wishes:
    wished = wishes_of(card)
    return Wishes(
        names=wished.names,
        seats=wished.seats,
        level=config.seats.level,
        variant=wished.variant,
        length=wished.length,
        dice=wished.dice,
        timer_s=wished.timer_s,
        aids=config.aids.level,
        entropy=wished.entropy,
    )
