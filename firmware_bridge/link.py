"""The host's side of the wire, sans-I/O: bytes and time in, events and bytes out.

Owner's duty: tell `port_opened` and `port_closed`; give what was read to `receive`; call `advance`
when `next_due_ms` has come; after each of these write what `data_to_send` returns. Nothing here
raises for bytes, however wrong; `send` raises LocalMisuse for a message the wire cannot carry.

State is shared by nobody: one owner, one thread. Guarantees are those of PROTOCOL.md section 5.
"""

from __future__ import annotations

import dataclasses
import enum
from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass, field

from firmware_bridge.codec import (
    decode_device,
    encode,
    pack_readings,
    values_hash,
)
from firmware_bridge.errors import ProtocolViolation
from firmware_bridge.framing import Framer, FramerCounters, frame
from firmware_bridge.layout import CELLS, LAYOUTS, Layout, cells_of
from firmware_bridge.messages import (
    Ack,
    Alive,
    ButtonEvent,
    DeviceMessage,
    Heartbeat,
    Hello,
    HostMessage,
    Identity,
    Lights,
    LightsShown,
    LineHeard,
    LinkDown,
    LinkEvent,
    LinkFault,
    LinkQuality,
    LinkUp,
    Message,
    Palette,
    PointReport,
    Snapshot,
    SnapshotRequest,
)
from firmware_bridge.minute import Minute
from firmware_bridge.refusal import refusal_of

SILENT_AFTER_MS = 3000  # three heartbeats missed
UNANSWERED_AFTER_MS = 5000  # a boot loader takes 1-2 s, some are deaf for longer
ALIVE_EVERY_MS = 1000  # the device shows "no host" after 3 s
FIRST_RESEND_MS = 100  # round trip is ~2 ms, 230 ms at worst on a loaded machine; then doubled
LAST_RESEND_MS = 800
FIRST_HELLO_MS = 250
LAST_HELLO_MS = 1000
REFUSED_HELLO_MS = 2000  # a refused device may be swapped behind the same adapter
OUTBOX_LIMIT_BYTES = 8192  # a port that takes nothing for 330 ms at 250 000 baud
RECENT_MESSAGES = 200
RATE_OVER_MS = 10_000
HEARD_EVERY_MS = 1000  # LineHeard
_NUMBER_LIMIT = 0x1_0000


class LinkState(enum.Enum):
    """What is true in each state of a link."""

    CLOSED = "closed"  # no port
    CALLING = "calling"  # port open, Hello is said until answered; nothing else is believed
    UP = "up"  # identified, numbers in step
    REFUSED = "refused"  # answered by a device that we cannot use; asked again now and then


@dataclass(slots=True)
class LinkCounters:
    """How often a link came up, what it threw away or did twice; the framer has its own."""

    ups: int = 0
    violations: int = 0  # frames with a good CRC that no correct device sends
    before_identity: int = 0
    duplicates: int = 0
    gaps: int = 0
    stale_snapshots: int = 0
    stale_identities: int = 0
    hash_mismatches: int = 0
    new_sessions: int = 0  # the device had forgotten ours
    resent: int = 0
    outbox_drops: int = 0


@dataclass(slots=True)
class _Retry:
    """When to say something again: at once, then after ever longer waits, until confirmed."""

    first_ms: int
    last_ms: int
    due_ms: int | None = None  # None: nothing to repeat
    _wait_ms: int = 0

    def begin(self, now_ms: int) -> None:
        self.said(now_ms, again=False)

    def said(self, now_ms: int, *, again: bool) -> None:
        self._wait_ms = min(self._wait_ms * 2, self.last_ms) if again else self.first_ms
        self.due_ms = now_ms + self._wait_ms

    def stop(self) -> None:
        self.due_ms = None

    def is_due(self, now_ms: int) -> bool:
        return self.due_ms is not None and now_ms >= self.due_ms


