"""Random and damaged bytes at the firmware's framer; all of its tests under the sanitizers.

GAMMONBOARD_TORMENT_BYTES=10000000 makes it the long run.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from native_rig import NativeRig

from firmware_bridge.codec import decode_host
from firmware_bridge.errors import ProtocolViolation
from firmware_bridge.framing import MAX_FRAME_BYTES, Framer
from hw_sim.native import CHECKED, host_messages

pytestmark = pytest.mark.usefixtures("toolchain")

TORMENT_BYTES = int(os.environ.get("GAMMONBOARD_TORMENT_BYTES", "1000000"))
CHUNK = 50_000
WIRE = json.loads((Path(__file__).parents[2] / "vectors" / "wire.json").read_text())
FRAMES = [bytes.fromhex(vector["frame"]) for vector in WIRE["vectors"] + WIRE["refused"]]


def messages_by_python(data: bytes) -> list[bytes]:
    found = []
    for payload in Framer().feed(data):
        try:
            decode_host(payload)
        except ProtocolViolation:
            continue
        found.append(payload)
    return found


def random_bytes(rng: np.random.Generator) -> bytes:
    """Nothing, mostly zeros, or anything; runs without a zero are longer than a frame now and
    then."""
    kind = rng.integers(3)
    noise = rng.integers(0, 256, 400, dtype=np.uint8)
    if kind == 0:
        noise[rng.random(400) < 0.3] = 0
    elif kind == 1:
        noise[noise == 0] = 1
    return noise.tobytes()


def mutated(rng: np.random.Generator) -> bytes:
    """A frame with some of its bytes changed, lost, doubled or cut off."""
    data = bytearray(FRAMES[rng.integers(len(FRAMES))])
    for _ in range(rng.integers(0, 4)):
        at = int(rng.integers(len(data)))
        kind = rng.integers(4)
        if kind == 0:
            data[at] = int(rng.integers(256))
        elif kind == 1:
            del data[at]
        elif kind == 2:
            data[at:at] = data[at : at + int(rng.integers(1, 9))]
        else:
            del data[at:]
        if not data:
            break
    return bytes(data)


def torment(rng: np.random.Generator, count: int) -> bytes:
    """About so many bytes."""
    data = bytearray()
    while len(data) < count:
        data += mutated(rng) if rng.random() < 0.9 else random_bytes(rng)
    return bytes(data)


def test_no_byte_stream_makes_a_message_that_python_would_not_take() -> None:
    """The same whole messages in the same order, whatever came between them."""
    rng = np.random.default_rng(20)
    tormented = taken = 0
    while tormented < TORMENT_BYTES:
        data = torment(rng, CHUNK)
        mine = messages_by_python(data)
        assert host_messages(data) == mine
        tormented += len(data)
        taken += len(mine)
    assert taken > TORMENT_BYTES // 2000  # what is whole among it is not lost


def test_a_board_in_session_lives_through_it_and_answers_after() -> None:
    rng = np.random.default_rng(21)
    rig = NativeRig()
    for _ in range(max(1, TORMENT_BYTES // CHUNK // 4)):
        rig.board.receive(torment(rng, CHUNK), rig.now_ms)
        rig.wait(5)
        rig.board.scan(rng.integers(-128, 128, 128).astype(np.int16), rig.now_ms)
        rig.board.take_line()
        rig.board.take_strip()
    rig.board.receive(b"\0", rig.now_ms)
    rig.wait(2000)

    assert rig.heard()


@pytest.mark.parametrize(
    "length", [MAX_FRAME_BYTES - 3, MAX_FRAME_BYTES - 2, MAX_FRAME_BYTES, 5000]
)
def test_a_run_too_long_for_a_frame_is_thrown_away_and_the_next_frame_taken(length: int) -> None:
    alive = FRAMES[[vector["name"] for vector in WIRE["vectors"]].index("alive")]
    data = b"\0" + b"\x01" * length + alive

    assert host_messages(data) == messages_by_python(data)
    assert len(host_messages(data)) == 1


@pytest.mark.slow
def test_all_of_this_holds_under_the_sanitizers(tmp_path: Path) -> None:
    """The same tests, the library built with address and undefined-behaviour checks."""
    if os.environ.get(CHECKED):
        return  # this is the run below
    runtime = subprocess.run(
        ["gcc", "-print-file-name=libasan.so"], capture_output=True, text=True, check=True
    ).stdout.strip()
    environment = {
        **os.environ,
        CHECKED: "1",
        "LD_PRELOAD": runtime,
        "ASAN_OPTIONS": "detect_leaks=0:halt_on_error=1",
        "UBSAN_OPTIONS": "halt_on_error=1:print_stacktrace=1",
    }
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-n", "0", "-p", "no:cacheprovider",
         str(Path(__file__).parent), "-k", "native"],
        env=environment, capture_output=True, text=True, check=False,
        cwd=Path(__file__).parents[3],
    )  # fmt: skip

    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-3000:]
