"""What passes over the wire, as typed values. Bytes are the codec's business.

`cell` is a cell index (0-127), `group` a slot of five cells (0-23) or a bar half of four (24, 25);
readings are raw ints -127..127 by a fixed nominal scale, None where the device has no reading.
Nothing here knows what a checker is.
"""

from __future__ import annotations

import enum
from dataclasses import dataclass, field

Reading = int | None


class Button(enum.IntEnum):
    """The six buttons of a table, by their number on the wire."""

    LIGHT_DONE = 0
    LIGHT_DOUBLE = 1
    LIGHT_UNDO = 2
    DARK_DONE = 3
    DARK_DOUBLE = 4
    DARK_UNDO = 5


# --- device to host -------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Identity:
    """First words of a device after a Hello; nothing else is believed before."""

    protocol_min: int
    protocol_max: int
    firmware: str
    layout: str
    jump_threshold: int
    drift_threshold: int
    boot_counter: int
    board_id: int
    build: str
    session: int = 0  # of the Hello that it answers


@dataclass(frozen=True, slots=True)
class PointReport:
    """All cells of one group, sent since one of them changed. Numbered, acknowledged, re-sent."""

    number: int
    group: int
    readings: tuple[Reading, ...]
    busy: bool = False


@dataclass(frozen=True, slots=True)
class Snapshot:
    """Rounded means of the last eight scans of all cells, as asked for by `request`."""

    request: int
    last_report: int
    readings: tuple[Reading, ...]


@dataclass(frozen=True, slots=True)
class Heartbeat:
    """Once a second: number of the last report, a hash over the values last reported."""

    last_report: int
    values_hash: int
    uptime_ms: int
    lights_frame: int
    session: int = 0  # 0: nobody has said Hello since the device started


@dataclass(frozen=True, slots=True)
class ButtonEvent:
    """A button went down or up. Numbered, acknowledged, re-sent like a report."""

    number: int
    button: Button
    pressed: bool


@dataclass(frozen=True, slots=True)
class LightsShown:
    """The device shows this whole frame of lights."""

    frame: int


# --- host to device -------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Hello:
    """Who is there? Answered by Identity; starts a session with empty queues on both sides."""

    session: int


@dataclass(frozen=True, slots=True)
class Ack:
    """Every report and button event up to `number` has arrived."""

    number: int


@dataclass(frozen=True, slots=True)
class SnapshotRequest:
    """Send the means of all cells; they become the values last reported."""

    request: int


@dataclass(frozen=True, slots=True)
class Lights:
    """A whole frame: one palette index (0-15) for each of the 28 lights. Idempotent.

    The link numbers `frame` and `palette` by itself when it sends; what the owner put is not kept.
    """

    frame: int
    brightness_pct: int
    codes: tuple[int, ...]
    palette: int = 0  # number of the palette that the codes choose from


@dataclass(frozen=True, slots=True)
class Palette:
    """Sixteen colours (r, g, b) that the codes of `Lights` choose from."""

    colours: tuple[tuple[int, int, int], ...]
    number: int = 0  # given by the link


@dataclass(frozen=True, slots=True)
class Alive:
    """Nothing to say, still there. After 3 s without any frame the device shows "no host"."""


DeviceMessage = Identity | PointReport | Snapshot | Heartbeat | ButtonEvent | LightsShown
HostMessage = Hello | Ack | SnapshotRequest | Lights | Palette | Alive
Message = DeviceMessage | HostMessage


# --- link to the core (never on the wire) ------------------------------------------------------


class LinkFault(enum.Enum):
    """Why a link is down: one member for each thing that its owner can do about it."""

    PORT_LOST = "port lost"  # cable out, device gone
    SILENT = "silent"  # port open, nobody answers
    WRONG_FIRMWARE = "wrong firmware"  # protocol ranges do not meet
    WRONG_LAYOUT = "wrong layout"  # identified, but not the table that the config names


@dataclass(frozen=True, slots=True)
class LinkUp:
    """Identified and in step; `restarted` if the boot counter moved since the last time."""

    identity: Identity
    restarted: bool


@dataclass(frozen=True, slots=True)
class LineMinute:
    """What came in each of the last 62 seconds, the oldest first; fewer while the line has not been
    watched for so long. The last one may not be over.

    heard: messages; damaged: frames thrown away.
    """

    heard: tuple[int, ...]
    damaged: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class LinkQuality:
    """How good a line was of late. Counts are since the link was made.

    messages_per_s: heard in the last ten seconds, rounded; resent: said again by either side;
    damaged: frames thrown away; silent_ms: since anything good was heard, None if never.
    """

    messages_per_s: int
    resent: int
    damaged: int
    silent_ms: int | None
    minute: LineMinute = LineMinute((), ())


@dataclass(frozen=True, slots=True)
class LinkDown:
    """The device cannot be used; `detail` is for people."""

    fault: LinkFault
    detail: str
    quality: LinkQuality | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class LineHeard:
    """Something comes in although the device cannot be used; told once a second at most."""

    minute: LineMinute


LinkEvent = LinkUp | LinkDown | LineHeard | PointReport | Snapshot | ButtonEvent
"""What a link hands upward: in order, each once, no word of the device before LinkUp."""
