"""The golden vectors: PROTOCOL.md shows what the codec speaks, by independent arithmetic."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from firmware_bridge import messages
from firmware_bridge.codec import decode_device, decode_host, encode
from firmware_bridge.errors import ProtocolViolation
from firmware_bridge.framing import MAX_FRAME_BYTES, Framer, frame
from firmware_bridge.messages import Button, Message

ROOT = Path(__file__).parents[2]
WIRE = json.loads((ROOT / "tests/vectors/wire.json").read_text())
PROTOCOL = (ROOT / "firmware_bridge/PROTOCOL.md").read_text()
VECTORS = [pytest.param(vector, id=vector["name"]) for vector in WIRE["vectors"]]
REFUSED = [pytest.param(vector, id=vector["name"]) for vector in WIRE["refused"]]
DEVICE_KINDS = (
    messages.Identity | messages.PointReport | messages.Snapshot | messages.Heartbeat
    | messages.ButtonEvent | messages.LightsShown
)  # fmt: skip


def message_of(spec: dict[str, Any]) -> Message:
    words = {key: _tuples(value) for key, value in spec.items() if key != "type"}
    if "button" in words:
        words["button"] = Button(words["button"])
    made: Message = getattr(messages, spec["type"])(**words)
    return made


def _tuples(value: Any) -> Any:
    return tuple(_tuples(item) for item in value) if isinstance(value, list) else value


def bitwise_crc(data: bytes) -> int:
    """CRC-16/CCITT-FALSE as the page describes it, a bit at a time."""
    crc = 0xFFFF
    for byte in data:
        crc ^= byte << 8
        for _ in range(8):
            crc = (crc << 1 ^ 0x1021 if crc & 0x8000 else crc << 1) & 0xFFFF
    return crc


def plain_unstuff(encoded: bytes) -> bytes:
    """COBS as its paper describes it, for frames shorter than 254 bytes."""
    out = bytearray()
    at = 0
    while at < len(encoded):
        code = encoded[at]
        out += encoded[at + 1 : at + code]
        at += code
        if at < len(encoded):
            out.append(0)
    return bytes(out)


@pytest.mark.parametrize("vector", VECTORS)
def test_message_has_the_bytes_of_its_vector(vector: dict[str, Any]) -> None:
    assert frame(encode(message_of(vector["message"]))).hex() == vector["frame"]


@pytest.mark.parametrize("vector", VECTORS)
def test_bytes_have_the_message_of_their_vector(vector: dict[str, Any]) -> None:
    (payload,) = Framer().feed(bytes.fromhex(vector["frame"]))
    message = message_of(vector["message"])
    decode = decode_device if isinstance(message, DEVICE_KINDS) else decode_host

    assert decode(payload) == message


@pytest.mark.parametrize("vector", VECTORS)
def test_vector_keeps_the_rules_of_frames_by_plain_arithmetic(vector: dict[str, Any]) -> None:
    data = bytes.fromhex(vector["frame"])
    inside = data[1:-1]
    checked = plain_unstuff(inside)

    assert len(data) <= MAX_FRAME_BYTES
    assert data[0] == data[-1] == 0
    assert 0 not in inside
    assert bitwise_crc(checked[:-2]) == int.from_bytes(checked[-2:], "big")


def test_check_value_of_the_crc_is_the_one_on_the_page() -> None:
    assert bitwise_crc(b"123456789") == 0x29B1


@pytest.mark.parametrize("vector", REFUSED)
def test_damaged_vector_is_thrown_away(vector: dict[str, Any]) -> None:
    decode = decode_device if vector["from"] == "device" else decode_host
    payloads = Framer().feed(bytes.fromhex(vector["frame"]))

    assert len(payloads) <= 1
    for payload in payloads:
        with pytest.raises(ProtocolViolation):
            decode(payload)


def test_every_message_has_a_vector() -> None:
    kinds = {type(message_of(vector["message"])) for vector in WIRE["vectors"]}

    assert kinds == set(Message.__args__)


def test_page_shows_the_vectors_of_the_file() -> None:
    shown = dict(re.findall(r"^\| (\S+) \|.*?`([0-9a-f]+)` \|$", PROTOCOL, re.MULTILINE))
    kept = {vector["name"]: vector["frame"] for part in WIRE.values() for vector in part}

    assert shown == kept
