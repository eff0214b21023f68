"""Framer: bounded, resynchronising, counting; any split of the stream gives the same payloads."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware_bridge.framing import MAX_FRAME_BYTES, MAX_PAYLOAD_BYTES, Framer, crc16, frame

PAYLOADS = st.binary(min_size=1, max_size=MAX_PAYLOAD_BYTES)


@given(st.lists(PAYLOADS, max_size=5), st.integers(1, 40))
def test_payloads_come_back_however_the_stream_is_cut(payloads: list[bytes], step: int) -> None:
    stream = b"".join(frame(payload) for payload in payloads)
    framer = Framer()
    found = [p for at in range(0, len(stream), step) for p in framer.feed(stream[at : at + step])]

    assert found == payloads
    assert framer.counters.frames == len(payloads)
    assert framer.counters.discarded_bytes == 0


@given(PAYLOADS)
def test_frame_is_bounded_and_has_zeros_at_its_ends_only(payload: bytes) -> None:
    data = frame(payload)

    assert len(data) <= MAX_FRAME_BYTES
    assert data.count(0) == 2


@given(st.lists(st.binary(max_size=600), max_size=20))
def test_any_bytes_never_raise_and_never_pile_up(chunks: list[bytes]) -> None:
    framer = Framer()
    for chunk in chunks:
        framer.feed(chunk)
        assert framer.pending_bytes <= MAX_FRAME_BYTES


@given(st.binary(max_size=400), PAYLOADS)
def test_frame_after_any_noise_is_found(noise: bytes, payload: bytes) -> None:
    assert Framer().feed(noise + frame(payload))[-1] == payload


def test_frame_without_its_end_is_not_joined_with_the_next() -> None:
    framer = Framer()
    first, second = frame(b"first"), frame(b"second")

    assert framer.feed(first[:-1] + second[1:]) == []
    assert framer.counters.bad_crc + framer.counters.bad_cobs == 1
    assert framer.feed(frame(b"third")) == [b"third"]


def test_endless_bytes_without_a_zero_are_dropped_to_the_next_zero() -> None:
    framer = Framer()
    for _ in range(1000):
        assert framer.feed(b"x" * 100) == []

    assert framer.pending_bytes == 0
    assert framer.counters.too_long == 1
    assert framer.feed(b"\0" + frame(b"after")) == [b"after"]
    assert framer.counters.discarded_bytes == 100_000


def test_wrong_crc_is_counted_and_dropped() -> None:
    framer = Framer()
    damaged = bytearray(frame(b"payload"))
    damaged[3] ^= 0x40

    assert framer.feed(bytes(damaged)) == []
    assert framer.counters.bad_crc == 1


def test_reset_forgets_a_frame_that_had_begun() -> None:
    framer = Framer()
    framer.feed(frame(b"old")[:-1])
    framer.reset()

    assert framer.feed(b"\0" + frame(b"new")) == [b"new"]
    assert framer.counters.frames == 1


@pytest.mark.parametrize("payload", [b"", b"x" * (MAX_PAYLOAD_BYTES + 1)])
def test_payload_of_no_or_too_many_bytes_is_refused(payload: bytes) -> None:
    with pytest.raises(ValueError, match="1-195"):
        frame(payload)


def test_crc_of_the_check_string() -> None:
    assert crc16(b"123456789") == 0x29B1


def test_lib_07_half_a_character_and_bytes_that_are_no_text_are_counted_not_raised() -> None:
    """Whatever a line carries is bytes first: nothing here decodes text before it has a frame."""
    framer = Framer()
    good = frame(b"\x81\x01\x00")
    payloads = [
        payload for data in (b"\xc3", b"\xa9", b"\xff\xfe", good) for payload in framer.feed(data)
    ]

    assert payloads == [b"\x81\x01\x00"]
    assert framer.counters.damaged == 1
    assert framer.counters.discarded_bytes == 4
