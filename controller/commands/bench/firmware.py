"""`bench latency` and `bench endurance` with `--device`: the real firmware under a whole product.

Times of the chip are its own, in cycles: virtual time, the same on every machine.
"""

from __future__ import annotations

import dataclasses
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from controller.commands.bench.endurance import Tally, compare, memory_mb, play_on
from controller.commands.bench.report import Row, percentile
from controller.commands.play import PlayOptions, plan_match, seat_hands
from controller.commands.rig import Rig, Watchers
from controller.service.wire import PALETTE, lights_codes
from controller.table.facts import AnyFact, GameEnded
from controller.view.snapshot import Snapshot
from firmware_bridge.board import dim
from firmware_bridge.codec import decode_device, encode
from firmware_bridge.conduct import SCAN_MS
from firmware_bridge.framing import Framer, frame
from firmware_bridge.layout import CELLS, LIGHTS, group_of
from firmware_bridge.messages import (
    Ack,
    DeviceMessage,
    Hello,
    HostMessage,
    Lights,
    PointReport,
    SnapshotRequest,
)
from firmware_bridge.pins import LIGHT_LOWERS, REST_MV, UNIT_MV
from hw_sim.avr.chip import CYCLES_PER_MS, Chip, firmware_elf
from hw_sim.strip import Strip
from hw_sim.strip_device import StripDevice
from hw_sim.table import DeviceMaker

REPORT_MEDIAN_BUDGET_MS = 8.0
REPORT_WORST_BUDGET_MS = 16.0
LIGHTS_BUDGET_MS = 5.0
BOOT_MS = 80
LIGHTS_SETTLED_MS = 30  # a frame on the wire, the strip, and a lost frame's repetition is not due


@dataclass(slots=True)
class LightsWatch:
    """Compares what burns with what the core asked for, whenever that stood for a moment."""

    device: StripDevice
    brightness_pct: int
    settled_ms: int = LIGHTS_SETTLED_MS
    compared: int = 0
    otherwise: list[str] = field(default_factory=list)
    _shown: Snapshot | None = None
    _since_ms: int = 0

    def snapshot(self, taken: Snapshot, now_ms: int) -> None:
        shown = self._shown
        if shown is not None and now_ms - self._since_ms >= self.settled_ms:
            self.compared += 1
            asked = tuple(
                dim(PALETTE.colours[code], self.brightness_pct)
                for code in lights_codes(shown.lights)
            )
            if self.device.colours != asked:
                self.otherwise.append(f"at {now_ms} ms: {self.device.colours}, not {asked}")
        if shown is None or taken.lights != shown.lights:
            self._since_ms = now_ms
        self._shown = taken


def endurance(
    make_device: DeviceMaker,
    minutes: float,
    seed: int = 1,
    *,
    length: int = 1,
    noise: str = "realistic",
    hands: str = "fast",
    progress: Callable[[int], None] = lambda _games: None,
) -> tuple[list[Row], list[str]]:
    """Rows and notes of matches by hands until so much table time has passed."""
    tally = Tally()
    lights = bad_lights = mismatches = match = 0
    first_mb = memory_mb()
    while tally.virtual_ms < minutes * 60_000 and tally.stuck < 3:
        watch, rig = play_match(make_device, tally, seed * 1000 + match, length, noise, hands)
        lights += watch.compared
        bad_lights += len(watch.otherwise)
        tally.notes += watch.otherwise
        mismatches += rig.link.counters.hash_mismatches
        first_mb = memory_mb() if match == 0 else first_mb
        match += 1
        progress(tally.games)
    rows = [
        Row("table time", tally.virtual_ms / 60_000, "minutes"),
        Row("games", tally.games, "games"),
        Row("turns", tally.turns, "turns"),
        Row("wrong", tally.wrong, "plays", 0),
        Row("games that could not go on", tally.stuck, "games", 0),
        Row("lost reports", tally.lost_reports, "reports", 0),
        Row("values the host knew otherwise", mismatches, "heartbeats", 0),
        Row("lights compared", lights, "moments"),
        Row("lights that burnt otherwise than asked", bad_lights, "moments", 0),
        Row("memory gained after the first match", memory_mb() - first_mb, "MB"),
    ]
    return rows, tally.notes


