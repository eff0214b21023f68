"""`gammonboard serve --config F`: the service of a real (or simulated) table, without a screen.

Until the screen is there, what the table says stands in the terminal.
"""

from __future__ import annotations

import secrets
import signal
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TextIO

import msgspec

from controller.bus.bus import Bus
from controller.bus.opening import open_bus
from controller.commands.bots import seats_of
from controller.commands.calibration_file import read_calibration_file
from controller.commands.data import (
    CALIBRATION,
    JOURNAL,
    LINE_FAULTS,
    RECORDS,
    RUNNING,
    SEEDS,
    calibration_of,
    start_of,
)
from controller.commands.house import dice_maker, house_of, players_of
from controller.commands.layouts import find_layout, wired_layout
from controller.commands.match_card import clock_of, stakes_of
from controller.commands.ports import TablePorts
from controller.commands.terminal import format_event, names_in
from controller.commands.today import synchronised_date
from controller.commands.watchdog import Watchdog
from controller.config import FILE_ENDING, Config, MatchConfig, parse_config, with_value
from controller.errors import ConfigError
from controller.guidance.words import format_message
from controller.journal.journal import Journal
from controller.rules.position import Side
from controller.seats.player import Player
from controller.sensing.settings import REFERENCE, Calibration, CellLayout, SensingSettings
from controller.sensing.tracker import Tracker
from controller.service.realtime import Begin, Parts, Service
from controller.table import inputs
from controller.table.facts import AnyFact, MatchStarted
from controller.table.table import Table
from controller.view.snapshot import Snapshot
from firmware_bridge.fault_log import FaultLog
from firmware_bridge.gpio_pins import GpioPins
from firmware_bridge.gpio_table import Hardware
from hw_sim.live import SimScheme


