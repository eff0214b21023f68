"""Any bytes at all: no crash, no growing memory, no message that was not sent."""

from __future__ import annotations

import os
import random
from collections.abc import Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from wire_rig import Rig, frames_of

from firmware_bridge.codec import encode
from firmware_bridge.framing import MAX_FRAME_BYTES, frame
from firmware_bridge.layout import REFERENCE
from firmware_bridge.link import OUTBOX_LIMIT_BYTES, RECENT_MESSAGES, Link
from firmware_bridge.messages import (
    Button,
    ButtonEvent,
    DeviceMessage,
    Heartbeat,
    Identity,
    LightsShown,
    LineHeard,
    LinkDown,
    LinkEvent,
    LinkUp,
    PointReport,
    Snapshot,
)

# The draws are fixed: CRC-16 lets one damaged frame in 65 536 through, by PROTOCOL.md section 8,
# and a test that fails by chance once a month teaches nobody.
fixed = settings(derandomize=True, max_examples=60)
SEEDS = st.integers(0, 2**32)
TORMENT_BYTES = int(os.environ.get("TORMENT_BYTES", "1000000"))

IDENTITY = Identity(1, 1, "1.0", "reference", 16, 4, 1, 1, "x", session=2)


def link_up() -> Link:
    link = Link(REFERENCE)
    link.port_opened(0)
    link.receive(frame(encode(IDENTITY)), 0)
    return link


def conversation(rng: random.Random, length: int) -> list[DeviceMessage]:
    """What a device says after its identity, numbers in order."""
    said: list[DeviceMessage] = []
    for number in range(1, length + 1):
        cells = tuple(rng.randint(-127, 127) for _ in range(5))
        said.append(
            rng.choice(
                (
                    PointReport(number, rng.randrange(24), cells),
                    ButtonEvent(number, rng.choice(list(Button)), rng.random() < 0.5),
                )
            )
        )
        if rng.random() < 0.2:
            said.append(Heartbeat(number, rng.randrange(65536), number * 10, 0, session=2))
        if rng.random() < 0.1:
            said.append(LightsShown(rng.randrange(65536)))
    return said


def mutated(rng: random.Random, data: bytes) -> bytes:
    """Some bytes flipped, dropped, doubled or put in."""
    out = bytearray()
    for byte in data:
        chance = rng.random()
        if chance < 0.01:
            out.append(byte ^ 1 << rng.randrange(8))
        elif chance < 0.015:
            continue
        elif chance < 0.02:
            out += bytes((byte, byte))
        elif chance < 0.025:
            out += rng.randbytes(rng.randrange(1, 30)) + bytes((byte,))
        else:
            out.append(byte)
    return bytes(out)


def is_bounded(link: Link) -> bool:
    return (
        link._framer.pending_bytes <= MAX_FRAME_BYTES
        and len(link.data_to_send()) <= OUTBOX_LIMIT_BYTES
        and len(link.recent) <= RECENT_MESSAGES
        and len(link._mirror.values) == 128
    )


def handed_up(events: list[LinkEvent]) -> Iterator[LinkEvent]:
    return (event for event in events if not isinstance(event, LinkUp | LinkDown | LineHeard))


@fixed
@given(st.lists(st.binary(max_size=500), max_size=20))
def test_any_bytes_never_raise_and_never_pile_up(chunks: list[bytes]) -> None:
    link = link_up()
    for step, chunk in enumerate(chunks):
        link.receive(chunk, step)
        link.advance(step)
        assert is_bounded(link)


@fixed
@given(SEEDS)
def test_a_mutated_stream_yields_only_what_was_sent(seed: int) -> None:
    rng = random.Random(seed)
    link = link_up()
    said = conversation(rng, 60)
    stream = b"".join(frame(encode(message)) for message in said)
    events = link.receive(mutated(rng, stream), 1)

    numbers = [event.number for event in events if isinstance(event, PointReport | ButtonEvent)]
    assert set(handed_up(events)) <= set(said)
    assert numbers == list(range(1, len(numbers) + 1))


@fixed
@given(SEEDS)
def test_a_bad_line_still_gives_each_report_once_in_order(seed: int) -> None:
    """Lost, doubled, swapped and damaged frames both ways; then the line is good again."""
    rng = random.Random(seed)

    def bad(data: bytes) -> bytes:
        frames = frames_of(data)
        rng.shuffle(frames)
        doubled = [one for one in frames for _ in range(rng.choice((0, 1, 1, 1, 2)))]
        return b"".join(mutated(rng, one) if rng.random() < 0.1 else one for one in doubled)

    rig = Rig().open()
    rig.run(300)
    rig.events.clear()
    rig.up = rig.down = bad
    field = [0] * 128
    for _ in range(60):
        cell = rng.randrange(128)
        field[cell] = rng.randrange(-100, 100)
        rig.scanner.set(cell, field[cell])
        rig.run(rng.randrange(10, 120))
    rig.up = rig.down = lambda data: data
    rig.run(6000)

    seen = [0] * 128
    last = 0
    for _, event in rig.events:
        match event:
            case PointReport(number, group, readings):
                assert number == last + 1
                last = number
                start = group * 5 if group < 24 else 120 + (group - 24) * 4
                seen[start : start + len(readings)] = readings
            case Snapshot(_, _, readings):
                seen[:] = readings
            case LinkUp():
                last = 0
    assert all(abs(now - then) < 4 for now, then in zip(field, seen, strict=True))


@pytest.mark.slow
def test_millions_of_random_and_mutated_bytes_yield_nothing_that_was_not_sent() -> None:
    """A million here; `TORMENT_BYTES=10000000` for the figure that the table is built to."""
    rng = random.Random(20260501)
    link = link_up()
    fed = 0
    now_ms = 0
    while fed < TORMENT_BYTES:
        said = conversation(rng, 20)
        stream = b"".join(frame(encode(message)) for message in said)
        data = rng.choice(
            (rng.randbytes(500), mutated(rng, stream), mutated(rng, rng.randbytes(400)))
        )
        now_ms += 7
        events = link.receive(data, now_ms) + link.advance(now_ms)
        fed += len(data)
        assert set(handed_up(events)) <= set(said)
        assert is_bounded(link)
        link.port_opened(now_ms)
        session = link._session
        answer = Identity(1, 1, "1.0", "reference", 16, 4, 1, 1, "x", session=session)
        assert any(
            isinstance(e, LinkUp) for e in link.receive(b"\0" + frame(encode(answer)), now_ms)
        )

    counters = link.framer_counters
    assert counters.bad_crc > TORMENT_BYTES / 1000
    assert counters.bad_cobs > TORMENT_BYTES / 1000
    assert counters.discarded_bytes > TORMENT_BYTES / 2
