"""Everything that an owner can set: types, defaults, ranges, units. Reads no file.

Each key's default, range, unit and meaning stand once, beside the field; the sample config in
`deploy/` is `format_reference()`, compared in a test.
"""

from __future__ import annotations

import dataclasses
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, Protocol, cast

from controller.errors import ConfigError

LAYOUTS = ("reference", "presence", "four")
FILE_ENDING = ".toml"  # of a layout's file
VARIANTS = (
    "standard", "pt", "pt-br", "hu", "acey-deucey", "nackgammon", "long-gammon", "hypergammon",
    "tavla", "portes",
)  # fmt: skip
BUSES = ("redis://", "rediss://", "unix://")
BOT_LEVELS = ("beginner", "casual", "intermediate", "advanced", "expert")
PORTS = ("serial://", "gpio://", "sim://", "pty:", "replay:")


class Range(Protocol):
    """What a key may hold. `check` and `read` raise ValueError; `str()` says it to a person."""

    def check(self, value: object) -> object:
        """The value as kept, from a TOML value."""

    def read(self, text: str) -> object:
        """The value as kept, from one word or more of a scenario."""


@dataclass(frozen=True, slots=True)
class Span:
    """A whole number from low to high."""

    low: int
    high: int
    unit: str = ""

    def check(self, value: object) -> int:
        if type(value) is not int or not self.low <= value <= self.high:
            raise ValueError
        return value

    def read(self, text: str) -> int:
        return self.check(int(text))

    def __str__(self) -> str:
        return f"a whole number {self.low} to {self.high} {self.unit}".rstrip()


@dataclass(frozen=True, slots=True)
class Switch:
    """true or false."""

    def check(self, value: object) -> bool:
        if type(value) is not bool:
            raise ValueError
        return value

    def read(self, text: str) -> bool:
        if text not in ("true", "false"):
            raise ValueError
        return text == "true"

    def __str__(self) -> str:
        return "true or false"


@dataclass(frozen=True, slots=True)
class Power:
    """A power of two from 2 to high, or 0."""

    high: int

    def check(self, value: object) -> int:
        if type(value) is not int or value not in self._values():
            raise ValueError
        return value

    def read(self, text: str) -> int:
        return self.check(int(text))

    def _values(self) -> list[int]:
        return [0, *(1 << n for n in range(1, self.high.bit_length()))]

    def __str__(self) -> str:
        return f"a power of two, 2 to {self.high}, or 0"


@dataclass(frozen=True, slots=True)
class Choice:
    """One of some words."""

    words: tuple[str, ...]

    def check(self, value: object) -> str:
        if not isinstance(value, str) or value not in self.words:
            raise ValueError
        return value

    def read(self, text: str) -> str:
        return self.check(text)

    def __str__(self) -> str:
        quoted = [f'"{word}"' for word in self.words]
        return f"one of {', '.join(quoted)}" if len(quoted) > 1 else quoted[0]


@dataclass(frozen=True, slots=True)
class NameOrFile:
    """One of some names, or the path of a TOML file."""

    names: tuple[str, ...]
    most: int = 500

    def check(self, value: object) -> str:
        if not isinstance(value, str) or not value.isprintable() or len(value) > self.most:
            raise ValueError
        if value not in self.names and not value.endswith(FILE_ENDING):
            raise ValueError
        return value

    def read(self, text: str) -> str:
        return self.check(text)

    def __str__(self) -> str:
        quoted = ", ".join(f'"{name}"' for name in self.names)
        return f"one of {quoted}, or a file that ends in {FILE_ENDING}"


@dataclass(frozen=True, slots=True)
class Text:
    """One line of text."""

    most: int
    least: int = 0
    starts: tuple[str, ...] = ()

    def check(self, value: object) -> str:
        if not isinstance(value, str) or not self.least <= len(value) <= self.most:
            raise ValueError
        if not all(character.isprintable() for character in value):
            raise ValueError
        if self.starts and not value.removeprefix("spy+").startswith(self.starts):
            raise ValueError
        return value

    def read(self, text: str) -> str:
        return self.check(text)

    def __str__(self) -> str:
        begins = f" that starts with {', '.join(self.starts)} or spy+ and one of these"
        return f"a line of {self.least} to {self.most} characters{begins if self.starts else ''}"


@dataclass(frozen=True, slots=True)
class Address:
    """Empty, or a URL of some kinds."""

    starts: tuple[str, ...]
    most: int = 200

    def check(self, value: object) -> str:
        if not isinstance(value, str) or len(value) > self.most or not value.isprintable():
            raise ValueError
        if value and not value.startswith(self.starts):
            raise ValueError
        return value

    def read(self, text: str) -> str:
        return self.check(text)

    def __str__(self) -> str:
        return f"empty, or a line that starts with {', '.join(self.starts)}"


