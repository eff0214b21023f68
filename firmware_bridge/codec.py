"""Messages <-> payload bytes: one table, one row a message. PROTOCOL.md section 4.

A payload is a kind byte and a packed little-endian body of fixed length. Decoding is strict: a
wrong length, an unknown kind or a value out of range is a ProtocolViolation, never a guess.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from struct import Struct
from struct import error as StructError  # noqa: N812  (it is an exception)
from typing import Any

from firmware_bridge.errors import LocalMisuse, ProtocolViolation
from firmware_bridge.framing import crc16
from firmware_bridge.layout import CELLS, CELLS_PER_POINT, GROUPS, LIGHTS, cells_of
from firmware_bridge.messages import (
    Ack,
    Alive,
    Button,
    ButtonEvent,
    DeviceMessage,
    Heartbeat,
    Hello,
    HostMessage,
    Identity,
    Lights,
    LightsShown,
    Message,
    Palette,
    PointReport,
    Reading,
    Snapshot,
    SnapshotRequest,
)

PROTOCOL_VERSION = 1
NO_READING = -128
MAX_READING = 127
TEXT_BYTES = 16
PALETTE_COLOURS = 16
_CELLS_IN_GROUP = tuple(len(cells_of(group)) for group in range(GROUPS))


def encode(message: Message) -> bytes:
    """The payload of a message. Raises LocalMisuse for values that the wire cannot carry."""
    form = _FORMS[type(message)]
    try:
        return form.kind_byte + form.body.pack(*form.fields(message))
    except (StructError, ValueError) as error:
        raise LocalMisuse(f"{message!r} cannot be sent: {error}") from error


def decode_device(payload: bytes) -> DeviceMessage:
    """A message that a device sent. Raises ProtocolViolation for anything else."""
    return _decode(payload, _DEVICE_KINDS)  # type: ignore[no-any-return]


def decode_host(payload: bytes) -> HostMessage:
    """A message that a host sent. Raises ProtocolViolation for anything else."""
    return _decode(payload, _HOST_KINDS)  # type: ignore[no-any-return]


def pack_readings(readings: Sequence[Reading]) -> bytes:
    """Readings as signed bytes, None as -128. Raises ValueError beyond -127..127."""
    if not all(value is None or -MAX_READING <= value <= MAX_READING for value in readings):
        raise ValueError(f"a reading is not -{MAX_READING}..{MAX_READING}")
    return bytes((NO_READING if value is None else value) & 0xFF for value in readings)


def unpack_readings(data: bytes) -> tuple[Reading, ...]:
    """The inverse of `pack_readings`; every byte is a reading or -128."""
    return tuple([_READING_OF_BYTE[byte] for byte in data])


def values_hash(values: bytes) -> int:
    """The heartbeat's hash: CRC-16 over the 128 values last reported, as signed bytes."""
    return crc16(values)


def body_formats() -> dict[str, tuple[int, str]]:
    """Kind and `struct` format of every message's body, for codecs in other languages."""
    return {message.__name__: (form.kind, form.body.format) for message, form in _FORMS.items()}


@dataclass(frozen=True, slots=True)
class _Form:
    """How one message is packed. `message` raises ValueError for values out of range."""

    kind: int
    body: Struct
    fields: Callable[[Any], tuple[object, ...]]
    message: Callable[..., Message]

    @property
    def kind_byte(self) -> bytes:
        return bytes((self.kind,))


def _decode(payload: bytes, forms: dict[int, _Form]) -> Any:
    if not payload:
        raise ProtocolViolation("empty payload")
    form = forms.get(payload[0])
    if form is None:
        raise ProtocolViolation(f"kind 0x{payload[0]:02x} is not known here")
    body = payload[1:]
    if len(body) != form.body.size:
        raise ProtocolViolation(
            f"kind 0x{form.kind:02x} has {len(body)} bytes, not {form.body.size}"
        )
    try:
        return form.message(*form.body.unpack(body))
    except ValueError as error:
        raise ProtocolViolation(f"kind 0x{form.kind:02x}: {error}") from error


_READING_OF_BYTE: tuple[Reading, ...] = tuple(
    None if byte == 0x80 else byte - 256 if byte > 0x80 else byte for byte in range(256)
)


def _text_bytes(text: str) -> bytes:
    if not text.isascii() or not text.isprintable() or len(text) > TEXT_BYTES:
        raise ValueError(f"{text!r} is not printable ASCII of at most {TEXT_BYTES} characters")
    return text.encode("ascii")


def _text(data: bytes) -> str:
    stripped = data.rstrip(b"\0")
    text = stripped.decode("ascii")  # UnicodeDecodeError is a ValueError
    if not text.isprintable():
        raise ValueError(f"{stripped!r} is not printable")
    return text


def _in_range(name: str, value: int, low: int, high: int) -> int:
    if not low <= value <= high:
        raise ValueError(f"{name} {value} is not {low}-{high}")
    return value


def _flag(name: str, value: int) -> bool:
    return bool(_in_range(name, value, 0, 1))


def _identity_fields(m: Identity) -> tuple[object, ...]:
    texts = (_text_bytes(m.firmware), _text_bytes(m.layout), _text_bytes(m.build))
    thresholds = (m.jump_threshold, m.drift_threshold)
    versions = (m.protocol_min, m.protocol_max)
    return (m.session, *versions, *thresholds, m.boot_counter, m.board_id, *texts)


