"""A link and a device on a line in virtual time; what passes can be tampered with."""

from __future__ import annotations

from collections.abc import Callable

from firmware_bridge.layout import REFERENCE, Layout
from firmware_bridge.link import Link
from firmware_bridge.messages import LinkEvent
from hw_sim.bench_scanner import BenchScanner
from hw_sim.device import Device

Tamper = Callable[[bytes], bytes]


def frames_of(data: bytes) -> list[bytes]:
    """The frames of a stream of whole frames, each with both its zeros."""
    return [b"\0" + piece + b"\0" for piece in data.split(b"\0") if piece]


class Rig:
    """`run` lets time pass; `events` collects what the link handed up, with its time."""

    def __init__(self, *, layout: Layout = REFERENCE, device: Device | None = None) -> None:
        self.scanner = BenchScanner()
        self.device = device or Device(self.scanner)
        self.link = Link(layout)
        self.now_ms = 1000
        self.events: list[tuple[int, LinkEvent]] = []
        self.up: Tamper = lambda data: data
        self.down: Tamper = lambda data: data
        self.is_plugged = True

    def open(self) -> Rig:
        self.link.port_opened(self.now_ms)
        return self

    def take(self, kind: type[LinkEvent]) -> list[LinkEvent]:
        """The events of one kind so far; all events are forgotten."""
        found = [event for _, event in self.events if isinstance(event, kind)]
        self.events.clear()
        return found

    def run(self, for_ms: int) -> None:
        end_ms = self.now_ms + for_ms
        while True:
            self._carry()
            due_ms = self._due_ms()
            if due_ms > end_ms:
                break
            self._step_to(max(self.now_ms, due_ms))
        self._step_to(end_ms)
        self._carry()

    def _due_ms(self) -> int:
        link_ms = self.link.next_due_ms()
        device_ms = self.device.next_due_ms()
        return device_ms if link_ms is None else min(device_ms, link_ms)

    def _step_to(self, now_ms: int) -> None:
        self.now_ms = now_ms
        self.device.advance(now_ms)
        self._note(self.link.advance(now_ms))

    def _carry(self) -> None:
        while True:
            down, up = self.link.data_to_send(), self.device.bytes_to_send()
            if not (down or up):
                return
            if self.is_plugged:
                self.device.receive(self.down(down), self.now_ms)
                self._note(self.link.receive(self.up(up), self.now_ms))

    def _note(self, events: list[LinkEvent]) -> None:
        self.events += [(self.now_ms, event) for event in events]