@dataclass(frozen=True, slots=True)
class Pair:
    """Light's and dark's value."""

    each: Text

    def check(self, value: object) -> tuple[str, str]:
        if not isinstance(value, list) or len(value) != 2:
            raise ValueError
        return self.each.check(value[0]), self.each.check(value[1])

    def read(self, text: str) -> tuple[str, str]:
        return self.check([name.strip() for name in text.split(",")])

    def __str__(self) -> str:
        return f"two (light, dark), each {self.each}"


def _key(default: Any, values: Range, meaning: str) -> Any:
    return field(default=default, metadata={"values": values, "meaning": meaning})


@dataclass(frozen=True, slots=True)
class TableConfig:
    port: str = _key("serial://auto", Text(200, 4, PORTS), "where the table is connected")
    layout: str = _key(
        "reference",
        NameOrFile(LAYOUTS),
        "which cells it has, and where they show (a file's path counts from this one's folder)",
    )


@dataclass(frozen=True, slots=True)
class MatchConfig:
    names: tuple[str, str] = _key(("Light", "Dark"), Pair(Text(40, 1)), "who plays")
    length: int = _key(3, Span(0, 64, "points"), "of a match; 0 plays for money")
    variant: str = _key("standard", Choice(VARIANTS), "which rules")
    cube: bool = _key(True, Switch(), "played with the doubling cube, if the variant has one")
    crawford: bool = _key(True, Switch(), "one game without doubling when a side is a point away")
    jacoby: bool = _key(False, Switch(), "for money: gammons count only after a double")
    automatic_doubles: int = _key(
        0, Span(0, 6), "for money: so many ties of the opening turn the cube"
    )
    beavers: int = _key(
        0, Span(0, 2), "for money: an offer may be turned back at once; 1 beavers, 2 raccoons too"
    )
    cube_limit: int = _key(64, Power(4096), "its highest value in a match; 0 for none")
    event: str = _key("", Text(80), "goes into the record")
    round: str = _key("", Text(80), "goes into the record")
    place: str = _key("", Text(80), "goes into the record: where, or which table")
    tournament: bool = _key(False, Switch(), "no aids and no turn timer, and nobody can change it")
    begins: str = _key(
        "auto",
        Choice(("auto", "at-once", "on-screen")),
        "when serve starts without an unfinished one: by itself, or as chosen on the screen; auto: "
        "by itself where names are set, a match card is given or bus.url is empty",
    )


@dataclass(frozen=True, slots=True)
class DiceConfig:
    source: str = _key("fair", Choice(("fair", "typed", "deduced")), "where rolls come from")
    entropy: bool = _key(False, Switch(), "the players add chance of their own to fair dice")


@dataclass(frozen=True, slots=True)
class SensingConfig:
    settle_ms: int = _key(250, Span(50, 2000, "ms"), "a board this long unchanged is judged")
    settle_limit_ms: int = _key(
        1000, Span(100, 5000, "ms"), "how long Done waits for a board to settle"
    )


@dataclass(frozen=True, slots=True)
class TurnConfig:
    auto_done_ms: int = _key(
        0, Span(0, 60_000, "ms"), "a complete play ends by itself after this; 0: by Done only"
    )
    dance_pass_ms: int = _key(2000, Span(500, 30_000, "ms"), "a dance passes by itself after this")
    last_checker_ms: int = _key(
        1500, Span(500, 10_000, "ms"), "the last checker off, away this long, ends the game"
    )
    timer_s: int = _key(
        0, Span(0, 3600, "s"), "a turn has so long, then the table plays; 0: as long as it takes"
    )
    timeout_play: str = _key(
        "auto",
        Choice(("auto", "engine", "first-legal")),
        "what is played when time is up: an engine's choice, or the first legal play, which brings "
        "the farthest checkers on (auto: if no engine answers)",
    )
    timeout_cube: str = _key(
        "take", Choice(("take", "drop")), "what is answered to a double when time is up"
    )


@dataclass(frozen=True, slots=True)
class ClockConfig:
    reserve_s: int = _key(
        0, Span(0, 36_000, "s"), "of a match clock, each side's; 0: no match clock"
    )
    delay_s: int = _key(12, Span(0, 600, "s"), "of a match clock: of each turn this costs nothing")
    increment_s: int = _key(
        0, Span(0, 600, "s"), "of a match clock: each completed turn gives a side so much more"
    )


@dataclass(frozen=True, slots=True)
class LightsConfig:
    brightness_pct: int = _key(60, Span(1, 100, "%"), "of the lights under the points")


@dataclass(frozen=True, slots=True)
class AidsConfig:
    level: str = _key("full", Choice(("full", "wrong-only", "none")), "which lights may burn")


@dataclass(frozen=True, slots=True)
class DataConfig:
    dir: str = _key("", Text(500), "folder of journal and records; empty: the system's own")


@dataclass(frozen=True, slots=True)
class BusConfig:
    url: str = _key(
        "", Address(BUSES), "Redis between service and screens; empty: all in one process"
    )
    password_file: str = _key("", Text(500), "file that holds Redis's password; empty: none")
    name: str = _key("table", Text(40, 1), "of this table, where several share one Redis")