def play_match(
    make_device: DeviceMaker, tally: Tally, seed: int, length: int, noise: str, hands: str
) -> tuple[LightsWatch, Rig]:
    """One match to its end on this device: plays against the hands' log, lights against the core.

    The rig is closed; its counters can be read.
    """
    facts: list[AnyFact] = []
    watches: list[LightsWatch] = []

    def snapshot(taken: Snapshot, now_ms: int) -> None:
        for watch in watches:
            watch.snapshot(taken, now_ms)

    with tempfile.TemporaryDirectory(prefix="gammonboard-") as folder:
        options = PlayOptions(
            Path(folder), seed=seed, speed=0, length=length, noise=noise, hands=hands, pty=False
        )
        plan = dataclasses.replace(plan_match(options, seed), make_device=make_device)
        rig, people = seat_hands(plan, hands, Watchers(facts.append, snapshot), lambda _ms: None)
        assert isinstance(rig.sim.device, StripDevice)
        watches.append(LightsWatch(rig.sim.device, plan.config.lights.brightness_pct))
        try:
            rig.begin()
            if not play_on(rig, facts):
                tally.stuck += 1
                tally.notes.append(f"seed {seed}: stuck at {rig.run.now_ms} ms")
        finally:
            rig.close()
    tally.virtual_ms += rig.run.now_ms
    tally.lost_reports += rig.link.counters.gaps
    tally.games += sum(isinstance(fact, GameEnded) for fact in facts)
    compare(tally, facts, people, seed)
    return watches[0], rig


def latency(moves: int = 300, seed: int = 1) -> list[Row]:
    """A checker moves to its report at the host; a frame of lights to its last light."""
    bench = _ChipBench(np.random.default_rng(seed))
    try:
        reports = [bench.move(number / moves) for number in range(moves)]
        lights = [bench.light(number) for number in range(1, moves // 3 + 1)]
    finally:
        bench.close()
    return [
        Row("moved to report at the host, p50", percentile(reports, 0.5), "ms",
            REPORT_MEDIAN_BUDGET_MS),
        Row("moved to report at the host, worst", max(reports), "ms", REPORT_WORST_BUDGET_MS),
        Row("lights sent to lights burn, p50", percentile(lights, 0.5), "ms"),
        Row("lights sent to lights burn, worst", max(lights), "ms", LIGHTS_BUDGET_MS),
    ]  # fmt: skip


class _ChipBench:
    """The firmware in session, its wires in hand."""

    def __init__(self, rng: np.random.Generator) -> None:
        self._rng = rng
        self._chip = Chip(firmware_elf())
        self._framer = Framer()
        self._strip = Strip()
        self._field = np.zeros(CELLS)
        self._chip.run(BOOT_MS * CYCLES_PER_MS)
        self._tell(Hello(1), SnapshotRequest(1))
        self._run(100.0)
        self._heard()

    def close(self) -> None:
        self._chip.close()

    def move(self, phase: float) -> float:
        """One cell changes, at this share of a scan's period; ms until its report is wholly at the
        host."""
        period = SCAN_MS * CYCLES_PER_MS
        rested = self._chip.cycle + 4 * period
        self._chip.run(rested - rested % period + round(phase * period))
        cell = int(self._rng.integers(CELLS))
        self._field[cell] = 64 - abs(self._field[cell])
        self._chip.set_levels(REST_MV + self._field * UNIT_MV * (-1 if LIGHT_LOWERS else 1))
        began = self._chip.cycle
        while True:
            self._run(0.1)
            for cycle, message in self._heard():
                if isinstance(message, PointReport):
                    self._tell(Ack(message.number))
                    if message.group == group_of(cell):
                        return (cycle - began) / CYCLES_PER_MS

    def light(self, number: int) -> float:
        """A frame is sent at any moment; ms until its last light has its colour."""
        self._run(float(self._rng.uniform(10, 30)))
        self._strip.feed(self._chip.take_strip())
        frames, began = self._strip.frames, self._chip.cycle
        codes = tuple(int(code) for code in self._rng.integers(0, 16, LIGHTS))
        self._tell(Lights(number, 60, codes))
        while self._strip.frames == frames:
            self._run(0.1)
            self._strip.feed(self._chip.take_strip())
        return (self._strip.latched_cycle - began) / CYCLES_PER_MS

    def _run(self, for_ms: float) -> None:
        self._chip.run(self._chip.cycle + round(for_ms * CYCLES_PER_MS))

    def _tell(self, *messages: HostMessage) -> None:
        for message in messages:
            self._chip.send(frame(encode(message)))

    def _heard(self) -> Sequence[tuple[int, DeviceMessage]]:
        return [
            (cycle, decode_device(payload))
            for byte, cycle in self._chip.take_line()
            for payload in self._framer.feed(bytes((byte,)))
        ]
