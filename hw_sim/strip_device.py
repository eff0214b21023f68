"""What devices have in common whose lights are a strip: only its bytes say what burns."""

from __future__ import annotations

from firmware_bridge.board import BUILT_IN_PALETTE, DARK, NO_HOST_CODES, dim
from firmware_bridge.codec import decode_host
from firmware_bridge.errors import ProtocolViolation
from firmware_bridge.framing import Framer
from firmware_bridge.layout import LIGHTS
from firmware_bridge.messages import Lights, Palette
from hw_sim.strip import Colour, Strip
from hw_sim.wire_faults import FrameThief


class StripDevice:
    """Lights read back from a strip; a line that loses messages when told to."""

    def __init__(self) -> None:
        self.strip = Strip()
        self._asked = _Asked()
        self._thieves = {"up": FrameThief(), "down": FrameThief()}

    def lose(self, count: int, direction: str = "up") -> None:
        """A fault: the next messages are lost, "up" to the host or "down" from it."""
        if direction not in self._thieves:
            raise ValueError(f"direction {direction!r} is not 'up' or 'down'")
        self._thieves[direction].lose(count)

    @property
    def is_on(self) -> bool:
        """It has its power."""
        raise NotImplementedError

    @property
    def lights(self) -> tuple[int, ...]:
        """The 28 codes that the strip's colours mean; see `colours` for what it truly shows."""
        return self._asked.codes_of(self.strip.colours) if self.is_on else DARK

    @property
    def colours(self) -> tuple[Colour, ...]:
        """What the strip shows."""
        return tuple(self.strip.colours)

    @property
    def no_host(self) -> bool:
        """The strip shows that nobody was heard."""
        return self.is_on and self.lights == NO_HOST_CODES

    @property
    def brightness_pct(self) -> int:
        """Of the last frame that the host sent."""
        return self._asked.lights.brightness_pct

    @property
    def palette(self) -> tuple[Colour, ...]:
        """Of the last frame that the host sent; greys while nobody is heard."""
        return BUILT_IN_PALETTE if self.no_host else self._asked.palette


class _Asked:
    """What the host asked the lights to be, overheard: only a dictionary from colours to codes."""

    def __init__(self) -> None:
        self.palette: tuple[Colour, ...] = BUILT_IN_PALETTE
        self.lights = Lights(1, 100, DARK)
        self._framer = Framer()

    def hear(self, data: bytes) -> None:
        """Bytes from the host to the device."""
        for payload in self._framer.feed(data):
            try:
                message = decode_host(payload)
            except ProtocolViolation:
                continue
            if isinstance(message, Palette):
                self.palette = message.colours
            elif isinstance(message, Lights):
                self.lights = message

    def codes_of(self, colours: list[Colour]) -> tuple[int, ...]:
        """The code of each light: the one asked for where its colour burns, else any with it.

        Raises ValueError for a colour that no code means.
        """
        return tuple(self._code_of(light, colours[light]) for light in range(LIGHTS))

    def _code_of(self, light: int, colour: Colour) -> int:
        pct = self.lights.brightness_pct
        codes: tuple[int, ...] = (self.lights.codes[light], *range(len(self.palette)))
        for code in codes:
            if dim(self.palette[code], pct) == colour:
                return code
        greys: list[Colour] = [dim(grey, pct) for grey in BUILT_IN_PALETTE]
        return greys.index(colour)
