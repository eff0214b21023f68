"""The chips of the table without a microcontroller, bit by bit as their datasheets say.

No chip knows of another, or of a library: bytes go in as the SPI bus clocks them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

Colour = tuple[int, int, int]

_DARK: Colour = (0, 0, 0)
_START_ZEROS = 32
_LIGHT_BITS = 32


class Mcp3008:
    """A ten-bit ADC with eight channels. sample: volts of a channel as steps 0-1023.

    MCP3008 datasheet, figure 5-1: start bit, single-ended or not, three bits of channel; then one
    bit of sampling, a null bit, and ten bits of result, the highest first.
    """

    def __init__(self, sample: Callable[[int], int]) -> None:
        self._sample = sample

    def transfer(self, data: Sequence[int]) -> list[int]:
        """What comes out while this goes in, from the falling to the rising chip select."""
        total = 8 * len(data)
        asked = int.from_bytes(bytes(data), "big")
        start = asked.bit_length()  # the start bit is the first that is set, counted from the end
        if start < 5 or not asked >> (start - 2) & 1:  # nothing asked, or a difference: not ours
            return [0] * len(data)
        value = self._sample(asked >> (start - 5) & 0b111)
        shift = start - 17  # one bit of sampling, one null bit, ten of result
        out = value << shift if shift >= 0 else value >> -shift
        return list(out.to_bytes(total // 8, "big"))


class Strip:
    """A chain of APA102 lights that takes whatever is clocked into it, as lights do.

    Thirty-two zeros begin a frame; from the first set bit on each light keeps the next 32 bits,
    shows them, and passes on the rest. `latched_frames` counts frames that ended in 32 zeros more:
    what an SK9822 wants, and clocks enough for the data to reach the last APA102 (half a clock for
    each light). `broken_frames` counts those of too few lights, or with a light that does not
    begin with three set bits: nothing of ours.
    """

    def __init__(self, lights: int) -> None:
        self.latched_frames = 0
        self.broken_frames = 0
        self._lights = lights
        self.power_cycle()

    def power_cycle(self) -> None:
        """The supply was away: dark, and nothing is known."""
        self.colours: list[Colour] = [_DARK] * self._lights
        self._zeros = 0
        self._bits: list[int] | None = None  # of the frame that has begun
        self._is_armed = False  # 32 zeros were seen: the next set bit begins a frame

    def clock(self, data: Sequence[int]) -> None:
        """These bytes on the data line, with their clocks."""
        for byte in data:
            for shift in range(7, -1, -1):
                self._take(byte >> shift & 1)

    def _take(self, bit: int) -> None:
        self._zeros = 0 if bit else self._zeros + 1
        if self._bits is None and bit and self._is_armed:
            self._bits = []
            self._is_armed = False
        if self._bits is not None:
            self._bits.append(bit)
            if len(self._bits) % _LIGHT_BITS == 0:
                self._show(len(self._bits) // _LIGHT_BITS - 1)
        if self._zeros >= _START_ZEROS and not self._is_armed:
            self._end()

    def _show(self, light: int) -> None:
        if self._bits is None or light >= self._lights:
            return
        _head, blue, green, red = (
            sum(bit << (7 - place) for place, bit in enumerate(self._bits[at : at + 8]))
            for at in range(light * _LIGHT_BITS, (light + 1) * _LIGHT_BITS, 8)
        )
        self.colours[light] = (red, green, blue)

    def _end(self) -> None:
        if self._bits is not None:
            wanted = self._lights * _LIGHT_BITS
            heads = self._bits[:wanted]
            is_whole = len(self._bits) >= wanted and all(
                heads[at : at + 3] == [1, 1, 1] for at in range(0, wanted, _LIGHT_BITS)
            )
            self.latched_frames += is_whole
            self.broken_frames += not is_whole
        self._bits = None
        self._is_armed = True
