"""A strip of APA102 lights as it takes the bytes of its wire."""

from __future__ import annotations

from firmware_bridge.layout import LIGHTS

Colour = tuple[int, int, int]
DARK: Colour = (0, 0, 0)
START_BYTES = 4
LIGHT_BYTES = 4


class Strip:
    """Shows what it was sent. `cycle` of a byte: when its last bit was out.

    Four zero bytes begin a frame; each light keeps the first four bytes that reach it, and passes
    the rest on half a clock late. So light n has its colour only half a clock for each light before
    it after its own bytes: a frame that ends too early leaves the last lights as they were.
    """

    def __init__(self, lights: int = LIGHTS) -> None:
        self.colours: list[Colour] = [DARK] * lights
        self.frames = 0  # whose last light was reached
        self.latched_cycle = 0  # of the last such frame
        self._lights = lights
        self._zeros = 0
        self._frame: bytearray | None = None

    def feed(self, data: list[tuple[int, int]]) -> None:
        """Bytes with their cycles."""
        for byte, cycle in data:
            self._take(byte, cycle)

    def lose_power(self) -> None:
        """Dark, and nothing of a frame is left."""
        self.colours = [DARK] * self._lights
        self._frame = None
        self._zeros = 0

    def _take(self, byte: int, cycle: int) -> None:
        if self._frame is None:
            self._zeros = self._zeros + 1 if byte == 0 else 0
            if self._zeros >= START_BYTES:
                self._frame = bytearray()
            return
        if not self._frame and byte == 0:
            return  # more zeros than need be begin a frame, too
        self._frame.append(byte)
        self._show(cycle)

    def _show(self, cycle: int) -> None:
        """Give each light that is reached by now its colour."""
        assert self._frame is not None
        clocks = len(self._frame) * 8
        for light in range(self._lights):
            own = self._frame[light * LIGHT_BYTES : (light + 1) * LIGHT_BYTES]
            reached = (light + 1) * LIGHT_BYTES * 8 + (light + 1) // 2
            if len(own) < LIGHT_BYTES or clocks < reached or clocks >= reached + 8:
                continue
            if own[0] & 0xE0 == 0xE0:
                level, blue, green, red = own[0] & 0x1F, *own[1:]
                self.colours[light] = (_scaled(red, level), _scaled(green, level),
                                       _scaled(blue, level))  # fmt: skip
            if light == self._lights - 1:
                self.frames += 1
                self.latched_cycle = cycle
                self._frame = None
                self._zeros = 0
                return


def _scaled(channel: int, level: int) -> int:
    """The strip's own brightness is 0 to 31."""
    return channel * level // 31
