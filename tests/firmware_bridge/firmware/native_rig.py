"""A board in C with a session open, and what it said as messages."""

from __future__ import annotations

from firmware_bridge.codec import decode_device, encode
from firmware_bridge.framing import Framer, frame
from firmware_bridge.messages import DeviceMessage, Hello, HostMessage
from hw_sim.native import NativeBoard


def said(data: bytes) -> list[DeviceMessage]:
    """The messages of a stream of whole frames."""
    return [decode_device(payload) for payload in Framer().feed(data)]


class NativeRig:
    """`tell` sends, `heard` is what has come since."""

    def __init__(self, session: int = 1) -> None:
        self.board = NativeBoard(board_id=7, boot_counter=3)
        self.board.take_strip()
        self.now_ms = 0
        if session:
            self.tell(Hello(session))
            self.heard()

    def tell(self, *messages: HostMessage) -> None:
        for message in messages:
            self.board.receive(frame(encode(message)), self.now_ms)

    def heard(self) -> list[DeviceMessage]:
        return said(self.board.take_line())

    def wait(self, for_ms: int) -> None:
        for _ in range(for_ms):
            self.now_ms += 1
            self.board.tick(self.now_ms)
