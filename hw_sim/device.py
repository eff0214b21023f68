"""The firmware's side of the wire in software, sans-I/O. PROTOCOL.md sections 5 and 6.

Owner's duty: give what the host wrote to `receive`; call `advance` when `next_due_ms` has come;
write what `bytes_to_send` returns. Times are monotonic milliseconds of the owner's clock.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from firmware_bridge.codec import (
    PROTOCOL_VERSION,
    decode_host,
    encode,
    unpack_readings,
    values_hash,
)
from firmware_bridge.conduct import (
    DRIFT,
    FIRST_RESEND_MS,
    GREY_STEP,
    HEARTBEAT_MS,
    JUMP,
    LAST_RESEND_MS,
    MEAN_SCANS,
    NO_HOST_CODE,
    NO_HOST_MS,
    QUEUE_LIMIT,
    QUEUE_REPORTS,
    RESEND_SPACING_MS,
    SCAN_MS,
    WINDOW,
)
from firmware_bridge.errors import ProtocolViolation
from firmware_bridge.framing import Framer, frame
from firmware_bridge.layout import CELLS, LIGHTS, REFERENCE, Layout
from firmware_bridge.messages import (
    Ack,
    Button,
    ButtonEvent,
    DeviceMessage,
    Heartbeat,
    Hello,
    HostMessage,
    Identity,
    Lights,
    LightsShown,
    Palette,
    PointReport,
    Snapshot,
    SnapshotRequest,
)
from hw_sim.reporting import ReportingRule

FIRMWARE = "sim-0.1.0"
BUILD = "python"
STILL_SCAN_MS = 100
OUTBOX_LIMIT_BYTES = 4096
BANNER = b"\r\nboot loader 4.4, waiting for upload: " + b"." * 240 + b"\r\nstarting\r\n"
DARK = (0,) * LIGHTS
NO_HOST_CODES = (0,) * (LIGHTS - 2) + (NO_HOST_CODE,) * 2  # both trays in half grey
BUILT_IN_PALETTE = tuple((GREY_STEP * code,) * 3 for code in range(16))


class Scanner(Protocol):
    """What the device's analog side sees."""

    def scan(self, now_ms: int) -> NDArray[np.int16]:
        """Raw readings of all 128 cells now, -127..127, -128 where there is none."""

    def moving(self, now_ms: int) -> bool:
        """True while the field changes, has changed since the last scan, or a cell misbehaves."""


@dataclass(slots=True)
class DeviceCounters:
    """What a device has done and thrown away since it was made."""

    scans: int = 0
    reports: int = 0
    resent: int = 0
    violations: int = 0
    buttons_dropped: int = 0
    outbox_drops: int = 0
    frames_refused: int = 0  # lights that name a palette not held


class _Numbered:
    """Reports and button events on their way: numbered, in a window, re-sent until acked."""

    def __init__(self) -> None:
        self.last_number = 0
        self.due_ms: int | None = None
        self._queue: deque[tuple[int, bytes]] = deque()
        self._under_way = 0
        self._sent_ms = 0
        self._wait_ms = FIRST_RESEND_MS

    def __len__(self) -> int:
        return len(self._queue)

    def put(self, message: PointReport | ButtonEvent) -> None:
        self.last_number = message.number
        self._queue.append((message.number, frame(encode(message))))

    def to_send(self, now_ms: int) -> list[bytes]:
        """Frames that the window has room for."""
        end = min(WINDOW, len(self._queue))
        fresh = [self._queue[index][1] for index in range(self._under_way, end)]
        if fresh:
            self._under_way = end
            self._sent_ms = now_ms
            if self.due_ms is None:
                self.due_ms = now_ms + self._wait_ms
        return fresh

    def to_resend(self, now_ms: int) -> list[bytes]:
        """All frames under way, the oldest first; the next repetition is later."""
        self._sent_ms = now_ms
        self._wait_ms = min(self._wait_ms * 2, LAST_RESEND_MS)
        self.due_ms = now_ms + self._wait_ms
        return [self._queue[index][1] for index in range(self._under_way)]

    def acked(self, number: int, now_ms: int) -> bool:
        """Take an ack; True if it shows that the host waits for something lost."""
        if number > self.last_number:
            return False
        before = len(self._queue)
        while self._under_way and self._queue[0][0] <= number:
            self._queue.popleft()
            self._under_way -= 1
        if len(self._queue) < before:
            self._wait_ms = FIRST_RESEND_MS
            self.due_ms = now_ms + self._wait_ms if self._under_way else None
            return False
        return self._under_way > 0 and now_ms - self._sent_ms >= RESEND_SPACING_MS