@dataclass(slots=True)
class _Mirror:
    """Our copy of the values that the device last reported, to compare hashes."""

    values: bytearray = field(default_factory=lambda: bytearray(b"\x80" * CELLS))
    is_known: bool = False  # a snapshot has arrived in this session
    awaited: Heartbeat | None = None  # compared when its last report has been seen

    def take_report(self, report: PointReport) -> None:
        cells = cells_of(report.group)
        self.values[cells.start : cells.stop] = pack_readings(report.readings)

    def take_snapshot(self, snapshot: Snapshot) -> None:
        self.values[:] = pack_readings(snapshot.readings)
        self.is_known = True
        self.awaited = None

    def agrees(self, heartbeat: Heartbeat) -> bool:
        return values_hash(bytes(self.values)) == heartbeat.values_hash


class _Lamps:
    """The newest palette and lights, and whether the device is known to show them."""

    def __init__(self) -> None:
        self.retry = _Retry(FIRST_RESEND_MS, LAST_RESEND_MS)
        self._lights: Lights | None = None
        self._palette: Palette | None = None
        self._frame = 0
        self._number = 0
        self._is_palette_sure = False

    def take(self, message: Lights | Palette) -> None:
        """Keep a newer frame or palette, with a number of our own. The lights are to be shown."""
        if isinstance(message, Palette):
            self._number = self._number % 0xFF + 1
            self._palette = dataclasses.replace(message, number=self._number)
            self._is_palette_sure = False
        else:
            self._lights = message
        self._frame = self._frame % (_NUMBER_LIMIT - 1) + 1

    def forget_confirmations(self) -> None:
        """The device holds no palette of ours (a new session)."""
        self._is_palette_sure = False

    def to_send(self) -> list[HostMessage]:
        """The frame, with the palette before it unless the device is known to hold that one."""
        if self._lights is None:
            return []
        lights = dataclasses.replace(self._lights, frame=self._frame, palette=self._number)
        if self._palette is None or self._is_palette_sure:
            return [lights]
        return [self._palette, lights]

    def shown(self, frame_number: int, now_ms: int) -> None:
        """The device says which frame it shows; a device refuses a frame of another palette."""
        if self._lights is None:
            return
        if frame_number == self._frame:
            self._is_palette_sure = True
            self.retry.stop()
        elif self.retry.due_ms is None:
            self._is_palette_sure = False
            self.retry.begin(now_ms)


