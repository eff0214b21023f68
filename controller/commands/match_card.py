"""What is agreed before a match: a card that a director wrote, over the config.

A card is TOML with the keys of `format_card()`: who plays, what is played, by which options.
"""

from __future__ import annotations

import tomllib
from pathlib import Path

from controller.config import Config, MatchConfig, format_key, with_value
from controller.errors import ConfigError
from controller.match.clock import SECOND_MS, TimeRule
from controller.match.stakes import Stakes

KEYS = {
    "names": "match.names",
    "event": "match.event",
    "round": "match.round",
    "table": "match.place",
    "length": "match.length",
    "variant": "match.variant",
    "dice": "dice.source",
    "level": "seats.level",
    "timer_s": "turn.timer_s",
    "clock_delay_s": "clock.delay_s",
    "clock_reserve_s": "clock.reserve_s",
    "clock_increment_s": "clock.increment_s",
    "tournament": "match.tournament",
}
"""The card's own words for the config's keys."""

SEATS = ("seats.light", "seats.dark")
RULES = ("cube", "crawford", "jacoby", "automatic_doubles", "beavers", "cube_limit")
KNOWN = (*KEYS, "seats", "rules")
KNOWN_RULES = (*RULES, "holland")


def read_card(path: Path, config: Config) -> Config:
    """The config with what a card's file says. Raises ConfigError naming file, key and range."""
    try:
        text = path.read_text("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise ConfigError(f"{path}: cannot be read: {error}") from error
    return parse_card(text, str(path), config)


def parse_card(text: str, source: str, config: Config) -> Config:
    """The config with what a card says; what it leaves out stays as it was."""
    try:
        card = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise ConfigError(f"{source}: this is no TOML: {error}") from error
    for key, value in card.items():
        if key == "seats":
            config = _seated(config, value, source)
        elif key == "rules":
            config = _ruled(config, value, source)
        elif key in KEYS:
            config = with_value(config, KEYS[key], value, source, called=key)
        else:
            raise ConfigError(f"{source}: unknown key {key}; there are {', '.join(KNOWN)}")
    return config


def format_card() -> str:
    """A card with every key, its range and default."""
    lines = ["# gammonboard: a match card, for --match-card. Keys may be left out."]
    for key, name in KEYS.items():
        lines += format_key(name, key)
    lines += ["# who plays light and dark, each one of person, bot", 'seats = ["person", "person"]']
    lines += ["", "[rules]"]
    for key in RULES:
        lines += format_key(f"match.{key}", key)
    return "\n".join(lines) + "\n"


def clock_of(config: Config) -> TimeRule | None:
    """The match clock that a config asks for; None for none."""
    clock = config.clock
    if not clock.reserve_s:
        return None
    return TimeRule(
        reserve_ms=clock.reserve_s * SECOND_MS,
        delay_ms=clock.delay_s * SECOND_MS,
        increment_ms=clock.increment_s * SECOND_MS,
    )


def stakes_of(match: MatchConfig) -> Stakes:
    """What the config says about cube and points."""
    return Stakes(
        cube=match.cube,
        crawford=match.crawford,
        jacoby=match.jacoby,
        automatic_doubles=match.automatic_doubles,
        beavers=match.beavers,
        cube_limit=match.cube_limit,
    )


def _seated(config: Config, seats: object, source: str) -> Config:
    if not isinstance(seats, list) or len(seats) != len(SEATS):
        raise ConfigError(f"{source}: seats = {seats!r} is not two (light, dark)")
    for name, seat in zip(SEATS, seats, strict=True):
        config = with_value(config, name, seat, source, called="seats")
    return config


def _ruled(config: Config, rules: object, source: str) -> Config:
    if not isinstance(rules, dict):
        raise ConfigError(f"{source}: rules = {rules!r} is no table [rules]")
    for key, value in rules.items():
        if key not in KNOWN_RULES:
            known = ", ".join(f"rules.{rule}" for rule in KNOWN_RULES)
            raise ConfigError(f"{source}: unknown key rules.{key}; there are {known}")
        if key in RULES:
            config = with_value(config, f"match.{key}", value, source, called=f"rules.{key}")
        elif value is not False:  # C-18: obsolete, so the table says no instead of nothing
            raise ConfigError(
                f"{source}: rules.holland = {value!r}: the Holland rule is not played here; "
                "leave it out or set it to false"
            )
    return config
