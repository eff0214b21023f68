"""A person at the screen of a simulated table, in the middle of a turn: keys or a finger, what the
screen offers, the hands that taps move, cells, and the core that judges them. Nothing is drawn."""

from __future__ import annotations

from collections import deque

import numpy as np

from controller.commands.data import calibration_of
from controller.commands.taps import Taps
from controller.config import Config, set_value
from controller.rules.position import Position, Roll, Side
from controller.sensing.settings import REFERENCE
from controller.sensing.tracker import Tracker
from controller.table import effects as e
from controller.table import facts as f
from controller.table import inputs
from controller.table.table import Table
from controller.view.intents import Envelope
from controller.view.snapshot import Snapshot
from display.inputs import Inputs
from display.scenes import compose
from display.stage import Act, ScreenSettings, Tap
from display.touches import FRESH_MS
from hw_sim.acts import Lay
from hw_sim.table import SimTable

SETTLED_MS = 700
MEANS_OF = 8  # scans
TOKEN = "token"
SETTINGS = ScreenSettings(size=(800, 480))


class Seated:
    """position: agreed, with this roll to be played by `side`."""

    def __init__(
        self, position: Position, side: Side, roll: Roll, variant: str, aids: str = "full"
    ) -> None:
        self.side, self.facts = side, list[f.AnyFact]()
        self.now_ms, self._wake_ms = 1000, 0
        self._sim = SimTable(start=Lay(position.slots, position.off, position.reserve))
        tracker = Tracker(REFERENCE, calibration_of(self._sim))
        tracker.agree(position)  # as it was read when the turn before was recorded
        tracker.judge(self._means(), 0, at_done=False)
        tracker.confirm()
        facts = _under_way(position, side, roll, variant)
        config = set_value(Config(), "aids.level", aids)
        self._table = Table(config, tracker, facts=facts, last_number=len(facts), token=TOKEN)
        self._asked = 0
        self._inputs: deque[inputs.AnyInput] = deque()
        self._taps, self.screen = Taps(), Inputs(self._do)
        self.snapshot: Snapshot | None = None
        self._tell(inputs.Resume(self.now_ms, False))
        self._tell(inputs.LinkUp(self.now_ms, False))
        self.settle()

    # -- what is seen -----------------------------------------------------------------------------

    @property
    def seen(self) -> Snapshot:
        assert self.snapshot is not None
        return self.snapshot

    @property
    def focus(self) -> Act | None:
        focus = self.screen.hand.focus
        return focus.act if focus is not None else None

    def played(self) -> f.Played | None:
        return next((fact for fact in self.facts if isinstance(fact, f.Played)), None)

    # -- what is done -----------------------------------------------------------------------------

    def key(self, name: str) -> None:
        self.screen.key(name, self.now_ms)
        self._look()

    def touch(self, place: int) -> None:
        wanted = Tap(self.side, place)
        at = next(hit.rect.centre for hit in self._scene.hits if hit.act == wanted)
        self.screen.press(0, at, self.now_ms)
        self.screen.release(0, at, self.now_ms)
        self._look()

    def settle(self) -> None:
        """Hands rest until the table has judged the board."""
        readings = self._means()
        self._tell(inputs.Readings(self.now_ms, tuple(enumerate(readings))))
        end_ms = self.now_ms + SETTLED_MS
        while self._wake_ms and self._wake_ms <= end_ms:
            self.now_ms, self._wake_ms = max(self.now_ms, self._wake_ms), 0
            self._tell(inputs.Tick(self.now_ms))
        self.now_ms = end_ms
        self._look()

    # -- the machine ------------------------------------------------------------------------------

    def _do(self, act: Act) -> None:
        """As the screen of `play` does."""
        if isinstance(act, Tap):
            for movement in self._taps.tap(self.seen, act.side, act.place):
                self._sim.hand.do(movement)
            self.screen.carry(self._taps.held)
            return
        self._asked += 1
        seen = self.seen
        envelope = Envelope(act, seen.match, seen.turn_number, "screen", self._asked, TOKEN)  # type: ignore[arg-type]
        self._tell(inputs.Asked(self.now_ms, envelope))

    def _look(self) -> None:
        for movement in self._taps.look(self.seen):
            self._sim.hand.do(movement)
        self._scene = compose(self.seen, SETTINGS, self.screen.hand)
        self.screen.tick(self.now_ms)
        self.screen.look(self.seen, self._scene)
        self.now_ms += FRESH_MS

    def _tell(self, told: inputs.AnyInput) -> None:
        self._inputs.append(told)
        if len(self._inputs) > 1:
            return
        while self._inputs:
            for effect in self._table.handle(self._inputs[0]):
                self._carry_out(effect)
            self._inputs.popleft()

    def _carry_out(self, effect: e.AnyEffect) -> None:
        match effect:
            case e.AskMeans():
                self._inputs.append(inputs.Means(self.now_ms, effect.request, self._means()))
            case e.Record():
                self.facts.append(effect.fact)
                self._inputs.append(inputs.Committed(self.now_ms, effect.number))
            case e.Show():
                self.snapshot = effect.snapshot
            case e.WakeAt():
                self._wake_ms = effect.at_ms or 0

    def _means(self) -> tuple[int | None, ...]:
        scans = [self._sim.sensors.scan(self.now_ms) for _ in range(MEANS_OF)]
        return tuple(int(value) for value in np.rint(np.mean(scans, axis=0)))


def _under_way(position: Position, side: Side, roll: Roll, variant: str) -> tuple[f.AnyFact, ...]:
    card = f.MatchStarted(
        match=1, variant=variant, length=3, light="Ada", dark="Ben", seats=("person", "person"),
        dice="typed",
    )  # fmt: skip
    started = f.GameStarted(1, "M1/G1", (0, 0), False, None, position.slots, position.reserve)
    board = f.BoardSet(position.slots, position.off, position.reserve, side.value)
    return card, started, board, f.Rolled("R", 0, roll, side.value)
