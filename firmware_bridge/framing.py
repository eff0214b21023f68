"""Bytes on the line <-> payloads: zero-delimited COBS with a CRC-16. PROTOCOL.md section 3.

The framer is bounded and resynchronises at the next zero byte; it counts all that it throws away.
"""

from __future__ import annotations

import binascii
from dataclasses import dataclass

from cobs import cobs

DELIMITER = b"\0"
MAX_FRAME_BYTES = 200
CRC_BYTES = 2
MAX_PAYLOAD_BYTES = MAX_FRAME_BYTES - len(DELIMITER) * 2 - CRC_BYTES - 1  # 1: the COBS code byte
_MAX_ENCODED_BYTES = MAX_FRAME_BYTES - len(DELIMITER) * 2


def crc16(data: bytes) -> int:
    """CRC-16/CCITT-FALSE: polynomial 0x1021, start 0xFFFF, not reflected, no final xor."""
    return binascii.crc_hqx(data, 0xFFFF)


def frame(payload: bytes) -> bytes:
    """One frame with its delimiters, ready for the line.

    It opens with a zero too, so that noise before it never takes it along.
    Raises ValueError for a payload that is empty or longer than MAX_PAYLOAD_BYTES.
    """
    if not 0 < len(payload) <= MAX_PAYLOAD_BYTES:
        raise ValueError(f"payload of {len(payload)} bytes is not 1-{MAX_PAYLOAD_BYTES}")
    checked = payload + crc16(payload).to_bytes(CRC_BYTES, "big")
    encoded: bytes = cobs.encode(checked)
    return DELIMITER + encoded + DELIMITER


@dataclass(slots=True)
class FramerCounters:
    """What a framer has seen; all but `frames` count what was thrown away."""

    frames: int = 0
    bad_crc: int = 0
    bad_cobs: int = 0  # a code byte that points beyond its frame
    too_short: int = 0
    too_long: int = 0
    discarded_bytes: int = 0

    @property
    def damaged(self) -> int:
        """Frames thrown away."""
        return self.bad_crc + self.bad_cobs + self.too_short + self.too_long


class Framer:
    """Cuts a stream into payloads. Holds at most one frame's bytes, whatever comes."""

    def __init__(self) -> None:
        self.counters = FramerCounters()
        self._tail = bytearray()  # the frame that has begun
        self._skipping = False  # too long: nothing counts until the next zero

    @property
    def pending_bytes(self) -> int:
        """Bytes kept of a frame that has begun; never more than MAX_FRAME_BYTES."""
        return len(self._tail)

    def reset(self) -> None:
        """Forget the frame that has begun (the port was opened anew)."""
        self._tail.clear()
        self._skipping = False

    def feed(self, data: bytes) -> list[bytes]:
        """The payloads that are complete and whole with these bytes. Never raises."""
        *finished, rest = data.split(DELIMITER)
        payloads: list[bytes] = []
        for piece in finished:
            self._extend(piece)
            if self._skipping:
                self._skipping = False
            elif self._tail:
                payload = self._open(bytes(self._tail))
                if payload is not None:
                    payloads.append(payload)
            self._tail.clear()
        self._extend(rest)
        return payloads

    def _extend(self, piece: bytes) -> None:
        if self._skipping:
            self.counters.discarded_bytes += len(piece)
        elif len(self._tail) + len(piece) > _MAX_ENCODED_BYTES:
            self.counters.too_long += 1
            self.counters.discarded_bytes += len(self._tail) + len(piece)
            self._tail.clear()
            self._skipping = True
        else:
            self._tail += piece

    def _open(self, encoded: bytes) -> bytes | None:
        try:
            checked: bytes = cobs.decode(encoded)
        except cobs.DecodeError:
            self.counters.bad_cobs += 1
        else:
            if len(checked) <= CRC_BYTES:
                self.counters.too_short += 1
            elif crc16(checked) != 0:  # the CRC over a payload and its own CRC is 0
                self.counters.bad_crc += 1
            else:
                self.counters.frames += 1
                return checked[:-CRC_BYTES]
        self.counters.discarded_bytes += len(encoded)
        return None
