"""The device's side of the wire, sans-I/O: PROTOCOL.md sections 5 and 6, for a board in Python.

Owner's duty: give what the host wrote to `receive`, each scan to `take_scan` and each change of a
button to `press`; call `advance` when `next_due_ms` has come; write what `bytes_to_send` returns;
let the lights show `colours`. Times are monotonic milliseconds of the owner's clock.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field

import numpy as np

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
    NO_HOST_CODE,
    NO_HOST_MS,
    QUEUE_LIMIT,
    QUEUE_REPORTS,
    RESEND_SPACING_MS,
    WINDOW,
)
from firmware_bridge.errors import ProtocolViolation
from firmware_bridge.framing import Framer, frame
from firmware_bridge.layout import CELLS, LIGHTS, Layout
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
from firmware_bridge.reporting import Readings, ReportingRule

OUTBOX_LIMIT_BYTES = 4096
DARK = (0,) * LIGHTS
NO_HOST_CODES = (0,) * (LIGHTS - 2) + (NO_HOST_CODE,) * 2  # both trays in half grey
BUILT_IN_PALETTE = tuple((GREY_STEP * code,) * 3 for code in range(16))

Colour = tuple[int, int, int]


@dataclass(frozen=True, slots=True)
class Nameplate:
    """What a board says of itself; `boot_counter` differs after each restart."""

    firmware: str
    build: str
    layout: Layout
    board_id: int = 1
    boot_counter: int = 1


@dataclass(slots=True)
class BoardCounters:
    """What a board has done and thrown away since it was made."""

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
    """Lights as the board holds them."""

    codes: tuple[int, ...] = DARK
    brightness_pct: int = 100
    frame: int = 0  # 0: none of this session
    palette: Palette = field(default_factory=lambda: Palette(BUILT_IN_PALETTE))


class Board:
    """One board: reports, answers, shows lights. Begins at the first time that it is told."""

    def __init__(self, plate: Nameplate) -> None:
        self.counters = BoardCounters()
        self._plate = plate
        self._outbox = bytearray()
        self._now_ms: int | None = None
        self._start(0)

    # --- the owner's verbs -----------------------------------------------------------------

    def receive(self, data: bytes, now_ms: int) -> None:
        """Bytes from the host; any bytes will do."""
        self.advance(now_ms)
        for payload in self._framer.feed(data):
            self._receive_payload(payload, now_ms)

    def take_scan(self, readings: Readings, now_ms: int) -> None:
        """All 128 cells as they were just read: int16, -127..127, -128 where there is none."""
        self.counters.scans += 1
        room = max(0, QUEUE_REPORTS - len(self._numbered))
        reports = self._rule.scan(readings, now_ms, room)
        for report in reports:
            number = self._numbered.last_number + 1
            values = unpack_readings(report.values.astype(np.int8).tobytes())
            self._numbered.put(PointReport(number, report.group, values, report.busy))
            self.counters.reports += 1
        if reports:
            self._send_numbered(now_ms)

    def press(self, button: Button, pressed: bool, now_ms: int) -> None:
        """A button goes down or up. Nobody is told where no host has said Hello."""
        self.advance(now_ms)
        if self._session == 0:
            return
        if len(self._numbered) >= QUEUE_LIMIT:
            self.counters.buttons_dropped += 1
            return
        number = self._numbered.last_number + 1
        self._numbered.put(ButtonEvent(number, button, pressed))
        self._send_numbered(now_ms)

    def advance(self, now_ms: int) -> None:
        """Do all that is due up to now: heartbeats, repetitions."""
        if self._now_ms is None:
            self._start(now_ms)
        while (due_ms := self.next_due_ms()) <= now_ms:
            self._speak(due_ms)
        self._now_ms = now_ms

    def next_due_ms(self) -> int:
        """When `advance` has something to do."""
        resend_ms = self._numbered.due_ms
        return self._heartbeat_ms if resend_ms is None else min(self._heartbeat_ms, resend_ms)

    def bytes_to_send(self) -> bytes:
        """Bytes for the host; they are forgotten here."""
        data = bytes(self._outbox)
        self._outbox.clear()
        return data

    # --- what can be seen of it ----------------------------------------------------------------

    @property
    def boot_counter(self) -> int:
        return self._plate.boot_counter

    @property
    def is_all_told(self) -> bool:
        """Every report and button event of this session was acknowledged."""
        return len(self._numbered) == 0

    @property
    def lights(self) -> tuple[int, ...]:
        """The 28 palette codes that burn now."""
        return NO_HOST_CODES if self.no_host else self._shown.codes

    @property
    def no_host(self) -> bool:
        """Nothing was heard for 3 s; what the host showed comes back when it is heard again."""
        return (self._now_ms or 0) - self._heard_ms >= NO_HOST_MS

    @property
    def brightness_pct(self) -> int:
        return self._shown.brightness_pct

    @property
    def palette(self) -> tuple[Colour, ...]:
        """The 16 colours that the codes mean now."""
        return BUILT_IN_PALETTE if self.no_host else self._shown.palette.colours

    @property
    def colours(self) -> tuple[Colour, ...]:
        """Red, green, blue (0-255) of each of the 28 lights, dimmed."""
        dimmed = [dim(colour, self.brightness_pct) for colour in self.palette]
        return tuple(dimmed[code] for code in self.lights)

    # --- inside --------------------------------------------------------------------------------

    def _start(self, now_ms: int) -> None:
        """As after a reset: nothing is remembered but what stands on the nameplate."""
        self._booted_ms = now_ms
        self._heard_ms = now_ms
        self._heartbeat_ms = now_ms + HEARTBEAT_MS
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

    def _speak(self, now_ms: int) -> None:
        if now_ms >= self._heartbeat_ms:
            self._heartbeat(now_ms)
        if self._numbered.due_ms is not None and now_ms >= self._numbered.due_ms:
            self._resend(now_ms)

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

    def _receive_payload(self, payload: bytes, now_ms: int) -> None:
        try:
            message = decode_host(payload)
        except ProtocolViolation:
            self.counters.violations += 1
        else:
            self._heard_ms = now_ms
            self._take(message, now_ms)

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
            case SnapshotRequest(request) if self._rule.has_means:  # else it is asked again
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
            firmware=self._plate.firmware,
            layout=self._plate.layout.name,
            jump_threshold=JUMP,
            drift_threshold=DRIFT,
            boot_counter=self._plate.boot_counter,
            board_id=self._plate.board_id,
            build=self._plate.build,
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
        if len(self._outbox) + len(data) > OUTBOX_LIMIT_BYTES:
            self.counters.outbox_drops += 1
        else:
            self._outbox += data


def dim(colour: Colour, brightness_pct: int) -> Colour:
    """A colour at this share of its brightness, as the firmware computes it."""
    scale = (brightness_pct * 256 + 50) // 100
    red, green, blue = ((channel * scale + 128) >> 8 for channel in colour)
    return red, green, blue
