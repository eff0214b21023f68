"""The golden vectors of PROTOCOL.md in the firmware's own codec."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from firmware_bridge import messages
from firmware_bridge.framing import Framer
from firmware_bridge.messages import HostMessage
from hw_sim.native import encoded_frame, host_messages

WIRE = json.loads((Path(__file__).parents[2] / "vectors" / "wire.json").read_text())
HOST_KINDS = {kind.__name__ for kind in HostMessage.__args__}
ALL = [pytest.param(vector["frame"], id=vector["name"]) for vector in WIRE["vectors"]]
OF_HOST = [
    pytest.param(vector["frame"], id=vector["name"])
    for vector in WIRE["vectors"]
    if vector["message"]["type"] in HOST_KINDS
]
OF_DEVICE = [
    pytest.param(vector["frame"], id=vector["name"])
    for vector in WIRE["vectors"]
    if vector["message"]["type"] not in HOST_KINDS
]
REFUSED = [
    pytest.param(vector, id=vector["name"])
    for vector in WIRE["refused"]
    if vector["from"] == "host"
]

pytestmark = pytest.mark.usefixtures("toolchain")


def payload_of(hexes: str) -> bytes:
    (payload,) = Framer().feed(bytes.fromhex(hexes))
    return payload


@pytest.mark.parametrize("hexes", ALL)
def test_firmware_makes_the_frame_of_the_vector(hexes: str) -> None:
    assert encoded_frame(payload_of(hexes)).hex() == hexes


@pytest.mark.parametrize("hexes", OF_HOST)
def test_firmware_takes_the_host_vector_for_a_message(hexes: str) -> None:
    assert host_messages(bytes.fromhex(hexes)) == [payload_of(hexes)]


@pytest.mark.parametrize("hexes", OF_DEVICE)
def test_firmware_takes_no_message_of_a_device(hexes: str) -> None:
    assert host_messages(bytes.fromhex(hexes)) == []


@pytest.mark.parametrize("vector", REFUSED)
def test_firmware_throws_the_damaged_vector_away(vector: dict[str, Any]) -> None:
    assert host_messages(bytes.fromhex(vector["frame"])) == []


def test_vectors_name_every_kind_of_host_message() -> None:
    named = {vector["message"]["type"] for vector in WIRE["vectors"]}

    assert named >= HOST_KINDS
    assert all(hasattr(messages, name) for name in named)
