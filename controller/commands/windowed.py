"""`gammonboard play` with a display: two processes, a table to drag checkers on and the product.

The table (`sim --window`) runs in a process of its own, behind a pty and a hand port. Here the
service has a thread, the screen the main thread, and hands carry the bot's checkers through the
hand port, as a helpful neighbour would.
"""

from __future__ import annotations

import os
import secrets
import signal
import subprocess
import sys
import tempfile
import threading
from pathlib import Path
from typing import TextIO

import numpy as np

from controller.commands.data import CALIBRATION
from controller.commands.layouts import wired_layout
from controller.commands.play import PlayOptions, closing_words, opening_words, plan_match
from controller.commands.rig import Plan
from controller.commands.screen import preferences_in
from controller.commands.serve import read_calibration
from controller.commands.taps import Taps
from controller.commands.terminal import format_event, names_in
from controller.config import set_value
from controller.errors import ControllerError
from controller.journal.journal import Journal
from controller.rules.position import Side
from controller.rules.variants import STANDARD
from controller.sensing.settings import REFERENCE
from controller.service.inputs_file import Header, layout_told, make_table
from controller.service.realtime import Parts, Service
from controller.table import inputs
from controller.table.facts import AnyFact, MatchStarted
from controller.view.intents import Envelope, Intent
from controller.view.snapshot import Reach, Snapshot
from display.app import Screen
from display.stage import ScreenSettings
from firmware_bridge.port import monotonic_ms
from firmware_bridge.transport import open_port
from hw_sim.acts import Act, HandError
from hw_sim.hand_port import HandClient
from hw_sim.hands.person import Hands
from hw_sim.hands.skill import SKILLS
from hw_sim.live import SimScheme

TABLE_START_S = 20.0
TABLE_AT = "20,60"
SCREEN_AT = "640,320"
"""Where the windows open, in pixels of the desktop: neither hides the other on a common one."""
JOIN_S = 5.0


class TableProcess:
    """`gammonboard sim --window` in a process of its own, until closed."""

    def __init__(
        self,
        folder: Path,
        seed: int,
        noise: str,
        variant: str = STANDARD.id,
        layout: str = REFERENCE.name,
    ) -> None:
        self.link = folder / "table.pty"
        self.calibration = folder / CALIBRATION
        self._socket = folder / "hands.socket"
        words = [
            "sim", "--window", "--seed", str(seed), "--noise", noise, "--variant", variant,
            "--link", str(self.link), "--hands", str(self._socket),
            "--calibration", str(self.calibration), "--layout", layout,
        ]  # fmt: skip
        self._process = subprocess.Popen(
            [sys.executable, "-u", "-m", "controller", *words],
            stdout=subprocess.PIPE,
            text=True,
            env={**os.environ, "SDL_VIDEO_WINDOW_POS": TABLE_AT},
        )
        assert self._process.stdout is not None
        if not self._process.stdout.readline():
            self._process.wait(TABLE_START_S)
            raise ControllerError("the simulated table did not start; its reason stands above")
        self._process.stdout.readline()

    def hands(self) -> HandClient:
        """A way in for hands."""
        return HandClient(self._socket)

    @property
    def is_open(self) -> bool:
        return self._process.poll() is None

    def close(self) -> None:
        """Close the window. May be called again."""
        self._process.terminate()
        self._process.wait(JOIN_S)
        if self._process.stdout is not None:
            self._process.stdout.close()


class Carrier:
    """Hands on a thread of their own: they see each snapshot and act when it is time.

    sides: whom they play for at first; later by the seats that a snapshot tells.
    """

    def __init__(
        self, client: HandClient, sides: tuple[Side, ...], seed: int, skill: str = "careful"
    ) -> None:
        self._rng = np.random.default_rng((seed, 1))
        self._client = client
        self._skill = SKILLS[skill]
        self._sides = sides
        self._hands = self._of(sides)
        self._newest: Snapshot | None = None
        self._changed = threading.Condition()
        self._stopping = False
        self._thread = threading.Thread(target=self._run, name="hands", daemon=True)
        self._thread.start()

    @property
    def hands(self) -> Hands:
        """Whose log says what they did."""
        return self._hands

    def observe(self, snapshot: Snapshot) -> None:
        with self._changed:
            self._newest = snapshot
            self._changed.notify()

    def close(self) -> None:
        with self._changed:
            self._stopping = True
            self._changed.notify()
        self._thread.join(JOIN_S)
        self._client.close()

    def _of(self, sides: tuple[Side, ...]) -> Hands:
        others = tuple(side for side in Side if side not in sides)
        return Hands(self._client, sides, self._skill, self._rng, carried=others)

    def _seat(self, seats: tuple[str, str]) -> None:
        """Another match, other people: hands help where no person sits."""
        sides = tuple(side for side in Side if seats[side.index] not in ("person", ""))
        if "" not in seats and sides != self._sides:
            self._sides = sides
            self._hands = self._of(sides)

    def _run(self) -> None:
        seen: Snapshot | None = None
        while True:
            with self._changed:
                due_ms = self._hands.next_due_ms()
                wait_s = None if due_ms is None else max(0.0, (due_ms - monotonic_ms()) / 1000)
                if self._newest is seen and not self._stopping:
                    self._changed.wait(wait_s)
                if self._stopping:
                    return
                newest = self._newest
            try:
                if newest is not None and newest is not seen:
                    seen = newest
                    self._seat(newest.seats)
                    self._hands.observe(newest, monotonic_ms())
                self._hands.act(monotonic_ms())
            except HandError:
                return  # the table's window was closed


