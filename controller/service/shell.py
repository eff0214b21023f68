"""Carries out the core's effects: journal, dice, lights, screens, files. Owns no loop."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from controller.service.chance import DiceSource, FairSource, answer
from controller.service.gate import Gate
from controller.service.matches import Made
from controller.service.wire import PALETTE, lights_codes
from controller.table import effects as e
from controller.table import inputs
from controller.table.facts import AnyFact, SeedRevealed
from controller.table.table import Table
from controller.view.lobby import Lobby
from controller.view.snapshot import Snapshot
from firmware_bridge.messages import Lights, Palette, SnapshotRequest

Send = Callable[[Lights | Palette | SnapshotRequest], None]


@dataclass(frozen=True, slots=True)
class Outlets:
    """Where effects end. commit: keep these facts, then tell `Committed` or `NotRecorded`.

    fact: hears each fact when it is committed. records: writes a finished match's files. choose:
    asks a bot, which answers with `ChoiceMade` when it is ready. lobby: what people may choose
    between two matches; match: makes what they chose.
    """

    send: Send
    commit: Callable[[Sequence[AnyFact]], None]
    show: Callable[[Snapshot], None]
    fact: Callable[[AnyFact], None]
    records: Callable[[int], None]
    choose: Callable[[e.WantChoice], None]
    lobby: Callable[[], Lobby]
    match: Callable[[e.WantMatch], Made]


class Shell:
    """One table's world. `tell` it every input in order; look at `wake_ms` for the next Tick.

    overhear: hears every input before it is handled.
    """

    def __init__(
        self,
        table: Table,
        dice: DiceSource,
        outlets: Outlets,
        *,
        committed: int = 0,
        overhear: Callable[[inputs.AnyInput], None] = lambda _told: None,
    ) -> None:
        self.table = table
        self._overhear = overhear
        self.wake_ms: int | None = None
        self._dice = dice
        self._out = outlets
        self._gate = Gate(committed)
        self._committed = committed
        self._inputs: deque[inputs.AnyInput] = deque()
        self._busy = False
        self._pending: deque[tuple[int, AnyFact]] = deque()
        self._frame = 0
        self._now_ms = 0

    def tell(self, told: inputs.AnyInput) -> None:
        """Handle an input and all that its effects bring back, in order."""
        self._inputs.append(told)
        if self._busy:  # an effect of the input being handled came back: its turn comes
            return
        self._busy = True
        try:
            while self._inputs:
                self._handle(self._inputs.popleft())
        finally:
            self._busy = False

    def tick(self, now_ms: int) -> None:
        """The time that `wake_ms` named has come."""
        self.wake_ms = None
        self.tell(inputs.Tick(now_ms))

    def _handle(self, told: inputs.AnyInput) -> None:
        self._now_ms = told.now_ms
        self._overhear(told)
        effects = self.table.handle(told)
        facts = [effect for effect in effects if isinstance(effect, e.Record)]
        self._pending.extend((record.number, record.fact) for record in facts)
        match told:
            case inputs.Committed():
                self._release(told.number)
            case inputs.NotRecorded():
                self._release(self._pending[-1][0] if self._pending else self._committed)
        for effect in effects:
            for ready in self._gate.put(effect):
                self._carry_out(ready)
        if facts:
            self._out.commit([record.fact for record in facts])

    def _release(self, number: int) -> None:
        self._committed = max(self._committed, number)
        while self._pending and self._pending[0][0] <= self._committed:
            _number, fact = self._pending.popleft()
            if isinstance(fact, SeedRevealed) and isinstance(self._dice, FairSource):
                self._dice.forget(fact.gid)
            self._out.fact(fact)
        for effect in self._gate.commit(self._committed):
            self._carry_out(effect)

    def _carry_out(self, effect: e.AnyEffect) -> None:
        now_ms = self._now_ms
        match effect:
            case e.Record():
                pass  # kept with its fellows by `commit`
            case e.ShowLights():
                self._frame += 1
                codes = lights_codes(effect.lights)
                self._out.send(Lights(self._frame, effect.brightness_pct, codes))
            case e.Show():
                self._out.show(effect.snapshot)
            case e.AskMeans():
                self._out.send(SnapshotRequest(effect.request))
            case e.WakeAt():
                self.wake_ms = effect.at_ms
            case e.WantSeed() | e.KeepEntropy() | e.WantEntropy() | e.WantRoll() | e.WantReveal():
                self.tell(answer(self._dice, effect, now_ms))
            case e.WantChoice():
                self._out.choose(effect)
            case e.WantMatch():
                made = self._out.match(effect)
                self._dice = made.dice
                self.tell(inputs.Begin(now_ms, made.card))
            case e.WantLobby():
                self.tell(inputs.LobbyReady(now_ms, self._out.lobby()))
            case e.WriteRecords():
                self._out.records(effect.match)

    def greet(self) -> None:
        """Give the table its colours; once, before the first lights."""
        self._out.send(PALETTE)
