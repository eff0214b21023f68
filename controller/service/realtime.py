"""Real time: one thread owns all state, everything else puts messages on its queue.

The bridge's thread brings link events, the journal's thread brings commits; the loop handles one
message at a time and sleeps until the next is due.
"""

from __future__ import annotations

import queue
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from controller.errors import JournalError
from controller.journal.journal import Journal
from controller.journal.writer import JournalWriter
from controller.records.files import date_of
from controller.rules.position import Side
from controller.seats.builtin import BuiltinPlayer
from controller.seats.player import Choice, Player
from controller.seats.worker import SeatWorker
from controller.service.chance import DiceSource
from controller.service.keeping import keep
from controller.service.matches import House, Made, lobby_of, make_match
from controller.service.players import choice_made, question_of
from controller.service.shell import Outlets, Shell
from controller.service.wire import input_from
from controller.table import inputs
from controller.table.effects import WantChoice, WantMatch
from controller.table.facts import AnyFact
from controller.table.table import Table
from controller.view.intents import Envelope
from controller.view.lobby import Lobby
from controller.view.snapshot import Snapshot
from firmware_bridge.bridge import Bridge
from firmware_bridge.layout import Layout
from firmware_bridge.messages import LinkDown, LinkEvent
from firmware_bridge.port import Port, monotonic_ms

Begin = Callable[[int], inputs.AnyInput]
"""What the core is told first, at this time: `Begin` a match, `Await` one, or `Resume`."""


@dataclass(frozen=True, slots=True)
class Parts:
    """What a service is made of. open_port: opens the table's line, again and again.

    house: makes the matches that people choose. written: hears of a finished match's
    files, in the loop's thread. keep_fault: gets the last messages of a line that was lost, in the
    bridge's thread.
    """

    table: Table
    dice: DiceSource
    journal: Journal
    records: Path
    open_port: Callable[[], Port]
    layout: Layout
    session: int
    house: House
    players: Mapping[Side, Player] = field(default_factory=dict)
    written: Callable[[Sequence[Path]], None] = lambda _paths: None
    keep_fault: Callable[[str], None] = lambda _report: None


class Service:
    """Runs one table until stopped. `hear` gets facts, `show` snapshots, in the loop's thread."""

    def __init__(
        self,
        parts: Parts,
        *,
        show: Callable[[Snapshot], None],
        hear: Callable[[AnyFact], None],
        clock_ms: Callable[[], int] = monotonic_ms,
    ) -> None:
        self._parts = parts
        self._clock_ms = clock_ms
        self._told: queue.SimpleQueue[Callable[[], None] | None] = queue.SimpleQueue()
        self._bridge = Bridge(
            parts.open_port, parts.layout, deliver=self._deliver, first_session=parts.session
        )
        self._writer = JournalWriter(parts.journal, self._committed, self._not_recorded)
        self._seats = self._seated(parts.players)
        outlets = Outlets(
            send=self._bridge.send,
            commit=self._writer.put,
            show=show,
            fact=hear,
            records=self._write_records,
            choose=self._choose,
            lobby=self._lobby,
            match=self._match,
        )
        self._kept_ups = -1
        self._shell = Shell(
            parts.table,
            parts.dice,
            outlets,
            committed=parts.journal.last_number,
        )

    def run(self, begin: Begin) -> None:
        """Begin as told, then serve; returns after `stop`."""
        self._bridge.start()
        try:
            self._shell.greet()
            self._shell.tell(begin(self._clock_ms()))
            self._loop()
        finally:
            self._bridge.close()
            self._writer.close()
            for seat in self._seats.values():
                seat.close()

    def stop(self) -> None:
        """End `run` after what it is doing; from any thread, or a signal."""
        self._told.put(None)

    def soon(self, act: Callable[[], None]) -> None:
        """Do this in the loop, after what it is doing; from any thread."""
        self._told.put(act)

    def ask(self, envelope: Envelope) -> None:
        """An intent of a person; from any thread."""
        self._told.put(lambda: self._tell(inputs.Asked(self._clock_ms(), envelope)))

    def _loop(self) -> None:
        while True:
            try:
                message = self._told.get(timeout=self._wait_s())
            except queue.Empty:
                self._shell.tick(self._clock_ms())
                continue
            if message is None:
                return
            message()
            wake_ms = self._shell.wake_ms
            if wake_ms is not None and wake_ms <= self._clock_ms():
                self._shell.tick(self._clock_ms())

    def _wait_s(self) -> float | None:
        wake_ms = self._shell.wake_ms
        return None if wake_ms is None else max(0.0, (wake_ms - self._clock_ms()) / 1000)

    def _tell(self, told: inputs.AnyInput) -> None:
        self._shell.tell(told)

    # -- from other threads -----------------------------------------------------------------

    def _deliver(self, event: LinkEvent) -> None:
        if isinstance(event, LinkDown):
            self._keep_fault(event)
        now_ms = self._clock_ms()
        self._told.put(lambda: self._tell(input_from(event, now_ms)))

    def _keep_fault(self, news: LinkDown) -> None:
        """Once for each time that the table was there: what follows tells nothing new."""
        ups = self._bridge.counters.ups
        if ups != self._kept_ups:
            self._kept_ups = ups
            self._parts.keep_fault(self._bridge.fault_report(news))

    def _committed(self, number: int) -> None:
        self._told.put(lambda: self._tell(inputs.Committed(self._clock_ms(), number)))

    def _not_recorded(self, error: JournalError) -> None:
        self._told.put(lambda: self._tell(inputs.NotRecorded(self._clock_ms(), str(error))))

    def _choose(self, wanted: WantChoice) -> None:
        side = Side(wanted.side)
        if side not in self._seats:  # a person's, out of time
            self._seats[side] = SeatWorker(BuiltinPlayer(), self._answered)
        self._seats[side].ask(wanted.request, question_of(wanted))

    def _lobby(self) -> Lobby:
        return lobby_of(self._parts.house, self._parts.journal.cards())

    def _match(self, wanted: WantMatch) -> Made:
        number = self._parts.journal.next_match()
        made = make_match(self._parts.house, wanted, self._parts.table.state.card, number)
        if made.players is not None:
            for seat in self._seats.values():
                seat.close(join_s=0)  # its thread ends by itself: nobody waits for an engine
            self._seats = self._seated(made.players)
        elif wanted.swapped:
            self._seats = {side.other: seat for side, seat in self._seats.items()}
        for seat in self._seats.values():
            seat.forget()
        return made

    def _seated(self, players: Mapping[Side, Player]) -> dict[Side, SeatWorker]:
        return {side: SeatWorker(player, self._answered) for side, player in players.items()}

    def _answered(self, request: int, answer: Choice | str) -> None:
        """From a seat's thread. A player that fails although another stood behind it stays mute:
        the board can still be played by hand, and a restart asks again."""
        if isinstance(answer, Choice):
            self._told.put(lambda: self._tell(choice_made(self._clock_ms(), request, answer)))

    # -- files ------------------------------------------------------------------------------

    def _write_records(self, match: int) -> None:
        facts: Sequence[AnyFact] = self._parts.journal.facts(match)
        now_ms = self._clock_ms()
        paths, news = keep(self._parts.records, match, facts, date_of(facts), now_ms)
        if paths:
            self._parts.written(paths)
        self._tell(news)