@dataclass(frozen=True, slots=True)
class SeatsConfig:
    light: str = _key("person", Choice(("person", "bot")), "who plays light")
    dark: str = _key("person", Choice(("person", "bot")), "who plays dark")
    level: str = _key("advanced", Choice(BOT_LEVELS), "how well a bot plays")


@dataclass(frozen=True, slots=True)
class ScreenConfig:
    orientation_bottom: str = _key("light", Choice(("light", "dark")), "who sits at its foot")
    orientation_home: str = _key(
        "right", Choice(("right", "left")), "on which hand the one at its foot bears off"
    )
    large_print: bool = _key(False, Switch(), "fewer and larger words")
    left_handed: bool = _key(False, Switch(), "panel and buttons at the left")


@dataclass(frozen=True, slots=True)
class Config:
    """One table of TOML a field, one key a field of that."""

    table: TableConfig = field(default_factory=TableConfig)
    match: MatchConfig = field(default_factory=MatchConfig)
    seats: SeatsConfig = field(default_factory=SeatsConfig)
    dice: DiceConfig = field(default_factory=DiceConfig)
    sensing: SensingConfig = field(default_factory=SensingConfig)
    turn: TurnConfig = field(default_factory=TurnConfig)
    clock: ClockConfig = field(default_factory=ClockConfig)
    lights: LightsConfig = field(default_factory=LightsConfig)
    aids: AidsConfig = field(default_factory=AidsConfig)
    data: DataConfig = field(default_factory=DataConfig)
    bus: BusConfig = field(default_factory=BusConfig)
    screen: ScreenConfig = field(default_factory=ScreenConfig)


def parse_config(text: str, source: str) -> Config:
    """The config in a TOML text; keys left out have their defaults.

    Raises ConfigError naming source, key, value and range.
    """
    try:
        tables = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise ConfigError(f"{source}: this is no TOML: {error}") from error
    config = Config()
    for table, keys in tables.items():
        if not isinstance(keys, dict):
            raise ConfigError(f"{source}: {table} = {keys!r} stands in no [table]")
        for key, value in keys.items():
            config = with_value(config, f"{table}.{key}", value, source)
    if config.sensing.settle_limit_ms < config.sensing.settle_ms:
        raise ConfigError(
            f"{source}: sensing.settle_limit_ms = {config.sensing.settle_limit_ms} is less than "
            f"sensing.settle_ms = {config.sensing.settle_ms}"
        )
    return config


def set_value(config: Config, key: str, text: str) -> Config:
    """The config with one key ("turn.auto_done_ms") changed to what a text says.

    Raises ConfigError naming key, value and range.
    """
    return with_value(config, key, text, "set", words=True)


def format_reference() -> str:
    """The default config as TOML, each key below its meaning and range."""
    lines = ["# gammonboard: every key with its range and default. Keys may be left out."]
    for table in dataclasses.fields(Config):
        lines += ["", f"[{table.name}]"]
        for key in _keys(table.name):
            lines += format_key(f"{table.name}.{key.name}", key.name)
    return "\n".join(lines) + "\n"


def format_key(name: str, called: str) -> list[str]:
    """A key ("match.length") as lines of TOML under another name: meaning and range, default."""
    table, _, wanted = name.partition(".")
    key = next(key for key in _keys(table) if key.name == wanted)
    told = f"# {key.metadata['meaning']}; {key.metadata['values']}"
    return [told, f"{called} = {_toml(key.default)}"]


def with_value(
    config: Config,
    name: str,
    value: object,
    source: str,
    *,
    words: bool = False,
    called: str | None = None,
) -> Config:
    """The config with one key ("match.length") changed to a TOML value (words: to a text).

    called: what the source calls the key. Raises ConfigError naming source, key, value and range.
    """
    table, _, wanted = name.partition(".")
    key = next((key for key in _keys(table) if key.name == wanted), None)
    if key is None:
        known = [f"{table}.{key.name}" for key in _keys(table)]
        known = known or [f"[{table.name}]" for table in dataclasses.fields(Config)]
        raise ConfigError(f"{source}: unknown key {name}; there are {', '.join(known)}")
    values = cast(Range, key.metadata["values"])
    try:
        kept = values.read(str(value)) if words else values.check(value)
    except ValueError:
        raise ConfigError(f"{source}: {called or name} = {value!r} is not {values}") from None
    section = dataclasses.replace(getattr(config, table), **{wanted: kept})
    return dataclasses.replace(config, **{table: section})


def _keys(table: str) -> Iterator[dataclasses.Field[Any]]:
    defaults = {table.name: table.default_factory for table in dataclasses.fields(Config)}
    if table in defaults:
        section = defaults[table]
        assert isinstance(section, type), "each table's factory is its dataclass"
        yield from dataclasses.fields(section)


def _toml(value: object) -> str:
    if isinstance(value, tuple):
        return f"[{', '.join(_toml(each) for each in value)}]"
    if isinstance(value, bool):
        return str(value).lower()
    return f'"{value}"' if isinstance(value, str) else str(value)
