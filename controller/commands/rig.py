"""A whole product in one process and virtual time: simulated table, wire, core, journal.

Headless play, scenarios and benches are this rig with other people at it.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from controller.commands.data import calibration_of, start_of
from controller.commands.layouts import wired_layout
from controller.config import Config
from controller.errors import JournalError
from controller.journal.journal import Journal
from controller.records.files import date_of
from controller.rules.position import Side
from controller.seats.builtin import BuiltinPlayer
from controller.seats.player import Player
from controller.sensing.settings import REFERENCE, Calibration, CellLayout
from controller.service.chance import DiceSource
from controller.service.inputs_file import Header, InputsFile, layout_told, make_table
from controller.service.keeping import keep
from controller.service.matches import House, Made, lobby_of, make_match
from controller.service.players import choice_made, question_of
from controller.service.shell import Outlets, Shell
from controller.service.virtual import Actor, Line, VirtualRun
from controller.table import inputs
from controller.table.effects import WantChoice, WantMatch
from controller.table.facts import AnyFact, MatchStarted
from controller.table.table import Table
from controller.view.intents import Envelope, Intent
from controller.view.lobby import Lobby
from controller.view.snapshot import Snapshot
from firmware_bridge.link import Link
from firmware_bridge.port import Port
from firmware_bridge.transport import open_port
from hw_sim.port import LockStep, PtyServer
from hw_sim.table import DeviceMaker, SimTable, placement_named

TOKEN = "rig"


class PtyLine:
    """A real pty between table and link; the host's end is opened as any serial port is."""

    def __init__(self, sim: SimTable) -> None:
        self._server = PtyServer(sim)
        self._server.unplug()
        self._port: Port | None = None
        self._step: LockStep | None = None

    def open(self) -> None:
        self._server.plug()
        self._port = open_port(f"pty:{self._server.path}", {})
        self._step = LockStep(self._server, self._port)

    def close(self) -> None:
        if self._port is not None:
            self._port.close()
        self._server.unplug()
        self._port = self._step = None

    def to_host(self, now_ms: int) -> bytes:
        return self._step.to_host(now_ms) if self._step is not None else b""

    def to_device(self, data: bytes, now_ms: int) -> None:
        if self._step is not None:
            self._step.to_device(data, now_ms)


class DirectLine:
    """The same bytes, handed over within the process: what benches and most scenarios use."""

    def __init__(self, sim: SimTable) -> None:
        self._sim = sim

    def open(self) -> None:
        self._sim.bytes_to_send()  # what was said before anybody listened

    def close(self) -> None:
        pass

    def to_host(self, now_ms: int) -> bytes:
        return self._sim.bytes_to_send()

    def to_device(self, data: bytes, now_ms: int) -> None:
        self._sim.receive(data, now_ms)


class TappedLine:
    """A line with somebody at it who is told when bytes come in and when the answer goes out."""

    def __init__(
        self, line: Line, came_in: Callable[[bytes], bytes], goes_out: Callable[[], None]
    ) -> None:
        self._line = line
        self._came_in = came_in
        self._goes_out = goes_out

    def open(self) -> None:
        self._line.open()

    def close(self) -> None:
        self._line.close()

    def to_host(self, now_ms: int) -> bytes:
        return self._came_in(self._line.to_host(now_ms))

    def to_device(self, data: bytes, now_ms: int) -> None:
        self._goes_out()
        self._line.to_device(data, now_ms)


@dataclass(frozen=True, slots=True)
class Plan:
    """What a rig is made of. noise: a level of hw_sim. facts: a match that is under way.

    layout: the table's; others than the reference only in software.
    make_device: the table's, None: the one in software.
    inputs: a file to record all that the core is told (up to a power cut). players: of bots' seats.
    house: makes the matches that are chosen later; awaits: the first one is chosen too.
    """

    card: MatchStarted
    dice: DiceSource
    house: House
    journal: Path
    records: Path
    config: Config = field(default_factory=Config)
    seed: int = 0
    noise: str = "quiet"
    layout: CellLayout = REFERENCE
    make_device: DeviceMaker | None = None
    pty: bool = False
    facts: tuple[AnyFact, ...] = ()
    awaits: bool = False
    inputs: Path | None = None
    players: Mapping[Side, Player] = field(default_factory=dict)
    calibration: Calibration | None = None  # None: what a good one would have found


@dataclass(frozen=True, slots=True)
class Watchers:
    """Who hears of what happens: committed facts, snapshots let out, files written."""

    fact: Callable[[AnyFact], None] = lambda _fact: None
    snapshot: Callable[[Snapshot, int], None] = lambda _snapshot, _now_ms: None
    records: Callable[[Sequence[Path]], None] = lambda _paths: None


