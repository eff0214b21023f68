"""A whole game by hands on the table without a microcontroller, in virtual time.

The product's own driver, gpiozero's own classes, simulated wires: every recorded play is what the
hands did, and the strip shows at every moment what the core asked for.
"""

from __future__ import annotations

import dataclasses
from pathlib import Path

import numpy as np
import pytest

from controller.commands.bench.endurance import Tally, compare
from controller.commands.play import (
    LONGEST_MATCH_MS,
    PlayOptions,
    is_match_over,
    plan_match,
    seat_hands,
)
from controller.commands.rig import Rig, Watchers
from controller.service.wire import lights_from_codes
from controller.table.facts import AnyFact, Played
from firmware_bridge.codec import decode_device, encode
from firmware_bridge.framing import Framer, frame
from firmware_bridge.layout import CELLS
from firmware_bridge.messages import (
    Button,
    ButtonEvent,
    Hello,
    Identity,
    Lights,
    Palette,
    PointReport,
    Snapshot,
    SnapshotRequest,
)
from hw_sim.bench_scanner import BenchScanner
from hw_sim.gpio_device import SCAN_MS, GpioDevice

LOOK_MS = 100


class Looker:
    """Compares now and then what the strip shows with what a person should see."""

    def __init__(self, rig: Rig) -> None:
        self.rig = rig
        self.looks = self.lit = 0
        self._due_ms = LOOK_MS

    def next_due_ms(self) -> int:
        return self._due_ms

    def act(self, now_ms: int) -> None:
        self._due_ms = now_ms + LOOK_MS
        shown = self.rig.snapshot
        if shown is None or now_ms < 1000:
            return
        lights = lights_from_codes(self.rig.sim.device.lights)
        wanted = {(light.place, light.kind) for light in shown.lights}
        self.looks += 1
        self.lit += bool(wanted)
        assert {(light.place, light.kind) for light in lights} == wanted


@pytest.mark.slow
@pytest.mark.parametrize(("noise", "hands", "seed"), [("realistic", "fast", 3)])
def test_every_recorded_play_is_what_the_hands_did(
    tmp_path: Path, noise: str, hands: str, seed: int
) -> None:
    facts: list[AnyFact] = []
    options = PlayOptions(
        tmp_path, seed=seed, speed=0, length=1, noise=noise, hands=hands, pty=False
    )
    plan = dataclasses.replace(plan_match(options, seed), make_device=GpioDevice)
    rig, seated = seat_hands(plan, hands, Watchers(facts.append), lambda _ms: None)
    device = rig.sim.device
    assert isinstance(device, GpioDevice)
    looker = Looker(rig)
    rig.add(looker)
    rig.begin()
    is_over = rig.run.run_until(LONGEST_MATCH_MS, lambda: is_match_over(rig))
    rig.close()
    tally = Tally()
    compare(tally, facts, seated, seed)

    assert is_over
    assert sum(isinstance(fact, Played) for fact in facts) > 20
    assert (tally.wrong, tally.notes) == (0, [])
    assert rig.link.counters.ups == 1
    assert rig.link.counters.hash_mismatches == 0
    assert looker.looks > 500
    assert looker.lit > 20
    assert device.wires.strip.broken_frames == 0


class Bench:
    """The device alone, and a host that only says what the test has it say."""

    def __init__(self, *, is_gated: bool = True) -> None:
        self.scanner = BenchScanner()
        self.device = GpioDevice(self.scanner, is_gated=is_gated)
        self.now_ms = 0
        self.device.advance(0)
        self.run(8 * SCAN_MS)
        self.say(Hello(1), SnapshotRequest(1))
        self.heard()

    def say(self, *messages: object) -> None:
        for message in messages:
            self.device.receive(frame(encode(message)), self.now_ms)  # type: ignore[arg-type]

    def run(self, for_ms: int) -> None:
        self.now_ms += for_ms
        self.device.advance(self.now_ms)

    def heard(self) -> list[object]:
        return [decode_device(payload) for payload in Framer().feed(self.device.bytes_to_send())]


def test_a_missing_gate_is_found_by_whoever_looks_at_the_lights() -> None:
    bench = Bench(is_gated=False)
    bench.say(Palette(((9, 9, 9),) * 16), Lights(1, 100, (1,) * 28))
    bench.run(100)

    with pytest.raises(ValueError, match="the strip shows"):
        assert bench.device.lights


def test_a_checker_is_reported_within_two_scans() -> None:
    bench = Bench()
    bench.scanner.set(31, 64)
    bench.run(2 * SCAN_MS)
    report = next(m for m in bench.heard() if isinstance(m, PointReport))

    assert report.group == 6
    assert report.readings == (0, 64, 0, 0, 0)
    bench.device.close()


def test_a_press_of_a_bouncing_button_is_one_press() -> None:
    bench = Bench()
    for down in (True, False, True, True):
        bench.device.wires.down[Button.DARK_UNDO] = down
        bench.run(1)
    bench.run(100)
    bench.device.wires.down[Button.DARK_UNDO] = False
    bench.run(100)
    events = {m for m in bench.heard() if isinstance(m, ButtonEvent)}  # said until acknowledged

    assert events == {
        ButtonEvent(1, Button.DARK_UNDO, True), ButtonEvent(2, Button.DARK_UNDO, False),
    }  # fmt: skip
    bench.device.close()


def test_a_press_that_takes_no_time_is_seen_as_one_press() -> None:
    bench = Bench()
    for pressed in (True, False):
        bench.device.press(Button.LIGHT_DONE, pressed, bench.now_ms)
    bench.run(40)
    events = {m for m in bench.heard() if isinstance(m, ButtonEvent)}

    assert events == {
        ButtonEvent(1, Button.LIGHT_DONE, True), ButtonEvent(2, Button.LIGHT_DONE, False),
    }  # fmt: skip
    bench.device.close()


def test_nothing_is_answered_before_eight_scans_have_a_mean() -> None:
    bench = Bench()
    bench.device.reset(bench.now_ms)
    bench.say(Hello(2), SnapshotRequest(1))
    bench.run(SCAN_MS)
    early = bench.heard()
    bench.run(8 * SCAN_MS)
    bench.say(SnapshotRequest(2))
    late = bench.heard()

    assert [type(message) for message in early] == [Identity]
    assert [type(message) for message in late] == [Snapshot]
    bench.device.close()


def test_readings_agree_with_the_scanner_to_the_unit() -> None:
    bench = Bench()
    rng = np.random.default_rng(5)
    values = [int(value) for value in rng.integers(-127, 128, CELLS)]
    bench.scanner.set_all(values)
    bench.run(10 * SCAN_MS)
    bench.say(SnapshotRequest(2))
    snapshot = bench.heard()[-1]

    assert isinstance(snapshot, Snapshot)
    assert list(snapshot.readings) == values
    bench.device.close()
