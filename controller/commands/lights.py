"""`gammonboard lights`: each light by itself, named, then every colour that the table uses."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TextIO

from controller.commands.layouts import find_layout, wired_layout
from controller.commands.probe import Probe, open_probe
from controller.rules.position import SLOTS
from controller.sensing.wiring import slot_name
from controller.service.wire import SHADES
from controller.view.snapshot import Light
from firmware_bridge.errors import PortUnavailable
from firmware_bridge.layout import LIGHTS

CONNECT_MS = 3_000  # a board that restarts when its port opens is deaf for two seconds
_TRAYS = ("tray light", "tray dark")
_MEANS = {
    "from": "where a checker came from",
    "target larger": "target by the larger die",
    "target smaller": "target by the smaller die",
    "target both": "target by both dice",
    "target": "target of a play that is shown",
    "bar": "a hit checker belongs here",
    "wrong": "take this away",
    "missing light": "a light checker belongs here",
    "missing dark": "a dark checker belongs here",
    "extra": "one too many",
    "question": "which of two",
}


@dataclass(frozen=True, slots=True)
class LightsOptions:
    """seconds: how long each picture burns."""

    port: str
    layout: str
    seconds: float = 0.7


def run(options: LightsOptions, out: TextIO) -> int:
    """Exit 0: every picture was sent to a table that answered; 1: it went silent meanwhile.

    Raises PortUnavailable where no table answers.
    """
    probe = open_probe(options.port, wired_layout(find_layout(options.layout)))
    try:
        if probe.means(0) is None and probe.means(CONNECT_MS) is None:
            raise PortUnavailable(f"{options.port}: no table answers: {probe.line.down}")
        return walk(probe, round(options.seconds * 1000), out)
    finally:
        probe.close()


def walk(probe: Probe, each_ms: int, out: TextIO) -> int:
    """All pictures, and then none."""
    for name, lights in pictures():
        print(name, file=out, flush=True)
        probe.show(lights)
        probe.means(each_ms)
        if probe.line.down:
            print(f"The table went silent: {probe.line.down}.", file=out, flush=True)
            return 1
    probe.show(())
    probe.means(0)
    return 0


def pictures() -> Iterator[tuple[str, Sequence[Light]]]:
    """What is shown one after the other, each with its name: every place, then every colour."""
    for place in range(LIGHTS):
        yield place_name(place), [Light(place, "target")]
    for kind, of, later in SHADES:
        if kind:
            words = _MEANS[f"{kind} {of}".strip()] + (", later" if later else "")
            yield f"points 1-6: {words}", [Light(place, kind, of, later) for place in range(6)]


def place_name(place: int) -> str:
    """A light by light's point, or whose bar half or tray: "13", "bar light", "tray dark"."""
    return slot_name(place) if place < SLOTS else _TRAYS[place - SLOTS]