def run(options: PlayOptions, out: TextIO) -> int:
    """Play until the match is over and a window is closed, or a window is closed before."""
    seed = secrets.randbelow(1_000_000) if options.seed is None else options.seed
    print(opening_words(options, seed), file=out, flush=True)
    plan = plan_match(options, seed)
    journal = Journal.open(plan.journal)
    try:
        with tempfile.TemporaryDirectory(prefix="gammonboard-") as folder:
            table = TableProcess(Path(folder), seed, options.noise, options.variant, options.layout)
            try:
                session = _play(plan, journal, table, out, options.hands)
            finally:
                table.close()
    finally:
        journal.close()
    print(closing_words(session.records, plan, options.program, session.card.dice), file=out)
    return 0


def _play(plan: Plan, journal: Journal, table: TableProcess, out: TextIO, hands: str) -> _Session:
    os.environ.setdefault("SDL_VIDEO_WINDOW_POS", SCREEN_AT)
    told = threading.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda _number, _frame: told.set())
    session = _Session(plan, journal, table, out, hands)
    serving = threading.Thread(target=session.serve, name="service", daemon=True)
    serving.start()
    try:
        session.screen.run(lambda: told.is_set() or not table.is_open or not serving.is_alive())
    finally:
        session.close()
        serving.join(JOIN_S)
    return session


class _Session:
    """The product's parts, wired: what the service shows goes to screen and hands.

    card: of the match played last, or the planned one. hands: the skill of those that help.
    """

    def __init__(
        self, plan: Plan, journal: Journal, table: TableProcess, out: TextIO, hands: str
    ) -> None:
        self.records: list[Path] = []
        self.card = plan.card
        self._plan = plan
        self._out = out
        self._token = secrets.token_hex(16)
        self._numbers = 0
        self._newest: Snapshot | None = None
        self._taps = Taps()
        self._tap_hands = table.hands()
        helped = tuple(s for s in Side if plan.card.seats[s.index] != "person")
        self._carrier = Carrier(table.hands(), helped, plan.seed, hands)
        kept = preferences_in(plan.journal.parent)
        self.screen = Screen(ScreenSettings(), self._ask, self._tap, self._drawn, kept)
        self._service = Service(self._parts(journal, table), show=self._show, hear=self._hear)

    def serve(self) -> None:
        """On the service's thread, until closed."""
        if self._plan.awaits:
            self._service.run(inputs.Await)
        else:
            self._service.run(lambda now_ms: inputs.Begin(now_ms, self._plan.card))

    def close(self) -> None:
        self._service.stop()
        self._carrier.close()
        self._tap_hands.close()

    def _parts(self, journal: Journal, table: TableProcess) -> Parts:
        port = f"pty:{table.link}"
        config = set_value(self._plan.config, "table.port", port)
        calibration, layout = self._plan.calibration, self._plan.layout
        if calibration is None:
            with SimScheme() as sims:
                calibration = read_calibration(port, table.calibration, sims, layout)
        header = Header(
            config, calibration, layout_told(layout), (), journal.last_number, self._token
        )
        return Parts(
            table=make_table(header),
            dice=self._plan.dice,
            journal=journal,
            records=self._plan.records,
            open_port=lambda: open_port(port),
            layout=wired_layout(layout),
            session=secrets.randbelow(0xFFFF) + 1,
            house=self._plan.house,
            players=self._plan.players,
            written=self.records.extend,
        )

    def _show(self, snapshot: Snapshot) -> None:
        self._newest = snapshot
        self.screen.show(snapshot)
        self._carrier.observe(snapshot)

    def _hear(self, fact: AnyFact) -> None:
        if isinstance(fact, MatchStarted):
            self.card = fact
        line = format_event(fact, names_in(self.card))
        if line:
            print(line, file=self._out, flush=True)

    def _ask(self, intent: Intent) -> None:
        newest = self._newest
        if newest is None:
            return
        self._numbers += 1
        envelope = Envelope(
            intent, newest.match, newest.turn_number, "screen", self._numbers, self._token
        )
        self._service.ask(envelope)

    def _tap(self, side: Side, place: int) -> Reach | None:
        """What is in the hand now."""
        newest = self._newest
        if newest is not None:
            self._carry_out(self._taps.tap(newest, side, place))
        return self._taps.held

    def _drawn(self, snapshot: Snapshot) -> None:
        self._carry_out(self._taps.look(snapshot))

    def _carry_out(self, acts: list[Act]) -> None:
        for act in acts:
            try:
                self._tap_hands.do(act)
            except HandError:
                self._taps.forget()
                return
