"""The core's one door: `Table.handle(input) -> effects`."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from controller.config import Config
from controller.rules.position import Side
from controller.sensing.verdict import Verdict
from controller.table import (
    acts,
    bots,
    catch_up,
    deduced,
    entropy,
    expiry,
    giving_up,
    inputs,
    lobby,
    offers,
    restorer,
    turn,
)
from controller.table import facts as f
from controller.table.desk import Blind, Desk, DoneHeld
from controller.table.effects import (
    AnyEffect,
    AskMeans,
    Show,
    ShowLights,
    WakeAt,
)
from controller.table.eye import Sight
from controller.table.phases import Phase
from controller.table.picture import scene, snapshot
from controller.table.state import MatchState, fold
from controller.view.intents import (
    Answer,
    Carry,
    Entropy,
    Envelope,
    NameDouble,
    NewMatch,
    Press,
    Rematch,
    Resign,
    Restore,
    SetAids,
    SetBrightness,
    TypeDice,
)
from controller.view.snapshot import Kept, Light, Snapshot

SIDES = frozenset(side.value for side in Side)
REFUSAL_JOURNAL_MS = 1000  # an intent refused is a fact at most once a second a sender


class Table:
    """The mind of one table: tell it what happened, carry out what it answers.

    facts: those of the unfinished match that the journal holds, empty for none; last_number: the
    journal's newest. token: what intents of this session must carry. After making one, tell it
    `Begin` or `Resume`, then everything else in the order of its `now_ms`.
    """

    def __init__(
        self,
        config: Config,
        tracker: Sight,
        *,
        facts: Iterable[f.AnyFact] = (),
        last_number: int = 0,
        token: str = "",
    ) -> None:
        self._desk = Desk(config, tracker, last_number)
        self._desk.state = fold(MatchState(), facts)
        self._token = token
        self._heard: dict[str, int] = {}  # the newest intent's running number, by seat
        self._refused_ms: dict[str, int] = {}
        self._shown: Snapshot | None = None
        self._lit: tuple[tuple[Light, ...], int] | None = None  # the lights, and how bright
        self._wake_ms: int | None = None

    @property
    def state(self) -> MatchState:
        """The fold of facts so far."""
        return self._desk.state

    @property
    def snapshot(self) -> Snapshot | None:
        """The newest picture, whether it is let out yet or not."""
        return self._shown

    @property
    def verdict(self) -> Verdict | None:
        """What sensing made of the board that settled last."""
        return self._desk.eye.verdict

    @property
    def is_settled(self) -> bool:
        """The board is still and judged, and nothing waits for it."""
        desk = self._desk
        return desk.eye.is_settled(desk.now_ms) and desk.moment.done is None

    def handle(self, told: inputs.AnyInput) -> list[AnyEffect]:
        """What the world must do now, in this order."""
        desk = self._desk
        desk.now_ms = max(desk.now_ms, told.now_ms)
        desk.out = []
        expiry.keep_time(desk)  # what ran out before this came
        self._tell(told)
        turn.run_timers(desk)
        for hold in self._ripe():
            acts.press(desk, hold[0], hold[1])
        expiry.keep_time(desk)
        request = desk.eye.poll(desk.now_ms)
        if request is not None:
            desk.out.append(AskMeans(request))
        lobby.prompt(desk)
        if lobby.is_open(desk):
            entropy.prompt(desk)
            bots.prompt(desk)
            self._publish()
        self._wish()
        return desk.out

    # -- inputs -----------------------------------------------------------------------------

    def _tell(self, told: inputs.AnyInput) -> None:
        desk = self._desk
        match told:
            case inputs.Tick():
                pass
            case inputs.Readings():
                desk.eye.feed(dict(told.cells), desk.now_ms)
                turn.stirred(desk)
            case inputs.Means():
                self._judge(told)
            case inputs.Button():
                acts.button(desk, Side(told.side), told.control, told.pressed)
            case inputs.Asked():
                self._ask(told.envelope)
            case inputs.LinkUp() | inputs.LinkDown():
                self._link(told)
            case inputs.LineHeard():
                desk.line_heard(told.minute)
            case inputs.DiceRolled():
                turn.dice_came(desk, told.kind, told.n, told.dice)
            case inputs.ChoiceMade():
                bots.decided(desk, told)
            case inputs.SeedReady():
                turn.start_game(desk, told.gid, told.commitment)
            case inputs.SeedShown():
                turn.seed_shown(desk, told.gid, told.seed)
            case inputs.RecordKept():
                desk.kept = told.match, Kept(told.path, told.text, told.why)
            case inputs.EntropyKept():
                entropy.kept(desk, told)
            case inputs.EntropyShown():
                entropy.shown(desk, told)
            case inputs.SeedGone():
                entropy.lost(desk, told)
            case inputs.Committed():
                desk.committed = max(desk.committed, told.number)
            case inputs.NotRecorded():
                desk.recording = False
                desk.committed = desk.last_number
            case inputs.Begin():
                lobby.begin(desk, told.card)
            case inputs.Await():
                lobby.open_(desk)
            case inputs.LobbyReady():
                lobby.came(desk, told.lobby)
            case inputs.Resume():
                desk.paused_ms = desk.now_ms  # if it was: nobody knows how long the power was out
                turn.come_back(desk, told.power_lost)

    def _judge(self, told: inputs.Means) -> None:
        desk = self._desk
        held = desk.moment.done
        at_done = held is not None or desk.moment.question is not None  # asked about a Done
        verdict = desk.eye.judge(told.request, told.readings, desk.now_ms, at_done=at_done)
        if verdict is None:
            return
        decides = held is not None and held.request is not None and told.request >= held.request
        if held is not None and decides and desk.eye.is_settled(desk.now_ms):
            self._conclude(held, verdict)
        elif desk.restoring is not None:
            restorer.seen(desk, verdict)
        elif desk.state.phase is not Phase.START and desk.state.paused_by is None:
            turn.seen(desk, verdict)

    def _conclude(self, held: DoneHeld, verdict: Verdict) -> None:
        """The board is known that a press waited for."""
        if held.accepting:
            offers.conclude(self._desk, verdict)
        elif self._desk.blind is not None and self._desk.blind.asked:
            catch_up.conclude(self._desk, verdict)
        elif not deduced.conclude(self._desk, verdict):
            turn.conclude_done(self._desk, verdict)

    def _link(self, told: inputs.LinkUp | inputs.LinkDown) -> None:
        desk = self._desk
        if isinstance(told, inputs.LinkUp):
            desk.fault = desk.fault_ms = desk.line = None
            desk.eye.open()
        else:
            if desk.fault is None:
                desk.fault_ms = desk.now_ms
            desk.fault, desk.line = told.detail, told.line
            desk.moment.done = None
            desk.blind = Blind()
            desk.eye.close()
        self._lit = None  # whatever the lights showed, they are to be sent again

    # -- intents ----------------------------------------------------------------------------

    def _ask(self, envelope: Envelope) -> None:
        desk, intent = self._desk, envelope.intent
        why = self._stale(envelope)
        if why is not None:
            for side in Side:
                if side.value == intent.side:
                    desk.refuse(side, (why, {}))
            since = self._refused_ms.get(envelope.seat)
            if since is None or desk.now_ms - since >= REFUSAL_JOURNAL_MS:
                self._refused_ms[envelope.seat] = desk.now_ms
                desk.record(f.IntentRefused(intent.side, type(intent).__name__, why))
            return
        self._heard[envelope.seat] = envelope.number
        side = Side(intent.side)
        match intent:
            case Press():
                acts.press(desk, side, intent.control)
            case Resign():
                offers.resign(desk, side, intent.size)
            case TypeDice():
                acts.type_dice(desk, side, intent.dice)
            case NameDouble():
                acts.point_at_double(desk, side, intent.value)
            case Answer():
                acts.answer(desk, side, intent.place)
            case Entropy():
                entropy.give(desk, side, intent.text)
            case Restore():
                restorer.ask(desk, side, intent.board, intent.back)
            case NewMatch():
                lobby.new_match(desk, side, intent.wishes)
            case Rematch():
                lobby.rematch(desk, side, swapped=intent.swapped)
            case Carry():
                giving_up.carry(desk, side, on=intent.on)
            case SetAids():
                lobby.set_aids(desk, side, intent.level)
            case SetBrightness():
                lobby.set_brightness(desk, side, intent.pct)

    def _stale(self, envelope: Envelope) -> str | None:
        """Why an intent is not this session's, this turn's or new; None if it is."""
        state = self._desk.state
        if envelope.intent.side not in SIDES:
            return "Nobody sits there."
        if envelope.token != self._token:
            return "This screen does not belong to the table's session."
        if not lobby.is_open(self._desk) or envelope.match != self._desk.card.match:
            return "That was meant for another match."
        if envelope.turn_number != state.turn_number:
            return "That came too late: the turn has moved on."
        if envelope.number <= self._heard.get(envelope.seat, -1):
            return "That was said already."
        return None

    # -- effects ----------------------------------------------------------------------------

    def _ripe(self) -> list[tuple[Side, str]]:
        desk = self._desk
        desk.buttons, ripe = desk.buttons.due(desk.now_ms)
        return [(hold.side, hold.act) for hold in ripe if desk.state.phase is Phase.CUBE_OFFERED]

    def _publish(self) -> None:
        """Lights and snapshot, where they differ from what was let out last."""
        desk = self._desk
        number, at_ms = (self._shown.number, self._shown.at_ms) if self._shown else (0, 0)
        taken = snapshot(desk, scene(desk), number, at_ms)
        if taken == self._shown and self._lit is not None:
            return
        lit = (taken.lights, desk.room.brightness_pct)
        if lit != self._lit:
            self._lit = lit
            desk.out.append(ShowLights(taken.lights, desk.reveals, desk.room.brightness_pct))
        if taken != self._shown:
            self._shown = msgspec.structs.replace(taken, number=number + 1, at_ms=desk.now_ms)
            desk.out.append(Show(self._shown, desk.reveals))

    def _wish(self) -> None:
        due_ms = self._desk.due_ms()
        if due_ms is not None and due_ms != self._wake_ms:
            self._desk.out.append(WakeAt(due_ms))
        self._wake_ms = due_ms
