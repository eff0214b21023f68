"""Drives a `Table` with an ideal sight: a shell, a journal and hands in a few lines."""

from __future__ import annotations

from collections import deque

import msgspec
from ideal_sight import IdealSight, moved

from controller.config import Config
from controller.guidance.words import format_message
from controller.match.clock import TimeRule
from controller.match.stakes import USUAL, Stakes
from controller.rules.position import Position, Side
from controller.rules.variants import find_variant
from controller.table import effects as e
from controller.table import facts as f
from controller.table import inputs
from controller.table.table import Table
from controller.table.turn import REPORTED_MS
from controller.table.wishes import swapped
from controller.view.intents import Envelope, Intent
from controller.view.lobby import Lobby, Wishes
from controller.view.snapshot import Snapshot

TOKEN = "token"


class Driver:
    """dice: rolls to come, in order (an opening tie is two dice alike)."""

    def __init__(
        self,
        *,
        length: int = 3,
        dice: str = "seeded",
        config: Config | None = None,
        facts: tuple[f.AnyFact, ...] = (),
        seats: tuple[str, str] = ("hands", "hands"),
        stakes: Stakes = USUAL,
        variant: str = "standard",
        timer_s: int = 0,
        clock: TimeRule | None = None,
    ) -> None:
        self.sight = IdealSight()
        self.table = Table(
            config or Config(), self.sight, facts=facts, last_number=len(facts), token=TOKEN
        )
        self.card = f.MatchStarted(
            match=1, variant=variant, length=length, light="Ada", dark="Ben",
            seats=seats, dice=dice, stakes=stakes, timer_s=timer_s, clock=clock,
        )  # fmt: skip
        self.now_ms = 0
        self.facts: list[f.AnyFact] = list(facts)
        self.rolls: deque[tuple[int, int]] = deque()
        self.board = find_variant(variant).start_position.slots
        self.lights: tuple[str, ...] = ()
        self.brightness_pct = 0
        self.snapshot: Snapshot | None = None
        self.records: list[int] = []
        self.wanted: e.WantChoice | None = None
        self.wishes: list[e.WantMatch] = []
        self.lobby = Lobby(Wishes(), names=("Ann",), variants=("standard", "tavla"))
        self.wake_ms: int | None = None
        self._numbers = 0
        self._inputs: deque[inputs.AnyInput] = deque()
        self.commits = True
        self.blind = False

    # -- the world ----------------------------------------------------------------------------

    def tell(self, told: inputs.AnyInput) -> list[e.AnyEffect]:
        """Handle an input, then what its effects bring back; returns the first one's effects."""
        self._inputs.append(told)
        if len(self._inputs) > 1:
            return []
        first = self.table.handle(told)
        effects = first
        while True:
            for effect in effects:
                self._carry_out(effect)
            self._inputs.popleft()
            if not self._inputs:
                return first
            effects = self.table.handle(self._inputs[0])

    def _carry_out(self, effect: e.AnyEffect) -> None:
        match effect:
            case e.Record():
                assert effect.number == len(self.facts) + 1
                self.facts.append(effect.fact)
                if self.commits:
                    self.tell(inputs.Committed(self.now_ms, effect.number))
            case e.AskMeans():
                first: tuple[int | None, ...] = (None,) if self.blind else self.board
                means = (*first, *(0,) * (128 - len(first)))
                self.tell(inputs.Means(self.now_ms, effect.request, means))
            case e.WantSeed():
                commitment = None if self.card.dice in ("typed", "deduced") else "c0"
                self.tell(inputs.SeedReady(self.now_ms, effect.gid, commitment))
            case e.WantRoll():
                if self.rolls:
                    dice = self.rolls.popleft()
                    self.tell(inputs.DiceRolled(self.now_ms, effect.kind, effect.n, dice))
            case e.WantChoice():
                self.wanted = effect
            case e.WantReveal():
                self.tell(inputs.SeedShown(self.now_ms, effect.gid, "5eed"))
            case e.WantMatch():
                self.wishes.append(effect)
                number = self.card.match + 1
                changed = swapped(self.card) if effect.swapped else {}
                self.card = msgspec.structs.replace(
                    self.card, match=number, aids=effect.aids, **changed
                )
                self.tell(inputs.Begin(self.now_ms, self.card))
            case e.WantLobby():
                self.tell(inputs.LobbyReady(self.now_ms, self.lobby))
            case e.WriteRecords():
                self.records.append(effect.match)
            case e.Show():
                self.snapshot = effect.snapshot
            case e.ShowLights():
                self.brightness_pct = effect.brightness_pct
                self.lights = tuple(f"{light.place} {light.kind}" for light in effect.lights)
            case e.WakeAt():
                self.wake_ms = effect.at_ms

    def start(self) -> Driver:
        self.tell(inputs.Begin(0, self.card))
        self.tell(inputs.LinkUp(0, False))
        return self

    def wait_for_people(self) -> Driver:
        """No match begins by itself."""
        self.tell(inputs.Await(0))
        self.tell(inputs.LinkUp(0, False))
        return self

    def resume(self, *, power_lost: bool) -> Driver:
        self.tell(inputs.Resume(0, power_lost))
        self.tell(inputs.LinkUp(0, False))
        return self

    def wait(self, ms: int) -> None:
        end_ms = self.now_ms + ms
        while self.wake_ms is not None and self.wake_ms <= end_ms:
            self.now_ms, self.wake_ms = max(self.wake_ms, self.now_ms), None
            self.tell(inputs.Tick(self.now_ms))
        self.now_ms = end_ms

    # -- people -------------------------------------------------------------------------------

    def put(self, slots: tuple[int, ...]) -> None:
        """The board changes, and settles."""
        self.board = slots
        self.tell(inputs.Readings(self.now_ms, ((0, 1),)))

    def move(self, side: Side, *steps: tuple[int, int]) -> None:
        self.put(moved(Position(self.board), side, *steps))

    def press(self, side: str, control: str, hold_ms: int = 0) -> None:
        self.tell(inputs.Button(self.now_ms, side, control, True))
        self.wait(hold_ms)
        self.tell(inputs.Button(self.now_ms, side, control, False))
        self.wait(REPORTED_MS)  # a Done is looked at when all from before it is reported

    def tell_pressed(self, side: str, control: str = "done") -> None:
        """A press of which nothing is heard yet."""
        for pressed in (True, False):
            self.tell(inputs.Button(self.now_ms, side, control, pressed))

    def ask(self, intent: Intent, **changes: object) -> None:
        self._numbers += 1
        state = self.table.state
        fields: dict[str, object] = {
            "match": self.snapshot.match if self.snapshot else 1,
            "turn_number": state.turn_number, "seat": "screen", "number": self._numbers,
            "token": TOKEN, **changes,
        }  # fmt: skip
        self.tell(inputs.Asked(self.now_ms, Envelope(intent, **fields)))  # type: ignore[arg-type]
        self.wait(REPORTED_MS)

    def roll(self, side: str, *dice: tuple[int, int]) -> None:
        self.rolls.extend(dice)
        self.press(side, "done")

    def choose(
        self,
        board: tuple[int, ...] | None = None,
        act: str | None = None,
        double: int | None = None,
    ) -> None:
        """The bot that was asked last answers."""
        assert self.wanted is not None
        request = self.wanted.request
        self.wanted = None
        self.tell(inputs.ChoiceMade(self.now_ms, request, board, act, double))

    def turn(self, side: Side, *steps: tuple[int, int]) -> None:
        """A whole turn's steps and Done."""
        self.move(side, *steps)
        self.press(side.value, "done")

    # -- what was --------------------------------------------------------------------------------

    @property
    def phase(self) -> str:
        assert self.snapshot is not None
        return self.snapshot.phase

    @property
    def interruption(self) -> str | None:
        assert self.snapshot is not None
        return self.snapshot.interruption

    def said(self, side: str) -> str:
        assert self.snapshot is not None
        return format_message(self.snapshot.messages[Side(side).index])

    def kinds(self) -> list[str]:
        return [type(fact).__name__ for fact in self.facts]

    def plays(self) -> list[str]:
        return [fact.notation for fact in self.facts if isinstance(fact, f.Played)]
