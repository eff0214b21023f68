"""All that the core was told, as a file: the form of a bug report, without anybody's name.

JSON lines: a header with what the core started from, then one input a line. Telling the same to a
new core gives the same effects.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import msgspec

from controller.config import Config
from controller.errors import RecordError
from controller.sensing.settings import NAMED_LAYOUTS, Calibration, CellLayout, SensingSettings
from controller.sensing.tracker import Tracker
from controller.table.effects import AnyEffect
from controller.table.facts import AnyFact, MatchStarted
from controller.table.inputs import AnyInput, Asked, Begin, LobbyReady, RecordKept
from controller.table.table import Table
from controller.table.wishes import is_name
from controller.view.intents import Entropy, Envelope, NewMatch

NAMELESS = ("Light", "Dark")


class Header(msgspec.Struct, frozen=True):
    """What a core is made of. layout: its name; all of it where it is a builder's own. facts: the
    unfinished match it came with; last_number: journal's."""

    config: Config
    calibration: Calibration
    layout: str | CellLayout
    facts: tuple[AnyFact, ...] = ()
    last_number: int = 0
    token: str = ""


class InputsFile:
    """Writes a recording. Give `write` every input before it is handled; then `close`."""

    def __init__(self, path: Path, header: Header) -> None:
        try:
            self._file = path.open("wb")
        except OSError as error:
            raise RecordError(f"{path}: cannot be written: {error.strerror or error}") from error
        self._encoder = msgspec.json.Encoder()
        facts = tuple(_nameless(fact) for fact in header.facts)
        self._put(msgspec.structs.replace(header, facts=facts))

    def write(self, told: AnyInput) -> None:
        self._put(_without_names(told))

    def close(self) -> None:
        """May be called again."""
        self._file.close()

    def _put(self, item: msgspec.Struct) -> None:
        self._file.write(self._encoder.encode(item) + b"\n")


def layout_told(layout: CellLayout) -> str | CellLayout:
    """A layout as a header tells it."""
    return layout.name if NAMED_LAYOUTS.get(layout.name) == layout else layout


def make_table(header: Header) -> Table:
    """The core that a header describes."""
    sensing = header.config.sensing
    settings = SensingSettings(settle_ms=sensing.settle_ms, limit_ms=sensing.settle_limit_ms)
    layout = header.layout
    if isinstance(layout, str):
        layout = CellLayout.from_name(layout)
    tracker = Tracker(layout, header.calibration, settings)
    return Table(
        header.config,
        tracker,
        facts=header.facts,
        last_number=header.last_number,
        token=header.token,
    )


def replay(path: Path) -> Iterator[AnyEffect]:
    """The effects of a recording, by telling it all again. Raises RecordError naming the line."""
    lines = _lines(path)
    number = 1
    try:
        table = make_table(msgspec.json.decode(next(lines, b""), type=Header))
        decoder = msgspec.json.Decoder(AnyInput)
        for number, line in enumerate(lines, start=2):  # noqa: B007  (the error names it)
            yield from table.handle(decoder.decode(line))
    except msgspec.MsgspecError as error:
        raise RecordError(f"{path}:{number}: no recording of inputs: {error}") from error


def _lines(path: Path) -> Iterator[bytes]:
    try:
        with path.open("rb") as file:
            yield from file
    except OSError as error:
        raise RecordError(f"{path}: cannot be read: {error.strerror or error}") from error


def _without_names(told: AnyInput) -> AnyInput:
    """The input as a stranger may read it, without names and secrets; the effects that it has are
    the same but for these."""
    match told:
        case Begin():
            return Begin(told.now_ms, msgspec.structs.replace(told.card, **_no_names()))
        case RecordKept():  # path and text are full of them
            return RecordKept(told.now_ms, told.match, why=told.why and "not written")
        case LobbyReady(lobby=lobby):
            wishes = msgspec.structs.replace(lobby.wishes, names=NAMELESS)
            offered = msgspec.structs.replace(lobby, wishes=wishes, names=())
            return LobbyReady(told.now_ms, offered)
        case Asked(envelope=Envelope(intent=NewMatch(side=side, wishes=wishes)) as envelope):
            asked = NewMatch(side, msgspec.structs.replace(wishes, names=_as_good(wishes.names)))
            return Asked(told.now_ms, msgspec.structs.replace(envelope, intent=asked))
        case Asked(envelope=Envelope(intent=Entropy() as given) as envelope):
            return Asked(told.now_ms, _without_secret(envelope, given))
        case _:
            return told


def _as_good(names: tuple[str, str]) -> tuple[str, str]:
    """Other names that are refused or accepted for the same reason: a bad one stays a bad one."""
    light, dark = (
        nobody if is_name(name) else "" for name, nobody in zip(names, NAMELESS, strict=True)
    )
    return light, dark


def _without_secret(envelope: Envelope, given: Entropy) -> Envelope:
    """What a player adds to the dice is a secret until both sides have; as long, to be judged
    alike."""
    masked = Entropy(given.side, "x" * len(given.text.strip().encode()))
    return msgspec.structs.replace(envelope, intent=masked)


def _nameless(fact: AnyFact) -> AnyFact:
    if isinstance(fact, MatchStarted):
        return msgspec.structs.replace(fact, **_no_names())
    return fact


def _no_names() -> dict[str, str]:
    return {"light": NAMELESS[0], "dark": NAMELESS[1], "event": "", "round": "", "table": ""}