def read_config(path: Path) -> Config:
    """The config of a file. Raises ConfigError naming file, key, value and range."""
    try:
        text = path.read_text("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise ConfigError(f"{path}: cannot be read: {error}") from error
    config = parse_config(text, str(path))
    if config.table.layout.endswith(FILE_ENDING):
        beside = path.parent / config.table.layout
        config = with_value(config, "table.layout", str(beside), str(path))
    return config


def run(
    config: Config,
    data_dir: Path,
    out: TextIO,
    open_pins: Callable[[GpioPins], Hardware] | None = None,
) -> int:
    """Serve until SIGINT or SIGTERM. An unfinished match goes on, else a new one begins.

    open_pins: what hangs on this machine's pins, for `gpio://`; None: the real ones.
    """
    teller = Teller(out)
    layout = wired_layout(find_layout(config.table.layout))
    journal = Journal.open(data_dir / JOURNAL)
    token = secrets.token_hex(16)
    bus = open_bus(config.bus, journal, token)
    running = Running(data_dir / RUNNING)
    try:
        if journal.damage:
            print(journal.damage, file=out, flush=True)
        with (
            SimScheme(start_of(config.match.variant), layout) as sims,
            TablePorts(sims, open_pins) as ports,
        ):
            built = build(config, data_dir, journal, ports, teller, bus, token)
            if built.is_resumed and config.match != MatchConfig():
                print("The unfinished match goes on, as it was agreed then.", file=out, flush=True)
            for number in (signal.SIGINT, signal.SIGTERM):
                signal.signal(number, lambda _number, _frame: built.service.stop())
            bus.start(built.service.ask)
            watchdog = Watchdog(built.service.soon)
            try:
                built.service.run(built.begin(running.was_cut))
            finally:
                watchdog.close()
        running.ended()
    finally:
        bus.close()
        journal.close()
    return 0


class Running:
    """A mark that lies in the data folder while the service runs: left over, it tells of a cut."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self.was_cut = path.exists()
        path.touch()

    def ended(self) -> None:
        """The service stopped by itself."""
        self._path.unlink(missing_ok=True)


@dataclass(frozen=True, slots=True)
class Built:
    """A service ready to run. is_resumed: the journal's unfinished match goes on; else `card` is
    the match that begins by itself, None: people choose one."""

    service: Service
    is_resumed: bool
    card: MatchStarted | None = None

    def begin(self, power_lost: bool) -> Begin:
        """What the core is told first."""
        card = self.card
        if self.is_resumed:
            return lambda now_ms: inputs.Resume(now_ms, power_lost)
        if card is None:
            return inputs.Await
        return lambda now_ms: inputs.Begin(now_ms, card)


class Teller:
    """Prints facts as they are committed, and words as they change."""

    def __init__(self, out: TextIO) -> None:
        self._out = out
        self._names = ("Light", "Dark")
        self._said: tuple[str, ...] = ()

    def know(self, card: MatchStarted) -> None:
        """Who plays, by this match's card."""
        self._names = names_in(card)

    def hear(self, fact: AnyFact) -> None:
        if isinstance(fact, MatchStarted):
            self.know(fact)
        line = format_event(fact, self._names)
        if line:
            print(line, file=self._out, flush=True)

    def show(self, snapshot: Snapshot) -> None:
        spoken = (*snapshot.messages, snapshot.fault_line)
        said = tuple(format_message(message) for message in spoken)
        if said == self._said:
            return
        self._said = said
        for reader, text in zip((*self._names, "all"), said, strict=True):
            if text:
                print(f"  to {reader}: {text}", file=self._out, flush=True)


def build(
    config: Config,
    data_dir: Path,
    journal: Journal,
    ports: TablePorts,
    teller: Teller,
    bus: Bus,
    token: str,
) -> Built:
    """The service of a config: its port is opened when it runs, and again whenever it was lost."""
    layout = find_layout(config.table.layout)
    unfinished = journal.unfinished()
    facts = journal.facts(unfinished) if unfinished is not None else []
    port = config.table.port
    dice = dice_maker(data_dir / SEEDS)
    usual = card_of(config, journal.next_match(), (config.seats.light, config.seats.dark))
    card, players = (usual, {}) if unfinished is None else resumed(config, facts)
    if unfinished is None and begins_at_once(config):
        seats, players = seats_of(
            config.seats.light, config.seats.dark, config.seats.level, config.match.variant
        )
        card = msgspec.structs.replace(usual, seats=seats)
    teller.know(card)
    parts = Parts(
        table=Table(
            config,
            _tracker(config, layout, data_dir, ports.sims),
            facts=facts,
            last_number=journal.last_number,
            token=token,
        ),
        dice=dice(card),
        journal=journal,
        records=data_dir / RECORDS,
        open_port=lambda: ports.open(port),
        layout=wired_layout(layout),
        session=secrets.randbelow(0xFFFF) + 1,
        house=house_of(usual, config, dice, synchronised_date),
        players=players,
        keep_fault=FaultLog(data_dir / LINE_FAULTS).keep,
    )

    def show(snapshot: Snapshot) -> None:
        teller.show(snapshot)
        bus.publish_snapshot(snapshot)

    def hear(fact: AnyFact) -> None:
        teller.hear(fact)
        bus.publish_facts()

    service = Service(parts, show=show, hear=hear)
    is_chosen = unfinished is None and not begins_at_once(config)
    return Built(service, unfinished is not None, None if is_chosen else card)


def carded(config: Config) -> Config:
    """A config with a match card: that is the match, unless the config says otherwise."""
    if config.match.begins != "auto":
        return config
    return with_value(config, "match.begins", "at-once", "match card")


def begins_at_once(config: Config) -> bool:
    """Whether a match begins by itself where none is unfinished; else people choose one."""
    asked = config.match
    if asked.begins != "auto":
        return asked.begins == "at-once"
    return asked.names != MatchConfig().names or not config.bus.url


def resumed(config: Config, facts: Sequence[AnyFact]) -> tuple[MatchStarted, dict[Side, Player]]:
    """The card of the match that goes on, and its bots."""
    card = next(fact for fact in facts if isinstance(fact, MatchStarted))
    return card, players_of(card, config.seats.level)


def card_of(config: Config, match: int, seats: tuple[str, str]) -> MatchStarted:
    """The match that a config asks for."""
    return MatchStarted(
        match=match,
        variant=config.match.variant,
        length=config.match.length,
        light=config.match.names[0],
        dark=config.match.names[1],
        seats=seats,
        dice=config.dice.source,
        entropy=config.dice.entropy and config.dice.source == "fair",
        event=config.match.event,
        round=config.match.round,
        table=config.match.place,
        date=synchronised_date(),
        stakes=stakes_of(config.match),
        timer_s=config.turn.timer_s,
        clock=clock_of(config),
        level=config.seats.level if "bot" in (config.seats.light, config.seats.dark) else "",
        tournament=config.match.tournament,
    )


def _tracker(config: Config, layout: CellLayout, data_dir: Path, sims: SimScheme) -> Tracker:
    settings = SensingSettings(
        settle_ms=config.sensing.settle_ms, limit_ms=config.sensing.settle_limit_ms
    )
    calibration = read_calibration(config.table.port, data_dir / CALIBRATION, sims, layout)
    return Tracker(layout, calibration, settings)


def read_calibration(
    port: str, path: Path, sims: SimScheme, layout: CellLayout = REFERENCE
) -> Calibration:
    """What `path` holds; else a simulated table's own, and a real one is taken as built.

    Raises ConfigError naming the file and what is wrong with it.
    """
    if path.exists():
        return read_calibration_file(path, layout)
    if not port.startswith("sim:"):
        return Calibration.ideal(layout)
    return calibration_of(sims.table(port), layout)
