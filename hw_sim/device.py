"""A simulated board: the device's side of the wire over a scanner in software, and its faults.

Owner's duty: give what the host wrote to `receive`; call `advance` when `next_due_ms` has come;
write what `bytes_to_send` returns. Times are monotonic milliseconds of the owner's clock.
"""

from __future__ import annotations

import dataclasses
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from firmware_bridge.board import DARK, Board, Colour, Nameplate
from firmware_bridge.conduct import HEARTBEAT_MS, MEAN_SCANS, SCAN_MS
from firmware_bridge.layout import LIGHTS, REFERENCE, Layout
from firmware_bridge.messages import Button

FIRMWARE = "sim-0.1.0"
BUILD = "python"
STILL_SCAN_MS = 100
BANNER = b"\r\nboot loader 4.4, waiting for upload: " + b"." * 240 + b"\r\nstarting\r\n"


class Scanner(Protocol):
    """What the device's analog side sees."""

    def scan(self, now_ms: int) -> NDArray[np.int16]:
        """Raw readings of all 128 cells now, -127..127, -128 where there is none."""

    def moving(self, now_ms: int) -> bool:
        """True while the field changes, has changed since the last scan, or a cell misbehaves."""


class Device(Board):
    """One board and what can go wrong with it: power, resets, boot loader, a bad line."""

    def __init__(
        self,
        scanner: Scanner,
        *,
        layout: Layout = REFERENCE,
        board_id: int = 1,
        boot_counter: int = 1,
    ) -> None:
        self._scanner = scanner
        self._is_on = True
        self._lost_up = 0
        self._lost_down = 0
        self._ready_ms = 0
        self._scanned_ms = 0
        super().__init__(Nameplate(FIRMWARE, BUILD, layout, board_id, boot_counter))

    # --- the owner's verbs -----------------------------------------------------------------

    def receive(self, data: bytes, now_ms: int) -> None:
        self.advance(now_ms)
        if self._is_on and now_ms >= self._ready_ms:
            super().receive(data, now_ms)

    def press(self, button: Button, pressed: bool, now_ms: int) -> None:
        self.advance(now_ms)
        if self._is_on:
            super().press(button, pressed, now_ms)

    def advance(self, now_ms: int) -> None:
        """Do all that is due up to now: scans, heartbeats, repetitions."""
        if self._now_ms is None:
            self._now_ms = now_ms
            self._start(now_ms)
        while self._is_on and (due_ms := self.next_due_ms()) <= now_ms:
            self._run(due_ms)
        self._now_ms = now_ms

    def next_due_ms(self) -> int:
        """When `advance` has something to do; far away while the power is off."""
        if not self._is_on:
            return (self._now_ms or 0) + HEARTBEAT_MS
        if self._now_ms is None:
            return 0
        return min(self._scan_due_ms(), super().next_due_ms())

    # --- what people do to it ----------------------------------------------------------------

    def reset(self, now_ms: int, banner_ms: int = 0) -> None:
        """Restart; for `banner_ms` the boot loader is deaf and sends text."""
        self._now_ms = now_ms
        self._outbox.clear()
        self._plate = dataclasses.replace(self._plate, boot_counter=self.boot_counter + 1)
        self._start(now_ms, banner_ms)
        if self._is_on and banner_ms:
            self._outbox += BANNER

    def power(self, on: bool, now_ms: int) -> None:
        """Switch the power; switching on is a restart."""
        if on == self._is_on:
            return
        self._is_on = on
        self._now_ms = now_ms
        self._outbox.clear()
        if on:
            self.reset(now_ms)

    def garble(self, count: int, rng: np.random.Generator) -> None:
        """A fault: `count` random bytes on the line to the host."""
        if self._is_on:
            self._outbox += rng.bytes(count)

    def lose(self, count: int, direction: str = "up") -> None:
        """A fault: the next messages are lost, "up" to the host or "down" from it."""
        if direction == "up":
            self._lost_up += count
        elif direction == "down":
            self._lost_down += count
        else:
            raise ValueError(f"direction {direction!r} is not 'up' or 'down'")

    def close(self) -> None:
        """Nothing is held that has to be let go; other devices hold something."""

    @property
    def lights(self) -> tuple[int, ...]:
        """The 28 palette codes that burn now; dark without power."""
        return super().lights if self._is_on else DARK

    @property
    def colours(self) -> tuple[Colour, ...]:
        return super().colours if self._is_on else ((0, 0, 0),) * LIGHTS

    # --- inside --------------------------------------------------------------------------------

    def _start(self, now_ms: int, banner_ms: int = 0) -> None:
        super()._start(now_ms)
        self._ready_ms = now_ms + banner_ms
        self._heartbeat_ms = self._ready_ms + HEARTBEAT_MS
        self._scanned_ms = self._ready_ms

    def _scan_due_ms(self) -> int:
        """Each 10 ms; each 100 ms while the field is at rest.

        At rest nothing that the wire shows depends on the scans left out: the values stray by the
        noise only, a mean of eight would need more than eleven spreads to be reported, and a
        snapshot's means are of eight independent scans of the same field, whenever taken.
        A change makes `moving` true, so that the next scan on the 10 ms grid sees it.
        """
        if not self._rule.has_means:
            return self._ready_ms
        if self._rule.quiet_scans >= MEAN_SCANS and not self._scanner.moving(self._now_ms or 0):
            return self._scanned_ms + STILL_SCAN_MS
        missed = max(0, (self._now_ms or 0) - self._scanned_ms) // SCAN_MS
        return self._scanned_ms + (missed + 1) * SCAN_MS

    def _run(self, now_ms: int) -> None:
        is_scan_due = self._scan_due_ms() <= now_ms
        self._now_ms = max(now_ms, self._now_ms or 0)
        if is_scan_due:
            self._scan(now_ms)
        self._speak(now_ms)

    def _scan(self, now_ms: int) -> None:
        self._scanned_ms = now_ms
        if not self._rule.has_means:
            self.counters.scans += 1
            for _ in range(MEAN_SCANS):  # the boot, which takes no time here
                self._rule.scan(self._scanner.scan(now_ms), now_ms, room=0)
            return
        is_moving = self._scanner.moving(now_ms)
        self.take_scan(self._scanner.scan(now_ms), now_ms)
        if is_moving:
            self._rule.quiet_scans = 0

    def _receive_payload(self, payload: bytes, now_ms: int) -> None:
        if self._lost_down > 0:
            self._lost_down -= 1
        else:
            super()._receive_payload(payload, now_ms)

    def _write(self, data: bytes) -> None:
        if self._lost_up > 0:
            self._lost_up -= 1
        else:
            super()._write(data)