class Link:
    """One device over any port. `first_session` should differ from run to run in real time.

    layouts: those known by name, to say in what another table differs.
    """

    def __init__(
        self,
        expected_layout: Layout,
        *,
        first_session: int = 1,
        layouts: Mapping[str, Layout] = LAYOUTS,
    ) -> None:
        self.counters = LinkCounters()
        self.recent: deque[tuple[int, str, Message]] = deque(maxlen=RECENT_MESSAGES)
        self.state = LinkState.CLOSED
        self._layout = expected_layout
        self._framer = Framer()
        self._outbox = bytearray()
        self._session = first_session % _NUMBER_LIMIT
        self._boot_counter: int | None = None
        self._told: LinkDown | None = None  # the last bad news, until LinkUp
        self._minute = Minute()
        self._minute_told = (0, 0)  # how much of it is told, when
        self._layouts = layouts
        self._delivered = 0  # number of the last report or button handed up
        self._mirror = _Mirror()
        self._lamps = _Lamps()
        self._wanted = SnapshotRequest(0)  # what the owner asked for; 0: we ask for ourselves
        self._wanted_number = 0  # its number on the wire, another for each repetition
        self._held: tuple[int, Snapshot] | None = None  # waits for reports that come before it
        self._hello = _Retry(FIRST_HELLO_MS, LAST_HELLO_MS)
        self._asking = _Retry(FIRST_RESEND_MS, LAST_RESEND_MS)
        self._heard_ms: int | None = None
        self._sent_ms = 0
        self._calling_since_ms = 0

    @property
    def framer_counters(self) -> FramerCounters:
        """What was seen and thrown away below the messages."""
        return self._framer.counters

    @property
    def _damaged(self) -> int:
        """Frames thrown away so far."""
        return self._framer.counters.damaged + self.counters.violations

    def quality(self, now_ms: int) -> LinkQuality:
        """How good the line was of late."""
        heard = [at_ms for at_ms, direction, _ in self.recent if direction == "<"]
        fresh = sum(now_ms - at_ms < RATE_OVER_MS for at_ms in heard)
        counted = self.counters
        return LinkQuality(
            messages_per_s=round(1000 * fresh / RATE_OVER_MS),
            resent=counted.resent + counted.duplicates,
            damaged=self._damaged,
            silent_ms=None if self._heard_ms is None else now_ms - self._heard_ms,
            minute=self._minute.until(now_ms),
        )

    def port_opened(self, now_ms: int) -> None:
        """A port is open, on which nothing has been read yet."""
        self._framer.reset()
        self._outbox.clear()
        self._minute.begin(now_ms)
        self._call(now_ms)

    def port_closed(self, now_ms: int, why: str) -> list[LinkEvent]:
        """The port is gone or cannot be opened; `why` is for people."""
        self._outbox.clear()
        self._rest()
        self._minute.begin(now_ms)
        self.state = LinkState.CLOSED
        return self._down(LinkDown(LinkFault.PORT_LOST, why), now_ms)

    def receive(self, data: bytes, now_ms: int) -> list[LinkEvent]:
        """What the owner is to know after these bytes. Any bytes will do."""
        if self.state is LinkState.CLOSED:
            return []
        events: list[LinkEvent] = []
        numbered, heard, damaged_before = False, 0, self._damaged
        for payload in self._framer.feed(data):
            try:
                message = decode_device(payload)
            except ProtocolViolation:
                self.counters.violations += 1
                continue
            heard += 1
            self.recent.append((now_ms, "<", message))
            numbered |= isinstance(message, PointReport | ButtonEvent)
            events += self._take(message, now_ms)
        self._minute.add(now_ms, heard, self._damaged - damaged_before)
        if numbered and self.state is LinkState.UP:
            self._write(Ack(self._delivered), now_ms)
        return events

    def send(self, message: Lights | Palette | SnapshotRequest, now_ms: int) -> None:
        """Show these lights, use this palette or ask for a snapshot: now, or as soon as one can.

        Only the newest of a kind is kept. Raises LocalMisuse for values the wire cannot carry.
        """
        check_sendable(message)
        if isinstance(message, SnapshotRequest):
            self._wanted = message
            if self.state is LinkState.UP:
                self._ask(now_ms)
        else:
            self._lamps.take(message)
            if self.state is LinkState.UP:
                self._show(now_ms)

    def data_to_send(self) -> bytes:
        """The bytes to write now; they are forgotten here."""
        data = bytes(self._outbox)
        self._outbox.clear()
        return data

    def advance(self, now_ms: int) -> list[LinkEvent]:
        """Repeat what was not answered, notice silence. Call it when `next_due_ms` has come."""
        if self.state is LinkState.CLOSED:
            return []
        if self.state is not LinkState.UP:
            return self._advance_calling(now_ms) or self._heard_though_down(now_ms)
        if now_ms - (self._heard_ms or 0) >= SILENT_AFTER_MS:
            words = f"nothing heard for {SILENT_AFTER_MS // 1000} s; is the table powered?"
            self._call(now_ms)
            return self._down(LinkDown(LinkFault.SILENT, words), now_ms)
        if self._asking.is_due(now_ms):
            self.counters.resent += 1
            self._ask(now_ms, again=True)
        if self._lamps.retry.is_due(now_ms):
            self.counters.resent += 1
            self._show(now_ms, again=True)
        if now_ms - self._sent_ms >= ALIVE_EVERY_MS:
            self._write(Alive(), now_ms)
        return []

    def next_due_ms(self) -> int | None:
        """When `advance` has something to do; None while no port is open."""
        if self.state is LinkState.CLOSED:
            return None
        if self.state is LinkState.UP:
            times = [
                (self._heard_ms or 0) + SILENT_AFTER_MS,
                self._sent_ms + ALIVE_EVERY_MS,
                self._asking.due_ms,
                self._lamps.retry.due_ms,
            ]
        else:
            times = [self._hello.due_ms]
            if self.state is LinkState.CALLING and not self._is_silence_told():
                times.append(self._calling_since_ms + UNANSWERED_AFTER_MS)
        return min(time for time in times if time is not None)

    # --- identifying ----------------------------------------------------------------------

    def _call(self, now_ms: int) -> None:
        """Begin anew: nothing of the device is believed until it has answered."""
        self._rest()
        self.state = LinkState.CALLING
        self._calling_since_ms = now_ms
        self._hello.begin(now_ms)
        self._say_hello(now_ms)

    def _rest(self) -> None:
        for retry in (self._hello, self._asking, self._lamps.retry):
            retry.stop()
        self._held = None

    def _say_hello(self, now_ms: int) -> None:
        """Each Hello opens another session, so that only the answer to the newest counts."""
        self._session = self._session % (_NUMBER_LIMIT - 1) + 1
        self._write(Hello(self._session), now_ms)

    def _advance_calling(self, now_ms: int) -> list[LinkEvent]:
        if self._hello.is_due(now_ms):
            self._say_hello(now_ms)
            if self.state is LinkState.REFUSED:
                self._hello.due_ms = now_ms + REFUSED_HELLO_MS
            else:
                self._hello.said(now_ms, again=True)
        waited_ms = now_ms - self._calling_since_ms
        if self.state is LinkState.CALLING and waited_ms >= UNANSWERED_AFTER_MS:
            words = "the port is open, nobody answers; is it the table's, and is it powered?"
            return self._down(LinkDown(LinkFault.SILENT, words), now_ms)
        return []

    def _identified(self, identity: Identity, now_ms: int) -> list[LinkEvent]:
        if identity.session != self._session or self.state is LinkState.UP:
            self.counters.stale_identities += 1
            return []
        refusal = refusal_of(identity, self._layout, self._layouts)
        if refusal is not None:
            self.state = LinkState.REFUSED
            self._hello.due_ms = now_ms + REFUSED_HELLO_MS
            return self._down(refusal, now_ms)
        self.state = LinkState.UP
        self.counters.ups += 1
        self._told = None
        self._heard_ms = now_ms
        restarted = self._boot_counter not in (None, identity.boot_counter)
        self._boot_counter = identity.boot_counter
        self._delivered = 0
        self._mirror = _Mirror()
        self._ask(now_ms)
        self._lamps.forget_confirmations()
        self._show(now_ms)
        return [LinkUp(identity, restarted)]

    def _heard_though_down(self, now_ms: int) -> list[LinkEvent]:
        """Whoever shows how the line is hears that something comes in."""
        told, told_ms = self._minute_told
        if self._told is None or self._minute.total == told or now_ms - told_ms < HEARD_EVERY_MS:
            return []
        self._minute_told = (self._minute.total, now_ms)
        return [LineHeard(self._minute.until(now_ms))]

    def _is_silence_told(self) -> bool:
        return self._told is not None and self._told.fault is LinkFault.SILENT

    def _down(self, news: LinkDown, now_ms: int) -> list[LinkEvent]:
        """Bad news once: the same again is not told before a LinkUp."""
        if news == self._told:
            return []
        if self._is_silence_told() and news.fault is LinkFault.SILENT:
            return []
        self._told = news
        self._minute_told = (self._minute.total, now_ms)
        return [dataclasses.replace(news, quality=self.quality(now_ms))]

    # --- what the device says ----------------------------------------------------------------

    def _take(self, message: DeviceMessage, now_ms: int) -> list[LinkEvent]:
        if isinstance(message, Identity):
            return self._identified(message, now_ms)
        if self.state is not LinkState.UP:
            self.counters.before_identity += 1
            return []
        self._heard_ms = now_ms
        match message:
            case PointReport() | ButtonEvent():
                return self._take_numbered(message, now_ms)
            case Snapshot():
                return self._take_snapshot(message)
            case Heartbeat():
                self._take_heartbeat(message, now_ms)
            case LightsShown():
                self._lamps.shown(message.frame, now_ms)
        return []

    def _take_numbered(self, message: PointReport | ButtonEvent, now_ms: int) -> list[LinkEvent]:
        """Each once, in order: what comes after a gap is dropped, the device sends it again."""
        if message.number <= self._delivered:
            self.counters.duplicates += 1
            return []
        if message.number > self._delivered + 1:
            self.counters.gaps += 1
            return []
        self._delivered = message.number
        events: list[LinkEvent] = [message]
        if isinstance(message, PointReport):
            self._mirror.take_report(message)
        if self._held is not None and self._held[1].last_report <= self._delivered:
            events += self._hand_up_snapshot(*self._held)
        self._compare(now_ms)
        return events

    def _take_snapshot(self, snapshot: Snapshot) -> list[LinkEvent]:
        is_answer = self._asking.due_ms is not None and snapshot.request == self._wanted_number
        if not is_answer or snapshot.last_report < self._delivered:
            self.counters.stale_snapshots += 1
            return []
        self._asking.stop()
        request, self._wanted = self._wanted.request, SnapshotRequest(0)
        if snapshot.last_report > self._delivered:
            self._held = (request, snapshot)
            return []
        return self._hand_up_snapshot(request, snapshot)

    def _hand_up_snapshot(self, request: int, snapshot: Snapshot) -> list[LinkEvent]:
        self._held = None
        self._mirror.take_snapshot(snapshot)
        return [dataclasses.replace(snapshot, request=request)]

    def _take_heartbeat(self, heartbeat: Heartbeat, now_ms: int) -> None:
        if heartbeat.session != self._session:
            self.counters.new_sessions += 1
            self._call(now_ms)
            return
        self._lamps.shown(heartbeat.lights_frame, now_ms)
        self._mirror.awaited = heartbeat
        self._compare(now_ms)

    def _compare(self, now_ms: int) -> None:
        """Where the device's values are not ours, a snapshot puts it right."""
        heartbeat = self._mirror.awaited
        if heartbeat is None or heartbeat.last_report > self._delivered:
            return
        self._mirror.awaited = None
        is_waiting = self._asking.due_ms is not None or self._held is not None
        if is_waiting or not self._mirror.is_known or heartbeat.last_report < self._delivered:
            return
        if not self._mirror.agrees(heartbeat):
            self.counters.hash_mismatches += 1
            self._ask(now_ms)

    # --- what we say -------------------------------------------------------------------------

    def _ask(self, now_ms: int, *, again: bool = False) -> None:
        self._wanted_number = self._wanted_number % (_NUMBER_LIMIT - 1) + 1
        self._write(SnapshotRequest(self._wanted_number), now_ms)
        self._asking.said(now_ms, again=again)

    def _show(self, now_ms: int, *, again: bool = False) -> None:
        messages = self._lamps.to_send()
        for message in messages:
            self._write(message, now_ms)
        if messages:
            self._lamps.retry.said(now_ms, again=again)

    def _write(self, message: HostMessage, now_ms: int) -> None:
        data = frame(encode(message))
        self._sent_ms = now_ms  # also when dropped: a full line is no reason to hurry
        if len(self._outbox) + len(data) > OUTBOX_LIMIT_BYTES:
            self.counters.outbox_drops += 1  # all that matters is repeated until answered
            return
        self.recent.append((now_ms, ">", message))
        self._outbox += data


def check_sendable(message: Lights | Palette | SnapshotRequest) -> None:
    """Raises LocalMisuse for what the wire cannot carry. The link gives the numbers itself."""
    match message:
        case Lights():
            encode(dataclasses.replace(message, frame=1, palette=0))
        case Palette():
            encode(dataclasses.replace(message, number=0))
        case SnapshotRequest():
            pass
