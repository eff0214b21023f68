"""The words of a script for what people do between two matches.

lobby                        no match is under way: one is to be chosen
choose light=person dark=bot length=5 "Ann" "Bo"
                             also variant=, level=, dice=, aids=, timer=; what is left out is usual
rematch | rematch swapped
carry on | give up           what becomes of the unfinished match
"""

from __future__ import annotations

from dataclasses import dataclass

from controller.commands.scenario.language import Aids, Command
from controller.commands.scenario.words import Words
from controller.view.intents import Carry, Intent, NewMatch, Rematch, SetAids, SetBrightness
from controller.view.lobby import Wishes


@dataclass(frozen=True, slots=True)
class NoMatch(Command):
    """One is to be chosen."""


@dataclass(frozen=True, slots=True)
class Choose(Command):
    wishes: Wishes


@dataclass(frozen=True, slots=True)
class Again(Command):
    """The match that is over is played again, with sides changed or not."""

    swapped: bool


@dataclass(frozen=True, slots=True)
class CarryOn(Command):
    """The unfinished match goes on, or is given up."""

    on: bool


@dataclass(frozen=True, slots=True)
class Brightness(Command):
    """Of the lights."""

    pct: int


KEYS = ("light", "dark", "level", "variant", "dice", "aids", "length", "timer")
NUMBERS = ("length", "timer")
USAGE = " or ".join(f"{key}=" for key in KEYS) + " or a name in double quotes"


def choose(words: Words) -> Command:
    """Anything can be wished: whether it can be is for the table to say."""
    usual = Wishes(seats=("person", "person"), length=0)
    values: dict[str, str] = {}
    names: list[str] = []
    while words.more:
        if words.next_is_quoted():
            names.append(words.quoted("a name"))
            continue
        key, _, value = words.word(USAGE).partition("=")
        if key not in KEYS or (key in NUMBERS and not value.lstrip("-").isdecimal()):
            raise words.error(f'"{key}={value}"', USAGE)
        values[key] = value
    if len(names) not in (0, 2):
        raise words.error(f"{len(names)} names", "two names, or none")
    wishes = Wishes(
        names=(names[0], names[1]) if names else usual.names,
        seats=(values.get("light", usual.seats[0]), values.get("dark", usual.seats[1])),
        level=values.get("level", usual.level),
        variant=values.get("variant", usual.variant),
        length=int(values.get("length", usual.length)),
        dice=values.get("dice", "seeded"),
        timer_s=int(values.get("timer", usual.timer_s)),
        aids=values.get("aids", usual.aids),
    )
    return Choose(words.line, wishes)


def rematch(words: Words) -> Command:
    return Again(words.line, words.take("swapped") is not None)


def carry(words: Words) -> Command:
    words.choice("on")
    return CarryOn(words.line, on=True)


def give(words: Words) -> Command:
    words.choice("up")
    return CarryOn(words.line, on=False)


def brightness(words: Words) -> Command:
    return Brightness(words.line, words.number(0, 1000, "percent"))


def intent_of(command: Command) -> Intent | None:
    """What is asked at the screen, as light; None for a command of another kind."""
    match command:
        case Choose():
            return NewMatch("light", command.wishes)
        case Again():
            return Rematch("light", command.swapped)
        case CarryOn():
            return Carry("light", command.on)
        case Aids():
            return SetAids("light", command.level)
        case Brightness():
            return SetBrightness("light", command.pct)
        case _:
            return None
