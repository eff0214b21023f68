"""What the benches of the firmware measure with."""

from __future__ import annotations

import msgspec
import pytest
from sample_snapshots import TEMPLATE

from controller.commands.bench.firmware import LIGHTS_SETTLED_MS, LightsWatch, latency
from controller.commands.devices import DEVICES, device_maker
from controller.errors import UsageError
from controller.service.wire import PALETTE, lights_codes
from controller.view.snapshot import Light
from firmware_bridge.board import dim
from hw_sim.strip_device import StripDevice
from hw_sim.toolchain import ToolchainMissing

TARGET = Light(4, "target")


class Burning(StripDevice):
    """A device whose strip shows what a test put there."""

    is_on = True


def watch(burning: str) -> LightsWatch:
    device = Burning()
    (code, *_) = lights_codes((Light(0, burning),))
    device.strip.colours[4] = dim(PALETTE.colours[code], 60)
    return LightsWatch(device, 60)


def shown(watched: LightsWatch, for_ms: int) -> LightsWatch:
    snapshot = msgspec.structs.replace(TEMPLATE, lights=(TARGET,))
    watched.snapshot(snapshot, 1000)
    watched.snapshot(msgspec.structs.replace(snapshot, lights=()), 1000 + for_ms)
    return watched


def test_lights_that_burn_as_asked_are_counted() -> None:
    watched = shown(watch("target"), LIGHTS_SETTLED_MS)

    assert (watched.compared, watched.otherwise) == (1, [])


def test_a_light_of_another_colour_is_noted() -> None:
    assert len(shown(watch("wrong"), LIGHTS_SETTLED_MS).otherwise) == 1


def test_lights_that_were_asked_for_just_now_are_not_compared() -> None:
    assert shown(watch("wrong"), LIGHTS_SETTLED_MS - 1).compared == 0


def test_a_device_of_another_name_is_refused_with_the_names() -> None:
    with pytest.raises(UsageError, match="python, native, chip"):
        device_maker("arduino")
    assert device_maker(DEVICES[0]) is None


def test_latency_of_the_chip_keeps_its_budgets() -> None:
    """Cycles of the simulated chip: the same on every machine."""
    try:
        rows = latency(moves=100)
    except ToolchainMissing as missing:
        pytest.skip(str(missing))
    assert [row.name for row in rows if row.met is False] == []
