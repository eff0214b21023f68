"""Codec: what it encodes it decodes; what the wire cannot carry or no device sends is refused."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware_bridge.codec import (
    decode_device,
    decode_host,
    encode,
    pack_readings,
    unpack_readings,
    values_hash,
)
from firmware_bridge.errors import LocalMisuse, ProtocolViolation
from firmware_bridge.framing import MAX_PAYLOAD_BYTES
from firmware_bridge.layout import CELLS, LIGHTS, cells_of
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
    Snapshot,
    SnapshotRequest,
)

U8, U16, U32 = st.integers(0, 0xFF), st.integers(0, 0xFFFF), st.integers(0, 0xFFFF_FFFF)
NOT_0 = st.integers(1, 0xFFFF)
READING = st.none() | st.integers(-127, 127)
TEXT = st.text(st.characters(min_codepoint=32, max_codepoint=126), max_size=16)


def tuples(items: st.SearchStrategy[int | None], size: int) -> st.SearchStrategy[tuple]:  # type: ignore[type-arg]
    return st.lists(items, min_size=size, max_size=size).map(tuple)


REPORTS = st.integers(0, 25).flatmap(
    lambda group: st.builds(
        PointReport, U32, st.just(group), tuples(READING, len(cells_of(group))), st.booleans()
    )
)
DEVICE: st.SearchStrategy[DeviceMessage] = st.one_of(
    st.builds(Identity, U8, U8, TEXT, TEXT, U8, U8, U16, U32, TEXT, U16),
    REPORTS,
    st.builds(Snapshot, U16, U32, tuples(READING, CELLS)),
    st.builds(Heartbeat, U32, U16, U32, U16, U16),
    st.builds(ButtonEvent, U32, st.sampled_from(Button), st.booleans()),
    st.builds(LightsShown, U16),
)
CODES = tuples(st.integers(0, 15), LIGHTS)
COLOURS = st.lists(st.tuples(U8, U8, U8), min_size=16, max_size=16).map(tuple)
HOST: st.SearchStrategy[HostMessage] = st.one_of(
    st.builds(Hello, NOT_0),
    st.builds(Ack, U32),
    st.builds(SnapshotRequest, U16),
    st.builds(Lights, NOT_0, st.integers(0, 100), CODES, U8),
    st.builds(Palette, COLOURS, U8),
    st.just(Alive()),
)


@given(DEVICE)
def test_what_a_device_says_comes_back(message: DeviceMessage) -> None:
    assert decode_device(encode(message)) == message
    assert len(encode(message)) <= MAX_PAYLOAD_BYTES


@given(HOST)
def test_what_a_host_says_comes_back(message: HostMessage) -> None:
    assert decode_host(encode(message)) == message


@given(st.binary(max_size=200))
def test_any_payload_is_a_message_that_encodes_to_it_or_a_violation(payload: bytes) -> None:
    for decode in (decode_device, decode_host):
        try:
            message = decode(payload)
        except ProtocolViolation:
            continue
        assert encode(message) == payload


@given(st.sampled_from([1, 2, 3, 4, 5, 6]), st.data())
def test_a_body_of_the_right_length_is_exact_or_a_violation(kind: int, data: st.DataObject) -> None:
    size = {1: 62, 2: 11, 3: 134, 4: 14, 5: 6, 6: 2}[kind]
    payload = bytes((kind,)) + data.draw(st.binary(min_size=size, max_size=size))
    try:
        message = decode_device(payload)
    except ProtocolViolation:
        return
    assert encode(message) == payload


@pytest.mark.parametrize(
    "message",
    [
        PointReport(1, 26, (0,) * 5),
        PointReport(1, 24, (0,) * 5),
        PointReport(1, 3, (0,) * 4),
        PointReport(1, 3, (0, 0, 0, 0, -128)),
        PointReport(-1, 3, (0,) * 5),
        Snapshot(1, 0, (0,) * 127),
        Snapshot(1, 0, (128,) * 128),
        Hello(0),
        Hello(0x10000),
        Lights(0, 50, (0,) * 28),
        Lights(1, 101, (0,) * 28),
        Lights(1, 50, (16,) * 28),
        Lights(1, 50, (0,) * 27),
        Palette(((0, 0, 0),) * 15),
        Palette(((0, 0, 256),) * 16),
        Identity(1, 1, "seventeen letters", "x", 16, 4, 1, 1, "x"),
        Identity(1, 1, "tab\t", "x", 16, 4, 1, 1, "x"),
        Identity(1, 1, "é", "x", 16, 4, 1, 1, "x"),
    ],
    ids=repr,
)
def test_what_the_wire_cannot_carry_is_our_own_fault(message: Message) -> None:
    with pytest.raises(LocalMisuse):
        encode(message)


def test_nothing_is_no_message() -> None:
    with pytest.raises(ProtocolViolation):
        decode_device(b"")


def test_a_text_that_cannot_be_printed_is_no_identity() -> None:
    payload = encode(Identity(1, 1, "1.0", "reference", 16, 4, 1, 1, "x"))

    with pytest.raises(ProtocolViolation, match="not printable"):
        decode_device(payload.replace(b"1.0", b"1\n0"))


@given(tuples(READING, 9))
def test_readings_are_signed_bytes_and_none_is_minus_128(readings: tuple[int | None, ...]) -> None:
    data = pack_readings(readings)

    assert unpack_readings(data) == readings
    assert all(
        (byte == 0x80) == (value is None) for byte, value in zip(data, readings, strict=True)
    )


def test_hash_of_values_is_the_crc_over_them() -> None:
    assert values_hash(b"123456789") == 0x29B1