@dataclass(slots=True)
class _Shown:
    """Lights as the device holds them."""

    codes: tuple[int, ...] = DARK
    brightness_pct: int = 100
    frame: int = 0  # 0: none of this session
    palette: Palette = field(default_factory=lambda: Palette(BUILT_IN_PALETTE))


class Device:
    """One board: scans, reports, answers, shows lights. Begins when it is first called."""

    def __init__(
        self,
        scanner: Scanner,
        *,
        layout: Layout = REFERENCE,
        board_id: int = 1,
        boot_counter: int = 1,
    ) -> None:
        self.counters = DeviceCounters()
        self.boot_counter = boot_counter
        self._scanner = scanner
        self._layout = layout
        self._board_id = board_id
        self._is_on = True
        self._outbox = bytearray()
        self._lost_up = 0
        self._lost_down = 0
        self._now_ms: int | None = None
        self._start(0, 0)

    # --- the owner's verbs -----------------------------------------------------------------

    def receive(self, data: bytes, now_ms: int) -> None:
        """Bytes from the host; any bytes will do."""
        self.advance(now_ms)
        if not self._is_on or now_ms < self._ready_ms:
            return
        for payload in self._framer.feed(data):
            if self._lost_down > 0:
                self._lost_down -= 1
                continue
            try:
                message = decode_host(payload)
            except ProtocolViolation:
                self.counters.violations += 1
            else:
                self._heard_ms = now_ms
                self._take(message, now_ms)

    def advance(self, now_ms: int) -> None:
        """Do all that is due up to now: scans, heartbeats, repetitions."""
        if self._now_ms is None:
            self._now_ms = now_ms
            self._start(now_ms, 0)
        while self._is_on and (due_ms := self.next_due_ms()) <= now_ms:
            self._run(due_ms)
        self._now_ms = now_ms

    def next_due_ms(self) -> int:
        """When `advance` has something to do; far away while the power is off."""
        if not self._is_on:
            return (self._now_ms or 0) + HEARTBEAT_MS
        if self._now_ms is None:
            return 0
        due_ms = min(self._scan_due_ms(), self._heartbeat_ms)
        resend_ms = self._numbered.due_ms
        return due_ms if resend_ms is None else min(due_ms, resend_ms)

    def bytes_to_send(self) -> bytes:
        """Bytes for the host; they are forgotten here."""
        data = bytes(self._outbox)
        self._outbox.clear()
        return data

    # --- what people do to it ----------------------------------------------------------------

    def press(self, button: Button, pressed: bool, now_ms: int) -> None:
        """A button goes down or up. Nobody is told where no host has said Hello."""
        self.advance(now_ms)
        if not self._is_on or self._session == 0:
            return
        if len(self._numbered) >= QUEUE_LIMIT:
            self.counters.buttons_dropped += 1
            return
        number = self._numbered.last_number + 1
        self._numbered.put(ButtonEvent(number, button, pressed))
        self._send_numbered(now_ms)

    def reset(self, now_ms: int, banner_ms: int = 0) -> None:
        """Restart; for `banner_ms` the boot loader is deaf and sends text."""
        self._now_ms = now_ms
        self._outbox.clear()
        self.boot_counter += 1
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
        self._shown = _Shown()
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

    # --- what can be seen of it ----------------------------------------------------------------

    @property
    def lights(self) -> tuple[int, ...]:
        """The 28 palette codes that burn now; dark without power."""
        if not self._is_on:
            return DARK
        return NO_HOST_CODES if self.no_host else self._shown.codes

    @property
    def no_host(self) -> bool:
        """Nothing was heard for 3 s; what the host showed comes back when it is heard again."""
        return (self._now_ms or 0) - self._heard_ms >= NO_HOST_MS

    @property
    def brightness_pct(self) -> int:
        return self._shown.brightness_pct

    @property
    def palette(self) -> tuple[tuple[int, int, int], ...]:
        """The 16 colours that the codes mean now."""
        return BUILT_IN_PALETTE if self.no_host else self._shown.palette.colours

    # --- inside --------------------------------------------------------------------------------

    def _start(self, now_ms: int, banner_ms: int) -> None:
        """As after a reset: nothing is remembered but board id and boot counter (EEPROM)."""
        self._booted_ms = now_ms
        self._ready_ms = now_ms + banner_ms
        self._heard_ms = now_ms
        self._heartbeat_ms = self._ready_ms + HEARTBEAT_MS
        self._scanned_ms = self._ready_ms
        self._framer: Framer = Framer()
        self._rule = ReportingRule()
        self._shown = _Shown()
        self._begin_session(0)

    def _begin_session(self, session: int) -> None:
        self._session = session
        self._numbered = _Numbered()
        self._rule.forget_reported()
        self._shown.frame = 0
        self._shown.palette = Palette(self._shown.palette.colours)

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
        if now_ms >= self._heartbeat_ms:
            self._heartbeat(now_ms)
        if self._numbered.due_ms is not None and now_ms >= self._numbered.due_ms:
            self._resend(now_ms)

    def _scan(self, now_ms: int) -> None:
        self.counters.scans += 1
        self._scanned_ms = now_ms
        if not self._rule.has_means:
            for _ in range(MEAN_SCANS):  # the boot, which takes no time here
                self._rule.scan(self._scanner.scan(now_ms), now_ms, room=0)
            return
        room = max(0, QUEUE_REPORTS - len(self._numbered))
        is_moving = self._scanner.moving(now_ms)
        reports = self._rule.scan(self._scanner.scan(now_ms), now_ms, room)
        if is_moving:
            self._rule.quiet_scans = 0
        for report in reports:
            number = self._numbered.last_number + 1
            readings = unpack_readings(report.values.astype(np.int8).tobytes())
            self._numbered.put(PointReport(number, report.group, readings, report.busy))
            self.counters.reports += 1
        if reports:
            self._send_numbered(now_ms)

    def _heartbeat(self, now_ms: int) -> None:
        self._heartbeat_ms = now_ms + HEARTBEAT_MS
        reported = self._rule.reported
        values = b"\x80" * CELLS if reported is None else reported.astype(np.int8).tobytes()
        self._say(
            Heartbeat(
                last_report=self._numbered.last_number,
                values_hash=values_hash(values),
                uptime_ms=(now_ms - self._booted_ms) & 0xFFFF_FFFF,
                lights_frame=self._shown.frame,
                session=self._session,
            )
        )

    def _take(self, message: HostMessage, now_ms: int) -> None:
        if isinstance(message, Hello):
            if message.session != self._session:
                self._begin_session(message.session)
            self._say(self._identity())
            return
        if self._session == 0:
            return
        match message:
            case Ack(number):
                if self._numbered.acked(number, now_ms):
                    self._resend(now_ms)
                self._send_numbered(now_ms)
            case SnapshotRequest(request):
                means = self._rule.snapshot().astype(np.int8).tobytes()
                self._say(Snapshot(request, self._numbered.last_number, unpack_readings(means)))
            case Lights():
                self._show(message)
            case Palette():
                self._shown.palette = message

    def _identity(self) -> Identity:
        return Identity(
            protocol_min=PROTOCOL_VERSION,
            protocol_max=PROTOCOL_VERSION,
            firmware=FIRMWARE,
            layout=self._layout.name,
            jump_threshold=JUMP,
            drift_threshold=DRIFT,
            boot_counter=self.boot_counter,
            board_id=self._board_id,
            build=BUILD,
            session=self._session,
        )

    def _show(self, lights: Lights) -> None:
        if lights.palette != self._shown.palette.number:
            self.counters.frames_refused += 1
            return
        self._shown.codes = lights.codes
        self._shown.brightness_pct = lights.brightness_pct
        self._shown.frame = lights.frame
        self._say(LightsShown(lights.frame))

    def _send_numbered(self, now_ms: int) -> None:
        for data in self._numbered.to_send(now_ms):
            self._write(data)

    def _resend(self, now_ms: int) -> None:
        for data in self._numbered.to_resend(now_ms):
            self.counters.resent += 1
            self._write(data)

    def _say(self, message: DeviceMessage) -> None:
        self._write(frame(encode(message)))

    def _write(self, data: bytes) -> None:
        if self._lost_up > 0:
            self._lost_up -= 1
        elif len(self._outbox) + len(data) > OUTBOX_LIMIT_BYTES:
            self.counters.outbox_drops += 1
        else:
            self._outbox += data
