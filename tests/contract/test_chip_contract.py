"""The real firmware in real time, behind a real pty: the service does not know the difference."""

from __future__ import annotations

import functools
import json
import re
import socket
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from contract_rig import Process

from controller.commands.bench.endurance import Tally, compare
from controller.commands.bench.firmware import LightsWatch
from controller.commands.data import calibration_of
from controller.commands.house import house_of
from controller.commands.windowed import Carrier
from controller.config import Config, set_value
from controller.journal.journal import Journal
from controller.rules.position import Side
from controller.service.chance import SeededDice
from controller.service.inputs_file import Header, make_table
from controller.service.realtime import Parts, Service
from controller.table import inputs
from controller.table.facts import AnyFact, MatchEnded, MatchStarted
from controller.view.snapshot import Snapshot
from firmware_bridge.layout import REFERENCE
from firmware_bridge.port import monotonic_ms
from firmware_bridge.transport import open_port
from hw_sim.acts import Press
from hw_sim.avr.device import ChipDevice
from hw_sim.checkers import Colour
from hw_sim.hand_port import HandClient
from hw_sim.live import LiveTable
from hw_sim.placement import REALISTIC
from hw_sim.port import PtyServer
from hw_sim.table import SimTable
from hw_sim.toolchain import ToolchainMissing

SEED = 11
GAME_S = 900
LIGHTS_SETTLED_MS = 1500  # of a loaded machine, where bytes may wait for a thread


@pytest.fixture(scope="module", autouse=True)
def _toolchain() -> None:
    from hw_sim.avr.chip import firmware_elf  # noqa: PLC0415

    try:
        firmware_elf()
    except ToolchainMissing as missing:
        pytest.skip(str(missing))


class LiveChip:
    """A table with the chip in it, on a thread, behind a pty and a hand port."""

    def __init__(self, folder: Path) -> None:
        self.sim = SimTable(SEED, REALISTIC, make_device=ChipDevice)
        self.hands = folder / "hands.socket"
        server = PtyServer(self.sim, folder / "table.pty")
        self.port = f"pty:{server.path}"
        self._live = LiveTable(self.sim, server, self.hands)
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._live.run, args=(self._stop.is_set,))
        self._thread.start()

    @property
    def device(self) -> ChipDevice:
        assert isinstance(self.sim.device, ChipDevice)
        return self.sim.device

    def close(self) -> None:
        self._stop.set()
        self._thread.join(5)
        self._live.close()
        self.sim.close()


@pytest.fixture
def live(tmp_path: Path) -> Iterator[LiveChip]:
    table = LiveChip(tmp_path)
    yield table
    table.close()


@pytest.mark.slow
def test_a_whole_game_at_real_speed_through_pty_bridge_and_core(
    live: LiveChip, tmp_path: Path
) -> None:
    """Hands, field, chip, firmware, pty, the bridge's thread, the core, and back to the lights."""
    facts: list[AnyFact] = []
    ended = threading.Event()
    config = set_value(Config(), "table.port", live.port)
    journal = Journal.open(tmp_path / "journal.sqlite3")
    header = Header(config, calibration_of(live.sim), "reference", (), journal.last_number, "t")
    card = MatchStarted(
        match=1, variant="standard", length=1, light="Light", dark="Dark",
        seats=("hands", "hands"), dice="seeded", seed=SEED,
    )  # fmt: skip
    parts = Parts(
        table=make_table(header),
        dice=SeededDice(SEED),
        journal=journal,
        records=tmp_path / "records",
        open_port=lambda: open_port(live.port),
        layout=REFERENCE,
        session=1,
        house=house_of(card, config, lambda _card: SeededDice(SEED), lambda: None),
    )
    carrier = Carrier(HandClient(live.hands), (Side.LIGHT, Side.DARK), SEED, "fast")
    watch = LightsWatch(live.device, config.lights.brightness_pct, LIGHTS_SETTLED_MS)

    def show(snapshot: Snapshot) -> None:
        watch.snapshot(snapshot, monotonic_ms())
        carrier.observe(snapshot)

    def hear(fact: AnyFact) -> None:
        facts.append(fact)
        if isinstance(fact, MatchEnded):
            ended.set()

    service = Service(parts, show=show, hear=hear)
    begin = functools.partial(inputs.Begin, card=card)
    thread = threading.Thread(target=service.run, args=(begin,))
    thread.start()
    try:
        assert ended.wait(GAME_S)
    finally:
        service.stop()
        thread.join(5)
        carrier.close()
        journal.close()
    tally = Tally()
    compare(tally, facts, carrier.hands, SEED)

    assert tally.turns > 10
    assert tally.wrong == 0, tally.notes
    assert watch.compared > 10
    assert watch.otherwise == []
    assert live.device.chip_counters.rx_overruns == 0
    assert live.device.chip_counters.resets == 0


class Controls:
    """A client of the chip's own socket."""

    def __init__(self, path: Path) -> None:
        self._socket = socket.socket(socket.AF_UNIX)
        self._socket.settimeout(10)
        self._socket.connect(str(path))
        self._lines = self._socket.makefile("rb")

    def ask(self, **control: object) -> dict[str, object]:
        self._socket.sendall(json.dumps(control).encode() + b"\n")
        answer: dict[str, object] = json.loads(self._lines.readline())
        assert answer["ok"], answer
        return answer

    def close(self) -> None:
        self._lines.close()
        self._socket.close()


@pytest.mark.slow
def test_sim_serves_the_chip_with_its_hands_and_its_own_controls(tmp_path: Path) -> None:
    """Two processes: the service finds it, a reset of the chip is told and lived through."""
    link, hands, controls = (tmp_path / name for name in ("table.pty", "hands", "chip"))
    eeprom, calibration = tmp_path / "eeprom.bin", tmp_path / "data" / "calibration.json"
    sim = Process(
        "sim", "--device", "chip", "--link", str(link), "--hands", str(hands), "--controls",
        str(controls), "--eeprom", str(eeprom), "--calibration", str(calibration),
    )  # fmt: skip
    sim.wait_for(re.escape(str(controls)))
    config = tmp_path / "table.toml"
    config.write_text(f'[table]\nport = "pty:{link}"\n', "utf-8")
    service = Process("serve", "--config", str(config), "--data-dir", str(tmp_path / "data"))
    chip, hand = Controls(controls), HandClient(hands)
    try:
        service.wait_for("board is ready")
        boots = int(str(chip.ask(control="look")["boot_counter"]))
        chip.ask(control="reset", banner_ms=300)
        until = time.monotonic() + 10
        while int(str(chip.ask(control="look")["boot_counter"])) == boots:
            assert time.monotonic() < until
            time.sleep(0.1)
        chip.ask(control="line", way="down", corrupt_share=0.01)
        time.sleep(3)  # until it has a session again; a press before that is told to nobody
        hand.do(Press(Colour.LIGHT, "done"))
        service.wait_for(r"to (Light|Dark): Play (\d)-(\d)")
    finally:
        chip.close()
        hand.close()
    assert service.end() == 0
    assert sim.end() == 0
    assert int.from_bytes(eeprom.read_bytes()[4:6], "little") == boots + 1


def test_controls_are_a_chips_alone(tmp_path: Path) -> None:
    sim = Process("sim", "--controls", str(tmp_path / "chip"))
    sim.wait_for("--device chip")

    assert sim.end(0) == 2