class Rig:
    """Begin it, then let `run` run. Close it for its journal."""

    def __init__(self, plan: Plan, watchers: Watchers, pace: Callable[[int], None]) -> None:
        self.plan = plan
        self.start = start_of(plan.card.variant)
        layout = wired_layout(plan.layout)
        self.sim = SimTable(
            plan.seed,
            placement_named(plan.noise),
            layout,
            start=self.start,
            make_device=plan.make_device,
        )
        self.link = Link(layout)
        line: Line = PtyLine(self.sim) if plan.pty else DirectLine(self.sim)
        self._line = line
        self.run = VirtualRun(self.link, self.sim, line, pace=pace)
        self.snapshot: Snapshot | None = None
        self._watchers = watchers
        self._journal: Journal | None = None
        self._intents = 0
        self._is_new = True
        self._recording: InputsFile | None = None
        self._spare = BuiltinPlayer()
        self.unkept = ""  # why the last match's files could not be written
        self.table: Table | None = None
        self._players = dict(plan.players)
        self._are_own = False  # the plan's players belong to who made the plan
        self._dice = plan.dice

    def add(self, actor: Actor) -> None:
        """Somebody who acts; needs the rig's hand port, thus comes later."""
        self.run.add(actor)

    def tap(self, came_in: Callable[[bytes], bytes], goes_out: Callable[[], None]) -> None:
        """Have somebody listen at the line; before `begin`."""
        self.run.line = TappedLine(self._line, came_in, goes_out)

    def begin(self, *, power_lost: bool = False) -> None:
        """Open the journal and start the match, or go on with the one that it holds."""
        journal = Journal.open(self.plan.journal)
        self._journal = journal
        if self._is_new and self.plan.facts:
            journal.append(self.plan.facts)
        # what an earlier run left unfinished stays in the journal, and stays unfinished
        is_new = self._is_new
        is_resumed = not is_new or bool(self.plan.facts)
        unfinished = journal.unfinished() if is_resumed else None
        self._is_new = False
        facts = journal.facts(unfinished) if unfinished is not None else []
        number = journal.last_number
        config = self.plan.config
        layout = self.plan.layout
        calibration = self.plan.calibration or calibration_of(self.sim, layout)
        header = Header(config, calibration, layout_told(layout), tuple(facts), number, TOKEN)
        self.table = table = make_table(header)
        if self._recording is None and self.plan.inputs is not None:
            self._recording = InputsFile(self.plan.inputs, header)
        outlets = Outlets(
            send=self._send,
            commit=self._commit,
            show=self._show,
            fact=self._watchers.fact,
            records=self._write_records,
            choose=self._choose,
            lobby=self._lobby,
            match=self._match,
        )
        shell = Shell(
            table,
            self._dice,
            outlets,
            committed=number,
            overhear=self._overhear,
        )
        self.run.attach(shell)
        shell.greet()
        if unfinished is not None:
            shell.tell(inputs.Resume(self.run.now_ms, power_lost))
        elif self.plan.awaits or not is_new:
            shell.tell(inputs.Await(self.run.now_ms))
        else:
            shell.tell(inputs.Begin(self.run.now_ms, self.plan.card))

    def ask(self, intent: Intent) -> None:
        """A person at a screen asks for something, as an envelope of this session."""
        self._intents += 1
        assert self.table is not None
        seen = self.table.snapshot
        assert seen is not None
        envelope = Envelope(intent, seen.match, seen.turn_number, "screen", self._intents, TOKEN)
        self.shell.tell(inputs.Asked(self.run.now_ms, envelope))

    def cut_power(self) -> None:
        """Service and table lose their power; the journal keeps what was committed."""
        self.run.attach(None)
        self.sim.power(False, self.run.now_ms)
        self.table = None
        self._close_journal()
        self._stop_recording()

    def restore_power(self) -> None:
        """Both start again."""
        self.sim.power(True, self.run.now_ms)
        self.begin(power_lost=True)

    def close(self) -> None:
        """Let go of port, table and journal."""
        self.run.attach(None)
        self._line.close()
        self.sim.close()
        self._close_journal()
        self._stop_recording()
        self._close_players()

    @property
    def shell(self) -> Shell:
        assert self.run.shell is not None
        return self.run.shell

    def facts(self) -> list[AnyFact]:
        """All facts committed so far."""
        assert self._journal is not None
        return self._journal.facts()

    def _overhear(self, told: inputs.AnyInput) -> None:
        if self._recording is not None:
            self._recording.write(told)

    def _send(self, message: object) -> None:
        self.link.send(message, self.run.now_ms)  # type: ignore[arg-type]

    def _commit(self, facts: Sequence[AnyFact]) -> None:
        """In virtual time the commit happens inside the step."""
        assert self._journal is not None
        try:
            number = self._journal.append(facts)
        except JournalError as error:
            self.shell.tell(inputs.NotRecorded(self.run.now_ms, str(error)))
        else:
            self.shell.tell(inputs.Committed(self.run.now_ms, number))

    def _choose(self, wanted: WantChoice) -> None:
        """In virtual time a bot, or the spare of a person's seat, answers inside the step."""
        player = self._players.get(Side(wanted.side), self._spare)
        choice = player.choose(question_of(wanted))
        self.shell.tell(choice_made(self.run.now_ms, wanted.request, choice))

    def _lobby(self) -> Lobby:
        assert self._journal is not None
        return lobby_of(self.plan.house, self._journal.cards())

    def _match(self, wanted: WantMatch) -> Made:
        assert self._journal is not None
        assert self.table is not None
        number = self._journal.next_match()
        made = make_match(self.plan.house, wanted, self.table.state.card, number)
        if made.players is not None:
            self._close_players()
            self._players = dict(made.players)
            self._are_own = True
        elif wanted.swapped:
            self._players = {side.other: player for side, player in self._players.items()}
        self._dice = made.dice
        return made

    def _show(self, snapshot: Snapshot) -> None:
        self.snapshot = snapshot
        self._watchers.snapshot(snapshot, self.run.now_ms)

    def _write_records(self, match: int) -> None:
        assert self._journal is not None
        facts = self._journal.facts(match)
        paths, news = keep(self.plan.records, match, facts, date_of(facts), self.run.now_ms)
        self.unkept = news.why
        if paths:
            self._watchers.records(paths)
        self.shell.tell(news)

    def _stop_recording(self) -> None:
        if self._recording is not None:
            self._recording.close()
            self._recording = None
            self.plan = dataclasses.replace(self.plan, inputs=None)

    def _close_players(self) -> None:
        if self._are_own:
            for player in self._players.values():
                player.close()

    def _close_journal(self) -> None:
        if self._journal is not None:
            self._journal.close()
            self._journal = None