def _identity(
    session: int,
    protocol_min: int,
    protocol_max: int,
    jump_threshold: int,
    drift_threshold: int,
    boot_counter: int,
    board_id: int,
    firmware: bytes,
    layout: bytes,
    build: bytes,
) -> Identity:
    return Identity(
        protocol_min=protocol_min,
        protocol_max=protocol_max,
        firmware=_text(firmware),
        layout=_text(layout),
        jump_threshold=jump_threshold,
        drift_threshold=drift_threshold,
        boot_counter=boot_counter,
        board_id=board_id,
        build=_text(build),
        session=session,
    )


def _report_fields(m: PointReport) -> tuple[object, ...]:
    group = _in_range("group", m.group, 0, GROUPS - 1)
    if len(m.readings) != _CELLS_IN_GROUP[group]:
        raise ValueError(f"{len(m.readings)} readings, group {group} has {_CELLS_IN_GROUP[group]}")
    cells = pack_readings(m.readings).ljust(CELLS_PER_POINT, b"\x80")
    return (m.number, group, int(m.busy), cells)


def _report(number: int, group: int, busy: int, cells: bytes) -> PointReport:
    count = _CELLS_IN_GROUP[_in_range("group", group, 0, GROUPS - 1)]
    if cells[count:].strip(b"\x80"):
        raise ValueError(f"group {group} has {count} cells, more were sent")
    readings = unpack_readings(cells[:count])
    return PointReport(number, group, readings, busy=_flag("busy", busy))


def _snapshot_fields(m: Snapshot) -> tuple[object, ...]:
    if len(m.readings) != CELLS:
        raise ValueError(f"{len(m.readings)} readings, not {CELLS}")
    return (m.request, m.last_report, pack_readings(m.readings))


def _heartbeat(
    session: int, last_report: int, hash_: int, uptime_ms: int, lights_frame: int
) -> Heartbeat:
    return Heartbeat(last_report, hash_, uptime_ms, lights_frame, session)


def _lights_fields(m: Lights) -> tuple[object, ...]:
    if len(m.codes) != LIGHTS:
        raise ValueError(f"{len(m.codes)} codes, not {LIGHTS}")
    codes = [_in_range("code", code, 0, PALETTE_COLOURS - 1) for code in m.codes]
    nibbles = bytes(low | high << 4 for low, high in zip(codes[::2], codes[1::2], strict=True))
    frame = _in_range("frame", m.frame, 1, 0xFFFF)
    return (frame, _in_range("brightness", m.brightness_pct, 0, 100), m.palette, nibbles)


def _lights(frame: int, brightness_pct: int, palette: int, nibbles: bytes) -> Lights:
    codes = tuple(code for byte in nibbles for code in (byte & 0x0F, byte >> 4))
    brightness_pct = _in_range("brightness", brightness_pct, 0, 100)
    return Lights(_in_range("frame", frame, 1, 0xFFFF), brightness_pct, codes, palette)


def _palette_fields(m: Palette) -> tuple[object, ...]:
    if len(m.colours) != PALETTE_COLOURS or any(len(colour) != 3 for colour in m.colours):
        raise ValueError(f"not {PALETTE_COLOURS} colours of red, green, blue")
    return (m.number, bytes(channel for colour in m.colours for channel in colour))


def _palette(number: int, data: bytes) -> Palette:
    channels = iter(data)
    return Palette(tuple(zip(channels, channels, channels, strict=True)), number)


_FORMS: dict[type[Message], _Form] = {
    Identity: _Form(0x01, Struct("<HBBBBHI16s16s16s"), _identity_fields, _identity),
    PointReport: _Form(0x02, Struct("<IBB5s"), _report_fields, _report),
    Snapshot: _Form(
        0x03,
        Struct("<HI128s"),
        _snapshot_fields,
        lambda request, last, cells: Snapshot(request, last, unpack_readings(cells)),
    ),
    Heartbeat: _Form(
        0x04,
        Struct("<HIHIH"),
        lambda m: (m.session, m.last_report, m.values_hash, m.uptime_ms, m.lights_frame),
        _heartbeat,
    ),
    ButtonEvent: _Form(
        0x05,
        Struct("<IBB"),
        lambda m: (m.number, m.button, int(m.pressed)),
        lambda number, button, down: ButtonEvent(number, Button(button), _flag("pressed", down)),
    ),
    LightsShown: _Form(0x06, Struct("<H"), lambda m: (m.frame,), LightsShown),
    Hello: _Form(
        0x81,
        Struct("<H"),
        lambda m: (_in_range("session", m.session, 1, 0xFFFF),),
        lambda session: Hello(_in_range("session", session, 1, 0xFFFF)),
    ),
    Ack: _Form(0x82, Struct("<I"), lambda m: (m.number,), Ack),
    SnapshotRequest: _Form(0x83, Struct("<H"), lambda m: (m.request,), SnapshotRequest),
    Lights: _Form(0x84, Struct("<HBB14s"), _lights_fields, _lights),
    Palette: _Form(0x85, Struct("<B48s"), _palette_fields, _palette),
    Alive: _Form(0x86, Struct("<"), lambda m: (), Alive),
}
_HOST_BIT = 0x80
_DEVICE_KINDS = {form.kind: form for form in _FORMS.values() if not form.kind & _HOST_BIT}
_HOST_KINDS = {form.kind: form for form in _FORMS.values() if form.kind & _HOST_BIT}
